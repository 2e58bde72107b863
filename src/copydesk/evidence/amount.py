"""The page itself was served, but not its text, or not all of it: paywalls, shells, cuts."""

from __future__ import annotations

import re

from copydesk.evidence.answer import Answer
from copydesk.evidence.main_text import weight
from copydesk.evidence.marks import Verdict, verdict
from copydesk.evidence.model import Label
from copydesk.evidence.offers import offer_in
from copydesk.evidence.shells import SHELL_VISIBLE, plea_chars
from copydesk.evidence.titles import leads_on, says_paid

__all__ = ["cut_off", "little_text", "paid_part", "scripts_only"]

SHELL_TEXT = 200
"""Visible characters below which an HTML page that had scripts is only their shell."""

MOUNT_TEXT = 120
"""Characters of main text below which an empty element for scripts means a shell."""

FRAME = 60
"""Visible characters beside headings and pleas, below which there is nothing below the headings."""

_FOOT = re.compile(r"©|\(c\)|rights reserved|licen[cs]|cookie|copyright", re.IGNORECASE)
HOLE_TEXT = 60
"""Main text below which an empty place is enough, without words that ask for scripts or patience."""

PLEA, PLEA_TEXT = 300, 1_000
"""Where a text for browsers without scripts names JavaScript, and how long it is, if it is a plea."""

BARE = 80
"""Visible characters below which a page with a file of scripts and no heading is a shell."""

SHELL_SIZE = 2_000
"""Bytes from which a page with next to no text is a shell rather than simply short."""

DATA_TEXT, DATA_TIMES = 10_000, 20
"""Characters of prose in a page's data, and how many times its main text, that make it the text."""

DATA_MAIN, LEAD_TEXT = 500, 200
"""Main text from which a page is not filled in by its data; and from which, below a heading, it shows a
part of the article that its data hold.
"""

FREE_TEXT = 1_500
"""Main text below which a page that declares itself as not free, and no more, is a teaser."""

TEASER_TEXT = 2_600
"""Main text below which it is one if the part that it declares as paid cannot be seen."""

PAID_SEEN = 400
"""Visible characters of the paid part from which it was delivered, where nothing sells the rest."""

BOX_TEXT = 1_200
"""Main text below which a visible box that sells the rest means that the rest is missing."""

OFFER_TEXT = 1_200
"""Main text below which a line that sells the rest means that the rest is missing."""

OFFER_NAMED = 2
"""Words of the address in a line that sells the rest, from which the page is about such lines."""

PARTIAL_RATIO = 0.5
"""Main words to the declared word count, below which the text is cut off."""

MIN_DECLARED, WHOLE_WORDS = 100, 1_000
"""Declared words from which the count is believed, and main words from which it is not: a page that
has these is no teaser, whatever its publisher counted.
"""

BODY_RATIO, PAID_BODY_RATIO, MIN_BODY = 1.8, 1.25, 1_500
"""How much longer the article's text in the data is than the main text, where that is cut off."""


def paid_part(answer: Answer) -> Verdict | None:
    """A teaser: the page says that it is not free, and what is not free did not come."""
    text, main = answer.text, answer.main
    for title in answer.shown_titles:
        if (words := says_paid(title)) and main < FREE_TEXT and not answer.shares(words):
            return verdict("paywall-title", f"The page is titled “{words[:80]}”.")
    if text.signal("free") == "false":
        return _not_free(answer)
    if text.signal("tier") == "locked" and main < FREE_TEXT:
        said = f"The page declares itself as locked, and {main:,} characters came."
        return verdict("declared-locked", said)
    if text.signal("wall") is not None and main < BOX_TEXT:
        said = f"A box offers a subscription after {main:,} characters."
        return verdict("paywall-box", said)
    if main < OFFER_TEXT and text.signal("free") != "true":
        words, sure = offer_in(text.visible.split("\n"))
        if words and answer.shares(words) < (OFFER_NAMED if sure else 1):
            return verdict("paywall-words", f"The text ends at “{words[:80]}”.")
    return None


def _not_free(answer: Answer) -> Verdict | None:
    text, main = answer.text, answer.main
    declared, words = answer.number("word-count"), answer.number("main-words")
    said = f"The page declares itself as not free, and only {main:,} characters came."
    if declared >= MIN_DECLARED:
        whole = words >= PARTIAL_RATIO * declared
        return None if whole else verdict("declared-not-free", said)
    body = answer.number("body-chars")
    if body >= MIN_BODY and PAID_BODY_RATIO * main < body:
        return verdict("declared-not-free", said)
    paid = text.signal("paid-chars")
    sells = text.signal("wall") is not None or text.signal("sells") is not None
    if paid is not None and int(paid) >= (FREE_TEXT if sells else PAID_SEEN):
        return None
    seen = paid is not None and int(paid) >= PAID_SEEN
    limit = TEASER_TEXT if (paid is not None or sells) and not seen else FREE_TEXT
    return verdict("declared-not-free", said) if main < limit else None


def little_text(answer: Answer) -> Verdict | None:
    """Hardly anything is visible: text for browsers without scripts, a shell, a short page."""
    if answer.visible >= SHELL_TEXT:
        return None
    if _is_in_noscript(answer):
        return verdict("noscript-text")  # a forum that serves its posts so: a good page
    if _leads_elsewhere(answer):
        return verdict("refresh-stub", "The page only leads on to another address.")
    scripts = answer.text.signal("scripts") is not None
    mount = answer.text.signal("mount") is not None or _is_bare(answer)
    large = answer.size >= SHELL_SIZE and not _has_prose(answer)
    if scripts and (mount or large or not answer.visible):
        return _shell(answer)
    if not answer.visible:
        return verdict("no-text", "The page holds no visible text.")
    return None


def _has_prose(answer: Answer) -> bool:
    """Whether there is a sentence that neither asks for scripts nor belongs to a page's foot."""
    lines = [one.strip() for one in answer.text.visible.split("\n") if weight(one) >= HOLE_TEXT]
    told = [one for one in lines if not plea_chars([one])[1] and not _FOOT.search(one)]
    return answer.main > 0 and any(one.endswith((".", "!", "?", "。", "”")) for one in told)


def _leads_elsewhere(answer: Answer) -> bool:
    if answer.text.signal("refresh") is not None:
        return answer.main < MOUNT_TEXT
    return leads_on(answer.text.visible) and not answer.shares(" ".join(answer.titles))


def _is_bare(answer: Answer) -> bool:
    """Whether a page that loads scripts has neither a heading nor a line of text, and links nothing."""
    told = answer.headed or answer.main or answer.text.signal("link") is not None
    return not told and answer.visible < BARE and answer.text.signal("script-file") is not None


def _is_in_noscript(answer: Answer) -> bool:
    """Whether the text is there for browsers without scripts, and more than a plea for scripts."""
    size = answer.length(Label.NOSCRIPT)
    if size < SHELL_TEXT or size <= answer.visible:
        return False
    return size >= PLEA_TEXT or "javascript" not in _noscript(answer).lower()


def _noscript(answer: Answer) -> str:
    """The beginning of the text for browsers without scripts."""
    first = next((r for r in answer.text.regions if r.label is Label.NOSCRIPT), None)
    return answer.text.text[first.start : min(first.end, first.start + PLEA)] if first else ""


def scripts_only(answer: Answer) -> Verdict | None:
    """More than a bare shell, but the text itself is left to scripts."""
    data = answer.length(Label.EMBEDDED_JSON) + answer.length(Label.JSON_LD)
    body = answer.number("body-chars")
    filled = data >= DATA_TEXT and data >= DATA_TIMES * answer.main
    told = body >= MIN_BODY and answer.main < (LEAD_TEXT if answer.headed else DATA_MAIN)
    if (filled and answer.main < DATA_MAIN) or (told and body >= 4 * answer.main):
        said = f"Its text stands in its data ({max(data, body):,} characters) and not on the page."
        return verdict("data-only", said)
    if answer.main < MOUNT_TEXT and answer.text.signal("mount") is not None:
        return _shell(answer)
    return _shell(answer) if _waits_for_scripts(answer) else None


def _waits_for_scripts(answer: Answer) -> bool:
    """A frame without a heading and without text, and words or places that wait for scripts."""
    if answer.visible >= SHELL_VISIBLE or answer.text.signal("scripts") is None:
        return False
    chars, pleads = plea_chars(answer.text.visible.split("\n"))
    main = answer.main - chars
    if answer.headed:
        return pleads and main <= 0 and _is_frame(answer)
    pleads = pleads or answer.text.signal("busy") is not None or _pleads_in_noscript(answer)
    if answer.text.signal("hole") is not None and main < HOLE_TEXT:
        return True
    return pleads and main < MOUNT_TEXT


def _is_frame(answer: Answer) -> bool:
    """Whether there is hardly anything beside headings and pleas, and no figure."""
    lines = answer.text.visible.strip().split("\n")
    rest = [one for one in lines if one not in answer.titles and not plea_chars([one])[1]]
    return sum(map(len, rest)) < FRAME and not any(ch.isdigit() for one in rest for ch in one)


def _pleads_in_noscript(answer: Answer) -> bool:
    opening = _noscript(answer)
    return bool(opening) and plea_chars(opening.split("\n"))[1]


def _shell(answer: Answer) -> Verdict:
    data = answer.length(Label.EMBEDDED_JSON) + answer.length(Label.JSON_LD)
    more = f"; {data:,} characters stand in its data only" if data > 1_000 else ""
    said = f"The page is filled in by scripts: {answer.visible} visible characters{more}."
    return verdict("script-shell", said)


def cut_off(answer: Answer) -> Verdict | None:
    """Part of the text: the page declares more than it shows."""
    declared, words = answer.number("word-count"), answer.number("main-words")
    shown = len(answer.text.visible.split())
    short = words < min(PARTIAL_RATIO * declared, WHOLE_WORDS)
    if declared >= MIN_DECLARED and short and shown < declared:
        said = f"The page declares {declared:,} words and shows {words:,}."
        return verdict("declared-words", said)
    body = answer.number("body-chars")
    if body >= MIN_BODY and body >= BODY_RATIO * answer.main:
        said = f"The article's text in the page's data is longer ({body:,} characters) than what it shows ({answer.main:,})."
        return verdict("declared-body", said)
    return None
