"""Claims of rank, record, totality and absence: "the first", "the only", "never before", "no"."""

from __future__ import annotations

import re

from copydesk.report import Kind
from copydesk.trace.specifics.fold import fold_plain
from copydesk.trace.specifics.model import Item, TextValue

__all__ = ["scan_superlatives"]

_ADJECTIVE = (
    "largest|biggest|smallest|highest|lowest|fastest|slowest|oldest|youngest|newest|earliest|longest|shortest|strongest|weakest|"
    "richest|poorest|deadliest|worst|best|greatest|busiest|heaviest|hottest|coldest|cheapest|tallest|deepest|closest|brightest|"
    "steepest|sharpest|safest|widest"
)
_CLAIM = re.compile(
    r"\b(?:"
    rf"(?:the|its|their|world[’']s|country[’']s|nation[’']s|industry[’']s|ever) (?:(?:second|third|fourth|fifth)[- ])?(?:single )?(?:{_ADJECTIVE})\b(?! (?:way|of luck|to|practices?|interests?|part|known))"
    r"|the (?:very )?first(?: ever|-ever)?(?! (?:half|quarter|time that|Amendment|Lady|World|place|step|thing|day|week|month|two|three|four|five|few|\d))(?= [a-z])"
    r"|(?:for )?the first time|first[- ]ever|the only|the sole|the most (?!recent|part)(?:[a-z]+)(?= [a-z])|(?:more|fewer|higher|lower) than ever"
    r"|never before|unprecedented|(?:an )?all[- ]time (?:high|low|record)|record[- ](?:breaking|high|low|setting)|a (?:new )?record\b(?! of)|(?<=a )record (?=\d|\$)"
    r"|none of (?:the|them|these|those)|every single|no other|no one else|the last remaining|without precedent"
    r"|all (?:of the|of its|of them|the|five|four|six|seven|eight|nine|ten|three|\d{1,3}) (?=[a-z]+s\b)"
    r")", re.IGNORECASE
)  # fmt: skip


def scan_superlatives(text: str) -> list[Item]:
    """Claims that one counter-example would make false, as the claiming words themselves."""
    found = []
    for match in _CLAIM.finditer(text):
        end = match.start() + len(match.group().rstrip())
        value = TextValue(fold_plain(text[match.start() : end]))
        found.append(Item(Kind.SUPERLATIVE, match.start(), end, value))
    return found
