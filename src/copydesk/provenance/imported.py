"""What a newsroom states about an article that it read from another system's archive.

It says what was found there: who signed what, under which scheme, whether that verified, and which
captured bodies have their recorded hashes. It approves nothing, and makes no step of the other
system one of its own. Texts of the archive stand as they were found; times and hashes are texts as
well, since the archive may have written anything there. What the archive does not say is left out.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from copydesk.provenance.fields import Count, Month, Name, Sha256, Text, Time
from copydesk.provenance.parts import Actor, Model

__all__ = [
    "FOLDER",
    "STATEMENT",
    "CaptureStateName",
    "ImportedArchive",
    "ImportedCapture",
    "ImportedFile",
    "ImportedHash",
    "ImportedPredicate",
    "ImportedSignature",
    "ImportedStep",
    "ImportedUnfit",
    "OutcomeName",
]

# Where it lies in the article's folder.
FOLDER = "imported"
STATEMENT = f"{FOLDER}/statement"
# What is said of one story is bounded; the whole list is the import's report.
MAX_LISTED = 2_100

OutcomeName = Literal[
    "valid",
    "edited-since",
    "does-not-verify",
    "forgeable",
    "not-ed25519",
    "unknown-key",
    "uncheckable",
    "unknown-scheme",
    "missing",
    "not-signed",
]
CaptureStateName = Literal[
    "matches", "line-ends", "line-ends-likely", "differs", "no-hash", "not-stored", "unreadable"
]


class ImportedArchive(Model):
    """Where it was read: the format, the story's name in the archive, and the commit that a
    checkout named, where it named one.
    """

    format: Literal["machine-herald"]
    key: Text
    commit: Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{40}|[0-9a-f]{64})$")] | None = (
        None
    )


class ImportedPlace(Model):
    """Where it is kept in this newsroom; the title is the archive's."""

    slug: Name
    month: Month
    title: Text


class ImportedFile(Model):
    """A file of the archive, kept byte for byte in the article's folder ``imported/`` as ``kept``;
    without that, it is ``article.md`` itself.
    """

    path: Text
    sha256: Sha256
    kept: Name | None = None


class ImportedSignature(Model):
    """A signature of the other system. ``key`` is base64 of the raw public key that the archive
    had; whose it is, nobody vouches. ``notCovered`` may be changed without it failing; ``changed``
    was changed after signing.
    """

    signer: Text
    scheme: Text
    outcome: OutcomeName
    reason: Text
    key: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9+/]{43}=$")] | None = None
    notCovered: list[Text] = Field(default_factory=list, max_length=MAX_LISTED)  # noqa: N815
    changed: list[Text] = Field(default_factory=list, max_length=MAX_LISTED)


class ImportedHash(Model):
    """A hash that a record of the archive states of something, and whether that has it."""

    name: Name
    stated: Text | None = None
    actual: Text
    matches: bool


class ImportedStep(Model):
    """One step as the archive records it: ``by``, ``generator``, ``at`` and ``says`` (a verdict, a
    kind of correction) as they stand there; ``text`` is a correction's.
    """

    step: Literal["submission", "review", "earlier-review", "publication", "correction"]
    file: Text
    by: Text | None = None
    generator: Text | None = None
    at: Text | None = None
    says: Text | None = None
    text: Text | None = None
    signature: ImportedSignature
    hashes: list[ImportedHash] = Field(default_factory=list, max_length=MAX_LISTED)


class ImportedCapture(Model):
    """A cited page: what was recorded of it, and what is there. ``sha256`` and ``size`` are of the
    body as this newsroom keeps it.
    """

    url: Text
    state: CaptureStateName
    reason: Text
    file: Text | None = None
    recordedSha256: Text | None = None  # noqa: N815 - the statement's own field name
    sha256: Sha256 | None = None
    size: Count | None = None
    status: Text | None = None
    mediaType: Text | None = None  # noqa: N815
    fetchedAt: Text | None = None  # noqa: N815
    archiveUrl: Text | None = None  # noqa: N815


class ImportedUnfit(Model):
    """Something of the story that could not be read, or does not fit."""

    path: Text
    kind: Name
    reason: Text


class ImportedPredicate(Model):
    """Signed by the publisher: what was read, where, and what came of checking it. ``subject[0]``
    is ``article.md`` as it stands in the archive.
    """

    importer: Actor
    newsroom: Name
    archive: ImportedArchive
    article: ImportedPlace
    importedAt: Time  # noqa: N815
    files: Annotated[list[ImportedFile], Field(min_length=1, max_length=MAX_LISTED)]
    steps: list[ImportedStep] = Field(default_factory=list, max_length=MAX_LISTED)
    captures: list[ImportedCapture] = Field(default_factory=list, max_length=MAX_LISTED)
    unfit: list[ImportedUnfit] = Field(default_factory=list, max_length=MAX_LISTED)
