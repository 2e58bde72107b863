"""Whether a page may be given to a parser at all.

HTML's parsing rules are quadratic in nesting, and reopen every open formatting element in each
block: one megabyte can cost hours, or all memory. The estimate here is linear. It does not parse;
where it cannot know, it assumes the worse: start tags count wherever they stand (in comments,
scripts, quotes), end tags only where they are certainly tags and something of that name is open.
"""

from __future__ import annotations

import re
from collections import Counter

from copydesk.evidence.attributes import attributes_are_bounded

__all__ = ["cost_is_bounded"]

MAX_COST = 50_000_000
"""Bound on (tags times open elements). A page of 100,000 tags at a depth of 100 costs 10 million."""

MAX_FORMATTING = 3_000_000
"""Bound on (tags times open formatting elements): so many elements could be made."""

MAX_UNSURE = 3_000
"""Tags that nest only within SVG or MathML (an unclosed cell) or only outside of it (`<x/>`)."""

MAX_TAGS = 1_000_000
"""Tags: a parsed one takes 300 bytes and more. The sample archive's largest page has 60,000 nodes."""

_SAFE_TAGS = 10_000
"""Tags; even if all of so few are nested, half their square is within `MAX_COST`."""

# Void elements, and those that the parser closes by itself: they never nest.
_FLAT = frozenset(
    {
        "br", "embed", "hr", "img", "meta", "p", "li", "dt", "dd", "html", "head", "body",
    }
)  # fmt: skip
# The same, but only as long as they do not stand within SVG or MathML.
_FLAT_IN_HTML = frozenset(
    {
        "area", "base", "col", "input", "link", "param", "source", "track", "wbr", "td", "th", "tr",
        "option", "optgroup", "tbody", "thead", "tfoot", "rp", "rt",
    }
)  # fmt: skip
_FORMATTING = frozenset(
    {
        "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt",
        "u",
    }
)  # fmt: skip
_FORMATTING_TAG = re.compile(
    r"<(?=[abcefinstu])(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\s>/])",
    re.IGNORECASE,
)  # the first letter alone rules most tags out
_START = re.compile(r"<([a-zA-Z][a-zA-Z0-9:-]*+)")
_FOREIGN = re.compile(r"<(?:svg|math)\b", re.IGNORECASE)
_TAGS = re.compile(
    r"(?P<raw><!--.*?(?:-->|\Z)"
    r"|<(?P<rawname>script|style|textarea|title|xmp|iframe|noembed|noframes|noscript)\b"
    r".*?(?:</(?P=rawname)|\Z))"
    r"|</(?P<end>[a-zA-Z][a-zA-Z0-9:-]*+)"
    r"|<(?P<start>[a-zA-Z][a-zA-Z0-9:-]*+)"
    r"(?P<rest>(?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+>?)",
    re.DOTALL | re.IGNORECASE,
)


def cost_is_bounded(text: str) -> bool:
    """Whether a parser will read the page in time and memory that are in proportion to it."""
    tags = text.count("<")
    if tags > MAX_TAGS or not attributes_are_bounded(text):
        return False
    if tags * tags < MAX_FORMATTING:
        return True
    if tags < _SAFE_TAGS and tags * len(_FORMATTING_TAG.findall(text)) < MAX_FORMATTING:
        return True
    estimate = _Estimate(foreign=_FOREIGN.search(text) is not None)
    for match in _TAGS.finditer(text):
        end, start = match["end"], match["start"]
        if end is not None:
            estimate.close(end.lower())
        elif start is not None:
            rest = match["rest"]
            estimate.open(start.lower(), closed=rest.endswith("/>"))
            if "<" in rest:
                estimate.open_all(rest)
        else:
            estimate.open_all(match["raw"][4:] if match["rawname"] is None else match["raw"])
        if estimate.over():
            return False
    return True


class _Estimate:
    """Open elements by name, and what they cost so far."""

    __slots__ = ("cost", "depth", "foreign", "formatting", "names", "reopened", "unsure")

    def __init__(self, *, foreign: bool) -> None:
        self.foreign = foreign
        self.names: Counter[str] = Counter()
        self.depth = self.formatting = self.cost = self.reopened = self.unsure = 0

    def open_all(self, text: str) -> None:
        for name in _START.findall(text):
            self.open(name.lower(), closed=False)
            if self.over():
                return

    def open(self, name: str, *, closed: bool) -> None:
        if name not in _FLAT:
            if self.foreign and (closed or name in _FLAT_IN_HTML):
                self.names[name] += 0 if closed else 1
                self.unsure += 1
            elif name not in _FLAT_IN_HTML:
                self.names[name] += 1
                self.depth += 1
                self.formatting += name in _FORMATTING
        self.cost += self.depth
        self.reopened += self.formatting

    def close(self, name: str) -> None:
        if self.names[name] > 0:
            self.names[name] -= 1
            if name in _FLAT_IN_HTML:
                self.unsure -= 1
            else:
                self.depth -= 1
                self.formatting -= name in _FORMATTING

    def over(self) -> bool:
        return (
            self.cost > MAX_COST or self.reopened > MAX_FORMATTING or self.unsure > 2 * MAX_UNSURE
        )
