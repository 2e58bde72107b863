"""What a page says about itself beside its text: marks of challenges, walls and teasers.

The marks were measured on 2,757 stored bodies of a real newsroom; names that stand on hundreds of
good pages (reCAPTCHA, Turnstile, consent managers, `/cdn-cgi/challenge-platform/`) are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from selectolax.lexbor import LexborHTMLParser

from copydesk.evidence.json import values

__all__ = ["data_signals", "page_signals"]

_CHALLENGES = (
    ("Incapsula", "_Incapsula_Resource"),
    ("Akamai", "bm-verify="),
    ("AWS WAF", "gokuProps"),
    ("AWS WAF", "awsWafCookieDomainList"),
    ("Radware", "validate.perfdrive.com"),
    ("Cloudflare", "_cf_chl_opt"),
    ("PerimeterX", "px-captcha"),
    ("DataDome", "captcha-delivery.com"),
    ("Kasada", "KPSDK"),
)
MAX_WALL_TEXT = 8_000
"""Visible characters above which a page is no wall; a consent wall with its notice has 2,000."""

_FREE = "isAccessibleForFree"


def page_signals(tree: LexborHTMLParser, text: str, visible: str) -> Iterator[tuple[str, str]]:
    """Signals of the mark-up: ``challenge``, ``consent``, ``archive-stub``, ``scripts``,
    ``canonical``, ``heading``, ``meta-robots`` and ``meta-tdm-reservation``.

    Args:
        tree: the parsed page.
        text: its mark-up.
        visible: its visible text; marks of a wall are only looked for where there is little of it.
    """
    if len(visible) < MAX_WALL_TEXT:
        for vendor, mark in _CHALLENGES:
            if mark in text:
                yield "challenge", vendor
        form = tree.css_first("form.consent-form")
        if form is not None and ("originalDoneUrl" in text or "csrfToken" in text):
            yield "consent", "form"
        if "response at crawl time" in visible and "Got an HTTP 30" in visible:
            yield "archive-stub", "redirect"
        if tree.css_first("script") is not None:
            yield "scripts", "yes"
    link = tree.css_first("link[rel=canonical]")
    if link is not None and (href := link.attributes.get("href")):
        yield "canonical", href[:2000]
    heading = tree.css_first("h1")
    if heading is not None and (words := " ".join((heading.text() or "").split())):
        yield "heading", words[:300]
    yield from _reserved(tree)


def _reserved(tree: LexborHTMLParser) -> Iterator[tuple[str, str]]:
    for name in ("robots", "tdm-reservation"):
        for node in tree.css(f'meta[name="{name}" i][content]')[:5]:
            yield f"meta-{name}", (node.attributes.get("content") or "")[:500]


def data_signals(linked: Sequence[object]) -> Iterator[tuple[str, str]]:
    """Signals of the JSON-LD: ``free`` (true or false) and ``word-count``."""
    for value in linked:
        for path, text in values(value):
            key = path.rpartition(".")[2]
            if key == _FREE and path.count(".") < 3 and text.lower() in {"true", "false"}:
                yield "free", text.lower()
            elif key == "wordCount" and text.isascii() and text.isdigit() and len(text) < 8:
                yield "word-count", text
