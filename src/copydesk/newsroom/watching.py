"""Looks at the sources of published articles again, many at once; each look is written when it is made."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from filelock import FileLock, Timeout

from copydesk.article import SourceRef
from copydesk.article.urls import host_of
from copydesk.capture.entry import to_entry
from copydesk.capture.model import SourceCaptures
from copydesk.capture.sources import Sources, opened
from copydesk.capture.store import store_body
from copydesk.errors import CopydeskError, EvidenceError, TransientError
from copydesk.evidence.model import ARCHIVE, EvidenceSource
from copydesk.evidence.variants import joined
from copydesk.newsroom.common import Clock
from copydesk.newsroom.evidence import read_captures
from copydesk.newsroom.looks import ChangeEntry, Look, write_look
from copydesk.newsroom.own_addresses import own_addresses
from copydesk.newsroom.store import Newsroom
from copydesk.newsroom.transaction import DESK
from copydesk.newsroom.watch_plan import Turn, days_without_host
from copydesk.provenance.source_set import CaptureEntry
from copydesk.report import Quality
from copydesk.watch.compare import compare
from copydesk.watch.model import ALARMS, Anchor, Comparison, Kept, Seen, Verdict, better

__all__ = ["Fault", "Looked", "alone", "look_again"]

MAX_OPEN = 32
"""Sources whose captures may be in memory at once."""

_SHOWN_IN_BROWSER = frozenset({"rendered-dom", "visible-text"})
# A page that says something, if only that it is another one.
_ANSWERS = frozenset({Quality.WRONG_PAGE, Quality.EMPTY, Quality.MISSING})
_ANSWERED = frozenset({200, 201, 202, 203, 404, 410})


@dataclass(frozen=True, slots=True)
class Looked:
    """A look that was made and written under ``name`` (``<source>-<n>``)."""

    turn: Turn
    name: str
    look: Look
    made: Comparison


@dataclass(frozen=True, slots=True)
class Fault:
    """A source that could not be compared: nothing was written, and it stays due."""

    turn: Turn
    message: str


@dataclass(frozen=True, slots=True)
class _Asked:
    """One answer of a source, compared for one article."""

    entries: list[CaptureEntry]
    made: Comparison
    usable: bool


def look_again(
    room: Newsroom,
    turns: Sequence[Turn],
    clock: Clock,
    on_done: Callable[[Looked | Fault], None] | None = None,
) -> list[Looked | Fault]:
    """Look at each source again; a source that several articles cite is asked once for all.

    Args:
        room: the newsroom.
        turns: the sources of the articles, those to be asked first in front.
        clock: gives the time of a look.
        on_done: called with each result when it is written.

    Returns:
        The results, in the order in which they came.

    Raises:
        NewsroomError: the disk refuses. What was written before stays.
    """
    return asyncio.run(_look_at_all(room, turns, clock, on_done or (lambda _: None)))


@contextmanager
def alone(room: Newsroom) -> Iterator[None]:
    """Hold the one place of a run, from before it is seen what is due: nothing is looked at twice.

    Raises:
        TransientError: another run is under way in this newsroom.
    """
    folder = room.root / DESK
    folder.mkdir(exist_ok=True)
    try:
        with FileLock(folder / "watch.lock", timeout=0):
            yield
    except Timeout as error:
        raise TransientError(
            "Another `copydesk watch` is under way in this newsroom.",
            fix="Wait for it to end; what it has not looked at stays due.",
            location=str(room.root),
        ) from error


async def _look_at_all(
    room: Newsroom,
    turns: Sequence[Turn],
    clock: Clock,
    on_done: Callable[[Looked | Fault], None],
) -> list[Looked | Fault]:
    by_url: dict[str, list[Turn]] = {}
    for turn in turns:
        by_url.setdefault(turn.source.url, []).append(turn)
    done: list[Looked | Fault] = []

    async def one(sources: Sources, url: str, wanted: list[Turn]) -> None:
        for result in await run.look(sources, url, wanted):
            done.append(result)
            on_done(result)

    run = _Run(room)
    async with opened(room.config.capture, clock) as sources:
        await asyncio.gather(*(one(sources, url, wanted) for url, wanted in by_url.items()))
    return done


class _Run:
    """One run: asks, compares, asks again before it cries, writes."""

    def __init__(self, room: Newsroom) -> None:
        self._room = room
        self._own = own_addresses()
        # One page at a time is compared and written, beside the asking.
        self._desk = asyncio.Lock()
        self._open = asyncio.Semaphore(MAX_OPEN)
        # A host's own turn comes first: its queue must not hold the places of the others.
        per_host = room.config.capture.per_host
        self._hosts: dict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(per_host))

    async def look(self, sources: Sources, url: str, turns: list[Turn]) -> list[Looked | Fault]:
        """Look at one source, for each article that cites it."""
        shown = any(
            capture.role in _SHOWN_IN_BROWSER and capture.outcome == "stored"
            for turn in turns
            for capture in turn.source.captures
        )
        first = await self._ask(sources, url, turns, shown=shown)
        second: list[_Asked | Fault] = []
        if any(isinstance(one, _Asked) and one.made.verdict in ALARMS for one in first):
            await asyncio.sleep(self._room.config.watch.confirm_seconds)
            second = await self._ask(sources, url, turns, shown=shown)
        async with self._desk:
            return await asyncio.to_thread(self._write, turns, first, second)

    async def _ask(
        self, sources: Sources, url: str, turns: list[Turn], *, shown: bool
    ) -> list[_Asked | Fault]:
        async with self._hosts[host_of(url)], self._open:
            captures = await sources.capture(url, shown=shown)
            async with self._desk:
                return await asyncio.to_thread(self._compare, turns, captures)

    def _compare(self, turns: list[Turn], captures: SourceCaptures) -> list[_Asked | Fault]:
        for capture in captures.captures:
            if capture.body is not None:
                store_body(self._room.root, capture.body)
        entries = [to_entry(capture, self._own) for capture in captures.captures]
        return [self._compared(turn, entries) for turn in turns]

    def _compared(self, turn: Turn, entries: list[CaptureEntry]) -> _Asked | Fault:
        try:
            return _compared(self._room, turn, entries)
        except CopydeskError as error:
            return Fault(turn, error.message)
        except Exception as error:  # noqa: BLE001 - one page must not keep the others from being looked at
            return Fault(turn, f"A fault of Copydesk: {type(error).__name__}: {error}"[:300])

    def _write(
        self, turns: list[Turn], first: list[_Asked | Fault], second: list[_Asked | Fault]
    ) -> list[Looked | Fault]:
        found: list[Looked | Fault] = []
        for turn, *asked in zip(turns, first, *([second] if second else []), strict=True):
            fault = next((one for one in asked if isinstance(one, Fault)), None)
            if fault is not None:
                found.append(fault)
                continue
            answers = [one for one in asked if isinstance(one, _Asked)]
            look, made = _look(turn, answers)
            found.append(Looked(turn, write_look(self._room, turn.article.paths, look), look, made))
        return found


def _look(turn: Turn, answers: list[_Asked]) -> tuple[Look, Comparison]:
    """The look that the better of a source's answers is: an alarm counts if it is found twice."""
    best = answers[-1]
    if better(answers[0].made.verdict, best.made.verdict):
        best = answers[0]
    made = best.made
    beside = [entry for one in answers if one is not best for entry in one.entries]
    look = Look(
        source=turn.source.id,
        url=turn.source.url,
        at=best.entries[0].retrievedAt,
        verdict=made.verdict,
        reason=made.reason,
        tries=len(answers),
        usable=best.usable,
        specifics=list(made.specifics),
        changes=[
            ChangeEntry(
                specific=one.specific, field=one.field, start=one.start, end=one.end,
                state=one.state, said=one.said, says=one.says, was=one.was, now=one.now,
                note=one.note,
            )
            for one in made.changes
        ],
        notices=list(made.notices),
        survival=made.survival,
        captures=best.entries,
        beside=beside,
    )  # fmt: skip
    return look, made


def _compared(room: Newsroom, turn: Turn, entries: list[CaptureEntry]) -> _Asked:
    ref = SourceRef(turn.source.id, turn.source.url)
    kept, old = _kept(room, ref, turn.source.captures)
    had = {_family(entry.role) for entry in entries if _says_something(entry)}
    roles = {entry.sha256: entry.role for entry in turn.source.captures}
    anchors: list[Anchor] = [
        replace(
            anchor,
            at=anchor.at + (old.start_of(sha256) if old is not None else 0),
            had=_family(roles.get(sha256, "page")) in had,
        )
        for sha256, found in turn.article.anchors.get(turn.source.id, {}).items()
        for anchor in found
    ]
    made = compare(kept, anchors, _seen(room, ref, turn, entries, had))
    # Of a page that an archive's copy stood in for, it is no news that it is not there.
    stood_in = old is not None and old.role == ARCHIVE
    no_news = stood_in and made.verdict in {Verdict.GONE, Verdict.REPLACED}
    return _Asked(entries, made, kept.quality.legible and not no_news)


def _kept(
    room: Newsroom, ref: SourceRef, entries: Sequence[CaptureEntry]
) -> tuple[Kept, EvidenceSource | None]:
    """What the article was published with; without its text where a stored body is not at hand."""
    try:
        read = read_captures(room, ref, entries)
    except EvidenceError:
        legible = [entry for entry in entries if Quality(entry.quality).legible]
        return Kept(frozenset(), Quality((legible or list(entries))[0].quality), None), None
    old = joined(read)
    digests = frozenset(one.sha256 for one in read if one.sha256 is not None)
    return Kept(digests, old.quality, old.text), old


def _seen(
    room: Newsroom, ref: SourceRef, turn: Turn, entries: list[CaptureEntry], had: set[str]
) -> Seen:
    # An archive's copy says nothing of what the source says now.
    own = [entry for entry in entries if entry.role != ARCHIVE]
    read = read_captures(room, ref, own)
    new = joined(read)
    chosen = next((entry for entry in own if entry.sha256 == new.sha256), own[0])
    missing = [entry for entry in own if _family(entry.role) not in had]
    return Seen(
        stored=chosen.outcome == "stored",
        status=chosen.status,
        quality=new.quality,
        reason=chosen.reason or "",
        problem=chosen.problem.code if chosen.problem else "",
        digests=frozenset(one.sha256 for one in read if one.sha256 is not None),
        text=new.text if chosen.outcome == "stored" else None,
        days_without_host=days_without_host(turn.looks, chosen.retrievedAt),
        not_had=(missing[0].reason or "") if missing else "",
    )


def _family(role: str) -> str:
    """What shows the page is one witness in several forms; raw data is another."""
    return "raw" if role == "raw" else "shown"


def _says_something(entry: CaptureEntry) -> bool:
    quality = Quality(entry.quality)
    return entry.outcome == "stored" and (
        quality.legible or (quality in _ANSWERS and entry.status in _ANSWERED)
    )
