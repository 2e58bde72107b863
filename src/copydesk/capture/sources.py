"""Every source with all its captures: the page first, then the variants that steps add to it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial

from copydesk.capture.browser import BrowserStep
from copydesk.capture.fetch import Clock, Fetcher
from copydesk.capture.model import Capture, SourceCaptures
from copydesk.capture.raw.step import raw_step
from copydesk.config import CaptureLimits

__all__ = ["Progress", "Sources", "Step", "capture_everything", "opened"]

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
    async with opened(limits, clock) as sources:

        async def one(url: str) -> SourceCaptures:
            done = await sources.capture(url)
            if on_progress is not None:
                on_progress(done)
            return done

        return tuple(await asyncio.gather(*(one(url) for url in urls)))


class Sources:
    """Captures sources with their variants, within one set of limits; see :func:`opened`."""

    def __init__(self, fetcher: Fetcher, browser: BrowserStep) -> None:
        self._fetcher = fetcher
        self._browser = browser

    async def capture(self, url: str, *, shown: bool = False) -> SourceCaptures:
        """The page and what each step adds to it; never raises.

        Args:
            url: the cited address.
            shown: show it in a browser whatever the limits say of when to.
        """
        mode = "always" if shown else self._fetcher.limits.browser
        # In this order; each sees what the ones before added, and decides whether the source needs it.
        steps: tuple[Step, ...] = (raw_step, partial(self._browser, mode=mode))
        captures: tuple[Capture, ...] = (await self._fetcher.capture(url),)
        for step in steps:
            captures += await step(self._fetcher, captures)
        return SourceCaptures(url, captures)


@asynccontextmanager
async def opened(limits: CaptureLimits, clock: Clock) -> AsyncIterator[Sources]:
    """A :class:`Sources` with its connections and its browser, which end with the block.

    Raises:
        ConfigError: an entry of ``limits.resolve`` is no address.
    """
    fetcher = Fetcher(limits, clock)
    browser = BrowserStep()
    async with fetcher.client, browser:
        yield Sources(fetcher, browser)
