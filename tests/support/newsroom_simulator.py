"""A newsroom in memory that publishes and corrects one article, for tests to break."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import zstandard

from copydesk.provenance.canonical import canonical_bytes, sha256_hex
from copydesk.provenance.dsse import parse_envelope, seal
from copydesk.provenance.files import MemoryFiles
from copydesk.provenance.heads import HEADS, SITE_STATE, format_heads, heads_root
from copydesk.provenance.keyring import (
    KeyringVersion,
    add_key,
    first_keyring,
    keyring_path,
    keyring_proof_path,
    load_keyring,
    make_entry,
    seal_keyring,
)
from copydesk.provenance.keys import PrivateKey, generate_key
from copydesk.provenance.log.tiles import append, read_checkpoint
from copydesk.provenance.reading import leaf_bytes
from copydesk.provenance.statement import build_statement, parse_statement
from copydesk.provenance.statements import (
    Actor,
    Assessments,
    CaptureEntry,
    CorrectionPredicate,
    DigestSet,
    Head,
    KeyringPredicate,
    KeyringRef,
    Predicate,
    PublicationPredicate,
    Ref,
    ReviewPredicate,
    SiteStatePredicate,
    SourceEntry,
    SourceSetPredicate,
    Subject,
    SubmissionPredicate,
    WithdrawalPredicate,
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
        self.old_log_keys: list[bytes] = []
        self.keys: dict[str, PrivateKey] = {role: generate_key() for role in ROLES}
        entries = [
            make_entry(f"the-{role}", "person", [role], self.keys[role].public, 0) for role in ROLES
        ]
        envelope = seal_keyring(first_keyring(ORIGIN, entries), [self.keys["root"]])
        self.files.files[keyring_path(1)] = envelope
        self.log(keyring_proof_path(1), "keyring", envelope)
        self.files.files[f"{FOLDER}/article.md"] = ARTICLE
        self.trace = TRACE
        self.shas: dict[str, str] = {}

    # -- parts ------------------------------------------------------------------------------------

    def log(self, name: str | None, kind: str, envelope: bytes) -> None:
        """Log a statement; ``name`` is the statement's, or the whole path of its proof."""
        payload = sha256_hex(parse_envelope(envelope).payload)
        leaf = leaf_bytes(kind, payload, sha256_hex(envelope))
        made = append(self.files, [leaf], self.keys["log"], ORIGIN, trusted=self.old_log_keys)
        for path, data in made.changes.items():
            if data is None:
                self.files.files.pop(path, None)
            else:
                self.files.files[path] = data
        if name is not None:
            path = name if "/" in name else f"{FOLDER}/prov/{name}.tlog-proof"
            self.files.files[path] = made.proofs[0]

    def put(
        self,
        name: str,
        predicate: Predicate,
        signer: str | PrivateKey | Sequence[str | PrivateKey],
        subjects: list[Subject] | None = None,
        *,
        logged: bool = True,
    ) -> str:
        several = [signer] if isinstance(signer, str | PrivateKey) else signer
        keys = [self.keys[each] if isinstance(each, str) else each for each in several]
        payload = build_statement(subjects or [subject(ARTICLE)], predicate)
        envelope = seal(payload, keys)
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

    def correct(
        self,
        number: int = 1,
        corrects: str = "",
        signers: Sequence[str | PrivateKey] = ("publisher", "editor"),
        **changes: Any,
    ) -> None:
        before = "publication" if number == 1 else f"correction-{number - 1}"
        self.put(
            f"correction-{number}",
            CorrectionPredicate(
                publisher=Actor(id="the-publisher", kind="person"),
                reviewer=Actor(id="the-editor", kind="person"),
                corrects=ref(corrects or self.shas[before]),
                kind="correction",
                text=f"Correction {number}.",
                createdAt=TIME,
            ).model_copy(update=changes),
            signers,
        )

    def withdraw(self, withdraws: str = "", **changes: Any) -> None:
        """Withdraw the article: the tombstone, and its text and trace are gone."""
        removed = [subject(ARTICLE), subject(self.trace, "prov/trace.json")]
        self.put(
            "withdrawal",
            WithdrawalPredicate(
                publisher=Actor(id="the-publisher", kind="person"),
                reviewer=Actor(id="the-editor", kind="person"),
                withdraws=ref(withdraws or list(self.shas.values())[-1]),
                reason="It named a private person.",
                createdAt=TIME,
                removed=removed,
            ).model_copy(update=changes),
            ["publisher", "editor"],
        )
        for path in ("article.md", "prov/trace.json"):
            self.files.files.pop(f"{FOLDER}/{path}", None)

    def change_keyring(
        self, predicate: KeyringPredicate, signers: Sequence[PrivateKey] = ()
    ) -> None:
        """Sign (by the root key, if nobody is named), write and log a keyring version."""
        envelope = seal_keyring(predicate, list(signers) or [self.keys["root"]])
        self.files.files[keyring_path(predicate.version)] = envelope
        self.log(keyring_proof_path(predicate.version), "keyring", envelope)

    def size(self) -> int:
        """How many entries the log has."""
        found = read_checkpoint(self.files)
        return found[0].size if found else 0

    def state(self, heads: Sequence[Head] | None = None, **changes: Any) -> None:
        """Sign and log the site-state, and write the list behind it."""
        found = list(self.heads() if heads is None else heads)
        predicate = SiteStatePredicate(
            publisher=Actor(id="the-publisher", kind="person"),
            newsroom=ORIGIN,
            createdAt=TIME,
            logSize=self.size(),
            articles=len(found),
            headsRoot=heads_root(found),
        ).model_copy(update=changes)
        payload = build_statement([subject(format_heads(found), "state/heads.jsonl")], predicate)
        envelope = seal(payload, [self.keys["publisher"]])
        self.files.files[f"{SITE_STATE}.dsse.json"] = envelope
        self.files.files[HEADS] = format_heads(found)
        self.log(f"{SITE_STATE}.tlog-proof", "site-state", envelope)

    def heads(self) -> list[Head]:
        """The newest statement of the one article, and of two others."""
        names = [name for name in self.shas if name.startswith(("pub", "corr", "with"))]
        mine = Head(
            article=FOLDER,
            head=self.shas[names[-1]],
            corrections=sum(name.startswith("corr") for name in names),
        )
        others = [
            Head(article=f"articles/{MONTH}/{slug}", head="1" * 64, corrections=0)
            for slug in ("a-first", "z-last")
        ]
        return sorted([mine, *others], key=lambda head: head.article)

    def register(self, name: str, roles: list[str], root: str | PrivateKey = "root") -> PrivateKey:
        key = generate_key()
        last: KeyringVersion = load_keyring(self.files).newest
        predicate = add_key(last, make_entry(name, "person", roles, key.public, self.size()))
        self.change_keyring(predicate, [self.keys[root] if isinstance(root, str) else root])
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
