"""Offices bound to their holders: the role beside a person's name against the sources' own.

Only offices of one class that one person hardly holds together are compared (the chiefs of a firm,
the ministers of a government, the chambers of a parliament); "founder", "president" and "director"
go with any of them and say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from copydesk.trace.match import Match
from copydesk.trace.reading import Claim
from copydesk.trace.words import tokenise

__all__ = ["other_role", "roles_beside"]

_CHIEFS = {
    "executive": "executive", "financial": "finance", "finance": "finance", "technology": "technology",
    "technical": "technology", "operating": "operating", "operations": "operating",
    "marketing": "marketing", "information": "information", "product": "product",
    "revenue": "revenue", "legal": "legal", "commercial": "commercial", "scientific": "science",
    "science": "science", "medical": "medical", "data": "data", "security": "security",
    "information security": "security", "communications": "communications", "people": "people",
}  # fmt: skip
_LETTERS = {
    "ceo": "executive", "cfo": "finance", "cto": "technology", "coo": "operating",
    "cmo": "marketing", "cio": "information", "ciso": "security",
}  # fmt: skip
_CABINET = (
    "prime|foreign|finance|defence|defense|interior|health|justice|economy|energy|education|environment|trade|"
    "transport|culture|agriculture|labour|labor"
)
_CHAMBERS = {
    "sen": "senate", "senator": "senate", "rep": "house", "representative": "house",
    "congressman": "house", "congresswoman": "house",
}  # fmt: skip
_ROLE = re.compile(
    rf"\bchief (?P<chief>{'|'.join(sorted(_CHIEFS, key=len, reverse=True))})(?: officer)?\b"
    rf"|\b(?P<first>{'|'.join(_CHIEFS)}) chief\b|\b(?P<letters>{'|'.join(_LETTERS)})\b"
    rf"|\b(?P<cabinet>{_CABINET})(?: affairs)? (?:minister|secretary)\b"
    rf"|\b(?P<chamber>{'|'.join(sorted(_CHAMBERS, key=len, reverse=True))})\b",
    re.IGNORECASE,
)
# What was, will be or only assists is another office, and so is that of a deputy.
_BENT = re.compile(
    r"\b(?:former|formerly|ex|then|incoming|outgoing|acting|interim|deputy|vice|assistant|shadow|until|previously|"
    r"onetime|to|for|next|new|late)[ -]+(?:\w+[’']?s? ){0,2}\Z",
    re.IGNORECASE,
)
_TO_NAME = re.compile(
    r"[.,\s]*(?:(?:and|&) (?:co-?founder|founder|president|chair\w*|director|managing director)[,\s]*)?\Z",
    re.IGNORECASE,
)
_FROM_NAME = re.compile(
    r"(?:,? who (?:is|serves as)|,| \(| is|’s|'s)\s*(?:[\w’'&./-]+\s+){0,6}?\Z", re.IGNORECASE
)
# A role stands no further from the name.
_REACH = 80
_STOP = re.compile(r"[.;:\n”\"]")
# Places of a name that are looked at.
_PLACES = 24

Roles = dict[str, tuple[str, str]]
"""Class of office to the office and its words."""


def other_role(claim: Claim, matches: Sequence[Match]) -> tuple[Match, str, str] | None:
    """The place, the article's and the source's words for the office of a person, where no source
    that names the person gives the article's office and one gives another of its class.
    """
    if len(tokenise(claim.text)) < 2:
        return None
    mine = roles_beside(claim.visible, claim.item.start, claim.item.end)
    for kind, (office, words) in mine.items():
        other: tuple[Match, str, str] | None = None
        for match in matches[:_PLACES]:
            held = _all_beside(match.index.text, match.start, match.end, kind)
            if office in held:
                other = None
                break
            if held and other is None and " " in match.exact:
                other = match, words, next(iter(held.values()))
        if other is not None:
            return other
    return None


def roles_beside(text: str, start: int, end: int) -> Roles:
    """The offices that stand right beside the name at ``text[start:end]``; none that is former."""
    return {kind: (office, words) for kind, office, words in _beside(text, start, end)}


def _all_beside(text: str, start: int, end: int, kind: str) -> dict[str, str]:
    return {office: words for of, office, words in _beside(text, start, end) if of == kind}


def _beside(text: str, start: int, end: int) -> Iterator[tuple[str, str, str]]:
    """Class, office and words of each office beside a name."""
    before = _STOP.split(
        text[max(0, start - _REACH) : start].replace("Sen.", "Sen").replace("Rep.", "Rep")
    )[-1]
    for role in _ROLE.finditer(before):
        if _TO_NAME.fullmatch(before, role.end()) and not _BENT.search(before[: role.start()]):
            yield *_office(role), role.group()
    inside = _ROLE.match(text, start, end)
    if inside is not None:
        yield *_office(inside), inside.group()
    behind = _STOP.split(text[end : end + _REACH])[0]
    for role in _ROLE.finditer(behind):
        lead = behind[: role.start()]
        if lead.count(",") <= 1 and _FROM_NAME.fullmatch(lead) and not _BENT.search(lead):
            yield *_office(role), role.group()


def _office(role: re.Match[str]) -> tuple[str, str]:
    found = {key: word.lower() for key, word in role.groupdict().items() if word}
    if "letters" in found:
        return "chief", _LETTERS[found["letters"]]
    if "cabinet" in found:
        return "cabinet", found["cabinet"].replace("defense", "defence").replace("labor", "labour")
    if "chamber" in found:
        return "chamber", _CHAMBERS[found["chamber"]]
    return "chief", _CHIEFS[found.get("chief") or found["first"]]
