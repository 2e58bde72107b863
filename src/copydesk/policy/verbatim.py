"""A rule about words that are taken over from a source."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from copydesk.article import PassageKind
from copydesk.article.prose import MASK, Prose
from copydesk.evidence.model import EvidenceSource
from copydesk.policy.originality import bones
from copydesk.policy.passages import passage
from copydesk.policy.registry import Context, Hit, register
from copydesk.report import Severity

# Of a run's words that begin with a capital letter, above which it is a list of names.
_NAMES = 0.45
# Code points of sources that are looked through for one article, all its windows together: about a second.
_MOST_SCANNED = 2_000_000_000
_RUNNING = frozenset({PassageKind.PARAGRAPH, PassageKind.LIST_ITEM})


@register(
    "copied-run",
    Severity.WARNING,
    statement="No long run of words is a source’s own, outside quotation marks.",
    rationale="A sentence that is taken over whole is somebody else’s work and somebody else’s view, "
    "passed off as the newsroom’s. Readers cannot see where the source ends and the report begins.",
    fix="Put it in quotation marks with its speaker, or say it in your own words.",
    bad="A paragraph of the press release, word for word, as if the newsroom had written it",
    good="The same paragraph in quotation marks, after “the operator said”",
    config=("copied_words",),
)
def copied_run(context: Context) -> Iterable[Hit]:
    """Runs of at least ``copied_words`` words, punctuation and spaces aside from line breaks alike.

    An article and sources of hostile size are compared as far as :data:`_MOST_SCANNED` reaches.
    """
    least = context.config.copied_words
    if not least:
        return
    passages = [_Words.of(one) for one in context.prose if one.passage.kind in _RUNNING]
    held = [_Held.of(source) for source in context.sources if source.usable]
    window = max(4, least // 2)
    left = _MOST_SCANNED // max(1, sum(len(one.text) for one in held)) if held else 0
    for words in passages:
        at = 0
        while left > 0 and at + window <= len(words.own):
            left -= 1
            run = words.longest(held, at, window)
            if run is None or run.words < least or run.names:
                at = run.last if run is not None and run.names else at + window
                continue
            yield _taken(context, words, run)
            at = run.last


@dataclass(frozen=True, slots=True)
class _Run:
    """Words ``first`` to ``last`` of a passage, and where the source holds them."""

    first: int
    last: int
    source: EvidenceSource
    start: int
    end: int
    names: bool

    @property
    def words(self) -> int:
        return self.last - self.first


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of a passage, and their spans in its text."""

    prose: Prose
    own: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, prose: Prose) -> _Words:
        found = list(re.finditer(r"\S+", prose.text))
        spans = tuple(one.span() for one in found)
        return cls(prose, tuple(one.group() for one in found), spans)

    def longest(self, held: Sequence[_Held], at: int, window: int) -> _Run | None:
        """The longest run around the words from ``at`` that a source holds."""
        run = " ".join(self.own[at : at + window])
        if MASK in run:
            return None
        bare = bones(run)
        found = [
            self._around(one.source, one.text, at, window, run)
            for one in held
            if bare in one.bones and run in one.text
        ]
        return max(found, key=lambda one: one.words, default=None)

    def _around(self, source: EvidenceSource, text: str, at: int, window: int, run: str) -> _Run:
        first, last = at, at + window
        begin = text.index(run)
        end = begin + len(run)
        while first > 0 and text.endswith(f"{self.own[first - 1]} ", 0, begin):
            first -= 1
            begin -= len(self.own[first]) + 1
        while last < len(self.own) and text.startswith(f" {self.own[last]}", end):
            end += len(self.own[last]) + 1
            last += 1
        # A list of countries or offices comes out the same in every hand.
        capitals = sum(word[0].isupper() for word in self.own[first:last])
        return _Run(first, last, source, begin, end, names=capitals > _NAMES * (last - first))


@dataclass(frozen=True, slots=True)
class _Held:
    """What a source says: its text with all spaces alike, and the bones of that."""

    source: EvidenceSource
    text: str
    bones: bytes

    @classmethod
    def of(cls, source: EvidenceSource) -> _Held:
        text = _flat(source.text.visible)
        return cls(source, text, bones(text))


def _taken(context: Context, words: _Words, run: _Run) -> Hit:
    prose = words.prose
    start, end = words.spans[run.first][0], words.spans[run.last - 1][1]
    start, end = prose.passage.text.to_origin(start, end)
    return Hit(
        prose.passage.field,
        start,
        end,
        f"{run.words} words in a row are those of source {run.source.id}, outside quotation marks.",
        expected="the newsroom’s own words, or a quotation",
        found=context.article.field(prose.passage.field).text[start:end],
        passages=(passage(run.source, run.start, run.end),),
    )


@lru_cache(maxsize=64)
def _flat(text: str) -> str:
    """``text`` with every kind of single space alike; offsets stay."""
    for char in _SPACES:
        text = text.replace(char, " ")
    return text


_SPACES = "\t\n\r\f\v\xa0\u2009\u202f"
