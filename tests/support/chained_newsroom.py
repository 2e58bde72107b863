"""A newsroom as a list of signed steps, which tests change one by one and have signed and logged
anew: what a newsroom that lies about one field, and keeps everything else in order, would show.

Two articles, two keyring versions with a rotated editor between two reviews, corrections, a
site-state, and a witness on whom the reader insists. All keys are test keys, made from their names.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import zstandard
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from copydesk.provenance.canonical import canonical_bytes, sha256_hex
from copydesk.provenance.chunks import chunk_root
from copydesk.provenance.dsse import seal
from copydesk.provenance.files import MemoryFiles
from copydesk.provenance.heads import HEADS, SITE_STATE, format_heads, heads_root
from copydesk.provenance.keyring import (
    KeyringVersion,
    add_key,
    first_keyring,
    make_entry,
)
from copydesk.provenance.keyring_changes import rotate_key
from copydesk.provenance.keys import PrivateKey
from copydesk.provenance.log.cosignature import add_lines, cosign
from copydesk.provenance.log.note import COSIGNATURE, format_vkey, parse_checkpoint, parse_note
from copydesk.provenance.log.policy import parse_policy
from copydesk.provenance.log.tiles import append
from copydesk.provenance.reading import leaf_bytes
from copydesk.provenance.statement import build_statement
from copydesk.provenance.statements import (
    PREDICATES,
    Head,
    KeyringPredicate,
    Model,
    Subject,
)
from copydesk.provenance.trust import Trust
from copydesk.provenance.verify_anchor import anchor_path

__all__ = [
    "ARTICLE",
    "BODIES",
    "FOLDER",
    "MONTH",
    "ORIGIN",
    "OTHER",
    "SLUG",
    "Newsroom",
    "Step",
    "key",
    "newsroom",
    "trust_of",
]

ORIGIN = "chain.example/log"
MONTH, SLUG = "2026-11", "a-story"
FOLDER = f"articles/{MONTH}/{SLUG}"
OTHER = f"articles/{MONTH}/another-story"
TIME = "2026-11-09T10:00:00Z"
URLS = ("https://one.example/a", "https://two.example/b?c=d")
ARTICLE = (
    "---\ntitle: The café of 12 words\nsources:\n"
    + "".join(f"- {url}\n" for url in URLS)
    + "---\nThe café has 12 seats.\n"
).encode()
OTHER_ARTICLE = ARTICLE.replace(b"12", b"21")
BODIES = (b"<p>The caf\xc3\xa9 has 12 seats.</p>" * 60, b"<p>It has 12.</p>")
WITNESS = "witness.example/w1"


def key(name: str) -> PrivateKey:
    """The test key of that name, always the same."""
    seed = hashlib.sha256(b"copydesk test key " + name.encode()).digest()
    return PrivateKey(Ed25519PrivateKey.from_private_bytes(seed))


@dataclass(frozen=True)
class Step:
    """One statement: its path without ``.dsse.json``, kind, value (or payload), the names of its
    signers, and the digest by which the honest steps after it name it.
    """

    base: str
    kind: str
    value: Any
    signers: tuple[str, ...]
    sha256: str

    @property
    def name(self) -> str:
        return self.base.rsplit("/", 1)[-1]


@dataclass(frozen=True)
class Newsroom:
    """Steps in the order of the log, and the files beside them."""

    steps: tuple[Step, ...]
    others: Mapping[str, bytes]
    heads: tuple[Head, ...]
    keys: Mapping[str, PrivateKey] = field(default_factory=dict)

    def step(self, base: str) -> Step:
        return next(step for step in self.steps if step.base == base)

    def with_step(self, base: str, **changes: Any) -> Newsroom:
        """The newsroom with one step changed."""
        steps = [replace(step, **changes) if step.base == base else step for step in self.steps]
        return replace(self, steps=tuple(steps))

    def write(self, *, at_once: bool = True) -> dict[str, bytes]:
        """All files. ``at_once``: every proof leads to the one checkpoint; else to that of its time."""
        files = dict(self.others)
        leaves, bases = [], []
        known: dict[str, str] = {}
        for step in self.steps:
            value = _with_digests(step.value, known)
            if step.kind == "site-state":
                value = self._stated(value, known, files)
            payload = _bytes(value)
            known[step.sha256] = sha256_hex(payload)
            envelope = seal(payload, [self._key(name) for name in step.signers])
            files[f"{step.base}.dsse.json"] = envelope
            leaves.append(leaf_bytes(step.kind, sha256_hex(payload), sha256_hex(envelope)))
            bases.append(step.base)
        log = MemoryFiles()
        groups = [leaves] if at_once else [[leaf] for leaf in leaves]
        proofs: list[bytes] = []
        for group in groups:
            made = append(log, group, self._key("log"), ORIGIN)
            log.files = _changed(log.files, made.changes)
            proofs += made.proofs
        files |= {f"{base}.tlog-proof": proof for base, proof in zip(bases, proofs, strict=True)}
        return files | log.files | cosigned(log.files["log/checkpoint"])

    def _key(self, name: str) -> PrivateKey:
        return self.keys.get(name) or key(name)

    def _stated(self, value: Any, known: Mapping[str, str], files: dict[str, bytes]) -> Any:
        """The site-state of the heads as they are now; a field that a test changed stays so."""
        honest = format_heads(self.heads)
        heads = [head.model_copy(update={"head": known[head.head]}) for head in self.heads]
        files[HEADS] = format_heads(heads)
        digests = {
            heads_root(self.heads): heads_root(heads),
            sha256_hex(honest): sha256_hex(files[HEADS]),
        }
        return _with_digests(value, digests)


def cosigned(checkpoint: bytes) -> dict[str, bytes]:
    """The anchored copy of a checkpoint, countersigned by the witness."""
    note = parse_note(checkpoint)
    line = cosign(note.text, WITNESS, key("witness"), 1_762_682_400)
    path = anchor_path(parse_checkpoint(note).size)
    return {path: add_lines(checkpoint.decode(), [line]).encode()}


def trust_of(pin: str) -> Trust:
    """A reader who knows the newsroom's first keyring, and insists on the witness."""
    log = format_vkey(ORIGIN, key("log").public)
    witness = format_vkey(WITNESS, key("witness").public, COSIGNATURE)
    policy = f"log {log}\nwitness w1 {witness}\nquorum w1\n"
    return Trust(pin=pin, witness_policy=parse_policy(policy.encode()))


def _changed(files: dict[str, bytes], changes: Mapping[str, bytes | None]) -> dict[str, bytes]:
    after = {**files, **changes}
    return {path: data for path, data in after.items() if data is not None}


def _bytes(value: Any) -> bytes:
    """Canonical bytes; a payload that a test wrote by hand stays as it is."""
    return value if isinstance(value, bytes) else canonical_bytes(value)


def _with_digests(value: Any, known: Mapping[str, str]) -> Any:
    """The value with each digest in ``known`` replaced by what the statement's is now."""
    if isinstance(value, str):
        return known.get(value, value)
    if isinstance(value, list):
        return [_with_digests(item, known) for item in value]
    if isinstance(value, dict):
        return {name: _with_digests(item, known) for name, item in value.items()}
    return value


# -- the newsroom ---------------------------------------------------------------------------------


class _Writer:
    """Collects the steps of the honest newsroom."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.others: dict[str, bytes] = {}
        self.shas: dict[str, str] = {}

    def add(
        self, base: str, kind: str, subjects: list[tuple[str, bytes]], /, *signers: str, **said: Any
    ) -> None:
        predicate: Model = PREDICATES[kind].model_validate_json(json.dumps(said))
        named = [
            Subject.model_validate({"name": name, "digest": {"sha256": sha256_hex(data)}})
            for name, data in subjects
        ]
        payload = build_statement(named, predicate)  # type: ignore[arg-type]
        self.shas[base] = sha256_hex(payload)
        self.steps.append(Step(base, kind, json.loads(payload), signers, self.shas[base]))

    def keyring(self, predicate: KeyringPredicate) -> KeyringVersion:
        base = f"keys/{predicate.version}.keyring"
        ids = canonical_bytes([entry.keyid for entry in predicate.keys])
        said = predicate.model_dump(mode="json", exclude_none=True)
        self.add(base, "keyring", [(ORIGIN, ids)], "root", **said)
        return KeyringVersion(predicate, self.shas[base], "")

    def ref(self, base: str) -> Any:
        return _digest(self.shas[base])


def _digest(sha256: str) -> Any:
    return {"digest": {"sha256": sha256}}


def _person(name: str) -> Any:
    return {"id": f"the-{name}", "kind": "person"}


def _passage(exact: str) -> Any:
    return {"field": "body", "start": 4, "end": 4 + len(exact), "exact": exact}


def _captures(folder: str) -> list[Any]:
    page, pdf = BODIES
    at = {"retrievedAt": TIME, "quality": "ok"}
    return [
        {
            "id": 1,
            "url": URLS[0],
            "captures": [
                {
                    **at, "role": "page", "outcome": "stored", "client": "test", "status": 200,
                    "finalUrl": URLS[0] + "?x", "mediaType": "text/html", "size": len(page),
                    "sha256": sha256_hex(page), "wireSha256": "a" * 64,
                    "chunkRoot": chunk_root(page),
                    "headers": [["content-type", "text/html"], ["server", folder]],
                    "hops": [{"url": URLS[0], "status": 301, "location": URLS[0] + "?x"}],
                    "reason": "Of an archive.",
                },
                {
                    **at, "role": "archive-copy", "outcome": "failed", "client": "test",
                    "problem": {"code": "timeout", "message": "No answer."},
                },
            ],
        },
        {
            "id": 2,
            "url": URLS[1],
            "captures": [
                {
                    **at, "role": "page", "outcome": "stored", "client": "test",
                    "size": len(pdf), "sha256": sha256_hex(pdf),
                }
            ],
        },
    ]  # fmt: skip


def _trace(article: bytes) -> bytes:
    return canonical_bytes(
        {"schema": "copydesk.trace/1", "article": {"sha256": sha256_hex(article)}, "specifics": []}
    )


def _submitted(writer: _Writer, folder: str, article: bytes) -> Callable[[str], Any]:
    """The source set and the submission; what gives the references that later steps name."""
    trace = _trace(article)
    writer.others |= {f"{folder}/article.md": article, f"{folder}/prov/trace.json": trace}
    for body in BODIES:
        sha = sha256_hex(body)
        writer.others[f"captures/sha256/{sha[:2]}/{sha}.zst"] = zstandard.compress(body, 9)
    subjects = [("sources", canonical_bytes(list(URLS))), *zip(URLS, BODIES, strict=True)]
    prov = f"{folder}/prov"
    writer.add(
        f"{prov}/source-set", "source-set", subjects, "collector",
        collector=_person("collector"), capturedAt=TIME, sources=_captures(folder),
    )  # fmt: skip
    source_set, named = writer.ref(f"{prov}/source-set"), _digest(sha256_hex(trace))
    writer.add(
        f"{prov}/submission", "submission", [("article.md", article)], "contributor",
        contributor={**_person("contributor"), "generator": "a-model"}, createdAt=TIME,
        sourceSet=source_set, trace=named, humanRequest={"requested": True, "text": "Please."},
        note="A café.", supersedes=_digest("c" * 64),
    )  # fmt: skip
    names = {
        "sourceSet": source_set, "trace": named, "submission": writer.ref(f"{prov}/submission"),
    }  # fmt: skip
    return names.__getitem__


def _review(
    writer: _Writer, base: str, article: bytes, named: Callable[[str], Any], *signers: str,
    verdict: str,
) -> None:  # fmt: skip
    writer.add(
        base, "review", [("article.md", article)], *signers,
        reviewer=_person("editor"), createdAt=TIME, submission=named("submission"),
        sourceSet=named("sourceSet"), trace=named("trace"), verdict=verdict, summary="Fine.",
        wordCount=5, sourceCount=2,
        findings=[{
            "rule": "a-rule", "severity": "warning", "message": "Look.",
            "passage": _passage("café"), "resolution": "dismissed", "note": "Right as it is.",
        }],
        concerns=[
            {"id": "a", "text": "Seats?", "resolution": "Counted.", "passage": _passage("café")},
            {"id": "b", "text": "Where?", "resolution": "Here."},
        ],
        clarifications=[{"id": "c", "text": "In 2026.", "passage": _passage("café has 12")}],
        assessments={
            "content": "c", "sourceVerification": "s", "facts": "f", "tone": "t", "originality": "o",
        },
        featured={"score": 3, "reason": "Good."},
        disclosures=[{"subject": "ai", "required": True, "text": "Drafted with a model."}],
    )  # fmt: skip


def _published(
    writer: _Writer, folder: str, article: bytes, named: Callable[[str], Any], reviews: list[Any]
) -> None:
    writer.add(
        f"{folder}/prov/publication", "publication", [("article.md", article)], "publisher",
        publisher=_person("publisher"), newsroom=ORIGIN,
        article={
            "slug": folder.rsplit("/", 1)[-1], "month": MONTH,
            "title": article.decode().split("\n")[1].removeprefix("title: "),
        },
        version=1, publishedAt=TIME, submission=named("submission"), sourceSet=named("sourceSet"),
        trace=named("trace"), reviews=reviews, policy=_digest("d" * 64),
        keyring={"version": 2, **writer.ref("keys/2.keyring")},
    )  # fmt: skip


def _amended(writer: _Writer, base: str, article: bytes, **said: Any) -> None:
    kind = base.rsplit("/", 1)[-1].split("-", maxsplit=1)[0]
    writer.add(
        base, kind, [("article.md", article)], "publisher", "editor-2",
        publisher=_person("publisher"), reviewer=_person("editor"), createdAt=TIME, **said,
    )  # fmt: skip


def newsroom(*, withdrawn: bool = False) -> Newsroom:
    """The honest newsroom; ``withdrawn``: its first article has a tombstone in place of its text."""
    writer = _Writer()
    roles = ("root", "log", "collector", "contributor", "editor", "publisher")
    first = writer.keyring(
        first_keyring(
            ORIGIN,
            [make_entry(f"the-{role}", "person", [role], key(role).public, 0) for role in roles],
        )
    )
    prov = f"{FOLDER}/prov"
    named = _submitted(writer, FOLDER, ARTICLE)
    _review(writer, f"{prov}/review-1", ARTICLE, named, "editor", verdict="request-changes")
    size = len(writer.steps)
    rotated = rotate_key(first, "the-editor", key("editor-2").public, size)
    witness = make_entry(WITNESS, "service", ["witness"], key("witness").public, size)
    both = add_key(replace(first, predicate=rotated), witness)
    thresholds = {**both.threshold, "editor": 1, "publisher": 1, "witness": 1}
    writer.keyring(
        both.model_copy(update={"version": 2, "prev": rotated.prev, "threshold": thresholds})
    )
    _review(writer, f"{prov}/review-2", ARTICLE, named, "editor-2", verdict="approve")
    reviews = [writer.ref(f"{prov}/review-{number}") for number in (1, 2)]
    _published(writer, FOLDER, ARTICLE, named, reviews)
    other = _submitted(writer, OTHER, OTHER_ARTICLE)
    _review(writer, f"{OTHER}/prov/review-1", OTHER_ARTICLE, other, "editor-2", verdict="approve")
    _published(writer, OTHER, OTHER_ARTICLE, other, [writer.ref(f"{OTHER}/prov/review-1")])
    _amend_both(writer, withdrawn=withdrawn)
    heads = _heads(writer, withdrawn=withdrawn)
    writer.add(
        SITE_STATE, "site-state", [(HEADS, format_heads(heads))], "publisher",
        publisher=_person("publisher"), newsroom=ORIGIN, createdAt=TIME,
        logSize=len(writer.steps), articles=len(heads), headsRoot=heads_root(heads),
    )  # fmt: skip
    return Newsroom(tuple(writer.steps), writer.others, heads)


def _amend_both(writer: _Writer, *, withdrawn: bool) -> None:
    for folder, article, count in ((FOLDER, ARTICLE, 2), (OTHER, OTHER_ARTICLE, 1)):
        before = writer.ref(f"{folder}/prov/publication")
        for number in range(1, count + 1):
            _amended(
                writer, f"{folder}/prov/correction-{number}", article, corrects=before,
                kind="correction" if number == 1 else "update", text=f"Now {number}, in {folder}.",
                passage=_passage("café" * number),
            )  # fmt: skip
            before = writer.ref(f"{folder}/prov/correction-{number}")
    if withdrawn:
        removed = [
            {"name": name, **_digest(sha256_hex(writer.others.pop(f"{FOLDER}/{name}")))}
            for name in ("article.md", "prov/trace.json")
        ]
        _amended(
            writer, f"{FOLDER}/prov/withdrawal", ARTICLE, removed=removed,
            withdraws=writer.ref(f"{FOLDER}/prov/correction-2"), reason="It named a person.",
        )  # fmt: skip


def _heads(writer: _Writer, *, withdrawn: bool) -> tuple[Head, ...]:
    newest = "withdrawal" if withdrawn else "correction-2"
    return (
        Head(article=FOLDER, head=writer.shas[f"{FOLDER}/prov/{newest}"], corrections=2),
        Head(article=OTHER, head=writer.shas[f"{OTHER}/prov/correction-1"], corrections=1),
    )
