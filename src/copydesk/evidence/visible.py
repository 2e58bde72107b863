"""The text of a page as a browser showed it: a small JSON format, written and read here.

``{"format": "copydesk-visible-text/1", "url", "title", "cut", "segments": [{"text"}, …]}``. Segments
are in the page's order; one that a reader does not see has ``"hidden"`` with the reason, one of
:data:`REASONS`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from copydesk.evidence.limits import MAX_INPUT, MAX_TEXT, assemble, clean
from copydesk.evidence.model import EvidenceText, Label

__all__ = ["MEDIA_TYPE", "REASONS", "read_visible", "write_visible"]

MEDIA_TYPE = "application/vnd.copydesk.visible-text+json"
FORMAT = "copydesk-visible-text/1"
REASONS = frozenset(
    {"not-shown", "no-box", "tiny", "transparent", "clipped", "off-page", "same-colour"}
)
"""Why a reader does not see a text: not displayed; without a box; under 4 px; see-through; cut off by
a clip; outside what can be scrolled to; in the colour of its background."""
MAX_SEGMENTS = 300_000


def write_visible(
    url: str, title: str, segments: Sequence[Sequence[str]], *, cut: bool = False
) -> bytes:
    """The bytes of the format, the same for the same content.

    Args:
        url: the page's address when it was read.
        title: its title.
        segments: pairs of a reason (empty where a reader sees it) and a text, in order.
        cut: whether the page had more than was read.
    """
    items = []
    for why, text in segments[:MAX_SEGMENTS]:
        items.append({"text": clean(str(text))} | ({"hidden": str(why)} if why else {}))
    value = {
        "format": FORMAT, "url": clean(url), "title": clean(title), "cut": cut, "segments": items,
    }  # fmt: skip
    return json.dumps(value, ensure_ascii=False, indent=0, sort_keys=True).encode("utf-8")


def read_visible(body: bytes) -> EvidenceText | None:
    """The evidence text of such a body, or ``None`` where it is not one; never raises."""
    try:
        value: Any = json.loads(body[: 2 * MAX_INPUT])
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        return None
    segments = value.get("segments")
    if not isinstance(segments, list):
        return None
    seen: list[str] = []
    hidden: list[str] = []
    for one in segments[:MAX_SEGMENTS]:
        if isinstance(one, dict) and isinstance(text := one.get("text"), str) and text:
            (hidden if one.get("hidden") else seen).append(text[:MAX_TEXT])
    title = value.get("title")
    return assemble(
        [(Label.VISIBLE, "\n".join(seen)), (Label.HIDDEN, "\n".join(hidden))],
        media_type=MEDIA_TYPE,
        title=title[:300] if isinstance(title, str) else "",
        notes=["the page has more text than is read; its end is missing"]
        if value.get("cut")
        else [],
    )
