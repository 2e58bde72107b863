"""The decision: which of the seven statuses a specific has, in the order of DESIGN section 4."""

from __future__ import annotations

from collections.abc import Sequence

from copydesk.article.model import Article
from copydesk.evidence.model import EvidenceSource, Label
from copydesk.report import Kind, Specific, Status
from copydesk.trace.binding import Context, claim_context
from copydesk.trace.derive import derive
from copydesk.trace.figures import find_rivals, find_value
from copydesk.trace.index import Corpus
from copydesk.trace.match import Match, as_evidence, best_first
from copydesk.trace.names import find_name, find_other_spelling
from copydesk.trace.quotes import find_quote, find_wording
from copydesk.trace.ranks import find_rank
from copydesk.trace.reading import Claim, read_claims
from copydesk.trace.specifics import IdentifierValue

__all__ = ["trace_specifics"]

# Places shown for one specific.
MAX_EVIDENCE = 3
# A value that the cited source holds too is only said to be another source's when that one is
# about the claim and the cited one is not.
_CLEAR = 0.3

Outcome = tuple[Status, Sequence[Match], str]


def trace_specifics(
    article: Article, sources: Sequence[EvidenceSource]
) -> tuple[Specific, ...]:
    """Trace every specific of an article.

    Args:
        article: the article as read.
        sources: its sources as far as they were captured, in any order; ids are the article's.

    Returns:
        The specifics in reading order, numbered from 1. The same input gives the same output.
    """
    tracer = _Tracer(Corpus(sorted(sources, key=lambda source: source.id)))
    return tuple(
        tracer.specific(number, claim) for number, claim in enumerate(read_claims(article), 1)
    )


class _Tracer:
    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus

    def specific(self, number: int, claim: Claim) -> Specific:
        status, matches, reason = self.decide(claim)
        return Specific(
            id=number,
            kind=claim.item.kind,
            field=claim.field,
            start=claim.start,
            end=claim.end,
            text=claim.raw,
            value=claim.item.value.as_json(),
            cited=claim.cited,
            status=status,
            evidence=tuple(as_evidence(match) for match in matches[:MAX_EVIDENCE]),
            reason=reason,
        )

    def decide(self, claim: Claim) -> Outcome:
        if not self.corpus.indexes:
            return Status.UNVERIFIABLE, (), _unreadable(claim)
        context = claim_context(claim, self.corpus)
        matches = best_first(self.matches(claim, context))
        if not matches and claim.cited and not self.readable(claim):
            return Status.UNVERIFIABLE, (), _unreadable(claim)
        found = self.held(claim, matches)
        if found is not None:
            return found
        made = derive(claim, context, self.corpus, [])
        if made is not None:
            where = f" ({_sources(made.matches)})" if made.matches else ""
            return Status.DERIVED, made.matches, f"It follows as {made.formula}{where}."
        other = self.contradiction(claim, context)
        if other is not None:
            return other
        if matches:
            return Status.UNBOUND, matches, _elsewhere(claim, matches)
        return Status.UNTRACED, (), self.nowhere(claim)

    def matches(self, claim: Claim, context: Context) -> list[Match]:
        kind = claim.item.kind
        if kind is Kind.QUOTE:
            return find_quote(claim, context, self.corpus)
        if kind is Kind.NAME:
            return find_name(claim, context, self.corpus)
        if kind is Kind.SUPERLATIVE:
            return find_rank(claim, context, self.corpus)
        return find_value(claim, context, self.corpus)

    def readable(self, claim: Claim) -> bool:
        return any(source in self.corpus.by_id for source in claim.cited)

    def held(self, claim: Claim, matches: list[Match]) -> Outcome | None:
        """Traced or misattributed, where a bound match says so."""
        bound = [match for match in matches if match.bound]
        here = [match for match in bound if not claim.cited or match.source in claim.cited]
        if here:
            return Status.TRACED, here, _found(here)
        if not bound:
            return None
        if _introduced(claim):
            return Status.TRACED, bound, _found(bound) + " This passage does not cite it."
        weak = [match for match in matches if match.source in claim.cited]
        if weak and (bound[0].score < _CLEAR or bound[0].score < 2 * weak[0].score):
            return None
        return Status.MISATTRIBUTED, bound, _misattributed(claim, bound)

    def contradiction(self, claim: Claim, context: Context) -> Outcome | None:
        kind = claim.item.kind
        if kind is Kind.QUOTE:
            nearest = find_wording(claim, context, self.corpus)
            if not nearest:
                return None
            best = nearest[0]
            shown = _shorten(best.match.exact)
            said = f"Source {best.match.source} has “{shown}”"
            what = f"; the article {best.diff}" if best.diff else ""
            return Status.CONTRADICTED, [n.match for n in nearest], f"{said}{what}."
        if kind is Kind.NAME:
            near = best_first(find_other_spelling(claim, context, self.corpus))
            if not near:
                return None
            said = f"Source {near[0].source} spells it “{near[0].exact}”."
            return Status.CONTRADICTED, near, said
        if kind is Kind.SUPERLATIVE:
            return None
        rivals = best_first(find_rivals(claim, context, self.corpus))
        if not rivals:
            return None
        return Status.CONTRADICTED, rivals, _contradicted(claim, rivals)

    def nowhere(self, claim: Claim) -> str:
        what = {
            Kind.QUOTE: "these words",
            Kind.NAME: "this name",
            Kind.SUPERLATIVE: "such a claim",
        }.get(claim.item.kind, "this value")
        unread = [source for source in claim.cited if source not in self.corpus.by_id]
        tail = f" {_numbered(unread)} could not be read." if unread else ""
        return f"No readable source holds {what}; cite one that does, or remove it.{tail}"


def _introduced(claim: Claim) -> bool:
    """Names of things and people are the article's cast: one passage may name what another cites.

    A figure is not: it belongs to the source that states it (docs/adr/0005).
    """
    value = claim.item.value
    if isinstance(value, IdentifierValue):
        return value.scheme not in {"cve", "ghsa", "doi", "arxiv"}
    return claim.item.kind in {Kind.NAME, Kind.SUPERLATIVE}


def _numbered(ids: Sequence[int]) -> str:
    chosen = sorted(set(ids))
    if len(chosen) == 1:
        return f"Source {chosen[0]}"
    return f"Sources {', '.join(map(str, chosen[:-1]))} and {chosen[-1]}"


def _sources(matches: Sequence[Match]) -> str:
    return _numbered([match.source for match in matches]).lower()


_PLACES = {
    Label.META: "its meta tags",
    Label.JSON_LD: "its structured data",
    Label.EMBEDDED_JSON: "its embedded data",
    Label.NOSCRIPT: "its text for browsers without scripts",
    Label.HIDDEN: "text that the page hides",
}


def _found(matches: Sequence[Match]) -> str:
    best = matches[0]
    where = _PLACES.get(best.index.source.text.label_at(best.start), "")
    note = f" {best.note}" if best.note else ""
    inside = f", in {where}" if where else ""
    return f"Source {best.source} holds it{note}: “{_shorten(best.exact)}”{inside}."


def _misattributed(claim: Claim, matches: Sequence[Match]) -> str:
    cited = _numbered(claim.cited).lower()
    verb = "does" if len(claim.cited) == 1 else "do"
    return (
        f"Source {matches[0].source} holds it (“{_shorten(matches[0].exact)}”), which this passage "
        f"does not cite; {cited}, which it cites, {verb} not say it of this."
    )


def _contradicted(claim: Claim, rivals: Sequence[Match]) -> str:
    best = rivals[0]
    around = best.index.text[max(0, best.start - 60) : best.end + 60]
    return (
        f"Source {best.source} states “{_shorten(best.exact)}” of the same thing, "
        f"where the article has “{_shorten(claim.text)}”: “…{_shorten(around, 160)}…”."
    )


def _elsewhere(claim: Claim, matches: Sequence[Match]) -> str:
    best = matches[0]
    if best.note == "only in part":
        return f"Source {best.source} holds only “{_shorten(best.exact)}” of it."
    around = best.index.text[max(0, best.start - 50) : best.end + 50]
    return (
        f"Source {best.source} holds it, but in a passage that seems to be about something else: "
        f"“…{_shorten(around, 140)}…”."
    )


def _unreadable(claim: Claim) -> str:
    if not claim.cited:
        return "No source of the article could be read; capture one that can."
    verb = "was" if len(claim.cited) == 1 else "were"
    return f"{_numbered(claim.cited)} {verb} not captured in a readable form; capture again or cite another."


def _shorten(text: str, limit: int = 120) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= limit else plain[: limit - 1] + "…"
