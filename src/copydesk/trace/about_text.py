"""Sentences about a text itself ("The article discusses …", "Here is a summary of it:").

They state nothing about the world by themselves. What is told by grammar alone: a lead-in that ends
with a colon or begins with "here is"; a subject that is the text ("the passage", "this document"),
its voice ("the author") or a pronoun that goes on speaking of either, with a verb of telling or of
holding; and what the text is said *not* to hold, which no text can bear out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["About", "TextTalk"]

_TEXT = (
    r"(?:article|passage|summary|text|document|excerpt|transcript|conversation|dialogue|"
    r"discussion|interview|episode|podcast)s?"
)
_VOICE = r"(?:author|writer|narrator|speaker|host|presenter|interviewer|interviewee)s?"
_TELLS = (
    r"(?:address(?:es)?|analy[sz]es?|argues?|assess(?:es)?|begins?|comprises?|concludes?|considers?|"
    r"consists? of|contains?|continues?|covers?|debates?|deliberates?|delves?|describes?|details?|"
    r"discuss(?:es)?|elaborates?|emphasi[sz]es?|encompass(?:es)?|ends?|entails?|evaluates?|"
    r"examines?|explains?|explores?|features?|focus(?:es)?|gives?|goes|highlights?|includes?|"
    r"incorporates?|introduces?|involves?|is about|lists?|mentions?|narrates?|notes?|offers?|"
    r"outlines?|points?|presents?|proceeds?|provides?|recommends?|recounts?|refers?|reflects?|"
    r"relates?|reports?|reveals?|says?|shares?|shows?|speaks?|speculates?|states?|stresses|"
    r"suggests?|summari[sz]es?|talks?|tells?|touch(?:es)?|traces|urges?)"
)
_ADVERBS = (
    r"(?:(?:also|then|further|only|mainly|primarily|briefly|even|both|does|do|did|can|\w+ly) ){0,3}"
)
_OPENING = r"(?:[A-Z]\w+(?: \w+){0,5}, )?"
# The subject with at most a few words before and behind its noun; then the verb.
_SUBJECT = re.compile(
    rf"\A\W*{_OPENING}(?:the|this|that|an?|our|both) (?:[\w’'-]+ ){{0,3}}?"
    rf"(?:{_TEXT}(?: (?:itself|above|below|provided|given))? {_ADVERBS}(?:{_TELLS}|is|are|has|have)"
    rf"|{_VOICE} {_ADVERBS}{_TELLS})\b",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    rf"\A\W*{_OPENING}(?:it|they|he|she|both|the two|the group|the (?:two )?(?:men|women)) "
    rf"{_ADVERBS}{_TELLS}\b",
    re.IGNORECASE,
)
_LEAD_IN = re.compile(
    rf"\A\W*{_OPENING}(?:here(?:’s|'s| is| are)|below (?:is|are)|the following (?:is|are)|"
    rf"i (?:can|will|have|would)|(?:note|please note)\b)",
    re.IGNORECASE,
)
# What is said not to stand in the text.
_SILENT = re.compile(
    rf"\b(?:no|not|n't|nothing|neither|without)\b[^.;]{{0,120}}"
    rf"\b(?:mention|provid|contain|given|includ|specif|stat|in th(?:e|is) (?:\w+ )?{_TEXT}\b)"
    rf"|\b{_TEXT}\b[^.;]{{0,60}}\b(?:not|no)\b",
    re.IGNORECASE,
)
_NAMES_TEXT = re.compile(rf"\b(?:the|this)(?: \w+)? {_TEXT}\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class About:
    """``empty``: nothing of it is about the world. ``frame``: code points at its beginning that
    only speak of the text, 0 where there are none.
    """

    empty: bool = False
    frame: int = 0


class TextTalk:
    """Reads the sentences of one passage in order: "it also includes" goes on from "the article"."""

    def __init__(self) -> None:
        self._goes_on = False

    def read(self, sentence: str) -> About:
        """What of a sentence is about the text."""
        text = sentence.replace("\n", " ")
        if text.rstrip(' *_"”’)').endswith(":") or _LEAD_IN.match(text):
            return About(empty=True)
        framed = _SUBJECT.match(text) or (self._goes_on and _PRONOUN.match(text)) or None
        self._goes_on = bool(framed)
        if _NAMES_TEXT.search(text) and _SILENT.search(text):
            return About(empty=True)
        return About(frame=framed.end() if framed else 0)
