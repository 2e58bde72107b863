"""Something else was served in the page's place: a bot check, a consent wall, a login."""

from __future__ import annotations

import re

from copydesk.evidence.answer import Answer
from copydesk.evidence.challenges import check_hosts, vendor_of_headers
from copydesk.evidence.main_text import MIN_LINE, weight
from copydesk.evidence.marks import Verdict, verdict
from copydesk.evidence.refusals import refuses
from copydesk.evidence.titles import says_consent, says_error, says_login, says_refused

__all__ = ["bot_check", "consent_wall", "declared_check", "login_wall", "refusal_in_words"]

CHALLENGE_TEXT = 400
"""Characters of main text below which a challenge's mark means a challenge page."""

CHALLENGE_VISIBLE = 2_000
"""Visible characters from which a page is no bare check, however little of it is prose."""

CHALLENGE_NAMED = 1_500
"""The same where its title refuses, too: some explain themselves at length."""

CONSENT_REST = 400
"""Characters of main text beside a consent form below which the form is the page."""

CONSENT_VISIBLE = 3_000
"""Visible characters from which a page is no wall of words about consent."""

LOGIN_TEXT, LOGIN_FORM_TEXT = 1_500, 300
"""Main text below which a page is a login: after a redirect to one, and by its form and title."""

_CONSENT_HOST = re.compile(
    r"^(?:consent|guce|consents|cmp|gdpr|cookiewall|privacygate|privacy-gateway|privacywall|myprivacy|toestemming|zustimmung"
    r"|einwilligung|samtykke|samtycke|suostumus|souhlas|zgoda|consentement|consenso|consentimiento|consentimento)\."
    r"|(?:^|\.)(?:privacy-mgmt\.com|consensu\.org|consentmanager\.net|contentpass\.net|didomi\.io)$",
    re.IGNORECASE,
)
_CONSENT_PATH = re.compile(
    r"/(?:cookie-?(?:wall|consent)|(?:gdpr-?)?consent(?:-?wall)?|gdpr|rodo|dsgvo|privacy-?(?:gate|wall)|zustimmung"
    r"|einwilligung|toestemming|samtykke|samtycke|suostumus|souhlas|nastaveni-souhlasu|zgoda|consentement|consenso"
    r"|consentimiento|consentimento)(?:[/._-]|$)",
    re.IGNORECASE,
)
# "Cookie" is the same word nearly everywhere; the others are for pages that avoid it.
_CONSENT_WORDS = re.compile(
    r"cookie|evästei|куки|クッキー|consent|zustimm|einwillig|consentement|consenti|toestemming|samtyk|samtycke|suostumus"
    r"|souhlas|súhlas|zgod[aęy]|tracking|partner|personal(?:ised|ized|isierte)? (?:data|ads)|personenbezogen|données personnelles"
    r"|datos personales|dati personali|persoonsgegevens|dane osobowe|personoplysninger",
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
    if answer.visible >= CHALLENGE_VISIBLE or any(map(says_error, answer.shown_titles)):
        return None  # a vendor's page that tells of a fault of the site is no check
    vendor, words = answer.text.signal("challenge"), _refusal(answer)
    if answer.main >= (CHALLENGE_NAMED if vendor and words else CHALLENGE_TEXT):
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


def refusal_in_words(answer: Answer) -> Verdict | None:
    """A page with hardly any text but a sentence that refuses its reader or checks him."""
    words = refuses(answer.text.visible.strip())
    if not words or answer.shares(_all(answer)) or any(map(answer.tells, answer.titles)):
        return None
    return verdict("refused-words", f"The page says “{words[:80]}” and hardly anything else.")


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
    return verdict("consent-words", said) if _speaks_of_consent(answer) else None


def _speaks_of_consent(answer: Answer) -> bool:
    """Little but words about consent, under a title about it, and a button that gives it."""
    if answer.text.signal("agree") is None or answer.visible >= CONSENT_VISIBLE:
        return False
    headed = any(name == "heading" for name, _ in answer.text.signals)
    titles = answer.shown_titles if headed else answer.openings
    if not any(map(says_consent, titles)) or answer.shares(_all(answer)):
        return False
    lines = [line for line in answer.text.visible.split("\n") if weight(line) >= MIN_LINE]
    about = sum(weight(line) for line in lines if _CONSENT_WORDS.search(line))
    return about > 0 and sum(map(weight, lines)) - about < min(CONSENT_REST, about)


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
