"""The looks at an article's sources and the editor's answers to them, as files of the newsroom.

``watch/<source>-<n>.json`` beside the article is one look, ``watch/answer-<n>.json`` one answer. They
are the newsroom's own notes: written once, never overwritten, and not signed.
"""

from __future__ import annotations

import json
import re
from typing import Annotated, Literal, TypeVar

from pydantic import Field, ValidationError

from copydesk.errors import NewsroomError
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.store import Newsroom
from copydesk.provenance.fields import Count, Name, Text, Time, Words
from copydesk.provenance.parts import Model
from copydesk.provenance.source_set import CaptureEntry
from copydesk.report import FieldName
from copydesk.watch.model import AnchorState, Verdict

__all__ = [
    "Answer",
    "ChangeEntry",
    "Look",
    "read_answers",
    "read_looks",
    "write_answer",
    "write_look",
]

_LOOK = re.compile(r"([1-9][0-9]{0,5})-([1-9][0-9]{0,8})\.json")
_ANSWER = re.compile(r"answer-([1-9][0-9]{0,8})\.json")


class ChangeEntry(Model):
    """A specific whose words in the source are not as they were; see :class:`.watch.model.Change`."""

    specific: Count
    field: FieldName
    start: Count
    end: Count
    state: AnchorState
    said: Text
    says: Text
    was: Text
    now: Text
    note: Text = ""


class Look(Model):
    """One look at one source of one article.

    ``captures`` are those of the answer that the verdict rests on, ``beside`` those of the other
    answer where the source was asked twice. ``usable`` says whether the page could be read when the
    article was published, so that it is news that it cannot be now.
    """

    kind: Annotated[Literal["copydesk.watch/1"], Field(alias="schema")] = "copydesk.watch/1"
    source: Annotated[int, Field(ge=1)]
    url: Text
    at: Time
    verdict: Verdict
    reason: Text
    tries: Annotated[int, Field(ge=1)]
    usable: bool
    specifics: list[Count]
    changes: list[ChangeEntry]
    notices: list[Text]
    survival: Count | None = None
    captures: list[CaptureEntry]
    beside: list[CaptureEntry] = Field(default_factory=list)


class Answer(Model):
    """What an editor decided about looks (``<source>-<n>``): why nothing needs to be corrected, or
    by which statement it was.
    """

    kind: Annotated[Literal["copydesk.watch-answer/1"], Field(alias="schema")] = (
        "copydesk.watch-answer/1"
    )
    at: Time
    looks: Annotated[list[Name], Field(min_length=1)]
    note: Words
    statement: Name | None = None


M = TypeVar("M", Look, Answer)


def read_looks(room: Newsroom, paths: ArticlePaths) -> dict[int, dict[str, Look]]:
    """For each source its looks in order, by their names (``<source>-<n>``).

    Raises:
        NewsroomError: a file among them is damaged.
    """
    found: dict[int, dict[str, Look]] = {}
    for source, number, path in sorted(_numbered(room, paths, _LOOK)):
        look = _read(room, path, Look)
        found.setdefault(source, {})[f"{source}-{number}"] = look
    return found


def read_answers(room: Newsroom, paths: ArticlePaths) -> list[Answer]:
    """The editor's answers in order; raises as :func:`read_looks`."""
    names = sorted(_numbered(room, paths, _ANSWER))
    return [_read(room, path, Answer) for *_, path in names]


def write_look(room: Newsroom, paths: ArticlePaths, look: Look) -> str:
    """Write a look under the next number of its source and return its name."""
    with room.locked():
        taken = [n for source, n, _ in _numbered(room, paths, _LOOK) if source == look.source]
        name = f"{look.source}-{max(taken, default=0) + 1}"
        room.apply({f"{paths.watch}/{name}.json": _bytes(look)})
    return name


def write_answer(room: Newsroom, paths: ArticlePaths, answer: Answer) -> str:
    """Write an answer under the next number and return its path."""
    with room.locked():
        taken = [n for *_, n, _ in _numbered(room, paths, _ANSWER)]
        path = f"{paths.watch}/answer-{max(taken, default=0) + 1}.json"
        room.apply({path: _bytes(answer)})
    return path


def _numbered(
    room: Newsroom, paths: ArticlePaths, form: re.Pattern[str]
) -> list[tuple[int, int, str]]:
    """The files of that form: source (0 for an answer), number, path; other files are not ours."""
    start = f"{paths.watch}/"
    found = []
    for path in room.files.names(paths.watch):
        match = form.fullmatch(path.removeprefix(start))
        if match:
            groups = match.groups()
            found.append((int(groups[0]) if len(groups) > 1 else 0, int(groups[-1]), path))
    return found


def _read(room: Newsroom, path: str, model: type[M]) -> M:
    try:
        return model.model_validate_json(room.files.read(path) or b"")
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise NewsroomError(
            f"{path} cannot be read: {where}: {first['msg']}.",
            fix="Restore it from a backup, or delete it: the source is then due sooner.",
            location=path,
        ) from error


def _bytes(entry: Look | Answer) -> bytes:
    value = entry.model_dump(by_alias=True, exclude_none=True)
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True).encode() + b"\n"
