"""One article examined: what has changed since the last time is judged anew, and nothing raises."""

from __future__ import annotations

from dataclasses import dataclass

from copydesk.audit.archive import Archive, Unit
from copydesk.audit.journal import Keys
from copydesk.audit.row import Part, fail
from copydesk.errors import CopydeskError, LimitError

__all__ = ["NOTHING_KNOWN", "Done", "Task", "died", "examine"]

NOTHING_KNOWN: Keys = ("", "")


@dataclass(frozen=True, slots=True)
class Task:
    """An article, and what an earlier result of it depended on."""

    unit: Unit
    known: Keys = NOTHING_KNOWN


@dataclass(frozen=True, slots=True)
class Done:
    """The two halves of its result; ``None`` where what it depends on is as it was.

    ``keys`` are empty where the article could not be judged: the next audit tries again.
    """

    unit: Unit
    keys: Keys = NOTHING_KNOWN
    statements: Part | None = None
    evidence: Part | None = None


def examine(archive: Archive, task: Task) -> Done:
    """Judge one article, as far as it has changed; whatever is wrong with it is its result."""
    unit = task.unit
    if unit.problem[0]:
        return _failed(unit, *unit.problem, stray="yes")
    try:
        with archive.read(unit) as reading:
            keys = reading.keys
            return Done(
                unit,
                keys,
                None if keys[0] == task.known[0] else reading.statements(),
                None if keys[1] == task.known[1] else reading.evidence(),
            )
    except LimitError as error:
        return _failed(unit, "too-large", error.message)
    except CopydeskError as error:
        return _failed(unit, "unreadable", error.message)
    except Exception as error:  # noqa: BLE001 - one article's fault is that article's result
        said = f"Judging it failed: {type(error).__name__}. Please report it with the article."
        return _failed(unit, "fault", said)


def died(unit: Unit) -> Done:
    """The result of an article that took its process down."""
    said = "The process that judged it died, most likely for want of memory."
    return _failed(unit, "fault", said)


def _failed(unit: Unit, code: str, reason: str, stray: str = "no") -> Done:
    part = Part((fail("form", code, reason),), (("stray", stray),))
    return Done(unit, NOTHING_KNOWN, part, Part())
