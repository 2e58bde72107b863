"""A newsroom in memory that publishes and corrects one article, for tests to break."""

from __future__ import annotations

import hashlib
from typing import Any

import zstandard

from copydesk.provenance.canonical import canonical_bytes, sha256_hex
from copydesk.provenance.dsse import parse_envelope, seal
from copydesk.provenance.files import MemoryFiles
from copydesk.provenance.keyring import (
    KeyringVersion,
    add_key,
    first_keyring,
    keyring_path,
    load_keyring,
    make_entry,
    seal_keyring,
)
from copydesk.provenance.keys import PrivateKey, generate_key
from copydesk.provenance.log.tiles import append
from copydesk.provenance.reading import leaf_bytes
from copydesk.provenance.statement import build_statement, parse_statement
from copydesk.provenance.statements import (
    Actor,
    Assessments,
    CaptureEntry,
    CorrectionPredicate,
    DigestSet,
    KeyringRef,
    Predicate,
    PublicationPredicate,
    Ref,
    ReviewPredicate,
    SourceEntry,
    SourceSetPredicate,
    Subject,
    SubmissionPredicate,
)

ORIGIN = "sim.example/log"
MONTH, SLUG = "2026-11", "a-story"
FOLDER = f"articles/{MONTH}/{SLUG}"
ARTICLE = b"---\ntitle: A story of 12 words\nsources:\n- https://one.example/a\n---\nBody 12.\n"
BODY = b"<p>The source says 12.</p>"
TRACE = canonical_bytes(
    {"schema": "copydesk.trace/1", "article": {"sha256": hashlib.sha256(ARTICLE).hexdigest()}}
)
TIME = "2026-11-09T10:00:00Z"
ROLES = ("root", "log", "collector", "contributor", "editor", "publisher")
TEXT = Assessments(content="c", sourceVerification="s", facts="f", tone="t", originality="o")


def ref(sha256: str) -> Ref:
    return Ref(digest=DigestSet(sha256=sha256))


def subject(data: bytes, name: str = "article.md") -> Subject:
    return Subject(name=name, digest=DigestSet(sha256=sha256_hex(data)))


class Simulator:
    """The newsroom; ``files`` is what a verifier reads. Steps are methods, so that a test can
    leave one out, repeat it, or have it signed by somebody else."""

    def __init__(self) -> None:
        self.files = MemoryFiles()
        self.keys: dict[str, PrivateKey] = {role: generate_key() for role in ROLES}
        entries = [
            make_entry(f"the-{role}", "person", [role], self.keys[role].public, 0) for role in ROLES
        ]
        envelope = seal_keyring(first_keyring(ORIGIN, entries), [self.keys["root"]])
        self.files.files[keyring_path(1)] = envelope
        self.log(None, "keyring", envelope)
        self.files.files[f"{FOLDER}/article.md"] = ARTICLE
        self.trace = TRACE
        self.shas: dict[str, str] = {}

    # -- parts ------------------------------------------------------------------------------------

    def log(self, name: str | None, kind: str, envelope: bytes) -> None:
        payload = sha256_hex(parse_envelope(envelope).payload)
        leaf = leaf_bytes(kind, payload, sha256_hex(envelope))
        made = append(self.files, [leaf], self.keys["log"], ORIGIN)
        for path, data in made.changes.items():
            if data is None:
                self.files.files.pop(path, None)
            else:
                self.files.files[path] = data
        if name is not None:
            self.files.files[f"{FOLDER}/prov/{name}.tlog-proof"] = made.proofs[0]

    def put(
        self,
        name: str,
        predicate: Predicate,
        signer: str | PrivateKey,
        subjects: list[Subject] | None = None,
        *,
        logged: bool = True,
    ) -> str:
        key = self.keys[signer] if isinstance(signer, str) else signer
        payload = build_statement(subjects or [subject(ARTICLE)], predicate)
        envelope = seal(payload, [key])
        self.files.files[f"{FOLDER}/prov/{name}.dsse.json"] = envelope
        if logged:
            self.log(name, parse_statement(payload).kind, envelope)
        self.shas[name] = sha256_hex(payload)
        return self.shas[name]

    # -- steps ------------------------------------------------------------------------------------

    def capture(self, **changes: Any) -> None:
        sha = hashlib.sha256(BODY).hexdigest()
        self.files.files[f"captures/sha256/{sha[:2]}/{sha}.zst"] = zstandard.ZstdCompressor(
            level=9
        ).compress(BODY)
        urls = ["https://one.example/a"]
        entry = CaptureEntry(
            role="page", outcome="stored", retrievedAt=TIME, client="test", status=200,
            size=len(BODY), sha256=sha, quality="ok",
        )  # fmt: skip
        predicate = SourceSetPredicate(
            collector=Actor(id="the-collector", kind="person"),
            capturedAt=TIME,
            sources=[SourceEntry(id=1, url=urls[0], captures=[entry])],
        ).model_copy(update=changes)
        subjects = [subject(canonical_bytes(urls), "sources"), subject(BODY, urls[0])]
        self.put("source-set", predicate, "collector", subjects)

    def submit(self, signer: str = "contributor", **changes: Any) -> None:
        self.files.files[f"{FOLDER}/prov/trace.json"] = self.trace
        self.put(
            "submission",
            SubmissionPredicate(
                contributor=Actor(id=f"the-{signer}", kind="person"),
                createdAt=TIME,
                sourceSet=ref(self.shas["source-set"]),
                trace=ref(sha256_hex(self.trace)),
            ).model_copy(update=changes),
            signer,
        )

    def review(self, signer: str = "editor", number: int = 1, **changes: Any) -> None:
        self.put(
            f"review-{number}",
            ReviewPredicate(
                reviewer=Actor(id=f"the-{signer}", kind="person"),
                createdAt=TIME,
                submission=ref(self.shas["submission"]),
                sourceSet=ref(self.shas["source-set"]),
                trace=ref(sha256_hex(self.trace)),
                verdict="approve",
                summary="Fine.",
                wordCount=2,
                sourceCount=1,
                assessments=TEXT,
            ).model_copy(update=changes),
            signer,
        )

    def publication(self, **changes: Any) -> PublicationPredicate:
        keyring = load_keyring(self.files).newest
        return PublicationPredicate.model_validate(
            {
                "publisher": {"id": "the-publisher", "kind": "person"},
                "newsroom": ORIGIN,
                "article": {"slug": SLUG, "month": MONTH, "title": "A story of 12 words"},
                "version": 1,
                "publishedAt": TIME,
                "submission": ref(self.shas["submission"]),
                "sourceSet": ref(self.shas["source-set"]),
                "trace": ref(sha256_hex(self.trace)),
                "reviews": [ref(sha) for name, sha in self.shas.items() if name.startswith("rev")],
                "policy": ref("0" * 64),
                "keyring": KeyringRef(
                    version=keyring.predicate.version, digest=DigestSet(sha256=keyring.sha256)
                ),
            }
        ).model_copy(update=changes)

    def publish(self, **changes: Any) -> None:
        self.put("publication", self.publication(**changes), "publisher")

    def correct(self, number: int = 1, corrects: str = "") -> None:
        before = "publication" if number == 1 else f"correction-{number - 1}"
        self.put(
            f"correction-{number}",
            CorrectionPredicate(
                publisher=Actor(id="the-publisher", kind="person"),
                corrects=ref(corrects or self.shas[before]),
                kind="correction",
                text=f"Correction {number}.",
                createdAt=TIME,
            ),
            "publisher",
        )

    def register(self, name: str, roles: list[str], root: str | PrivateKey = "root") -> PrivateKey:
        key = generate_key()
        last: KeyringVersion = load_keyring(self.files).newest
        predicate = add_key(last, make_entry(name, "person", roles, key.public, 0))
        signer = self.keys[root] if isinstance(root, str) else root
        envelope = seal_keyring(predicate, [signer])
        self.files.files[keyring_path(predicate.version)] = envelope
        self.log(None, "keyring", envelope)
        return key


def published() -> Simulator:
    """A newsroom that did everything right."""
    room = Simulator()
    room.capture()
    room.submit()
    room.review()
    room.publish()
    room.correct(1)
    room.correct(2)
    return room
