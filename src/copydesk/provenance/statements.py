"""The signed statements, as strict models: one in-toto Statement v1 each (DESIGN section 3).

Every model refuses unknown fields and wrong types, so a payload is either exactly one of these or
it is not a statement at all. Optional fields are left out when absent, never ``null``. Integers
only: RFC 8785 of a float is a trap. Times are ``YYYY-MM-DDTHH:MM:SSZ``.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)

from copydesk.provenance.fields import Count, Month, Name, Sha256, Text, Time, Words

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
)


def predicate_type(kind: str) -> str:
    """``urn:copydesk:<kind>:v1``."""
    return f"urn:copydesk:{kind}:v1"


class Model(BaseModel):
    """Strict, frozen, no unknown fields."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class DigestSet(Model):
    """The digests of one thing; SHA-256 only."""

    sha256: Sha256


class Ref(Model):
    """A reference to a statement (by its payload's digest) or to a file (by its bytes')."""

    digest: DigestSet


class Subject(Model):
    """What the statement is about."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=4096)]
    digest: DigestSet


class Actor(Model):
    """A person, a bot (which names its model) or a service."""

    id: Name
    kind: Literal["person", "bot", "service"]
    generator: Name | None = None

    @model_validator(mode="after")
    def _bot_names_its_model(self) -> Self:
        if self.kind == "bot" and self.generator is None:
            raise ValueError("a bot names its generator")
        return self


class HopEntry(Model):
    """One redirect on the way to the body."""

    url: Text
    status: Count
    location: Text


RoleName = Literal[
    "page", "rendered-dom", "visible-text", "screenshot", "raw", "pdf", "archive-copy"
]


class CertificateEntry(Model):
    """One certificate of the server's chain, leaf first; ``sha256`` is of its DER bytes."""

    sha256: Sha256
    subject: Text
    issuer: Text
    notBefore: Time  # noqa: N815 - the statement's own field name
    notAfter: Time  # noqa: N815


class AttemptEntry(Model):
    """An earlier try: when, what it answered, and the milliseconds waited before the next."""

    at: Time
    status: Count | None = None
    problem: Name | None = None
    waited: Count


class ProblemEntry(Model):
    """Why there is no body."""

    code: Name
    message: Text


class CaptureEntry(Model):
    """One variant of what a source returned; failures are entries like any other."""

    role: RoleName
    outcome: Literal["stored", "failed", "refused"]
    retrievedAt: Time  # noqa: N815 - the statement's own field name
    client: Name
    finalUrl: Text | None = None  # noqa: N815
    status: Count | None = None
    mediaType: Text | None = None  # noqa: N815
    size: Count | None = None
    sha256: Sha256 | None = None
    wireSha256: Sha256 | None = None  # noqa: N815
    chunkRoot: Sha256 | None = None  # noqa: N815 - provenance/chunks.py; of the stored body
    derivedFrom: Sha256 | None = None  # noqa: N815 - the capture that this variant was made from
    archivedAt: Time | None = None  # noqa: N815 - when a web archive took its copy
    address: Name | None = None  # the server's
    tls: list[CertificateEntry] | None = None
    attempts: list[AttemptEntry] | None = None
    robots: Literal["allowed", "disallowed", "unknown"] | None = None
    reservations: list[Name] | None = None
    facts: list[tuple[Name, Text]] | None = None
    headers: list[tuple[str, str]] = []
    hops: list[HopEntry] = []
    quality: Name
    mark: Name | None = None  # the signature that decided the quality
    reason: Text | None = None
    problem: ProblemEntry | None = None

    @model_validator(mode="after")
    def _stored_means_a_body(self) -> Self:
        stored = self.outcome == "stored"
        if stored != (self.sha256 is not None and self.size is not None):
            raise ValueError("an entry has sha256 and size exactly when it is stored")
        if stored == (self.problem is not None):
            raise ValueError("an entry has a problem exactly when it is not stored")
        if self.chunkRoot is not None and not stored:
            raise ValueError("only a stored entry has a chunkRoot")
        return self


class SourceEntry(Model):
    """One cited URL with all its captures; ``id`` is its place in the article's list, from 1."""

    id: Annotated[int, Field(ge=1)]
    url: Text
    captures: list[CaptureEntry]


class SourceSetPredicate(Model):
    """Signed by the collector. ``subject[0]`` is the digest of the canonical list of URLs; the
    stored bodies follow.
    """

    collector: Actor
    capturedAt: Time  # noqa: N815
    sources: list[SourceEntry]

    @model_validator(mode="after")
    def _ids_are_places(self) -> Self:
        if any(entry.id != place for place, entry in enumerate(self.sources, 1)):
            raise ValueError("the ids of the sources count up from 1")
        return self


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
    findings: list[FindingResolution] = []
    concerns: list[Concern] = []
    clarifications: list[Clarification] = []
    assessments: Assessments
    featured: Featured | None = None
    disclosures: list[Disclosure] = []

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
    removed: list[Subject] = []


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
}
