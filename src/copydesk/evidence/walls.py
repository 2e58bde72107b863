"""Something else was served in the page's place: a bot check, a consent wall, a login."""

from __future__ import annotations

import re

from copydesk.evidence.answer import Answer
from copydesk.evidence.challenges import check_hosts, vendor_of_headers
from copydesk.evidence.marks import Verdict, verdict
from copydesk.evidence.titles import says_login, says_refused

__all__ = ["bot_check", "consent_wall", "declared_check", "login_wall"]

CHALLENGE_TEXT = 400
"""Characters of main text below which a challenge's mark means a challenge page."""

CHALLENGE_VISIBLE = 2_000
"""Visible characters from which a page is no bare check, however little of it is prose."""

CONSENT_REST = 400
"""Characters of main text beside a consent form below which the form is the page."""

LOGIN_TEXT, LOGIN_FORM_TEXT = 1_500, 300
"""Main text below which a page is a login: after a redirect to one, and by its form and title."""

_CONSENT_HOST = re.compile(
    r"^(?:consent|guce|consents|cookiewall|privacygate|privacy-gateway|myprivacy|toestemming|zustimmung)\.",
    re.IGNORECASE,
)
_CONSENT_PATH = re.compile(
    r"/(?:cookie-?(?:wall|consent)|consent(?:-?wall)?|privacy-?gate|zustimmung|toestemming|consentement|consenso"
    r"|consentimiento)(?:[/._-]|$)",
    re.IGNORECASE,
)
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
    if answer.main >= CHALLENGE_TEXT or answer.visible >= CHALLENGE_VISIBLE:
        return None
    vendor = answer.text.signal("challenge")
    if vendor is not None:
        said = f"A bot check ({vendor}) was served instead of the page."
        return verdict("bot-check", said)
    for title in answer.shown_titles:
        words = says_refused(title)
        if words and not answer.shares(words):
            said = f"The page is titled “{words[:80]}” and holds hardly any text."
            return verdict("refused-title", said)
    moved = answer.final.path != answer.asked.path
    if moved and _CHECK_PATH.match(answer.final.path.lower()):
        return verdict("bot-check-path", f"The request ended at a bot check ({answer.final.path}).")
    if answer.text.signal("captcha") is not None:
        return verdict("captcha-form", "The page is a form that asks for a captcha.")
    return None


def consent_wall(answer: Answer) -> Verdict | None:
    """A page that asks for consent first: by its host, its address or the shape of its form."""
    said = "A consent wall was served instead of the page."
    host, asked = answer.final.hostname or "", answer.asked.hostname or ""
    if host != asked and _CONSENT_HOST.match(host):
        return verdict("consent-host", said)
    form = answer.text.signal("consent")
    if form is not None and answer.main - int(form) < CONSENT_REST:
        return verdict("consent-form", said)
    path = answer.final.path
    if path != answer.asked.path and _CONSENT_PATH.search(path) and answer.main < LOGIN_TEXT:
        moved = not _CONSENT_PATH.search(answer.asked.path) and not answer.shares(_all(answer))
        return verdict("consent-path", said) if moved else None
    return None


def login_wall(answer: Answer) -> Verdict | None:
    """A page that asks for a login first."""
    path = answer.final.path
    moved = (path, answer.final.hostname) != (answer.asked.path, answer.asked.hostname)
    if (
        moved
        and answer.main < LOGIN_TEXT
        and (_LOGIN_PATH.search(path) or _LOGIN_HOST.match(answer.final.hostname or ""))
        and not _LOGIN_PATH.search(answer.asked.path)
        and (answer.text.signal("password") is not None or any(map(says_login, answer.titles)))
    ):
        return verdict(
            "login-redirect", f"The request ended at a login ({answer.final.hostname}{path})."
        )
    if answer.main < LOGIN_FORM_TEXT and answer.text.signal("password") is not None:
        words = next(filter(None, map(says_login, answer.shown_titles)), "")
        if words and not answer.shares(words):
            return verdict("login-form", f"The page asks for a login (“{words[:80]}”).")
    return None


def _all(answer: Answer) -> str:
    return " ".join(answer.titles)
