"""A JSON object taken field by field: what is not as it must be becomes a value in a list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from copydesk.importers.unfit import Unfit, UnfitKind

__all__ = ["Fields"]

K = TypeVar("K", str, int, bool)

# A record with more findings against it than this is one finding: nobody reads on.
MAX_NOTES = 50
_NAMES: dict[type, str] = {str: "text", int: "number", bool: "true or false", dict: "object"}


@dataclass
class _Found:
    """What a record and all objects within it share."""

    unfit: list[Unfit] = field(default_factory=list)
    broken: bool = False


class Fields:
    """One object of a record. ``broken`` says that a field which the record must have is not there
    or of another type; ``unfit`` is shared with the objects within.
    """

    def __init__(
        self, value: Mapping[str, Any], path: str, where: str = "", found: _Found | None = None
    ) -> None:
        self.value = value
        self.path = path
        self._where = where
        self._found = found or _Found()
        self._taken: set[str] = set()

    @property
    def unfit(self) -> list[Unfit]:
        """Everything that does not fit, of the whole record."""
        return self._found.unfit

    @property
    def broken(self) -> bool:
        """Whether the record cannot be used."""
        return self._found.broken

    def note(self, name: str, reason: str, kind: UnfitKind = UnfitKind.FIELD) -> None:
        """List something about the field ``name``."""
        if len(self.unfit) < MAX_NOTES:
            self.unfit.append(Unfit(self.path, kind, f"{self._where}{name[:80]}: {reason}"))

    def known(self, *names: str) -> None:
        """Fields that are known and left in the file."""
        self._taken.update(names)

    def note_unknown(self) -> None:
        """List the fields that nothing has asked for."""
        for name in self.value:
            if name not in self._taken:
                self.note(name, "The field is not known; it is kept in the file only.")

    def text(self, name: str) -> str:
        """A text that must be there."""
        return str(self._must(name, str, ""))

    def integer(self, name: str) -> int:
        """A whole number that must be there."""
        return int(self._must(name, int, 0))

    def texts(self, name: str, limit: int) -> tuple[str, ...]:
        """A list of texts that must be there."""
        items: Any = self._must(name, list, [])
        if not all(isinstance(item, str) for item in items) or len(items) > limit:
            self._break(name, f"It is not a list of at most {limit:,} texts.")
            return ()
        return tuple(items)

    def inner(self, name: str) -> Fields:
        """An object that must be there."""
        return self._within(name, self._must(name, dict, {}))

    def optional(self, name: str, kind: type[K]) -> K | None:
        """A value that may be missing or null; one of another type is listed and left out."""
        self._taken.add(name)
        value = self.value.get(name)
        if value is None or _is(value, kind):
            return value
        self.note(name, f"It is not a {_NAMES[kind]}; left out.")
        return None

    def text_or_empty(self, name: str) -> str:
        """As :meth:`optional`, empty where there is none."""
        return self.optional(name, str) or ""

    def optional_texts(self, name: str, limit: int) -> tuple[str, ...]:
        """The texts of a list that may be missing; what is no text is listed and left out."""
        items = self._optional_list(name, limit)
        if not all(isinstance(item, str) for item in items):
            self.note(name, "Not everything in it is a text; the rest is left out.")
        return tuple(item for item in items if isinstance(item, str))

    def optional_inner(self, name: str) -> Fields | None:
        """An object that may be missing or null."""
        self._taken.add(name)
        value = self.value.get(name)
        if value is not None and not isinstance(value, dict):
            self.note(name, "It is not an object; left out.")
        return self._within(name, value) if isinstance(value, dict) else None

    def objects(self, name: str, limit: int) -> list[Fields]:
        """The objects of a list that may be missing; what is no object is listed and left out."""
        items = self._optional_list(name, limit)
        found = [
            self._within(f"{name}[{place}]", item)
            for place, item in enumerate(items)
            if isinstance(item, dict)
        ]
        if len(found) != len(items):
            self.note(name, "Not everything in it is an object; the rest is left out.")
        return found

    def flags(self, name: str) -> tuple[tuple[str, bool], ...]:
        """The booleans of an object that may be missing."""
        inner = self.optional_inner(name)
        if inner is None:
            return ()
        if not all(isinstance(value, bool) for value in inner.value.values()):
            self.note(name, "Not everything in it is true or false; the rest is left out.")
        return tuple((k, v) for k, v in inner.value.items() if isinstance(v, bool))

    def _optional_list(self, name: str, limit: int) -> list[Any]:
        self._taken.add(name)
        items = self.value.get(name)
        if items is not None and not isinstance(items, list):
            self.note(name, "It is not a list; left out.")
        if not isinstance(items, list):
            return []
        if len(items) > limit:
            self.note(name, f"It has {len(items):,} entries; the first {limit:,} are read.")
        return items[:limit]

    def _within(self, name: str, value: Mapping[str, Any]) -> Fields:
        return Fields(value, self.path, f"{self._where}{name}.", self._found)

    def _must(self, name: str, kind: type[Any], instead: Any) -> Any:
        self._taken.add(name)
        value = self.value.get(name)
        if name in self.value and _is(value, kind):
            return value
        found = "is missing" if name not in self.value else "is of another type"
        self._break(name, f"It {found}.")
        return instead

    def _break(self, name: str, reason: str) -> None:
        self._found.broken = True
        self.note(name, reason, UnfitKind.FORM)


def _is(value: Any, kind: type[Any]) -> bool:
    """Whether the value is of that type; a boolean is no number."""
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
