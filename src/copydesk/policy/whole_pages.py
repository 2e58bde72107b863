"""What a page says of itself as a whole, in its head and foot, and whether the article passes it on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from copydesk.evidence.model import EvidenceSource
from copydesk.policy.lists import host_of, path_of
from copydesk.policy.owners import label_of, registrable
from copydesk.policy.pages import is_preprint, is_study, on_site
from copydesk.policy.passages import passage
from copydesk.policy.places import is_telling
from copydesk.policy.registry import Context
from copydesk.policy.status_words import SELF_PUBLISHED, Standing
from copydesk.report import Evidence

__all__ = [
    "Page",
    "first_reported",
    "is_self_published",
    "is_unreviewed",
    "named_in",
    "read_pages",
    "rests_on_it",
    "unlabelled",
]

# A page says what it is in its first words, or in its last.
_HEAD, _FOOT = 3_000, 2_500
# What was first reported elsewhere stands so near to the words that say so (code points).
_NEAR, _OVERLAP = 800, 150
# Letters of a site's name that is known by it.
_SITE_NAME = 4
# A paper that says this of itself, not of an earlier form of it.
_UNREVIEWED = re.compile(
    r"\b(?:this\s+(?:article|paper|work|manuscript)\s+is\s+a\s+pre-?print|not\s+(?:yet\s+)?been\s+(?:certified\s+by\s+)?"
    r"peer[- ]review)",
    re.IGNORECASE,
)
# What a page's machine adds to a text of people, and how near its notice it stands (code points).
_PART = re.compile(r"\b(?:summary|overview|answer|description|transcript)\b", re.IGNORECASE)
_BOX = 900
_FORUMS = frozenset(
    {"forum", "forums", "community", "communities", "discuss", "discourse", "discussions"}
)
_GITHUB_THREAD = re.compile(r"^/[^/]+/[^/]+/(?:issues|discussions|pull)/\d")


@dataclass(frozen=True, slots=True)
class Page:
    """A listed source with its address, and what its head and foot say of it."""

    source: EvidenceSource
    url: str

    @property
    def head(self) -> str:
        """Its first words."""
        return self.source.text.text[:_HEAD]

    @property
    def foot(self) -> tuple[int, str]:
        """Its last visible words behind the head, and where they begin."""
        visible = self.source.text.visible
        start = max(_HEAD, len(visible) - _FOOT)
        return start, visible[start:]

    def marked(self, words: Standing) -> str:
        """The words of head or foot that mark the whole page."""
        return words.marked(self.head) or words.marked(self.foot[1])

    def passages(self, words: Standing) -> tuple[Evidence, ...]:
        """Where these words stand, for showing."""
        for start, text in ((0, self.head), self.foot):
            found = words.first(text)
            if found:
                return (passage(self.source, start + found.start(), start + found.end()),)
        return ()


def read_pages(context: Context, *, usable: bool = True) -> list[Page]:
    """The listed sources, without those that cannot be read where ``usable`` says so."""
    urls = {ref.id: ref.url for ref in context.article.front.sources}
    return [
        Page(source, urls[source.id])
        for source in context.sources
        if source.id in urls and (source.usable or not usable)
    ]


def rests_on_it(context: Context, one: Page, words: Standing) -> bool:
    """Whether the article takes from what the mark speaks of: of a page with a generated summary
    beside its text, something that stands in the summary alone.
    """
    mark = one.passages(words)[0]
    if not _PART.search(mark.exact):
        return True
    text, at = one.source.text.text, one.source.start_of(mark.sha256) + mark.start
    # "This summary was …" stands below it, "AI-generated summary" above.
    low, high = (at, at + _BOX) if mark.exact.startswith("AI") else (max(0, at - _BOX), at)
    rest = f"{text[:low]}\n{text[high:]}"
    telling = {item.id for item in context.specifics if is_telling(item)}
    return any(
        place.exact not in rest
        for held in context.noticed.held
        if held.specific in telling
        for place in held.about
        if place.source == one.source.id
    )


def is_unreviewed(one: Page) -> bool:
    """Whether it is a preprint: by its site, or a paper that says so of itself."""
    if is_preprint(one.url):
        return True
    return is_study(one.url, one.source) and _UNREVIEWED.search(one.head) is not None


def is_self_published(url: str, own: frozenset[str] = frozenset()) -> bool:
    """Whether the page is on a site where everybody publishes: a known one, a forum, an issue."""
    host = host_of(url)
    return (
        on_site(url, SELF_PUBLISHED | own)
        or host.partition(".")[0] in _FORUMS
        or (host == "github.com" and _GITHUB_THREAD.match(path_of(url)) is not None)
    )


def unlabelled(
    context: Context, words: Standing, pages: Iterable[Page], *, named_site: bool = False
) -> Iterator[Page]:
    """Those of the pages that no passage which cites them, nor the one before it, labels; naming the
    site is enough where ``named_site`` says so.
    """
    for one in pages:
        near: list[str] = []
        before = ""
        for passage_ in context.article.passages:
            text = passage_.text.text
            if any(citation.source == one.source.id for citation in passage_.citations):
                near += [before, text]
            before = text
        site = registrable(host_of(one.url)).partition(".")[0] if named_site else ""
        if near and not any(
            words.labels.search(text) or (len(site) >= _SITE_NAME and site in text.casefold())
            for text in near
        ):
            yield one


def first_reported(
    one: Page, words: Standing, places: Iterable[Evidence]
) -> tuple[str, Evidence] | None:
    """The outlet that a source says reported first, near one of the places; with its words."""
    text, read_to = one.source.text.text, 0
    for at in sorted(one.source.start_of(p.sha256) + p.start for p in places):
        # What was read for the place before is not read again.
        start = max(at - _NEAR, read_to - _OVERLAP, 0)
        read_to = at + _NEAR
        found = words.first(text[start:read_to])
        if found is None:
            continue
        outlet = found.group("by") or found.group("who") or ""
        own = label_of(one.url) in "".join(outlet.casefold().split())
        if outlet and not own:
            return outlet, passage(one.source, start + found.start(), start + found.end())
    return None


def named_in(context: Context, one: Page, outlet: str, words: Standing) -> bool:
    """Whether the article names the outlet, cites it, or says that it is a report of another's."""
    name = "".join(outlet.casefold().split())
    texts = [passage_.text.text for passage_ in context.article.passages]
    said = "".join("".join(texts).casefold().split())
    labels = [label_of(ref.url) for ref in context.article.front.sources if ref.id != one.source.id]
    return (
        name in said
        or any(len(label) > 2 and label in name for label in labels)
        or any(words.labels.search(text) for text in texts)
    )
