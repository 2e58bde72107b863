"""Rules about how the body cites: every link is a source, every source is linked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

from copydesk.article import Citation, Passage, same_page_key
from copydesk.policy.registry import Context, Hit, register
from copydesk.report import FieldName, Severity

_NUMBER = re.compile(r"\s*\d{1,3}\s*")


def _citations(context: Context) -> Iterator[tuple[Passage, Citation]]:
    for passage in context.article.passages:
        for citation in passage.citations:
            yield passage, citation


@register(
    "link-not-in-sources",
    Severity.ERROR,
    statement="Every outside page that the body links is listed among the sources.",
    rationale="A page that is only linked is neither captured nor checked, and a reader takes its "
    "claim for a checked one. Links to the newsroom's own pages (without a host) are free.",
    fix="List the page under `sources`, or remove the link.",
    bad="…as the [timetable](https://other.example/t) shows, with that page not listed",
    good="…as the [timetable](https://harbour.example/t) shows, with that page listed",
)
def link_not_in_sources(context: Context) -> Iterable[Hit]:
    """Links of the body with a host; a page that is linked repeatedly is one finding."""
    places: dict[str, list[tuple[Passage, Citation]]] = {}
    for passage, citation in _citations(context):
        if citation.source is None and citation.url and _is_outside(citation.url):
            places.setdefault(same_page_key(citation.url), []).append((passage, citation))
    for found in places.values():
        passage, citation = found[0]
        again = f" It is linked in {len(found)} places." if len(found) > 1 else ""
        yield Hit(
            passage.field,
            citation.start,
            citation.end,
            f"The body links {citation.url}, which is not among the sources.{again}",
            expected="one of the listed sources",
            found=citation.url,
        )


@register(
    "reference-unresolved",
    Severity.ERROR,
    statement="Every numbered reference names a listed source.",
    rationale="A [7] in an article with six sources sends the reader nowhere; it is usually left "
    "over when a source was dropped and its claim was not.",
    fix="Correct the number, or list the source that it means.",
    bad="Traffic fell by a third [7]. (with six sources)",
    good="Traffic fell by a third [6]. (with six sources)",
)
def reference_unresolved(context: Context) -> Iterable[Hit]:
    """``[n]`` marks without a source of that number."""
    count = len(context.article.front.sources)
    for passage, citation in _citations(context):
        if citation.source is None and not citation.url and _NUMBER.fullmatch(citation.label):
            yield Hit(
                passage.field,
                citation.start,
                citation.end,
                f"The reference [{citation.label.strip()}] names no source; {count} are listed.",
                expected=f"1 to {count}" if count else "a listed source",
                found=citation.label.strip(),
            )


@register(
    "source-never-cited",
    Severity.WARNING,
    statement="Every listed source is cited in the body.",
    rationale="A source that nothing cites pads the list: it makes a story look better founded than "
    "it is, and nobody can tell what it was for.",
    fix="Cite it where it supports something, or take it off the list.",
    bad="Four sources listed, three linked in the body",
    good="Four sources listed, four linked in the body",
)
def source_never_cited(context: Context) -> Iterable[Hit]:
    """Silent where the body cites nothing at all: that is no-body-citations."""
    if not context.cited:
        return
    for source in context.article.front.sources:
        if source.id not in context.cited:
            yield Hit(
                FieldName.BODY,
                0,
                0,
                f"Source {source.id} is never cited in the body: {source.url}",
                expected="a link in the body",
                found=source.url,
            )


@register(
    "no-body-citations",
    Severity.WARNING,
    statement="The body cites its sources where it uses them.",
    rationale="A list at the end does not say which sentence rests on which page; a reader cannot "
    "follow one claim, and a check can only ask whether any source says it.",
    fix="Link each source at the words that rest on it.",
    bad="A body without a single link, and five sources listed",
    good="…the [operator's notice](https://harbour.example/notice) says…",
)
def no_body_citations(context: Context) -> Iterable[Hit]:
    """Sources are listed and no passage cites one."""
    sources = context.article.front.sources
    if not sources or context.cited or not context.article.body.text.strip():
        return
    yield Hit(
        FieldName.BODY,
        0,
        0,
        f"The body cites none of the {len(sources)} listed source{'s' if len(sources) > 1 else ''}.",
        expected="links or [1] references in the body",
        found="none",
    )


def _is_outside(url: str) -> bool:
    """Whether the link leads to another site: it names a host, and http or https or nothing."""
    try:
        parts = urlsplit(url)
        return bool(parts.netloc) and parts.scheme.lower() in {"", "http", "https"}
    except ValueError:
        return True
