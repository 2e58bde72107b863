"""Which words of a text are denied, which affirmed, and which belong to a clause without a side."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import pairwise

from copydesk.trace.words import Tokens, word_set

__all__ = ["AFFIRMED", "DENIED", "UNSURE", "sides"]

AFFIRMED, DENIED, UNSURE = 0, 1, 2

# How many words behind a "not" it reaches.
_REACH = 5
# Where a clause of its own begins, which a denial before it does not reach.
_CLAUSE = word_set("that which who whose where when while because but although though and")
_BREAKS = ",;:—–()|\n"
_NEGATORS = word_set("not never cannot")
# What denies the verb behind its "to".
_DECLINES = word_set(
    "declined declines decline refused refuses refuse failed fails fail yet unable unwilling"
)
_NOT_A_DENIAL = word_set(
    "only just least more less later fewer longer doubt one matter necessarily alone"
)
_SOFT = word_set(
    "fail failing failure deny denied denies denying lack lacks lacked lacking reject rejected rejects "
    "hardly rarely barely seldom few little stop stopped halt halted except unless instead rather only "
    "until avoid avoided avoids prevent prevented prevents ban banned bans bypass bypassed bypassing skip "
    "skipped skipping waive waived waiving unlike if whether before require requires required withdrew "
    "withdraw withdrawn cancel cancelled canceled unchanged unclear unknown none nobody nothing "
    "would could should may might no neither nor without"
)
# What makes a denial a supposition.
_HYPOTHETICAL = word_set("should may might if unless whether")
# What turns round the clause behind its "that" as well as its own.
_TURNS = word_set(
    "unthinkable inconceivable impossible unlikely doubt doubts doubted doubtful denied denies untrue "
    "false falsely contrary wrong wrongly"
)

# A sentence without any of these affirms all that it says.
_TELLING = _NEGATORS | _DECLINES | _SOFT | _TURNS


def sides(text: str, tokens: Tokens, begins: Sequence[int]) -> array[int]:
    """The side of each word: ``AFFIRMED``, ``DENIED`` or ``UNSURE``.

    Args:
        text: the text that ``tokens`` were read from.
        tokens: its words.
        begins: the numbers of the words that begin a sentence, rising.

    A denial denies the first telling word behind it, and the one behind that where the first is an
    adverb; the rest of its clause is ``UNSURE``, and so is a clause with a softer word.
    """
    words = tokens.words
    taken = array("b", bytes(len(words)))
    bounds = [*begins, len(words)]
    telling = _TELLING.union(word for word in set(words) if word.endswith("n't"))
    for low, high in pairwise(bounds):
        if telling.isdisjoint(words[low:high]):
            continue
        if not _TURNS.isdisjoint(words[low:high]):
            _unsure(taken, low, high)
            continue
        first = low
        for at in range(low + 1, high):
            if words[at] in _CLAUSE or _broken(text, tokens, at):
                _judge(tokens, first, at, taken)
                first = at
        _judge(tokens, first, high, taken)
    return taken


def _unsure(taken: array[int], first: int, last: int) -> None:
    taken[first:last] = array("b", bytes([UNSURE])) * (last - first)


def _broken(text: str, tokens: Tokens, at: int) -> bool:
    gap = text[tokens.ends[at - 1] : tokens.starts[at]]
    return len(gap) > 1 and any(mark in gap for mark in _BREAKS)


def _judge(tokens: Tokens, first: int, last: int, taken: array[int]) -> None:
    """Write the sides of one clause."""
    words = tokens.words
    denials = [at for at in range(first, last) if _negates(words, at, last)]
    held = words[first:last]
    soft = not _SOFT.isdisjoint(held) or sum(word in _DECLINES for word in held) > len(denials)
    if denials or soft:
        _unsure(taken, first, last)
    if len(denials) == 1 and _HYPOTHETICAL.isdisjoint(held):
        for at in _reached(tokens, denials[0], last):
            taken[at] = DENIED


def _reached(tokens: Tokens, denial: int, last: int) -> list[int]:
    reached = []
    for at in range(denial + 1, min(last, denial + 1 + _REACH)):
        word = tokens.words[at]
        if (tokens.stems[at] or word in {"say", "said"}) and word != "yet":
            reached.append(at)
            if not word.endswith("ly"):
                break
    return reached


def _negates(words: Sequence[str], at: int, last: int) -> bool:
    """Whether the word denies what follows; "not only", "no later than" do not."""
    word = words[at]
    behind = words[at + 1] if at + 1 < last else ""
    if word in _DECLINES:
        return behind == "to"
    return word.endswith("n't") or (word in _NEGATORS and behind not in _NOT_A_DENIAL)
