"""Which articles an archive relates to each other, and where that leads nowhere or in a circle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from copydesk.importers.herald_records import ArticleMeta, Story
from copydesk.importers.unfit import Unfit, UnfitKind

__all__ = ["Relations"]

# Kept in memory until the end; the known archive relates a fifth of its articles.
MAX_RELATIONS = 500_000
# A circle with more articles than this is named by its first ones.
_NAMED = 4


class Relations:
    """Takes each story as it passes; afterwards :meth:`unfit` says what does not fit."""

    def __init__(self) -> None:
        self._articles: set[str] = set()
        self._related: dict[str, tuple[str, ...]] = {}
        self._paths: dict[str, str] = {}
        self._count = 0

    def add(self, story: Story) -> None:
        """Take a story."""
        self.take(story.ref.key, story.meta, published=story.article is not None)

    def take(self, key: str, meta: ArticleMeta | None, *, published: bool) -> None:
        """As :meth:`add`, for whoever has read no more of a story than this."""
        if published:
            self._articles.add(key)
        if meta is None or not meta.related or self._count >= MAX_RELATIONS:
            return
        related = tuple(dict.fromkeys(each.slug for each in meta.related))
        self._count += len(related)
        self._related[key] = related
        self._paths[key] = meta.path

    def unfit(self, *, whole: bool = True) -> Iterator[Unfit]:
        """What does not fit, by article.

        Args:
            whole: whether every article of the archive was taken; if not, one that is not among
                them may still be there.
        """
        for key, related in sorted(self._related.items()):
            for slug in related:
                if slug == key:
                    yield self._note(key, "It names the article itself as related.")
                elif whole and slug not in self._articles:
                    yield self._note(key, f"Its related article {slug} is not in the archive.")
        for circle in _circles(_one_way(self._related)):
            more = f" and {len(circle) - _NAMED} more" if len(circle) > _NAMED else ""
            names = ", ".join(circle[:_NAMED])
            yield self._note(circle[0], f"Related articles lead in a circle: {names}{more}.")
        if self._count >= MAX_RELATIONS:
            reason = f"More than {MAX_RELATIONS:,} relations; the rest was not looked at."
            yield Unfit("src/content/article-meta", UnfitKind.TOO_MANY, reason)

    def _note(self, key: str, reason: str) -> Unfit:
        return Unfit(self._paths[key], UnfitKind.RELATION, reason)


def _one_way(related: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Without what holds both ways: two articles that name each other lead a reader nowhere wrong."""
    return {
        key: tuple(slug for slug in slugs if key not in related.get(slug, ()))
        for key, slugs in related.items()
    }


def _circles(related: Mapping[str, tuple[str, ...]]) -> list[list[str]]:
    """The strongly connected parts of more than one article (Tarjan 1972), without recursion."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    found: list[list[str]] = []
    for start in sorted(related):
        if start in number:
            continue
        walk = [(start, iter(related[start]))]
        while walk:
            node, rest = walk[-1]
            if node not in number:
                number[node] = low[node] = len(number)
                stack.append(node)
                on_stack.add(node)
            for other in rest:
                if other not in number and other in related:
                    walk.append((other, iter(related[other])))
                    break
                if other in on_stack:
                    low[node] = min(low[node], number[other])
            else:
                walk.pop()
                if walk:
                    low[walk[-1][0]] = min(low[walk[-1][0]], low[node])
                if low[node] == number[node]:
                    found.append(_part(node, stack, on_stack))
    return sorted(sorted(part) for part in found if len(part) > 1)


def _part(node: str, stack: list[str], on_stack: set[str]) -> list[str]:
    part: list[str] = []
    while not part or part[-1] != node:
        part.append(stack.pop())
    on_stack.difference_update(part)
    return part
