"""The lone "m": metres where a length or a race is spoken of, millions elsewhere."""

from __future__ import annotations

import re
from fractions import Fraction

__all__ = ["read_metres"]

_SP = r"[ \t\u00a0\u2009\u202f]"
# A lone "m" is metres where a length is spoken of, and millions elsewhere.
_METRES = re.compile(
    rf"{_SP}?m(?={_SP}(?:wide|long|high|tall|deep|thick|away|above|below|across|downhill|uphill|offshore|"
    rf"in{_SP}(?:diameter|length|height|width|depth))\b"
    r"|[ \u00a0-](?:final|semi-?final|heat|sprint|race|hurdles|steeplechase|freestyle|butterfly|"
    r"backstroke|breaststroke|relay|dash|medley)s?\b)"
)
_METRES_TOUCHING = re.compile(r"m(?![\w²³/])")
_LEAPT = re.compile(
    r"\b(?:(?:jump|leap|throw|clear|vault)(?:ed|s|ing)?|leapt|threw|thrown|clearance)\b",
    re.IGNORECASE,
)
_EVENTS = frozenset({60, 100, 200, 400, 800, 1500, 3000, 5000, 10000})
_THE_EVENT = re.compile(r"\b(?:the|men[’']s|women[’']s|boys[’']|girls[’']) \Z", re.IGNORECASE)
_EVENT_END = re.compile(
    r"m(?=[.,;)]|\Z| (?:in|at|and|on|for|with|by|after|title|champion|world|record)\b)"
)


def read_metres(text: str, start: int, end: int, amount: Fraction) -> int | None:
    """Where the "m" of a length ends whose figure is ``text[start:end]`` and worth ``amount``;
    ``None`` when there is no "m", or one that scales or says nothing.
    """
    match = _METRES.match(text, end)
    if match is None and amount in _EVENTS:
        event = _EVENT_END.match(text, end)
        match = event if event and _THE_EVENT.search(text[max(0, start - 9) : start]) else None
    if match is None and "." in text[start:end]:
        touching = _METRES_TOUCHING.match(text, end)
        leapt = _LEAPT.search(text[max(0, start - 24) : start]) if touching else None
        match = touching if leapt else None
    return match.end() if match else None
