"""Where an anchor of the signed trace stands in a new capture: exactly, or it does not.

Words are compared after the trace's own typographic folding. A value counts only with the words
beside it (the selector's prefix and suffix), or in its whole sentence: a bare 12 elsewhere is not
that 12. What is near is looked for only among sentences that are new, is shown, and verifies nothing.
"""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from copydesk.evidence.model import EvidenceText, Label
from copydesk.report import Kind
from copydesk.trace.quotes import find_pieces
from copydesk.trace.words import tokenise, word_set
from copydesk.watch.model import Anchor, AnchorState, Change
from copydesk.watch.page import SHOWN, Fresh, Page

__all__ = ["find_changes"]

# A quotation of this many words is its own proof; a shorter one needs the words beside it.
_OWN_PROOF = 5
# Fewer words than this beside a value in its own line do not tell where it stands.
_MIN_CONTEXT = 3
# A selector's prefix and suffix are cut at this many code points, maybe within a word.
_AFFIX = 32
# A sentence is the old one in other words if it has this share of its telling words.
_SAME_SENTENCE = 0.5
# Words in the place of an old value; more are a new sentence, not a new value.
_MAX_VALUE_WORDS = 10
# Places of one selector that are looked at.
_MAX_PLACES = 50

_DENIALS = word_set("not no never none cannot nor neither without denies denied false")
_NAMES = frozenset({Kind.NAME, Kind.IDENTIFIER})


@dataclass(frozen=True)
class _Old:
    """The kept sentence around an anchor: its words, and which of them are the anchor's.

    ``whole``: it is the sentence, not only what the selector holds of it; only then it can be told
    whether another one denies what it affirms.
    """

    words: tuple[str, ...]
    stems: tuple[str, ...]
    first: int
    end: int
    shown: str
    whole: bool = True


def find_changes(
    anchors: Sequence[Anchor], old: EvidenceText | None, new: EvidenceText
) -> tuple[Change, ...]:
    """What is not as it was, one change for each specific, in the order of the specifics.

    Of a specific's several places one is enough, except where it was derived from all of them.
    """
    finder = _Finder(Page(old) if old is not None else None, Page(new))
    found: dict[int, list[Change | None]] = defaultdict(list)
    needs_all: dict[int, bool] = {}
    for anchor in anchors:
        found[anchor.specific].append(finder.find(anchor))
        needs_all[anchor.specific] = anchor.needs_all
    order = list(AnchorState)
    changes = []
    for specific in sorted(found):
        choose = max if needs_all[specific] else min
        change = choose(
            found[specific], key=lambda one: order.index(one.state) if one is not None else 0
        )
        if change is not None:
            changes.append(change)
    return tuple(changes)


class _Finder:
    def __init__(self, old: Page | None, new: Page) -> None:
        self.old, self.new = old, new

    @cached_property
    def fresh(self) -> Fresh:
        return Fresh.of(self.new, self.old)

    def find(self, anchor: Anchor) -> Change | None:
        """The change of an anchor, ``None`` where it stands as it stood."""
        index = self.new.index
        exact = tokenise(anchor.exact).words
        if not exact:
            return None  # a sign alone, which no comparison of words can miss
        if anchor.kind is Kind.QUOTE and len(exact) >= _OWN_PROOF:
            places = [
                at for text in (anchor.exact, anchor.quoted) for at in find_pieces(text, index)
            ]
            return None if self._seen(places, anchor) else self._missing(anchor)
        old = self._old(anchor)
        if self._sentence_stands(old, anchor):
            return None
        denials = _denials(old.words)
        for words, offset in _selectors(anchor):
            for place in self._seen(index.sequences(words, limit=_MAX_PLACES), anchor):
                if not old.whole or _denials(self._around(place + offset)) == denials:
                    return None
        return self._missing(anchor)

    def _sentence_stands(self, old: _Old, anchor: Anchor) -> bool:
        """Whether the anchor's sentence stands word for word; one that says little beside the
        anchor, such as a date in a line of its own, only as a line of its own.
        """
        if not old.whole:
            return False
        places = self._seen(self.new.index.sequences(old.words, limit=_MAX_PLACES), anchor)
        if len(old.words) - (old.end - old.first) >= _MIN_CONTEXT:
            return bool(places)
        return len(old.words) >= _MIN_CONTEXT and any(
            self._around(place) == old.words for place in places
        )

    def _seen(self, places: Iterable[int], anchor: Anchor) -> list[int]:
        """Those of the places (numbers of words) that a reader sees, or that are of the anchor's
        own kind: what a page now hides it does not say any more.
        """
        kinds = {Label.VISIBLE.value, anchor.label}
        return [place for place in places if self.new.label(place).value in kinds]

    def _around(self, token: int) -> tuple[str, ...]:
        return self.new.words(self.new.sentence_of(token))

    def _missing(self, anchor: Anchor) -> Change:
        """What stands in the anchor's place, if anything does."""
        old = self._old(anchor)
        exact = tokenise(anchor.exact).words
        own = set(old.stems[old.first : old.end])
        rest = [stem for stem in old.stems if stem not in own]
        quote = anchor.kind is Kind.QUOTE and len(exact) >= _OWN_PROOF
        near = self.fresh.nearest(old.stems if quote or not any(rest) else rest)
        if near is None or near[1] < _SAME_SENTENCE:
            return self._elsewhere(anchor, old, near)
        return self._beside(anchor, old, near[0])

    def _beside(self, anchor: Anchor, old: _Old, sentence: int) -> Change:
        """The old sentence is ``sentence`` now: the same value in other words, or another value."""
        first, end = self.new.span(sentence)
        words, now = self.new.words(sentence), self.new.shown(first, end)
        exact = old.words[old.first : old.end]
        if old.whole and _denials(words) != _denials(old.words):
            note = "one of the two sentences denies something"
            return _change(anchor, AnchorState.CHANGED, old.shown, now, note=note)
        if _count(words, exact) >= _count(old.words, exact):
            return _change(anchor, AnchorState.REWORDED, old.shown, now, says=anchor.exact)
        low, high = _opposite(old, words)
        if low < high <= low + max(_MAX_VALUE_WORDS, 2 * len(exact)):
            says = self.new.shown(first + low, first + high)
            return _change(anchor, AnchorState.CHANGED, old.shown, now, says=says)
        return _change(anchor, AnchorState.LOST, old.shown, now)

    def _elsewhere(self, anchor: Anchor, old: _Old, near: tuple[int, float] | None) -> Change:
        """The sentence is gone. A name that still stands on the page is there in other words."""
        exact = old.words[old.first : old.end]
        places = self.new.index.sequences(exact, limit=_MAX_PLACES)
        if anchor.kind in _NAMES and (places := self._seen(places, anchor)):
            first, end = self.new.span(self.new.sentence_of(places[0]))
            now = self.new.shown(first, end)
            return _change(anchor, AnchorState.REWORDED, old.shown, now, says=anchor.exact)
        now = self.new.shown(*self.new.span(near[0])) if near else ""
        return _change(anchor, AnchorState.LOST, old.shown, now)

    def _old(self, anchor: Anchor) -> _Old:
        """The sentence that the anchor stood in; from the selector where the text is not at hand."""
        page, end = self.old, anchor.at + len(anchor.exact)
        if page is None or page.index.text[anchor.at : end] != anchor.exact:
            return _from_selector(anchor)
        index = page.index
        first = index.token_at(anchor.at)
        last = max(first, index.token_at(end - 1))
        low = page.span(page.sentence_of(first))[0]
        high = page.span(page.sentence_of(last))[1]
        tokens = index.tokens
        return _Old(
            tuple(tokens.words[low:high]),
            tuple(tokens.stems[low:high]),
            first - low,
            last + 1 - low,
            page.shown(low, high),
        )


def _line(anchor: Anchor) -> tuple[str, str]:
    """Prefix and suffix within the anchor's own line."""
    return anchor.prefix.rpartition("\n")[2], anchor.suffix.partition("\n")[0]


def _selectors(anchor: Anchor) -> list[tuple[list[str], int]]:
    """The words to look for, and how many of them stand before the exact ones.

    Prefix and suffix in the anchor's own line; where that says too little, as in a table's cell,
    the lines above or the lines below it, one of which is enough.
    """
    before, after = _line(anchor)
    if len(tokenise(before).words) + len(tokenise(after).words) >= _MIN_CONTEXT:
        return [_words(before, anchor.exact, after)]
    sides = [
        _words(anchor.prefix, anchor.exact, after),
        _words(before, anchor.exact, anchor.suffix),
    ]
    exact = len(tokenise(anchor.exact).words)
    return [side for side in sides if len(side[0]) > exact]


def _words(before: str, exact: str, after: str) -> tuple[list[str], int]:
    """The words of the three, without those at the ends that the selector may have cut."""
    text = before + exact + after
    tokens = tokenise(text)
    first, end = 0, len(tokens)
    if end and len(before) == _AFFIX and tokens.starts[0] == 0:
        first = 1
    if end > first and len(after) == _AFFIX and tokens.ends[end - 1] == len(text):
        end -= 1
    offset = sum(1 for start in tokens.starts[first:end] if start < len(before))
    return tokens.words[first:end], offset


def _from_selector(anchor: Anchor) -> _Old:
    before, after = _line(anchor)
    text = before + anchor.exact + after
    tokens = tokenise(text)
    inside = [
        number
        for number, start in enumerate(tokens.starts)
        if len(before) <= start < len(before) + len(anchor.exact)
    ]
    first, end = (inside[0], inside[-1] + 1) if inside else (0, 0)
    shown = " ".join(text.split())
    return _Old(tuple(tokens.words), tuple(tokens.stems), first, end, shown, whole=False)


def _opposite(old: _Old, words: Sequence[str]) -> tuple[int, int]:
    """Which words of the new sentence stand in the place of the anchor's."""
    matcher = difflib.SequenceMatcher(None, old.words, words, autojunk=False)
    low = high = None
    for _, i1, i2, j1, j2 in matcher.get_opcodes():
        if i1 < old.end and old.first < i2:
            equal = i2 - i1 == j2 - j1
            start = j1 + (old.first - i1 if equal and old.first > i1 else 0)
            stop = j2 - (i2 - old.end if equal and i2 > old.end else 0)
            low = start if low is None else low
            high = stop
    return low or 0, high or 0


def _count(words: Sequence[str], part: Sequence[str]) -> int:
    """How often ``part`` stands in ``words``, one word after the other."""
    size, wanted = len(part), tuple(part)
    return sum(tuple(words[at : at + size]) == wanted for at in range(len(words) - size + 1))


def _denials(words: Iterable[str]) -> frozenset[str]:
    return frozenset(word for word in words if word in _DENIALS or word.endswith("n't"))


def _change(
    anchor: Anchor, state: AnchorState, was: str, now: str, *, says: str = "", note: str = ""
) -> Change:
    said = " ".join(anchor.exact.split())
    said = said if len(said) <= SHOWN else said[: SHOWN - 1] + "…"
    return Change(
        anchor.specific, anchor.field, anchor.start, anchor.end, state, said, says, was, now, note
    )
