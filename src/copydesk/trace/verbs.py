"""Verbs that a headline puts for each other: "buys" for "acquires", "axes" for "cuts"."""

from __future__ import annotations

from copydesk.trace.words import tokenise

__all__ = ["same_act"]

_GROUPS = (
    "buy buys bought acquire acquires acquired acquisition purchase purchases takeover",
    "cut cuts slash slashes slashed reduce reduces reduced axe axes axed shed sheds lay layoffs",
    "launch launches launched release releases released unveil unveils introduce introduces debut",
    "ban bans banned prohibit prohibits prohibited bar bars outlaw outlaws forbid forbids",
    "raise raises raised increase increases increased hike hikes lift lifts rise rises rose",
    "approve approves approved approval clear clears cleared clearance ok okays",
    "close closes closed closing closure shut shuts shutting shutdown",
    "build builds built building construct constructs construction",
    "begin begins began start starts started open opens opened",
    "kill kills killed destroy destroys destroyed",
    "stop stops stopped halt halts halted end ends ended",
    "sue sues sued suit",
    "win wins won beat beats defeat defeats",
    "quit quits resign resigns resigned",
    "cap caps capped limit limits limited",
)
_CLASS = {
    stem: number for number, words in enumerate(_GROUPS) for stem in tokenise(words).stems if stem
}


def same_act(one: str, other: str) -> bool:
    """Whether two stems are of one word, or of two that a headline puts for each other."""
    return one == other or (one in _CLASS and _CLASS[one] == _CLASS.get(other))
