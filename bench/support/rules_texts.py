"""English articles, sources and an archive of our own making, to measure the rules' time with.

Rules look for English words (dates, hedges, speakers, praise), so that the syllables of
``speed_texts`` would let most of them rest.
"""

from __future__ import annotations

import hashlib
import random

from copydesk.article import Article, read_article
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.policy.archive import Archive, ArchivedArticle
from copydesk.report import Quality

__all__ = ["archive", "article", "sources"]

_PLACES = "Harbour Bay|Port Ellery|Norrvik|Castle Quay|Lindholm|Saint Orran|Mill Ferry|Westhaven"
_BODIES = (
    "the ferry board|the harbour council|Ellery Shipping|the transport ministry|Norrvik Marine Lab|"
    "the port authority|the seamen’s union|the coast guard|Quayside Energy|the audit office"
)
_PEOPLE = "Anna Lind|Tomas Orre|Mira Castell|Jon Hallam|Eva Brandt|Petr Sandor|Lea Moran|Omar Field"
_MONTHS = "January February March April May June July August September October November"
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"
_NOUNS = (
    "timetable|dock|ferry|ticket|review|route|wall|contract|course|barrier|service|engine|crew|letter|"
    "island|bridge|budget|winter|storm|cable|battery|repair|meeting|plan|report|survey|harvest|school|"
    "library|hospital|station|tunnel|garden|market|factory|warehouse|pipeline|reservoir|road|bus|signal|"
    "radar|sensor|map|archive|lawsuit|hearing|petition|vote|election|tax|fee|grant|loan|bond|price|wage|"
    "strike|union|permit|licence|inspection|delay|outage|leak|fire|flood|landslide|forecast|temperature|"
    "current|tide|reef|fishery|cannery|vessel|tanker|container|crane|pilot|captain|engineer|teacher|"
    "nurse|student|farmer|tourist|resident|neighbour|supplier|customer|partner|rival|auditor|judge"
)
_VERBS = (
    "builds|repairs|sells|buys|opens|closes|delays|checks|measures|maps|counts|funds|rents|moves|tests|"
    "replaces|orders|reviews|rejects|approves|plans|announces|describes|compares|protects|inspects|"
    "finances|extends|shortens|cancels|records|publishes|translates|stores|ships|loads|cleans|paints|"
    "lifts|lowers|heats|cools|connects|divides|joins|warns|asks|answers|thanks|leaves|visits|hires"
)
_TRAITS = (
    "old|new|small|large|narrow|wide|northern|southern|wooden|electric|public|private|local|foreign|"
    "seasonal|annual|weekly|early|late|expensive|cheap|quiet|busy|empty|crowded|damaged|modern|"
    "temporary|permanent|regional|national|coastal|rural|steep|shallow|deep|heavy|light|slow|fast"
)
_FORMS = (
    "{body} said on {day} that the {trait} {noun} in {place} {verb} the {noun2} for {money}.",
    "The {noun} may open in {month} {year} if {body} {verb} the {trait} {noun2}, according to {person}.",
    "“The {trait} {noun} {verb} about {count} passengers before the {noun2} has to be ready,” {person} said.",
    "About {count} people {verb2} a {trait} {noun} each week, and nearly {percent} live near the {noun2}.",
    "On {month} {number}, {year}, {body} {verb} a {noun} of {number2} pages about the {trait} {noun2}.",
    "In {place}, all of the {number} {trait} crews had a {noun} by letter, {person} {verb} later.",
    "The {trait} {noun} of {place} was first tested in {year}; no other {noun2} {verb} one.",
    "{person}, who {verb} the {noun}, had worked on a {trait} {noun2} for {number} weeks.",
    "Version 2.{number} of the {noun}, a beta release, {verb} a {trait} {noun2} for {count} users.",
    "Two years earlier {body} had paid {money} for a {trait} {noun}, a third of its {noun2}.",
    "The paper behind the {trait} {noun} has not been reviewed, and {body} {verb} no {noun2}.",
    "Between {year} and the spring, the {trait} {noun} fell from {count} to {number}, and {body} {verb} it.",
    "Nobody at {body} {verb} the {noun} before {month}, {person} wrote about the {trait} {noun2}.",
    "It is the largest {noun} that {body} {verb}, and the only {trait} {noun2} in {place}.",
)


def sources(seed: int, count: int, words: int) -> list[EvidenceSource]:
    """``count`` sources of ``words`` words each, as text that a reader sees, with a little that is hidden."""
    made = []
    for number in range(1, count + 1):
        pick = random.Random(f"{seed}/{number}")  # noqa: S311 - a text to measure with
        seen = _paragraphs(pick, words)
        unseen = "\nMenu Search Subscribe Log in Contact us Share this page"
        text = EvidenceText(
            seen + unseen,
            (
                Region(0, len(seen), Label.VISIBLE),
                Region(len(seen), len(seen + unseen), Label.HIDDEN),
            ),
        )
        digest = hashlib.sha256(text.text.encode()).hexdigest()
        made.append(EvidenceSource(number, _url(seed, number), digest, Quality.OK, text))
    return made


def article(seed: int, words: int, cited: list[EvidenceSource]) -> Article:
    """An article of about ``words`` words; a third of its sentences stand in the sources."""
    pick = random.Random(f"{seed}/article")  # noqa: S311 - a text to measure with
    told = [one.text.visible.replace("\n", " ").split(". ") for one in cited]
    body, made = [], 0
    while made < words:
        number = pick.randrange(len(cited))
        lines = [_sentence(pick) for _ in range(3)] + [pick.choice(told[number]).rstrip(".") + "."]
        pick.shuffle(lines)
        body.append(f"{' '.join(lines)} [{number + 1}]({_url(seed, number + 1)})")
        made += len(" ".join(lines).split())
    listed = "".join(f"  - {_url(seed, one.id)}\n" for one in cited)
    title = _title(pick)
    head = f'---\ntitle: "{title}"\nsummary: "{_sentence(pick)}"\ndate: 2026-11-30\nsources:\n{listed}---\n\n'
    return read_article((head + "\n\n".join(body) + "\n").encode(), "measured.md")


def archive(seed: int, count: int, words: int) -> Archive:
    """A newsroom's earlier articles on like subjects, of ``words`` words each."""
    made = []
    for number in range(count):
        pick = random.Random(f"{seed}/archive/{number}")  # noqa: S311 - a text to measure with
        made.append(
            ArchivedArticle(
                slug=f"measured-{seed}-{number}",
                title=_title(pick),
                summary=_sentence(pick),
                body=_paragraphs(pick, words),
                published=f"2026-10-{number % 28 + 1:02}",
                sources=tuple(_url(seed + number, at) for at in range(1, 7)),
            )
        )
    return Archive(tuple(made), known=True)


def _url(seed: int, number: int) -> str:
    return f"https://paper{number}.example/{seed}/harbour-story"


def _title(pick: random.Random) -> str:
    place, trait = pick.choice(_PLACES.split("|")), pick.choice(_TRAITS.split("|"))
    first, second = pick.sample(_NOUNS.split("|"), 2)
    return f"{place} {pick.choice(_VERBS.split('|'))} its {trait} {first} after a {second}"


def _paragraphs(pick: random.Random, words: int) -> str:
    lines, made = [], 0
    while made < words:
        lines.append(" ".join(_sentence(pick) for _ in range(3)))
        made += len(lines[-1].split())
    return "\n".join(lines)


def _sentence(pick: random.Random) -> str:
    text = pick.choice(_FORMS).format(
        body=pick.choice(_BODIES.split("|")),
        place=pick.choice(_PLACES.split("|")),
        person=pick.choice(_PEOPLE.split("|")),
        noun=pick.choice(_NOUNS.split("|")),
        noun2=pick.choice(_NOUNS.split("|")),
        verb=pick.choice(_VERBS.split("|")),
        verb2=pick.choice(_VERBS.split("|"))[:-1],
        trait=pick.choice(_TRAITS.split("|")),
        number2=pick.randint(12, 96),
        day=pick.choice(_DAYS.split()),
        month=pick.choice(_MONTHS.split()),
        year=pick.randint(2015, 2026),
        number=pick.randint(2, 28),
        count=f"{pick.randint(1_000, 90_000):,}",
        percent=f"{pick.randint(1, 99)}.{pick.randint(0, 9)} percent",
        money=f"${pick.randint(1, 999)}.{pick.randint(0, 9)} million",
    )
    return text[0].upper() + text[1:]
