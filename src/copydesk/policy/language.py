"""Rules about the newsroom's own wording. Quotations, block quotes and code are never read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from copydesk.article.prose import Match, Prose
from copydesk.errors import ConfigError
from copydesk.policy.registry import Context, Hit, register
from copydesk.report import Severity

# "As an AI" alone is an ordinary attribute ("as an AI laboratory"), and "as an ai" begins
# "as an air taxi". Only the first person makes it a machine that speaks of itself.
_MODEL = r"(?:an?\s+)?(?:ai|artificial intelligence)(?:[\s-]+(?:language\s+)?(?:model|assistant|chatbot|system))?"
_SELF = re.compile(
    rf"\bas\s+(?:{_MODEL}|an?\s+(?:large\s+)?language\s+model)\s*,?\s+(?:i|my|i['\u2019]m)\b"
    rf"|\bi(?:['\u2019]m|\s+am)\s+(?:just\s+|only\s+)?(?:an?\s+(?:large\s+)?language\s+model"
    rf"|an?\s+(?:ai|artificial intelligence)\b)"
    r"|\bmy\s+(?:training\s+data|(?:knowledge|training)\s+cut-?\s?off)\b"
    r"|\bas\s+of\s+my\s+(?:last|latest|most\s+recent)\s+(?:update|training|knowledge)\b"
    r"|\bi\s+(?:cannot|can['\u2019]t|do\s+not|don['\u2019]t|am\s+(?:unable|not\s+able)\s+to)\s+"
    r"(?:browse|access|have\s+access\s+to)\s+(?:the\s+)?(?:internet|web|real-time|live)\b",
    re.IGNORECASE,
)
_SELF_HINTS = (
    "ai", "artificial", "language", "training", "knowledge", "my", "browse", "access",
)  # fmt: skip
_CHAT_HINTS = (
    "oaicite", "contentreference", "turn", "attributableindex", "\u3010", "here", "hope", "let",
)  # fmt: skip
_CHAT = re.compile(
    r"\b(?:oaicite|contentReference|(?:cite)?turn\d{1,2}(?:search|view|news|fetch)\d{1,3}|attributableIndex)\b"
    r"|\u3010\d{1,3}[:\u2020][^\u3011]{0,40}\u3011"
    r"|^\s*(?:certainly|sure|of course|absolutely)[!,.]\s+here(?:['\u2019]s|\s+is|\s+are)\b"
    r"|^\s*here(?:['\u2019]s|\s+is)\s+(?:the|your|a|an)\s+(?:\w+\s+){0,2}"
    r"(?:draft|rewrite|rewritten|revised\s+version|article\s+you\b)"
    r"|\bi\s+hope\s+this\s+(?:helps|meets\s+your)\b"
    r"|\blet\s+me\s+know\s+if\s+you(?:['\u2019]d|\s+would)?\s+(?:like|need|want)\b",
    re.IGNORECASE,
)
_PLACEHOLDER_HINTS = ("todo", "fixme", "tk", "[", "lorem", "{{", "<", "xx")
_PLACEHOLDER = re.compile(
    r"\b(?:TODO|FIXME)\b(?=\s*(?:[:)\]]|\(|$))|\b(?:TKTK|TK\s+TK)\b"
    r"|\[\s*(?:TK|TODO|TBD|TBC|FIXME|XXX?|sic\?|(?i:citation needed|source needed|placeholder"
    r"|(?:insert|add)\s[^\]\n]{1,60}|your\s[^\]\n]{1,40}|link here|name|date|quote|source|number))\s*\]"
    r"|(?i:\blorem\s+ipsum\b)|\{\{[^{}\n]{0,60}\}\}|<(?i:insert)\s[^<>\n]{1,60}>"
    r"|(?<![\w$])[$€£]?X{2,4}(?:%|\s(?:percent|per cent|million|billion)\b)"
)
_LOADED = (
    "bombshell", "breathtaking", "brilliant", "cutting-edge", "disgraceful", "earth-shattering",
    "eye-popping", "eye-watering", "game-changer", "game-changers", "game-changing",
    "groundbreaking", "ground-breaking", "heroic", "horrific", "incredible", "incredibly",
    "jaw-dropping", "laughable", "ludicrous", "mind-blowing", "mind-boggling", "miraculous",
    "monstrous", "outrageous", "pathetic", "revolutionary", "ridiculous", "shameful", "shameless",
    "shocking", "shockingly", "slam", "slammed", "slams", "sickening", "stunning",
    "stunningly", "thankfully", "unbelievable", "unbelievably", "world-class", "needless to say",
    "unsurprisingly", "undoubtedly", "obviously",
)  # fmt: skip
# A door that slams judges nobody.
_DOOR = r"\s+(?:shut\b|into\b|against\b|(?:the\s+)?(?:doors?|brakes)\b|on\s+the\s+brakes\b)"


@register(
    "ai-self-reference",
    Severity.ERROR,
    statement="The article does not speak of itself as a machine.",
    rationale="A sentence in which the model talks about itself shows that nobody read the draft. "
    "Articles about such systems are free to describe them: only the first person is a fault.",
    fix="Remove the sentence, and check what it was said in place of.",
    bad="As an AI language model, I cannot confirm the timetable.",
    good="The operator markets it as an AI assistant; it flies as an air taxi.",
)
def ai_self_reference(context: Context) -> Iterable[Hit]:
    """Outside quotations and code."""
    return _each(context, _SELF, _SELF_HINTS, "the draft speaks of itself")


@register(
    "chat-residue",
    Severity.ERROR,
    statement="Nothing of the conversation with a writing tool is left in the article.",
    rationale="Citation marks of a chat tool and its small talk (“Here is your draft”) are copied "
    "along unseen; readers see them at once.",
    fix="Remove it.",
    bad="Here is the revised draft: the ferry runs again.",
    good="The ferry runs again.",
)
def chat_residue(context: Context) -> Iterable[Hit]:
    """Outside quotations and code."""
    return _each(context, _CHAT, _CHAT_HINTS, "this is left over from a writing tool")


@register(
    "placeholder",
    Severity.ERROR,
    statement="No placeholder is left in the text.",
    rationale="A placeholder marks what the writer meant to look up. Published, it shows that the "
    "sentence was never finished or checked.",
    fix="Fill it in, or remove the sentence.",
    bad="The repair cost $XX million [citation needed].",
    good="The operator has not said what the repair cost.",
)
def placeholder(context: Context) -> Iterable[Hit]:
    """Outside quotations and code; “TODO” only where it stands as a mark, not as a word."""
    return _each(context, _PLACEHOLDER, _PLACEHOLDER_HINTS, "this place was never filled in")


@register(
    "loaded-word",
    Severity.WARNING,
    statement="The newsroom's own words do not judge or sell.",
    rationale="“Shocking”, “game-changing” and “slammed” tell readers what to feel. In a quotation "
    "they are somebody's judgement; outside one they are the newsroom's.",
    fix="Say what happened, or quote who judges.",
    bad="The stunning new ferry is a game-changer.",
    good="The new ferry carries twice as many cars.",
    config=("loaded_words",),
)
def loaded_word(context: Context) -> Iterable[Hit]:
    """Whole words, in any case; a capitalised word within a sentence is taken for a name."""
    pattern, hints = _loaded(context.config.loaded_words)
    for prose in context.prose:
        for match in prose.find(pattern, hints):
            if not prose.is_name(match):
                yield _hit(prose, match, "judges or sells")


@lru_cache(maxsize=32)
def _loaded(added: tuple[str, ...]) -> tuple[re.Pattern[str], tuple[str, ...]]:
    """The pattern of all loaded words, and the first part of each."""
    words, hints = [], []
    for word in (*_LOADED, *added):
        if not word.strip():
            raise ConfigError(
                "policy.loaded_words holds an empty word.",
                fix="Remove it.",
                location="copydesk.toml:policy.loaded_words",
            )
        words.append(r"\s+".join(re.escape(part) for part in word.split()))
        hints.append(word.split()[0].lower())
    # The longest first, so that "game-changers" is not cut to "game-changer".
    body = "|".join(sorted(set(words), key=lambda item: (-len(item), item)))
    pattern = re.compile(rf"(?<![\w-])(?:{body})(?![\w-])(?!{_DOOR})", re.IGNORECASE)
    return pattern, tuple(dict.fromkeys(hints))


def _each(
    context: Context, pattern: re.Pattern[str], hints: Sequence[str], why: str
) -> Iterable[Hit]:
    for prose in context.prose:
        for match in prose.find(pattern, hints):
            yield _hit(prose, match, why)


def _hit(prose: Prose, match: Match, why: str) -> Hit:
    words = " ".join(match.text.split())
    return Hit(prose.passage.field, match.start, match.end, f"“{words}”: {why}.", found=match.text)
