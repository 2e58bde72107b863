"""One article of a newsroom, read for an audit: its statements verified, its evidence looked at."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Protocol

from copydesk.article import FrontMatter, read_article, read_head
from copydesk.audit.archive import Options, Unit, digest_of, engine_digest
from copydesk.audit.evidence import (
    STORED,
    body_outcome,
    evidence_part,
    sizes_of,
    untraced_outcomes,
    with_outcomes,
    with_report,
)
from copydesk.audit.row import Counts, Part, absent, counted, fail
from copydesk.audit.verified import outcomes_of
from copydesk.capture.store_audit import audit_object
from copydesk.errors import CopydeskError
from copydesk.evidence.variants import joined
from copydesk.newsroom.checking import check
from copydesk.newsroom.evidence import read_captures
from copydesk.newsroom.run_files import RunFiles
from copydesk.newsroom.store import Newsroom
from copydesk.policy.lists import PolicyLists
from copydesk.provenance.context import Context
from copydesk.provenance.imported import STATEMENT
from copydesk.provenance.reading import ArticleFiles, read_statement
from copydesk.provenance.source_set import CaptureEntry
from copydesk.provenance.statements import SourceSetPredicate
from copydesk.provenance.verify import read_and_verify

__all__ = ["PUBLIC", "NewsroomReading", "day_of"]

PUBLIC = ("publication", "withdrawal")
"""What makes an article a published one."""
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


class Shared(Protocol):
    """What the articles of a newsroom share."""

    options: Options
    room: Newsroom
    files: RunFiles
    lists: PolicyLists
    policy: str

    @property
    def context(self) -> Context:
        """The keyring, the log and the site-state."""

    @property
    def shared(self) -> str:
        """A digest of what every article's statements are verified against."""

    @property
    def listed(self) -> Container[str]:
        """The articles that the newsroom's signed state lists."""


class _Held:
    """The files of one article, read once; the rest of the newsroom is read through."""

    def __init__(self, base: RunFiles, folder: str, parts: tuple[str, ...]) -> None:
        self._base, self._folder = base, f"{folder}/"
        self.data: dict[str, bytes | CopydeskError | None] = {}
        # What else may lie in the folder is no part of the record, and is not asked for.
        inside = (name for part in parts for name in base.names(f"{folder}/{part}"))
        self._names = [f"{folder}/article.md", *inside]

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
    """One article of a newsroom; ``store`` is the newsroom that holds its captures, which may be a
    temporary one.
    """

    parts: tuple[str, ...] = ("prov",)
    """The folders of the article's folder that are part of its record."""

    def __init__(self, archive: Shared, unit: Unit, store: Newsroom) -> None:
        self.archive, self.unit, self.store = archive, unit, store
        self.files = _Held(archive.files, unit.id, self.parts)

    @property
    def digests(self) -> list[str]:
        """Which captured bodies it needs."""
        return sorted(self._sizes)

    @cached_property
    def keys(self) -> tuple[str, str]:
        """As :attr:`Reading.keys`."""
        statements = digest_of([self.archive.shared.encode(), *self.files.parts()])
        options = f"{self.archive.policy} {self.archive.options.trace}"
        evidence = digest_of([engine_digest().encode(), options.encode(), *self._evidence_parts()])
        return statements, evidence

    def _evidence_parts(self) -> Iterator[bytes]:
        for name in ("article.md", "prov/source-set.dsse.json", f"{STATEMENT}.dsse.json"):
            try:
                yield b"+" + (self.files.read(f"{self.unit.id}/{name}") or b"")
            except CopydeskError as error:
                yield f"!{error.code}".encode()
        for sha256 in sorted(self._sizes):
            try:
                packed = self.store.files.read(f"captures/sha256/{sha256[:2]}/{sha256}.zst")
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
        public = any(f"{self.unit.id}/prov/{name}.dsse.json" in names for name in PUBLIC)
        listed = self.unit.id in self.archive.listed
        outcomes = {one.check: one for one in outcomes_of(verification.checks)}
        if listed and not public:
            said = "The newsroom's signed state lists the article; its publication is not here."
            outcomes["form"] = fail("form", "gone", said)
        facts = {"published": "yes" if public or listed else "no", **_facts(found, self._front)}
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
        return sizes_of(
            (one.sha256, one.size) for captures in self._captures.values() for one in captures
        )

    def evidence(self) -> Part:
        """As :meth:`Reading.evidence`."""
        root = self.store.root
        states = {
            sha256: audit_object(root, sha256, sizes).code for sha256, sizes in self._sizes.items()
        }
        bodies = counted(states.values())
        front = self._front
        if not isinstance(front, FrontMatter):
            return _unread(bodies, *front)
        sources = counted(_kept(self._captures.get(ref.url, [])) for ref in front.sources)
        part = evidence_part(bodies, sources, (ref.url for ref in front.sources))
        if not self.archive.options.trace:
            return with_outcomes(part, untraced_outcomes("not-run", "It was not asked for."))
        return self._traced(part, states)

    @cached_property
    def _front(self) -> FrontMatter | tuple[str, str]:
        """The article's front matter, or the code and the reason why there is none."""
        path = f"{self.unit.id}/article.md"
        try:
            data = self.files.read(path)
            if data is None:
                return "no-text", "The article's text is not here."
            return read_head(data, path)[0]
        except CopydeskError as error:
            return "unreadable", error.message

    def _traced(self, part: Part, states: Mapping[str, str]) -> Part:
        """The check, over those bodies that are what was recorded."""
        whole = {
            url: [one for one in captures if one.sha256 is None or states.get(one.sha256) == "ok"]
            for url, captures in self._captures.items()
        }
        room, path = self.archive.room, f"{self.unit.id}/article.md"
        try:
            article = read_article(self.files.read(path) or b"", path)
            sources = tuple(
                joined(read_captures(self.store, source, whole.get(source.url, [])))
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


def _facts(found: ArticleFiles, front: FrontMatter | tuple[str, str]) -> dict[str, str]:
    """What the statements and the article say of it; the signed ones count first."""
    facts = {"corrections": str(len(found.corrections))}
    if isinstance(front, FrontMatter):
        facts |= {
            "date": day_of(front.date), "category": front.category,
            "contributor": front.contributor, "model": front.generator,
        }  # fmt: skip
    if found.submission is not None:
        who = found.submission.predicate.contributor
        facts |= {"contributor": who.id, "model": who.generator or ""}
    if found.publication is not None:
        facts["date"] = day_of(found.publication.predicate.publishedAt)
    facts["date"] = facts.get("date") or found.folder.split("/")[1]
    return facts


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


def day_of(text: str) -> str:
    """The day that a time begins with, or empty."""
    return text[:10] if _DAY.fullmatch(text[:10]) else ""
