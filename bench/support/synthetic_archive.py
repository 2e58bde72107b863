"""Newsrooms of any size for audits: every article cites three captured pages of its own, which bear out
most of what it says. Invented and seeded; signed and logged as :mod:`support.synthetic_newsroom`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import zstandard
from speed_texts import page, prose

from copydesk.provenance.canonical import sha256_hex
from copydesk.provenance.chunks import chunk_root
from support.synthetic_newsroom import Newsroom, Shape, _Maker, a_checkpoint_a_day, log_all, put
from support.synthetic_newsroom import build as build_newsroom

__all__ = ["CAPTURES", "build"]

CAPTURES = 3
# Different pages; each is made another one by a sentence of its own.
POOL = 120


def build(folder: Path, count: int, *, words: int, page_bytes: int, page_words: int) -> Newsroom:
    """A newsroom of ``count`` published articles and three times as many captures, logged.

    Args:
        folder: where; made.
        count: how many articles.
        words: of each article's body.
        page_bytes: of each page as received, most of it scripts.
        page_words: of each page's text.
    """
    shape = Shape(words=words, sources=CAPTURES, trace=8_000, review=1_000)

    class Maker(_Maker):
        def article(self, number: int):  # type: ignore[no-untyped-def]  # noqa: ANN202
            """One article with pages of its own."""
            self.said, self.captures = [], []
            for at in range(CAPTURES):
                sentences = [*_sentences(number * CAPTURES + at, page_words)]
                sentences.append(f"This is page {at} of entry {number} of the register.")
                self.said += sentences
                self.captures.append(self._page(page(page_bytes, sentences)))
            return super().article(number)

        def _page(self, body: bytes) -> tuple[str, int, str]:
            sha = sha256_hex(body)
            packed = zstandard.ZstdCompressor(level=3).compress(body)
            put(self.room.folder, f"captures/sha256/{sha[:2]}/{sha}.zst", packed)
            return sha, len(body), chunk_root(body)

        def _text(self, title: str, slug: str, urls: list[str]) -> bytes:
            others = _sentences(int(slug.rsplit("-", 1)[-1]) + POOL // 2, self.shape.words)
            body, made = [], 0
            while made < self.shape.words:
                # As in news, some sentences say what no cited page says.
                said = [self.rng.choice(self.said if at else others) for at in range(4)]
                url = self.rng.choice(urls)
                body.append(f"{' '.join(said)} [The register]({url}) has it.\n")
                made += sum(len(one.split()) for one in said)
            listed = "".join(f"  - {url}\n" for url in urls)
            head = (
                f'---\ntitle: "{title}"\nsummary: "What the pages of the register say."\n'
                f"category: News\nsources:\n{listed}contributor: the-contributor\n"
                f"date: 2026-11-09\nslug: {slug}\n---\n"
            )
            return (head + "\n" + "\n".join(body)).encode()

        def _capture(self, number: int) -> tuple[str, int, str]:
            del number
            return "", 0, ""

    room = build_newsroom(folder, count, shape, Maker)
    log_all(room, a_checkpoint_a_day)
    return room


@cache
def _pool(words: int) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(prose(words, seed)) for seed in range(POOL))


def _sentences(number: int, words: int) -> tuple[str, ...]:
    return _pool(words)[number % POOL]
