"""Characters that would lie about the order or the presence of text, made visible.

A right-to-left override in a title can make ``gpj.exe`` read ``exe.jpg`` (CVE-2021-42574 is the same
trick in source code). Directional marks that only nudge neighbours (LRM, RLM, ALM) are left: the
templates isolate every foreign text in ``<bdi>``, so that they cannot reach beyond it.
"""

from __future__ import annotations

import re

__all__ = ["visible"]

_BIDI = (*range(0x202A, 0x202F), *range(0x2066, 0x206A))
_CONTROLS = (
    *(point for point in range(0x20) if point not in (0x09, 0x0A, 0x0D)),
    *range(0x7F, 0xA0),
)
_SEPARATORS = (0x2028, 0x2029)
_TAGS = range(0xE0000, 0xE0080)  # invisible copies of ASCII
_SURROGATES = range(0xD800, 0xE000)  # cannot be encoded

_SHOWN = {
    point: f"\u27e8U+{point:04X}\u27e9"
    for point in (*_BIDI, *_CONTROLS, *_SEPARATORS, *_TAGS, *_SURROGATES)
}


# Nearly every text has none of them, and finding that out is ten times faster than translating.
_ANY = re.compile("[" + "".join(map(re.escape, map(chr, _SHOWN))) + "]")


def visible(text: str) -> str:
    """``text`` with each deceiving character written out as ``⟨U+202E⟩``."""
    return text.translate(_SHOWN) if _ANY.search(text) else text
