"""Whether each statement names exactly the statements and files that are here."""

from __future__ import annotations

from collections.abc import Iterator

from copydesk.provenance.checks import Check, CheckState, answer
from copydesk.provenance.keyring import Keyring
from copydesk.provenance.reading import ArticleFiles
from copydesk.provenance.record import Signed
from copydesk.provenance.statements import (
    Model,
    PublicationPredicate,
    ReviewPredicate,
    SubmissionPredicate,
)
from copydesk.provenance.verify_log import KeyringLog

__all__ = ["references"]

PASS, FAIL, ABSENT = CheckState.PASS, CheckState.FAIL, CheckState.NOT_PRESENT
Binding = SubmissionPredicate | ReviewPredicate | PublicationPredicate
Pair = tuple[str, object, object]
"""What is compared, what is here, and what the statement names."""


def references(found: ArticleFiles, keyring: Keyring | None, logged: KeyringLog) -> Iterator[Check]:
    """The check ``references`` of each statement that names others."""
    answered = False
    for item, pairs in _bindings(found, keyring, logged):
        answered = True
        wrong = [what for what, here, named in pairs if here != named]
        reason = (
            f"It names another {' and '.join(wrong)} than the one here."
            if wrong
            else "It names exactly what is here."
        )
        yield answer("references", FAIL if wrong else PASS, reason, item.name)
    if not answered:
        yield answer("references", ABSENT, "No statement refers to another.")


def _bindings(
    found: ArticleFiles, keyring: Keyring | None, logged: KeyringLog
) -> Iterator[tuple[Signed[Model], list[Pair]]]:
    here = {
        "source set": found.source_set.sha256 if found.source_set else None,
        "submission": found.submission.sha256 if found.submission else None,
        "trace": _trace_digest(found),
    }
    if found.submission is not None:
        yield found.submission, _named_files(here, found.submission.predicate)
    steps: list[Signed[ReviewPredicate] | Signed[PublicationPredicate]] = [*found.reviews]
    if found.publication is not None:
        steps.append(found.publication)
    for step in steps:
        pairs = _named_files(here, step.predicate)
        submission = step.predicate.submission.digest.sha256
        pairs.append(("submission", here["submission"], submission))
        if step is found.publication:
            pairs += _publication_pairs(found, keyring, logged)
        yield step, pairs


def _trace_digest(found: ArticleFiles) -> str | None:
    """The digest of the trace here; that of one left out is what the submission says."""
    left_out = found.partial or found.withdrawal is not None
    if found.trace is None and left_out and found.submission is not None:
        return found.submission.predicate.trace.digest.sha256
    return found.trace_sha256 if found.trace is not None else None


def _publication_pairs(
    found: ArticleFiles, keyring: Keyring | None, logged: KeyringLog
) -> list[Pair]:
    publication = found.publication
    if publication is None:
        return []
    predicate = publication.predicate
    version = keyring.version(predicate.keyring.version) if keyring else None
    place = f"articles/{predicate.article.month}/{predicate.article.slug}"
    newsroom = keyring.newest.predicate.newsroom if keyring else None
    index = publication.log_index
    in_force = logged.in_force(index) if index is not None else None
    return [
        # An older version might ask for fewer signatures, or not know of a revocation.
        ("keyring version than that in force", in_force, predicate.keyring.version)
        if in_force is not None
        else ("", 0, 0),
        (
            "list of reviews",
            [review.sha256 for review in found.reviews],
            [ref.digest.sha256 for ref in predicate.reviews],
        ),
        (
            "keyring version",
            version.sha256 if version else None,
            predicate.keyring.digest.sha256,
        ),
        ("place of the article", found.folder, place),
        ("newsroom", newsroom, predicate.newsroom),
    ]


def _named_files(here: dict[str, str | None], predicate: Binding) -> list[Pair]:
    return [
        ("source set", here["source set"], predicate.sourceSet.digest.sha256),
        ("trace", here["trace"], predicate.trace.digest.sha256),
    ]
