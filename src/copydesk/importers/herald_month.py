"""Which files of one month belong to one story, by their names.

An article is ``<day>-<slug>.md``; its provenance record and its place (``article-meta``) have the
same name. A submission is ``<date>T<time>Z_<first 50 characters of the slug>.json``, its reviews
that name with ``_review`` and a number behind it, its captures' folder the slug alone. Where names
leave it open (two articles of one title, a slug that was changed later), what the records say
decides.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from copydesk.importers.herald_reading import review_round
from copydesk.importers.herald_records import StoryRef
from copydesk.importers.unfit import Unfit, UnfitKind

__all__ = ["KINDS", "MonthNames", "Peek", "stories_of_month"]

KINDS = ("articles", "submissions", "reviews", "provenance", "article-meta")
_SUFFIX = {"articles": ".md"}
# The submission's program cuts the slug here.
_SLUG_IN_NAME = 50


@dataclass(frozen=True, slots=True)
class MonthNames:
    """The file names of one month by kind of record, and the names of its capture folders."""

    month: str
    content: str
    files: Mapping[str, tuple[str, ...]]
    captures: tuple[str, ...]

    def path(self, kind: str, name: str) -> str:
        """The path of a file of that kind."""
        return f"{self.content}/{kind}/{self.month}/{name}"


class Peek(Protocol):
    """What records say of what they belong to; asked only where names leave it open. Empty where a
    record cannot be read.
    """

    def submission_hash(self, path: str) -> str:
        """The ``payload_hash`` of a submission, without its prefix."""

    def recorded_hash(self, path: str) -> str:
        """The ``submission_hash`` of a provenance record, without a prefix."""

    def captured_for(self, folder: str) -> str:
        """The path of the submission that the manifest in a folder of this month names."""


def stories_of_month(names: MonthNames, peek: Peek) -> Iterator[StoryRef | Unfit]:
    """The month's stories in the order of their names; then submissions of which no article came;
    then what belongs to no story. A story's ``captures`` is the name of its folder alone.
    """
    return _Matching(names, peek).run()


class _Matching:
    """One month's matching: what is there, and what is taken."""

    def __init__(self, names: MonthNames, peek: Peek) -> None:
        self._names = names
        self._peek = peek
        self._stems = {kind: set(_stems(kind, names.files.get(kind, ()))) for kind in KINDS}
        self._reviews: dict[str, list[str]] = defaultdict(list)
        self._earlier: dict[str, list[str]] = defaultdict(list)
        self._stray_reviews: list[str] = []
        for file in names.files.get("reviews", ()):
            self._file_review(file)
        self._folders = set(names.captures)
        # A record of an article that is gone is a story as well; a place on the site alone is none.
        self._articles = self._stems["articles"] | self._stems["provenance"]
        self._free = set(self._stems["submissions"])

    def _file_review(self, file: str) -> None:
        number = review_round(file)
        stem = file.rpartition("_review")[0]
        if number is None:
            self._stray_reviews.append(file)
        elif stem in self._stems["submissions"]:
            self._reviews[stem].append(file)
        else:
            self._earlier[_as_article(stem)[3:]].append(file)

    def run(self) -> Iterator[StoryRef | Unfit]:
        chosen = self._by_name()
        self._free.difference_update(chosen.values())
        self._by_hash(chosen)
        shared = self._shared_folders(chosen)
        self._settle_earlier(chosen)
        for name in sorted(self._articles):
            folder = shared.get(name, name[3:])
            yield self._story(name, chosen.get(name), folder)
        for stem in sorted(self._free):
            yield self._unpublished(stem)
        yield from self._left_over()

    def _settle_earlier(self, chosen: dict[str, str]) -> None:
        """Keep the reviews of submissions that are gone where one submission alone has their slug:
        it is the same text, handed in anew.
        """
        known = [*chosen.values(), *self._free]
        slugs = _grouped(known, lambda stem: _as_article(stem)[3:])
        for slug in sorted(self._earlier):
            if len(slugs.get(slug, ())) != 1:
                self._stray_reviews += self._earlier.pop(slug)

    def _by_name(self) -> dict[str, str]:
        """The submission of each article where the names fit one to one."""
        articles = _grouped(self._articles, lambda name: name[: 3 + _SLUG_IN_NAME])
        submissions = _grouped(self._free, _as_article)
        return {
            found[0]: submissions[key][0]
            for key, found in articles.items()
            if len(found) == 1 and len(submissions.get(key, ())) == 1
        }

    def _by_hash(self, chosen: dict[str, str]) -> None:
        """Let the provenance records decide for the articles that are left without a submission."""
        left = sorted((self._articles - set(chosen)) & self._stems["provenance"])
        if not left:
            return
        path = self._names.path
        stated = {
            self._peek.submission_hash(path("submissions", f"{stem}.json")): stem
            for stem in sorted(self._free, reverse=True)
        }
        stated.pop("", None)
        for name in left:
            recorded = self._peek.recorded_hash(path("provenance", f"{name}.json"))
            stem = stated.pop(recorded, None)
            if stem is not None:
                chosen[name] = stem
                self._free.discard(stem)

    def _shared_folders(self, chosen: dict[str, str]) -> dict[str, str]:
        """For articles of one title, which of them the folder of that title belongs to."""
        found: dict[str, str] = {}
        for slug, names in _grouped(self._articles, lambda name: name[3:]).items():
            if len(names) > 1 and slug in self._folders:
                named = self._peek.captured_for(slug)
                path = self._names.path
                for name in names:
                    mine = path("submissions", f"{chosen.get(name, '')}.json") == named
                    found[name] = slug if mine else ""
        return found

    def _story(self, name: str, submission: str | None, folder: str) -> StoryRef:
        held = folder in self._folders
        self._folders.discard(folder)
        return StoryRef(
            key=f"{self._names.month}/{name}",
            month=self._names.month,
            name=name,
            article=self._path("articles", name),
            provenance=self._path("provenance", name),
            meta=self._path("article-meta", name),
            submission=self._path("submissions", submission) if submission else None,
            reviews=self._reviews_of(submission),
            earlier_reviews=self._earlier_of(submission),
            captures=(folder,) if held else (),
        )

    def _unpublished(self, stem: str) -> StoryRef:
        """A submission of which no article came; its folder begins as its name ends."""
        slug = _as_article(stem)[3:]
        fitting = [name for name in self._folders if name[:_SLUG_IN_NAME] == slug]
        path = self._names.path("submissions", f"{stem}.json")
        mine = [name for name in sorted(fitting) if self._peek.captured_for(name) == path][:1]
        self._folders.difference_update(mine)
        return StoryRef(
            key=path,
            month=self._names.month,
            name=stem,
            submission=path,
            reviews=self._reviews_of(stem),
            earlier_reviews=self._earlier_of(stem),
            captures=tuple(mine),
        )

    def _reviews_of(self, stem: str | None) -> tuple[str, ...]:
        found = self._reviews.get(stem or "", [])
        ordered = sorted(found, key=lambda name: (review_round(name) or 0, name))
        return tuple(self._names.path("reviews", name) for name in ordered)

    def _earlier_of(self, stem: str | None) -> tuple[str, ...]:
        found = self._earlier.pop(_as_article(stem)[3:], []) if stem else []
        return tuple(self._names.path("reviews", name) for name in sorted(found))

    def _path(self, kind: str, stem: str) -> str | None:
        suffix = _SUFFIX.get(kind, ".json")
        return self._names.path(kind, f"{stem}{suffix}") if stem in self._stems[kind] else None

    def _left_over(self) -> Iterator[Unfit]:
        for file in sorted(self._stray_reviews):
            reason = "Its name is that of no submission of this month."
            yield Unfit(self._names.path("reviews", file), UnfitKind.NO_STORY, reason)
        for stem in sorted(self._stems["article-meta"] - self._articles):
            reason = "Its name is that of no article of this month."
            path = self._names.path("article-meta", f"{stem}.json")
            yield Unfit(path, UnfitKind.NO_STORY, reason)
        for kind in KINDS:
            for file in self._names.files.get(kind, ()):
                # A review's name has been looked at with its round.
                if kind != "reviews" and not file.endswith(_SUFFIX.get(kind, ".json")):
                    reason = "Its name does not end as such a record's does."
                    yield Unfit(self._names.path(kind, file), UnfitKind.NO_STORY, reason)
        for folder in sorted(self._folders):
            reason = "A folder of captures that no article or submission of this month has."
            yield Unfit(f"sources/{self._names.month}/{folder}", UnfitKind.NO_STORY, reason)


def _stems(kind: str, files: Iterable[str]) -> Iterator[str]:
    suffix = _SUFFIX.get(kind, ".json")
    return (name.removesuffix(suffix) for name in files if name.endswith(suffix))


def _as_article(stem: str) -> str:
    """The beginning of the article's name, ``<day>-<slug>``, from a submission's."""
    return f"{stem[8:10]}-{stem.partition('_')[2][:_SLUG_IN_NAME]}"


def _grouped(names: Iterable[str], key: Callable[[str], str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for name in sorted(names):
        found[key(name)].append(name)
    return found
