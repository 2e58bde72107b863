"""Which sources of which published articles are to be looked at again, and when."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from copydesk.config import WatchPlan
from copydesk.errors import CopydeskError, VerificationError
from copydesk.newsroom.common import is_published, read_text
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.looks import Answer, Look, read_answers, read_looks
from copydesk.newsroom.store import Newsroom
from copydesk.press.signed_trace import signed_trace
from copydesk.provenance.checks import CheckState
from copydesk.provenance.context import Context
from copydesk.provenance.source_set import SourceEntry
from copydesk.provenance.verify import load_record
from copydesk.report import Specific
from copydesk.watch.anchored import anchors_of
from copydesk.watch.model import Anchor, Verdict
from copydesk.watch.schedule import LastLook, moment, next_due

__all__ = [
    "NOT_PUBLISHED",
    "Turn",
    "Watched",
    "days_without_host",
    "plan_turns",
    "watched_articles",
]

NOT_PUBLISHED = "it is not published, or it is withdrawn"


@dataclass(frozen=True)
class Watched:
    """A published article whose record verifies: what its trace rests on, and the looks so far."""

    paths: ArticlePaths
    published: datetime
    plan: WatchPlan
    sources: tuple[SourceEntry, ...]
    specifics: dict[int, Specific]
    anchors: dict[int, dict[str, list[Anchor]]]
    looks: dict[int, dict[str, Look]]
    answers: list[Answer]
    corrections: tuple[str, ...]
    """The names of its corrections that are logged (``correction-1``)."""

    def elsewhere(self, source: int) -> dict[int, set[int]]:
        """For each specific the sources, but for that one, that bear it out."""
        found: dict[int, set[int]] = defaultdict(set)
        for other, captures in self.anchors.items():
            for anchors in captures.values():
                for anchor in anchors:
                    if other != source:
                        found[anchor.specific].add(other)
        return found


@dataclass(frozen=True)
class Turn:
    """One source of one article; ``due`` is in the past where it is due now, ``None`` where it never
    is again.
    """

    article: Watched
    source: SourceEntry
    due: datetime | None

    @property
    def looks(self) -> list[Look]:
        """The looks at it so far, in order."""
        return list(self.article.looks.get(self.source.id, {}).values())


def watched_articles(
    room: Newsroom, chosen: Sequence[ArticlePaths] | None = None
) -> tuple[list[Watched], list[tuple[str, str]]]:
    """The articles to watch, and the folders of those that cannot be, each with the reason.

    Args:
        room: the newsroom.
        chosen: which articles; by default every published one that is not withdrawn.
    """
    context = Context(room.files)
    found, left_out = [], []
    for paths in room.articles() if chosen is None else chosen:
        if not is_published(room, paths) or room.files.read(paths.statement("withdrawal")):
            if chosen is not None:
                left_out.append((paths.folder, NOT_PUBLISHED))
            continue
        try:
            found.append(_watched(room, paths, context))
        except CopydeskError as error:
            left_out.append((paths.folder, error.message))
    return found, left_out


def _watched(room: Newsroom, paths: ArticlePaths, context: Context) -> Watched:
    record = load_record(room.files, paths.month, paths.slug, context=context)
    failed = [check for check in record.verification.checks if check.state is CheckState.FAIL]
    if failed or record.publication is None or record.source_set is None or record.trace is None:
        why = failed[0].reason if failed else "a statement of it is missing."
        raise VerificationError(
            f"Its record does not verify: {why}", fix=f"`copydesk verify {paths.slug}` says more."
        )
    specifics = signed_trace(record).specifics
    _, article = read_text(room, paths)
    return Watched(
        paths=paths,
        published=moment(record.publication.predicate.publishedAt),
        plan=room.config.watch.plan(article.front.category),
        sources=tuple(record.source_set.predicate.sources),
        specifics={one.id: one for one in specifics},
        anchors=anchors_of(specifics),
        looks=read_looks(room, paths),
        answers=read_answers(room, paths),
        corrections=tuple(one.name for one in record.corrections),
    )


def plan_turns(articles: Sequence[Watched]) -> list[Turn]:
    """Every source of the articles with when it is due, the longest overdue first."""
    turns = [
        Turn(article, source, next_due(article.plan, article.published, _last(article, source.id)))
        for article in articles
        for source in article.sources
    ]
    # What never is due again comes last.
    return sorted(turns, key=lambda turn: (turn.due is None, turn.due or turn.article.published))


def _last(article: Watched, source: int) -> LastLook | None:
    looks = list(article.looks.get(source, {}).values())
    if not looks:
        return None
    failures = 0
    for look in reversed(looks):
        if look.verdict is not Verdict.UNREACHABLE:
            break
        failures += 1
    return LastLook(moment(looks[-1].at), looks[-1].verdict, failures)


def days_without_host(looks: Sequence[Look], today: str) -> int:
    """On how many days in a row, ``today`` (a time as statements hold it) counted, the source's host
    did not exist.
    """
    days = {today[:10]}
    for look in reversed(looks):
        problem = look.captures[0].problem if look.captures else None
        if problem is None or problem.code != "no-such-host":
            break
        days.add(look.at[:10])
    return len(days)
