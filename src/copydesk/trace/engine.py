"""The decision: which of the seven statuses a specific has, in the order of DESIGN section 4."""

from __future__ import annotations

from collections.abc import Sequence

from copydesk.article.model import Article
from copydesk.errors import InternalError
from copydesk.evidence.model import EvidenceSource
from copydesk.noticed import Noticed
from copydesk.report import FieldName, Kind, Specific, Status
from copydesk.trace import reasons
from copydesk.trace.about_claim import introduced, is_title, is_vague, siblings
from copydesk.trace.absences import find_absent
from copydesk.trace.actors import find_renamed
from copydesk.trace.additions import find_added
from copydesk.trace.attribution import attributed
from copydesk.trace.bearing import opposite
from copydesk.trace.binding import Context, claim_context
from copydesk.trace.copies import find_copies
from copydesk.trace.counted import counts_else
from copydesk.trace.derive import derive
from copydesk.trace.disagreements import find_disagreements
from copydesk.trace.dropped import find_dropped
from copydesk.trace.echoes import echo
from copydesk.trace.elsewhere import find_misplaced
from copydesk.trace.extent import find_sweeping
from copydesk.trace.figures import find_value
from copydesk.trace.forms import is_end_of_range
from copydesk.trace.fronts import read_fronts
from copydesk.trace.grave import find_grave
from copydesk.trace.held import held_by
from copydesk.trace.index import Corpus
from copydesk.trace.match import Match, as_evidence, best_first
from copydesk.trace.names import find_name, find_other_spelling
from copydesk.trace.neighbours import neighbourhood
from copydesk.trace.pairs import find_partner
from copydesk.trace.polarity import find_denied
from copydesk.trace.qualifiers import find_bent
from copydesk.trace.quotes import find_quote, find_wording
from copydesk.trace.ranks import find_rank
from copydesk.trace.reading import Claim, read_claims
from copydesk.trace.reckoned import find_reckoned
from copydesk.trace.relative import find_relative
from copydesk.trace.rivals import find_rivals
from copydesk.trace.roles import other_role
from copydesk.trace.speakers import other_speaker
from copydesk.trace.specifics import Amount, Value
from copydesk.trace.spellings import find_slip, is_doubtful, words_of_names
from copydesk.trace.support import find_unsupported, read_sentences
from copydesk.trace.swaps import changed_places

__all__ = ["trace_article", "trace_specifics"]

# Places shown for one specific.
MAX_EVIDENCE = 3
# A value that the cited source holds too is only said to be another source's when that one is
# about the claim and the cited one is not.
_CLEAR, _TIMES_BETTER = 0.3, 2.0
# A value that is found, but weakly bound, gives way to another one that is bound beyond doubt.
_WEAK, _STRONG, _TIMES_STRONGER = 0.3, 0.65, 2.5

_WORDINGS = frozenset({Kind.QUOTE, Kind.NAME, Kind.SUPERLATIVE})
# Values of the article that a rival is compared with.
_MAX_STATED = 600

# What hidden text does not change: it is borne out, or denied, by what can be seen.
_DECIDED = frozenset({Status.TRACED, Status.DERIVED, Status.CONTRADICTED})

# What a part of a source does not change: a whole one has it.
_HELD = frozenset({Status.TRACED, Status.DERIVED, Status.MISATTRIBUTED})

Outcome = tuple[Status, Sequence[Match], str]
# Of a capitalised word that is no misspelt name; it is not reported.
_NO_NAME: Outcome = (Status.UNTRACED, (), "")


def trace_specifics(article: Article, sources: Sequence[EvidenceSource]) -> tuple[Specific, ...]:
    """The specifics of :func:`trace_article`."""
    return trace_article(article, sources)[0]


def trace_article(
    article: Article, sources: Sequence[EvidenceSource]
) -> tuple[tuple[Specific, ...], Noticed]:
    """Trace every specific of an article, and notice what else the sources do not bear out.

    Args:
        article: the article as read.
        sources: its sources as far as they were captured, in any order; ids are the article's.

    Returns:
        The specifics in reading order, numbered from 1, and what else was noticed. The same input
        gives the same output.

    Raises:
        LimitError: the article has more specifics than one trace takes.
        InternalError: an offset does not point at its words.
    """
    claims = read_claims(article)
    known = sorted(sources, key=lambda source: source.id)
    whole = [source for source in known if source.usable]
    parts = [source for source in known if source.legible and not source.usable]
    tracer = _Tracer(Corpus(whole), claims, Corpus(parts))
    decided = [(claim, tracer.decide(claim)) for claim in claims]
    grounded = [pair for pair in decided if pair[1][0] in {Status.TRACED, Status.DERIVED}]
    decided = [echo(pair, grounded) for pair in decided]
    decided = attributed(decided, frozenset(tracer.corpus.by_id))
    kept = [pair for pair in decided if not _only_a_word(*pair)]
    specifics = tuple(_specific(number, *pair) for number, pair in enumerate(kept, 1))
    held = (
        held_by(number, claim.item.kind, tracer.found.get(claim, ()))
        for number, (claim, _) in enumerate(kept, 1)
    )
    _assert_offsets(article, known, specifics)
    # That no source says a sentence is not true of one that a teaser says.
    readable = Corpus(known, tracer.indexes) if parts else tracer.corpus
    sentences = read_sentences(article.passages, readable)
    fronts = read_fronts(article.front_passages, tracer.corpus)
    noticed = Noticed(
        find_unsupported(sentences, readable),
        find_bent(article, specifics, tracer.corpus),
        find_denied(article.passages, tracer.corpus),
        find_misplaced(article.passages, tracer.corpus),
        find_added(sentences, readable),
        find_dropped(fronts, article.passages, tracer.corpus),
        find_renamed(fronts, tracer.corpus),
        find_sweeping(article.passages, tracer.corpus),
        find_absent(article.passages, tracer.corpus),
        held=tuple(one for one in held if one is not None),
        copies=find_copies(tracer.corpus),
        reckoned=tuple(find_reckoned(decided, tracer.corpus)),
        relative=tuple(find_relative(article, claims, tracer.corpus)),
        disagreements=tuple(find_disagreements(decided, tracer.found, tracer.corpus)),
        grave=find_grave(article, readable),
    )
    return specifics, noticed


def _assert_offsets(
    article: Article, sources: Sequence[EvidenceSource], specifics: Sequence[Specific]
) -> None:
    """Every offset that leaves the trace points at the very words beside it.

    Raises:
        InternalError: one does not; a report that points elsewhere is worse than none.
    """
    by_id = {source.id: source for source in sources}
    for one in specifics:
        held = article.field(one.field).text[one.start : one.end] == one.text != ""
        for shown in one.evidence:
            source = by_id[shown.source]
            text, base = source.text.text, source.start_of(shown.sha256)
            held = held and text[base + shown.start : base + shown.end] == shown.exact != ""
        if not held:
            raise InternalError(
                f"Specific {one.id} points at other words than it shows.",
                fix="This is a fault; please report it with the article.",
                location=f"{one.field.value}:{one.start}-{one.end}",
            )


def _only_a_word(claim: Claim, outcome: Outcome) -> bool:
    """A spelled-out "two" that no source denies is a word ("a talk between two people"), and so is
    a capitalised word that is no misspelt name.
    """
    if is_doubtful(claim):
        return outcome[0] is not Status.CONTRADICTED
    value = claim.item.value
    if not isinstance(value, Amount) or value.unit or value.amount != 2:
        return False
    return claim.text.isalpha() and outcome[0] in {Status.UNTRACED, Status.UNBOUND}


def _specific(number: int, claim: Claim, outcome: Outcome) -> Specific:
    status, matches, reason = outcome
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


class _Tracer:
    """Decides one claim after the other against the same sources."""

    def __init__(self, corpus: Corpus, claims: Sequence[Claim], parts: Corpus) -> None:
        self.corpus, self.parts = corpus, parts
        self.indexes = [*corpus.indexes, *parts.indexes]
        self.in_body = [
            claim
            for claim in claims
            if claim.field is FieldName.BODY and claim.item.kind not in _WORDINGS
        ][:_MAX_STATED]
        self.named = words_of_names(claims)
        self.found: dict[Claim, list[Match]] = {}
        """What the sources hold of each claim, whatever it cites."""

    def decide(self, claim: Claim) -> Outcome:
        if is_doubtful(claim):
            near = find_slip(claim, self.corpus, self.named)
            return (
                (Status.CONTRADICTED, near, reasons.other_spelling(near[0])) if near else _NO_NAME
            )
        outcome = self.whole(claim)
        if outcome[0] in _HELD or not self.parts.indexes:
            return outcome
        matches = self.matches(claim, claim_context(claim, self.parts), self.parts)
        found = [match for match in best_first(matches) if match.bound and not match.hidden]
        here = [match for match in found if not claim.cited or match.source in claim.cited]
        return (Status.UNVERIFIABLE, here, reasons.only_in_part(here)) if here else outcome

    def whole(self, claim: Claim) -> Outcome:
        """What the sources say that were captured whole."""
        if not self.corpus.indexes:
            return Status.UNVERIFIABLE, (), reasons.unreadable(claim)
        context = claim_context(claim, self.corpus)
        every = best_first(self.matches(claim, context, self.corpus))
        matches = [match for match in every if not match.hidden]
        self.found[claim] = matches
        outcome = self.seen(claim, context, matches)
        if outcome[0] in _DECIDED or len(matches) == len(every):
            return outcome
        hidden = [match for match in every if match.hidden and match.bound]
        here = [match for match in hidden if not claim.cited or match.source in claim.cited]
        return (Status.UNVERIFIABLE, here, reasons.only_hidden(here)) if here else outcome

    def seen(self, claim: Claim, context: Context, matches: list[Match]) -> Outcome:
        """What the text says that readers of the sources see."""
        unread = self.unread(claim)
        if not matches and claim.cited and len(unread) == len(claim.cited):
            return Status.UNVERIFIABLE, (), reasons.unreadable(claim)
        found = self.held(claim, matches)
        if found is not None:
            return self.bent(claim, context, found) or found
        return self.otherwise(claim, context, matches) or (
            Status.UNTRACED,
            (),
            reasons.nowhere(claim, unread, [one.id for one in self.corpus.indexes if one.cut]),
        )

    def unread(self, claim: Claim) -> list[int]:
        """The cited sources that cannot be read."""
        return [source for source in claim.cited if source not in self.corpus.by_id]

    def matches(self, claim: Claim, context: Context, corpus: Corpus) -> list[Match]:
        find = _FINDERS.get(claim.item.kind, find_value)
        found = [match for match in find(claim, context, corpus) if match.whole]
        if not found and is_title(claim):
            # Titles of works are printed in more ways than one, like names.
            return [m for m in find_name(claim, context, corpus) if m.bound]
        return found

    def held(self, claim: Claim, matches: list[Match]) -> Outcome | None:
        """Traced or misattributed, where a bound match says so."""
        bound = [match for match in matches if match.bound]
        here = [match for match in bound if not claim.cited or match.source in claim.cited]
        if here:
            return Status.TRACED, here, reasons.found(here)
        if not bound:
            return None
        if introduced(claim):
            return Status.TRACED, bound, reasons.found(bound, cited=False)
        weak = [match for match in matches if match.source in claim.cited]
        best = bound[0].score
        if weak and (best < _CLEAR or best < _TIMES_BETTER * weak[0].score):
            return None
        return Status.MISATTRIBUTED, bound, reasons.misattributed(claim, bound, self.unread(claim))

    def otherwise(self, claim: Claim, context: Context, matches: list[Match]) -> Outcome | None:
        """Derived, contradicted or unbound."""
        made = derive(claim, context, self.corpus)
        if made is not None and not any(match.hidden for match in made.matches):
            return Status.DERIVED, made.matches, reasons.derived(made)
        if is_vague(claim.item.value):
            return Status.UNBOUND, matches, reasons.vague(claim, matches)
        other = self.contradiction(claim, context)
        if other is None and matches:
            return Status.UNBOUND, matches, reasons.elsewhere(matches)
        return other

    def bent(self, claim: Claim, context: Context, found: Outcome) -> Outcome | None:
        """Contradicted although it is found: the other way round, said by somebody else, or
        far weaker bound than a passage that states another value.
        """
        matches = list(found[1])
        if claim.item.kind is Kind.QUOTE:
            wrong = other_speaker(claim, matches, self.corpus)
            if wrong is None:
                return None
            return Status.CONTRADICTED, [wrong[0]], reasons.other_speaker(*wrong)
        if claim.item.kind is Kind.NAME:
            role = other_role(claim, matches)
            return role and (Status.CONTRADICTED, [role[0]], reasons.other_role(*role))
        if claim.item.kind in {Kind.SUPERLATIVE, Kind.IDENTIFIER}:
            return None
        ours, theirs = opposite(claim, matches)
        if theirs:
            shown = reasons.shorten(matches[0].exact)
            said = (
                f"Source {matches[0].source} has “{theirs}” with “{shown}”, where the article "
                f"has “{ours}”."
            )
            return Status.CONTRADICTED, matches, said
        return self.outbid(claim, context, matches) or self.counted(claim, matches)

    def counted(self, claim: Claim, matches: Sequence[Match]) -> Outcome | None:
        """For review: the source counts something else by this figure, and the article's noun by another."""
        other = counts_else(claim, matches)
        return other and (Status.UNBOUND, matches, reasons.other_noun(*other))

    def outbid(self, claim: Claim, context: Context, matches: Sequence[Match]) -> Outcome | None:
        """Contradicted by a passage that another value belongs to far more clearly."""
        if is_end_of_range(claim, matches):
            return None
        found = self.beside(claim, context, matches)
        if found is not None or matches[0].score >= _WEAK:
            return found
        rivals = self.rivals(claim, context)
        enough = max(_STRONG, _TIMES_STRONGER * matches[0].score)
        if rivals and rivals[0].score >= enough:
            return Status.CONTRADICTED, rivals, reasons.other_value(claim, rivals)
        return None

    def beside(self, claim: Claim, context: Context, matches: Sequence[Match]) -> Outcome | None:
        """What the words beside a figure say against it: they stand beside another value, or
        nowhere beside its own.
        """
        near = neighbourhood(claim, matches, self.corpus)
        if near is None:
            return None
        joined = _open(find_partner(claim, context, self.corpus))
        if joined:
            return Status.CONTRADICTED, joined, reasons.other_value(claim, joined)
        others = siblings(claim)
        crossed = changed_places(claim, matches, others)
        mine = [item.value for item in others]
        other = near.other(context, matches, mine, lambda: self.stated(claim))
        rival = crossed or (other.match if other is not None and other.sure else None)
        if rival is not None:
            return Status.CONTRADICTED, [rival], reasons.other_value(claim, [rival])
        if other is not None:
            shown = [*matches[: MAX_EVIDENCE - 1], other.match]
            return Status.UNBOUND, shown, reasons.even(matches, other.match)
        if near.by_chance:
            return Status.UNBOUND, matches, reasons.elsewhere(matches)
        return None

    def rivals(self, claim: Claim, context: Context) -> list[Match]:
        """Passages that state another value; in the body, one that the article gives to nothing."""
        stated = self.stated(claim) if claim.field is FieldName.BODY else []
        return _open(best_first(find_rivals(claim, context, self.corpus, stated)))

    def stated(self, claim: Claim) -> list[Value]:
        """Values of the body's other passages: each belongs to what the article gives it to."""
        return [other.item.value for other in self.in_body if other.read is not claim.read]

    def contradiction(self, claim: Claim, context: Context) -> Outcome | None:
        """Another wording, spelling or value in a passage about the same thing."""
        kind = claim.item.kind
        if kind is Kind.QUOTE:
            nearest = [] if is_title(claim) else find_wording(claim, context, self.corpus)
            nearest = [one for one in nearest if not one.match.hidden]
            shown = [one.match for one in nearest]
            return (
                (Status.CONTRADICTED, shown, reasons.other_words(nearest[0])) if nearest else None
            )
        if kind is Kind.SUPERLATIVE:
            return None
        if kind is Kind.NAME:
            near = _open(best_first(find_other_spelling(claim, context, self.corpus)))
            return (Status.CONTRADICTED, near, reasons.other_spelling(near[0])) if near else None
        rivals = _open(find_partner(claim, context, self.corpus)) or self.rivals(claim, context)
        return (Status.CONTRADICTED, rivals, reasons.other_value(claim, rivals)) if rivals else None


def _open(matches: list[Match]) -> list[Match]:
    """Those that a reader of the source sees: hidden text denies nothing either."""
    return [match for match in matches if not match.hidden]


_FINDERS = {Kind.QUOTE: find_quote, Kind.NAME: find_name, Kind.SUPERLATIVE: find_rank}
