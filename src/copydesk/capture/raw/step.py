"""The step that captures a source's machine-readable original beside its page."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from copydesk.capture.model import Capture, Role
from copydesk.capture.raw.model import MAX_FACT_CHARS, Ask, Facts
from copydesk.capture.raw.registry import asks_for
from copydesk.evidence.json import load
from copydesk.report import Quality

if TYPE_CHECKING:
    from copydesk.capture.fetch import Fetcher

__all__ = ["raw_step"]

_LIMITED = frozenset({403, 429})


async def raw_step(fetcher: Fetcher, captures: tuple[Capture, ...]) -> tuple[Capture, ...]:
    """The raw variants of the page ``captures[0]``; what a site's interface refuses is one too."""
    if not fetcher.limits.raw:
        return ()
    asks = asks_for(captures[0].url)
    return tuple(await asyncio.gather(*(_ask(fetcher, ask) for ask in asks)))


async def _ask(fetcher: Fetcher, ask: Ask) -> Capture:
    capture = await fetcher.capture(ask.url, role=Role.RAW, headers=ask.headers)
    headers = dict(capture.headers)
    if capture.status in _LIMITED and _is_limit(capture.status, headers):
        said = headers.get("x-ratelimit-reset") or headers.get("retry-after") or ""
        when = f" (it names {said[:40]} as the end of the wait)" if said else ""
        return replace(
            capture,
            quality=Quality.BLOCKED,
            reason=f"The interface allows no more requests for now{when}.",
        )
    return replace(capture, facts=await asyncio.to_thread(_facts, ask, capture))


def _is_limit(status: int | None, headers: Mapping[str, str]) -> bool:
    used_up = headers.get("x-ratelimit-remaining") == "0"
    return status == 429 or used_up or "retry-after" in headers


def _facts(ask: Ask, capture: Capture) -> Facts:
    if capture.body is None or not capture.quality.usable:
        return ()
    text = capture.body.decode("utf-8", "replace")
    value = load(text) if text.lstrip()[:1] in {"{", "["} else text
    return tuple((name, said[:MAX_FACT_CHARS]) for name, said in ask.facts(value))
