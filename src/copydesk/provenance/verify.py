"""Verifies the record of one article from files alone.

The checks and what they ask are in :data:`copydesk.provenance.checks.CHECKS`. Three rules hold for
all of them: what cannot be checked is ``not-present``, never ``fail``; an unknown signer is said to
be unknown, never to have tampered; and nothing passes because nothing was there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from copydesk.article import Article, read_article
from copydesk.errors import CopydeskError
from copydesk.provenance.canonical import canonical_bytes, sha256_hex
from copydesk.provenance.checks import CHECKS, Check, CheckState, Verification, answer
from copydesk.provenance.files import Files
from copydesk.provenance.keyring import Keyring, load_keyring
from copydesk.provenance.reading import ArticleFiles, read_article_files
from copydesk.provenance.record import Record, Signed
from copydesk.provenance.statements import Actor, Model
from copydesk.provenance.verify_captures import captures
from copydesk.provenance.verify_log import LogJudge
from copydesk.provenance.verify_references import references
from copydesk.report import SCHEMA as TRACE_SCHEMA

__all__ = ["CHECKS", "load_record", "verify_article"]

_ROLES = {
    "source-set": ("collector", "contributor"),
    "submission": ("contributor",),
    "review": ("editor",),
    "publication": ("publisher",),
    "correction": ("publisher",),
}
PASS, FAIL, ABSENT = CheckState.PASS, CheckState.FAIL, CheckState.NOT_PRESENT


def verify_article(
    files: Files,
    month: str,
    slug: str,
    *,
    pinned_keyring: str | None = None,
    keyring: Keyring | None = None,
) -> Verification:
    """Verify one article's record.

    Args:
        files: the newsroom.
        month: ``YYYY-MM``.
        slug: the article's slug.
        pinned_keyring: the SHA-256 of keyring version 1's payload that the reader trusts.
        keyring: what :func:`load_keyring` gave for the same ``files``; whoever verifies a whole
            archive need not have the chain verified once for each article.

    Returns:
        Every check, each with a reason; nothing raises on a damaged or hostile record.
    """
    return load_record(
        files, month, slug, pinned_keyring=pinned_keyring, keyring=keyring
    ).verification


def load_record(
    files: Files,
    month: str,
    slug: str,
    *,
    pinned_keyring: str | None = None,
    keyring: Keyring | None = None,
) -> Record:
    """Read one article's record and verify it; as :func:`verify_article`."""
    folder = f"articles/{month}/{slug}"
    problem = ""
    if keyring is None:
        keyring, problem = _keyring(files)
    found = read_article_files(files, folder, keyring)
    judge = _Judge(files, found, keyring, problem, pinned_keyring)
    verification = Verification(folder, tuple(judge.checks()))
    article = found.article or b""
    return Record(
        slug=slug,
        month=month,
        article_bytes=article,
        article_sha256=sha256_hex(article),
        keyring=keyring.newest.predicate if keyring else None,
        verification=verification,
        source_set=found.source_set,
        submission=found.submission,
        reviews=tuple(found.reviews),
        publication=found.publication,
        corrections=tuple(found.corrections),
        trace=judge.trace_value(),
        checkpoint=judge.log.checkpoint_text,
    )


def _keyring(files: Files) -> tuple[Keyring | None, str]:
    try:
        return load_keyring(files), ""
    except CopydeskError as error:
        return None, error.message


class _Judge:
    """Answers each check in turn; each method yields the answers of one."""

    def __init__(
        self,
        files: Files,
        found: ArticleFiles,
        keyring: Keyring | None,
        keyring_problem: str,
        pinned: str | None,
    ) -> None:
        self.files = files
        self.found = found
        self.keyring = keyring
        self.keyring_problem = keyring_problem
        self.pinned = pinned
        self.statements = found.statements()
        self.log = LogJudge(files, found, keyring)
        self.article = _read(found.article)

    def checks(self) -> Iterator[Check]:
        """All checks, in the order of :data:`CHECKS`."""
        yield from self._keyring_checks()
        yield from self._form()
        yield from self._article()
        yield self._source_list()
        yield captures(self.files, self.found.source_set)
        yield self._trace()
        yield from self._signatures()
        yield from references(self.found, self.keyring)
        yield self._publication()
        yield self._approval()
        yield self._four_eyes()
        yield from self.log.checks()
        yield self._corrections()
        for name in ("witnesses", "timestamp", "site-state"):
            yield answer(name, ABSENT, "This version of Copydesk does not make one yet.")

    # -- keyring, form, text ----------------------------------------------------------------------

    def _keyring_checks(self) -> Iterator[Check]:
        if self.keyring is None:
            yield answer("keyring-chain", FAIL, self.keyring_problem)
        else:
            count = len(self.keyring.versions)
            plural = "s" if count > 1 else ""
            yield answer("keyring-chain", PASS, f"{count} version{plural}, each properly signed.")
        if not self.pinned:
            digest = f" It is {self.keyring.pin}." if self.keyring else ""
            yield answer("keyring-pin", ABSENT, f"No digest was given to compare with.{digest}")
        elif self.keyring is None:
            yield answer("keyring-pin", ABSENT, "There is no keyring to compare with.")
        elif self.keyring.pin == self.pinned.lower():
            yield answer("keyring-pin", PASS, "Version 1 is the one that you trust.")
        else:
            reason = f"Version 1 is {self.keyring.pin}, not the one that you trust."
            yield answer("keyring-pin", FAIL, reason)

    def _form(self) -> Iterator[Check]:
        for problem in self.found.problems:
            yield answer("form", FAIL, problem.message, problem.path)
        if not self.found.problems and self.statements:
            yield answer("form", PASS, f"{len(self.statements)} statements are well formed.")
        if not self.statements and not self.found.problems:
            yield answer("form", ABSENT, "There is no statement about this article.")

    def _article(self) -> Iterator[Check]:
        about = [item for item in self.statements if item.kind != "source-set"]
        if self.found.article is None:
            yield answer("article", FAIL, "article.md is not there.")
            return
        digest = sha256_hex(self.found.article)
        for item in about:
            same = item.subject_sha256 == digest
            reason = (
                "It is about exactly these bytes."
                if same
                else f"It is about {item.subject_sha256}, but article.md is {digest}."
            )
            yield answer("article", PASS if same else FAIL, reason, item.name)
        if not about:
            yield answer("article", ABSENT, "No statement names the article's text.")

    def _source_list(self) -> Check:
        source_set = self.found.source_set
        if source_set is None or self.found.article is None:
            return answer(
                "source-list", self.found.missing, "There is no source set or no article."
            )
        article = self.article
        if not isinstance(article, Article):
            return answer("source-list", FAIL, f"The article cannot be read: {article}")
        urls = [source.url for source in article.front.sources]
        if [entry.url for entry in source_set.predicate.sources] != urls:
            return answer("source-list", FAIL, "The source set lists other URLs than the article.")
        stored = {
            capture.sha256
            for entry in source_set.predicate.sources
            for capture in entry.captures
            if capture.sha256 is not None
        }
        expected = {sha256_hex(canonical_bytes(urls))} | stored
        if source_set.subjects[0] != sha256_hex(canonical_bytes(urls)) or expected != set(
            source_set.subjects
        ):
            return answer("source-list", FAIL, "The source set's subjects are not its captures.")
        return answer("source-list", PASS, f"All {len(urls)} cited URLs, in order.")

    def _trace(self) -> Check:
        submission = self.found.submission
        if submission is None:
            return answer("trace", self.found.missing, "There is no submission.")
        if self.found.trace is None:
            return answer("trace", FAIL, "trace.json is not there.")
        if sha256_hex(self.found.trace) != submission.predicate.trace.digest.sha256:
            return answer("trace", FAIL, "trace.json is not the one that was signed.")
        value = self.trace_value()
        if value is None or value.get("schema") != TRACE_SCHEMA:
            return answer("trace", FAIL, "trace.json is not JSON of the trace schema.")
        about = value.get("article")
        text = about.get("sha256") if isinstance(about, dict) else None
        if self.found.article is None or text != sha256_hex(self.found.article):
            return answer("trace", FAIL, "trace.json is the trace of another text.")
        return answer("trace", PASS, "It is the one that the contributor signed.")

    def trace_value(self) -> dict[str, object] | None:
        """``trace.json`` as a value, if it is the one that was signed."""
        submission, data = self.found.submission, self.found.trace
        if submission is None or data is None:
            return None
        if sha256_hex(data) != submission.predicate.trace.digest.sha256:
            return None
        try:
            value = json.loads(data)
        except (ValueError, RecursionError):
            return None
        return value if isinstance(value, dict) else None

    # -- who signed -------------------------------------------------------------------------------

    def _signatures(self) -> Iterator[Check]:
        for item in self.statements:
            yield from self._signed(item)
        if not self.statements:
            yield answer("signature", ABSENT, "There is no statement to be signed.")

    def _signed(self, item: Signed[Model]) -> Iterator[Check]:
        name = item.name
        if self.keyring is None:
            yield answer("signature", ABSENT, "Without a keyring it cannot be checked.", name)
            return
        if not item.keyids:
            hints = [keyid for keyid, _ in item.signatures]
            if any(self.keyring.entry(keyid) for keyid in hints):
                reason = "The signature does not match: the statement was changed after signing."
                yield answer("signature", FAIL, reason, name)
            else:
                reason = (
                    f"Signer not recognised: key {hints[0][:16]}… is not in the keyring. "
                    "This says nothing about the text."
                )
                yield answer("signature", ABSENT, "The signer's key is not known.", name)
                yield answer("signer", FAIL, reason, name)
            return
        who = self._entry_name(item.keyids[0])
        yield answer("signature", PASS, f"Signed by {who}.", name)
        reason = self._why_not(item)
        yield answer("signer", FAIL if reason else PASS, reason or f"{who} may sign it.", name)

    def _why_not(self, item: Signed[Model]) -> str:
        """Why none of the signers counts for this step; empty when one does."""
        actor = _actor(item)
        reasons = []
        for keyid in item.keyids:
            keyring = self.keyring
            entry = keyring.entry(keyid) if keyring else None
            if keyring is None or entry is None:
                continue
            reason = keyring.why_not(keyid, _ROLES[item.kind], item.log_index)
            if not reason and (entry.name, entry.kind) != (actor.id, actor.kind):
                reason = (
                    f"it names the {actor.kind} {actor.id}, but the key is that of the "
                    f"{entry.kind} {entry.name}"
                )
            if not reason:
                return ""
            reasons.append(reason)
        first = reasons[0] if reasons else "no signer is known"
        return first[0].upper() + first[1:] + "."

    def _entry_name(self, keyid: str) -> str:
        entry = self.keyring.entry(keyid) if self.keyring else None
        return entry.name if entry else keyid[:16]

    def _trusted(self, item: Signed[Model]) -> bool:
        return bool(item.keyids) and not self._why_not(item)

    # -- how the steps hang together --------------------------------------------------------------

    def _publication(self) -> Check:
        publication = self.found.publication
        if publication is None:
            return answer("publication", ABSENT, "The article is not published.")
        if not self._trusted(publication):
            return answer("publication", FAIL, "The publication is not properly signed.")
        title = publication.predicate.article.title
        if isinstance(self.article, Article) and self.article.title.text != title:
            return answer("publication", FAIL, "It names another title than the article has.")
        return answer("publication", PASS, f"Published at {publication.predicate.publishedAt}.")

    def _approval(self) -> Check:
        reviews = self.found.reviews
        if not reviews:
            return answer("approval", self.found.missing, "There is no review.")
        last = reviews[-1]
        verdict = last.predicate.verdict
        if not verdict.startswith("approve"):
            return answer("approval", self.found.missing, f"The newest review says {verdict}.")
        if not self._trusted(last):
            return answer("approval", FAIL, "The approving review is not properly signed.")
        return answer("approval", PASS, f"The newest review says {verdict}.")

    def _four_eyes(self) -> Check:
        submission = self.found.submission
        approving = [r for r in self.found.reviews if r.predicate.verdict.startswith("approve")]
        if submission is None or not approving:
            return answer("four-eyes", self.found.missing, "There is no submission or no approval.")
        if not submission.keyids or not all(review.keyids for review in approving):
            return answer("four-eyes", self.found.missing, "A signer is not known.")
        if any(set(review.keyids) & set(submission.keyids) for review in approving):
            return answer("four-eyes", FAIL, "The contributor's key also signed the approval.")
        contributor = _actor(submission).id
        if any(_actor(review).id == contributor for review in approving):
            return answer("four-eyes", FAIL, f"{contributor} approved their own article.")
        return answer("four-eyes", PASS, "Contributor and approving editor signed with two keys.")

    def _corrections(self) -> Check:
        corrections = self.found.corrections
        if not corrections:
            return answer("corrections", ABSENT, "There is no correction.")
        before = self.found.publication.sha256 if self.found.publication else None
        for item in corrections:
            if item.predicate.corrects.digest.sha256 != before:
                reason = "It does not name the publication or correction before it."
                return answer("corrections", FAIL, reason, item.name)
            before = item.sha256
        return answer("corrections", PASS, f"{len(corrections)}, each chained to the one before.")


def _actor(item: Signed[Model]) -> Actor:
    fields = ("collector", "contributor", "reviewer", "publisher")
    found = (getattr(item.predicate, name, None) for name in fields)
    return next(actor for actor in found if isinstance(actor, Actor))


def _read(data: bytes | None) -> Article | str:
    """The article, or why it cannot be read."""
    if data is None:
        return "it is not there"
    try:
        return read_article(data, "article.md")
    except CopydeskError as error:
        return error.message
