"""Errors to plant: for each kind, every place of an article that can be made wrong, and how.

A place is taken only where the trace has nothing to say before: the specific is traced, and no
specific of another status and no error or warning overlaps the words that are watched. What is
planted is in no source (see :mod:`planted_sources`), but for a number, a speaker and a citation that
are swapped: these are in a source, and belong to something else.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from accuracy_marks import Mark, hit, marks
from planted_changes import (
    another_date,
    another_figure,
    another_spelling,
    another_wording,
    denied,
    undenied,
)
from planted_sources import Held, number_of

from copydesk.article import Article
from copydesk.article.model import Field
from copydesk.article.parse import assemble
from copydesk.report import FieldName, Kind, Report, Specific, Status
from copydesk.trace.specifics import Amount, TextValue, scan_names

__all__ = ["KINDS", "Planted", "candidates", "plant"]

_AMOUNTS = {Kind.NUMBER, Kind.MONEY, Kind.PERCENT, Kind.DURATION}
_SOLID = _AMOUNTS | {Kind.DATE, Kind.QUOTE, Kind.VERSION}
_ATTRIBUTES = re.compile(
    r"\b(?:said|says|told|wrote|writes|added|noted|explained|argued|warned|stated|called|described|"
    r"suggested|stressed|emphasi[sz]ed|cautioned|acknowledged|announced|predicted|declared|according to)\b"
)
# What shows a name of two words to be a person's: a role before it, or one behind a comma.
_ROLE = (
    r"(?:CEO|CTO|CFO|COO|Mr|Mrs|Ms|Dr|Prof|Professor|President|president|Sen|Rep|Gen|Judge|Justice|"
    r"chief executive|director|founder|spokesman|spokeswoman|spokesperson|analyst|engineer|"
    r"researcher|professor|head|manager|secretary|minister|administrator|commander)"
)
_ROLE_BEFORE = re.compile(rf"\b{_ROLE}\b\.?,? \Z")
_ROLE_BEHIND = re.compile(rf"\A, (?:\w+[ ’'-]){{0,4}}{_ROLE}\b")
# "At Boston Dynamics", "in Las Vegas": nobody is found inside a person.
_INSIDE = re.compile(r"\b(?:[Ii]n|[Aa]t|[Nn]ear) \Z")
# Other persons that one quotation is given to, one after the other.
_OTHERS = 3
# A speaker stands no further from the quotation, in code points.
_REACH = 150
_PERSON = re.compile(r"[A-Z][a-z]+(?: [A-Z]\.)? [A-Z][a-z]+(?:-[A-Z][a-z]+)?")


@dataclass(frozen=True, slots=True)
class Planted:
    """``text[start:end]`` of a field becomes ``new``; the error is caught where a mark overlaps
    ``low`` to ``high`` (code points before the change; the change lies within).
    """

    kind: str
    field: FieldName
    start: int
    end: int
    new: str
    low: int
    high: int

    @property
    def watched(self) -> tuple[int, int]:
        """The watched range after the change."""
        high = self.high + len(self.new) - (self.end - self.start)
        return self.low, max(high, self.low + 1)


def plant(article: Article, one: Planted) -> Article:
    """The article with the error in it."""
    text = article.field(one.field).text
    changed = Field(one.field, text[: one.start] + one.new + text[one.end :])
    fields = {field.name: field for field in article.fields} | {one.field: changed}
    return assemble(
        article.path, article.sha256, article.front, fields[FieldName.TITLE],
        fields[FieldName.SUMMARY], fields[FieldName.BODY],
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Case:
    """What the makers of errors work from."""

    article: Article
    report: Report
    held: Held
    rng: random.Random
    marks: list[Mark]

    def traced(self, kinds: set[Kind]) -> list[Specific]:
        """The traced specifics of those kinds."""
        return [
            one
            for one in self.report.specifics
            if one.kind in kinds and one.status is Status.TRACED
        ]

    def sentences(self) -> Iterator[tuple[FieldName, int, int]]:
        """The sentences of the body, in its code points."""
        for passage in self.article.passages:
            if passage.field is FieldName.BODY:
                for span in passage.sentences:
                    if span.start < span.end:
                        yield FieldName.BODY, *passage.text.to_origin(span.start, span.end)

    def sentence_of(self, one: Specific) -> tuple[int, int]:
        """The sentence that a specific of the body begins in."""
        for field, low, high in self.sentences():
            if field is one.field and low <= one.start < high:
                return low, max(high, one.end)
        return one.start, one.end


def _own(kind: str, one: Specific, new: str) -> Planted:
    return Planted(kind, one.field, one.start, one.end, new, one.start, one.end)


def _absent(case: Case) -> Iterator[Planted]:
    own = {number_of(one.text) for one in case.report.specifics}
    for one in case.traced(_AMOUNTS):
        new = another_figure(
            one.text, case.rng, lambda value: value in own or case.held.has_number(value)
        )
        if new:
            yield _own("absent number", one, new)


def _swapped(case: Case) -> Iterator[Planted]:
    """Another value of the source that bears it out, of the same unit and not in the article."""
    own = [number_of(one.text) for one in case.report.specifics]
    stated = {value for value in own if value is not None}
    for one in case.traced(_AMOUNTS):
        mine = number_of(one.text)
        if mine is None or not one.evidence or "high" in one.value:
            continue
        unit, ordinal = one.value.get("unit", ""), bool(one.value.get("ordinal"))
        text = case.held.usable[one.evidence[0].source].text.visible
        others = {
            text[item.start : item.end]
            for item in case.held.items(one.evidence[0].source)
            if isinstance(item.value, Amount)
            and item.kind is one.kind
            and (item.value.unit, item.value.ordinal, item.value.high) == (unit, ordinal, None)
        }
        fit = sorted(other for other in others if _fits(other, mine, stated))
        if fit:
            yield _own("swapped number", one, case.rng.choice(fit))


def _fits(other: str, mine: float, stated: set[float]) -> bool:
    value = number_of(other)
    if value is None or value in stated or len(other) > 30 or "\n" in other:
        return False
    return abs(value - mine) > 0.03 * max(value, mine)


def _date(case: Case) -> Iterator[Planted]:
    for one in case.traced({Kind.DATE}):
        new = another_date(one.text, one.value, case.rng, case.held.has_date)
        if new:
            yield _own("date", one, new)


def _letter(case: Case) -> Iterator[Planted]:
    for one in case.traced({Kind.NAME}):
        new = another_spelling(one.text, case.rng, case.held.words)
        if new:
            yield _own("name letter", one, new)


def _version(case: Case) -> Iterator[Planted]:
    for one in case.traced({Kind.VERSION}):
        places = [m.start() for m in re.finditer(r"\d", one.text)]
        for _ in range(20):
            at = case.rng.choice(places)
            new = f"{one.text[:at]}{case.rng.randrange(1, 10)}{one.text[at + 1 :]}"
            plain = new.casefold().lstrip("v")
            if new != one.text and not re.search(
                rf"(?<![\d.]){re.escape(plain)}(?!\d)", case.held.text.casefold()
            ):
                yield _own("version", one, new)
                break


def _quotes(case: Case) -> list[Specific]:
    """Quotations of four words or more: a shorter one may be a term. No titles."""
    return [
        one
        for one in case.traced({Kind.QUOTE})
        if len(one.text.split()) >= 4 and one.value.get("role") == "quote"
    ]


def _word(case: Case) -> Iterator[Planted]:
    for one in _quotes(case):
        new = another_wording(one.text, case.rng, case.held.has_wording)
        if new:
            yield _own("quote word", one, new)


def _quote_not(case: Case) -> Iterator[Planted]:
    for one in _quotes(case):
        for kind, changed in (("dropped", undenied(one.text)), ("added", denied(one.text))):
            if changed and not case.held.has_wording(changed):
                yield _own(f"{kind} “not” in a quotation", one, changed)


def _sentence_not(case: Case) -> Iterator[Planted]:
    """In a sentence without quotation marks, with a traced specific, that a source's likest sentence
    denies or affirms alike.
    """
    places = [
        (one.field, one.start) for one in case.report.specifics if one.status is Status.TRACED
    ]
    for field, low, high in case.sentences():
        text = case.article.field(field).text[low:high]
        if re.search(r"[\"“”]", text) or not any(
            field is where and low <= at < high for where, at in places
        ):
            continue
        for kind, changed in (("dropped", undenied(text)), ("added", denied(text))):
            if changed and case.held.backs(text, denial=kind == "dropped"):
                yield Planted(f"{kind} “not” in a sentence", field, low, high, changed, low, high)


def _speaker(case: Case) -> Iterator[Planted]:
    """The one person of a quotation's sentence becomes another person whom a source names: one
    copy each for up to three of them.
    """
    quotes = _quotes(case)
    persons = _people(case) if quotes else set()
    known = persons | {name.split()[-1] for name in persons}
    for one in quotes:
        low, high = case.sentence_of(one)
        text = case.article.field(one.field).text
        near = [
            name
            for name in case.traced({Kind.NAME})
            if name.field is one.field and low <= name.start < high and name.text in known
        ]
        if len(near) != 1 or not one.evidence or not _says(text, near[0], one):
            continue
        name = near[0]
        others = sorted(p for p in persons if p.split()[-1] != name.text.split()[-1])
        first, last = min(name.start, one.start), max(name.end, one.end)
        for new in case.rng.sample(others, min(_OTHERS, len(others))):
            short = new if " " in name.text else new.split()[-1]
            yield Planted("speaker", one.field, name.start, name.end, short, first, last)


def _says(text: str, name: Specific, quote: Specific) -> bool:
    """Whether a word of saying stands by the name, and the name not far from the quotation."""
    gap = max(name.start - quote.end, quote.start - name.end)
    around = text[max(0, name.start - 30) : name.start] + " | " + text[name.end : name.end + 60]
    return gap < _REACH and bool(_ATTRIBUTES.search(around))


def _is_person(case: Case, name: str) -> bool:
    return bool(_PERSON.fullmatch(name)) and case.held.is_person(name)


def _people(case: Case) -> set[str]:
    """Persons whom some source names: one lets them speak, or says what they are, and none puts
    anything inside them.
    """
    found, no_person = set(), set()
    for source in case.held.usable.values():
        text = source.text.visible
        for item in scan_names(text):
            name = text[item.start : item.end]
            role = item.value.role if isinstance(item.value, TextValue) else ""
            if not _PERSON.fullmatch(name) or role in {"organisation", "place"}:
                continue
            before, behind = (
                text[max(0, item.start - 30) : item.start],
                text[item.end : item.end + 60],
            )
            if _INSIDE.search(before):
                no_person.add(name)
            speaks = _ATTRIBUTES.search(f"{before[-12:]} | {behind[:12]}")
            known = speaks or _ROLE_BEFORE.search(before) or _ROLE_BEHIND.match(behind)
            if known and _is_person(case, name):
                found.add(name)
    return found - no_person


def _citation(case: Case) -> Iterator[Planted]:
    """A link to the one source that a sentence cites goes to another source of the article."""
    urls = {source.id: source.url for source in case.article.front.sources}
    text = case.article.body.text
    for passage in case.article.passages:
        for link in passage.citations:
            url = urls.get(link.source or 0, "")
            at = text.find(f"]({url}", link.start, link.end) + 2
            if passage.field is not FieldName.BODY or not url or at < 2:
                continue
            about = [
                one
                for one in case.traced(_SOLID | {Kind.NAME, Kind.SUPERLATIVE})
                if one.cited == (link.source,) and one.field is FieldName.BODY
                and case.sentence_of(one)[0] <= link.start < case.sentence_of(one)[1] + 1
            ]  # fmt: skip
            if about:
                yield from _moved(case, about, urls, at, at + len(url))


def _moved(
    case: Case, about: list[Specific], urls: dict[int, str], start: int, end: int
) -> Iterator[Planted]:
    """To a usable source that lacks something which the sentence states."""
    low, high = case.sentence_of(about[0])
    low, high = min(low, start), max(high, end)
    others = [number for number in case.held.usable if number not in about[0].cited]
    case.rng.shuffle(others)
    for number in others:
        lacks = [one for one in about if not case.held.stated_in(number, one.text)]
        if lacks:
            solid = any(one.kind in _SOLID for one in lacks)
            kind = "citation moved" if solid else "citation moved, only names"
            yield Planted(kind, FieldName.BODY, start, end, urls[number], low, high)
            return


_MAKERS: tuple[Callable[[Case], Iterator[Planted]], ...] = (
    _absent, _swapped, _date, _letter, _word, _quote_not, _sentence_not, _speaker, _version,
    _citation,
)  # fmt: skip

# Each kind with what the finished trace must catch of it.
KINDS: dict[str, float | None] = {
    "absent number": 0.99,
    "swapped number": 0.85,
    "date": 0.98,
    "name letter": 0.97,
    "quote word": 0.99,
    "dropped “not” in a quotation": 0.99,
    "dropped “not” in a sentence": 0.99,
    "added “not” in a quotation": None,
    "added “not” in a sentence": None,
    "speaker": 0.80,
    "version": 0.98,
    "citation moved": 0.93,
    "citation moved, only names": None,
}


def candidates(article: Article, report: Report, held: Held, seed: str) -> list[Planted]:
    """Everything that can be planted in the article, in an order that the seed decides."""
    found: list[Planted] = []
    flagged = marks(report)
    for maker in _MAKERS:
        rng = random.Random(f"{seed} {maker.__name__} {article.path}")  # noqa: S311 - no secret
        case = Case(article, report, held, rng, flagged)
        own = [one for one in maker(case) if not hit(flagged, one.low, one.high, one.field.value)]
        rng.shuffle(own)
        found += own
    return found
