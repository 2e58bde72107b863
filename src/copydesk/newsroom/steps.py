"""The contributor's and the publisher's steps: submit and publish.

Each reads the newsroom, makes one signed statement, and writes it together with its log entry as
one change. Where this machine holds the log key a step is logged at once; otherwise the
publisher's step logs whatever is waiting, in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from copydesk.config import policy_digest
from copydesk.errors import AuthorisationError, ConflictError
from copydesk.newsroom import ledger
from copydesk.newsroom.amending import finish_or_wait
from copydesk.newsroom.checking import check, trace_bytes
from copydesk.newsroom.common import (
    Desk,
    StepDone,
    current_submission,
    done,
    read_text,
    ref,
    refuse_published,
    reviews_of,
    subject_of,
)
from copydesk.newsroom.evidence import evidence_from_captures
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.past import past
from copydesk.newsroom.store import Newsroom
from copydesk.provenance.canonical import sha256_hex
from copydesk.provenance.dsse import seal
from copydesk.provenance.keyring import load_keyring
from copydesk.provenance.record import Signed
from copydesk.provenance.statement import build_statement
from copydesk.provenance.statements import (
    ArticleRef,
    DigestSet,
    HumanRequestEntry,
    KeyringRef,
    PublicationPredicate,
    ReviewPredicate,
    SourceSetPredicate,
    SubmissionPredicate,
)

__all__ = ["publish", "submit"]


def submit(desk: Desk, paths: ArticlePaths, *, key: str = "", note: str = "") -> StepDone:
    """Check the article and sign it as its contributor: article, source set and trace.

    A finding of severity error does not stop a submission; the editor sees it.

    Raises:
        ConflictError: not captured yet, sources changed since, or already submitted as it is.
        AuthorisationError: the key does not hold the contributor's role.
    """
    room = desk.room
    data, article = read_text(room, paths)
    refuse_published(room, paths)
    source_set = _captured(room, paths, [source.url for source in article.front.sources])
    _refuse_submitted(room, paths, data)
    signer = desk.signer(("contributor",), key)
    sources = evidence_from_captures(room, article, source_set.predicate)
    report = check(article, sources, room.config, room.lists(), past(room, article, paths.slug))
    trace_data = trace_bytes(replace(report, article=replace(report.article, path="article.md")))
    request = article.front.human_request
    earlier = ledger.superseded_digest(room, paths)
    predicate = SubmissionPredicate(
        contributor=signer.actor(article.front.generator),
        createdAt=desk.clock(),
        sourceSet=ref(source_set.sha256),
        trace=ref(sha256_hex(trace_data)),
        humanRequest=HumanRequestEntry(requested=request.requested, text=request.text or None),
        note=note or None,
        supersedes=ref(earlier) if earlier else None,
    )
    with room.locked():
        _refuse_submitted(room, paths, data)
        made = ledger.write_statement(
            desk.ledger, paths, "submission", subject_of(paths, data), predicate, signer,
            changes={paths.trace: trace_data},
        )  # fmt: skip
    errors = report.as_json()["summary"]["findings"].get("error", 0)
    return done("submitted", paths, made, f"{errors} findings of severity error." if errors else "")


def publish(desk: Desk, paths: ArticlePaths, *, key: str = "") -> StepDone:
    """Sign the publication, log what is not logged yet, and verify it all before it is written.

    Raises:
        ConflictError: already published, or changed since its submission.
        AuthorisationError: no approving review by another key, or the key is no publisher's.
        VerificationError: the record as it would be published does not verify.
    """
    room = desk.room
    data, article = read_text(room, paths)
    refuse_published(room, paths)
    submission = current_submission(room, paths, data)
    reviews = reviews_of(room, paths)
    _require_approval(submission, reviews)
    signer = desk.signer(("publisher",), key)
    keyring = load_keyring(room.files).newest
    predicate = PublicationPredicate(
        publisher=signer.actor(),
        newsroom=room.config.newsroom.origin,
        article=ArticleRef(slug=paths.slug, month=paths.month, title=article.title.text),
        version=1,
        publishedAt=desk.clock(),
        submission=ref(submission.sha256),
        sourceSet=submission.predicate.sourceSet,
        trace=submission.predicate.trace,
        reviews=[ref(item.sha256) for item in reviews],
        policy=ref(policy_digest(room.config, room.list_bytes())),
        keyring=KeyringRef(
            version=keyring.predicate.version, digest=DigestSet(sha256=keyring.sha256)
        ),
    )
    payload = build_statement(subject_of(paths, data), predicate)
    with room.locked():
        refuse_published(room, paths)
        return finish_or_wait(desk, paths, "publication", seal(payload, [signer.key]), signer)


def _captured(room: Newsroom, paths: ArticlePaths, urls: list[str]) -> Signed[SourceSetPredicate]:
    source_set = ledger.read_step(room, paths, "source-set", SourceSetPredicate)
    if source_set is not None and [e.url for e in source_set.predicate.sources] == urls:
        return source_set
    raise ConflictError(
        "The article's sources are not captured"
        + ("." if source_set is None else " as they are listed now."),
        fix="Run `copydesk capture` and then submit again.",
        location=paths.article,
    )


def _refuse_submitted(room: Newsroom, paths: ArticlePaths, data: bytes) -> None:
    submission = ledger.read_step(room, paths, "submission", SubmissionPredicate)
    if submission is None:
        return
    if submission.subject_sha256 == sha256_hex(data):
        raise ConflictError(
            "This text is already submitted.",
            fix="`copydesk review` is the next step; or change the text and capture again.",
            location=paths.article,
        )
    raise ConflictError(
        "The article was changed after it was submitted.",
        fix="Run `copydesk capture` to begin a new round; the earlier one is kept.",
        location=paths.article,
    )


def _require_approval(
    submission: Signed[SubmissionPredicate], reviews: Sequence[Signed[ReviewPredicate]]
) -> None:
    if not reviews or not reviews[-1].predicate.verdict.startswith("approve"):
        raise AuthorisationError(
            "The newest review does not approve." if reviews else "There is no review.",
            fix="`copydesk review` with an approving verdict, by another key, comes first.",
        )
    if set(reviews[-1].keyids) & set(submission.keyids):
        raise AuthorisationError(
            "The approving review is signed by the contributor's own key.",
            fix="Another person or bot, with another key, reviews it.",
        )
