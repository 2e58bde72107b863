"""Claims of silence: "the paper does not say how many", "the firm did not comment", "no source says".

What is claimed to be unsaid is looked for in the whole text of the sources that the claim is about.
A passage that says it refutes the claim. A passage, of any source, that reports the same silence
bears it out. Where there is neither, nothing is proven: a picture, another page or a later edition
may say it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from copydesk.article.model import Passage, PassageKind, Span
from copydesk.noticed import Absent, Near
from copydesk.trace.fronts import Place, as_near, is_sentence
from copydesk.trace.index import Corpus, SourceIndex
from copydesk.trace.specifics import Amount, DateValue
from copydesk.trace.words import tokenise

__all__ = ["Silence", "find_absent", "read_silences"]

MAX_CLAIMS = 40
# Of the words of what is asked so many must stand in one sentence that answers it.
_ANSWERS = 0.99
# And of a reported silence.
_SAME = 0.5
# Sentences of one source that are looked at for one claim.
_MAX_PLACES = 200
# A longer passage is a page's menu with its headline.
_MAX_PASSAGE = 60

_SAY = (
    r"(?:say|state|mention|disclose|name|specify|reveal|give|provide|identify|explain|describe|report|list|include|"
    r"address|detail|publish|comment(?:\s+on)?|quantify|contain|release|share|announce|break\s+down|elaborate(?:\s+on)?|"
    r"discuss|cover|confirm|indicate|show|respond(?:\s+to)?|reply(?:\s+to)?|answer)"
)
_SAYS = (
    r"(?:says?|states?|mentions?|discloses?|names?|specif(?:y|ies)|reveals?|gives?|gave|provides?|identif(?:y|ies)|explains?|"
    r"describes?|reports?|lists?|includes?|details?|offers?|contains?|quantif(?:y|ies)|made|makes?)"
)
_SAID = (
    r"(?:said|stated|mentioned|disclosed|named|specified|revealed|given|provided|identified|explained|described|listed|"
    r"detailed|published|quantified|released|announced|made\s+public|addressed|shared|reported|commented(?:\s+on)?)"
)
_SILENT = re.compile(
    rf"\b(?P<deny>(?:do|does|did)(?:\s+not|n['’]t)\s+(?:immediately\s+|publicly\s+|yet\s+)?{_SAY})\b"
    rf"|\b(?P<perfect>(?:has|have|had)(?:\s+not|n['’]t)\s+(?:yet\s+|publicly\s+|been\s+)*{_SAID})\b"
    rf"|\b(?P<passive>(?:is|are|was|were)(?:\s+not|n['’]t)\s+(?:immediately\s+|publicly\s+|yet\s+)?(?:{_SAID}|available))\b"
    rf"|\b(?P<no>{_SAYS}\s+no)\s+(?=\w)"
    rf"|\b(?P<source>(?:no\s+source|none\s+of\s+the\s+(?:\w+\s+)?sources|neither\s+[^.;]{{1,80}}?\s+nor\s+[^.;]{{1,80}}?)\s+{_SAYS})\b"
    rf"|\b(?P<nobody>no(?:body|\s+one)?(?:\s+(?!source)\w+){{0,3}}\s+(?:responded|commented|replied|answered)(?:\s+(?:to|on))?)\b"
    rf"|\b(?P<declined>(?:declined|refused|refuses|declines)\s+to\s+{_SAY}|could\s+not\s+be\s+reached|(?:made|had)\s+no\s+comment)\b"
    rf"|\b(?P<without>without\s+(?:saying|naming|disclosing|specifying|giving|mentioning|revealing|identifying))\b",
    re.IGNORECASE,
)  # fmt: skip
# Silence in the speech of the sources; "has not given up" and its like are no speech.
_COMMENT = re.compile(r"\b(?:comment|respond|reply|answer|reached)", re.IGNORECASE)
_NO_SPEECH = re.compile(r"\s*(?:up|way|rise|in|birth|off|out)\b", re.IGNORECASE)
_STOP = re.compile(
    r"[,;:()\n—–]|\.(?=\s|\Z)|\s(?:and|but|while|although|though|because|when\s+asked|as)\s"
)
_QUOTED = re.compile(r"[“\"][^“”\"]*(?:[”\"]|\Z)")
_HOW_MANY = re.compile(
    r"\b(?:how\s+(?:many|much|often|large|big|long|old)|(?:number|count|share|total|size)\s+of|figures?)\b",
    re.IGNORECASE,
)
_WHEN = re.compile(r"\b(?:when|dates?|timelines?|timetable|deadline|schedule)\b", re.IGNORECASE)
_PRICE = re.compile(
    r"\b(?:prices?|costs?|sum|amount|value|fee|salary|budget|funding|terms|how\s+much)\b",
    re.IGNORECASE,
)
_WHO = re.compile(r"\bwho\b|\b(?:names?|identity)\b", re.IGNORECASE)
_MONEY_OR_NUMBER = frozenset({"money", "number", "percent"})
_MENTION = re.compile(
    r"\b(?:mention|include|list|contain|address|discuss|cover|name)", re.IGNORECASE
)
_NOT_ASKED = frozenset(tokenise("date dates timeline number detail details information evidence reason figure figures question questions request requests exact specific further immediately publicly source sources claim").stems)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Silence:
    """A claim of silence in a sentence: its span, what is asked (a span too), and whether it is about
    speech to reporters or about all sources at once.
    """

    start: int
    end: int
    asked: str
    verb: str
    comment: bool
    everywhere: bool


def read_silences(text: str) -> Iterator[Silence]:
    """The claims of silence of one sentence; nothing within quotation marks."""
    masked = _QUOTED.sub(lambda match: " " * len(match.group()), text)
    for match in _SILENT.finditer(masked):
        kind = match.lastgroup or ""
        start, end = match.span(kind)
        if _NO_SPEECH.match(masked, end):
            continue
        stop = _STOP.search(masked, end)
        last = stop.start() if stop else len(masked.rstrip(" ."))
        asked = masked[end:last].strip()
        if kind == "passive" or (kind == "perfect" and " been " in f"{match.group()} "):
            start = _subject(masked, start)
            asked = f"{masked[start : match.start()]} {asked}".strip()
        yield Silence(
            start, max(end, last), asked, match.group(kind),
            _COMMENT.search(match.group(kind)) is not None, kind == "source",
        )  # fmt: skip


def _subject(text: str, at: int) -> int:
    """Where the subject of a passive begins that ends at ``at``: where its clause does."""
    begin = 0
    for match in _STOP.finditer(text, 0, at):
        begin = match.end()
    return begin + len(text[begin:at]) - len(text[begin:at].lstrip())


def find_absent(passages: Sequence[Passage], corpus: Corpus) -> tuple[Absent, ...]:
    """The claims of silence of an article, each with what the sources have of it."""
    found: list[Absent] = []
    for passage in passages:
        if passage.kind in {PassageKind.CODE, PassageKind.BLOCK_QUOTE, PassageKind.HEADING}:
            continue
        for span in passage.sentences:
            text = passage.text.text[span.start : span.end]
            for claim in read_silences(text):
                if len(found) >= MAX_CLAIMS:
                    return tuple(found)
                found.append(_tested(passage, span, claim, corpus))
    return tuple(found)


def _tested(passage: Passage, span: Span, claim: Silence, corpus: Corpus) -> Absent:
    cited = _cited(passage, span) if not claim.everywhere else ()
    unread = tuple(one for one in cited if one not in corpus.by_id)
    asked = _asked(claim, corpus)
    every = [index.id for index in corpus.indexes]
    stated = _stated(claim, asked, every, corpus)
    readable = [one for one in cited if one in corpus.by_id]
    searched = readable or ([] if cited else every)
    found = None if stated else _answer(claim, asked, searched, corpus)
    start, end = passage.text.to_origin(span.start + claim.start, span.start + claim.end)
    text = passage.text.text[span.start + claim.start : span.start + claim.end]
    return Absent(
        passage.field, start, end, text, claim.asked, tuple(searched), unread, stated, found
    )


def _cited(passage: Passage, span: Span) -> tuple[int, ...]:
    """The sources that the sentence cites, else those of its passage."""
    own = {one.source for one in passage.citations if span.start <= one.at <= span.end}
    chosen = own or {one.source for one in passage.citations}
    return tuple(sorted(one for one in chosen if one is not None))


def _asked(claim: Silence, corpus: Corpus) -> dict[str, str]:
    """The telling words of what is asked, each with the sources' own word for it."""
    own = [stem for stem in tokenise(claim.asked).stems if stem and stem not in _NOT_ASKED]
    known = corpus.segments_with
    other = known.akin(stem for stem in own if stem not in known)
    return {stem: other.get(stem, stem) for stem in dict.fromkeys(own)}


def _places(stems: set[str], sources: Sequence[int], corpus: Corpus) -> Iterator[tuple[int, Place]]:
    """Sentences of these sources with any of the stems: how many of them, and which sentence."""
    counts: Counter[tuple[int, int]] = Counter()
    for stem in sorted(stems):
        counts.update(place for place in corpus.segments_with.get(stem, ()) if place[0] in sources)
    for (source, number), count in counts.most_common(_MAX_PLACES):
        index = corpus.by_id[source]
        first, last = index.segments[number]
        if last - first <= _MAX_PASSAGE and is_sentence(index, number):
            yield count, Place(index, number, count / max(len(stems), 1))


def _stated(
    claim: Silence, asked: dict[str, str], sources: Sequence[int], corpus: Corpus
) -> Near | None:
    """The passage that reports the same silence."""
    stems = set(asked.values()) | {stem for stem in tokenise(claim.verb).stems if stem}
    for count, place in _places(stems, sources, corpus):
        if asked and count >= len(asked) and _denies(place, set(asked.values())):
            return as_near(place)
        for other in read_silences(place.text):
            theirs = set(tokenise(other.asked).stems) | set(tokenise(place.text).stems)
            shared = len(set(asked.values()) & theirs)
            if claim.comment and other.comment and (not asked or shared or not other.asked):
                return as_near(place)
            if (
                asked
                and shared >= _SAME * len(asked)
                and not (other.comment and not claim.comment and shared < len(asked))
            ):
                return as_near(place)
    return None


def _denies(place: Place, stems: set[str]) -> bool:
    """Whether the passage itself says that there is none: "no backlit keyboard"."""
    first, last = place.words
    tokens = place.index.tokens
    return any(
        tokens.words[at] in _NO
        and not stems.isdisjoint(tokens.stems[at + 1 : min(last, at + _BEHIND_NO)])
        for at in range(first, last)
    )


def _answer(
    claim: Silence, asked: dict[str, str], sources: Sequence[int], corpus: Corpus
) -> Near | None:
    """The passage that says what is claimed to be unsaid."""
    stems = set(asked.values())
    if not stems:
        return None
    for count, place in _places(stems, sources, corpus):
        if count < _ANSWERS * len(stems):
            break
        if any(True for _ in read_silences(place.text)) or _denies(place, stems):
            continue
        if _fits(claim, asked, place):
            return as_near(place)
    return None


def _fits(claim: Silence, asked: dict[str, str], place: Place) -> bool:
    """Whether the passage has the kind of thing that is asked: a count, a date, a price, a name."""
    about = f"{claim.verb} {claim.asked}"
    if _HOW_MANY.search(about):
        return _counted(next(iter(asked.values())), place)
    if _WHEN.search(about):
        return _has(place, DateValue)
    if _PRICE.search(about):
        return _has(place, Amount)
    if _WHO.search(about):
        return _named(place, asked)
    if _MENTION.search(claim.verb):
        # One word of what a text "contains" may stand there of something else.
        return len(asked) > 1 or "mention" in claim.verb.lower()
    return _explained(list(asked.values()), place)


def _has(place: Place, kind: type) -> bool:
    return any(
        isinstance(place.index.items[at].value, kind) for at in place.index.items_of(place.number)
    )


def _explained(stems: Sequence[str], place: Place) -> bool:
    """Whether the words stand together with an "is" behind them: "the cause of the leak was"."""
    first, last = place.words
    tokens = place.index.tokens
    at = [number for number in range(first, last) if tokens.stems[number] in stems]
    if len(stems) < 2 or not at or at[-1] - at[0] > len(stems) + _LOOSE:
        return False
    return tokens.words[at[-1] + 1 : min(at[-1] + 2, last)] in (["is"], ["was"], ["are"], ["were"])


def _counted(noun: str, place: Place) -> bool:
    """Whether a figure stands right before the noun."""
    index: SourceIndex = place.index
    ends = [index.items[at].end for at in index.items_of(place.number)]
    first, last = place.words
    tokens = index.tokens
    return any(
        tokens.stems[at] == noun
        and any(0 <= tokens.starts[at] - end <= _GAP or tokens.ends[at] == end for end in ends)
        for at in range(first, last)
    )


_NO = frozenset({"no", "without", "neither", "nor", "lacks", "lack"})
_BEHIND_NO = 4
# Small words between those of a phrase.
_LOOSE = 3
# Code points between a figure and what it counts: one word may stand there.
_GAP = 14
_NAME = re.compile(
    r"(?:[:,(–—]|\b(?:is|was|by|named|called|as|to))\s+(?:the\s+)?(?=[A-Z])|\A(?=[A-Z]\w+(?:\s+[A-Z]\w+)*\s+(?:is|was|will|has|won|builds|pays|leads|owns|made)\b)"
)


def _named(place: Place, asked: dict[str, str]) -> bool:
    """Whether a name stands where the passage says who; for "who pays" the sentence itself says so."""
    return _NAME.search(place.text) is not None or len(asked) > 2
