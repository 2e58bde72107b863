"""How far a capture can serve as evidence: a first, honest version.

The signatures are those that held on 2,757 captures of a real newsroom: a vendor's marker counts
only where there is little text, because hundreds of ordinary pages carry the same scripts.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from copydesk.evidence.model import EvidenceText, Label
from copydesk.report import Quality

__all__ = ["judge"]

# Characters of visible text. Below LITTLE a page that carries a marker is that marker's page;
# below NOTHING it is an empty shell; a teaser of a paywalled article is shorter than TEASER.
LITTLE = 600
NOTHING = 200
TEASER = 2_600

_CHALLENGE = re.compile(
    rb"_cf_chl_opt|_Incapsula_Resource|bm-verify=|gokuProps|awsWafCookieDomainList|"
    rb"challenge-container|perfdrive\.com|px-captcha|captcha-delivery\.com|KPSDK",
)
_CHALLENGE_TITLE = re.compile(
    r"just a moment|attention required|access denied|are you (?:a )?(?:human|robot)|"
    r"verify you are human|security check|pardon our interruption",
    re.IGNORECASE,
)
_NOT_FREE = re.compile(rb"\"isAccessibleForFree\"\s*:\s*(?:\"?false\"?)", re.IGNORECASE)
_WORD_COUNT = re.compile(rb"\"wordCount\"\s*:\s*\"?(\d{2,6})")
_CONSENT_FORM = re.compile(rb"consent-form|originalDoneUrl|collectConsent", re.IGNORECASE)
_WAYBACK = "Got an HTTP 30"

_BLOCKED = {401, 402, 403, 407, 429, 451, 503}
_GONE = {404, 410}


def judge(
    text: EvidenceText,
    body: bytes,
    *,
    status: int | None = None,
    url: str = "",
    final_url: str = "",
) -> tuple[Quality, str]:
    """The verdict on a capture and the sentence that says what decided it.

    Args:
        text: the evidence text read from ``body``.
        body: the received bytes.
        status: the HTTP status, where one is known.
        url: the address that was cited.
        final_url: the address that answered.
    """
    if status in _GONE:
        return Quality.MISSING, f"The server answered {status}: the page is not there."
    if status in _BLOCKED:
        return Quality.BLOCKED, f"The server answered {status}."
    if status is not None and status >= 400:
        return Quality.MISSING, f"The server answered {status}."
    if text.media_type != "text/html":
        if not text.text.strip():
            return Quality.EMPTY, "The body holds no text that can be read."
        return Quality.OK, ""
    return _page(text, body, url, final_url)


def _page(  # noqa: PLR0911 - one return for each verdict
    text: EvidenceText, body: bytes, url: str, final_url: str
) -> tuple[Quality, str]:
    seen = len(text.text[: text.visible_end].strip()) if text.visible_end else 0
    consent = _consent(body, url, final_url, seen)
    if consent:
        return Quality.CONSENT, consent
    if seen < LITTLE and (_CHALLENGE.search(body) or _CHALLENGE_TITLE.search(text.title)):
        return Quality.BLOCKED, "A bot check stands in place of the page."
    if _WAYBACK in text.text[:2000] and seen < TEASER:
        return Quality.MISSING, "A web archive's redirect notice stands in place of the page."
    if seen < NOTHING:
        return _shell(text, body)
    if seen < TEASER and _NOT_FREE.search(body):
        return Quality.PAYWALLED, "The page says it is not free, and shows only a teaser."
    declared = _WORD_COUNT.search(body)
    words = len(text.text[: text.visible_end].split())
    if declared and words < int(declared.group(1)) // 2:
        return Quality.PARTIAL, f"It declares {int(declared.group(1))} words and shows {words}."
    return Quality.OK, ""


def _consent(body: bytes, url: str, final_url: str, seen: int) -> str:
    host = (urlsplit(final_url).hostname or "") if final_url else ""
    asked = urlsplit(url).hostname or ""
    if host != asked and host.startswith(("consent.", "guce.", "consent-", "cmp.")):
        return f"The request ended at {host}, which asks for consent."
    if seen < TEASER and len(_CONSENT_FORM.findall(body[:200_000])) > 1:
        return "A consent form stands in place of the page."
    return ""


def _shell(text: EvidenceText, body: bytes) -> tuple[Quality, str]:
    labels = {region.label: region.end - region.start for region in text.regions}
    kept = max(labels.get(Label.NOSCRIPT, 0), labels.get(Label.EMBEDDED_JSON, 0))
    if kept > LITTLE:
        return Quality.PARTIAL, "Its text is only in data that scripts would show."
    if b"<script" in body:
        return Quality.SCRIPT_ONLY, "The page is empty until its scripts run."
    if not text.text.strip():
        return Quality.EMPTY, "The page holds no text."
    return Quality.OK, ""
