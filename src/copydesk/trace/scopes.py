"""Scopes: where alone a finding holds (in mice, in a test version, in one user's report), and the words
that tell of such a scope in any form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from copydesk.trace.words import word_set

__all__ = ["TELLING_WORDS", "keeps_scope", "scopes_in"]


class _Scope:
    """A scope's ``name``, how a source states it, and what an article may keep it with."""

    def __init__(self, name: str, *, stated: str, kept: str) -> None:
        self.name = name
        self.stated = re.compile(stated, re.IGNORECASE)
        self.kept = re.compile(kept, re.IGNORECASE)


_SCOPES = (
    _Scope(
        "animals",
        stated=r"\bin\s+(?:\w+\s+)?(?:mice|rats|mouse\s+models?|rodents?|animals?|animal\s+(?:models?|tests?|studies)|monkeys|pigs|"
        r"zebrafish|fruit\s+flies|macaques|primates|hamsters|rabbits)\b(?!['’])",
        kept=r"\b(?:mice|mouse|rats?|rodents?|animals?|monkeys?|pigs?|zebrafish|fl(?:y|ies)|macaques?|primates?|"
        r"hamsters?|rabbits?|preclinical|lab(?:oratory)?)\b",
    ),
    _Scope(
        "laboratory",
        stated=r"\bin\s+(?:vitro|silico)\b|\bin\s+(?:the\s+)?(?:laboratory|lab)(?:\s+(?:dishes|tests?|experiments?|conditions|"
        r"settings?))?\b|\bin\s+(?:an?\s+)?(?:petri\s+)?dish(?:es)?\b|\b(?:in|on)\s+(?:human\s+)?cell\s+cultures?\b|\bcultured\s+cells\b",
        kept=r"\b(?:lab\w*|vitro|silico|dish(?:es)?|cells?|cultures?|experiments?|tests?|tested|early)\b",
    ),
    _Scope(
        "simulation",
        stated=r"\bin\s+(?:an?\s+|the\s+)?(?:\w+\s+)?simulations?\b|\bin\s+(?:a\s+)?simulated\b|\bcomputer\s+models?\s+(?:shows?|suggests?|predicts?)\b",
        kept=r"\b(?:simulat\w+|models?|modell?ing|computer|projection\w*|virtual)\b",
    ),
    _Scope(
        "preprint",
        stated=r"\bpreprint\b|\bnot\s+(?:yet\s+)?(?:been\s+)?(?:peer[- ])?reviewed\b|\bunreviewed\b|\bworking\s+paper\b",
        kept=r"\b(?:preprint|peer[- ]review\w*|reviewed|unreviewed|working\s+paper|early|preliminary|arxiv|medrxiv|biorxiv)\b",
    ),
    _Scope(
        "pre-release",
        stated=r"\bpre-?release\b|\b(?:beta|alpha|preview|nightly|experimental|developer)\s+(?:build|version|release|channel|preview)s?\b"
        r"|\brelease\s+candidate\b|\bearly\s+access\b|\bin\s+(?:public\s+|private\s+|closed\s+|open\s+)?(?:beta|alpha|preview)\b|\A\W*(?:the|an?|its|one)\s+(?:[\w-]+\s+)?prototypes?\b|\b(?:in|on|with|using)\s+an?\s+(?:[\w-]+\s+)?prototype\b",
        kept=r"\b(?:pre-?release|beta|alpha|preview\w*|nightly|experiment\w*|candidate|early|prototypes?|tests?|testing|trial|rc\d*|demo\w*)\b",
    ),
    _Scope(
        "one report",
        stated=r"\b(?:one|an?|single)\s+(?:\w+\s+)?(?:user|customer|owner|player|redditor|poster|reader|commenter)\s+(?:on\s+[^,.;]{1,40}\s+)?"
        r"(?:reports?|reported|says?|said|wrote|writes?|posted|claims?|claimed|complained|noticed|found)\b|\ba\s+single\s+report\b|\banecdotal\b",
        kept=r"\b(?:users?|reports?|reported\w*|owners?|customers?|forum|reddit\w*|posts?|posted|claims?|says?|said|players?|anecdot\w+|complain\w*)\b",
    ),
    _Scope(
        "survey",
        stated=r"\bin\s+(?:an?\s+|the\s+|its\s+|our\s+)?(?:\w+\s+){0,3}(?:survey|poll|questionnaire)\b|\b(?:survey|poll)(?:ed)?\s+of\s+\d"
        r"|\brespondents\b|\bof\s+(?:the\s+)?[\d,]+\s+\w+\s+(?:surveyed|polled|questioned)\b",
        kept=r"\b(?:survey\w*|poll\w*|respondents?|questionnaire|say|says|said|asked|told|think|thinks|feel|report\w*)\b",
    ),
    _Scope(
        "own tests",
        stated=r"\b(?:its|their|our|\w+['’]s)\s+(?:own|internal)\s+(?:benchmarks?|tests?|testing|figures|data|measurements|"
        r"evaluations?)\b|\bin\s+(?:our|internal|in-house)\s+(?:tests?|testing|benchmarks?|evaluations?)\b",
        kept=r"\b(?:own|internal\w*|in-house|benchmarks?|tests?|testing|says?|said|claims?|claimed|accord\w*|tells|told|"
        r"measurements?|evaluation\w*|promis\w+)\b",
    ),
    _Scope(
        "trial",
        stated=r"\bin\s+(?:an?|the|its|one|early|internal|small|initial)\s+(?:[\w-]+\s+){0,4}(?:trials?|pilot(?:\s+\w+)?|tests|field\s+test|experiments?|benchmarks?)\b",
        kept=r"\b(?:trials?|pilots?|tests?|tested|testing|stud(?:y|ies)|research\w*|experiments?|benchmarks?|patients|early|scientists)\b",
    ),
)
# A trial in court is none.
_COURT = re.compile(
    r"\b(?:courts?|judges?|jury|charged|denied|prosecut\w+|defen[cs]e|defendant|verdict|lawyers?|testif\w+|"
    r"convict\w+|antitrust)\b",
    re.IGNORECASE,
)


TELLING_WORDS = word_set(
    "mice rats mouse rodent rodents animal animals monkeys pigs zebrafish flies macaques primates hamsters rabbits vitro silico "
    "laboratory lab dish dishes cell cells cultured simulation simulations simulated model models preprint reviewed unreviewed "
    "working prerelease release build builds version versions preview previews beta alpha access channel channels prototype "
    "prototypes user customer owner player redditor poster reader commenter report anecdotal survey surveyed poll polled "
    "questionnaire questioned respondents trial trials pilot tests test experiment experiments benchmark benchmarks own internal our"
)
"""One of these stands in every scope; a sentence without any need not be looked at closely."""


def scopes_in(text: str) -> Iterator[tuple[str, int, int]]:
    """The first place of each scope that a sentence of a source states: name, start and end."""
    for one in _SCOPES:
        match = one.stated.search(text)
        if match is not None and not (one.name == "trial" and _COURT.search(text)):
            yield one.name, *match.span()


def keeps_scope(name: str, text: str) -> bool:
    """Whether a text of the article keeps the scope of that name in any form."""
    return any(name == one.name and one.kept.search(text) for one in _SCOPES)
