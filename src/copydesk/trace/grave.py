"""Grave words of the article (deaths, crimes, dismissals) for whose matter no source has any word.

A source speaks of the matter where one of the group's words stands beside words of the article's
sentence. That malaria kills, somewhere else on the page, is no evidence that four children died.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from copydesk.article import Article
from copydesk.article.function_words import share_of
from copydesk.article.prose import Match, Prose, own_words
from copydesk.noticed import Grave
from copydesk.trace.fronts import as_near, read_sentence
from copydesk.trace.grave_words import GROUPS, Group
from copydesk.trace.index import Corpus, SourceIndex
from copydesk.trace.words import tokenise, word_set

__all__ = ["find_grave"]

# Of an English text about two in five words are among its most frequent; a page of tables has fewer.
_LANGUAGE, _OWN_SHARE, _FIRST_WORDS = "en", 0.2, 400
# Telling words of the sentence that must stand in or next to the sentence of a source's word; of a sentence
# with few, one. One of them stands in it, unless it speaks of somebody named before.
_SHARED, _FEW = 2, 3
_OF_BEFORE = word_set(
    "he she they it his her their its this that these those both all one two three others another who"
)
_OPENING = 5


def find_grave(article: Article, corpus: Corpus) -> tuple[Grave, ...]:
    """The first claim of each matter that no source speaks of, in the article's own words.

    Args:
        article: the article as read.
        corpus: all sources that can be read, in part at least.

    Returns:
        None where the article or a source is not in English: the words are English ones.
    """
    passages = own_words(article)
    found = [(group, *first) for group in GROUPS if (first := _first(passages, group))]
    if not found or not all(map(_is_english, corpus.indexes)):
        return ()
    return tuple(_unspoken(found, corpus))


def _unspoken(found: Sequence[tuple[Group, Prose, Match]], corpus: Corpus) -> Iterator[Grave]:
    for group, prose, match in found:
        ours = _telling(prose, match)
        if any(_speaks(index, group, ours) for index in corpus.indexes):
            continue
        front = read_sentence(prose.passage, prose.sentence(match.at.start), corpus)
        near = as_near(front.places[0]) if front.places else None
        yield Grave(prose.passage.field, match.start, match.end, match.text, group.name, near)


def _first(passages: Sequence[Prose], group: Group) -> tuple[Prose, Match] | None:
    """The first place that makes a claim of the group; a name ("the Killed in Action Fund") makes none."""
    for prose in passages:
        for match in prose.find(group.claim, group.hints):
            if not prose.is_name(match):
                return prose, match
    return None


def _is_english(index: SourceIndex) -> bool:
    return share_of(index.tokens.words[:_FIRST_WORDS], _LANGUAGE) >= _OWN_SHARE


def _telling(prose: Prose, match: Match) -> frozenset[str]:
    """The stems of the match's sentence that tell what it is about, without the match itself."""
    span = prose.sentence(match.at.start)
    text = f"{prose.text[span.start : match.at.start]} {prose.text[match.at.end : span.end]}"
    return frozenset(tokenise(text).stems) - {""}


def _speaks(index: SourceIndex, group: Group, ours: frozenset[str]) -> bool:
    """Whether the visible text has a word for the matter beside words of the sentence."""
    return any(
        _is_beside(index, index.segment_of[index.token_at(found.start())], ours)
        for found in group.held.finditer(index.source.text.visible)
    )


def _is_beside(index: SourceIndex, number: int, ours: frozenset[str]) -> bool:
    """Whether a sentence of the source, with its neighbours, is about what the article's is."""
    first, last = index.segments[number]
    opening = index.tokens.words[first : first + _OPENING]
    if ours.isdisjoint(index.tokens.stems[first:last]) and _OF_BEFORE.isdisjoint(opening):
        return not ours
    low = index.segments[max(0, number - 1)][0]
    high = index.segments[min(len(index.segments), number + 2) - 1][1]
    asked = _SHARED if len(ours) > _FEW else min(1, len(ours))
    return len(ours.intersection(index.tokens.stems[low:high])) >= asked
