"""The signed statements, as strict models: one in-toto Statement v1 each (DESIGN section 3).

Every model refuses unknown fields and wrong types, so a payload is either exactly one of these or
it is not a statement at all. Optional fields are left out when absent, never ``null``. Integers
only: RFC 8785 of a float is a trap. Times are ``YYYY-MM-DDTHH:MM:SSZ``.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from copydesk.provenance.fields import Count, Month, Name, Sha256, Text, Time, Words
from copydesk.provenance.imported import ImportedPredicate
from copydesk.provenance.parts import Actor, DigestSet, Model, Ref, Subject
from copydesk.provenance.source_set import CaptureEntry, SourceEntry, SourceSetPredicate

__all__ = [
    "KINDS",
    "PAYLOAD_TYPE",
    "PREDICATES",
    "STATEMENT_TYPE",
    "Actor",
    "Assessments",
    "CaptureEntry",
    "Clarification",
    "Concern",
    "CorrectionPredicate",
    "DigestSet",
    "Disclosure",
    "Featured",
    "FindingResolution",
    "Head",
    "ImportedPredicate",
    "KeyEntry",
    "KeyringPredicate",
    "Model",
    "PublicationPredicate",
    "Ref",
    "ReviewPredicate",
    "Revocation",
    "SiteStatePredicate",
    "SourceEntry",
    "SourceSetPredicate",
    "Subject",
    "SubmissionPredicate",
    "WithdrawalPredicate",
    "predicate_type",
]

PAYLOAD_TYPE = "application/vnd.in-toto+json"
STATEMENT_TYPE = "https://in-toto.io/Statement/v1"
# A signature may have to be tried with every key: a longer list is an attack on time.
MAX_KEYS = 5_000
KINDS = (
    "source-set",
    "submission",
    "review",
    "publication",
    "correction",
    "withdrawal",
    "keyring",
    "site-state",
    "imported",
)


def predicate_type(kind: str) -> str:
    """``urn:copydesk:<kind>:v1``."""
    return f"urn:copydesk:{kind}:v1"


class HumanRequestEntry(Model):
    """A person asked for this article; ``text`` is the request."""

    requested: bool
    text: Text | None = None


class SubmissionPredicate(Model):
    """Signed by the contributor."""

    contributor: Actor
    createdAt: Time  # noqa: N815
    sourceSet: Ref  # noqa: N815
    trace: Ref
    humanRequest: HumanRequestEntry | None = None  # noqa: N815
    note: Text | None = None
    supersedes: Ref | None = None


class Passage(Model):
    """A place in the article: code points of the field, and the words that stand there."""

    field: Literal["title", "summary", "body"]
    start: Count
    end: Count
    exact: Text


class FindingResolution(Model):
    """A finding of the policy, and what the reviewer decided about it."""

    rule: Name
    severity: Literal["error", "warning", "note"]
    message: Text
    passage: Passage | None = None
    resolution: Literal["accepted", "dismissed", "concern", "clarification"]
    note: Text | None = None


class Concern(Model):
    """What a reviewer raised, and how it was resolved."""

    id: Name
    text: Words
    resolution: Text
    passage: Passage | None = None


class Clarification(Model):
    """What a reader should know beside a passage; shown in the record."""

    id: Name
    text: Words
    passage: Passage | None = None


class Assessments(Model):
    """The reviewer's words on each subject."""

    content: Text
    sourceVerification: Text  # noqa: N815
    facts: Text
    tone: Text
    originality: Text


class Featured(Model):
    """Candidacy for the front page: 0 (no) to 5, and why."""

    score: Annotated[int, Field(ge=0, le=5)]
    reason: Text


class Disclosure(Model):
    """A disclosure that was considered; ``required`` says whether the policy asks for it."""

    subject: Name
    required: bool
    text: Text


class ReviewPredicate(Model):
    """Signed by the editor, over the same article digest as the submission."""

    reviewer: Actor
    createdAt: Time  # noqa: N815
    submission: Ref
    sourceSet: Ref  # noqa: N815
    trace: Ref
    verdict: Literal["approve", "approve-with-corrections", "request-changes", "reject"]
    summary: Text
    wordCount: Count  # noqa: N815
    sourceCount: Count  # noqa: N815
    findings: list[FindingResolution] = Field(default_factory=list)
    concerns: list[Concern] = Field(default_factory=list)
    clarifications: list[Clarification] = Field(default_factory=list)
    assessments: Assessments
    featured: Featured | None = None
    disclosures: list[Disclosure] = Field(default_factory=list)

    @model_validator(mode="after")
    def _a_refusal_has_a_reason(self) -> Self:
        if self.verdict in {"request-changes", "reject"} and not self.concerns:
            raise ValueError("a verdict that does not approve names at least one concern")
        ids = [item.id for item in self.concerns] + [item.id for item in self.clarifications]
        if len(ids) != len(set(ids)):
            raise ValueError("the ids of concerns and clarifications are unique")
        return self


class ArticleRef(Model):
    """Where the article is published within the newsroom."""

    slug: Name
    month: Month
    title: Text


class KeyringRef(Model):
    """Which keyring version was in force."""

    version: Annotated[int, Field(ge=1)]
    digest: DigestSet


class PublicationPredicate(Model):
    """Signed by the publisher."""

    publisher: Actor
    newsroom: Name
    article: ArticleRef
    version: Annotated[int, Field(ge=1)]
    publishedAt: Time  # noqa: N815
    submission: Ref
    sourceSet: Ref  # noqa: N815
    trace: Ref
    reviews: Annotated[list[Ref], Field(min_length=1)]
    policy: Ref
    keyring: KeyringRef


class CorrectionPredicate(Model):
    """Signed by the publisher and by the editor who checked it; ``corrects`` is the publication or
    the correction before it.
    """

    publisher: Actor
    reviewer: Actor
    corrects: Ref
    kind: Literal["correction", "clarification", "update", "retraction"]
    text: Words
    createdAt: Time  # noqa: N815
    passage: Passage | None = None


class WithdrawalPredicate(Model):
    """The tombstone of an article whose text is no longer shown; signed as a correction is.

    ``withdraws`` is the newest statement before it: the publication or a correction. ``removed``
    names each file that was taken away, by its path in the article's folder, with its digest.
    """

    publisher: Actor
    reviewer: Actor
    withdraws: Ref
    reason: Words
    createdAt: Time  # noqa: N815
    removed: list[Subject] = Field(default_factory=list)


class SiteStatePredicate(Model):
    """Signed by the publisher: the newest statement of every published article, as of the first
    ``logSize`` entries of the log.

    ``headsRoot`` is the RFC 6962 root over ``articles`` leaves, sorted by the article's folder;
    each is the canonical JSON of :class:`Head`.
    """

    publisher: Actor
    newsroom: Name
    createdAt: Time  # noqa: N815
    logSize: Count  # noqa: N815
    articles: Count
    headsRoot: Sha256  # noqa: N815


class Head(Model):
    """One leaf of a site-state: the newest statement of an article (its publication, last
    correction or withdrawal), and how many corrections it has.
    """

    article: Name
    head: Sha256
    corrections: Count


class Revocation(Model):
    """From which log index on the key no longer counts."""

    logIndex: Count  # noqa: N815
    reason: Text
    retroactive: bool = False


class KeyEntry(Model):
    """One key of the keyring; ``public`` is base64 of the raw 32 bytes."""

    keyid: Sha256
    public: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9+/]{43}=$")]
    alg: Literal["ed25519"]
    roles: Annotated[
        list[Literal["root", "contributor", "editor", "publisher", "collector", "log", "witness"]],
        Field(min_length=1),
    ]
    name: Name
    kind: Literal["person", "bot", "service"]
    validFrom: Count  # noqa: N815
    validUntil: Count | None = None  # noqa: N815
    revoked: Revocation | None = None


class KeyringPredicate(Model):
    """One version of the newsroom's keyring; signed by the root threshold of the version before
    it and of itself (TUF's root rule). Versions count up by exactly one.

    ``threshold`` says how many different keys must sign: a keyring (root), a publication
    (publisher), an approval (editor), and how many witnesses must have countersigned a checkpoint
    (witness). One where nothing is said.
    """

    newsroom: Name
    version: Annotated[int, Field(ge=1)]
    prev: Ref | None = None
    threshold: dict[
        Literal["root", "editor", "publisher", "witness"], Annotated[int, Field(ge=1, le=16)]
    ]
    keys: Annotated[list[KeyEntry], Field(min_length=1, max_length=MAX_KEYS)]

    @model_validator(mode="after")
    def _a_root_threshold(self) -> Self:
        if "root" not in self.threshold:
            raise ValueError("the keyring states the root threshold")
        return self


Predicate = (
    SourceSetPredicate
    | SubmissionPredicate
    | ReviewPredicate
    | PublicationPredicate
    | CorrectionPredicate
    | WithdrawalPredicate
    | KeyringPredicate
    | SiteStatePredicate
    | ImportedPredicate
)

PREDICATES: dict[str, type[Model]] = {
    "source-set": SourceSetPredicate,
    "submission": SubmissionPredicate,
    "review": ReviewPredicate,
    "publication": PublicationPredicate,
    "correction": CorrectionPredicate,
    "withdrawal": WithdrawalPredicate,
    "keyring": KeyringPredicate,
    "site-state": SiteStatePredicate,
    "imported": ImportedPredicate,
}
