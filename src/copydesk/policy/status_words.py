"""By what words a source says what standing its evidence has, and an article passes that on.

All lists of the family ``standing`` are here; a newsroom adds to them with ``status_marks`` (phrases of
sources), ``status_labels`` (words of articles) and ``self_published`` (sites). The phrases were chosen to
be sure: what is common in other senses ("source", "draft", "alpha") is left out, or stands with the words
that make it sure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

__all__ = ["SELF_PUBLISHED", "STANDINGS", "Standing", "standing"]


@dataclass(frozen=True, slots=True)
class Standing:
    """``marks`` finds what a source says of its evidence, ``labels`` what an article says of it.

    ``hints`` are pieces of text, in lower case, one of which every match of ``marks`` holds; they are
    looked for first. Empty: nothing is sure to be there.
    """

    marks: re.Pattern[str]
    labels: re.Pattern[str]
    hints: tuple[str, ...]

    def first(self, text: str) -> re.Match[str] | None:
        """The first words that mark ``text``: looked for only around the hints, as texts are long."""
        lower = text.lower()
        if len(lower) != len(text):
            lower = text
        found = None
        for hint in self.hints:
            at = lower.find(hint)
            while at >= 0:
                match = self.marks.search(text, max(0, at - _AROUND), at + len(hint) + _AROUND)
                if match is not None and (found is None or match.start() < found.start()):
                    found = match
                at = lower.find(hint, at + _AROUND)
        return found

    def marked(self, text: str) -> str:
        """The words of ``text`` that mark it, on one line, or ``""``."""
        found = self.first(text)
        return " ".join(found.group().split()) if found else ""


# Code points around a hint that hold all that marks with it can be.
_AROUND = 150
_PEOPLE = (
    r"(?:people|persons?|sources?|individuals?|officials?|executives?|employees?|insiders?|engineers?|"
    r"lawyers?|diplomats?|aides?|bankers?|investors?|staffers?|workers?)"
)
_COUNTED = r"(?:(?:one|two|three|four|five|six|several|multiple|some|a|an|the|senior|former|current|US|U\.S\.)\s+){0,3}"
_ANONYMOUS = (
    rf"\b{_PEOPLE}\s+(?:who\s+(?:are|were|is|was)\s+)?(?:familiar|close)\s+(?:with|to)\s+the\b"
    rf"|\b{_PEOPLE}\s+(?:briefed|with\s+(?:direct\s+)?knowledge|familiar\s+with|with\s+knowledge)\b"
    rf"|\bon\s+(?:the\s+)?condition\s+(?:of\s+anonymity|that\s+(?:they|he|she)\b)"
    rf"|\b(?:asked|declined|requested|asking|declining|requesting)\s+not\s+to\s+be\s+(?:named|identified)"
    rf"|\b(?:anonymous|unnamed|unidentified)\s+{_PEOPLE}\b"
    rf"|\b(?:according\s+to|told|citing|cited)\s+{_COUNTED}(?:anonymous\s+|unnamed\s+)?(?:sources|insiders)\b"
    rf"|\bsources\s+(?:told|tell|say|said|familiar|close)\b"
)
_ANONYMOUS_LABEL = (
    rf"\b(?:familiar\s+with|briefed\s+on|with\s+(?:direct\s+)?knowledge|close\s+to)\b"
    r"|\banonym|\bunnamed\b|\bunidentified\b|\bnot\s+(?:to\s+)?be\s+(?:named|identified)\b|\breportedly\b"
    r"|\binsiders?\b|\bsources?\s+(?:said|say|told|tell|familiar|close|with)\b|\b(?:citing|according\s+to|"
    rf"told\s+by)\s+{_COUNTED}(?:people|persons?|sources?|officials?)\b|\brumou?r|\bundisclosed\s+sources?\b"
    r"|\b(?:two|three|several|multiple|unnamed|some)\s+(?:people|sources|officials|executives)\b"
)
_SINGLE = (
    r"\b(?:was|were|had\s+been|been|as|news\s+was)?\s*(?:first|earlier|originally|previously)\s+reported\s+"
    r"(?:on\s+\w+\s+|in\s+\w+\s+|last\s+\w+\s+)?by\s+(?:the\s+|The\s+)?(?P<by>[A-Z][\w&’-]+(?: [A-Z][\w&’-]+){0,3})"
    r"|\b(?:The\s+|the\s+)?(?P<who>[A-Z][\w&’-]+(?: [A-Z][\w&’-]+){0,3})\s+(?:was\s+the\s+first\s+to\s+report|"
    r"first\s+reported|was\s+first\s+to\s+report)\b"
)
_PRERELEASE = (
    r"\b(?:not|never)\s+(?:yet\s+)?(?:been\s+)?(?:certified\s+by\s+)?peer[- ]review(?:ed)?\b"
    r"|\bawait(?:s|ing)\s+peer\s+review|\bpre-?print\b|\bleaked\s+(?:documents?|memos?|slides?|e-?mails?|images?|"
    r"benchmarks?|specifications?|specs|files?|photos?|roadmaps?|drafts?|screenshots?|recordings?)\b"
    r"|\bunder\s+embargo\b|\bembargoed\s+until\b|\bleaker\b"
    r"|\b(?:public|private|developer|closed|open|first|second|third|fourth|fifth)\s+beta\b|\bbeta\s+(?:version|release|build|"
    r"software|\d)|\brelease\s+candidate\b|\b(?:pre-?release|pre-?production|nightly|preview|test)\s+"
    r"(?:builds?|versions?|units?|hardware|drivers?)\b|\bengineering\s+samples?\b|\b\d+\.\d+(?:\.\d+)?[-.]?(?:rc|beta|alpha|dev)[-.]?\d*\b"
)
_PRERELEASE_LABEL = (
    r"\bpre-?prints?\b|\bpeer[- ]review|\bunreviewed\b|\bworking\s+papers?\b|\b(?:ar|bio|med|chem|psyar|tech)Xiv\b|\bSSRN\b"
    r"|\bmanuscript\b|\bdrafts?\b|\bleak|\bembargo|\bbetas?\b|\brelease\s+candidate|\bRC ?\d|\bpre-?release"
    r"|\bpre-?production|\bnightl(?:y|ies)\b|\bpreviews?\b|\btest\s+(?:builds?|versions?|units?)|\bengineering\s+samples?\b"
    r"|\bunreleased\b|\bprototypes?\b|\brumou?r|-(?:rc|beta|alpha|dev)\b|\d(?:rc|a|b|dev)\d|\bnot\s+(?:yet\s+)?(?:been\s+)?(?:published|released|final)"
    r"|\bunpublished\b|\bposted\s+(?:on|to)\b|\balpha\b|\bearly\s+(?:access|version|build)|\btesting\s+phase\b|\bin\s+testing\b|\binsider\s+(?:build|channel)"
)
_TOOL = r"(?:an?\s+)?(?:AI|A\.I\.|artificial\s+intelligence|generative\s+AI|(?:large\s+)?language\s+models?|LLMs?|ChatGPT|GPT-\d\w*|Claude|Gemini|Copilot|automation|automated\s+(?:technology|system)s?|an?\s+algorithm)"
_MADE = r"(?:written|generated|created|produced|drafted|authored|compiled|summari[sz]ed|translated|composed|prepared)"
_TEXT = r"(?:article|story|post|page|content|summary|text|report|answer|comment|review|description|transcript|overview|document|blog|brief)"
_MACHINE = (
    rf"\b(?:This|The|These)\s+(?:\w+\s+)?{_TEXT}s?\s+(?:was|were|is|are|has\s+been|have\s+been)\s+"
    rf"(?:\w+\s+){{0,3}}{_MADE}\s+(?:\w+\s+){{0,3}}(?:by|with|using|through|via)\s+(?:the\s+(?:help|assistance|aid|use)\s+of\s+)?{_TOOL}\b"
    rf"|\bAI[- ](?:generated|written|assisted|authored)\s+{_TEXT}\b(?=[\s.:,)]*(?:$|\n|may|can|might|reviewed|and\s+may))"
    rf"|^[ \t(\[]*{_MADE}\s+"
    rf"(?:entirely\s+|partly\s+|in\s+part\s+)?(?:by|with|using)\s+(?:the\s+(?:help|assistance|aid|use)\s+of\s+)?{_TOOL}\b"
    r"|^[ \t(\[]*(?:AI[- ](?:generated|written|assisted))[ \t)\].:]*$"
    r"|\bAuthored\s+with\s+an\s+AI\s+assistant\b|\bI\s+used\s+(?:ChatGPT|Claude|Gemini|an?\s+LLM|AI)\s+to\s+write\s+this\b"
)
_MACHINE_LABEL = (
    r"\bAI\b|\bartificial\s+intelligence\b|\bmachine[- ](?:written|generated|made)|\bautomat(?:ed|ically)\b|\bgenerated\b|\bLLM\b|"
    r"\blanguage\s+model|\bChatGPT\b|\bchatbot\b|\bassistant\b|\bbot\b|\balgorithm"
)
_SELF_LABEL = (
    r"\bblogs?\b|\bblog\s+posts?\b|\bposts?\b|\bposted\b|\bposting\b|\btweet|\bthreads?\b|\bforum|\bnewsletter|\bsubstack\b|"
    r"\bmedium\b|\breddit|\bsubreddit|\blinkedin\b|\bfacebook\b|\binstagram\b|\btiktok\b|\byoutube\b|\bvideo\b|\bmastodon\b|"
    r"\bbluesky\b|\btelegram\b|\btruth\s+social\b|\bon\s+X\b|\bsocial\s+media\b|\bself-published\b|\bhacker\s+news\b|\busers?\b|"
    r"\bcomment(?:s|er|ers|ed)?\b|\bdiscussion|\bessay\b|\bwrote\b|\bwrites\b|\bpersonal\s+(?:site|page|website)|\bdiary\b|\bcolumn\b|"
    r"\bwiki|\banalyst\b|\bconsultant\b|\breview(?:er)?\b"
)

_PLAIN: Mapping[str, tuple[str, str, tuple[str, ...]]] = MappingProxyType(
    {
        "prerelease": (
            _PRERELEASE,
            _PRERELEASE_LABEL,
            ("peer", "preprint", "pre-print", "leak", "embargo", "beta", "candidate", "build", "version", "unit",
             "hardware", "driver", "sample", "rc", "alpha", "dev"),
        ),
        "single": (_SINGLE, r"\bfirst\s+reported\b|\breport(?:ed)?\s+first\b", ("reported", "first to report")),
        "anonymous": (
            _ANONYMOUS,
            _ANONYMOUS_LABEL,
            ("familiar", "close to", "briefed", "knowledge", "anonym", "named", "identified", "unidentified",
             "sources", "insiders"),
        ),
        "machine": (
            _MACHINE,
            _MACHINE_LABEL,
            ("written", "generated", "created", "produced", "drafted", "authored", "compiled", "summari",
             "translated", "composed", "prepared", "assisted", "i used"),
        ),
        "self-published": (r"(?!)", _SELF_LABEL, ()),
    }
)  # fmt: skip
STANDINGS = tuple(_PLAIN)
"""The standings that a newsroom may add words to."""

SELF_PUBLISHED = frozenset(
    {"substack.com", "medium.com", "blogspot.com", "wordpress.com", "tumblr.com", "ghost.io", "dev.to",
     "hashnode.dev", "hashnode.com", "write.as", "bearblog.dev", "livejournal.com", "typepad.com", "beehiiv.com",
     "x.com", "twitter.com", "facebook.com", "instagram.com", "threads.net", "threads.com", "tiktok.com",
     "linkedin.com", "bsky.app", "mastodon.social", "truthsocial.com", "t.me", "youtube.com", "youtu.be",
     "reddit.com", "news.ycombinator.com", "quora.com", "4chan.org", "discord.com", "lemmy.world",
     "stackoverflow.com", "stackexchange.com", "lobste.rs", "patreon.com", "hubpages.com", "vocal.media",
     "wikipedia.org", "fandom.com", "gist.github.com", "pastebin.com", "scribd.com"}
)  # fmt: skip
"""Sites where everybody publishes what they like, without an editor."""


@lru_cache(maxsize=64)
def standing(name: str, marks: Iterable[str] = (), labels: Iterable[str] = ()) -> Standing:
    """The words of one standing, with those that a newsroom adds (tuples of plain phrases)."""
    own_marks, own_labels, hints = _PLAIN[name]
    # Only a capital tells whose report it was.
    flags = re.MULTILINE if name == "single" else re.MULTILINE | re.IGNORECASE
    return Standing(
        re.compile("|".join((own_marks, *map(_phrase, marks))), flags),
        re.compile("|".join((own_labels, *map(_phrase, labels))), re.IGNORECASE),
        (*hints, *(phrase.casefold() for phrase in marks)),
    )


def _phrase(words: str) -> str:
    return r"\b" + r"\s+".join(map(re.escape, words.split())) + r"\b"
