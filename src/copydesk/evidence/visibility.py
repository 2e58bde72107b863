"""Which elements a page keeps from the eye, found without laying it out.

Attributes, inline styles and the page's own style sheets are read. Only what is certain hides: a rule
that another rule may take back (a class that a script toggles), a fading-in heading or a whole column
of text stays visible, because calling an article's own words hidden is worse than missing a trick.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from selectolax.lexbor import LexborHTMLParser, LexborNode

from copydesk.evidence.style_sheets import hiding_rules, hints_in

__all__ = ["declarations", "hidden_ids", "hides"]

MAX_HIDDEN_BY_SHEET = 4_000
"""Code points under an element above which a style sheet's word is not enough to call it hidden."""

MAX_STYLED = 20_000
"""Elements with a telling inline style that are read of one page."""

_WHOLE_PAGE = frozenset({"html", "body", "main", "article"})  # hidden until a script has run
# Names that the common style libraries give to text for screen readers alone.
_FOR_EARS = ".sr-only, .visually-hidden, .visuallyhidden, .screen-reader-text, .screen-reader-only"
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_ESCAPE = re.compile(r"\\([0-9a-fA-F]{1,6})[ \t\n\r\f]?|\\([^\n])")
_LENGTH = re.compile(r"(-?(?:\d+\.?\d*|\.\d+))(px|pt|r?em|%|vw|vh|)")
_PIXELS = {
    "px": 1.0, "": 1.0, "pt": 4 / 3, "em": 16.0, "rem": 16.0, "%": 10.0, "vw": 10.0, "vh": 8.0,
}  # fmt: skip
_NO_BOX = re.compile(
    r"(?:rect\(\s*(?:0|1px|0px)(?:[\s,]+(?:0|1px|0px)){3}\s*\))"
    r"|inset\(\s*(?:50%|100%)|(?:circle|ellipse)\(\s*0|polygon\(\s*\)"
)
_SMALLEST = 4.0
"""Pixels of type below which nobody reads (the sample archive has none of it visible)."""
_FAR = 900.0
"""Pixels off the edge from which an element is out of the window at any scroll position."""
_COLOURS = {
    "white": "ffffff", "black": "000000", "red": "ff0000", "yellow": "ffff00", "silver": "c0c0c0",
    "gray": "808080", "grey": "808080", "blue": "0000ff", "navy": "000080", "whitesmoke": "f5f5f5",
}  # fmt: skip
_RGB = re.compile(r"rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)(?:[\s,/]+([\d.]+%?))?\s*\)")


def hidden_ids(tree: LexborHTMLParser) -> set[int]:
    """The nodes (by ``mem_id``) of a parsed page whose content no reader sees."""
    found = {
        node.mem_id
        for node in tree.css(f"[hidden], {_FOR_EARS}")
        if node.tag not in _WHOLE_PAGE and (node.attributes.get("hidden") or "") != "until-found"
    }
    for node, text in _styled(tree):
        style = declarations(text)
        if node.tag not in _WHOLE_PAGE and (hides(style) or _same_colour(node, style)):
            found.add(node.mem_id)
    sheets = [node.text() or "" for node in tree.css("style:not([media*=print i])")]
    if any(sheets):
        rules = hiding_rules(sheets, lambda: _names(tree), lambda text: hides(declarations(text)))
        found |= _by_sheets(tree, rules)
    return found


def _styled(tree: LexborHTMLParser) -> Iterator[tuple[LexborNode, str]]:
    """The elements with a telling inline style, and that style."""
    count = 0
    for node in tree.css("[style]"):
        text = node.attributes.get("style") or ""
        lower = text.lower()
        if "color" in lower or hints_in(lower):
            count += 1
            if count > MAX_STYLED:
                return
            yield node, text


def _names(tree: LexborHTMLParser) -> set[str]:
    """The classes and ids of all elements, in lower case."""
    names = [node.attrs.get("class") or "" for node in tree.css("[class]")]
    names.extend(node.id or "" for node in tree.css("[id]"))
    return set(" ".join(names).lower().split())


def declarations(style: str) -> dict[str, str]:
    """The declarations of a style attribute or a rule's block, the last of each name, in lower case.

    Comments and escapes are read as a browser reads them, ``!important`` is left out.
    """
    if "\\" in style:
        style = _ESCAPE.sub(_unescaped, style)
    if "/*" in style:
        style = _COMMENT.sub(" ", style)
    found: dict[str, str] = {}
    strong: set[str] = set()
    for one in style.lower().split(";")[:200]:
        name, colon, value = one.partition(":")
        name, value = name.strip(), value.strip()
        important = value.endswith("important")
        if important:
            value = value.rpartition("!")[0].strip()
        if colon and (important or name not in strong):
            found[name] = value
            strong |= {name} if important else set()
    return found


def hides(style: Mapping[str, str]) -> bool:
    """Whether these declarations alone keep an element's text from the eye."""
    if style.get("display") == "none" or style.get("visibility") in {"hidden", "collapse"}:
        return True
    opacity = style.get("opacity")
    moving = any(name in style for name in ("transition", "animation", "transform", "will-change"))
    if opacity is not None and not moving and _number(opacity, 1.0) < 0.02:
        return True
    size = style.get("font-size")
    if size is not None and 0 <= _pixels(size, _SMALLEST) < _SMALLEST:
        return True
    return _has_no_box(style) or _is_away(style)


def _has_no_box(style: Mapping[str, str]) -> bool:
    cut = style.get("overflow", "") in {"hidden", "clip"}
    for name in ("height", "width", "max-height", "max-width"):
        if cut and name in style and 0 <= _pixels(style[name], 9.0) <= 1:
            return "transition" not in style  # what a click unfolds has one
    shown = style.get("clip-path") or style.get("clip") or ""
    if _NO_BOX.search(shown):
        return True
    return bool(re.search(r"scale[xy]?\(\s*0*\.?0*\s*[,)]", style.get("transform", "")))


def _is_away(style: Mapping[str, str]) -> bool:
    if style.get("position") in {"absolute", "fixed"}:
        for name in ("left", "top", "right", "bottom"):
            if name in style and _pixels(style[name], 0.0) <= -_FAR:
                return True
    return _pixels(style.get("text-indent", ""), 0.0) <= -_FAR


def _same_colour(node: LexborNode, style: Mapping[str, str]) -> bool:
    """Whether the text has its background's colour; both must be said inline, here or above."""
    ours = _colour(style.get("color", ""))
    if ours == "none":
        return True
    above: LexborNode | None = node
    for _ in range(6):
        if not ours or above is None:
            return False
        own = style if above is node else declarations(above.attributes.get("style") or "")
        if "background-image" in own or "url(" in own.get("background", ""):
            return False
        behind = own.get("background-color") or own.get("background", "")
        if behind:
            return _colour(behind.split(" ")[0] if "(" not in behind else behind) == ours
        above = above.parent
    return False


def _colour(value: str) -> str:
    """Six hexadecimal digits, ``none`` for a transparent colour, or empty where it is not known."""
    value = _COLOURS.get(value, value)
    if value == "transparent":
        return "none"
    if match := _RGB.fullmatch(value):
        if match[4] is not None and _number(match[4], 1.0) == 0:
            return "none"
        return "".join(f"{min(int(part[:4]), 255):02x}" for part in match.groups()[:3])
    digits = value.removeprefix("#")
    if re.fullmatch(r"[0-9a-f]{3}", digits):
        return "".join(2 * char for char in digits)
    return digits if re.fullmatch(r"[0-9a-f]{6}", digits) else ""


def _by_sheets(tree: LexborHTMLParser, selectors: Sequence[str]) -> set[int]:
    return {
        node.mem_id
        for node in (tree.css(", ".join(selectors)) if selectors else ())
        if node.tag not in _WHOLE_PAGE and len(node.text() or "") <= MAX_HIDDEN_BY_SHEET
    }


def _unescaped(match: re.Match[str]) -> str:
    if match[1] is None:
        return match[2]
    point = int(match[1], 16)
    return chr(point) if 0 < point < 0x110000 and not 0xD800 <= point < 0xE000 else "\ufffd"


def _pixels(value: str, otherwise: float) -> float:
    match = _LENGTH.match(value)
    return float(match[1]) * _PIXELS[match[2]] if match else otherwise


def _number(value: str, otherwise: float) -> float:
    match = _LENGTH.match(value)
    if match is None:
        return otherwise
    return float(match[1]) / (100 if match[2] == "%" else 1)
