"""Words that bend a figure and stand right before it: "about", "more than", "up to"."""

from __future__ import annotations

import re

from copydesk.trace.specifics import lexicon

__all__ = ["qualifier_before"]

_SPACES = " \t\u00a0\u2009\u202f"
_SP = f"[{_SPACES}]"
_QUALIFIER = re.compile(
    r"(?:\A|[\s(—–-])("
    + "|".join(re.escape(q) for q in sorted(lexicon.QUALIFIERS, key=len, reverse=True))
    + rf"){_SP}?(?:an?{_SP})?\Z",
    re.IGNORECASE,
)
# How what is read as a qualifier ends, but for white space: to look for this first takes a tenth of
# the time. A pattern in any case takes the odd letters for "s", "k" and "i", which lower case does not.
_QUALIFIER_ENDS = ("a", "an", *lexicon.QUALIFIERS)
_ODD_CASE = "\u017f\u212a\u0130\u0131"
# How far back one may stand.
_BACK = 28


def qualifier_before(text: str, at: int) -> str:
    """The bending word that ends right before ``at``, folded; "" when there is none."""
    before = text[max(0, at - _BACK) : at]
    ends = before.rstrip(_SPACES).lower().endswith(_QUALIFIER_ENDS)
    if not ends and not any(char in before for char in _ODD_CASE):
        return ""
    match = _QUALIFIER.search(before)
    return match[1].lower() if match else ""
