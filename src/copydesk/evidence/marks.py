"""Every mark that decides the quality of a capture: its code, the quality, what it is a sign of.

A mark's code stands in signed source sets and is never given another meaning; docs/capture-marks.md
is generated from this list.
"""

from __future__ import annotations

from dataclasses import dataclass

from copydesk.report import Quality

__all__ = ["MARKS", "Mark", "Verdict", "verdict"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a capture can serve as evidence, the mark that decided it, and a sentence.

    ``mark`` is a code of :data:`MARKS`; ``reason`` says what a person can act on, and is empty where
    there is nothing to say of a good page.
    """

    quality: Quality
    mark: str
    reason: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign that decides a quality, and the sentence that explains it in the documentation."""

    code: str
    quality: Quality
    statement: str


_OK, _PARTIAL, _BLOCKED, _SHELL = Quality.OK, Quality.PARTIAL, Quality.BLOCKED, Quality.SCRIPT_ONLY
_PAID, _CONSENT, _EMPTY = Quality.PAYWALLED, Quality.CONSENT, Quality.EMPTY
_WRONG, _MISSING = Quality.WRONG_PAGE, Quality.MISSING

_ALL = tuple(
    Mark(*row)
    for row in (
        ("text", _OK, "The body holds text, and nothing speaks against it."),
        ("short-text", _OK, "The page is short, and nothing says that more belongs to it."),
        ("noscript-text", _OK, "Its text is there for browsers without scripts, as in some forums."),
        ("declared-words", _PARTIAL, "It declares at least twice as many words as it shows."),
        ("declared-body", _PARTIAL, "The article's text in its data is far longer than what it shows."),
        ("cut-mark-up", _PARTIAL, "It ends within a tag, a script or a sentence, and its blocks are open."),
        ("goes-on", _PARTIAL, "Its text breaks off at a link or a button that leads on, or waits for its rest."),
        ("further-pages", _PARTIAL, "One article on several pages, of which this is one."),
        ("older-entries", _PARTIAL, "A ticker that shows its newest entries and has older ones."),
        ("cut-transfer", _PARTIAL, "Its headers announce more bytes than came."),
        ("partial-status", _PARTIAL, "The server sent a part of it: status 206."),
        ("refused-status", _BLOCKED, "The server refused: status 401, 403, 405, 406, 407, 418, 429, 451, 503 or 999."),
        ("refused-title", _BLOCKED, "Hardly any text, under a title that refuses or asks for a human."),
        ("refused-words", _BLOCKED, "Hardly any text but a sentence that refuses its reader or checks him."),
        ("error-refused", _BLOCKED, "The body is a message of data that refuses access."),
        ("bot-check", _BLOCKED, "Hardly any text, and the mark of a vendor's bot check."),
        ("bot-check-header", _BLOCKED, "A header in which the vendor says that this is its bot check."),
        ("bot-check-host", _BLOCKED, "The request ended at a host that serves bot checks only."),
        ("bot-check-path", _BLOCKED, "Hardly any text, at the address of a site's bot check."),
        ("captcha-form", _BLOCKED, "Hardly any text, and a form with nothing but a captcha."),
        ("login-redirect", _BLOCKED, "The request ended at a login, with little text."),
        ("login-form", _BLOCKED, "Hardly any text, a password field, and a title that asks to log in."),
        ("notice-words", _BLOCKED, "Hardly any text, all of it said to the reader, and no word of the address."),
        ("script-shell", _SHELL, "Hardly any text, and scripts that would fill it in."),
        ("data-only", _SHELL, "Hardly any text on the page, and much more in its data."),
        ("declared-not-free", _PAID, "It declares itself as not free, and the paid part did not come."),
        ("declared-locked", _PAID, "It declares its tier as locked, and little text came."),
        ("paywall-title", _PAID, "Little text, under a title that asks for a subscription."),
        ("paywall-box", _PAID, "Little text, and a box that can be seen and sells the rest."),
        ("paywall-words", _PAID, "Little text, and a line that sells the rest of it."),
        ("payment-status", _PAID, "The server asks for payment: status 402."),
        ("consent-host", _CONSENT, "The request ended at a host that only asks for consent."),
        ("consent-form", _CONSENT, "Little beside a form that asks for consent, in any language."),
        ("consent-words", _CONSENT, "Little but words about consent, under a title about it, and a button to agree."),
        ("consent-path", _CONSENT, "The request ended at the address of a site's consent wall."),
        ("no-text", _EMPTY, "The body holds no text."),
        ("not-text", _EMPTY, "The body is a picture, an archive or another format without text."),
        ("empty-feed", _EMPTY, "A feed without an entry."),
        ("damaged-file", _EMPTY, "A PDF that cannot be opened, often destroyed on its way."),
        ("garbled-text", _EMPTY, "More than one character in twenty was destroyed."),
        ("archive-redirect", _EMPTY, "A web archive kept a redirect and not the page."),
        ("refresh-stub", _EMPTY, "Hardly any text, and an instruction to load another address."),
        ("redirect-to-root", _WRONG, "The request for a page ended at the site's front page."),
        ("redirect-to-section", _WRONG, "The request for a page ended at a page above it."),
        ("redirect-to-search", _WRONG, "The request for a page ended at the site's search."),
        ("other-site", _WRONG, "The request ended at another site, at a short page without its words."),
        ("title-differs", _WRONG, "A short page, and no word of its address in its titles."),
        ("canonical-above", _WRONG, "A short page that gives an address far above as its own."),
        ("not-the-file", _WRONG, "A PDF was cited, and a short HTML page came."),
        ("another-matter", _WRONG, "No word of a wordy address stands anywhere on the page."),
        ("placeholder", _WRONG, "The page of a server or a hoster where no site is set up."),
        ("parked-domain", _WRONG, "The domain is for sale."),
        ("not-found-status", _MISSING, "The server says that it is not there: status 404 or 410."),
        ("not-found-title", _MISSING, "A short page whose title says that there is nothing here."),
        ("not-found-words", _MISSING, "Hardly any text but a sentence that says that it is not there."),
        ("error-status", _MISSING, "The server answered with another error status."),
        ("error-title", _MISSING, "A short page whose title tells of a fault of the site."),
        ("error-words", _MISSING, "Hardly any text but a sentence that tells of a fault of the site."),
        ("error-data", _MISSING, "The body is nothing but the message of an error."),
        ("no-body", _MISSING, "An answer without a body."),
        ("no-answer", _MISSING, "No answer was received, or none was asked for."),
    )
)  # fmt: skip

MARKS: dict[str, Mark] = {mark.code: mark for mark in _ALL}
"""All marks by code, in the order of the documentation."""


def verdict(code: str, reason: str = "") -> Verdict:
    """The verdict that the mark ``code`` decides.

    Raises:
        KeyError: there is no such mark.
    """
    return Verdict(MARKS[code].quality, code, reason)
