"""What a sentence hedges: words of possibility and plan, conditions, attributions, and scopes.

A hedge reaches over part of its sentence only: "Nessa Rail opened the line, and may extend it"
hedges the extension. So each is returned with its reach, and a word of possibility or plan with the
words that it makes uncertain. Nothing here reads grammar; what a pattern cannot tell apart is left
out, because a finding that is wrong costs more than one that is missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from copydesk.trace.scopes import TELLING_WORDS, scopes_in
from copydesk.trace.words import word_set

__all__ = ["Hedge", "Kind", "hedges_of", "keeps", "statement_of"]


class Kind(StrEnum):
    """What a hedge is."""

    MODALITY = "modality"
    CONDITION = "condition"
    ATTRIBUTION = "attribution"
    SCOPE = "scope"


@dataclass(frozen=True, slots=True)
class Hedge:
    """A hedge at ``start`` to ``end`` of a sentence, and how far it reaches.

    ``head`` is where the words begin that a modality makes uncertain (the verb or the noun behind it).
    ``strength`` tells apart what is scheduled, planned or only possible, and names a scope; ``noun``
    says that a noun is uncertain ("a proposed ban"), which a sentence states with the verb.
    """

    kind: Kind
    start: int
    end: int
    word: str
    reach: tuple[int, int]
    head: int = 0
    strength: str = ""
    noun: bool = False


_MARK = re.compile(r"[,;:()\n—–]")
# Where a clause ends, for what reaches from a word forward or back.
_BREAK = re.compile(
    r"[;:()\n—–]|,(?=\s)(?=\s+(?:and|but|while|whereas|though|although|as|which|who|where|because|so|yet|or)\b)"
    r"|\s(?:but|while|whereas|although|though|because|which)\s"
)
_ADVERBS = r"(?:\s+(?:also|soon|now|then|still|eventually|even|only|well|be|have|been|\w+ly|not))*"

_POSSIBLE = re.compile(
    rf"\b(?P<word>(?:may|might|could){_ADVERBS})\s+(?=[a-z])"
    r"|\b(?P<word2>(?:is|are|was|were|be)\s+(?:considering|weighing|mulling|exploring|contemplating|discussing|"
    r"eyeing|studying|debating)(?:\s+(?:whether\s+to|the|a|an|how\s+to))?)\s+(?=\w)"
    r"|\b(?P<word3>(?:hop(?:es?|ed|ing)|wants?|wish(?:es|ed)?|aims?|aimed|aiming|threaten(?:s|ed|ing)?|in\s+talks|"
    r"urge[sd]?|asks?|asked|calls?\s+(?:for|on)[^,;.]{1,30}|has\s+the\s+potential|seeks?|seeking|decide\s+whether)\s+to)\s+(?=\w)"
    r"|\b(?P<word4>(?:seeks?|seeking|sought|appl(?:y|ies|ied)\s+for|ask(?:s|ed)?\s+for)"
    r"(?:\s+(?:the|an?|its|their|final|regulatory|formal))*)\s+(?!to\b)(?=\w)"
    r"|\b(?P<word5>possible|potential|prospective|would-be|tentative|hypothetical)\s+(?=\w)",
)  # fmt: skip
_PLANNED = re.compile(
    r"\b(?P<word>(?:plan(?:s|ned|ning)?|intend(?:s|ed|ing)?|propos(?:es|ed|ing|e)|pledge[sd]?|promise[sd]?|vow(?:s|ed)?|"
    r"offer(?:s|ed)?|likely|prepar(?:es|ed|ing|e)|recommend(?:s|ed)?)"
    r"\s+to(?:\s+(?:be|have|\w+ly))*)\s+(?=\w)"
    r"|\b(?P<word2>(?:propos(?:es|ed)|suggest(?:s|ed)|recommend(?:s|ed)|plans?\s+on|look(?:s|ing)\s+at))\s+(?=\w+ing\b)"
    r"|\b(?P<word3>(?:proposed|planned|draft))\s+(?=\w)"
    r"|\b(?P<word4>(?:bill|proposal|draft|plan|amendment|measure|motion|directive|legislation|scheme|rule|deal|offer)"
    r"(?:\s[^,;.]{1,60}?)?\swould(?:\s+(?:be|have|also|\w+ly))*)\s+(?=\w)",
    re.IGNORECASE,
)  # fmt: skip
_SCHEDULED = re.compile(
    r"\b(?P<word>(?:expect(?:s|ed|ing)?|set|due(?=\s+to\s+(?!\w+ing\b)\w+)|schedul(?:ed|es)|slated|projected|forecast|poised|on\s+track|"
    r"anticipate[sd]?)\s+to(?:\s+(?:be|have|\w+ly))*)\s+(?=\w)",
    re.IGNORECASE,
)
# "As long as" compares times before a length, and before a subject whose verb is left out.
_NO_LONGER = (
    r"\s+(?:\d|(?:an?|one|two|three|four|five|six|ten|several|many)\s+(?:\w+\s+)?(?:minute|hour|day|week|month|year)s?\b"
    r"|\w+\s+(?:had|has|have|did|does|do|was|were|is|are|could|can|would)(?=\s+(?:for|in|on|at|before|last)\b|\s*[,.;]|\s*\Z))"
)
# Who assumes a post takes it on.
_TAKEN_ON = (
    r"\s+(?:(?:the|an?|his|her|its|their|full|sole)\s+)*(?:posts?|roles?|offices?|positions?|powers?|control|command|"
    r"dut(?:y|ies)|responsibilit(?:y|ies)|charge|leadership|chair\w*|presidency|reins|debts?|risks?|costs?|liabilit(?:y|ies)|"
    r"ownership|identit(?:y|ies))\b"
)
_CONDITION = re.compile(
    r"\b(?P<word>unless|provided(?:\s+that|(?=\s+(?:the|it|he|she|they|we|an?|its|their|no)\b))|providing\s+that"
    r"|only\s+if|if|on\s+(?:the\s+)?condition\s+that|in\s+the\s+event\s+(?:that|of)"
    rf"|assuming(?:\s+that)?(?!{_TAKEN_ON})"
    rf"|(?:contingent|conditional|dependent)\s+(?:up)?on|(?:as|so)\s+long\s+as(?!{_NO_LONGER})"
    r"|(?:subject\s+to|pending)(?=\s+(?:(?:the|an?|its|their|his|her|final|further|regulatory|shareholders?'?|board|"
    r"court|customary|parliamentary|federal|state|local|other|formal|government|antitrust|ministerial|council)\s+)*"
    r"(?:\w+['’]s?\s+)?(?:approvals?|consent|reviews?|conditions|clearances?|ratification|agreement|confirmation|vote|"
    r"funding|closing|outcome|decision|results?|completion|rulings?|appeals?|sign-off|permits?|licen[cs]e|inspection|"
    r"availability|investigation|talks|negotiations|legal|due\s+diligence)))\b",
    re.IGNORECASE,
)
# What would have happened is no condition on what did.
_UNREAL = re.compile(r"\b(?:would|could|might)(?:\s+(?:not|never))?\s+have\b", re.IGNORECASE)
# Where another statement begins, with a subject of its own or about a thing of the one before.
_OTHER_STATEMENT = re.compile(
    r"[;:—–]|,\s+(?:while|whereas|although|though|which|who|whose|where)\b"
    r"|,\s+(?:and|but)\s+(?=(?:if|unless)\b|(?:it|he|she|they|we|you|there|the|an?|its|his|her|their|this|these|those)\s"
    r"|\w+\s+(?:can|cannot|will|would|could|may|might|must|do|does|did|is|are|was|were|has|have|had)\b|(?-i:[A-Z]))"
    r"|\s(?:and|but)\s+(?=(?:if|unless|it|he|she|they|we|you|there)\s)",
    re.IGNORECASE,
)
# What makes an "if" a question, an idiom or a word to the reader.
_NO_CONDITION_BEFORE = re.compile(
    r"\b(?:find(?:s|ing)?\s+out|to\s+see|seeing|knows?|knew|know|ask(?:s|ed|ing)?|determin\w+|unclear|test(?:s|ed|ing)?|"
    r"wonder\w*|decid\w+|check(?:s|ed|ing)?|sure|even|as|what|only|verify|assess\w*|learn|say|said|tell|uncertain|"
    r"asked\s+\w+|evaluat\w+|see|doubt|guess|matter|care|investigat\w+|clear)\s*\Z",
    re.IGNORECASE,
)
_NO_CONDITION = re.compile(
    r"if\s+(?:you|your|we|i|not|any|only|ever|anything|necessary|needed|possible|applicable|so|at\s+all|"
    r"there\s+(?:is|are|was|were)\s+any|approved|confirmed|one)\b",
    re.IGNORECASE,
)
_STRONG = re.compile(
    r"\b(?P<forward>alleg(?:e|es|ed|ing)(?!\s+by)|(?<!insurance )(?<!storm )(?<!jobless )(?<!to )claim(?:s|ed|ing)?(?=\s+(?:that|to\s+\w|it|its|their|his|her|he|"
    r"she|they|the\s+company)\b)|accus(?:es|ed|ing)|suspects?(?:ed)?(?=\s+(?:that|an?|the)\b)|believ(?:es|ed)(?=\s+(?:that|the|an?|it)\b)|"
    r"argu(?:es|ed)\s+that|contends?|contended|insists?(?:ed)?(?=\s+that)|boast(?:s|ed)?(?=\s+that)|rumou?rs?|rumou?red)\b"
    r"|\b(?P<around>(?<!\ba )(?<!\ban )(?<!the )(?:reportedly|allegedly|purportedly|supposedly)|unconfirmed|rumou?red|alleged|purported|"
    r"according\s+to\s+(?:(?:two|three|four|five|several|some|multiple|a|an|one|unnamed|anonymous|leaked|internal|industry|company|government|"
    r"senior|US|local)\s+)*(?:people|sources?|officials?|persons?|insiders?|documents?|rumou?rs?|leaks?|reports?|leakers?|analysts?)|"
    r"(?:people|sources?|officials?|persons?)\s+familiar|(?:not|to)\s+be\s+(?:named|identified)|on\s+condition\s+of\s+anonymity|who\s+were\s+not\s+named)\b",
    re.IGNORECASE,
)  # fmt: skip
# Of whom the claim is about himself: "According to Kestrel Labs, its model …", "Voltan says its …".
_OF_ITSELF = re.compile(
    r"\b[Aa]ccording\s+to\s+(?P<who>(?:the\s+)?(?:company|maker|firm|vendor|developer|start-?up|manufacturer|team|"
    r"[A-Z][\w.]*(?:\s+[A-Z][\w.]*)*))(?=[,.]|\s+its)"
    r"|\b(?:[A-Z]\w+|company|firm|maker|vendor|start-?up)\s+(?:says|said|states|stated)\s+(?:that\s+)?(?=its|the\s+new|the\s+\w+\s+(?:is|are|can))"
)
_BOLD = re.compile(
    r"\b(?:(?:the\s+)?(?:most|best|first|fastest|largest|biggest|leading|only|cheapest|strongest|safest|smartest|"
    r"world's)|better|faster|cheaper|safer|more\s+\w+\s+than|twice|times\s+(?:as|more|faster|less)|"
    r"outperform\w*|beats?|surpass\w*|\w+er\s+than)\b",
    re.IGNORECASE,
)

# Words that keep a hedge of a kind, in whatever form: a title has room for one.
_KEEPS = {
    Kind.MODALITY: re.compile(
        r"\b(?:(?-i:may|May(?=\s+(?:be\b|soon\b|have\b)))|might|could|would|should|can|plan(?:s|ned|ning)?|propos\w*|intend\w*|intent\w*|aim\w*|hope\w*|hoping|wants?|"
        r"wish\w*|seek\w*|sought|expect\w*|likely|unlikely|set\s+to|due\s+to|potential\w*|possib\w+|perhaps|maybe|if|"
        r"unless|consider\w*|weigh\w*|mull\w*|talks|eye[sd]?|eyeing|threat\w*|bid|draft\w*|bill|prospect\w*|forecast\w*|"
        r"projected|pledg\w+|vow\w*|promis\w+|ask\w*|urge\w*|calls?\s+for|question\w*|whether|schedul\w*|slated|upcoming|"
        r"target\w*|goal\w*|await\w*|pending|puts?\s+forward|suggest\w*|recommend\w*|debate\w*|explor\w+|looks?\s+to|"
        r"appl(?:y|ies|ied)|request\w*|ahead\s+of|prepar\w+|ready|on\s+track|poised|push\w*|pitch\w*|offers?|near\w*|"
        r"towards?|discuss\w*|negotiat\w*|contemplat\w+|motion|ballot|candidate\w*|stud(?:y|ies|ying)|vote[sd]?|voting|anticipat\w+)\b"
        r"|\bto\s+(?!the\b|a\b|an\b|its\b|\d)[a-z]+|\?|\b(?:under\s+(?:review|consideration|study))\b",
        re.IGNORECASE,
    ),
    Kind.CONDITION: re.compile(
        r"\b(?:if|unless|subject|provided|pending|contingent|condition\w*|depend\w*|until|needs?|needed|requir\w+|await\w*|"
        r"(?-i:may|May(?=\s+(?:be\b|soon\b|have\b)))|could|would|might|threat\w*|propos\w*|likely|assuming|once|"
        r"after(?!\s+(?:[\w-]+\s+){0,2}(?:minutes|hours|days|weeks|months|years|seasons)\b)|as\s+long|so\s+long|only|when|hinges?|still|"
        r"without|except|plans?|possible|potential|expect\w*|in\s+case|should|aim\w*|hop(?:es?|ed|ing)|goal\w*|target\w*|seek\w*|intend\w*)\b|\?",
        re.IGNORECASE,
    ),
    Kind.ATTRIBUTION: re.compile(
        r"\b(?:said|says?|saying|tells?|told|accord\w+|claims?|claimed|claiming|alleg\w+|accus\w+|report(?:s|ed|edly)?|argu\w+|"
        r"believ\w+|suspect\w*|suits?|lawsuits?|sues?|sued|critics?|opponents?|stud(?:y|ies)|finds?|shows?|warn\w*|over\s+alleged|"
        r"probe\w*|investigat\w+|charg\w+|question\w*|may|might|could|appears?|seems?|likely|possibl\w+|rumou?r\w*|sources?|"
        r"officials?|experts?|analysts?|den(?:y|ies|ied)|touts?|boasts?|promis\w+|vows?|insist\w*|suggest\w*|purport\w*|"
        r"think\w*|complain\w*|expects?|estimat\w+|per|contend\w*|apparent\w*|presum\w+|put\s+at|blam\w+|points?\s+to|"
        r"wrote|writes?|describ\w+|unconfirmed|supposed\w*|leak\w*|named?|cit(?:es|ed|ing))\b|[“”‘\"?:]|\B'\w",
        re.IGNORECASE,
    ),
}


# One of these stands in every hedge of its kind; a sentence without any is not read for it.
_TELLING = {
    Kind.MODALITY: word_set(
        "may might could considering weighing mulling exploring contemplating discussing eyeing studying debating hope hopes "
        "hoped hoping want wants wish wishes wished aim aims aimed aiming threaten threatens threatened threatening talks urge "
        "urges urged ask asks asked call calls potential seek seeks seeking sought decide apply applies applied possible "
        "prospective would tentative hypothetical plan plans planned planning intend intends intended intending propose "
        "proposes proposed pledge pledges pledged promise promises promised vow vows vowed offer offers offered likely prepare "
        "prepares prepared preparing recommend recommends recommended suggest suggests suggested look looks looking draft "
        "expect expects expected expecting set due scheduled schedules slated projected forecast poised track anticipate "
        "anticipates anticipated"
    ),
    Kind.CONDITION: word_set(
        "unless provided providing if condition event assuming contingent conditional dependent long subject pending"
    ),
    Kind.ATTRIBUTION: word_set(
        "allege alleges alleged alleging allegedly claim claims claimed claiming accuses accused accusing suspect suspects "
        "suspected believe believes believed argues argued contends contended insist insists insisted boast boasts boasted "
        "rumor rumors rumour rumours rumored rumoured reportedly purportedly purported supposedly unconfirmed according "
        "familiar named identified anonymity says said states stated"
    ),
    Kind.SCOPE: TELLING_WORDS,
}


def hedges_of(
    text: str, words: Sequence[str], kinds: Collection[Kind] = tuple(Kind)
) -> list[Hedge]:
    """The hedges of one sentence of a source, in order of kind and place.

    Args:
        text: the sentence.
        words: its words, case-folded; where none of them tells of a kind, it is not looked for.
        kinds: what is looked for.
    """
    held = frozenset(words)
    found: list[Hedge] = []
    for kind, read in _READ.items():
        if kind in kinds and not held.isdisjoint(_TELLING[kind]):
            found += read(text)
    return found


def keeps(kind: Kind, text: str) -> bool:
    """Whether the article's sentence has any word that keeps a hedge of that kind (not a scope)."""
    return _KEEPS[kind].search(text) is not None


def statement_of(text: str, condition: Hedge) -> tuple[int, int]:
    """Where the statement begins and ends, in code points of the sentence, that a condition bears on.

    "It bought four, and it will take two more if a stable is built": the condition is of the two. What
    follows a comma inside is left with the whole, since a list and an aside look alike.
    """
    first, end = condition.start, len(text)
    start = 0
    for match in _OTHER_STATEMENT.finditer(text, 0, first):
        if "," not in text[match.end() : first].rstrip().removesuffix(","):
            start = match.end()
    if text[start:first].strip():
        behind = _OTHER_STATEMENT.search(text, condition.reach[1])
        end = behind.start() if behind else end
    return start, end


def _modalities(text: str) -> Iterator[Hedge]:
    for strength, pattern in (
        ("possible", _POSSIBLE),
        ("planned", _PLANNED),
        ("scheduled", _SCHEDULED),
    ):
        for match in pattern.finditer(text):
            name = next(key for key, value in match.groupdict().items() if value)
            start, end = match.span(name)
            reach = match.end(), _clause_end(text, match.end())
            noun = name in {"word5", "word3"} and " " not in text[start:end]
            yield Hedge(
                Kind.MODALITY, start, end, text[start:end], reach, match.end(), strength, noun
            )


def _conditions(text: str) -> Iterator[Hedge]:
    for match in _CONDITION.finditer(text):
        start, end = match.span("word")
        word = text[start:end].lower()
        if word == "if" and (
            _NO_CONDITION_BEFORE.search(text[:start])
            or _NO_CONDITION.match(text, start)
            or _UNREAL.search(text, 0, start)
        ):
            continue
        last = _condition_end(text, end)
        yield Hedge(Kind.CONDITION, start, end, text[start:end], (start, last))


def _attributions(text: str) -> Iterator[Hedge]:
    for match in _STRONG.finditer(text):
        start, end = match.span()
        forward = match.group("forward") is not None
        reach = (end if forward else _clause_start(text, start), _clause_end(text, end))
        yield Hedge(Kind.ATTRIBUTION, start, end, match.group(), reach, strength="strong")
    for match in _OF_ITSELF.finditer(text):
        start, end = match.span()
        if _BOLD.search(text):
            reach = _clause_start(text, start), _clause_end(text, end)
            yield Hedge(Kind.ATTRIBUTION, start, end, match.group(), reach, strength="itself")


def _scopes(text: str) -> Iterator[Hedge]:
    for name, start, end in scopes_in(text):
        reach = _clause_start(text, start), _clause_end(text, end)
        yield Hedge(Kind.SCOPE, start, end, text[start:end], reach, strength=name)


_READ: dict[Kind, Callable[[str], Iterator[Hedge]]] = {
    Kind.MODALITY: _modalities,
    Kind.CONDITION: _conditions,
    Kind.ATTRIBUTION: _attributions,
    Kind.SCOPE: _scopes,
}


def _clause_end(text: str, at: int) -> int:
    match = _BREAK.search(text, at)
    return match.start() if match else len(text)


def _clause_start(text: str, at: int) -> int:
    last = 0
    for match in _BREAK.finditer(text, 0, at):
        last = match.end()
    return last


def _condition_end(text: str, at: int) -> int:
    """Where the condition ends: at a comma or the end of its clause."""
    match = _MARK.search(text, at)
    return match.start() if match else len(text)
