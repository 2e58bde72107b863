"""What the steps of an article share: what was done, what is there, what forbids a step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from copydesk.article import Article, read_article
from copydesk.errors import ConflictError, NewsroomError
from copydesk.newsroom.imported import is_imported
from copydesk.newsroom.keystore import Keystore
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.ledger import DeskSigner, Ledger, Made, read_step, signer_for
from copydesk.newsroom.store import Newsroom
from copydesk.provenance.canonical import sha256_hex
from copydesk.provenance.record import Signed
from copydesk.provenance.statements import (
    DigestSet,
    Ref,
    ReviewPredicate,
    Subject,
    SubmissionPredicate,
)

__all__ = [
    "Clock",
    "Desk",
    "StepDone",
    "current_submission",
    "done",
    "is_published",
    "read_text",
    "ref",
    "refuse_published",
    "reviews_of",
    "subject_of",
]

Clock = Callable[[], str]

_NOT_LOGGED = "not logged yet (the log key is not on this machine; `publish` logs it)"


@dataclass(frozen=True)
class Desk:
    """Where a step is made: the newsroom, the keys of this machine, the time."""

    room: Newsroom
    keystore: Keystore
    clock: Clock
    passphrase: bytes | None = None

    @property
    def ledger(self) -> Ledger:
        """What writing a statement needs."""
        return Ledger(self.room, self.keystore, self.passphrase)

    def signer(self, roles: tuple[str, ...], name: str) -> DeskSigner:
        """The key for a step; see :func:`copydesk.newsroom.ledger.signer_for`."""
        return signer_for(self.room, self.keystore, roles, name, self.passphrase)


@dataclass(frozen=True, slots=True)
class StepDone:
    """What a step did: which statement it made, and where the log holds it."""

    step: str
    article: str
    statement: str
    sha256: str
    signer: str
    log_index: int | None
    note: str = ""
    waiting: bool = False
    """Whether another signature is needed before the step is made."""

    def as_json(self) -> dict[str, Any]:
        """For ``--format json``."""
        return {
            "step": self.step,
            "article": self.article,
            "statement": self.statement,
            "sha256": self.sha256,
            "signer": self.signer,
            "log_index": self.log_index,
            "note": self.note,
            "waiting": self.waiting,
        }

    def as_text(self) -> str:
        """For a person."""
        logged = "not published yet" if self.waiting else _NOT_LOGGED
        if self.log_index is not None:
            logged = f"log entry {self.log_index}"
        lines = [f"{self.step}: {self.article}", f"  signed by {self.signer}; {logged}"]
        lines.append(f"  {self.statement}, payload sha256 {self.sha256}")
        if self.note:
            lines.append(f"  {self.note}")
        return "\n".join(lines)


def is_published(room: Newsroom, paths: ArticlePaths) -> bool:
    """Whether the article has a publication statement (verified or not)."""
    return room.files.read(paths.statement("publication")) is not None


def read_text(room: Newsroom, paths: ArticlePaths) -> tuple[bytes, Article]:
    """The article's exact bytes, and the article read from them.

    Raises:
        NewsroomError: the file is not there.
        ArticleError: it cannot be read.
    """
    data = room.files.read(paths.article)
    if data is None:
        raise NewsroomError(f"{paths.article} is not there.", fix="Restore it from the repository.")
    return data, read_article(data, paths.article)


def reviews_of(room: Newsroom, paths: ArticlePaths) -> list[Signed[ReviewPredicate]]:
    """The article's reviews of this round, in order."""
    found: list[Signed[ReviewPredicate]] = []
    while True:
        read = read_step(room, paths, f"review-{len(found) + 1}", ReviewPredicate)
        if read is None:
            return found
        found.append(read)


def current_submission(
    room: Newsroom, paths: ArticlePaths, data: bytes
) -> Signed[SubmissionPredicate]:
    """The submission of exactly this text.

    Raises:
        ConflictError: there is none, or the text was changed since.
    """
    submission = read_step(room, paths, "submission", SubmissionPredicate)
    if submission is None:
        raise ConflictError(
            f"{paths.folder} is not submitted.", fix="`copydesk submit` comes first."
        )
    if submission.subject_sha256 != sha256_hex(data):
        raise ConflictError(
            "The article was changed after it was submitted.",
            fix="Run `copydesk capture` and `copydesk submit` for the new text.",
            location=paths.article,
        )
    return submission


def refuse_published(room: Newsroom, paths: ArticlePaths) -> None:
    """Refuse a step that comes before publication.

    Raises:
        ConflictError: the article is published, or imported from another system's archive.
    """
    if is_imported(room, paths):
        raise ConflictError(
            f"{paths.folder} is imported; its text stays as the archive has it.",
            fix="Take the text in anew as a draft with a `slug:` of its own.",
            location=paths.article,
        )
    if is_published(room, paths):
        raise ConflictError(
            f"{paths.folder} is published; its text is final.",
            fix="`copydesk correct` adds a signed correction to it.",
            location=paths.article,
        )


def ref(sha256: str) -> Ref:
    """A reference to a statement or file by its digest."""
    return Ref(digest=DigestSet(sha256=sha256))


def subject_of(paths: ArticlePaths, data: bytes) -> list[Subject]:
    """The subject of every statement about the article: its exact bytes."""
    return [Subject(name=paths.article, digest=DigestSet(sha256=sha256_hex(data)))]


def done(step: str, paths: ArticlePaths, made: Made, note: str = "") -> StepDone:
    """What a step did, as every step answers it."""
    return StepDone(step, paths.folder, made.path, made.sha256, made.signer, made.log_index, note)
