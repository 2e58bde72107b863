"""Rules about links to the newsroom's other articles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import unquote, urlsplit

from copydesk.article import Article, Citation, Passage
from copydesk.policy.archive import ArchivedArticle
from copydesk.policy.originality import stands
from copydesk.policy.registry import Context, Hit, register
from copydesk.report import FieldName, Kind, Severity, Specific, Status

__all__ = ["internal_links", "internal_slugs"]

_FIGURES = frozenset(
    {Kind.NUMBER, Kind.MONEY, Kind.PERCENT, Kind.VERSION, Kind.DURATION, Kind.DATE}
)
_OPEN = frozenset({Status.UNTRACED, Status.UNBOUND, Status.CONTRADICTED})

# As the reader's pages are laid out: `../slug/`, `/articles/2026-11/slug/`, `slug/index.html#part`.
_SLUG = re.compile(
    r"(?:^|/)(?P<slug>[a-z0-9]+(?:-[a-z0-9]+)+)(?:/(?:index\.html)?|/article\.md|\.html)?$"
)


def internal_links(article: Article) -> Iterator[tuple[Passage, Citation, str]]:
    """Every link of the body that leads to another article of the newsroom, with its passage and that one's slug.

    A link is internal where its address has no host and its path ends in a slug of two words and more.
    """
    for passage in article.passages:
        for citation in passage.citations:
            slug = _slug(citation.url or "") if citation.source is None else None
            if slug is not None:
                yield passage, citation, slug


def internal_slugs(article: Article) -> tuple[str, ...]:
    """The slugs of :func:`internal_links`, each once."""
    return tuple(dict.fromkeys(slug for _, _, slug in internal_links(article)))


def _slug(url: str) -> str | None:
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.scheme or parts.netloc or not parts.path:
        return None
    found = _SLUG.search(unquote(parts.path))
    return found["slug"] if found else None


@register(
    "internal-link-unknown",
    Severity.ERROR,
    statement="Every link to an article of the newsroom leads to one.",
    rationale="An address that was guessed from a headline is wrong as often as not, and readers who follow "
    "it find nothing where the newsroom says that it has reported.",
    fix="Correct the address, or take the link out.",
    bad="…as [we reported](../ferry-halts-in-harbour/), where the article is ferry-halts-in-the-harbour",
    good="…as [we reported](../ferry-halts-in-the-harbour/)",
)
def internal_link_unknown(context: Context) -> Iterable[Hit]:
    """Links without a host whose slug is no article's; only where the newsroom's archive is known."""
    if not context.archive.known:
        return
    for _, citation, slug in internal_links(context.article):
        if slug not in context.archive.by_slug:
            yield _hit(citation, f"The newsroom has no article {slug}.", found=citation.url)


@register(
    "linked-article-corrected",
    Severity.WARNING,
    statement="An article that this one links to was not corrected or withdrawn since.",
    rationale="What is linked is vouched for. If the earlier article was corrected, what this one takes from "
    "it may be what was wrong with it.",
    fix="Compare with the correction; link another source for what was withdrawn.",
    bad="A link to an article whose figure was corrected two days later",
    good="A link to an article that stands as it was published",
)
def linked_article_corrected(context: Context) -> Iterable[Hit]:
    """Linked articles that the archive knows to be corrected, retracted or withdrawn."""
    for _, citation, linked in _linked(context):
        if linked.withdrawn:
            yield _hit(citation, f"{linked.slug} was withdrawn.", found=citation.url)
        elif linked.corrections:
            said = linked.corrections[-1]
            yield _hit(citation, f"“{linked.title}” was corrected: {said}", found=citation.url)


@register(
    "internal-link-differs",
    Severity.WARNING,
    statement="A figure that rests on a linked article of the newsroom stands in it.",
    rationale="“As we reported, 840 people” is checked against nothing else: if the earlier article said "
    "480, two articles of one newsroom contradict each other.",
    fix="Correct the figure, or cite the source that it comes from.",
    bad="As [we reported](../ferry-halts-in-the-harbour/), 840 people waited (the article says 480)",
    good="As [we reported](../ferry-halts-in-the-harbour/), 480 people waited",
)
def internal_link_differs(context: Context) -> Iterable[Hit]:
    """Figures of a sentence that links to an article and cites no source, if no source holds them."""
    for passage, citation, linked in _linked(context):
        if linked.withdrawn or not linked.body:
            continue
        told = f"{linked.title} {linked.summary} {linked.body}".casefold()
        for item in _figures(context, passage, citation):
            if not stands(item.text.casefold(), told):
                yield Hit(
                    item.field,
                    item.start,
                    item.end,
                    f"The sentence rests on “{linked.title}”, and {item.text} does not stand there.",
                    found=item.text,
                    specifics=(item.id,),
                )


def _linked(context: Context) -> Iterator[tuple[Passage, Citation, ArchivedArticle]]:
    for passage, citation, slug in internal_links(context.article):
        linked = context.archive.by_slug.get(slug)
        if linked is not None:
            yield passage, citation, linked


def _figures(context: Context, passage: Passage, citation: Citation) -> Iterator[Specific]:
    """The figures beside the link that no source bears out, if its sentence cites no source."""
    sentence = next((one for one in passage.sentences if one.start <= citation.at < one.end), None)
    if sentence is None:
        return
    cited = [one for one in passage.citations if sentence.start <= one.at <= sentence.end]
    if any(one.source is not None for one in cited):
        return
    start, end = passage.text.to_origin(sentence.start, sentence.end)
    for item in context.specifics:
        inside = item.field is passage.field and start <= item.start and item.end <= end
        if inside and item.kind in _FIGURES and item.status in _OPEN:
            yield item


def _hit(citation: Citation, message: str, *, found: str | None) -> Hit:
    return Hit(FieldName.BODY, citation.start, citation.end, message, found=found)
