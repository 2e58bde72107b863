"""Every source with all its captures: the page first, then the variants that steps add to it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial

from copydesk.capture.archive.step import ArchiveStep
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
    dated: str = "",
) -> tuple[SourceCaptures, ...]:
    """Capture every URL with its variants.

    Args:
        urls: what to capture.
        limits: of each fetch, and which variants are made.
        clock: gives the time as statements hold it.
        on_progress: called with each source as it is done.
        dated: the article's date (``YYYY-MM-DD``), by which an archive's copy is chosen; empty for
            the day of the capture.

    Returns:
        One result for each URL, in order. A failure is a capture too; nothing raises for it.

    Raises:
        ConfigError: an entry of ``limits.resolve`` is no address.
    """
    return asyncio.run(_capture_all(urls, limits, clock, on_progress, dated))


async def _capture_all(
    urls: Sequence[str],
    limits: CaptureLimits,
    clock: Clock,
    on_progress: Progress | None,
    dated: str,
) -> tuple[SourceCaptures, ...]:
    async with opened(limits, clock, ArchiveStep(dated)) as sources:

        async def one(url: str) -> SourceCaptures:
            done = await sources.capture(url)
            if on_progress is not None:
                on_progress(done)
            return done

        return tuple(await asyncio.gather(*(one(url) for url in urls)))


class Sources:
    """Captures sources with their variants, within one set of limits; see :func:`opened`."""

    def __init__(self, fetcher: Fetcher, browser: BrowserStep, archive: ArchiveStep | None) -> None:
        self._fetcher = fetcher
        self._browser = browser
        self._archive = archive

    async def capture(self, url: str, *, shown: bool = False) -> SourceCaptures:
        """The page and what each step adds to it; never raises.

        Args:
            url: the cited address.
            shown: show it in a browser whatever the limits say of when to.
        """
        mode = "always" if shown else self._fetcher.limits.browser
        # In this order; each sees what the ones before added, and decides whether the source needs it.
        steps: tuple[Step, ...] = (raw_step, partial(self._browser, mode=mode))
        if self._archive is not None:
            steps += (self._archive,)
        captures: tuple[Capture, ...] = (await self._fetcher.capture(url),)
        for step in steps:
            captures += await step(self._fetcher, captures)
        return SourceCaptures(url, captures)


@asynccontextmanager
async def opened(
    limits: CaptureLimits, clock: Clock, archive: ArchiveStep | None = None
) -> AsyncIterator[Sources]:
    """A :class:`Sources` with its connections and its browser, which end with the block.

    Args:
        limits: of each fetch, and which variants are made.
        clock: gives the time as statements hold it.
        archive: asks an archive for what cannot be had; none where only the page itself is of interest.

    Raises:
        ConfigError: an entry of ``limits.resolve`` is no address.
    """
    fetcher = Fetcher(limits, clock)
    browser = BrowserStep()
    async with fetcher.client, browser:
        yield Sources(fetcher, browser, archive)
