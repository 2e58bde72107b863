"""Who a text says said the words at a place: by the words beside them, not by who is named nearby.

Read alike in the article and in its sources: "said X", "X, the director, said", "X told Y",
"according to X", "X:" and a speaker's tag before the words, a dash with a name behind them, a
quotation that goes on after "X said.", and pronouns, which stand for the last person named.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from copydesk.trace.name_forms import ROLES
from copydesk.trace.specifics import Item, TextValue, quoted_spans, scan_names

__all__ = ["Said", "attribution"]

# How far from its quotation a speaker is named, in code points, and how much of the text before it
# a pronoun may reach back.
_REACH, _BACK = 260, 900
# So much of a paragraph is read on either side of the words.
_PARAGRAPH = 600
# Words of the speaker that are not quoted, between the verb and the quotation.
_GAP = 170
# An abbreviated rank has no more letters.
_RANK = 5

_SAYS = (
    r"(?:said|says|wrote|writes|added|adds|noted|notes|stated|states|explained|explains|argued|argues|warned|warns|"
    r"asked|asks|insisted|insists|claimed|claims|concluded|concludes|acknowledged|acknowledges|declared|declares|"
    r"tweeted|posted|replied|commented|remarked|testified|recalled|observed|predicted|announced|confirmed|"
    r"emphasi[sz]ed|emphasi[sz]es|stressed|stresses|continued|quipped|joked|admitted|admits|cautioned|conceded|urged|"
    r"pledged|vowed|responded|suggested|reiterated|elaborated|put it|puts it)"
)
_ONLY_FRONT = (
    r"(?:told|tells|called|calls|calling|described|describes|describing|characteri[sz]ed|characteri[sz]es|dubbed|termed|hailed|"
    r"praised|criticized|criticised|dismissed|saying|writing|warning|noting|adding|stating)"
)
_INVERTED = re.compile(rf"{_SAYS}\s+", re.IGNORECASE)
_ANY = re.compile(rf"\b(?:{_SAYS}|{_ONLY_FRONT})\b", re.IGNORECASE)
# What may stand between a name and its verb; no run of blanks is tried in more than one way.
_ASIDE = r"(?:[’']s?)?(?:\s{0,3},[^,\n]{1,140},|\s{0,3}\([^)\n]{1,80}\)|\s+of\s[^,\n]{1,50})?,?"
_ADVERBS = r"\s{0,3}(?:(?:who|also|later|then|has|had|have|recently|previously|himself|herself|further|\w{2,14}ly)\s{1,3}){0,2}"
_NAME_THEN = re.compile(rf"{_ASIDE}{_ADVERBS}(?:{_SAYS}|{_ONLY_FRONT})\b", re.IGNORECASE)
_BETWEEN = re.compile(rf"{_ASIDE}{_ADVERBS}\Z", re.IGNORECASE)
_PRONOUN_THEN = re.compile(
    rf"(?:he|she|they){_ADVERBS}\s*(?:{_SAYS}|told|tells)\b|{_SAYS}\s+(?:he|she)\b", re.IGNORECASE
)
_PRONOUN_BEFORE = re.compile(rf"\b(?:he|she){_ADVERBS}\Z", re.IGNORECASE)
# Between "said" and the name: a role, or what the speaker is to somebody.
_LEAD = re.compile(r"(?:[a-z’'.-]+[ ,]+|[A-Z][\w.’'-]*[ ,]+){0,9}\Z")
_NOT_LEAD = re.compile(r"\b(?:that|in|on|during|when|after|while|to|it|this|there|but)\b")
_PREPOSITION = re.compile(r"\b(?:for|at|from|by|with|of)\s+(?:the\s+)?\Z")
_NAME_BEHIND = re.compile(r"[^,]{2,60},\s+[A-Z][\w.-]+\s+[A-Z]")
_ACCORDING = re.compile(r"\baccording to\s+", re.IGNORECASE)
_DASH = re.compile(r"[\s”\"’]*(?:[—–~]|--|-(?=\s))\s*")
_CLOSING = re.compile(r"[\s,.!?”\"’'»\])*_]*")
_TAG = re.compile(r"(?:\A|\n)[ \t*_]*([^\W\d_a-z][^:\n.!?]{1,70}?)[ \t*_]*:[ \t*_]*(?=\S|\n)")
_SHORT = (
    "Dr Mr Ms Mrs St Gen Sen Rep Gov Col Sgt Maj Lt Jr Sr Inc Corp Ltd Brig Capt Prof Adm Hon Rev "
    "Sens Reps Supt Cmdr"
)
_ENDS = re.compile(
    rf"(?<![A-Z]){''.join(rf'(?<!{word})' for word in _SHORT.split())}[.!?][”\"’)\]]*\s+|;\s+|\n"
)
_OPEN = re.compile(r"[“\"«]")


@dataclass(frozen=True, slots=True)
class Said:
    """A speaker as named, where in the text, the words that say so, and whether by a pronoun that
    was resolved or by "according to", which names papers as often as persons.
    """

    name: str
    start: int
    clause: str
    pronoun: bool = False
    according: bool = False


def attribution(text: str, start: int, end: int) -> Said | None:
    """The speaker of ``text[start:end]`` where the text beside it says who that is.

    Looks at one paragraph; a pronoun or a speaker's tag may reach further back.
    """
    low = max(text.rfind("\n", max(0, start - _PARAGRAPH), start) + 1, start - _PARAGRAPH, 0)
    high = text.find("\n", end, end + _PARAGRAPH)
    high = high if high >= 0 else min(len(text), end + _PARAGRAPH)
    first, last = _quoted(text, low, high, start, end)
    before, behind = text[max(low, first - _REACH) : first], text[last : min(high, last + _REACH)]
    head = before.rstrip(" \t“\"«‘'[(*_")
    readers = [_behind, _before]
    if head.endswith((":", ",", " that", " as")) or _ANY.search(head[-14:]):
        readers.reverse()
    for read in (*readers, _according):
        found = read(head, behind, text[last - 1 : last])
        if found is not None:
            return _placed(text, first, found)
    return _tagged(text, first) or _announced(text, low, head) or _goes_on(text, low, first)


def _placed(text: str, first: int, found: Said) -> Said | None:
    """The finding with a pronoun resolved to the last person who is named before it."""
    if not found.pronoun:
        return found
    earlier = [one[2] for one in _names(text[max(0, first - _BACK) : first]) if " " in one[2]]
    return Said(earlier[-1], first, found.clause, pronoun=True) if earlier else None


def _quoted(text: str, low: int, high: int, start: int, end: int) -> tuple[int, int]:
    """The quotation of the paragraph that the words stand in, else the words themselves."""
    if text[start - 1 : start] in {"“", "«"} and re.match(r"[.,!?]?[”»]", text[end : end + 2]):
        return start, end
    for opened, closed in quoted_spans(text[low:high]):
        words = text[low + opened + 1 : low + closed]
        first, last = low + closed - len(words.lstrip()), low + opened + 1 + len(words.rstrip())
        if first < end and start < last:
            return min(start, first), max(end, last)
    return start, end


def _behind(_head: str, behind: str, mark: str) -> Said | None:
    """Behind the quotation: "said X", "X said", "she said", "according to X", "— X"."""
    dash = _DASH.match(behind)
    if dash is not None:
        found = _names(behind[dash.end() :])
        if found and found[0][0] == 0:
            return Said(found[0][2], 0, behind)
    clause = _tail(behind, mark)
    return _clause_behind(clause) if clause else None


def _tail(behind: str, mark: str) -> str:
    """The rest of the sentence behind a quotation, up to the next one; empty where it has ended."""
    closing = _CLOSING.match(behind)
    closed = closing.group() if closing else ""
    if mark == "." or "." in closed:
        return ""
    tail = behind[len(closed) :]
    stop = _OPEN.search(tail)
    return _ENDS.split(tail[: stop.start()] if stop else tail)[0]


def _clause_behind(clause: str) -> Said | None:
    pronoun = _PRONOUN_THEN.match(clause)
    if pronoun is not None:
        return Said("", 0, clause, pronoun=True)
    lead = _INVERTED.match(clause)
    for start, end, name in _names(clause):
        if lead is not None:
            gap = clause[lead.end() : start]
            if _inside_other(clause, start):
                continue
            return Said(name, start, clause) if _leads(gap) else None
        then = _NAME_THEN.match(clause, end)
        if then and (_leads(clause[:start]) or not clause[then.end() :].strip(" .")):
            return Said(name, start, clause)
    return None


def _leads(gap: str) -> bool:
    """Whether words before a name only say what the speaker is."""
    return bool(_LEAD.match(gap)) and not _NOT_LEAD.search(gap)


def _inside_other(clause: str, start: int) -> bool:
    """Whether a name only says whose spokesman or which firm's head it was."""
    return bool(_PREPOSITION.search(clause[:start])) and bool(_NAME_BEHIND.match(clause, start))


def _according(head: str, behind: str, mark: str) -> Said | None:
    """According to somebody, behind the quotation or in the sentence before it."""
    parts = [part for part in _ENDS.split(head) if part.strip()]
    for clause in (_tail(behind, mark), parts[-1] if parts else ""):
        lead = _ACCORDING.search(clause)
        names = [one for one in _names(clause) if one[0] >= lead.end()] if lead else []
        if lead and names and _leads(clause[lead.end() : names[0][0]]):
            return Said(names[0][2], names[0][0], clause, according=True)
    return None


def _before(head: str, _behind: str, _mark: str) -> Said | None:
    """Before the quotation: "X said:", "X told Y that", "according to X,", "X said." and on."""
    ended = head.endswith((".", "!", "?"))
    parts = [part for part in _ENDS.split(head.rstrip(".!?")) if part.strip()]
    sentence = parts[-1] if parts else ""
    if ended:
        # A quotation that goes on behind its attribution: “…,” X said. “…”
        opened = re.split(r"[”\"»]", sentence)
        return _clause_behind(opened[-1].lstrip(" ,")) if len(opened) > 1 else None
    verbs = list(_ANY.finditer(sentence))
    if verbs and len(sentence) - verbs[-1].end() <= _GAP:
        found = _subject(sentence, verbs)
        if found is not None:
            return found
    return None


def _subject(sentence: str, verbs: Sequence[re.Match[str]]) -> Said | None:
    """Who stands before the last of the verbs that has a name or a pronoun before it."""
    names = _names(sentence)
    for verb in reversed(verbs):
        for start, end, name in names:
            if end > verb.start() or _inside_other(sentence, start):
                continue
            if _BETWEEN.fullmatch(sentence, end, verb.start()):
                return Said(name, start, sentence)
        if _PRONOUN_BEFORE.search(sentence[: verb.start()]):
            return Said("", verb.start(), sentence, pronoun=True)
    return None


def _announced(text: str, low: int, head: str) -> Said | None:
    """The one person of a line before the paragraph that ends with a colon ("X also spoke:")."""
    line = text[max(0, low - _REACH) : low].rstrip()
    if (head.strip() and "\n" in head) or not line.endswith(":"):
        return None
    sentence = [part for part in _ENDS.split(line) if part.strip()][-1]
    names = [one for one in _names(sentence) if " " in one[2]]
    return Said(names[0][2], low, sentence) if len(names) == 1 else None


def _goes_on(text: str, low: int, first: int) -> Said | None:
    """The speaker of the paragraph before, where a quotation opens this one and nobody is named."""
    if not re.fullmatch(r"[ \t]*[“\"«]?", text[low:first]) or text[first - 1 : first] not in '“"«':
        return None
    line = text[max(0, low - _REACH) : low].rstrip().rpartition("\n")[2]
    closed = re.split(r"[”\"»]", line)
    found = _clause_behind(closed[-1].lstrip(" ,").rstrip(".")) if len(closed) > 1 else None
    return Said(found.name, first, found.clause, pronoun=True) if found and found.name else None


def _tagged(text: str, first: int) -> Said | None:
    """The last speaker's tag before the words, at the start of a line ("Anna Vell: …")."""
    head = text[max(0, first - 2 * _BACK) : first]
    tags = list(_TAG.finditer(head))
    if len(tags) < 2 and not (tags and "\n" not in head[tags[-1].end() :]):
        return None
    for tag in reversed(tags):
        names = _names(tag.group(1))
        if names and names[0][0] == 0:
            return Said(names[0][2], first, tag.group(1))
    return None


def _names(text: str) -> list[tuple[int, int, str]]:
    """Names that can be somebody's, with their places: no institution, no acronym."""
    return [
        (item.start, item.end, text[item.start : item.end])
        for item in scan_names(text, sentence_starts=(), known=_opening(text))
        if _may_speak(text, item)
    ]


def _opening(text: str) -> list[str]:
    """A capitalised word that begins a clause behind a quotation: "Vell said"."""
    match = re.match(r"\s*([^\W\d_a-z][\w-]+)", text)
    return [match.group(1)] if match and not match.group(1).endswith("ly") else []


def _may_speak(text: str, item: Item) -> bool:
    name = text[item.start : item.end]
    if isinstance(item.value, TextValue) and item.value.role in {"organisation", "place"}:
        return False
    if name.lower() in ROLES or (text[item.end : item.end + 1] == "." and len(name) <= _RANK):
        return False  # "Founder", "Brig. Gen."
    # "The Harbour Gazette" wrote it: that is where it stood, not who said it.
    article = text[max(0, item.start - 4) : item.start].lower() == "the "
    return not (article or name.isupper() or " of " in name)
