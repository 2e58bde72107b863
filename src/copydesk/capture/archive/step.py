"""The step that asks a web archive for a page which its own site did not give."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from copydesk.article.urls import host_of
from copydesk.capture.addresses import is_public, parse_literal
from copydesk.capture.archive.copy import TakenCopy, take
from copydesk.capture.archive.index import (
    NEAR_DAYS,
    Choice,
    Listed,
    ask_after,
    ask_before,
    choose,
    days_apart,
    read_listing,
)
from copydesk.capture.model import Capture, CaptureProblem, Outcome, Role

if TYPE_CHECKING:
    from copydesk.capture.fetch import Fetcher

__all__ = ["MAX_COPIES", "ArchiveStep", "needs_archive"]

MAX_COPIES = 3
"""Of one page that are fetched, where the first is itself a block, a teaser or another page."""

MAX_ANSWERS = 3
"""Of the index that are read for one side of a date, where it says that there is more."""

_UNREACHED = frozenset({"connect", "no-such-host", "tls", "timeout", "reset"})
_INTERNAL = (".local", ".localhost", ".internal", ".lan", ".home.arpa", ".corp", ".intranet")


def needs_archive(captures: tuple[Capture, ...]) -> bool:
    """Whether nothing that was captured of the source shows it whole.

    What Copydesk would not ask for (robots.txt, an address that is not public) is not asked for
    elsewhere either: that would be a way round.
    """
    if captures[0].outcome is Outcome.REFUSED:
        return False
    return not any(one.quality.usable and one.sha256 for one in captures)


class ArchiveStep:
    """A step of one run. It asks the archive one thing at a time, with a pause before each, and no
    more once the archive has said that it is too much, or does not answer.

    Args:
        dated: the article’s date, ``YYYY-MM-DD``; copies are compared with the day of the run where
            it is empty, no date, or still to come.
    """

    def __init__(self, dated: str = "") -> None:
        self._dated = dated
        self._turn = asyncio.Lock()
        self._asked = False
        self._stopped = ""

    async def __call__(
        self, fetcher: Fetcher, captures: tuple[Capture, ...]
    ) -> tuple[Capture, ...]:
        """The archive's copies to add to ``captures``, or why there is none."""
        page, limits = captures[0], fetcher.limits
        if limits.archive == "off" or not needs_archive(captures) or _is_private(fetcher, page.url):
            return ()
        async with self._turn:
            if self._stopped:
                return (_none(fetcher, page, "archive-not-asked", self._stopped),)
            return await self._copies(fetcher, page)

    async def _copies(self, fetcher: Fetcher, page: Capture) -> tuple[Capture, ...]:
        day, of = self._day(fetcher.clock())
        search = _Search(page.url, day, of)
        problem = await self._search(fetcher, search)
        if problem is not None:
            return (_none(fetcher, page, *problem),)
        choices = choose(search.found, day, of)
        if not choices:
            said = f"{host_of(fetcher.limits.archive_index)} lists no good copy of this page."
            return (_none(fetcher, page, "archive-no-copy", said),)
        made: list[Capture] = []
        for choice in choices[:MAX_COPIES]:
            if self._stopped:
                break
            made.append(await self._copy(fetcher, page, choice, search))
            if made[-1].quality.usable:
                break
        return tuple(made)

    def _day(self, now: str) -> tuple[date, str]:
        today = datetime.fromisoformat(now).astimezone(UTC).date()
        try:
            day = date.fromisoformat(self._dated[:10])
        except ValueError:
            return today, "the day of the capture"
        return (day, "the article’s date") if day <= today else (today, "the day of the capture")

    async def _search(self, fetcher: Fetcher, search: _Search) -> tuple[str, str] | None:
        """Fill ``search``; the code and sentence of a problem where the index gave no answer."""
        index = fetcher.limits.archive_index
        problem = await self._listed(fetcher, search, ask_before(index, search.url, search.day))
        if problem is not None or search.near:
            return problem
        for _ in range(MAX_ANSWERS):
            address = ask_after(index, search.url, search.day, search.resume)
            problem = await self._listed(fetcher, search, address)
            if problem is not None or not search.resume or search.after:
                break
        # What is known of the one side serves, whatever became of the other.
        return None if search.found else problem

    async def _listed(
        self, fetcher: Fetcher, search: _Search, address: str
    ) -> tuple[str, str] | None:
        answer = await self._ask(fetcher, address)
        name = host_of(address)
        if answer.outcome is not Outcome.STORED:
            return "archive-index", f"The index of {name} gave no answer: {answer.reason}"
        body = answer.body or b""
        if b"AccessControlException" in body[:4096]:
            return "archive-excluded", f"{name} gives out no copies of this page."
        if answer.status != 200:
            return "archive-index", f"The index of {name} answered HTTP {answer.status}."
        listing = await asyncio.to_thread(read_listing, body, search.url)
        if listing is None:
            return "archive-index", f"The index of {name} answered something that is no index."
        search.found += listing.copies
        search.resume = listing.resume
        return None

    async def _copy(
        self, fetcher: Fetcher, page: Capture, choice: Choice, search: _Search
    ) -> Capture:
        prefix = fetcher.limits.archive_replay.rstrip("/")
        address = f"{prefix}/{choice.copy.stamp}id_/{choice.copy.original}"
        answer = await self._ask(fetcher, address)
        taken = TakenCopy(
            page.url,
            address,
            prefix,
            choice,
            search.digests,
            search.day,
            search.of,
            fetcher.said_of(address),
        )
        return await asyncio.to_thread(take, answer, taken, fetcher.permissions.token)

    async def _ask(self, fetcher: Fetcher, address: str) -> Capture:
        if self._asked:
            await asyncio.sleep(fetcher.limits.archive_wait_seconds)
        self._asked = True
        answer = await fetcher.capture(address, role=Role.ARCHIVE)
        name = host_of(address)
        if answer.status == 429 and answer.outcome is Outcome.STORED:
            self._stopped = f"{name} was asked no more in this run: it allows no more requests."
        elif answer.problem is not None and answer.problem.code in _UNREACHED:
            self._stopped = f"{name} was asked no more in this run: {answer.reason}"
        return answer


@dataclass
class _Search:
    """What is being looked for, and what was found so far."""

    url: str
    day: date
    of: str
    found: tuple[Listed, ...] = ()
    resume: str = field(default="")

    @property
    def near(self) -> bool:
        """Whether there is a copy from shortly before, so that none from after is looked for."""
        return any(-NEAR_DAYS <= days_apart(one.stamp, self.day) <= 0 for one in self.found)

    @property
    def after(self) -> bool:
        """Whether there is a copy from after."""
        return any(days_apart(one.stamp, self.day) > 0 for one in self.found)

    @property
    def digests(self) -> dict[str, str]:
        """The digest of each copy, by its stamp."""
        return {one.stamp: one.digest for one in self.found}


def _is_private(fetcher: Fetcher, url: str) -> bool:
    """Whether ``url`` is nothing to tell an outside archive of: a host of the newsroom's own.

    An archive of the newsroom's own may be asked for everything.
    """
    limits = fetcher.limits
    own = {entry.lower().rpartition(":")[0] or entry.lower() for entry in limits.allow_hosts}
    own |= set(limits.allow_hosts) | set(fetcher.fixed)
    if host_of(limits.archive_index) in own:
        return False
    host = host_of(url)
    literal = parse_literal(host)
    if literal is not None:
        return not is_public(literal)
    return host in own or "." not in host or host.endswith(_INTERNAL)


def _none(fetcher: Fetcher, page: Capture, code: str, said: str) -> Capture:
    return replace(
        Capture(page.url, Outcome.FAILED, fetcher.clock(), page.client),
        role=Role.ARCHIVE,
        mark="no-answer",
        reason=said,
        problem=CaptureProblem(code, said),
    )
