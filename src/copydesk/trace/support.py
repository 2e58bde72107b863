"""Sentences whose substance stands in no source: what carries no figure, quotation or name to trace.

A third of what reviewers object to is such a sentence. For each factual sentence the best passage
of all readable sources is looked for, by how much of the weight of the sentence's telling words
stands there; rare words weigh more. What shares almost nothing with any passage is reported, with
the nearest one. It is a hint for a reader: words may differ and mean the same.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from copydesk.article.model import Passage, PassageKind, Span
from copydesk.report import FieldName, Unsupported
from copydesk.trace.index import Corpus, SourceIndex
from copydesk.trace.words import tokenise

__all__ = ["candidates", "find_unsupported"]

# Below this share of the sentence's weight nothing of it stands there. Measured on WiCE's supported
# claims, of which one in fifty lies below.
MIN_SHARE = 0.2
# A shorter sentence has too few words to tell by.
MIN_WORDS = 6
# A word of more sentences than this points nowhere.
_COMMON = 400
# Places that are looked at closely for one sentence.
_CANDIDATES = 12
# A book of this many sentences is enough for one report.
MAX_SENTENCES = 4_000

_KINDS = frozenset({PassageKind.PARAGRAPH, PassageKind.LIST_ITEM})
# What the newsroom thinks, expects, or says that nobody knows: no source can state it.
_OWN_WORDS = re.compile(
    r"\A(?:whether|how|if|why|what|the (?:implication|question|takeaway|lesson|result is|pattern|"
    r"dynamic)|that|this|these|those|but|and|taken together|in short|for now|instead|neither|"
    r"nobody|nothing|none|no one)\b"
    r"|\b(?:remains?|remained) (?:to be|an? (?:open|central)|unclear|unknown|uncertain|the)\b"
    r"|\b(?:has|have|had|did|does|do|is|are|was|were) not\b|\b(?:no|none of the) (?:source|capture|"
    r"document|public|independent|word)|\bn't\b|\bunclear\b|\bunknown\b"
    r"|\b(?:may|might|could|would|should|suggests?|signals?|reflects?|represents?|illustrates?|"
    r"underscores?|highlights?|raises? (?:the )?questions?|appears? to|seems? to|arguably|likely|"
    r"perhaps|in other words|matters?|inference)\b",
    re.IGNORECASE,
)


def find_unsupported(passages: Sequence[Passage], corpus: Corpus) -> tuple[Unsupported, ...]:
    """The factual sentences of the body whose words no source has, in reading order.

    Nothing is reported where no source could be read.
    """
    if not corpus.indexes:
        return ()
    found = []
    for number, (passage, sentence) in enumerate(_sentences(passages)):
        if number >= MAX_SENTENCES:
            break
        text = passage.text.text[sentence.start : sentence.end]
        stems = {one for one in tokenise(text).stems if one and not one[0].isdigit()}
        if len(stems) < MIN_WORDS or _OWN_WORDS.search(text) or text.rstrip().endswith("?"):
            continue
        share, source, nearest = _best(stems, corpus)
        if share < MIN_SHARE:
            start, end = passage.text.to_origin(sentence.start, sentence.end)
            found.append(Unsupported(start, end, text, share, source, nearest))
    return tuple(found)


def _sentences(passages: Sequence[Passage]) -> Iterator[tuple[Passage, Span]]:
    for passage in passages:
        if passage.field is FieldName.BODY and passage.kind in _KINDS:
            for sentence in passage.sentences:
                if sentence.start < sentence.end:
                    yield passage, sentence


def _best(stems: set[str], corpus: Corpus) -> tuple[float, int, str]:
    """The largest share of the weight that three sentences in a row hold, and their words."""
    weights = {one: corpus.weight(one) for one in stems}
    total = sum(weights.values())
    best, shown = 0.0, (0, "")
    for _, (source, number) in candidates(stems, corpus)[:_CANDIDATES]:
        index = corpus.by_id[source]
        first, last = _around(index, number)
        held = set(index.tokens.stems[first:last])
        got = sum(weights[one] for one in stems if one in held)
        if got > best:
            low, high = index.segments[number]
            text = index.text[index.tokens.starts[low] : index.tokens.ends[high - 1]]
            best, shown = got, (source, text)
    return (best / total if total else 1.0), *shown


def candidates(stems: set[str], corpus: Corpus) -> list[tuple[float, tuple[int, int]]]:
    """The sentences of the sources that share most of the weight of ``stems``, best first: the
    share, and (source, number of the sentence).
    """
    total = sum(corpus.weight(one) for one in stems) or 1.0
    scores: dict[tuple[int, int], float] = defaultdict(float)
    for one in stems:
        places = corpus.segments_with.get(one, ())
        if len(places) <= _COMMON:
            weight = corpus.weight(one)
            for place in places:
                scores[place] += weight
    best = sorted(scores, key=lambda place: (-scores[place], place))[:_CANDIDATES]
    return [(scores[place] / total, place) for place in best]


def _around(index: SourceIndex, number: int) -> tuple[int, int]:
    """The words of the sentence and of its neighbours."""
    last = min(len(index.segments), number + 2) - 1
    return index.segments[max(0, number - 1)][0], index.segments[last][1]
