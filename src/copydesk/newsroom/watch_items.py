"""What waits for the editor: sources that no longer say what an article rests on, until answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from copydesk.errors import ConflictError, UsageError
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.looks import Answer, Look, read_answers, read_looks, write_answer
from copydesk.newsroom.store import Newsroom
from copydesk.watch.model import ALARMS, AnchorState, Verdict

__all__ = ["Item", "items_of", "needs_editor", "open_items", "settle"]

_SAYS_NOTHING = frozenset({Verdict.BLOCKED, Verdict.UNREACHABLE})


@dataclass(frozen=True, slots=True)
class Item:
    """A change that needs an editor. ``look`` is the first that found it, ``seen`` the newest that
    found the same. ``waiting``: the correction that answers it has no second signature yet.
    """

    name: str
    look: Look
    seen: Look
    state: Literal["open", "waiting", "answered"]
    answer: Answer | None = None


def needs_editor(look: Look) -> bool:
    """Whether the look found what an editor has to know: evidence lost, or a notice of correction.

    A source that could not be read when the article was published is nobody's evidence.
    """
    return bool(look.notices) or (look.usable and look.verdict in ALARMS)


def items_of(
    looks: dict[int, dict[str, Look]], answers: Sequence[Answer], statements: Sequence[str]
) -> list[Item]:
    """The items of one article, by source; what a later look found restored is none any more.

    Args:
        looks: for each source its looks in order, by name.
        answers: what editors have answered.
        statements: the names of the article's statements that are logged (``correction-1``).
    """
    answered = {name: answer for answer in answers for name in answer.looks}
    found = []
    for of_source in looks.values():
        first: tuple[str, Look] | None = None
        seen: Look | None = None
        for name, look in of_source.items():
            if look.verdict in _SAYS_NOTHING:
                continue
            if not needs_editor(look):
                first = None
                continue
            if first is None or _mark(first[1]) != _mark(look):
                first = (name, look)
            seen = look
        if first is not None and seen is not None:
            answer = answered.get(first[0])
            found.append(Item(*first, seen, _state(answer, statements), answer))
    return found


def _mark(look: Look) -> tuple[object, ...]:
    """What makes two looks the same news: what was lost and what stands in its place."""
    lost = [
        (one.specific, one.state, one.says)
        for one in look.changes
        if look.verdict is Verdict.ANCHORS_LOST and one.state is not AnchorState.REWORDED
    ]
    return look.verdict if look.verdict in ALARMS else "", tuple(lost), tuple(look.notices)


def _state(
    answer: Answer | None, statements: Sequence[str]
) -> Literal["open", "waiting", "answered"]:
    if answer is None:
        return "open"
    return "answered" if answer.statement in {None, *statements} else "waiting"


def settle(
    room: Newsroom,
    paths: ArticlePaths,
    sources: Sequence[int],
    *,
    note: str,
    now: str,
    statement: str | None = None,
) -> list[Item]:
    """Answer the open items of those sources.

    Args:
        room: the newsroom.
        paths: the article.
        sources: the numbers of its sources; none means all that have an open item.
        note: why nothing needs to be corrected, or how it was.
        now: the time.
        statement: the correction that answers them, where one does.

    Raises:
        UsageError: the note is empty.
        ConflictError: as for :func:`open_items`.
    """
    if not note.strip():
        raise UsageError("An answer needs a note.", fix="Say why with --note.")
    chosen = open_items(room, paths, sources)
    looks = [item.name for item in chosen]
    write_answer(room, paths, Answer(at=now, looks=looks, note=note.strip(), statement=statement))
    return chosen


def open_items(room: Newsroom, paths: ArticlePaths, sources: Sequence[int]) -> list[Item]:
    """The items of those sources (of all where none is named) that nobody has answered.

    Raises:
        ConflictError: one of the sources has none, or no source has.
    """
    items = items_of(read_looks(room, paths), read_answers(room, paths), [])
    found = [item for item in items if item.state == "open"]
    chosen = [item for item in found if not sources or item.look.source in sources]
    without = sorted(set(sources) - {item.look.source for item in chosen})
    if without or not chosen:
        which = f"Source {without[0]}" if without else "No source"
        raise ConflictError(
            f"{which} of {paths.folder} {'has nothing' if without else 'has anything'} that waits "
            "for an editor.",
            fix="`copydesk watch --list` shows what does.",
        )
    return chosen
