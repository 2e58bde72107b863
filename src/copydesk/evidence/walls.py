"""Something else was served in the page's place: a bot check, a refusal, a login."""

from __future__ import annotations

import re

from copydesk.evidence.answer import Answer, plain_words
from copydesk.evidence.challenges import check_hosts, vendor_of_headers
from copydesk.evidence.marks import Verdict, verdict
from copydesk.evidence.refusals import asks_login, keeps_out, refuses
from copydesk.evidence.titles import says_error, says_join, says_login, says_refused
from copydesk.evidence.word_classes import speaks_to_reader

__all__ = ["bot_check", "declared_check", "login_wall", "notice_in_words", "refusal_in_words"]

CHALLENGE_TEXT = 400
"""Characters of main text below which a challenge's mark means a challenge page."""

CHALLENGE_VISIBLE = 2_000
"""Visible characters from which a page is no bare check, however little of it is prose."""

CHALLENGE_NAMED = 1_500
"""The same where its title refuses, too: some explain themselves at length."""

NOTICE_TEXT, NOTICE_VISIBLE, NOTICE_SLUG = 400, 4_000, 2
"""Main and visible text below which a page that only speaks to its reader is a notice; and how many telling
words its address must have.
"""

UNTOLD_TEXT = 100
"""Main text below which a page with a field for a password is a login, if nothing of what was cited is there."""

LOGIN_TEXT, LOGIN_FORM_TEXT = 1_500, 300
"""Main text below which a page is a login: after a redirect to one, and by its form and title."""

_LOGIN_PATH = re.compile(
    r"(?:^|[/._-])(?:log-?in|log-?on|sign-?in|sso|oauth2?|authenticate|authorize|anmelden|connexion|acceso|accedi"
    r"|inloggen|logowanie|entrar)(?:[/._-]|$)",
    re.IGNORECASE,
)
_LOGIN_HOST = re.compile(r"^(?:login|signin|sso|auth|accounts?|idp|id)\.", re.IGNORECASE)
_CHECK_PATH = re.compile(
    r"^/(?:sorry/index|showcaptcha|captcha|checkpoint/challenge|challenge)(?:[/.?]|$)"
)


def declared_check(answer: Answer) -> Verdict | None:
    """A bot check that says in its headers that it is one, or that its vendor's host served."""
    vendor = vendor_of_headers(answer.headers)
    if vendor:
        return verdict("bot-check-header", f"{vendor} answered with a bot check and says so.")
    host = answer.final.hostname or ""
    vendor = check_hosts(host) if host != answer.asked.hostname else ""
    if vendor:
        return verdict("bot-check-host", f"The request ended at a bot check ({vendor}, {host}).")
    return None


def bot_check(answer: Answer) -> Verdict | None:
    """A check page by its vendor's marks, its title, its address, or its form."""
    if answer.visible >= CHALLENGE_VISIBLE or any(map(says_error, answer.shown_titles)):
        return None  # a vendor's page that tells of a fault of the site is no check
    vendor, words = answer.text.signal("challenge"), _refusal(answer)
    sure = words and (vendor or _is_named_twice(answer))
    if answer.main >= (CHALLENGE_NAMED if sure else CHALLENGE_TEXT):
        return None
    if vendor is not None:
        return verdict("bot-check", f"A bot check ({vendor}) was served instead of the page.")
    if words:
        said = f"The page is titled “{words[:80]}” and holds hardly any text."
        return verdict("refused-title", said)
    return _check_by_address(answer)


def _check_by_address(answer: Answer) -> Verdict | None:
    moved = answer.final.path != answer.asked.path
    if moved and _CHECK_PATH.match(answer.final.path.lower()):
        return verdict("bot-check-path", f"The request ended at a bot check ({answer.final.path}).")
    if answer.text.signal("captcha") is not None:
        return verdict("captcha-form", "The page is a form that asks for a captcha.")
    return None


def _refusal(answer: Answer) -> str:
    """The words of a title, or of the first line, that refuse; not those that the address holds."""
    for title in answer.openings:
        words = says_refused(title)
        if words and not answer.shares(words) and not answer.tells(words):
            return words
    return ""


def _is_named_twice(answer: Answer) -> bool:
    """Whether its title and its heading both refuse."""
    named = [title for title in answer.shown_titles if says_refused(title)]
    return len(named) > 1 and bool(says_refused(answer.text.title))


def refusal_in_words(answer: Answer) -> Verdict | None:
    """A page with hardly any text but a sentence that refuses its reader or checks him."""
    shown = answer.text.visible.strip()
    words = refuses(shown) or keeps_out(shown) or asks_login(shown.split("\n"))
    if not words or answer.shares(_all(answer)) or any(map(answer.tells, answer.titles)):
        return None
    return verdict("refused-words", f"The page says “{words[:80]}” and hardly anything else.")


def login_wall(answer: Answer) -> Verdict | None:
    """A page that asks for a login first."""
    path = answer.final.path
    moved = (path, answer.final.hostname) != (answer.asked.path, answer.asked.hostname)
    if (
        moved
        and answer.main < LOGIN_TEXT
        and (_LOGIN_PATH.search(path) or _LOGIN_HOST.match(answer.final.hostname or ""))
        and not _LOGIN_PATH.search(answer.asked.path)
        and (
            answer.text.signal("password") is not None
            or any(map(says_login, answer.titles))
            or answer.main < LOGIN_FORM_TEXT
        )
    ):
        return verdict(
            "login-redirect", f"The request ended at a login ({answer.final.hostname}{path})."
        )
    if answer.main < LOGIN_FORM_TEXT:
        password = answer.text.signal("password") is not None
        names = answer.shown_titles if password else (answer.text.title,)
        words = next(filter(None, map(says_login, names)), "")
        if password and not words:
            words = next(filter(None, map(says_join, names)), "") or _untold(answer)
        if words and not answer.shares(words):
            return verdict("login-form", f"The page asks for a login (“{words[:80]}”).")
    return None


def notice_in_words(answer: Answer) -> Verdict | None:
    """A short page that speaks only to its reader, and on which no word of the cited address stands."""
    shown = answer.text.visible
    if answer.main >= NOTICE_TEXT or answer.visible >= NOTICE_VISIBLE:
        return None
    if len(answer.slug) < NOTICE_SLUG:
        return None
    if answer.shares(f"{_all(answer)} {shown}") or not speaks_to_reader(shown):
        return None
    words = (answer.shown_titles or (shown.strip().split("\n")[0],))[-1]
    return verdict("notice-words", f"A short notice to its reader (“{words[:80]}”).")


def _untold(answer: Answer) -> str:
    """The title of a page with hardly any text on which no word of the cited address stands."""
    if answer.main >= UNTOLD_TEXT or not answer.titles:
        return ""
    if not answer.slug:
        host = (answer.final.hostname or "").lower()
        words = plain_words(_all(answer))
        return answer.titles[0] if words and all(word in host for word in words) else ""
    told = answer.shares(f"{_all(answer)} {answer.text.visible}")
    return "" if told else answer.titles[0]


def _all(answer: Answer) -> str:
    return " ".join(answer.titles)
