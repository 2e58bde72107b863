"""``copydesk export``: one article's record as a bundle, read from a newsroom."""

from __future__ import annotations

import base64
import contextlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, get_args
from urllib.parse import urlsplit

from copydesk.atomic import atomic_write
from copydesk.capture.addresses import IPAddress
from copydesk.capture.own_marks import find_marks, shared_addresses
from copydesk.capture.store import pack_body, read_capture
from copydesk.capture.wacz import Contents, make_wacz
from copydesk.errors import CopydeskError, UsageError, VerificationError
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.own_addresses import own_addresses
from copydesk.newsroom.store import Newsroom
from copydesk.newsroom.transaction import DESK
from copydesk.provenance.bundle import Bundle, Bundler
from copydesk.provenance.canonical import sha256_hex
from copydesk.provenance.keyring import load_keyring
from copydesk.provenance.passages import Skipped, make_passages
from copydesk.provenance.record import Record
from copydesk.provenance.redaction import Redaction, copy_path, list_path, redact
from copydesk.provenance.verify import load_record

__all__ = ["Exported", "ExportedWacz", "Exporter", "PublicBodies", "export_sidecar"]

# Raise it when passages are made in another way: those that are kept are then made anew.
PASSAGES_VERSION = 1


@dataclass(frozen=True, slots=True)
class PublicBodies:
    """The SHA-256 of the bodies that may leave as they are, redacted copies of the others with
    their lists, and addresses that may be the capturer's (see :func:`shared_addresses`).
    """

    whole: tuple[str, ...] = ()
    redacted: tuple[tuple[Redaction, bytes], ...] = ()
    shared: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Exported:
    """A bundle, and the quotations whose passage could not be put in, each with its reason.

    ``redacted`` are the bodies that are in it as redacted copies; ``shared`` the addresses that
    stand in pages of unrelated hosts, and may be the capturer's own.
    """

    bundle: Bundle
    skipped: tuple[Skipped, ...]
    redacted: tuple[Redaction, ...] = ()
    shared: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ExportedWacz:
    """The file, how many stored bodies are in it, and of these the redacted ones; ``shared`` as in
    :class:`Exported`.
    """

    data: bytes
    bodies: int
    redacted: tuple[Redaction, ...]
    shared: Mapping[str, tuple[str, ...]]


class Exporter:
    """Makes bundles of one newsroom's articles; see :class:`copydesk.provenance.bundle.Bundler`.

    Args:
        newsroom: the newsroom.
        own: the capturer's addresses, which stay out of whatever is made; those of this machine
            and its configuration by default.

    Raises:
        ConfigError: an own address is configured that is none.
    """

    def __init__(self, newsroom: Newsroom, own: Sequence[IPAddress] | None = None) -> None:
        self._newsroom = newsroom
        self._own = own_addresses() if own is None else tuple(own)

    @cached_property
    def _bundler(self) -> Bundler:
        return Bundler(self._newsroom.files)

    def export(
        self, paths: ArticlePaths, *, record: Record | None = None, captures: bool = False
    ) -> Exported:
        """The bundle of one published article.

        Args:
            paths: the article.
            record: its record, where it was loaded already.
            captures: whether to put the captured bodies in; they belong to their publishers.

        Raises:
            VerificationError: a statement of it is not logged.
            StatementError: a file of the newsroom is damaged.
        """
        record = record or load_record(self._newsroom.files, paths.month, paths.slug)
        passages, skipped = self._passages(record)
        marked = [self._marked(each) for each in passages]
        shown = [each for each, told in zip(passages, marked, strict=True) if not told]
        hidden = [_hidden(each) for each, told in zip(passages, marked, strict=True) if told]
        bodies = self.public_bodies(record) if captures else PublicBodies()
        bundle = self._bundler.bundle(
            paths.month, paths.slug, captures=bodies.whole, passages=shown
        )
        for redaction, copy in bodies.redacted:
            bundle.files.files[list_path(redaction.sha256)] = redaction.to_bytes()
            bundle.files.files[copy_path(redaction.sha256)] = pack_body(copy)
        redacted = tuple(redaction for redaction, _ in bodies.redacted)
        return Exported(bundle, (*skipped, *hidden), redacted, bodies.shared)

    def export_wacz(self, paths: ArticlePaths) -> ExportedWacz:
        """The captures of one published article as a WACZ, its bundle in it.

        Raises:
            VerificationError: the article has no source set, or a statement of it is not logged.
            StatementError: a file of the newsroom is damaged.
        """
        record = load_record(self._newsroom.files, paths.month, paths.slug)
        if record.source_set is None:
            raise VerificationError(
                f"{paths.folder} has no captured sources.", fix="`copydesk capture` comes first."
            )
        made = self.export(paths, record=record)
        bodies = self.public_bodies(record)
        copies = {redaction.sha256: (copy, redaction) for redaction, copy in bodies.redacted}
        for redaction, _ in bodies.redacted:
            made.bundle.files.files[list_path(redaction.sha256)] = redaction.to_bytes()

        def body(sha256: str) -> tuple[bytes, Redaction | None] | None:
            if sha256 in copies:
                return copies[sha256]
            whole = self._capture(sha256)
            return None if whole is None else (whole, None)

        title = record.publication.predicate.article.title if record.publication else paths.slug
        contents = Contents(title, record.source_set.predicate, made.bundle.to_bytes(), body)
        redacted = tuple(redaction for redaction, _ in bodies.redacted)
        held = len(bodies.whole) + len(bodies.redacted)
        return ExportedWacz(make_wacz(contents), held, redacted, bodies.shared)

    def public_bodies(self, record: Record) -> PublicBodies:
        """The stored bodies of a record as they may leave the newsroom; what is damaged or not
        here is left out, which a reader is told.
        """
        whole: list[str] = []
        redacted: list[tuple[Redaction, bytes]] = []
        bodies: list[tuple[str, bytes]] = []
        for sha256, host in _stored(record).items():
            body = self._capture(sha256)
            if body is None:
                continue
            bodies.append((host, body))
            spans = find_marks(body, self._own)
            if spans:
                copy, redaction = redact(body, spans)
                redacted.append((redaction, copy))
            else:
                whole.append(sha256)
        shared = shared_addresses(bodies)
        return PublicBodies(tuple(whole), tuple(redacted), shared)

    def _marked(self, passage: dict[str, Any]) -> bool:
        """Whether the kilobytes that a passage shows tell who captured the page."""
        data = b"".join(base64.b64decode(chunk) for chunk in passage["chunks"])
        return bool(find_marks(data, self._own))

    def _passages(self, record: Record) -> tuple[list[dict[str, Any]], Sequence[Skipped]]:
        if record.trace is None or record.source_set is None or record.submission is None:
            return [], ()
        kept = self._kept(record.submission.predicate.trace.digest.sha256, record.source_set.sha256)
        with contextlib.suppress(OSError, ValueError, TypeError):
            value: list[dict[str, Any]] = json.loads(kept.read_bytes())
            return list(value), ()
        made, skipped = make_passages(record.trace, record.source_set.predicate, self._capture)
        # What was skipped for want of a capture may be found another time.
        if len(made) and not skipped:
            with contextlib.suppress(OSError):
                kept.parent.mkdir(parents=True, exist_ok=True)
                atomic_write(kept, json.dumps(made).encode())
        return made, skipped

    def _kept(self, trace: str, source_set: str) -> Path:
        """Where the passages of a signed trace are kept for the next build; may be deleted. A
        reader checks them against the signed source set, so that a wrong one is found.
        """
        name = sha256_hex(f"{PASSAGES_VERSION} {trace} {source_set}".encode())
        return self._newsroom.root / DESK / "passages" / f"{name}.json"

    def _capture(self, sha256: str) -> bytes | None:
        with contextlib.suppress(CopydeskError):
            return read_capture(self._newsroom.root, sha256)
        return None


def export_sidecar(
    newsroom: Newsroom, paths: ArticlePaths, chain: bytes, key: bytes, source_type: str
) -> bytes:
    """A C2PA sidecar of a published article; what it adds is said in :mod:`.c2pa`.

    Raises:
        VerificationError: the article's record does not verify, or its text is withdrawn.
        UsageError: an unknown source type, or the extra is not installed.
        SigningKeyError: the certificate or its key cannot be used.
    """
    from copydesk.newsroom.c2pa import SidecarFacts, SourceType, sidecar  # noqa: PLC0415 - an extra

    record = load_record(newsroom.files, paths.month, paths.slug)
    publication = record.publication
    if publication is None or not record.verification.ok or not record.article_bytes:
        raise VerificationError(
            f"{paths.folder} has no published text that verifies.",
            fix="`copydesk verify` says what is missing.",
        )
    allowed = {str(word): word for word in get_args(SourceType)}
    if source_type not in allowed:
        raise UsageError(
            f"{source_type!r} does not say how the text came about.",
            fix=f"Give --source-type as one of: {', '.join(allowed)}.",
        )
    newest = record.corrections[-1].sha256 if record.corrections else publication.sha256
    facts = SidecarFacts(
        publication.predicate.article.title,
        newsroom.config.newsroom.origin,
        newest,
        load_keyring(newsroom.files).pin,
        allowed[source_type],
    )
    return sidecar(record.article_bytes, "text/markdown", facts, chain, key)


def _hidden(passage: dict[str, Any]) -> Skipped:
    reason = "The kilobytes around it hold the capturer's own address or a session's token."
    return Skipped(0, int(passage["source"]), reason)


def _stored(record: Record) -> dict[str, str]:
    """SHA-256 of each stored body, in order, and the host that it came from."""
    entries = record.source_set.predicate.sources if record.source_set else []
    found = {
        capture.sha256: urlsplit(capture.finalUrl or entry.url).hostname or ""
        for entry in entries
        for capture in entry.captures
        if capture.sha256 is not None
    }
    return dict(sorted(found.items()))
