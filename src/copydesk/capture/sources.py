"""Every source with all its captures: the page first, then the variants that steps add to it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from copydesk.capture.browser import BrowserStep
from copydesk.capture.fetch import Clock, Fetcher
from copydesk.capture.model import Capture, SourceCaptures
from copydesk.capture.raw.step import raw_step
from copydesk.config import CaptureLimits

__all__ = ["Progress", "Step", "capture_everything"]

Step = Callable[[Fetcher, tuple[Capture, ...]], Awaitable[tuple[Capture, ...]]]
"""Given the fetcher and what there is of one source, the captures to add; never raises."""

Progress = Callable[[SourceCaptures], None]


def capture_everything(
    urls: Sequence[str],
    *,
    limits: CaptureLimits,
    clock: Clock,
    on_progress: Progress | None = None,
) -> tuple[SourceCaptures, ...]:
    """Capture every URL with its variants.

    Returns:
        One result for each URL, in order. A failure is a capture too; nothing raises for it.

    Raises:
        ConfigError: an entry of ``limits.resolve`` is no address.
    """
    return asyncio.run(_capture_all(urls, limits, clock, on_progress))


async def _capture_all(
    urls: Sequence[str],
    limits: CaptureLimits,
    clock: Clock,
    on_progress: Progress | None,
) -> tuple[SourceCaptures, ...]:
    fetcher = Fetcher(limits, clock)
    browser = BrowserStep()
    # In this order; each sees what the ones before added, and decides whether the source needs it.
    steps: tuple[Step, ...] = (raw_step, browser)

    async def one(url: str) -> SourceCaptures:
        captures: tuple[Capture, ...] = (await fetcher.capture(url),)
        for step in steps:
            captures += await step(fetcher, captures)
        done = SourceCaptures(url, captures)
        if on_progress is not None:
            on_progress(done)
        return done

    async with fetcher.client, browser:
        return tuple(await asyncio.gather(*(one(url) for url in urls)))
