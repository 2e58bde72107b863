"""The kinds of value that a statement's fields may have."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

__all__ = ["Count", "Month", "Name", "Sha256", "Text", "Time", "Words"]


def _real_time(text: str) -> str:
    """Refuse what no calendar has; pages and other programs read it as a date."""
    # The pattern before this one let only digits through; strptime takes ten times as long.
    date = (int(text[:4]), int(text[5:7]), int(text[8:10]))
    datetime(*date, int(text[11:13]), int(text[14:16]), int(text[17:19]))  # noqa: DTZ001
    return text


Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
# Digits are spelt out: ``\d`` is any script's digit in pydantic and in JSON Schema.
Time = Annotated[
    str,
    StringConstraints(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$"),
    AfterValidator(_real_time),
]
Month = Annotated[str, StringConstraints(pattern=r"^[0-9]{4}-(0[1-9]|1[0-2])$")]
# Names are printed in terminals: no control characters.
Name = Annotated[
    str,
    StringConstraints(min_length=1, max_length=200, pattern=r"^[^\u0000-\u001f\u007f-\u009f]*$"),
]
Text = Annotated[str, StringConstraints(max_length=20_000)]
Words = Annotated[str, StringConstraints(min_length=1, max_length=20_000)]
Count = Annotated[int, Field(ge=0, le=2**53 - 1)]
