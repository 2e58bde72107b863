"""Sweeping words: "all", "every", "none", "never", "always", "the only"; who says so, and who says less.

One counter-example makes such a claim false, and a source often has "most" where the article has
"all". Each is compared with the passages nearest to its sentence: with the same or a like word it
is borne out; with a weaker one of the very same things, the article raised it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from copydesk.article.model import Passage, PassageKind, Span
from copydesk.noticed import Near, Sweeping
from copydesk.trace.fronts import Front, Place, as_near, read_sentence
from copydesk.trace.index import Corpus
from copydesk.trace.words import Tokens, tokenise, word_set

__all__ = ["find_sweeping"]

# Sweeping words of one article that are compared.
MAX_WORDS = 60
# What a passage must hold of the sentence, by weight, to speak of the same; with the noun, and without.
MIN_SHARE, MIN_WITHOUT_NOUN = 0.4, 0.6
# Words between a quantifier and what it counts.
_REACH = 4
# Words that are shown with a sweeping one, up to the end of its clause.
_SHOWN = 4
_CLAUSE = re.compile(
    r"[,;:.()\n—–]|\s(?:and|but|that|which|who|with|in|on|at|by|from|to|after|before)\s"
)

_QUOTED = re.compile(r"[“\"][^“”\"]*(?:[”\"]|\Z)")


@dataclass(frozen=True, slots=True)
class _Sort:
    """A sort of sweeping claim: its words, words of a source that bear it out, and weaker ones.

    ``noun`` says that it is about what follows it ("all schools"); else about its sentence.
    """

    claims: re.Pattern[str]
    same: frozenset[str]
    weaker: frozenset[str]
    noun: bool = True


_SORTS = (
    _Sort(
        re.compile(
            r"(?<!at )(?<!after )(?<!above )(?<!first of )(?<!once and for )(?<!not )(?<!nearly )(?<!almost )(?<!virtually )"
            r"(?<!if )(?<!best of )(?<!-)\b(?:all(?!\s+(?:but|the\s+(?:more|same|way|time)|in\s+all|along|over|right|told|too|that|of\s+which|year|day|night|sorts|kinds|manner)\b|-)"
            r"|every(?!\s+(?:day|week|month|year|time|night|morning|hour|minute|second|few|other|so|\d+|one\s+of|two|three|four|five|six|ten)\b|day)"
            r"|(?-i:entire)|whole(?!-)(?!\s+(?:new|lot|number|range|point|host)\b)|everyone|everybody)\b",
            re.IGNORECASE,
        ),
        word_set("all every each entire entirely whole both everyone everybody throughout any across complete completely total full fully 100 wholly"),
        word_set("most many some several few majority part half mostly partly partially largely various certain numerous"),
    ),
    _Sort(
        re.compile(r"\b(?:none(?=\s+of)|no\s+one|nobody|not\s+(?:a\s+single|one\s+of))\b|\A\W*No(?=\s+[a-z])(?!\s+(?:longer|more|less|fewer|matter|wonder|doubt|date|comment|later|sooner|source)\b)", re.IGNORECASE),
        word_set("no none nobody not never nothing without zero neither nor cannot un"),
        word_set("few little hardly scarcely some several most many"),
    ),
    _Sort(
        re.compile(r"\b(?<!almost )(?<!hardly )(?:never(?!-)(?!\s+mind)|at\s+no\s+(?:time|point))\b", re.IGNORECASE),
        word_set("never no not without none first unprecedented"),
        word_set("rarely seldom hardly scarcely sometimes occasionally infrequently"),
        noun=False,
    ),
    _Sort(
        re.compile(r"(?<!not )(?<!almost )(?<!nearly )\b(?:always|invariably|without\s+exception)\b", re.IGNORECASE),
        word_set("always every invariably all each constantly never"),
        word_set("often usually typically generally sometimes mostly frequently commonly"),
        noun=False,
    ),
    _Sort(
        re.compile(r"\b(?:the|its|their|his|her)\s+(?:only|sole)(?=\s+[a-z])", re.IGNORECASE),
        word_set("only sole alone exclusively exclusive single"),
        word_set("one"),
    ),
)  # fmt: skip
# "one of three bidders" says less than "the only bidder".
_ONE_OF = re.compile(r"\bone\s+of\s+(?:the\s+|its\s+)?(?:\w+\s+){0,2}", re.IGNORECASE)


def find_sweeping(passages: Sequence[Passage], corpus: Corpus) -> tuple[Sweeping, ...]:
    """The sweeping words of an article outside quotations, each with the passage that bears it out
    or says less, where there is one.
    """
    if not corpus.indexes:
        return ()
    found: list[Sweeping] = []
    for passage, span in _sentences(passages):
        text = passage.text.text[span.start : span.end]
        masked = _QUOTED.sub(lambda match: " " * len(match.group()), text)
        front: Front | None = None
        for sort, start, end in _claims(masked):
            if len(found) >= MAX_WORDS:
                return tuple(found)
            front = front or read_sentence(passage, span, corpus)
            found.append(_compared(front, sort, start, end))
    return tuple(found)


def _sentences(passages: Sequence[Passage]) -> Iterator[tuple[Passage, Span]]:
    for passage in passages:
        if passage.kind in {PassageKind.CODE, PassageKind.BLOCK_QUOTE, PassageKind.HEADING}:
            continue
        for span in passage.sentences:
            text = passage.text.text[span.start : span.end].rstrip()
            if text and not text.endswith("?"):
                yield passage, span


def _claims(text: str) -> list[tuple[_Sort, int, int]]:
    found = [(sort, *match.span()) for sort in _SORTS for match in sort.claims.finditer(text)]
    return sorted(found, key=lambda one: one[1:])


def _compared(front: Front, sort: _Sort, start: int, end: int) -> Sweeping:
    """One sweeping word with the passage that bears it out, else with one that says less."""
    start += len(front.text[start:end]) - len(front.text[start:end].lstrip())
    noun = _noun(front.tokens, end)
    shown = _shown_to(front, end)
    place = front.passage.text.to_origin(front.span.start + start, front.span.start + shown)
    less: tuple[Near, str] | None = None
    for near in front.places:
        if near.share < MIN_SHARE:
            break
        said = _said(near, sort, front.stems.get(noun, noun))
        if said == "":
            return Sweeping(front.field, *place, front.text[start:shown], as_near(near))
        if said is not None and less is None:
            less = as_near(near), said
    text = front.text[start:shown]
    return Sweeping(front.field, *place, text, *(less or (None, "")))


def _shown_to(front: Front, at: int) -> int:
    """Where the words end that are shown with a sweeping one which ends at ``at``."""
    first = bisect_left(front.tokens.starts, at)
    last = min(first + _SHOWN, len(front.tokens)) - 1
    if last < first:
        return at
    end = front.tokens.ends[last]
    stop = _CLAUSE.search(front.text, at, end)
    return max(at, stop.start()) if stop else end


def _noun(tokens: Tokens, at: int) -> str:
    """The stem of what a quantifier at ``at`` counts; "" for none."""
    first = bisect_left(tokens.starts, at)
    for number in range(first, min(first + _REACH, len(tokens))):
        stem = tokens.stems[number]
        if stem and not stem[0].isdigit() and stem not in _NUMBERS:
            return stem
    return ""


_NUMBERS = frozenset(tokenise("two three four five six seven eight nine ten dozen hundred").stems)


def _said(near: Place, sort: _Sort, noun: str) -> str | None:
    """Empty where the passage bears the claim out, its weaker word where it says less, else ``None``."""
    first, last = near.words
    tokens = near.index.tokens
    words = tokens.words[first:last]
    weaker = None
    for number, word in enumerate(words, first):
        negates = "n't" in word and "not" in sort.same
        if word in sort.same or negates:
            if (
                not sort.noun
                or near.share >= MIN_WITHOUT_NOUN
                or noun in _behind(tokens, number, last)
            ):
                return ""
        elif word in sort.weaker and weaker is None:
            told = noun in _behind(tokens, number, last) if sort.noun else True
            if word == "one":
                told = told and _ONE_OF.search(near.text) is not None
            if told:
                weaker = tokens.raw[number]
    return weaker


def _behind(tokens: Tokens, at: int, last: int) -> list[str]:
    return tokens.stems[at + 1 : min(last, at + 1 + _REACH)]
