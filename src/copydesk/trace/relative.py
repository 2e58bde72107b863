"""Days that the article tells by the day of writing, and the dates that the sources give for the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from copydesk.article.model import Article, Passage, PassageKind
from copydesk.noticed import Relative
from copydesk.report import Kind
from copydesk.trace.binding import Context, bind, claim_context
from copydesk.trace.index import Corpus, SourceIndex
from copydesk.trace.match import Match, sentence_evidence
from copydesk.trace.reading import Claim, claim_at, read_passage
from copydesk.trace.relative_days import RELATIVE, days_meant, days_of
from copydesk.trace.rivals import is_dateline, same_subject
from copydesk.trace.specifics import DateValue, Item, quoted_spans

__all__ = ["find_relative"]

# The place must be about the same thing beyond doubt: so much of the context, so many of its words.
_SCORE, _SHARED = 0.55, 4
_NOT_OURS = frozenset({PassageKind.BLOCK_QUOTE, PassageKind.CODE})
# Words for the day of writing that are looked at in one article.
_MAX = 40
# A date in a line of fewer words says when the page appeared.
_LINE_WORDS = 9
_PUBLISHED = re.compile(r"\b(?:Published|Updated|Posted)\b")
_FIRST_YEAR, _LAST_YEAR = 1000, 9000


def find_relative(article: Article, claims: Sequence[Claim], corpus: Corpus) -> Iterator[Relative]:
    """Every "yesterday", "three days ago", "last month" whose sources date the same thing otherwise.

    Args:
        article: the article; without a date of its own nothing is said.
        claims: its claims, whose passages are read already.
        corpus: the sources.
    """
    own = _own_day(article)
    if own is None or not corpus.indexes:
        return
    reads = {id(claim.read.passage): claim.read for claim in claims}
    looked = 0
    for passage in article.passages:
        if passage.kind in _NOT_OURS:
            continue
        for item in _said(passage):
            looked += 1
            if looked > _MAX:
                return
            read = reads.get(id(passage)) or read_passage(passage)
            found = _told_otherwise(claim_at(item, read, article), own, corpus)
            if found is not None:
                yield found


def _own_day(article: Article) -> date | None:
    try:
        own = date.fromisoformat(article.front.date.strip()[:10])
    except ValueError:
        return None
    # Days are counted back and on from it: the calendar's first and last years are no news.
    return own if _FIRST_YEAR <= own.year <= _LAST_YEAR else None


def _said(passage: Passage) -> Iterator[Item]:
    """The words for a day outside quotations."""
    text = passage.text.text
    quoted = list(quoted_spans(text)) if RELATIVE.search(text) else []
    for match in RELATIVE.finditer(text):
        group = next((name for name in ("after", "before") if match[name]), 0)
        start, end = match.span(group)
        if not any(low <= start < high for low, high in quoted):
            words = " ".join(text[start:end].lower().split())
            yield Item(Kind.DATE, start, end, DateValue(relative=words))


def _told_otherwise(claim: Claim, own: date, corpus: Corpus) -> Relative | None:
    """The date that a source gives, where none of those of the same thing can be meant."""
    meant = days_meant(claim.text, own)
    if meant is None:
        return None
    dates = list(_dates(claim, claim_context(claim, corpus), own, corpus))
    fits = [days[0] <= meant[1] and meant[0] <= days[1] for _, days in dates]
    if not dates or any(fits):
        return None
    best, _ = max(dates, key=lambda pair: pair[0].score)
    return Relative(
        claim.field,
        claim.start,
        claim.end,
        claim.raw,
        (meant[0].isoformat(), meant[1].isoformat()),
        best.exact,
        (sentence_evidence(best),),
    )


def _dates(
    claim: Claim, context: Context, own: date, corpus: Corpus
) -> Iterator[tuple[Match, tuple[date, date]]]:
    """The dates in sentences about the same thing, and the days that they are."""
    for source, segment in same_subject(context, corpus):
        if claim.cited and source not in claim.cited:
            continue
        index = corpus.by_id[source]
        low, high = index.segments[segment]
        said = index.text[index.tokens.starts[low] : index.tokens.ends[high - 1]]
        if RELATIVE.search(said) or _PUBLISHED.search(said):
            # It tells the day by the day of its own writing, which may be any.
            continue
        for at in index.items_of(segment):
            item = index.items[at]
            if (
                not isinstance(item.value, DateValue)
                or is_dateline(index, at)
                or _alone(index, item)
            ):
                continue
            days = days_of(item.value, own)
            first = index.item_tokens[at]
            score, shared = bind(context, index, first, index.token_at(item.end - 1))
            match = Match(index, item.start, item.end, score)
            if days and score >= _SCORE and shared >= _SHARED and match.visible:
                yield match, days


def _alone(index: SourceIndex, item: Item) -> bool:
    """Whether a date stands in a short line, which a sentence of the index may go beyond."""
    low = index.text.rfind("\n", 0, item.start) + 1
    high = index.text.find("\n", item.end)
    line = index.text[low : high if high >= 0 else len(index.text)]
    return len(line.split()) < _LINE_WORDS
