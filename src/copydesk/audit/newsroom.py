"""A newsroom as an archive: every article that lies there or that its signed state lists."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from copydesk.article import Article, read_article, read_head
from copydesk.article.urls import host_of
from copydesk.audit.archive import Options, Unit, digest_of, engine_digest
from copydesk.audit.evidence import (
    STORED,
    body_outcome,
    source_outcome,
    untraced_outcomes,
    with_outcomes,
    with_report,
)
from copydesk.audit.row import Counts, Part, absent, counted, fail
from copydesk.audit.verified import outcomes_of
from copydesk.capture.store_audit import audit_object
from copydesk.config import policy_digest
from copydesk.errors import CopydeskError
from copydesk.evidence.variants import joined
from copydesk.newsroom.checking import check
from copydesk.newsroom.evidence import read_captures
from copydesk.newsroom.layout import article_paths
from copydesk.newsroom.run_files import RunFiles
from copydesk.newsroom.store import DirectoryFiles, Newsroom
from copydesk.provenance.context import Context
from copydesk.provenance.heads import HEADS, parse_heads
from copydesk.provenance.reading import ArticleFiles, read_statement
from copydesk.provenance.source_set import CaptureEntry
from copydesk.provenance.statements import SourceSetPredicate
from copydesk.provenance.verify import read_and_verify

__all__ = ["NewsroomArchive"]

_SHARED = ("keys", "state")
_PUBLIC = ("publication", "withdrawal")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


class NewsroomArchive:
    """A newsroom, opened for reading; what its articles share is read and verified once.

    Raises:
        NewsroomError, ConfigError: it is not a newsroom, or its configuration is wrong.
    """

    kind = "newsroom"

    def __init__(self, root: Path, options: Options) -> None:
        self.options = options
        self.room = Newsroom.for_reading(root)
        self.files = RunFiles(DirectoryFiles(self.room.root), captures=False)
        self.lists = self.room.lists()
        self.policy = policy_digest(self.room.config, self.room.list_bytes())

    @cached_property
    def context(self) -> Context:
        """The keyring, the log and the site-state."""
        return Context(self.files)

    @cached_property
    def shared(self) -> str:
        """A digest of all that every article's statements are verified against."""
        trust = self.options.trust
        parts = [repr((trust.pin, trust.tsa_roots, trust.witness_policy)).encode()]
        for name in [
            *(n for folder in _SHARED for n in self.files.names(folder)),
            "log/checkpoint",
        ]:
            parts += [name.encode(), self._bytes(name)]
        return digest_of([engine_digest().encode(), *parts])

    def units(self, since: str) -> Iterator[Unit]:
        """As :meth:`Archive.units`. An article that the signed state lists and that has no folder is
        one too; so is whatever lies in an article's place without being one.
        """
        listed: dict[str, set[str]] = {}
        for path in self.listed:
            listed.setdefault(path.rsplit("/", 1)[0], set()).add(path)
        months = {f"articles/{name}" for name in _entries(self.room.root / "articles")}
        for month in sorted(months | set(listed)):
            if since and month < f"articles/{since[:7]}":
                continue
            first = len(since) > 7 and month == f"articles/{since[:7]}"
            inside = {f"{month}/{name}" for name in _entries(self.room.root / month)}
            for path in sorted(inside | listed.get(month, set())) or [month]:
                if not first or not self._before(path, since):
                    yield self._unit(path)

    def _before(self, path: str, day: str) -> bool:
        """Whether the article says that it is of an earlier day."""
        try:
            front, _ = read_head(self.room.files.read(f"{path}/article.md") or b"", path)
        except CopydeskError:
            return False
        return "" < _day(front.date) < day

    def read(self, unit: Unit) -> NewsroomReading:
        """As :meth:`Archive.read`."""
        return NewsroomReading(self, unit)

    def _unit(self, path: str) -> Unit:
        slug = path.rsplit("/", 1)[-1]
        if (self.room.root / path).is_symlink():
            return Unit(path, slug, ("link", "A link stands in the place of an article's folder."))
        if article_paths(f"{path}/article.md") is None:
            said = "Its name is not that of a month or of an article's folder."
            return Unit(path, slug, ("bad-name", said))
        return Unit(path, slug)

    @cached_property
    def listed(self) -> frozenset[str]:
        """The articles that the newsroom's signed state lists."""
        try:
            data = self.files.read(HEADS)
            names = [] if data is None else [head.article for head in parse_heads(data)]
        except CopydeskError:
            return frozenset()  # every article's check of the state says what is wrong with it
        return frozenset(name for name in names if article_paths(f"{name}/article.md") is not None)

    def _bytes(self, path: str) -> bytes:
        try:
            data = self.files.read(path)
        except CopydeskError as error:
            return f"!{error.message}".encode("utf-8", "replace")
        return b"-" if data is None else b"+" + data


def _entries(path: Path) -> set[str]:
    """The names in a folder, links and files among them; hidden files are none of ours."""
    if path.is_symlink():
        return set()
    try:
        with os.scandir(path) as entries:
            return {entry.name for entry in entries if not entry.name.startswith(".")}
    except OSError:
        return set()


class _Held:
    """The files of one article, read once; the rest of the newsroom is read through."""

    def __init__(self, archive: NewsroomArchive, folder: str) -> None:
        self._base, self._folder = archive.files, f"{folder}/"
        self.data: dict[str, bytes | CopydeskError | None] = {}
        self._names = sorted(archive.files.names(folder))

    def read(self, path: str) -> bytes | None:
        """As :meth:`Files.read`."""
        if not path.startswith(self._folder):
            return self._base.read(path)
        if path not in self.data:
            try:
                self.data[path] = self._base.read(path)
            except CopydeskError as error:
                self.data[path] = error
        found = self.data[path]
        if isinstance(found, CopydeskError):
            raise found
        return found

    def names(self, prefix: str) -> list[str]:
        """As :meth:`Files.names`."""
        if f"{prefix}/".startswith(self._folder):
            return [name for name in self._names if name.startswith(f"{prefix}/")]
        return list(self._base.names(prefix))

    def parts(self) -> Iterator[bytes]:
        """Names and bytes of all files."""
        for name in self._names:
            yield name.encode("utf-8", "surrogateescape")
            try:
                yield b"+" + (self.read(name) or b"")
            except CopydeskError as error:
                yield f"!{error.code}".encode()


class NewsroomReading:
    """One article of a newsroom."""

    def __init__(self, archive: NewsroomArchive, unit: Unit) -> None:
        self.archive, self.unit = archive, unit
        self.files = _Held(archive, unit.id)

    @cached_property
    def keys(self) -> tuple[str, str]:
        """As :attr:`Reading.keys`."""
        statements = digest_of([self.archive.shared.encode(), *self.files.parts()])
        options = f"{self.archive.policy} {self.archive.options.trace}"
        evidence = digest_of([engine_digest().encode(), options.encode(), *self._evidence_parts()])
        return statements, evidence

    def _evidence_parts(self) -> Iterator[bytes]:
        for name in ("article.md", "prov/source-set.dsse.json"):
            try:
                yield b"+" + (self.files.read(f"{self.unit.id}/{name}") or b"")
            except CopydeskError as error:
                yield f"!{error.code}".encode()
        for sha256 in sorted(self._sizes):
            try:
                packed = self.archive.room.files.read(f"captures/sha256/{sha256[:2]}/{sha256}.zst")
                yield b"-" if packed is None else b"+" + packed
            except CopydeskError as error:
                yield f"!{error.code}".encode()

    # -- statements -------------------------------------------------------------------------------

    def statements(self) -> Part:
        """As :meth:`Reading.statements`."""
        month, slug = self.unit.id.split("/")[1:3]
        context = self.archive.context
        trust = self.archive.options.trust
        found, verification = read_and_verify(context, month, slug, trust=trust, files=self.files)
        names = self.files.names(f"{self.unit.id}/prov")
        public = any(f"{self.unit.id}/prov/{name}.dsse.json" in names for name in _PUBLIC)
        listed = self.unit.id in self.archive.listed
        outcomes = {one.check: one for one in outcomes_of(verification.checks)}
        if listed and not public:
            said = "The newsroom's signed state lists the article; its publication is not here."
            outcomes["form"] = fail("form", "gone", said)
        facts = {"published": "yes" if public or listed else "no", **_facts(found)}
        return Part(outcomes=tuple(outcomes.values()), facts=tuple(sorted(facts.items())))

    # -- evidence ---------------------------------------------------------------------------------

    @cached_property
    def _source_set(self) -> SourceSetPredicate | None:
        try:
            path = f"{self.unit.id}/prov/source-set.dsse.json"
            signed = read_statement(self.files, path, SourceSetPredicate, None)
        except CopydeskError:
            return None  # the check of its form says so
        return signed.predicate if signed else None

    @cached_property
    def _captures(self) -> dict[str, list[CaptureEntry]]:
        source_set = self._source_set
        return {entry.url: entry.captures for entry in source_set.sources} if source_set else {}

    @cached_property
    def _sizes(self) -> dict[str, set[int]]:
        found: dict[str, set[int]] = {}
        for captures in self._captures.values():
            for one in captures:
                if one.sha256 is not None:
                    found.setdefault(one.sha256, set()).add(one.size or 0)
        return found

    def evidence(self) -> Part:
        """As :meth:`Reading.evidence`."""
        root = self.archive.room.root
        states = {
            sha256: audit_object(root, sha256, sizes).code for sha256, sizes in self._sizes.items()
        }
        bodies = counted(states.values())
        try:
            data = self.files.read(f"{self.unit.id}/article.md")
            article = None if data is None else read_article(data, f"{self.unit.id}/article.md")
        except CopydeskError as error:
            return _unread(bodies, "unreadable", error.message)
        if article is None:
            return _unread(bodies, "no-text", "The article's text is not here.")
        sources = counted(_kept(self._captures.get(ref.url, [])) for ref in article.front.sources)
        part = Part(
            outcomes=(body_outcome(bodies), source_outcome(sources)),
            domains=tuple(sorted({host_of(ref.url) for ref in article.front.sources})),
            captures=bodies,
            sources=sources,
        )
        if not self.archive.options.trace:
            return with_outcomes(part, untraced_outcomes("not-run", "It was not asked for."))
        return self._traced(article, part, states)

    def _traced(self, article: Article, part: Part, states: Mapping[str, str]) -> Part:
        """The check, over those bodies that are what was recorded."""
        whole = {
            url: [one for one in captures if one.sha256 is None or states.get(one.sha256) == "ok"]
            for url, captures in self._captures.items()
        }
        room = self.archive.room
        try:
            sources = tuple(
                joined(read_captures(room, source, whole.get(source.url, [])))
                for source in article.front.sources
            )
            report = check(article, sources, room.config, self.archive.lists)
        except CopydeskError as error:
            return with_outcomes(part, untraced_outcomes("fault", error.message))
        return with_report(part, report)


def _unread(bodies: Counts, code: str, reason: str) -> Part:
    untraced = untraced_outcomes(code, reason)
    return Part(
        (body_outcome(bodies), absent("sources-captured", code, reason), *untraced), captures=bodies
    )


def _facts(found: ArticleFiles) -> dict[str, str]:
    """What the statements and the article say of it; the signed ones count first."""
    facts = {"corrections": str(len(found.corrections))}
    with contextlib.suppress(CopydeskError):
        front, _ = read_head(found.article or b"", "article.md")
        facts |= {
            "date": _day(front.date), "category": front.category,
            "contributor": front.contributor, "model": front.generator,
        }  # fmt: skip
    if found.submission is not None:
        who = found.submission.predicate.contributor
        facts |= {"contributor": who.id, "model": who.generator or ""}
    if found.publication is not None:
        facts["date"] = _day(found.publication.predicate.publishedAt)
    facts["date"] = facts.get("date") or found.folder.split("/")[1]
    return facts


def _day(text: str) -> str:
    return text[:10] if _DAY.fullmatch(text[:10]) else ""


def _kept(captures: Sequence[CaptureEntry]) -> str:
    """What became of a cited source: ``stored``, or why it has no body."""
    for one in captures:
        if one.sha256 is not None and (one.status is None or one.status < 400):
            return STORED
    for one in captures:
        if one.status is not None and one.status >= 400:
            return f"http-{one.status}"
        if one.problem is not None:
            return one.problem.code
    return "not-listed" if not captures else "no-body"
