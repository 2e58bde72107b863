"""Names by rules: capitalised runs, acronyms, particles, initials; precision before recall."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from copydesk.report import Kind
from copydesk.trace.specifics.fold import fold_plain
from copydesk.trace.specifics.lexicon import MONTHS, WEEKDAYS, listed
from copydesk.trace.specifics.model import Item, TextValue

__all__ = ["NOT_NAMES", "scan_names"]

_CAPITALISED = (
    r"(?:[A-Z]\.){1,4}(?![a-z])"
    r"|[^\W\d_a-z][\w&]{0,40}(?:[’'](?!s\b)[A-Z]\w{1,30})?(?:-[^\W\d_]\w{0,30}){0,3}"
    r"|(?:Ma?c|[a-z]{1,2})[A-Z]\w{1,30}"
)
# Not a part of an address, nor of a code with figures ("PD-1", "GPT-5").
_CAPITAL = re.compile(
    rf"(?<![\w.@/#$-])(?:{_CAPITALISED})(?![\w-]|[-/]\d)|(?<![\w.@/#$-])(?:[A-Z]\.){{1,4}}(?![a-z])"
)
_HEADS = (
    "University|Bank|Department|Ministry|Institute|House|City|State|Court|Office|Republic|Kingdom|Board|Federation|Gulf|Bay|Isle|"
    "Council|Bureau|School|College|Academy|Center|Centre|Agency|Committee|Commission|Association|Society|Museum|Union|Church|"
    "Library|Secretary|Campaign|Fund|Chamber|Coalition|Cape|District|Province|Government|Duke|Duchess|Prince|Bank|Strait|Sea"
)
_JOIN = re.compile(
    r"(?:[ \u00a0]|[ \u00a0](?:van|van der|van den|von|de|de la|del|della|der|du|da|dos|di|la|le|al|bin|ibn|&)[ \u00a0])"
    rf"(?={_CAPITALISED})"
)
# "of" belongs to a name only behind a word that heads such names: "Bank of", not "Anna Vell of".
_OF = re.compile(
    rf"[ \u00a0](?:(?:of|of the)|(?<=(?:tre|ter|ute|ncy|ign|ice|tee|und|ion|ary) )(?:for|for the))[ \u00a0](?={_CAPITALISED})"
)
_HEAD = re.compile(rf"(?:{_HEADS})\Z")
_PEOPLE = frozenset(
    listed(
        "mr mrs ms dr prof professor sir dame lord lady judge justice senator sen rep gov president minister chancellor king queen prince princess captain general gen col lt sgt secretary pope rabbi ceo"
    )
)
_DROPPED_TITLES = frozenset(
    listed("mr mrs ms dr prof mr. mrs. ms. dr. prof. sen sen. rep rep. gov gov. ceo cfo cto coo")
)
_ORGANISATION = re.compile(
    r"\b(?:Inc|Corp|Corporation|Company|Co|Ltd|LLC|PLC|Group|Holdings|Bank|University|Institute|Agency|Commission|Committee|Council|Ministry|"
    r"Department|Association|Foundation|Party|Court|Office|Center|Centre|Board|Union|Society|Federation|Authority|Bureau|Parliament|Senate|"
    r"Congress|Technologies|Systems|Labs|Laboratory|Networks|Partners|Capital|Airlines|Motors|Energy|Service|Services|Administration|College|School|Hospital|Times|Post|Journal)\b"
)
_PLACE = re.compile(
    r"\b(?:City|County|State|Island|Islands|Lake|River|Mount|Bay|Valley|Street|Avenue|Ocean|Sea|Beach|Province|Republic|Kingdom|States)\b"
)
# Capitalised at the start of a sentence or in a heading, and no name by themselves.
NOT_NAMES = frozenset(
    listed(
    """a an the this that these those it its he she they we you i his her their our your my who what when where why how which while
    if but and or nor so yet for as at by in on of to from with without within after before since until during under over between
    among about against despite although though because once then there here now today yesterday tomorrow also however meanwhile
    moreover furthermore still instead rather both either neither each every all some many most few several no not none only even just
    more less one two three four five six seven eight nine ten first second third last next new old according still such
    other others another much per via do does did is are was were be been has have had will would can could may might must should
    let get see read note notes source sources update updates summary overview background analysis conclusion introduction
    key why what's it's that's there's let's i'm we're they're don't doesn't isn't yes ok okay dr mr mrs ms prof ceo cfo cto coo
    unlike like given using based following including earlier later overall finally additionally specifically similarly
    nearly almost roughly around up down out off through across along behind beyond beside besides inside outside
    critics researchers officials experts analysts scientists users customers investors people developers engineers
    previously currently recently separately together elsewhere perhaps maybe indeed thus hence therefore
    am pm usd eur gbp utc gmt est edt pst pdt cet q1 q2 q3 q4 fy faq pr id ok tv us$ am. never ever always often same
    ai gpu gpus cpu cpus api apis it pc pcs os ui llm llms ip url urls sdk sdks ml ev evs id ids hr pr rd qa ram ssd pdf html json http https associate assistant
    section table figure phase chapter part article page step version release issue pull request
    """
    )
) | frozenset(MONTHS) | frozenset(WEEKDAYS)  # fmt: skip
# Of those, the ones that do begin names of several words ("New York", "Jan van der Berg").
_MAY_LEAD = frozenset(
    listed("new old jan mar may sun sat mon april june august first next all never")
)
_LEADING = re.compile(r"\S+[ \u00a0]")
_SENTENCE_END = re.compile(r"(?:\A|[.!?:…][\"”’')\]]*\s+|\n\s*|[•*|–—]\s+)[\"“‘'(\[]*\Z")
_DEMONYM = re.compile(
    r"(?:American|British|Chinese|Russian|German|French|Japanese|Korean|Indian|Israeli|Iranian|Ukrainian|European|African|Asian|Canadian|Australian|"
    r"Mexican|Brazilian|Turkish|Italian|Spanish|Dutch|Swiss|Swedish|Norwegian|Danish|Finnish|Polish|Irish|Scottish|Welsh|English|Taiwanese|"
    r"Saudi|Egyptian|Pakistani|Greek|Austrian|Belgian|Portuguese|Vietnamese|Thai|Indonesian|Palestinian|Syrian|Iraqi|Afghan|Arab|Western|Republican|Democratic|Democrat|Republicans|Democrats|Americans|Europeans|Russians|Ukrainians|Palestinians|Israelis)\Z"
)


def scan_names(
    text: str,
    *,
    sentence_starts: Sequence[int] = (),
    headline: bool = False,
    known: Collection[str] = (),
) -> list[Item]:
    """Names of people, organisations, places and products in ``text``.

    Args:
        text: running text.
        sentence_starts: code points where sentences begin; a single capitalised word there counts
            only when it also stands elsewhere in the text, or is ``known``. Guessed from
            punctuation where left out.
        headline: the text is a headline, where capitals say nothing: only acronyms, camel-case
            words and ``known`` names count.
        known: names found elsewhere in the article.
    """
    folded_known = {fold_plain(name) for name in known}
    if headline:
        return _headline(text, folded_known)
    starts = frozenset(sentence_starts)
    runs = [(start, end, _at_start(text, start, starts)) for start, end in _runs(text)]
    sure = {fold_plain(text[start:end]) for start, end, initial in runs if not initial}
    sure |= {word for name in sure for word in name.split()} | folded_known
    items = []
    for start, end, initial in runs:
        item = _name(text, start, end, initial, sure)
        if item is not None:
            items.append(item)
    return items


def _runs(text: str) -> list[tuple[int, int]]:
    runs = []
    done = 0
    for match in _CAPITAL.finditer(text):
        if match.start() < done:
            continue
        end = match.end()
        # A name of more than nine words is a heading; the bound keeps capitals-only text linear.
        for _ in range(9):
            joint = _JOIN.match(text, end)
            if joint is None and _HEAD.search(text, max(match.start(), end - 14), end):
                joint = _OF.match(text, end)
            token = _CAPITAL.match(text, joint.end()) if joint else None
            if token is None or token.group().lower() in NOT_NAMES - _MAY_LEAD:
                break
            end = token.end()
        runs.append((match.start(), end))
        done = end
    return runs


def _at_start(text: str, start: int, starts: frozenset[int]) -> bool:
    return (
        start in starts
        or bool(_SENTENCE_END.search(text[max(0, start - 12) : start]))
        or start == 0
    )


def _shouted(word: str) -> bool:
    """An acronym or a camel-case word: a name wherever it stands."""
    return len(word) > 1 and any(char.isupper() for char in word[1:]) and not word.isdigit()


def _name(text: str, start: int, end: int, initial: bool, sure: set[str]) -> Item | None:
    title = ""
    while True:
        match = _LEADING.match(text, start, end)
        if match is None:
            break
        word = match.group().rstrip().rstrip(".").lower()
        if word in _MAY_LEAD or (word not in NOT_NAMES and word not in _DROPPED_TITLES):
            break
        title = title or (word if word in _PEOPLE else "")
        start, initial = match.end(), False
    name = text[start:end]
    if name.endswith(("'s", "’s")):
        name, end = name[:-2], end - 2
    if len(name) < 2 or fold_plain(name).rstrip(".") in NOT_NAMES or any(c.isdigit() for c in name):
        return None
    if " " not in name and initial and not _shouted(name) and fold_plain(name) not in sure:
        return None
    return Item(Kind.NAME, start, end, TextValue(fold_plain(name), _role(text, start, name, title)))


def _role(text: str, start: int, name: str, title: str) -> str:
    before = text[max(0, start - 12) : start].rstrip().rsplit(" ", 1)[-1].rstrip(".").lower()
    if title or before in _PEOPLE:
        return "person"
    if _DEMONYM.match(name):
        return ""
    if _ORGANISATION.search(name):
        return "organisation"
    return "place" if _PLACE.search(name) else ""


def _headline(text: str, known: set[str]) -> list[Item]:
    items = []
    for start, end in _runs(text):
        at = start
        for word in re.finditer(r"[\w&.’'-]+", text[start:end]):
            piece = word.group()
            low = fold_plain(piece)
            clear = _shouted(piece) and not text.isupper() and "-" not in piece
            if (
                (clear or low in known)
                and low not in NOT_NAMES
                and not any(c.isdigit() for c in piece)
            ):
                at = start + word.start()
                items.append(Item(Kind.NAME, at, start + word.end(), TextValue(low)))
        if fold_plain(text[start:end]) in known:
            items = [item for item in items if item.start < start]
            items.append(Item(Kind.NAME, start, end, TextValue(fold_plain(text[start:end]))))
    return items
