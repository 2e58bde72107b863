"""How the steps hang together: publication, approval, four eyes, corrections, withdrawal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from copydesk.provenance.checks import Check, CheckState, answer
from copydesk.provenance.reading import ArticleFiles
from copydesk.provenance.record import Signed
from copydesk.provenance.signers import SignerJudge
from copydesk.provenance.statements import (
    CorrectionPredicate,
    ReviewPredicate,
    WithdrawalPredicate,
)

__all__ = ["StepJudge"]

PASS, FAIL, ABSENT = CheckState.PASS, CheckState.FAIL, CheckState.NOT_PRESENT
Amendment = Signed[CorrectionPredicate] | Signed[WithdrawalPredicate]


class StepJudge:
    """Answers the checks on the steps of one article."""

    def __init__(self, found: ArticleFiles, signers: SignerJudge, title: str | None) -> None:
        self.found = found
        self.signers = signers
        self.title = title

    def before_log(self) -> Iterator[Check]:
        """``publication``, ``approval`` and ``four-eyes``."""
        yield self._publication()
        yield self._approval()
        yield self._four_eyes()
        for item in self._amendments():
            yield self._amended_by_two(item)

    def after_log(self) -> Iterator[Check]:
        """``corrections`` and ``withdrawal``."""
        yield self._corrections()
        yield self._withdrawal()

    def _amendments(self) -> list[Amendment]:
        withdrawal = self.found.withdrawal
        return [*self.found.corrections, *([withdrawal] if withdrawal else [])]

    def _publication(self) -> Check:
        publication = self.found.publication
        if publication is None:
            return answer("publication", ABSENT, "The article is not published.")
        if not self.signers.trusted(publication):
            return answer("publication", FAIL, "The publication is not properly signed.")
        title = publication.predicate.article.title
        if self.title is not None and self.title != title:
            return answer("publication", FAIL, "It names another title than the article has.")
        return answer("publication", PASS, f"Published at {publication.predicate.publishedAt}.")

    def _approval(self) -> Check:
        reviews = self.found.reviews
        if not reviews:
            return answer("approval", self.found.missing, "There is no review.")
        verdict = reviews[-1].predicate.verdict
        if not verdict.startswith("approve"):
            return answer("approval", self.found.missing, f"The newest review says {verdict}.")
        approving = _approving(reviews)
        if not all(self.signers.trusted(review) for review in approving):
            return answer("approval", FAIL, "The approving review is not properly signed.")
        keys = {self.signers.key_of(review, "editor") for review in approving}
        wanted = self._editors_wanted()
        if len(keys) < wanted:
            reason = f"{len(keys)} of {wanted} editors approve."
            return answer("approval", self.found.missing, reason)
        return answer("approval", PASS, f"The newest review says {verdict}.")

    def _editors_wanted(self) -> int:
        if self.signers.keyring is None:
            return 1
        publication = self.found.publication
        version = publication.predicate.keyring.version if publication else None
        return self.signers.keyring.threshold("editor", version)

    def _four_eyes(self) -> Check:
        submission = self.found.submission
        approving = [r for r in self.found.reviews if r.predicate.verdict.startswith("approve")]
        if submission is None or not approving:
            return answer("four-eyes", self.found.missing, "There is no submission or no approval.")
        if not submission.keyids or not all(review.keyids for review in approving):
            return answer("four-eyes", self.found.missing, "A signer is not known.")
        if any(set(review.keyids) & set(submission.keyids) for review in approving):
            return answer("four-eyes", FAIL, "The contributor's key also signed the approval.")
        contributor = submission.predicate.contributor.id
        if any(review.predicate.reviewer.id == contributor for review in approving):
            return answer("four-eyes", FAIL, f"{contributor} approved their own article.")
        return answer("four-eyes", PASS, "Contributor and approving editor signed with two keys.")

    def _amended_by_two(self, item: Amendment) -> Check:
        """A correction or withdrawal has a publisher and another editor, not the contributor."""
        submission = self.found.submission
        publisher = self.signers.key_of(item, "publisher")
        editor = self.signers.key_of(item, "editor")
        if not publisher or not editor:
            reason = "Not both a publisher and an editor have properly signed it."
            return answer("four-eyes", FAIL, reason, item.name)
        said = item.predicate
        if publisher == editor or said.publisher.id == said.reviewer.id:
            return answer("four-eyes", FAIL, "One person signed it twice.", item.name)
        if submission is not None and (
            editor in submission.keyids or said.reviewer.id == submission.predicate.contributor.id
        ):
            reason = "The article's contributor approved it."
            return answer("four-eyes", FAIL, reason, item.name)
        reason = f"{said.publisher.id} and {said.reviewer.id} signed with two keys."
        return answer("four-eyes", PASS, reason, item.name)

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

    def _withdrawal(self) -> Check:
        item = self.found.withdrawal
        if item is None:
            return answer("withdrawal", ABSENT, "The article has not been withdrawn.")
        publication, corrections = self.found.publication, self.found.corrections
        last = corrections[-1].sha256 if corrections else publication and publication.sha256
        if item.predicate.withdraws.digest.sha256 != last:
            reason = "It does not name the newest statement before it."
            return answer("withdrawal", FAIL, reason)
        if not self.signers.trusted(item):
            return answer("withdrawal", FAIL, "The withdrawal is not properly signed.")
        if not self._removed_what_was_here(item):
            reason = "It says that another text or trace was removed than the one signed."
            return answer("withdrawal", FAIL, reason)
        return answer("withdrawal", PASS, f"Withdrawn at {item.predicate.createdAt}.")

    def _removed_what_was_here(self, item: Signed[WithdrawalPredicate]) -> bool:
        submission = self.found.submission
        signed = {"article.md": item.subject_sha256}
        if submission is not None:
            signed["prov/trace.json"] = submission.predicate.trace.digest.sha256
        return all(
            removed.digest.sha256 == signed.get(removed.name, removed.digest.sha256)
            for removed in item.predicate.removed
        )


def _approving(reviews: Sequence[Signed[ReviewPredicate]]) -> list[Signed[ReviewPredicate]]:
    """The reviews that approve after the last one that did not."""
    found: list[Signed[ReviewPredicate]] = []
    for review in reversed(reviews):
        if not review.predicate.verdict.startswith("approve"):
            break
        found.append(review)
    return found
