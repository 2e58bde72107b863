"""``copydesk verify --captures``: which bodies source sets, looks and imports name; all hashed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from copydesk.capture.store_audit import ObjectState, StoredObject, audit_store
from copydesk.errors import CopydeskError
from copydesk.newsroom.imported import read_imported_captures
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.looks import read_looks
from copydesk.newsroom.store import Newsroom
from copydesk.provenance.imported import ImportedCapture
from copydesk.provenance.reading import read_statement
from copydesk.provenance.source_set import CaptureEntry
from copydesk.provenance.statements import SourceSetPredicate

__all__ = ["CaptureAudit", "audit_captures"]


@dataclass(frozen=True, slots=True)
class CaptureAudit:
    """Every object, and the source sets and looks that could not be read (path, why)."""

    objects: tuple[StoredObject, ...]
    unread: tuple[tuple[str, str], ...]

    @property
    def ok(self) -> bool:
        """Nothing is wrong; what is missing is not wrong, but it is said."""
        return not self.unread and not any(each.state is ObjectState.WRONG for each in self.objects)

    def count(self, state: ObjectState) -> int:
        """How many objects are in that state."""
        return sum(each.state is state for each in self.objects)

    def as_json(self) -> dict[str, Any]:
        """For ``--format json``."""
        return {
            "ok": self.ok,
            "counts": {state.value: self.count(state) for state in ObjectState},
            "unnamed": sum(not each.named for each in self.objects),
            "unread": [{"path": path, "message": message} for path, message in self.unread],
            "objects": [each.as_json() for each in self.objects],
        }


def audit_captures(
    room: Newsroom,
    articles: Sequence[ArticlePaths] | None = None,
    *,
    on_progress: Callable[[int, int], None] | None = None,
) -> CaptureAudit:
    """Hash stored bodies again.

    Args:
        room: the newsroom.
        articles: whose bodies; by default all of the store, also what nothing names.
        on_progress: called with (done, all) after each object.
    """
    named: dict[str, set[int]] = {}
    unread = []
    for paths in room.articles() if articles is None else articles:
        for path in room.files.names(paths.prov):
            # Those of earlier rounds as well: what they name is evidence of what was reviewed.
            if not path.endswith("/source-set.dsse.json"):
                continue
            try:
                signed = read_statement(room.files, path, SourceSetPredicate, None)
            except CopydeskError as error:
                unread.append((path, error.message))
                continue
            if signed is not None:
                _add(named, [one for each in signed.predicate.sources for one in each.captures])
        try:
            _add(named, read_imported_captures(room, paths))
        except CopydeskError as error:
            unread.append((paths.folder, error.message))
        try:
            looks = [look for each in read_looks(room, paths).values() for look in each.values()]
        except CopydeskError as error:
            unread.append((paths.watch, error.message))
            continue
        _add(named, [one for look in looks for one in (*look.captures, *look.beside)])
    objects = audit_store(
        room.root, named, only_named=articles is not None, on_progress=on_progress
    )
    return CaptureAudit(tuple(objects), tuple(unread))


def _add(named: dict[str, set[int]], captures: Iterable[CaptureEntry | ImportedCapture]) -> None:
    for capture in captures:
        if capture.sha256 is not None:
            named.setdefault(capture.sha256, set()).add(capture.size or 0)
