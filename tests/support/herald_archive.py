"""Writes a checkout in the Machine Herald's format, with invented articles and keys of its own.

Everything is signed here by plain means (``json.dumps`` of short texts), so that the importer's
signing forms are checked against something that is not themselves.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import hmac
import json
import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CONTRIBUTOR = "harbour-desk-bot-one"
PUBLIC_SECRET = b"development-secret"
# S of a signature must be below this (RFC 8032); random bytes are mostly not.
ORDER = 2**252 + 27742317777372353535851937790883648493


def key_of(name: str) -> Ed25519PrivateKey:
    """A test key that is the same in every run."""
    return Ed25519PrivateKey.from_private_bytes(hashlib.sha256(name.encode()).digest())


def compact(value: Any) -> bytes:
    """JSON without white space, as plain texts come out of any writer."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def ed25519(name: str, data: bytes) -> str:
    return "ed25519:" + base64.b64encode(key_of(name).sign(data)).decode()


def not_a_signature() -> str:
    """64 bytes that look like a signature, with S beyond the order."""
    return "ed25519:" + base64.b64encode(b"\x07" * 32 + b"\xff" * 32).decode()


@dataclass(frozen=True)
class Page:
    """A captured page: ``stored`` is what lies in the folder, ``recorded`` what was hashed."""

    url: str
    recorded: bytes | None = None
    stored: bytes | None = None
    status: int = 200
    error: str | None = None
    gz: bool = False


@dataclass(frozen=True)
class Round:
    """One review: its verdict and how many minutes after the submission it was made."""

    verdict: str = "APPROVE"
    minutes: int = 30
    model: str = "Review Model 2"


@dataclass(frozen=True)
class StorySpec:
    """What to write; the defaults are a story in which everything holds."""

    title: str = "Harbour ferry carries 412 riders on its first day"
    at: str = "2031-03-14T09:30:15.250Z"
    body: str = (
        "## Overview\n\nThe harbour ferry carried 412 riders on Friday [1].\n\n"
        "“It was full,” said Ada Quell [2].\n"
    )
    summary: str = "The new harbour ferry was full on its first day."
    pages: tuple[Page, ...] = (
        Page("https://port.example/ferry", b"<p>The ferry carried 412 riders.</p>\n"),
        Page("https://news.example/quell", b"<p>It was full, said Ada Quell.</p>\n"),
    )
    bot: str = CONTRIBUTOR
    model: str = "Writer Model 3"
    version: int = 3
    contributor: str = "valid"  # valid, random, none, other-text, v2-migrated
    publisher: str = "ed25519"  # ed25519, hmac, hmac-migrated, hmac-secret, none
    rounds: tuple[Round, ...] = (Round(),)
    corrections: tuple[tuple[str, str], ...] = ()
    related: tuple[str, ...] = ()
    published: bool = True
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def slug(self) -> str:
        kept = re.sub(r"[^A-Za-z0-9_\s-]", "", self.title.lower())
        return re.sub(r"-+", "-", re.sub(r"\s+", "-", kept)).strip("-")

    @property
    def month(self) -> str:
        return self.at[:7]

    @property
    def name(self) -> str:
        return f"{self.at[8:10]}-{self.slug}"

    @property
    def key(self) -> str:
        return f"{self.month}/{self.name}"

    @property
    def stem(self) -> str:
        return f"{self.at[:19].replace(':', '-')}Z_{self.slug[:50]}"

    @property
    def submission(self) -> str:
        return f"src/content/submissions/{self.month}/{self.stem}.json"

    def later(self, minutes: int) -> str:
        at = datetime.fromisoformat(self.at) + timedelta(minutes=minutes)
        return at.strftime("%Y-%m-%dT%H:%M:%S.250Z")


class HeraldArchive:
    """A checkout under ``root``."""

    def __init__(self, root: Path, bots: tuple[str, ...] = (CONTRIBUTOR,)) -> None:
        self.root = root
        for name in (*bots, "publisher"):
            der = (
                key_of(name)
                .public_key()
                .public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
            )
            self.write(f"config/keys/{name}.pub", base64.b64encode(der) + b"\n")

    def write(self, path: str, data: bytes | dict[str, Any]) -> Path:
        """Write a file as it is, or an object as indented JSON."""
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        text = data if isinstance(data, bytes) else json.dumps(data, indent=2).encode()
        target.write_bytes(text)
        return target

    def add(self, spec: StorySpec | None = None, **changes: Any) -> StorySpec:
        """Write a story with everything that belongs to it."""
        story = StorySpec(**changes) if spec is None else spec
        submission = self._submission(story)
        self.write(story.submission, submission)
        for number, made in enumerate(story.rounds, 1):
            behind = "" if number == 1 else f"_{number}"
            path = f"src/content/reviews/{story.month}/{story.stem}_review{behind}.json"
            self.write(path, self._review(story, made))
        if story.published:
            self._publish(story, submission)
        if story.pages:
            self._captures(story)
        if story.corrections:
            entries = [{"text": text, "severity": kind} for text, kind in story.corrections]
            self.write(
                f"src/content/corrections/{story.month}/{story.slug[:20]}.json",
                {"article_slug": story.key, "date": story.later(3000), "corrections": entries},
            )
        return story

    def _submission(self, story: StorySpec) -> dict[str, Any]:
        urls = [page.url for page in story.pages]
        head: dict[str, Any] = {
            "submission_version": story.version,
            "bot_id": story.bot,
            "timestamp": story.at,
            "human_requested": False,
            "contributor_model": story.model,
        }
        article = {
            "title": story.title,
            "category": "News",
            "summary": story.summary,
            "tags": ["ports", "ferries"],
            "sources": urls,
            "body_markdown": story.body,
        }
        signed = {
            **head,
            "article": {**article, "tags": sorted(article["tags"]), "sources": sorted(urls)},
        }
        if story.contributor == "v2-migrated":
            signed["submission_version"] = 2
            del signed["contributor_model"]
        data = compact(signed)
        signature = {
            "random": not_a_signature(),
            "none": None,
            "other-text": ed25519(story.bot, b"another text"),
        }.get(story.contributor, ed25519(story.bot, data))
        out = {**head, "article": article, **story.extra}
        out["payload_hash"] = "sha256:" + hashlib.sha256(data).hexdigest()
        if signature is not None:
            out["signature"] = signature
        return out

    def _review(self, story: StorySpec, made: Round) -> dict[str, Any]:
        return {
            "file": story.submission,
            "timestamp": story.later(made.minutes),
            "bot_id": story.bot,
            "article_title": story.title,
            "reviewer_model": made.model,
            "verdict": made.verdict,
            "summary": f"The desk says {made.verdict}.",
            "findings": [
                {"category": "sources", "severity": "info", "message": "Two sources were read."}
            ],
            "checklist": {"hash_valid": True, "signature_format": True},
            "recommendations": [],
            "editor_notes": {"tone_assessment": "Plain.", "concerns": ["One name is unusual."]},
        }

    def _publish(self, story: StorySpec, submission: dict[str, Any]) -> None:
        article = self._article(story)
        self.write(f"src/content/articles/{story.key}.md", article)
        self.write(
            f"src/content/article-meta/{story.key}.json",
            {
                "topic": "Transport",
                "subcategory": "Ferries",
                "featured": False,
                "related_articles": [{"slug": slug, "context": "Before"} for slug in story.related],
            },
        )
        record: dict[str, Any] = {
            "article_sha256": hashlib.sha256(article).hexdigest(),
            "submission_hash": submission["payload_hash"].removeprefix("sha256:"),
            "bot_id": story.bot,
            "publisher_job_id": "7001",
            "pipeline_version": "3.1.0",
            "sources": submission["article"]["sources"],
            "created_at": story.later(60),
            "human_requested": False,
            "contributor_model": story.model,
            "signatures_present": {"contributor": True, "publisher": False},
        }
        self.write(f"src/content/provenance/{story.key}.json", self._signed(story, record))

    def _signed(self, story: StorySpec, record: dict[str, Any]) -> dict[str, Any]:
        covered = {k: {} if isinstance(v, dict) else v for k, v in sorted(record.items())}
        if story.publisher == "hmac-migrated":
            del covered["contributor_model"]
        data = compact(covered)
        secret = b"kept by the maker" if story.publisher == "hmac-secret" else PUBLIC_SECRET
        code = base64.b64encode(hmac.new(secret, data, hashlib.sha256).digest()).decode()
        signature = {"ed25519": ed25519("publisher", data), "none": None}.get(
            story.publisher, f"hmac-sha256:{code}"
        )
        present = {"contributor": True, "publisher": True}
        signed = {**record, "signatures_present": present, "provenance_signature": signature}
        return {k: v for k, v in signed.items() if v is not None}

    def _article(self, story: StorySpec) -> bytes:
        urls = "\n".join(f'  - "{page.url}"' for page in story.pages)
        head = (
            f'---\ntitle: {json.dumps(story.title, ensure_ascii=False)}\ndate: "{story.at}"\n'
            f'tags:\n  - "ports"\n  - "ferries"\ncategory: News\nsummary: {story.summary}\n'
            f"sources:\n{urls}\nprovenance_id: {story.key}\nauthor_bot_id: {story.bot}\n"
            f"draft: false\nhuman_requested: false\ncontributor_model: {story.model}\n---\n\n"
        )
        return (head + story.body).encode()

    def _captures(self, story: StorySpec) -> None:
        folder = f"sources/{story.month}/{story.slug}"
        entries = []
        for number, page in enumerate(story.pages):
            name = f"source-{number}.html{'.gz' if page.gz else ''}"
            body = page.recorded if page.stored is None else page.stored
            if body is not None:
                self.write(f"{folder}/{name}", gzip.compress(body, mtime=0) if page.gz else body)
            got = page.recorded
            entries.append(
                {
                    "url": page.url,
                    "file": name if body is not None else None,
                    "status_code": page.status,
                    "content_type": "text/html; charset=utf-8",
                    "content_length": None if got is None else len(got),
                    "sha256": None if got is None else hashlib.sha256(got).hexdigest(),
                    "error": page.error,
                    "fetched_at": story.later(10),
                    "redirected_domain": None,
                }
            )
        self.write(
            f"{folder}/manifest.json",
            {
                "submission_file": story.submission,
                "article_title": story.title,
                "fetched_at": story.later(10),
                "sources": entries,
            },
        )
