"""A statement as payload bytes: built canonical, read back fail closed (DESIGN section 3)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from copydesk.errors import StatementError
from copydesk.provenance.canonical import canonical_bytes, parse_canonical, sha256_hex
from copydesk.provenance.statements import (
    PREDICATES,
    STATEMENT_TYPE,
    Model,
    Predicate,
    Subject,
    predicate_type,
)
from copydesk.provenance.wire import MAX_SUBJECTS, read_as_written

__all__ = ["Statement", "build_statement", "json_schemas", "parse_statement"]

_KIND = {predicate_type(kind): kind for kind in PREDICATES}
_FIX = "Restore the file from the repository; it was not written by Copydesk as it stands."


@dataclass(frozen=True, slots=True)
class Statement:
    """A parsed statement. ``sha256`` is of the payload bytes: what a reference to it holds."""

    kind: str
    subject: tuple[Subject, ...]
    predicate: Model
    sha256: str


class _Wire(Model):
    """The statement's own four fields, with the predicate still unread."""

    type_: Literal["https://in-toto.io/Statement/v1"] = Field(alias="_type")
    subject: Annotated[list[Subject], Field(min_length=1, max_length=MAX_SUBJECTS)]
    predicateType: str  # noqa: N815 - in-toto's name
    predicate: dict[str, object]


def build_statement(subjects: Sequence[Subject], predicate: Predicate) -> bytes:
    """The payload bytes of a statement.

    Raises:
        StatementError: it would not be read back as the same statement.
    """
    kind = next(kind for kind, model in PREDICATES.items() if type(predicate) is model)
    payload = canonical_bytes(
        {
            "_type": STATEMENT_TYPE,
            "subject": [subject.model_dump(mode="json") for subject in subjects],
            "predicateType": predicate_type(kind),
            "predicate": predicate.model_dump(mode="json", exclude_none=True),
        }
    )
    parse_statement(payload)
    return payload


def parse_statement(payload: bytes) -> Statement:
    """Parse a payload, fail closed.

    Raises:
        StatementError: not canonical, an unknown kind, an unknown, missing, wrong or null field.
        LimitError: too large.
    """
    read = read_as_written(payload)
    kind, subjects, predicate = read if read is not None else _parse(payload)
    return Statement(kind, tuple(subjects), predicate, sha256_hex(payload))


def _parse(payload: bytes) -> tuple[str, list[Subject], Model]:
    """The long way, which knows why a payload is refused; raises as :func:`parse_statement`."""
    value = parse_canonical(payload)
    try:
        wire = _Wire.model_validate(value)
        kind = _KIND.get(wire.predicateType)
        if kind is None:
            raise StatementError(
                f"The statement's kind {wire.predicateType!r} is unknown.", fix=_FIX
            )
        model = PREDICATES[kind]
        # JSON mode: an array of the payload may fill a tuple; everything else stays strict.
        predicate = model.model_validate_json(json.dumps(wire.predicate))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise StatementError(
            f"The statement's {where or 'form'}: {first['msg']}.", fix=_FIX
        ) from error
    if predicate.model_dump(mode="json", exclude_none=True) != wire.predicate:
        raise StatementError("The statement states a default or a null that is left out.", fix=_FIX)
    return kind, wire.subject, predicate


def json_schemas() -> dict[str, dict[str, object]]:
    """The JSON Schema of every predicate, by its predicateType's kind."""
    return {kind: model.model_json_schema() for kind, model in PREDICATES.items()}
