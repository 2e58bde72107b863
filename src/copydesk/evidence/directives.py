"""Words that address a machine: an instruction to whatever program reads the page.

On a real archive 64 pages matched such phrases and all but one were journalism about them, in plain
sight: the phrases alone say nothing. They are looked for only in text that no reader sees.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["directives"]

MAX_FOUND = 20
"""Passages reported of one text."""
_AROUND = 160

_MACHINE = r"(?:AI|A\.I\.|LLM|GPT|chat ?bot|language model|assistant|agent|crawler|bot)s?"
_ADDRESSED = re.compile(
    r"\b(?:ignor\w{1,4}|disregard\w*|forget|overrid\w{1,3}|bypass)\b[^.\n]{0,40}?"
    r"\b(?:previous|prior|above|earlier|preceding|all|any|your|system)\b[^.\n]{0,30}?"
    r"\b(?:instruction|prompt|direction|rule|guideline|command|context)s?\b"
    rf"|\b(?:if|when|as)\b[^.\n]{{0,20}}\b(?:you(?:'re| are)?|an?)\b[^.\n]{{0,30}}\b{_MACHINE}\b"
    rf"|\b(?:attention|note|notice|dear|instructions?|message|hello|hey|stop)\b[^.\n]{{0,12}}"
    rf"\b(?:to|for|all|any|every|,|:|!)\s*(?:all |any |the )*{_MACHINE}\b"
    rf"|\byou are (?:now )?(?:an?|the) [^.\n]{{0,40}}{_MACHINE}\b"
    rf"|\b{_MACHINE}\b[^.\n]{{0,20}}\b(?:must|should|shall|are (?:required|instructed|directed))\b"
    r"|\b(?:reveal|print|repeat|output)\b[^.\n]{0,20}\b(?:system|hidden|initial) prompt\b"
    r"|\bignor\w{1,5}\b[^.\n]{0,40}\b(?:instructions pr\w+|consignes|instrucciones|istruzioni|instruções)"
    r"|\b(?:ignorier\w*|missachte\w*|vergiss)\b[^.\n]{0,40}\b(?:anweisung\w*|vorgaben?)\b"
    r"|忽略[^。\n]{0,12}(?:指令|指示|提示)|(?:以前|前)の指示を無視"
    r"|(?:игнорируй|забудь)\w*[^.\n]{0,30}(?:инструкци|указани)",
    re.IGNORECASE,
)


def directives(text: str) -> Iterator[tuple[int, int]]:
    """Where ``text`` (of a place that no reader sees) addresses a machine.

    Yields:
        Start and end of each passage, in code points: the phrase and the rest of its line, at most
        :data:`MAX_FOUND`, none overlapping.
    """
    at = count = 0
    while count < MAX_FOUND and (match := _ADDRESSED.search(text, at)) is not None:
        low = max(text.rfind("\n", at, match.start()) + 1, match.start() - _AROUND, at)
        line = text.find("\n", match.end())
        high = min(line if line >= 0 else len(text), match.end() + _AROUND)
        yield low, high
        at, count = high, count + 1
