"""Newsrooms and logs of any size, built in seconds: signed by the real statement builders, logged
in one go, with the sizes of real records (850 words, five sources, a trace of 100 KB).
"""

from __future__ import annotations

import hashlib
import json
import os
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import zstandard

from copydesk.newsroom.template import config_text
from copydesk.provenance.canonical import canonical_bytes, sha256_hex
from copydesk.provenance.chunks import chunk_root
from copydesk.provenance.dsse import parse_envelope, seal
from copydesk.provenance.heads import HEADS, SITE_STATE, format_heads, heads_root
from copydesk.provenance.keyring import (
    first_keyring,
    keyring_path,
    keyring_proof_path,
    make_entry,
    seal_keyring,
)
from copydesk.provenance.keys import PrivateKey, generate_key
from copydesk.provenance.log.merkle import ListNodes, hash_leaf, inclusion_proof, root
from copydesk.provenance.log.note import Checkpoint, sign_note
from copydesk.provenance.log.proof import format_proof
from copydesk.provenance.log.tiles import CHECKPOINT, tile_path
from copydesk.provenance.reading import leaf_bytes
from copydesk.provenance.statement import build_statement
from copydesk.provenance.statements import (
    Actor,
    Assessments,
    CaptureEntry,
    DigestSet,
    Head,
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
)

ORIGIN = "bench.example/log"
TIME = "2026-11-09T10:00:00Z"
MONTHS = [f"{year}-{month:02d}" for year in range(2018, 2026) for month in range(1, 13)]
ROLES = ("root", "log", "collector", "contributor", "editor", "publisher")
STEPS = ("source-set", "submission", "review-1", "publication")
WORDS = [
    "the",
    "notes",
    "of",
    "this",
    "release",
    "say",
    "that",
    "memory",
    "is",
    "taken",
    "early",
    "and",
    "given",
    "back",
    "late",
]
WIDTH = 256


@dataclass(frozen=True)
class Shape:
    """How large a record is: words of the text, sources, bytes of the trace and of the review's
    texts, bytes of each captured body.
    """

    words: int = 850
    sources: int = 5
    trace: int = 100_000
    review: int = 6_000
    capture: int = 6_000


@dataclass
class Newsroom:
    """What was built, with what is needed to log it anew."""

    folder: Path
    keys: dict[str, PrivateKey]
    entries: list[bytes] = field(default_factory=list)
    """The log's entries."""
    proofs: list[tuple[str, int]] = field(default_factory=list)
    """Where each statement's proof goes, and its log index."""
    articles: list[tuple[str, str]] = field(default_factory=list)
    """(month, slug)"""


def build(folder: Path, count: int, shape: Shape, make: type[_Maker] | None = None) -> Newsroom:
    """A newsroom with ``count`` published articles, complete but for its log (:func:`log_all`)."""
    keys = {role: generate_key() for role in ROLES}
    room = Newsroom(folder, keys)
    put(folder, "copydesk.toml", config_text("Bench", ORIGIN).encode())
    entries = [make_entry(f"the-{role}", "person", [role], keys[role].public, 0) for role in ROLES]
    envelope = seal_keyring(first_keyring(ORIGIN, entries), [keys["root"]])
    put(folder, keyring_path(1), envelope)
    keyring = parse_envelope(envelope).payload
    room.entries.append(leaf_bytes("keyring", sha256_hex(keyring), sha256_hex(envelope)))
    room.proofs.append((keyring_proof_path(1), 0))
    maker = (make or _Maker)(room, shape, sha256_hex(keyring), count)
    heads = sorted((maker.article(number) for number in range(count)), key=lambda h: h.article)
    _state(room, heads)
    return room


class _Maker:
    def __init__(self, room: Newsroom, shape: Shape, keyring: str, count: int) -> None:
        self.room = room
        self.shape = shape
        self.keyring = keyring
        self.count = count
        self.rng = random.Random(3)  # noqa: S311 - not for keys
        self.captures = [self._capture(number) for number in range(shape.sources)]
        self.filler = self._specifics()

    def article(self, number: int) -> Head:
        """Write and sign one article."""
        month, slug = MONTHS[number * len(MONTHS) // self.count], f"story-{number:06d}"
        folder = f"articles/{month}/{slug}"
        urls = [f"https://source-{n}.example/{slug}/a-page" for n in range(self.shape.sources)]
        title = f"Story {number}: what the notes of this release say about memory"
        text = self._text(title, slug, urls)
        trace = b'{\n "article": {\n  "path": "article.md",\n  "sha256": "%b",\n  "words": %d\n },\n%b' % (
            sha256_hex(text).encode(), self.shape.words, self.filler,
        )  # fmt: skip
        put(self.room.folder, f"{folder}/article.md", text)
        put(self.room.folder, f"{folder}/prov/trace.json", trace)
        about = [Subject(name=f"{folder}/article.md", digest=digest(text))]
        source_set = self._sign(
            folder, "source-set", "collector", self._subjects(urls), self._sources(urls)
        )
        named = {"sourceSet": ref(source_set), "trace": ref(sha256_hex(trace))}
        submission = self._sign(
            folder, "submission", "contributor", about,
            SubmissionPredicate(contributor=who("contributor"), createdAt=TIME, **named),
        )  # fmt: skip
        review = self._sign(folder, "review-1", "editor", about, self._review(submission, named))
        publication = self._sign(
            folder, "publication", "publisher", about,
            PublicationPredicate.model_validate(
                {
                    "publisher": who("publisher"),
                    "newsroom": ORIGIN,
                    "article": {"slug": slug, "month": month, "title": title},
                    "version": 1,
                    "publishedAt": TIME,
                    "submission": ref(submission),
                    **named,
                    "reviews": [ref(review)],
                    "policy": ref("0" * 64),
                    "keyring": KeyringRef(version=1, digest=DigestSet(sha256=self.keyring)),
                }
            ),
        )  # fmt: skip
        self.room.articles.append((month, slug))
        return Head(article=folder, head=publication, corrections=0)

    def _sign(
        self, folder: str, name: str, role: str, subjects: list[Subject], predicate: Predicate
    ) -> str:
        base = f"{folder}/prov/{name}"
        return sign(self.room, base, name.removesuffix("-1"), role, subjects, predicate)

    def _text(self, title: str, slug: str, urls: list[str]) -> bytes:
        listed = "".join(f"  - {url}\n" for url in urls)
        paragraphs = []
        for number in range(max(self.shape.words // 50, 1)):
            words = self.rng.choices(WORDS, k=48)
            paragraphs.append(f"{' '.join(words)}, [a page]({urls[number % len(urls)]}) says.\n")
        return (
            f'---\ntitle: "{title}"\nsummary: "A summary of what the notes say about memory."\n'
            f"category: News\ntags:\n  - notes\n  - memory\nsources:\n{listed}"
            f"contributor: the-contributor\nrequested_by_human: false\ndate: 2026-11-09\n"
            f"slug: {slug}\n---\n\n" + "\n".join(paragraphs)
        ).encode()

    def _specifics(self) -> bytes:
        specific = {
            "end": 7760, "evidence": [{"prefix": "words before it, and ", "source": 4}],
            "field": "body", "id": 102, "kind": "identifier", "status": "traced",
            "reason": "Source 4 holds it: “lazy_init”.", "text": "lazy_init",
            "value": {"id": "lazy_init", "scheme": "code", "number": 12},
        }  # fmt: skip
        one = len(json.dumps([[specific]], indent=1).encode())
        many = [specific] * (self.shape.trace // one)
        text = json.dumps({"schema": "copydesk.trace/1", "specifics": many}, indent=1)
        return text.removeprefix("{\n").encode() + b"\n"

    def _capture(self, number: int) -> tuple[str, int, str]:
        words = self.rng.choices(WORDS, k=self.shape.capture // 5)
        body = (f"<p>{number} " + " ".join(words)).encode()
        sha = sha256_hex(body)
        data = zstandard.ZstdCompressor(level=9).compress(body)
        put(self.room.folder, f"captures/sha256/{sha[:2]}/{sha}.zst", data)
        return sha, len(body), chunk_root(body)

    def _subjects(self, urls: list[str]) -> list[Subject]:
        bodies = [
            Subject(name=url, digest=DigestSet(sha256=sha))
            for url, (sha, _, _) in zip(urls, self.captures, strict=True)
        ]
        return [Subject(name="sources", digest=digest(canonical_bytes(urls))), *bodies]

    def _sources(self, urls: list[str]) -> SourceSetPredicate:
        headers = [
            ("server", "a-server"),
            ("date", "Mon, 09 Nov 2026 10:00:00 GMT"),
            ("content-type", "text/html; charset=utf-8"),
            ("vary", "Accept-Encoding"),
            ("content-encoding", "gzip"),
            ("content-length", "3419"),
        ]
        entries = [
            SourceEntry(
                id=number,
                url=url,
                captures=[
                    CaptureEntry(
                        role="page", outcome="stored", retrievedAt=TIME, client="copydesk/1",
                        finalUrl=url, status=200, mediaType="text/html; charset=utf-8", size=size,
                        sha256=sha, wireSha256=sha, chunkRoot=chunks, headers=headers, quality="ok",
                    )
                ],
            )
            for number, (url, (sha, size, chunks)) in enumerate(zip(urls, self.captures, strict=True), 1)
        ]  # fmt: skip
        return SourceSetPredicate(collector=who("collector"), capturedAt=TIME, sources=entries)

    def _review(self, submission: str, named: dict[str, Ref]) -> ReviewPredicate:
        text = ("Every number was compared with the page that is cited. " * 200)[
            : self.shape.review // 5
        ]
        return ReviewPredicate(
            reviewer=who("editor"), createdAt=TIME, submission=ref(submission), **named,
            verdict="approve", summary="Approved as it stands.", wordCount=self.shape.words,
            sourceCount=self.shape.sources,
            assessments=Assessments(
                content=text, sourceVerification=text, facts=text, tone=text, originality=text
            ),
        )  # fmt: skip


def sign(
    room: Newsroom,
    base: str,
    kind: str,
    role: str,
    subjects: list[Subject],
    predicate: Predicate,
) -> str:
    """Write ``<base>.dsse.json`` and note its log entry; the payload's digest."""
    payload = build_statement(subjects, predicate)
    envelope = seal(payload, [room.keys[role]])
    put(room.folder, f"{base}.dsse.json", envelope)
    sha = sha256_hex(payload)
    room.proofs.append((f"{base}.tlog-proof", len(room.entries)))
    room.entries.append(leaf_bytes(kind, sha, sha256_hex(envelope)))
    return sha


def _state(room: Newsroom, heads: list[Head]) -> None:
    put(room.folder, HEADS, format_heads(heads))
    root_text = heads_root(heads)
    predicate = SiteStatePredicate(
        publisher=who("publisher"), newsroom=ORIGIN, createdAt=TIME, logSize=len(room.entries),
        articles=len(heads), headsRoot=root_text,
    )  # fmt: skip
    subjects = [Subject(name=ORIGIN, digest=DigestSet(sha256=root_text))]
    sign(room, SITE_STATE, "site-state", "publisher", subjects, predicate)


# -- the log --------------------------------------------------------------------------------------


def log_all(room: Newsroom, size_for: Callable[[int], int]) -> bytes:
    """Write the log and every proof; ``size_for`` says which checkpoint's size an entry is proved
    against. Returns the newest checkpoint.
    """
    nodes = write_log(room.folder, room.entries)
    notes: dict[int, str] = {}

    def note(size: int) -> str:
        if size not in notes:
            text = Checkpoint(ORIGIN, size, root(nodes, size)).text()
            notes[size] = sign_note(text, ORIGIN, room.keys["log"])
        return notes[size]

    total = len(room.entries)
    for path, index in room.proofs:
        size = min(size_for(index), total)
        put(room.folder, path, format_proof(index, inclusion_proof(nodes, index, size), note(size)))
    newest = note(total).encode()
    put(room.folder, CHECKPOINT, newest)
    return newest


def a_checkpoint_a_step(index: int) -> int:
    """As where each step is logged at once: the source set together with its submission."""
    step = (index - 1) % len(STEPS)
    return index + (2 if step == 0 and index else 1)


def a_checkpoint_a_day(index: int) -> int:
    """As where twenty articles at a time are published."""
    batch = 20 * len(STEPS)
    return 1 + ((index - 1) // batch + 1) * batch if index else 1


def write_log(folder: Path, entries: Sequence[bytes]) -> ListNodes:
    """Write tiles and entry bundles of a log; its tree."""
    for index, bundle in _parts(entries):
        data = b"".join(len(entry).to_bytes(2, "big") + entry for entry in bundle)
        put(folder, tile_path("entries", index, len(bundle)), data)
    nodes = ListNodes([hash_leaf(entry) for entry in entries])
    level, count = 0, len(entries)
    while count:
        hashes = [nodes.node(8 * level, at) for at in range(count)]
        for index, tile in _parts(hashes):
            put(folder, tile_path(level, index, len(tile)), b"".join(tile))
        level, count = level + 1, count // WIDTH
    return nodes


def large_log(folder: Path, size: int, key: PrivateKey) -> None:
    """A log of ``size`` entries that look like statements, with a signed checkpoint."""
    entries = [_entry(number) for number in range(size)]
    nodes = write_log(folder, entries)
    text = Checkpoint(ORIGIN, size, root(nodes, size)).text()
    put(folder, CHECKPOINT, sign_note(text, ORIGIN, key).encode())


def _entry(number: int) -> bytes:
    sha = hashlib.sha256(b"%d" % number).hexdigest().encode()
    return b'{"envelope_sha256":"%b","kind":"review","payload_sha256":"%b","v":1}' % (sha, sha)


def _parts(items: Sequence[bytes]) -> Iterator[tuple[int, Sequence[bytes]]]:
    for start in range(0, len(items), WIDTH):
        yield start // WIDTH, items[start : start + WIDTH]


# -- small things ---------------------------------------------------------------------------------


def put(folder: Path, path: str, data: bytes) -> None:
    """Write one file, quickly: nothing is flushed."""
    target = f"{folder}/{path}"
    try:
        file = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    except FileNotFoundError:
        Path(target).parent.mkdir(parents=True, exist_ok=True)
        file = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    try:
        os.write(file, data)
    finally:
        os.close(file)


def who(role: str) -> Actor:
    return Actor(id=f"the-{role}", kind="person")


def ref(sha: str) -> Ref:
    return Ref(digest=DigestSet(sha256=sha))


def digest(data: bytes) -> DigestSet:
    return DigestSet(sha256=sha256_hex(data))
