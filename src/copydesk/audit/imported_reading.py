"""One imported article of a newsroom, audited from the archive's own files that are kept with it.

What the other system signed is checked anew, as in the archive itself; what the newsroom signed is
only that it found these files, and that is what the check ``log`` is about.
"""

from __future__ import annotations

from functools import cached_property

from copydesk.article import read_article, same_page_key
from copydesk.audit.evidence import (
    STORED,
    body_outcome,
    evidence_part,
    sizes_of,
    untraced_outcomes,
    with_outcomes,
    with_report,
)
from copydesk.audit.herald_story import story_facts, story_form, story_outcomes
from copydesk.audit.newsroom_reading import NewsroomReading
from copydesk.audit.row import Outcome, Part, absent, counted, fail, passed
from copydesk.capture.store import read_capture
from copydesk.capture.store_audit import audit_object
from copydesk.errors import CopydeskError
from copydesk.evidence import EvidenceSource, EvidenceText, judge, read_evidence
from copydesk.importers.archive_files import Listing, missing
from copydesk.importers.herald_keys import PUBLISHER, HeraldKeys
from copydesk.importers.herald_records import StoryRef
from copydesk.importers.herald_stories import read_story
from copydesk.importers.unfit import Unfit, UnfitKind
from copydesk.importers.verifying import verify_imported
from copydesk.newsroom.checking import check
from copydesk.provenance.checks import Check, CheckState, Verification
from copydesk.provenance.imported import FOLDER, STATEMENT, ImportedCapture, ImportedPredicate
from copydesk.provenance.keys import decode_public
from copydesk.provenance.reading import read_statement
from copydesk.report import Quality

__all__ = ["ImportedReading"]

_EMPTY = EvidenceText("", ())
_BODY = {"line-ends": "line-ends", "line-ends-likely": "line-ends-likely", "no-hash": "no-hash"}
# What the newsroom itself states must be in order before the archive's own files are believed.
_OWN = ("form", "signature", "signer", "references", "import-files", "article")


class ImportedReading(NewsroomReading):
    """An article that the newsroom imported; its captures are those that the statement names."""

    parts = ("prov", FOLDER)

    @cached_property
    def _said(self) -> ImportedPredicate | None:
        try:
            path = f"{self.unit.id}/{STATEMENT}.dsse.json"
            signed = read_statement(self.files, path, ImportedPredicate, None)
        except CopydeskError:
            return None  # the check of its form says so
        return signed.predicate if signed else None

    @cached_property
    def _sizes(self) -> dict[str, set[int]]:
        captures = self._said.captures if self._said else ()
        return sizes_of((one.sha256, one.size) for one in captures)

    def statements(self) -> Part:
        """As :meth:`Reading.statements`."""
        month, slug = self.unit.id.split("/")[1:3]
        verified = verify_imported(self.archive.context, month, slug)
        log = _log(verified)
        said = self._said
        if said is None:
            form = _own(verified) or fail("form", "unreadable", "There is no import statement.")
            return Part((form, log))
        story = read_story(_Kept(self, said), _ref(said))
        outcomes = {one.check: one for one in story_outcomes(story, _keys(said))}
        outcomes |= {"form": _own(verified) or story_form(story), "log": log}
        return Part(outcomes=tuple(outcomes.values()), facts=story_facts(story))

    def evidence(self) -> Part:
        """As :meth:`Reading.evidence`."""
        captures = self._said.captures if self._said else []
        bodies = counted(code for one in captures if (code := self._body(one)))
        path = f"{self.unit.id}/article.md"
        try:
            article = read_article(self.files.read(path) or b"", path)
        except CopydeskError as error:
            lost = absent("sources-captured", "unreadable", error.message)
            untraced = untraced_outcomes("unreadable", error.message)
            return Part((body_outcome(bodies), lost, *untraced), captures=bodies)
        by_page = {same_page_key(one.url): one for one in reversed(captures)}
        urls = [ref.url for ref in article.front.sources]
        sources = counted(_kept(by_page.get(same_page_key(url))) for url in urls)
        part = evidence_part(bodies, sources, urls)
        if not self.archive.options.trace:
            return with_outcomes(part, untraced_outcomes("not-run", "It was not asked for."))
        try:
            evidence = tuple(
                self._source(ref.id, ref.url, by_page.get(same_page_key(ref.url)))
                for ref in article.front.sources
            )
            report = check(article, evidence, self.archive.room.config, self.archive.lists)
        except CopydeskError as error:
            return with_outcomes(part, untraced_outcomes("fault", error.message))
        return with_report(part, report)

    def _body(self, one: ImportedCapture) -> str:
        """What is said of the body: what the import found, unless it has changed since."""
        if one.sha256 is None:
            return "absent" if one.state == "unreadable" else ""
        kept = audit_object(self.store.root, one.sha256, {one.size or 0}).code
        if kept != "ok":
            return kept
        return "ok" if one.state == "matches" else _BODY.get(one.state, "another-body")

    def _source(self, number: int, url: str, one: ImportedCapture | None) -> EvidenceSource:
        if one is None or one.sha256 is None or self._body(one) in {"absent", "damaged"}:
            return EvidenceSource(number, url, None, Quality.MISSING, _EMPTY, "nothing was kept")
        body = read_capture(self.store.root, one.sha256)
        text = read_evidence(body, media_type=one.mediaType or "", url=url)
        status = int(one.status) if one.status and one.status.isdigit() else None
        found = judge(
            text,
            status=status,
            media_type=one.mediaType or "",
            url=url,
            final_url=url,
            size=len(body),
        )
        return EvidenceSource(number, url, one.sha256, found.quality, text, found.reason)


class _Kept:
    """The archive's files that are kept with the article, under the paths that they had there."""

    def __init__(self, reading: ImportedReading, said: ImportedPredicate) -> None:
        self._reading = reading
        self._kept = {
            each.path: "article.md" if each.kept is None else f"{FOLDER}/{each.kept}"
            for each in said.files
        }

    def folder(self, path: str) -> Listing:
        """Nothing: the statement says which files there are."""
        del path
        return Listing()

    def read(self, path: str, limit: int) -> bytes | Unfit:
        """As :meth:`copydesk.importers.archive_files.ArchiveFiles.read`."""
        name = self._kept.get(path)
        try:
            data = self._reading.files.read(f"{self._reading.unit.id}/{name}") if name else None
        except CopydeskError as error:
            return Unfit(path, UnfitKind.UNREADABLE, error.message)
        if data is None:
            return missing(path)
        if len(data) > limit:
            return Unfit(path, UnfitKind.TOO_LARGE, f"It has {len(data):,} bytes.")
        return data


def _ref(said: ImportedPredicate) -> StoryRef:
    """Which file is which, as the statement's steps say."""
    files: dict[str, list[str]] = {}
    for step in said.steps:
        if step.file not in files.setdefault(step.step, []):
            files[step.step].append(step.file)
    paths = [each.path for each in said.files]
    month, _, name = said.archive.key.rpartition("/")
    manifest = next((path for path in paths if path.endswith("/manifest.json")), None)
    return StoryRef(
        key=said.archive.key,
        month=month[-7:],
        name=name,
        article=next((each.path for each in said.files if each.kept is None), None),
        provenance=next(iter(files.get("publication", ())), None),
        submission=next(iter(files.get("submission", ())), None),
        reviews=tuple(files.get("review", ())),
        earlier_reviews=tuple(files.get("earlier-review", ())),
        corrections=tuple(files.get("correction", ())),
        manifest=manifest,
        captures=tuple(sorted({one.file for one in said.captures if one.file})),
    )


def _keys(said: ImportedPredicate) -> HeraldKeys:
    """The keys that the statement names for the steps."""
    found: dict[str, bytes] = {}
    for step in said.steps:
        name = PUBLISHER if step.step == "publication" else step.signature.signer
        if step.signature.key is not None:
            try:
                found[name] = decode_public(step.signature.key)
            except CopydeskError:
                continue
    return HeraldKeys(found)


def _own(verified: Verification) -> Outcome | None:
    """What is wrong with the newsroom's own statement or with the files that it kept."""
    for one in verified.checks:
        if one.id in _OWN and one.state is CheckState.FAIL:
            return fail("form", one.id, one.reason)
    return None


def _log(verified: Verification) -> Outcome:
    """Whether the newsroom's log holds the import statement."""
    found = next((one for one in verified.checks if one.id == "inclusion"), None)
    if found is None:
        return absent("log", "inclusion", "There is no import statement.")
    return _as(found)


def _as(found: Check) -> Outcome:
    if found.state is CheckState.PASS:
        return passed("log", found.reason)
    return (fail if found.state is CheckState.FAIL else absent)("log", found.id, found.reason)


def _kept(one: ImportedCapture | None) -> str:
    if one is None:
        return "not-listed"
    if one.status and one.status.isdigit() and int(one.status) >= 400:
        return f"http-{int(one.status)}" if int(one.status) < 600 else "http-error"
    if one.state == "unreadable":
        return "file-missing"
    return STORED if one.sha256 is not None else "fetch-failed"
