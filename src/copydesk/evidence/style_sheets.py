"""The rules of a page's own style sheets that hide what they match, read in linear time.

Only simple selectors are taken (names, classes, ids, and descendants of these), and only for classes
and ids that elements of the page have. A selector whose subject some rule also shows, in whatever
state, is left out: what a script or a click brings into view is not kept from a reader.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

__all__ = ["hiding_rules", "hints_in"]

MAX_SHEETS = 2_000_000
"""Characters of style sheets that are read of one page."""

MAX_RULES = 200
"""Hiding rules that are matched with a page; each costs a comparison with every element."""

FEW_RULES = 40
"""Selectors of rules that may hide, up to which matching all of them costs less than collecting the page's names."""

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
# Of one pair, both stand in all that hides: looked for first, as most blocks have none.
_HINTS = (
    ("display", "none"), ("visib", ""), ("opacity", ""), ("clip", ""), ("indent", ""), ("font-size", ""),
    ("overflow", "height"), ("overflow", "width"), ("scale", ""), ("absolute", "-"), ("fixed", "-"), ("\\", ""),
)  # fmt: skip
_IDENT = r"(?:--|-?[a-zA-Z_])[\w-]*"
_SIMPLE = re.compile(rf"(?:[a-zA-Z][a-zA-Z0-9]*)?(?:[.#]{_IDENT})*")
_NAMES = re.compile(r"[.#]([a-zA-Z_-][\w-]*)")
_SHOWING = re.compile(
    r"display\s*:\s*(?!none)[a-z]|visibility\s*:\s*visible|opacity\s*:\s*(?:0?\.[1-9]|1)"
)
_FOR_ALL_SCREENS = re.compile(
    r"@media\s+(?:only\s+)?(?:screen|all)\s*|@supports|@layer", re.IGNORECASE
)


def hiding_rules(
    sheets: Sequence[str], names: Callable[[], AbstractSet[str]], hides: Callable[[str], bool]
) -> list[str]:
    """The selectors that hide, at most :data:`MAX_RULES`.

    Args:
        sheets: the text of each ``style`` element.
        names: what gives the classes and ids of the page's elements, in lower case: a selector with
            another name matches nothing. It is asked only where there are many rules.
        hides: whether a block of declarations hides.
    """
    text = "\n".join(sheets)[:MAX_SHEETS]
    hints = hints_in(text.lower())
    rules = list(_rules(text)) if hints else []
    telling = [rule for rule in rules if hints_in(rule[1], hints)]
    count = len(telling) + sum(selectors.count(",") for selectors, _ in telling)
    known = names() if count > FEW_RULES else None
    hiding: dict[str, None] = {}
    for selectors, block in telling:
        if known is not None and known.isdisjoint(_NAMES.findall(selectors.lower())):
            continue
        found = [one.strip() for one in selectors.split(",") if _matches(one, known)]
        if found and hides(block):
            hiding.update(dict.fromkeys(found))
    shown = _shown(rules, {name for one in hiding for name in _subject(one)}, hides)
    return [one for one in hiding if shown.isdisjoint(_subject(one))][:MAX_RULES]


def hints_in(text: str, hints: Sequence[tuple[str, str]] = _HINTS) -> list[tuple[str, str]]:
    """Those of ``hints`` that ``text``, in lower case, holds: without any, nothing in it hides."""
    return [(one, other) for one, other in hints if one in text and other in text]


def _matches(selector: str, names: AbstractSet[str] | None) -> bool:
    """Whether a selector is simple, and elements have all its names as far as those are known."""
    own = _NAMES.findall(selector)
    if not own or not _is_simple(selector):
        return False
    return names is None or all(name.lower() in names for name in own)


def _shown(
    rules: Iterable[tuple[str, str]], names: AbstractSet[str], hides: Callable[[str], bool]
) -> set[str]:
    """Those of ``names`` that are in the subject of a rule that shows."""
    found: set[str] = set()
    for selectors, block in rules if names else ():
        if not _SHOWING.search(block) or names.isdisjoint(_NAMES.findall(selectors)):
            continue
        said = {name for one in selectors.split(",") for name in _subject(one)}
        if not said.isdisjoint(names) and not hides(block):
            found |= said
    return found


def _is_simple(selector: str) -> bool:
    return len(selector) < 300 and all(_SIMPLE.fullmatch(part) for part in selector.split())


def _subject(selector: str) -> Iterable[str]:
    """The names of the last compound of a selector."""
    parts = selector.split()
    return _NAMES.findall(parts[-1]) if parts else ()


def _rules(text: str) -> Iterator[tuple[str, str]]:
    """Selectors, and block in lower case, of each rule for the screen, at any depth."""
    if "/*" in text:
        text = _COMMENT.sub(" ", text)
    depth = skipped = 0
    for part in text.split("}")[:-1]:
        selectors, _, block = part.partition("{")
        if block and "{" not in block and "@" not in selectors and ";" not in selectors:
            if not skipped:
                yield selectors, block.lower()
            continue
        *preludes, block = part.split("{")
        for prelude in preludes:
            depth += 1
            if not skipped and _is_not_for_all(prelude):
                skipped = depth
        if preludes and not skipped and "@" not in (last := preludes[-1].rpartition(";")[2]):
            yield last, block.lower()
        skipped = 0 if skipped == depth else skipped
        depth = max(depth - 1, 0)


def _is_not_for_all(prelude: str) -> bool:
    """Whether what follows is no rule, or one that does not count on every screen."""
    said = prelude.rpartition(";")[2].strip()
    return said.startswith("@") and not _FOR_ALL_SCREENS.fullmatch(said)
