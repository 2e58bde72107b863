"""What the trace sees of an article besides its specifics; rules of the policy make findings of it.

Offsets are code points of the field, or of a source's evidence text where that is said.
"""

from __future__ import annotations

from dataclasses import dataclass

from copydesk.report import Evidence, FieldName

__all__ = [
    "Absent",
    "Added",
    "Bent",
    "Copied",
    "Denied",
    "Disagreement",
    "Dropped",
    "Grave",
    "Held",
    "Misplaced",
    "Near",
    "Noticed",
    "Reckoned",
    "Relative",
    "Renamed",
    "Sweeping",
    "Unsupported",
]


@dataclass(frozen=True, slots=True)
class Unsupported:
    """A sentence of the body (code points of the field) and the passage that comes nearest.

    ``share`` is how many of its telling words stand there together, ``held`` how many stand in any
    source; ``source`` is 0 and ``nearest`` empty where no source shares a word. ``missing`` are its
    words that stand in no source in any form; ``sure`` says that they are too many for a paraphrase.
    """

    start: int
    end: int
    text: str
    share: float
    source: int = 0
    nearest: str = ""
    held: float = 0.0
    missing: tuple[str, ...] = ()
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A sentence of the body (code points of the field) that cites ``cited``, and stands in
    ``source``, which it does not cite; ``nearest`` is that source's sentence.
    """

    start: int
    end: int
    text: str
    cited: tuple[int, ...]
    source: int
    nearest: str


@dataclass(frozen=True, slots=True)
class Added:
    """A clause of the body (code points of the field) whose words, ``missing``, stand in no source,
    in a sentence that ``source`` otherwise bears out by ``nearest``.
    """

    start: int
    end: int
    text: str
    missing: tuple[str, ...]
    source: int
    nearest: str


@dataclass(frozen=True, slots=True)
class Bent:
    """A traced figure with a word that bends it, in the article or at each place it was found.

    ``word`` and ``side`` (``above``, ``below``, ``unsure`` or empty) are the article's; ``theirs``
    are (source, its words, its qualifier, its side), where the side is that of the source's own
    figure if it has no qualifier and the figures differ.
    """

    specific: int
    word: str
    side: str
    theirs: tuple[tuple[int, str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Renamed:
    """A name of title, summary or lead (code points of its field) that does what another one,
    ``theirs``, does in the nearest passage.
    """

    field: FieldName
    start: int
    end: int
    text: str
    theirs: str
    near: Near


@dataclass(frozen=True, slots=True)
class Sweeping:
    """A word that claims all, none, always or the only one (code points of its field).

    ``text`` is the word with what it is said of. ``near`` is the passage that says so, or, where
    ``weaker`` is not empty, the passage that says less, with its word ("most", "rarely").
    """

    field: FieldName
    start: int
    end: int
    text: str
    near: Near | None = None
    weaker: str = ""


@dataclass(frozen=True, slots=True)
class Absent:
    """A sentence's claim that a source does not say something, or that somebody said nothing.

    ``sources`` were searched for it, ``unread`` could not be. ``stated`` is the passage of a source
    that reports the same silence, ``found`` the one that says what is claimed to be unsaid.
    """

    field: FieldName
    start: int
    end: int
    text: str
    asked: str
    sources: tuple[int, ...]
    unread: tuple[int, ...] = ()
    stated: Near | None = None
    found: Near | None = None


@dataclass(frozen=True, slots=True)
class Denied:
    """A sentence (code points of its field) that denies what the nearest passage affirms, or the
    other way round; ``denies`` says whether it is the article that denies.
    """

    field: FieldName
    start: int
    end: int
    text: str
    denies: bool
    source: int
    nearest: str


@dataclass(frozen=True, slots=True)
class Near:
    """A sentence of a source (code points of its evidence text) that is near one of the article's;
    ``share`` is the part of that sentence's telling words, by weight, that it holds.
    """

    source: int
    start: int
    end: int
    text: str
    share: float


@dataclass(frozen=True, slots=True)
class Dropped:
    """A sentence of title, summary or lead (code points of its field) that states flatly what the
    nearest passage hedges.

    ``kind`` is ``modality``, ``condition``, ``attribution`` or ``scope``; ``word`` is the source's
    hedge. ``kept`` is the sentence of the article's body that keeps it, or empty.
    """

    field: FieldName
    start: int
    end: int
    text: str
    kind: str
    word: str
    near: Near
    kept: str = ""


@dataclass(frozen=True, slots=True)
class Grave:
    """A word of the article that says something grave, for whose ``matter`` no source has a word beside
    the sentence's others; ``near`` is the passage that has most of these.
    """

    field: FieldName
    start: int
    end: int
    text: str
    matter: str
    near: Near | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """The sources that hold a specific (its id), whether its passage cites them or not.

    ``about`` are the best places, one for each source that holds it in a passage about the same
    thing, best first; ``elsewhere`` are the ids of those that hold it only about something else.
    """

    specific: int
    about: tuple[Evidence, ...]
    elsewhere: tuple[int, ...]

    @property
    def sources(self) -> frozenset[int]:
        """The sources that hold it about the same thing."""
        return frozenset(one.source for one in self.about)


@dataclass(frozen=True, slots=True)
class Copied:
    """Two sources that hold one text: ``share`` (0 to 1) of the shorter one stands in the other.

    ``passages`` is a passage that both have word for word, as it stands in either.
    """

    source: int
    other: int
    share: float
    passages: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Reckoned:
    """A figure (code points of its field) that other figures of its sentence, or a source, deny.

    ``kind`` is ``arithmetic``, ``points`` (percent for percentage points, or the reverse) or
    ``units``; ``said`` is the reckoning in words and ``expected`` what it comes to.
    """

    field: FieldName
    start: int
    end: int
    kind: str
    said: str
    expected: str
    passages: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A value of the article (code points of its field) that some source bears out, while another
    one states a different value of the same thing.

    ``values`` are (source, its value), those that agree with the article first; ``passages`` are the
    sentences of each, in the same order.
    """

    field: FieldName
    start: int
    end: int
    values: tuple[tuple[int, str], ...]
    passages: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Relative:
    """Words for a day that depend on the article's date (code points of the field), and a source's date
    of the same thing that cannot be meant.

    ``meant`` are the first and the last day that the words can mean; ``date`` is the source's.
    """

    field: FieldName
    start: int
    end: int
    text: str
    meant: tuple[str, str]
    date: str
    passages: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Noticed:
    """What the trace sees besides the specifics; rules make findings of it."""

    unsupported: tuple[Unsupported, ...] = ()
    bent: tuple[Bent, ...] = ()
    denied: tuple[Denied, ...] = ()
    misplaced: tuple[Misplaced, ...] = ()
    added: tuple[Added, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    renamed: tuple[Renamed, ...] = ()
    sweeping: tuple[Sweeping, ...] = ()
    absent: tuple[Absent, ...] = ()
    held: tuple[Held, ...] = ()
    copies: tuple[Copied, ...] = ()
    reckoned: tuple[Reckoned, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    relative: tuple[Relative, ...] = ()
    grave: tuple[Grave, ...] = ()
