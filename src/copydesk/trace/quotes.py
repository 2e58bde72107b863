"""Quotations: word for word after typographic folding, or not at all.

A fuzzy comparison only locates the nearest wording, so that the reason can show it; it never
verifies. An ellipsis divides a quotation into fragments that must follow one another within one
passage; what a bracket holds was put in by the writer and stands for any few words.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass

from rapidfuzz import fuzz
from rapidfuzz.distance import LCSseq, Levenshtein

from copydesk.trace.binding import Context, bind
from copydesk.trace.index import Corpus, SourceIndex
from copydesk.trace.match import Match
from copydesk.trace.reading import Claim
from copydesk.trace.words import Tokens, tokenise

__all__ = ["Nearest", "find_pieces", "find_quote", "find_wording", "word_diff"]

# Words that may stand between two fragments of one quotation: a paragraph or two.
_MAX_GAP = 220
# Words that a bracketed insertion may stand for.
_MAX_BRACKET = 14
# The same quotation is shown from at most this many places of a source.
_MAX_PLACES = 20
# Alignment alone scores unrelated quotations up to 79, and one with two words put in below 70:
# so it only proposes, and the share of words in order decides that a quotation is located.
_LOCATED = 68.0
_MIN_WORDS_LOCATED = 4
# A short one must be the source's but for so many words put in, left out or exchanged.
_SHORT_OFF = 2
# Of a longer quotation the beginning is compared: a difference of words costs their square.
_MAX_WORDS_LOCATED = 150
_SHORT_WORDS, _SHORT_SHARE, _LONG_SHARE = 7, 0.74, 0.6

_GAP = re.compile(r"\s*(?:\[\s*(?:\.\.\.|…)\s*\]|\(\s*(?:\.\.\.|…)\s*\)|\.\s\.\s\.|\.{3,4}|…)\s*")
_BRACKET = re.compile(r"\s*\[([^\]]{0,120})\]\s*")
# "[H]ouseholds": a letter made large or small, so that the words fit the sentence.
_LETTER = re.compile(r"(?<!\w)\[([^\W\d_])\](?=[^\W\d_])")
_SIC = re.compile(r"\s*[\[(]\s*sic\.?\s*[\])]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Piece:
    """Words that stand together, and how far the next may be."""

    words: list[str]
    gap: int


@dataclass(frozen=True, slots=True)
class Nearest:
    """The nearest wording of a source, for the reason."""

    match: Match
    diff: str


def _pieces(text: str) -> list[_Piece]:
    text = _LETTER.sub(r"\1", _SIC.sub("", text))
    pieces: list[_Piece] = []
    for part in _GAP.split(text):
        inner = _BRACKET.split(part)
        # Even places are the source's words, odd ones what the writer put in.
        for at in range(0, len(inner), 2):
            words = tokenise(inner[at]).words
            if words:
                pieces.append(_Piece(words, _MAX_BRACKET))
        if pieces:
            pieces[-1] = _Piece(pieces[-1].words, _MAX_GAP)
    return pieces


def find_quote(claim: Claim, context: Context, corpus: Corpus) -> list[Match]:
    """Where the sources hold the quotation word for word."""
    pieces = _pieces(claim.text)
    if not pieces:
        return []
    found: list[Match] = []
    for index in corpus.indexes:
        for first, last, skipped in _occurrences(pieces, index):
            score, _ = bind(context, index, first, last)
            start, end = index.tokens.starts[first], index.tokens.ends[last]
            note = _notes(claim, pieces, index, first, last, skipped)
            found.append(Match(index, start, end, max(score, 0.05), note=note))
    return found


def find_pieces(text: str, index: SourceIndex) -> list[int]:
    """Where a source holds the quotation ``text`` word for word: numbers of its first words."""
    pieces = _pieces(text)
    return [first for first, _, _ in _occurrences(pieces, index)] if pieces else []


def _occurrences(pieces: list[_Piece], index: SourceIndex) -> list[tuple[int, int, int]]:
    """First and last word of each occurrence, and how many words its ellipses leave out."""
    found = []
    for first in index.sequences(pieces[0].words, limit=_MAX_PLACES):
        last = first + len(pieces[0].words) - 1
        skipped = 0
        for number, piece in enumerate(pieces[1:], 1):
            window = pieces[number - 1].gap
            following = _next(piece.words, index, last + 1, window)
            if following is None:
                break
            skipped += following - last - 1
            last = following + len(piece.words) - 1
        else:
            found.append((first, last, skipped))
    return found


def _next(words: list[str], index: SourceIndex, low: int, window: int) -> int | None:
    own = index.tokens.words
    size = len(words)
    for first in range(low, min(low + window + 1, len(own) - size + 1)):
        if own[first] == words[0] and own[first : first + size] == words:
            return first
    return None


_NEGATION = frozenset(
    {"not", "never", "no", "cannot", "can't", "won't", "don't", "isn't", "unless"}
)


def _notes(
    claim: Claim, pieces: list[_Piece], index: SourceIndex, first: int, last: int, skipped: int
) -> str:
    if len(pieces) == 1:
        return ""
    said = {word for piece in pieces for word in piece.words}
    dropped = sorted(set(index.tokens.words[first : last + 1]) & _NEGATION - said)
    if dropped:
        return f"with {skipped} words left out, “{dropped[0]}” among them"
    return f"with {skipped} words left out" if "…" in claim.text or "..." in claim.text else ""


def find_wording(claim: Claim, context: Context, corpus: Corpus) -> list[Nearest]:
    """The nearest wording in each source, best first; empty where none is near."""
    pieces = _pieces(claim.text)
    words = [word for piece in pieces for word in piece.words][:_MAX_WORDS_LOCATED]
    if len(words) < _MIN_WORDS_LOCATED:
        return []
    quoted = _head(claim.text)
    found = []
    for index in corpus.indexes:
        match = _locate(words, context, index)
        if match is not None:
            found.append(match)
    found.sort(key=lambda pair: (-pair[0], pair[1].source))
    return [Nearest(match, word_diff(quoted, match.exact)) for _, match in found if match.exact]


def _head(text: str) -> str:
    """As much of a quotation as is compared with the nearest wording."""
    ends = tokenise(text).ends
    return text if len(ends) <= _MAX_WORDS_LOCATED else text[: ends[_MAX_WORDS_LOCATED - 1]]


def _locate(words: list[str], context: Context, index: SourceIndex) -> tuple[float, Match] | None:
    """Align the quotation in the sentences that share its words."""
    own = index.tokens.words
    best: tuple[float, int, int] | None = None
    for low, high in _regions(words, index):
        haystack = " ".join(own[low:high])
        aligned = fuzz.partial_ratio_alignment(" ".join(words), haystack, score_cutoff=_LOCATED)
        if aligned is None:
            continue
        first = low + haystack.count(" ", 0, aligned.dest_start + 1)
        last = low + haystack.count(" ", 0, max(aligned.dest_end - 1, 0))
        last = min(max(last, first) + 2, high - 1)
        shared = _shared(words, own[first : last + 1])
        if len(words) < _SHORT_WORDS and words[0] not in own[first : last + 1]:
            continue
        if shared < (_SHORT_SHARE if len(words) < _SHORT_WORDS else _LONG_SHARE):
            continue
        if best is None or aligned.score > best[0]:
            best = (aligned.score, first, last)
    if best is None:
        return None
    first, last = _trim(words, own, best[1], best[2])
    if len(words) < _SHORT_WORDS:
        off = Levenshtein.distance(words, own[first : last + 1])
        if off > _SHORT_OFF:
            return None
    score, _ = bind(context, index, first, last)
    start, end = index.tokens.starts[first], index.tokens.ends[last]
    return best[0], Match(index, start, end, max(score, best[0] / 200))


def _shared(words: list[str], own: list[str]) -> float:
    """The share of the words that stand in ``own`` in their order."""
    return LCSseq.similarity(words, own) / max(len(words), 1)


def _trim(words: list[str], own: list[str], first: int, last: int) -> tuple[int, int]:
    """Cut to the words that the two share at the ends, and widen to those that stand beside."""
    matcher = difflib.SequenceMatcher(None, words, own[first : last + 1], autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    if blocks:
        low, high = first + blocks[0].b - blocks[0].a, blocks[-1].b + blocks[-1].size - 1
        tail = len(words) - blocks[-1].a - blocks[-1].size
        first, last = max(0, low), min(len(own) - 1, first + high + tail)
    while first > 0 and own[first - 1] == words[0] and own[first] != words[0]:
        first -= 1
    while last + 1 < len(own) and own[last + 1] == words[-1] and own[last] != words[-1]:
        last += 1
    return first, last


def _regions(words: list[str], index: SourceIndex) -> list[tuple[int, int]]:
    """Stretches of the source that hold several of the quotation's rarer words close together."""
    size = len(words)
    rare = sorted(set(words), key=lambda word: (len(index.places.get(word, ())) or 10**6, word))[:6]
    votes: dict[int, int] = {}
    for word in rare:
        for place in index.places.get(word, ())[:200]:
            votes[place // (size + 8)] = votes.get(place // (size + 8), 0) + 1
    best = sorted(votes, key=lambda slot: (-votes[slot], slot))[:12]
    step = size + 8
    return [
        (max(0, slot * step - step), min(len(index.tokens), slot * step + 2 * step))
        for slot in best
        if votes[slot] >= min(2, len(rare))
    ]


def word_diff(quoted: str, source: str) -> str:
    """What the article has in place of the source's words, in words, shortly."""
    a, b = tokenise(quoted), tokenise(source)
    matcher = difflib.SequenceMatcher(None, a.words, b.words, autojunk=False)
    parts = []
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            continue
        ours, theirs = _words(a, i1, i2), _words(b, j1, j2)
        if tag == "insert":
            parts.append(f"leaves out “{theirs}”")
        elif tag == "delete":
            parts.append(f"adds “{ours}”")
        else:
            parts.append(f"has “{ours}” for “{theirs}”")
        if len(parts) == 3:
            break
    return ", ".join(parts)


def _words(tokens: Tokens, low: int, high: int) -> str:
    text = " ".join(tokens.raw[low:high])
    return text if len(text) <= 80 else text[:77] + "…"
