"""Rules about what the newsroom wrote before: the same story twice, and follow-ups."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from copydesk.article import PassageKind, same_page_key
from copydesk.article.prose import MASK, Prose
from copydesk.policy.archive import ArchivedArticle
from copydesk.policy.registry import Context, Hit, register
from copydesk.report import FieldName, Kind, Severity

__all__ = ["Likeness", "Told", "bones", "likeness", "stands"]

_WORD = re.compile(r"[^\W_]+(?:['\u2019.,-][^\W_]+)*")
_FEW_LETTERS = 4  # shorter words say little of what a story is about
_COMMON = frozenset(
    [
        "about",
        "after",
        "against",
        "among",
        "amid",
        "because",
        "before",
        "between",
        "could",
        "first",
        "from",
        "have",
        "here",
        "into",
        "itself",
        "just",
        "many",
        "more",
        "most",
        "much",
        "near",
        "only",
        "other",
        "over",
        "report",
        "reports",
        "same",
        "says",
        "since",
        "some",
        "such",
        "than",
        "that",
        "their",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "through",
        "under",
        "until",
        "upon",
        "were",
        "what",
        "when",
        "where",
        "which",
        "while",
        "will",
        "with",
        "within",
        "without",
        "would",
        "year",
        "years",
        "week",
        "weeks",
        "month",
        "months",
        "new",
        "news",
    ]
)
# Fewer figures and names than these say nothing of a story.
_FEWEST_DETAILS = 5
_DETAILS = frozenset(
    {Kind.NUMBER, Kind.MONEY, Kind.PERCENT, Kind.VERSION, Kind.IDENTIFIER, Kind.NAME, Kind.QUOTE}
)
_FIGURES = _DETAILS - {Kind.NAME}
_FLESH = b" acdefghilmnoprstuy"
_SAMPLES, _SAMPLE_WORDS, _FEWEST_RUNS = 40, 8, 6


@dataclass(frozen=True, slots=True)
class Likeness:
    """How much of an article an earlier one holds already; each share is between 0 and 1.

    ``words`` is of the telling words of title and summary, ``details`` of figures and names (with the
    counts ``held`` of ``all``), ``figures`` of the figures alone, ``text`` of sampled runs of eight
    words; ``sources`` are the pages that both cite, of ``cited``.
    """

    words: float
    details: float
    figures: float
    held: int
    all: int
    text: float
    sources: int
    cited: int

    @property
    def same_text(self) -> bool:
        """Whether large parts are the earlier article's own sentences."""
        return self.text >= 0.3

    @property
    def first_signs(self) -> int:
        """How many kinds of sign there are without the details: words, and shared sources."""
        shared = self.sources / self.cited if self.cited else 0.0
        return (self.words >= 0.45) + (shared >= 0.5)

    @property
    def same_story(self) -> bool:
        """Whether it tells what the earlier one told, by at least two kinds of sign."""
        told = self.all >= _FEWEST_DETAILS and self.details >= 0.45 and self.figures >= 0.4
        return self.same_text or self.first_signs + told >= 2

    @property
    def reasons(self) -> str:
        """The signs in words."""
        said = []
        if self.sources:
            said.append(f"{self.sources} of {self.cited} sources are the same")
        if self.held:
            said.append(f"{self.held} of {self.all} figures and names stand there")
        if self.same_text:
            said.append(f"about {self.text:.0%} of the text is the same, word for word")
        said.append(f"{self.words:.0%} of the telling words of title and summary are the same")
        return ", ".join(said)


@dataclass(frozen=True, slots=True)
class Told:
    """What an article tells, as far as it is compared with earlier ones: telling words of title and
    summary, figures and names in lower case, the figures among them, sampled runs of words, and the
    pages that it cites.
    """

    words: frozenset[str]
    details: frozenset[str]
    figures: frozenset[str]
    runs: tuple[str, ...]
    pages: frozenset[str]

    @classmethod
    def by(cls, context: Context) -> Told:
        """What the article of a check tells."""
        article = context.article
        kinds = {item.text.casefold(): item.kind for item in context.specifics}
        return cls(
            _telling(f"{article.title.text} {article.summary.text}"),
            frozenset(text for text, kind in kinds.items() if kind in _DETAILS),
            frozenset(text for text, kind in kinds.items() if kind in _FIGURES),
            _runs(context.prose),
            frozenset(same_page_key(source.url) for source in article.front.sources),
        )

    def touches(self, earlier: ArchivedArticle) -> bool:
        """Whether a full comparison is worth its time: a shared page, words or a run of words."""
        theirs = _telling(f"{earlier.title} {earlier.summary}")
        return (
            _share(len(self.words & theirs), min(len(self.words), len(theirs))) >= 0.2
            or not self.pages.isdisjoint(map(same_page_key, earlier.sources))
            or any(run in earlier.body for run in self.runs[::4])
        )


def likeness(told: Told, earlier: ArchivedArticle) -> Likeness:
    """How much of what an article tells an earlier one holds."""
    seen = _without_details(told, earlier)
    lower = _spaced(f"{earlier.title} {earlier.summary} {earlier.body}").casefold()
    held = {text for text in told.details if stands(text, lower)}
    return replace(
        seen,
        details=_share(len(held), len(told.details)),
        figures=_share(len(held & told.figures), len(told.figures)),
        held=len(held),
        all=len(told.details),
    )


def _without_details(told: Told, earlier: ArchivedArticle) -> Likeness:
    """The likeness as far as it is quickly seen: without figures and names."""
    theirs = _telling(f"{earlier.title} {earlier.summary}")
    words = _spaced(f"{earlier.title} {earlier.summary} {earlier.body}")
    bare = bones(words)
    runs = sum(bones(run) in bare and run in words for run in told.runs)
    return Likeness(
        words=_share(len(told.words & theirs), min(len(told.words), len(theirs))),
        details=0.0,
        figures=0.0,
        held=0,
        all=0,
        text=_share(runs, len(told.runs)),
        sources=len(told.pages & {same_page_key(url) for url in earlier.sources}),
        cited=len(told.pages),
    )


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _telling(text: str) -> frozenset[str]:
    """The words that say what it is about, without the endings of number."""
    words = (word.casefold() for word in _WORD.findall(text))
    return frozenset(
        word.rstrip("s") for word in words if len(word) >= _FEW_LETTERS and word not in _COMMON
    )


def stands(text: str, body: str) -> bool:
    """Whether the words stand in ``body``, not within a longer word or number."""
    at = body.find(text)
    while at >= 0:
        before, after = body[at - 1 : at], body[at + len(text) : at + len(text) + 1]
        if not (before.isalnum() or after.isalnum()):
            return True
        at = body.find(text, at + 1)
    return False


def _spaced(text: str) -> str:
    return " ".join(text.split())


def bones(text: str) -> bytes:
    """``text`` without spaces and its commonest letters. What stands in a text has its bones in the
    bones of that text, a tenth as long: they are looked for first.
    """
    return text.encode("utf-8", "surrogatepass").translate(None, _FLESH)


def _runs(prose: Sequence[Prose]) -> tuple[str, ...]:
    """Runs of words from all over the article's own sentences; none where there are too few to tell."""
    found = []
    for one in prose:
        if one.passage.kind is PassageKind.PARAGRAPH:
            words = one.text.split()
            found += [
                " ".join(words[at : at + _SAMPLE_WORDS])
                for at in range(0, len(words) - _SAMPLE_WORDS + 1, _SAMPLE_WORDS)
            ]
    runs = tuple(run for run in found[:: max(1, len(found) // _SAMPLES)] if MASK not in run)
    return runs if len(runs) >= _FEWEST_RUNS else ()


@register(
    "duplicate-story",
    Severity.WARNING,
    statement="No earlier article of the newsroom, and none that waits for review, tells the same story.",
    rationale="Two contributors take up one press release on the same morning, and readers get the same "
    "story twice under two headlines. What is new is lost in what was told.",
    fix="Send it back, or say what is new and declare the earlier one under `follows` in the front "
    "matter.",
    bad="A second article on Monday’s ferry outage, from the same three pages",
    good="An article about the inquiry into that outage, with `follows: [ferry-halts-in-the-harbour]`",
)
def duplicate_story(context: Context) -> Iterable[Hit]:
    """The articles of the archive that share at least two kinds of sign, the most alike first.

    Follow-ups that are declared are left out, unless they repeat the text itself.
    """
    found, told = [], Told.by(context)
    for earlier in context.archive.articles:
        if earlier.withdrawn or not earlier.title or not told.touches(earlier):
            continue
        seen = _without_details(told, earlier)
        if not seen.same_text and not seen.first_signs:
            continue  # details alone do not make it the same story
        seen = likeness(told, earlier)
        declared = earlier.slug in context.article.front.follows
        if seen.same_text if declared else seen.same_story:
            found.append((seen, earlier))
    found.sort(key=lambda pair: (-pair[0].text, -pair[0].sources, -pair[0].details, pair[1].slug))
    for seen, earlier in found[:3]:
        when = f"published {earlier.published}" if earlier.published else "waiting for review"
        yield Hit(
            FieldName.TITLE,
            0,
            len(context.article.title.text),
            f"“{earlier.title}” ({earlier.slug}, {when}) tells this story: {seen.reasons}.",
            found=earlier.slug,
        )


@register(
    "follows-unknown",
    Severity.ERROR,
    statement="Every article that is declared under `follows` is one of the newsroom’s.",
    rationale="A follow-up is shown with what it follows. A slug that leads nowhere hides from the editor "
    "which story was told before.",
    fix="Correct the slug, or take it out.",
    bad="`follows: [ferry-halt]`, where the article is ferry-halts-in-the-harbour",
    good="`follows: [ferry-halts-in-the-harbour]`",
)
def follows_unknown(context: Context) -> Iterable[Hit]:
    """Only where the newsroom's archive is known."""
    if not context.archive.known:
        return
    for slug in context.article.front.follows:
        if slug not in context.archive.by_slug:
            yield Hit(
                FieldName.BODY,
                0,
                0,
                f"The front matter says that this follows {slug}, and there is no such article.",
                found=slug,
            )
