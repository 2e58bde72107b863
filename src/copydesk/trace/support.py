"""Sentences whose substance stands in no source: what carries no figure, quotation or name to trace.

A third of what reviewers object to is such a sentence. Two things are counted of each factual
sentence: how many of its telling words stand in any source at all, and how many stand together in
two sentences of one. Words count alike: weighing them by how rare they are told right from wrong
sentences no better on any labelled set, and neither did a thesaurus (docs/adr/0005-trace.md). A
word in another form of it ("acquisition", "acquired") counts as held.

Where most words stand nowhere together and several stand in no source, the sentence is ``sure`` to
be unsupported; what is only scattered, or only speaks of the text itself, is for a reader.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from copydesk.article.model import Passage, PassageKind, Span
from copydesk.noticed import Unsupported
from copydesk.report import FieldName
from copydesk.trace.about_text import TextTalk
from copydesk.trace.index import Corpus, SourceIndex
from copydesk.trace.own_voice import is_own, with_section
from copydesk.trace.words import Tokens, tokenise

__all__ = [
    "KINDS",
    "MAX_SENTENCE_WORDS",
    "MIN_MISSING",
    "MIN_WORDS",
    "Sentence",
    "best_place",
    "candidates",
    "find_unsupported",
    "pointed_at",
    "read_sentences",
    "words_of",
    "words_together",
]

# Shares of a sentence's telling words, chosen over all labelled sets at once; the curve is
# bench/support_curve.py's. Below them it is reported (noted), and reported for sure.
NOTED_TOGETHER, NOTED_HELD = 0.45, 0.75
SURE_TOGETHER, SURE_HELD = 0.35, 0.65
# Words that stand in no source: fewer may be the writer's own way of saying it.
MIN_MISSING = 3
# A shorter sentence has too few words to tell by.
MIN_WORDS = 6
# What has this share together is supported well enough: no better place is looked for.
_ENOUGH = 0.6
# Sentences in a row that may bear out one of the article's.
_WINDOW = 2
# A word of more sentences than this points nowhere; places that all words of a sentence point at;
# of these, so many are looked at closely.
_COMMON, _POINTED, _CANDIDATES = 200, 300, 12
# A longer "sentence" is a menu or the data of a page: it holds everything and says nothing.
MAX_SENTENCE_WORDS = 90
# A book of this many sentences is enough for one report.
MAX_SENTENCES = 4_000

KINDS = frozenset({PassageKind.PARAGRAPH, PassageKind.LIST_ITEM})
# What the newsroom thinks, expects, or says that nobody knows: no source can state it.
_OWN_WORDS = re.compile(
    r"\A(?:whether|how|if|why|what|the (?:implication|question|takeaway|lesson|result is|pattern|"
    r"dynamic)|that|this|these|those|but|and|taken together|in short|for now|instead|neither|"
    r"nobody|nothing|none|no one)\b"
    r"|\b(?:remains?|remained) (?:to be|an? (?:open|central)|unclear|unknown|uncertain|the)\b"
    r"|\b(?:has|have|had|did|does|do|is|are|was|were) not\b|\b(?:no|none of the) (?:source|capture|"
    r"document|public|independent|word)|\bn't\b|\bunclear\b|\bunknown\b"
    r"|\b(?:(?-i:may)|might|could|would|should|suggests?|signals?|reflects?|represents?|"
    r"illustrates?|underscores?|raises? (?:the )?questions?|appears? to|seems? to|arguably|"
    r"likely|perhaps|in other words|matters)\b",
    re.IGNORECASE,
)
# Who speaks here is the writer: of the newsroom's own work no source need say anything.
_FIRST_PERSON = re.compile(r"\A\W*(?:[A-Z]\w+(?: \w+){0,5}, )?(?:we|i|our)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the body that may be judged.

    ``words`` are its telling words by stem, without what only speaks of the text; ``held`` leads
    from a stem to the sources' own stem for it, and lacks those that no source has; ``sure`` is
    false where part of the sentence speaks of the text, its subject is the writer, or it is the
    newsroom's ``own``.
    """

    passage: Passage
    span: Span
    text: str
    tokens: Tokens
    words: dict[str, str]
    held: dict[str, str]
    sure: bool
    own: bool = False

    @property
    def missing(self) -> tuple[str, ...]:
        """The words that stand in no source in any form."""
        return tuple(word for stem, word in self.words.items() if stem not in self.held)


def read_sentences(passages: Sequence[Passage], corpus: Corpus) -> list[Sentence]:
    """The factual sentences of the body in reading order, with what of them any source holds.

    There are none where no source could be read. A sentence that cites one which could not is left
    out, and so is what the newsroom says for itself.
    """
    if not corpus.indexes:
        return []
    found = list(_judged(passages, corpus))
    known = corpus.segments_with
    absent = {stem for one in found for stem in one.words if stem not in known}
    other = known.akin(absent)
    for one in found:
        one.held.update(
            (stem, other.get(stem, stem))
            for stem in one.words
            if stem not in absent or stem in other
        )
    return found


def find_unsupported(sentences: Sequence[Sentence], corpus: Corpus) -> tuple[Unsupported, ...]:
    """Those of the sentences whose words no source has, or none together."""
    found = []
    for one in sentences:
        missing = one.missing
        anywhere = 1 - len(missing) / len(one.words)
        if len(missing) < MIN_MISSING or anywhere >= NOTED_HELD:
            continue
        held = set(one.held.values())
        together, source, nearest = best_place(held, len(one.words), corpus)
        far = together < SURE_TOGETHER and anywhere < SURE_HELD
        # What the newsroom says for itself is listed only where the sources have hardly a word of it.
        if far or (together < NOTED_TOGETHER and not one.own):
            sure = one.sure and far
            start, end = one.passage.text.to_origin(one.span.start, one.span.end)
            found.append(
                Unsupported(
                    start, end, one.text, together, source, nearest, anywhere, missing, sure
                )
            )
    return tuple(found)


def _judged(passages: Sequence[Passage], corpus: Corpus) -> Iterator[Sentence]:
    """The sentences that state something which a source that was read could say."""
    for number, (passage, span, talk, weighs) in enumerate(_sentences(passages)):
        if number >= MAX_SENTENCES:
            break
        text = passage.text.text[span.start : span.end]
        about = talk.read(text)
        if about.empty or text.rstrip().endswith("?") or _OWN_WORDS.search(text):
            continue
        if _unread(passage, span, corpus):
            continue
        tokens = tokenise(text)
        words = {
            stem: text[tokens.starts[at] : tokens.ends[at]]
            for at, stem in enumerate(tokens.stems)
            if stem and not stem[0].isdigit() and tokens.starts[at] >= about.frame
        }
        if len(words) >= MIN_WORDS:
            own = is_own(passage, span, text, weighs=weighs)
            sure = not about.frame and not _FIRST_PERSON.match(text) and not own
            yield Sentence(passage, span, text, tokens, words, {}, sure, own)


def _sentences(passages: Sequence[Passage]) -> Iterator[tuple[Passage, Span, TextTalk, bool]]:
    for passage, weighs in with_section(passages):
        if passage.field is FieldName.BODY and passage.kind in KINDS:
            talk = TextTalk()
            for sentence in passage.sentences:
                if sentence.start < sentence.end:
                    yield passage, sentence, talk, weighs


def _unread(passage: Passage, span: Span, corpus: Corpus) -> bool:
    """Whether the sentence, or where it cites nothing its passage, cites a source that was not read."""
    own = {one.source for one in passage.citations if span.start <= one.at <= span.end}
    cited = own or {one.source for one in passage.citations}
    return any(source is not None and source not in corpus.by_id for source in cited)


def best_place(held: set[str], total: int, corpus: Corpus) -> tuple[float, int, str]:
    """The largest share of ``total`` words that stands in :data:`_WINDOW` sentences in a row, its
    source, and the sentence.
    """
    best, shown = 0, (0, "")
    for source, number in pointed_at(held, corpus):
        index = corpus.by_id[source]
        got = words_together(held, index, number)
        if got > best:
            best, shown = got, (source, words_of(index, number))
        if best >= _ENOUGH * total:
            break
    return best / total, *shown


def words_together(
    held: set[str], index: SourceIndex, number: int, *, window: int = _WINDOW
) -> int:
    """How many of ``held`` stand in ``window`` sentences in a row, of which a sentence is one."""
    segments, stems = index.segments, index.tokens.stems
    best = 0
    for first in range(max(0, number - window + 1), number + 1):
        last = min(len(segments), first + window) - 1
        got = len(held.intersection(stems[segments[first][0] : segments[last][1]]))
        best = max(best, got)
    return best


def pointed_at(held: set[str], corpus: Corpus, places: int = _CANDIDATES) -> list[tuple[int, int]]:
    """The sentences that most of the rarer words of ``held`` stand in, best first: (source, number)."""
    standing: Counter[tuple[int, int]] = Counter()
    left = _POINTED
    for stem in sorted(held, key=lambda one: (len(corpus.segments_with.get(one, ())), one)):
        found = corpus.segments_with.get(stem, ())
        left -= len(found)
        if left < 0 or len(found) > _COMMON:
            break
        standing.update(found)
    # Of equals the first one, which a rarer word points at.
    return [place for place, _ in standing.most_common(places)]


def words_of(index: SourceIndex, number: int) -> str:
    """A sentence of a source as it stands there."""
    low, high = index.segments[number]
    return index.text[index.tokens.starts[low] : index.tokens.ends[high - 1]]


def candidates(stems: set[str], corpus: Corpus) -> list[tuple[float, tuple[int, int]]]:
    """The sentences of the sources that share most of the weight of ``stems``, best first: the
    share, and (source, number of the sentence).
    """
    weights = {one: corpus.weight(one) for one in sorted(stems)}
    total = sum(weights.values()) or 1.0
    scored = []
    for source, number in pointed_at(stems, corpus):
        index = corpus.by_id[source]
        first, last = index.segments[number]
        shared = stems.intersection(index.tokens.stems[first:last])
        # In the order of the stems, so that the sum is the same in every run.
        share = sum(weights[one] for one in sorted(shared)) / total
        scored.append((share, (source, number)))
    return sorted(scored, key=lambda one: (-one[0], one[1]))
