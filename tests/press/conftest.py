"""A whole record, made up: six sources, 63 specifics of every status, two clarifications, three
concerns, a correction. The text and the table of specifics lie in ``data/``."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import zstandard

from copydesk.article import read_article
from copydesk.article.model import Article
from copydesk.config import Config, NewsroomIdentity, SiteConfig
from copydesk.press import render_site
from copydesk.provenance.canonical import canonical_bytes
from copydesk.provenance.checks import CHECKS, Check, CheckState, Verification
from copydesk.provenance.dsse import parse_envelope, seal
from copydesk.provenance.files import MemoryFiles
from copydesk.provenance.keyring import first_keyring, make_entry, seal_keyring
from copydesk.provenance.keys import generate_key
from copydesk.provenance.log.tiles import append
from copydesk.provenance.reading import leaf_bytes
from copydesk.provenance.record import Record, Signed
from copydesk.provenance.source_set import HopEntry, ProblemEntry
from copydesk.provenance.statement import build_statement
from copydesk.provenance.statements import (
    Actor,
    ArticleRef,
    Assessments,
    CaptureEntry,
    Clarification,
    Concern,
    CorrectionPredicate,
    DigestSet,
    Disclosure,
    Featured,
    FindingResolution,
    HumanRequestEntry,
    KeyEntry,
    KeyringPredicate,
    KeyringRef,
    Passage,
    PublicationPredicate,
    Ref,
    ReviewPredicate,
    SourceEntry,
    SourceSetPredicate,
    Subject,
    SubmissionPredicate,
)
from copydesk.provenance.verify import load_record

DATA = Path(__file__).parent / "data"
SLUG = "pytorch-2-15-rewritten-nccl-backend"
BLOCKED_SOURCE = 5


def sha(text: str | bytes) -> str:
    return hashlib.sha256(text.encode() if isinstance(text, str) else text).hexdigest()


def ref(text: str | bytes) -> Ref:
    return Ref(digest=DigestSet(sha256=sha(text)))


KEYS = {
    "wren-desk-bot-01": ("contributor", "wren-desk-bot-01", "bot"),
    "heron-editor-02": ("editor", "heron-editor-02", "bot"),
    "copydesk-collector": ("collector", "copydesk-collector", "service"),
    "ledger-press": ("publisher", "ledger-press", "service"),
    "second-reader": ("editor", "second-reader", "person"),
}


def keyring() -> KeyringPredicate:
    return KeyringPredicate(
        newsroom="The Example Ledger",
        version=1,
        threshold={"root": 1},
        keys=[
            KeyEntry(
                keyid=sha(key),
                public=base64.b64encode(hashlib.sha256(key.encode()).digest()).decode(),
                alg="ed25519",
                roles=[role],  # type: ignore[list-item]  # the table above holds roles
                name=name,
                kind=kind,  # type: ignore[arg-type]  # and kinds
                validFrom=0,
            )
            for key, (role, name, kind) in KEYS.items()
        ],
    )


def signed(
    kind: str, name: str, predicate: Any, keys: str, article: str, index: int
) -> Signed[Any]:
    by = [sha(key) for key in keys.split()]
    marks = [hashlib.sha512(f"{kind}{name}{key}".encode()).digest() for key in by]
    return Signed(
        kind=kind,
        path=f"articles/2026-11/{SLUG}/prov/{name}.dsse.json",
        predicate=predicate,
        subject_sha256=article,
        sha256=sha(f"payload {kind} {name}"),
        envelope_sha256=sha(f"envelope {kind} {name}"),
        signatures=tuple(
            (key, base64.b64encode(mark).decode()) for key, mark in zip(by, marks, strict=True)
        ),
        keyids=tuple(by),
        log_index=index,
    )


def passage(article: Article, exact: str) -> Passage:
    start = article.body.text.index(exact)
    return Passage(field="body", start=start, end=start + len(exact), exact=exact)


def captures(source: int, url: str) -> list[CaptureEntry]:
    at = f"2026-11-09T09:1{source}:07Z"
    if source == BLOCKED_SOURCE:
        return [
            CaptureEntry(
                role="page", outcome="failed", retrievedAt=at, client="Copydesk/0.1", status=403,
                finalUrl=url, quality="blocked",
                reason="The site answered 403 with a robot check.",
                problem=ProblemEntry(code="blocked", message="The site answered 403 with a robot check."),
            )
        ]  # fmt: skip
    hops = []
    final = url
    if source == 1:
        final = url + "/5308227"
        hops = [HopEntry(url=url, status=301, location=final)]
    return [
        CaptureEntry(
            role="page", outcome="stored", retrievedAt=at, client="Copydesk/0.1", status=200,
            finalUrl=final, mediaType="text/html; charset=utf-8", size=48_211 + source,
            sha256=sha(f"body {source}"), wireSha256=sha(f"wire {source}"),
            headers=[("content-type", "text/html")], hops=hops, quality="ok",
        )
    ]  # fmt: skip


def specifics(article: Article) -> list[dict[str, Any]]:
    rows = (DATA / "specifics.tsv").read_text(encoding="utf-8").splitlines()[1:]
    texts = {
        "title": article.title.text,
        "summary": article.summary.text,
        "body": article.body.text,
    }
    cursor = dict.fromkeys(texts, 0)
    out = []
    for number, row in enumerate(rows, 1):
        status, kind, field, wanted, cited, source, prefix, exact, suffix, reason = row.split("\t")
        # "before»text¦after": the words around the specific that make its place unique
        before, _, rest = wanted.rpartition("»")
        text, _, after = rest.partition("¦")
        around = before + text + after
        start = texts[field].find(around, cursor[field])
        start = (start if start >= 0 else texts[field].index(around)) + len(before)
        cursor[field] = start
        evidence = []
        if source != "-":
            evidence.append(
                {
                    "source": int(source), "sha256": sha(f"body {source}"), "exact": exact,
                    "prefix": prefix, "suffix": suffix, "start": 1000 + number,
                    "end": 1000 + number + len(exact), "score": 0.9,
                }
            )  # fmt: skip
        out.append(
            {
                "id": number, "kind": kind, "field": field, "start": start,
                "end": start + len(text), "text": text, "value": {"text": text},
                "cited": [] if cited == "-" else [int(cited)], "status": status,
                "evidence": evidence, "reason": reason,
            }
        )  # fmt: skip
    return out


def trace(article: Article) -> dict[str, Any]:
    title = len(article.title.text)
    removal = article.body.text.index("will be removed in 2.16")
    return {
        "schema": "copydesk.trace/1",
        "article": {"path": "article.md", "sha256": article.sha256, "words": article.words},
        "sources": [],
        "specifics": specifics(article),
        "findings": [
            {
                "rule": "title-near-limit", "severity": "note", "field": "title", "start": 0,
                "end": title, "message": f"The title has {title} characters; the limit is 150.",
                "expected": None, "found": None, "specifics": [], "fix": "Nothing to do.",
            },
            {
                "rule": "specific-contradicted", "severity": "warning", "field": "body",
                "start": removal, "end": removal + 23,
                "message": "The source makes the removal depend on a condition.",
                "expected": None, "found": None, "specifics": [28], "fix": "State the condition.",
            },
        ],
        "summary": {},
    }  # fmt: skip


def submission() -> SubmissionPredicate:
    return SubmissionPredicate(
        contributor=Actor(id="wren-desk-bot-01", kind="bot", generator="Example Writer 4"),
        createdAt="2026-11-09T09:21:40Z",
        sourceSet=ref("payload source-set source-set"),
        trace=ref("trace"),
        humanRequest=HumanRequestEntry(requested=False),
        note="Source 5 answered with a robot check; what it says is attributed to its reporter.",
    )


def review(article: Article) -> ReviewPredicate:
    removal = passage(article, "will be removed in 2.16")
    return ReviewPredicate(
        reviewer=Actor(id="heron-editor-02", kind="bot", generator="Example Reader 2"),
        createdAt="2026-11-09T09:59:12Z",
        submission=ref("payload submission submission"),
        sourceSet=ref("payload source-set source-set"),
        trace=ref("trace"),
        verdict="approve-with-corrections",
        summary="The figures, dates and 13 quotations stand in the archived sources. Two sentences "
        "in the body need a word of context, which is filed as clarifications.",
        wordCount=article.words,
        sourceCount=6,
        findings=[
            FindingResolution(
                rule="title-near-limit", severity="note",
                message=f"The title has {len(article.title.text)} characters; the limit is 150.",
                resolution="accepted", note="Long, within the limit, and exact.",
            ),
            FindingResolution(
                rule="specific-contradicted", severity="warning",
                message="The source makes the removal depend on a condition.",
                passage=removal, resolution="clarification",
            ),
        ],
        concerns=[
            Concern(
                id="C1", text="The title is one character short of the limit.",
                resolution="Within the limit; noted.",
            ),
            Concern(
                id="C2", text="The removal in 2.16 is stated without the source’s condition.",
                resolution="In the body only, and the summary does not repeat it; filed as "
                "clarification N1.",
                passage=removal,
            ),
            Concern(
                id="C3", text="Source 5 could not be captured, so two specifics rest on nothing "
                "that a reader can look up.",
                resolution="Both are attributed to the reporter in the text, and neither is in "
                "the headline, the summary or the lead.",
                passage=passage(article, "A second issue"),
            ),
        ],
        clarifications=[
            Clarification(
                id="N1", text="The report makes the removal depend on the new backend working as "
                "its developers expect. The article leaves that condition out.",
                passage=removal,
            ),
            Clarification(
                id="N2", text="The one communicator of the report and the communicators for each "
                "pair of peers in the notes do not exclude one another: the first is about "
                "initialisation, the second about later traffic between two peers.",
                passage=passage(
                    article,
                    "The release notes, by contrast, describe communicators for each pair of "
                    "peers that are created on first use.",
                ),
            ),
        ],
        assessments=Assessments(
            content="The article separates what the notes announce, what a report adds and what "
            "users measured, and says of each how far it carries.",
            sourceVerification="Five of six captures were read and their digests computed again; "
            "source 5 answered with a robot check and was not read.",
            facts="Every figure was compared with its source. The arithmetic of the derived "
            "figures holds: 2080 MiB over 9 groups is 231 MiB.",
            tone="Neutral. No loaded word, no promise, no speculation in the newsroom’s voice.",
            originality="Written from the sources; no passage is taken over beyond the marked "
            "quotations.",
        ),
        featured=Featured(
            score=2, reason="A default that many jobs meet, but measured so far by few users.",
        ),
        disclosures=[
            Disclosure(
                subject="Use of AI in a source", required=False,
                text="The pull request carries a line about an assistant; the article does not "
                "report it.",
            ),
            Disclosure(
                subject="Maker of the contributor’s model", required=False,
                text="The article is not about it.",
            ),
        ],
    )  # fmt: skip


def publication(article: Article) -> PublicationPredicate:
    return PublicationPredicate(
        publisher=Actor(id="ledger-press", kind="service"),
        newsroom="The Example Ledger",
        article=ArticleRef(slug=SLUG, month="2026-11", title=article.title.text),
        version=1,
        publishedAt="2026-11-09T10:04:00Z",
        submission=ref("payload submission submission"),
        sourceSet=ref("payload source-set source-set"),
        trace=ref("trace"),
        reviews=[ref("payload review review-1")],
        policy=ref("policy"),
        keyring=KeyringRef(version=1, digest=DigestSet(sha256=sha("keyring"))),
    )


def correction(article: Article) -> CorrectionPredicate:
    return CorrectionPredicate(
        publisher=Actor(id="ledger-press", kind="service"),
        reviewer=Actor(id="second-reader", kind="person"),
        corrects=ref("payload publication publication"),
        kind="correction",
        text="An earlier reading of this sentence could suggest that both figures are of one card. "
        "The issue gives them for two cards together.",
        createdAt="2026-11-12T08:30:00Z",
        passage=passage(article, "The default works out at 231 MiB for each group."),
    )


STATEMENTS = ("source-set", "submission", "review-1", "publication", "correction-1")


def verification() -> Verification:
    """The answers that ``copydesk verify`` gives of such a record."""
    answers: list[tuple[str, CheckState, str, str]] = []
    for name in CHECKS:
        if name in {"keyring-pin", "witnesses", "timestamp", "site-state"}:
            answers.append((name, CheckState.NOT_PRESENT, "There is none yet.", ""))
        elif name in {"article", "signature", "signer", "references", "inclusion"}:
            about = STATEMENTS[1:] if name in {"article", "references"} else STATEMENTS
            answers += [(name, CheckState.PASS, "As it should be.", what) for what in about]
        else:
            answers.append((name, CheckState.PASS, "All of them.", ""))
    return Verification(
        f"articles/2026-11/{SLUG}",
        tuple(
            Check(
                name,
                f"{CHECKS[name].title}: {about}" if about else CHECKS[name].title,
                state,
                reason,
                about,
            )
            for name, state, reason, about in answers
        ),
    )


def build_record(data: bytes) -> Record:
    article = read_article(data, "article.md")
    digest = article.sha256
    taken = SourceSetPredicate(
        collector=Actor(id="copydesk-collector", kind="service"),
        capturedAt="2026-11-09T09:16:30Z",
        sources=[
            SourceEntry(id=s.id, url=s.url, captures=captures(s.id, s.url))
            for s in article.front.sources
        ],
    )
    return Record(
        slug=SLUG,
        month="2026-11",
        article_bytes=data,
        article_sha256=digest,
        keyring=keyring(),
        verification=verification(),
        source_set=signed("source-set", "source-set", taken, "copydesk-collector", digest, 3),
        submission=signed("submission", "submission", submission(), "wren-desk-bot-01", digest, 4),
        reviews=(signed("review", "review-1", review(article), "heron-editor-02", digest, 5),),
        publication=signed(
            "publication", "publication", publication(article), "ledger-press", digest, 6
        ),
        corrections=(
            signed(
                "correction",
                "correction-1",
                correction(article),
                "ledger-press second-reader",
                digest,
                7,
            ),
        ),
        trace=trace(article),
        checkpoint="ledger.example/log\n8\nAAAA\n",
    )


@pytest.fixture(scope="session")
def article_bytes() -> bytes:
    return (DATA / "article.md").read_bytes()


@pytest.fixture(scope="session")
def record(article_bytes: bytes) -> Record:
    return build_record(article_bytes)


@pytest.fixture(scope="session")
def article(article_bytes: bytes) -> Article:
    return read_article(article_bytes, "article.md")


@pytest.fixture(scope="session")
def config() -> Config:
    return Config(
        newsroom=NewsroomIdentity(name="The Example Ledger", origin="ledger.example/log"),
        site=SiteConfig(base_url="https://ledger.example", contact="corrections@ledger.example"),
    )


@pytest.fixture(scope="session")
def downloads(record: Record) -> dict[str, dict[str, bytes]]:
    return {
        record.slug: {
            f"{record.folder}/article.md": record.article_bytes,
            f"{record.folder}/prov/trace.json": b"{}",
            "prov/publication.dsse.json": b"{}",
            "prov/publication.tlog-proof": b"proof",
            "checkpoint": record.checkpoint.encode(),
        }
    }


def failing(record: Record, *wanted: str) -> Record:
    """The record as if the checks of these ids had failed."""
    checks = tuple(
        replace(check, state=CheckState.FAIL, reason="The bytes hash to another digest.")
        if check.id in wanted
        else check
        for check in record.verification.checks
    )
    return replace(record, verification=Verification(record.folder, checks))


def rebound(record: Record, data: bytes) -> Record:
    """The record as if its publication had signed other article bytes."""
    assert record.publication is not None
    publication = replace(record.publication, subject_sha256=sha(data))
    return replace(record, article_bytes=data, article_sha256=sha(data), publication=publication)


@pytest.fixture(scope="session")
def rebind() -> Callable[[Record, bytes], Record]:
    return rebound


@pytest.fixture
def tampered(record: Record) -> Record:
    return failing(record, "article")


@pytest.fixture(scope="session")
def fail_checks() -> Callable[..., Record]:
    return failing


# Elements without an end tag (HTML, section 13.1.2).
VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr"})
# An element that may not stand inside itself, and where it would go unnoticed.
NO_NESTING = frozenset({"a", "p", "summary", "h1", "h2", "h3", "h4"})
# What ends a paragraph in HTML, so that it must not be written inside one.
BLOCKS = frozenset(
    {"p", "div", "section", "article", "table", "ul", "ol", "dl", "h1", "h2", "h3", "pre", "header"}
)


# Where one line of text ends and the next begins.
BREAKS = BLOCKS | {"dt", "dd", "td", "th", "li", "summary", "nav", "caption", "h4", "br"}


class Page(HTMLParser):
    """A page read strictly: every element closed in order, every id once, every text kept."""

    def __init__(self, markup: bytes) -> None:
        super().__init__(convert_charrefs=True)
        self.faults: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []
        self.headings: list[tuple[int, str]] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self._stack: list[str] = []
        self._texts: list[str] = []
        self.feed(markup.decode())
        self.close()
        if self._stack:
            self.faults.append(f"left open: {self._stack}")
        self.faults += [f"id twice: {i}" for i, n in Counter(self.ids).items() if n > 1]

    @property
    def text(self) -> str:
        return " ".join("".join(self._texts).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = {name: value or "" for name, value in attrs}
        if len(held) != len(attrs):
            self.faults.append(f"attribute twice in <{tag}>")
        self.elements.append((tag, held))
        self._texts.append(" " if tag in BREAKS else "")
        if "id" in held:
            self.ids.append(held["id"])
        if tag == "a" and "href" in held:
            self.links.append(held["href"])
        if tag in {"link", "script", "img", "iframe", "source", "object", "form"}:
            self.loads += [held[name] for name in ("href", "src", "data", "action") if name in held]
        if tag in NO_NESTING and tag in self._stack:
            self.faults.append(f"<{tag}> inside <{tag}>")
        if tag in BLOCKS and "p" in self._stack:
            self.faults.append(f"<{tag}> inside <p>")
        if re.fullmatch("h[1-6]", tag):
            self.headings.append((int(tag[1]), ""))
        if tag not in VOID:
            self._stack.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self._stack or self._stack[-1] != tag:
            self.faults.append(f"</{tag}> closes {self._stack[-1:]}")
        else:
            self._stack.pop()
        self._texts.append(" " if tag in BREAKS else "")

    def handle_data(self, data: str) -> None:
        if "script" in self._stack or "style" in self._stack:
            return
        self._texts.append(data)
        if any(re.fullmatch("h[1-6]", tag) for tag in self._stack):
            level, text = self.headings[-1]
            self.headings[-1] = (level, text + data)


@pytest.fixture(scope="session")
def read_page() -> type[Page]:
    return Page


@pytest.fixture(scope="session")
def site(
    record: Record, config: Config, downloads: dict[str, dict[str, bytes]]
) -> dict[str, bytes]:
    return render_site([record], config, read_article=read_article, downloads=downloads)


@pytest.fixture(scope="session")
def article_page(site: dict[str, bytes]) -> Page:
    return Page(site[f"a/{SLUG}/index.html"])


@pytest.fixture(scope="session")
def record_page(site: dict[str, bytes]) -> Page:
    return Page(site[f"a/{SLUG}/record/index.html"])


@pytest.fixture(scope="session")
def make_record() -> Callable[[bytes], Record]:
    return build_record


ORIGIN = "ledger.example/log"
ROLES = (
    ("root-key", "root", "service"),
    ("log-key", "log", "service"),
    ("copydesk-collector", "collector", "service"),
    ("wren-desk-bot-01", "contributor", "bot"),
    ("heron-editor-02", "editor", "bot"),
    ("ledger-press", "publisher", "service"),
    ("second-reader", "editor", "person"),
)


class Newsroom:
    """A newsroom in memory whose statements are really signed and logged, with fresh test keys."""

    def __init__(self, data: bytes) -> None:
        self.files: dict[str, bytes] = {}
        self.keys = {name: generate_key() for name, _, _ in ROLES}
        entries = [
            make_entry(name, kind, [role], self.keys[name].public, 0) for name, role, kind in ROLES
        ]
        self.keyring = seal_keyring(first_keyring(ORIGIN, entries), [self.keys["root-key"]])
        self.files["keys/1.keyring.dsse.json"] = self.keyring
        self.files["keys/1.keyring.tlog-proof"] = self.log("keyring", self.keyring)
        self.folder = f"articles/2026-11/{SLUG}"
        self.files[f"{self.folder}/article.md"] = data
        self.publish(read_article(data, "article.md"))

    def log(self, kind: str, envelope: bytes) -> bytes:
        leaf = leaf_bytes(kind, payload_digest(envelope), sha(envelope))
        done = append(MemoryFiles(self.files), [leaf], self.keys["log-key"], ORIGIN)
        self.files.update({path: data for path, data in done.changes.items() if data is not None})
        return done.proofs[0]

    def sign(self, name: str, subjects: list[Subject], predicate: Any, keys: str) -> Ref:
        signers = [self.keys[key] for key in keys.split()]
        envelope = seal(build_statement(subjects, predicate), signers)
        path = f"{self.folder}/prov/{name}"
        self.files[f"{path}.dsse.json"] = envelope
        kind = name.rstrip("-0123456789")
        self.files[f"{path}.tlog-proof"] = self.log(kind, envelope)
        return Ref(digest=DigestSet(sha256=payload_digest(envelope)))

    def publish(self, article: Article) -> None:
        taken, bodies = self.capture(article)
        report = json.dumps(trace(article)).encode()
        self.files[f"{self.folder}/prov/trace.json"] = report
        about = [Subject(name="article.md", digest=DigestSet(sha256=article.sha256))]
        named: dict[str, Ref] = {"trace": ref(report)}
        named["sourceSet"] = self.sign("source-set", bodies, taken, "copydesk-collector")
        sent = submission().model_copy(update=named)
        named["submission"] = self.sign("submission", about, sent, "wren-desk-bot-01")
        said = review(article).model_copy(update=named)
        approved = self.sign("review-1", about, said, "heron-editor-02")
        keys = KeyringRef(version=1, digest=DigestSet(sha256=payload_digest(self.keyring)))
        out = publication(article).model_copy(
            update={**named, "reviews": [approved], "keyring": keys, "newsroom": ORIGIN}
        )
        published = self.sign("publication", about, out, "ledger-press")
        mended = correction(article).model_copy(update={"corrects": published})
        self.sign("correction-1", about, mended, "ledger-press second-reader")

    def capture(self, article: Article) -> tuple[SourceSetPredicate, list[Subject]]:
        urls = [source.url for source in article.front.sources]
        subjects = [Subject(name="sources", digest=DigestSet(sha256=sha(canonical_bytes(urls))))]
        sources = []
        for source in article.front.sources:
            entry = captures(source.id, source.url)[0]
            if entry.sha256 is not None:
                body = f"body {source.id}".encode()
                stored = f"captures/sha256/{entry.sha256[:2]}/{entry.sha256}.zst"
                self.files[stored] = zstandard.compress(body)
                entry = entry.model_copy(update={"size": len(body)})
                subjects.append(Subject(name=stored, digest=DigestSet(sha256=sha(body))))
            sources.append(SourceEntry(id=source.id, url=source.url, captures=[entry]))
        collector = Actor(id="copydesk-collector", kind="service")
        taken = SourceSetPredicate(
            collector=collector, capturedAt="2026-11-09T09:16:30Z", sources=sources
        )
        return taken, subjects

    def record(self) -> Record:
        return load_record(MemoryFiles(self.files), "2026-11", SLUG)


def payload_digest(envelope: bytes) -> str:
    return sha(parse_envelope(envelope).payload)


@pytest.fixture
def newsroom(article_bytes: bytes) -> Newsroom:
    return Newsroom(article_bytes)
