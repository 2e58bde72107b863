"""What the newsroom published before, as far as rules compare an article with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["Archive", "ArchivedArticle"]


@dataclass(frozen=True, slots=True)
class ArchivedArticle:
    """One earlier article, or an open submission where ``published`` is empty.

    ``published`` is an ISO date; ``sources`` are its sources' URLs; ``body`` its Markdown body.
    ``corrections`` are the texts of corrections that a reader of it must know, oldest first;
    ``withdrawn`` says that its text was taken back. ``follows`` are the slugs that it declares to follow.
    """

    slug: str
    title: str
    summary: str = ""
    body: str = ""
    published: str = ""
    category: str = ""
    tags: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    corrections: tuple[str, ...] = ()
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Archive:
    """The newsroom's other articles, as far as they may matter; the one that is checked is not among
    them. ``known`` says that there is a newsroom: then an article that is named and not here is none.
    """

    articles: tuple[ArchivedArticle, ...] = ()
    known: bool = False
    by_slug: Mapping[str, ArchivedArticle] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_slug", {item.slug: item for item in self.articles})
