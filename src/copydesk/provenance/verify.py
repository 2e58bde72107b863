"""Verifies the record of one article from files alone.

The checks and what they ask are in :data:`copydesk.provenance.checks.CHECKS`. Three rules hold for
all of them: what cannot be checked is ``not-present``, never ``fail``; an unknown signer is said to
be unknown, never to have tampered; and nothing passes because nothing was there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from copydesk.article import FrontMatter, read_head
from copydesk.errors import CopydeskError
from copydesk.provenance.canonical import canonical_bytes, sha256_hex
from copydesk.provenance.checks import CHECKS, Check, CheckState, Verification, answer
from copydesk.provenance.context import Context
from copydesk.provenance.files import Files
from copydesk.provenance.passages import check_passages
from copydesk.provenance.reading import ArticleFiles, read_article_files
from copydesk.provenance.record import Record, Signed
from copydesk.provenance.signers import SignerJudge
from copydesk.provenance.statements import Model, SubmissionPredicate
from copydesk.provenance.trust import Trust
from copydesk.provenance.verify_anchor import AnchorJudge
from copydesk.provenance.verify_captures import captures
from copydesk.provenance.verify_log import LogJudge
from copydesk.provenance.verify_references import references
from copydesk.provenance.verify_state import site_state
from copydesk.provenance.verify_steps import StepJudge
from copydesk.report import SCHEMA as TRACE_SCHEMA

__all__ = ["CHECKS", "NOBODY", "Bundled", "load_record", "read_and_verify", "verify_article"]

NOBODY = Trust()


@dataclass(frozen=True, slots=True)
class Bundled:
    """What a bundle holds beside the files: the passages that it shows, unread."""

    passages: Sequence[object] = ()


_TRACE_HOLDS = "It is the one that the contributor signed."
PASS, FAIL, ABSENT = CheckState.PASS, CheckState.FAIL, CheckState.NOT_PRESENT


def verify_article(
    files: Files,
    month: str,
    slug: str,
    *,
    trust: Trust = NOBODY,
    context: Context | None = None,
    bundle: Bundled | None = None,
) -> Verification:
    """Verify one article's record.

    Args:
        files: the newsroom.
        month: ``YYYY-MM``.
        slug: the article's slug.
        trust: what the reader brings of their own.
        context: what is common to all articles of the same ``files``; whoever verifies a whole
            archive need not have keyring and log verified once for each article.
        bundle: what a bundle holds beside its files.

    Returns:
        Every check, each with a reason; nothing raises on a damaged or hostile record.
    """
    return _judge(context or Context(files), month, slug, trust, bundle)[1]


def read_and_verify(
    context: Context, month: str, slug: str, *, trust: Trust = NOBODY, files: Files | None = None
) -> tuple[ArticleFiles, Verification]:
    """As :func:`verify_article`, with the statements that it has read; ``files`` is where the
    article's own are read, where that is not where the context's are.
    """
    judge, verification = _judge(context, month, slug, trust, None, files)
    return judge.found, verification


def load_record(
    files: Files,
    month: str,
    slug: str,
    *,
    trust: Trust = NOBODY,
    context: Context | None = None,
    bundle: Bundled | None = None,
) -> Record:
    """Read one article's record and verify it; as :func:`verify_article`."""
    context = context or Context(files)
    judge, verification = _judge(context, month, slug, trust, bundle)
    found, keyring = judge.found, context.keyring
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
        withdrawal=found.withdrawal,
        trace=judge.trace_value(),
        checkpoint=judge.log.checkpoint_text,
    )


def _judge(
    context: Context,
    month: str,
    slug: str,
    trust: Trust,
    bundle: Bundled | None,
    files: Files | None = None,
) -> tuple[_Judge, Verification]:
    folder, files = f"articles/{month}/{slug}", files or context.files
    found = read_article_files(files, folder, context.keyring, partial=bundle is not None)
    judge = _Judge(context, found, trust)
    judge.passages = bundle.passages if bundle else ()
    return judge, Verification(folder, tuple(judge.checks()))


class _TraceArticle(BaseModel):
    model_config = ConfigDict(strict=True)

    sha256: str


class _TraceHead(BaseModel):
    """What the check ``trace`` asks of ``trace.json``; the rest only has to be JSON."""

    model_config = ConfigDict(strict=True)

    schema_: str = Field(alias="schema")
    article: _TraceArticle


class _Judge:
    """Answers each check in turn; each method yields the answers of one."""

    def __init__(self, context: Context, found: ArticleFiles, trust: Trust) -> None:
        self.context = context
        self.files = context.files
        self.found = found
        self.keyring = context.keyring
        self.keyring_log = context.keyring_log
        self.trust = trust
        self.passages: Sequence[object] = ()
        self.statements = found.statements()
        self.log = LogJudge(context.log, found)
        self.head = _read(found.article)
        self.signers = SignerJudge(self.keyring)
        title = None if isinstance(self.head, str) else self.head[1]
        self.steps = StepJudge(found, self.signers, title)

    def checks(self) -> Iterator[Check]:
        """All checks, in the order of :data:`CHECKS`."""
        yield from self._keyring_checks()
        yield from self._form()
        yield from self._article()
        yield self._source_list()
        yield captures(self.files, self.found.source_set)
        yield self._trace()
        yield from self._signatures()
        yield from references(self.found, self.keyring, self.keyring_log)
        yield from self.steps.before_log()
        state = self.context.state
        yield from self.log.checks(self.keyring_log, state.read.checkpoints())
        yield from self.steps.after_log()
        indices = [item.log_index for item in self.statements if item.log_index is not None]
        last = max(indices, default=None)
        anchors = AnchorJudge(self.context.log, self.log.newest, last, self.trust)
        yield from anchors.checks()
        yield site_state(state, self.found)
        yield self._passages()

    # -- keyring, form, text ----------------------------------------------------------------------

    def _keyring_checks(self) -> Iterator[Check]:
        if self.keyring is None:
            yield answer("keyring-chain", FAIL, self.context.keyring_problem)
        else:
            count = len(self.keyring.versions)
            plural = "s" if count > 1 else ""
            yield answer("keyring-chain", PASS, f"{count} version{plural}, each properly signed.")
        yield self._keyring_in_log()
        if not self.trust.pin:
            digest = f" It is {self.keyring.pin}." if self.keyring else ""
            yield answer("keyring-pin", ABSENT, f"No digest was given to compare with.{digest}")
        elif self.keyring is None:
            yield answer("keyring-pin", ABSENT, "There is no keyring to compare with.")
        elif self.keyring.pin == self.trust.pin.lower():
            yield answer("keyring-pin", PASS, "Version 1 is the one that you trust.")
        else:
            reason = f"Version 1 is {self.keyring.pin}, not the one that you trust."
            yield answer("keyring-pin", FAIL, reason)

    def _keyring_in_log(self) -> Check:
        if self.keyring is None:
            return answer("keyring-log", ABSENT, "There is no keyring to look for.")
        if self.keyring_log.problem:
            return answer("keyring-log", FAIL, self.keyring_log.problem)
        if self.keyring_log.missing:
            return answer("keyring-log", ABSENT, "Version 1 has no log proof.")
        places = ", ".join(str(index) for index in self.keyring_log.indices[-3:])
        return answer("keyring-log", PASS, f"Every version is logged, the newest at {places}.")

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
            if self.found.withdrawal is not None:
                yield from self._withdrawn_text(about)
            else:
                yield answer("article", FAIL, "article.md is not there.")
            return
        digest = self.found.article_sha256
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

    def _withdrawn_text(self, about: Sequence[Signed[Model]]) -> Iterator[Check]:
        """The text is gone; every statement must still be about one and the same."""
        digests = {item.subject_sha256 for item in about}
        if len(digests) == 1:
            reason = f"The text was withdrawn; its SHA-256 is {min(digests)}."
            yield answer("article", ABSENT, reason)
        else:
            yield answer("article", FAIL, "The statements are about different texts.")

    def _source_list(self) -> Check:
        source_set = self.found.source_set
        if self.found.article is None and self.found.withdrawal is not None:
            return answer("source-list", ABSENT, "The text was withdrawn.")
        if source_set is None or self.found.article is None:
            return answer(
                "source-list", self.found.missing, "There is no source set or no article."
            )
        if isinstance(self.head, str):
            return answer("source-list", FAIL, f"The article cannot be read: {self.head}")
        urls = [source.url for source in self.head[0].sources]
        if [entry.url for entry in source_set.predicate.sources] != urls:
            return answer("source-list", FAIL, "The source set lists other URLs than the article.")
        stored = {
            capture.sha256
            for entry in source_set.predicate.sources
            for capture in entry.captures
            if capture.sha256 is not None
        }
        listed = sha256_hex(canonical_bytes(urls))
        if source_set.subjects[0] != listed or {listed} | stored != set(source_set.subjects):
            return answer("source-list", FAIL, "The source set's subjects are not its captures.")
        return answer("source-list", PASS, f"All {len(urls)} cited URLs, in order.")

    def _trace(self) -> Check:
        if self.found.submission is None:
            return answer("trace", self.found.missing, "There is no submission.")
        if self.found.trace is None and self.found.withdrawal is not None:
            return answer("trace", ABSENT, "The trace was withdrawn with the text.")
        if self.found.trace is None and self.found.partial:
            return answer("trace", ABSENT, "This bundle leaves the trace out.")
        reason = self._trace_problem(self.found.submission)
        return answer("trace", FAIL if reason else PASS, reason or _TRACE_HOLDS)

    def _trace_problem(self, submission: Signed[SubmissionPredicate]) -> str:
        if self.found.trace is None:
            return "trace.json is not there."
        if self.found.trace_sha256 != submission.predicate.trace.digest.sha256:
            return "trace.json is not the one that was signed."
        if self._trace_is_plainly_right(self.found.trace):
            return ""
        value = self.trace_value()
        if value is None or value.get("schema") != TRACE_SCHEMA:
            return "trace.json is not JSON of the trace schema."
        about = value.get("article")
        text = about.get("sha256") if isinstance(about, dict) else None
        if self.found.article is None or text != self.found.article_sha256:
            return "trace.json is the trace of another text."
        return ""

    def _trace_is_plainly_right(self, data: bytes) -> bool:
        """Whether it is the trace of this text, read without making its hundred thousand values;
        what this reader refuses may still be right.
        """
        try:
            about = _TraceHead.model_validate_json(data)
        except ValidationError:
            return False
        named = about.article.sha256
        return about.schema_ == TRACE_SCHEMA and named == self.found.article_sha256 != ""

    def trace_value(self) -> dict[str, object] | None:
        """``trace.json`` as a value, if it is the one that was signed."""
        submission, data = self.found.submission, self.found.trace
        if submission is None or data is None:
            return None
        if self.found.trace_sha256 != submission.predicate.trace.digest.sha256:
            return None
        try:
            value = json.loads(data)
        except (ValueError, RecursionError):
            return None
        return value if isinstance(value, dict) else None

    def _passages(self) -> Check:
        if not self.passages:
            return answer("passages", ABSENT, "No passage is shown with a proof.")
        source_set = self.found.source_set
        trusted = source_set is not None and self.signers.trusted(source_set)
        answers = check_passages(
            list(self.passages),
            source_set.predicate if source_set is not None and trusted else None,
            trace=self.trace_value(),
        )
        for state in (FAIL, ABSENT):
            first = next((each for each in answers if each.state is state), None)
            if first is not None:
                return answer("passages", state, f"Passage {first.index + 1}: {first.reason}")
        return answer("passages", PASS, f"All {len(answers)} stand in the captures, as signed.")

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
        problem, unknown = self.signers.unmatched(item)
        if problem and unknown:
            yield answer("signature", ABSENT, "The signer's key is not known.", name)
            yield answer("signer", FAIL, problem, name)
            return
        if problem:
            yield answer("signature", FAIL, problem, name)
            return
        who = " and ".join(self.signers.name_of(keyid) for keyid in item.keyids)
        yield answer("signature", PASS, f"Signed by {who}.", name)
        reason = self.signers.why_not(item)
        yield answer("signer", FAIL if reason else PASS, reason or f"{who} may sign it.", name)


def _read(data: bytes | None) -> tuple[FrontMatter, str] | str:
    """The article's front matter and title, or why it cannot be read."""
    if data is None:
        return "it is not there"
    try:
        return read_head(data, "article.md")
    except CopydeskError as error:
        return error.message
