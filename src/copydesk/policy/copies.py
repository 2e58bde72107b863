"""Rules about copies of a web archive that are read in a page's place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from copydesk.evidence.model import ARCHIVE, EvidenceSource, Variant
from copydesk.policy.registry import Context, Hit, register
from copydesk.report import FieldName, Severity

_RATIONALE = (
    "A page changes. What an archive kept of it weeks before the article is perhaps not what the writer "
    "read, and a copy from after it may hold what was added since, even because of the article."
)


@register(
    "archive-copy-age",
    Severity.WARNING,
    statement="A web archive's copy that is read in a page's place is from about the article's date.",
    rationale=_RATIONALE,
    fix="Open the page itself and compare; or cite a source that can be captured.",
    bad="An article of 5 November, supported by a copy of 1 March",
    good="An article of 5 November, supported by a copy of 3 November",
    config=("archive_copy_days",),
)
def archive_copy_age(context: Context) -> Iterable[Hit]:
    """Copies of an unknown date, and those farther off than ``archive_copy_days``."""
    for copy in _copies(context):
        if copy.days is None:
            yield _hit(context, copy, f"{copy.named} of an unknown date.")
        elif abs(copy.days) > context.config.archive_copy_days:
            yield _hit(context, copy, f"{copy.named} of {copy.made}, {copy.age}.{copy.warning}")


@register(
    "archive-copy-near",
    Severity.NOTE,
    statement="For a source that was read in a web archive's copy of about the article's date, the copy's "
    "age is noted.",
    rationale="A reader of the record should know that it was not the page itself that was read, and how "
    f"far off the copy is. {_RATIONALE}",
    fix="Nothing needs to be done; where the page can be opened, a look at it settles the rest.",
    bad="A page that refuses to be captured, read in a copy of two days before",
    good="A page that was captured itself",
    config=("archive_copy_days",),
)
def archive_copy_near(context: Context) -> Iterable[Hit]:
    """Copies that are no farther off than ``archive_copy_days``."""
    for copy in _copies(context):
        if copy.days is not None and abs(copy.days) <= context.config.archive_copy_days:
            yield _hit(context, copy, f"{copy.named} of {copy.made}, {copy.age}.{copy.warning}")


@dataclass(frozen=True, slots=True)
class _Copy:
    """A copy that is read: of which source, when made, and how many days after the day that counts
    (negative: before); ``None`` where that is not known. ``day`` is that day in words.
    """

    source: int
    url: str
    sha256: str | None
    made: str
    days: int | None
    day: str

    @property
    def named(self) -> str:
        return f"Source {self.source} was read in a web archive’s copy"

    @property
    def age(self) -> str:
        days = self.days or 0
        if days == 0:
            return f"made on {self.day}"
        count = f"{abs(days):,} day{'' if abs(days) == 1 else 's'}"
        return f"made {count} {'after' if days > 0 else 'before'} {self.day}"

    @property
    def warning(self) -> str:
        if (self.days or 0) <= 0:
            return ""
        return " What it says may have been written after the article."


def _copies(context: Context) -> Iterator[_Copy]:
    listed = {source.id: source.url for source in context.article.front.sources}
    dated = _day(context.article.front.date)
    for source in context.sources:
        for own in _parts(source) if source.usable and source.id in listed else ():
            made, day, words = _day(own.archived_at), dated, "the article’s date"
            if day is None:
                day, words = _day(own.captured_at), "the capture, for the article has no date"
            days = (made - day).days if made and day else None
            said = made.isoformat() if made else ""
            yield _Copy(source.id, listed[source.id], own.sha256, said, days, words)


def _parts(source: EvidenceSource) -> list[Variant]:
    """The archive's copies among what the source is read from."""
    return [one for one in source.variants or (source.variant_at(0),) if one.role == ARCHIVE]


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


def _hit(context: Context, copy: _Copy, message: str) -> Hit:
    place = context.cited.get(copy.source, (FieldName.BODY, 0, 0))
    resting = tuple(
        one.id
        for one in context.specifics
        if any((e.source, e.sha256) == (copy.source, copy.sha256) for e in one.evidence)
    )
    days = context.config.archive_copy_days
    expected = f"at most {days} days from the article’s date"
    return Hit(*place, message, expected=expected, found=copy.url, specifics=resting)
