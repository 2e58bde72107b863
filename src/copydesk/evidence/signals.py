"""What a page says about itself beside its text: marks of challenges, walls and teasers.

The marks were measured on 2,757 stored bodies of a real newsroom; names that stand on hundreds of
good pages (reCAPTCHA, Turnstile, consent managers, `/cdn-cgi/challenge-platform/`) are left out.
A signal decides nothing alone: :mod:`copydesk.evidence.quality` weighs it with the amount of text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from selectolax.lexbor import LexborHTMLParser, LexborNode

from copydesk.evidence.buttons import button_signals
from copydesk.evidence.challenges import vendors_in
from copydesk.evidence.excerpts import excerpt_signals, is_cut, is_live_page
from copydesk.evidence.json import values
from copydesk.evidence.main_text import line_starts, main_text, visible_chars
from copydesk.evidence.shells import shell_signals

__all__ = ["data_signals", "page_signals"]

MAX_WALL_TEXT = 8_000
"""Visible characters above which a page is no wall; a consent wall with its notice has 2,000."""

MAX_CHECK_TEXT = 3_000
"""Visible characters above which a page is no bot check, whoever's mark it bears."""

MAX_WALL_MAIN = 3_000
"""Main text above which a page is neither an empty shell nor cut off by a box that sells the rest."""

MAX_FORMS, MAX_NODES, MAX_SELECTORS = 8, 20, 2
MAX_LINKS, MAX_LINK_CHARS = 2_000, 2_000
MAX_METAS = 400
_META = {"og:title": "og-title", "og:url": "og-url", "article:content_tier": "tier"}
_RESERVED = ("robots", "tdm-reservation")
# A site's front page leads nowhere in particular.
_DEEP = re.compile(r"https?://[^/?#]+/[^?#]")

_FREE = "isAccessibleForFree"
# Google asks for class selectors only, and a page's own selectors are hostile input.
_CLASS_SELECTOR = re.compile(r"\.-?[A-Za-z_][A-Za-z0-9_-]{0,99}")
_RETURN = re.compile(
    r"^(?:originaldoneurl|doneurl|return_?(?:url|to)|redirect_?(?:url|uri|to)?|continue|destination"
    r"|callback_?(?:url)?|next|target_?url|back_?url|referr?er)$",
    re.IGNORECASE,
)
_CONSENT = re.compile(
    r"consent|gdpr|cookie[-_]?wall|privacy[-_]?gate|toestemming|zustimmung", re.IGNORECASE
)
_BUTTONS = "button, input[type=submit], input[type=button]"
_TYPED = "input[type=text], input[type=email], input[type=search], input:not([type]), textarea"
_CAPTCHA = ".g-recaptcha, .h-captcha, .cf-turnstile, [data-sitekey]"
_CHECK_ACTION = re.compile(r"captcha|challenge|verify-?human", re.IGNORECASE)
# In small letters, and searched in such, which is many times quicker than without regard to case.
# What a page says where it stops for readers who have not paid; on many complete pages, too.
_SELLS = re.compile(
    r"already (?:have an account|an? (?:paid |print )?(?:subscriber|member))|subscribe (?:now )?to (?:continue|keep|read|unlock)|(?:continue|keep) reading (?:this|your|for|with)"
    r"|to (?:continue|keep) reading|create (?:a free |an )?account to (?:continue|read)|(?:paying|paid|digital) subscribers only|unlock this (?:article|post|story)"
    r"|limit of free articles|member-only story|become a (?:subscriber|member) to|access (?:through|via) your institution"
    r"|weiterlesen mit|jetzt weiterlesen|bereits (?:ein )?(?:abo|abonnent|kunde)|haben bereits ein abo|(?:nur|exklusiv) für abonnent"
    r"|réservée? (?:aux|à nos) abonnés|il vous reste|pour lire la suite|déjà abonné|para seguir leyendo|para suscriptores|ya (?:eres|soy) suscriptor"
    r"|riservato agli abbonati|per continuare a leggere|già abbonat|sei già abbonat|alleen voor abonnees|lees verder met|al abonnee"
    r"|lås upp artikeln|för prenumeranter|redan prenumerant|for abonnenter|allerede abonnent|for abonnementer|dla (?:prenumeratorów|subskrybentów)"
    r"|только для подписчиков|会員限定|有料会員|残り\s?[\d,]+\s?文字|订阅后|会员专享",
)
_WALL = (
    "[class*='paywall' i], [id*='paywall' i], [class*='regwall' i], [class*='subscription-wall' i],"
    " [class*='barrier' i], [id*='barrier' i], [class*='subscription-required' i], [class*='upgrade-cta' i],"
    " [class*='subscriber-wall' i], [data-paywall]"
)
_OFFER = re.compile(
    r"subscri|/abo|abonn|abbona|suscri|assin|premium|/plus\b|register|sign-?in|log-?in|account|member",
    re.IGNORECASE,
)


def page_signals(
    tree: LexborHTMLParser, text: str, visible: str, linked: Sequence[object] = ()
) -> Iterator[tuple[str, str]]:
    """Signals of the mark-up and of the JSON-LD, as name and value.

    Args:
        tree: the parsed page.
        text: its mark-up.
        visible: its visible text; marks of a wall are only looked for where there is little of it.
        linked: its JSON-LD, parsed.
    """
    main = main_text(tree, visible)
    yield "main-chars", str(main.chars)
    yield "main-words", str(main.words)
    if len(visible) < MAX_CHECK_TEXT:
        yield from _check_signals(tree, text, visible)
    if len(visible) < MAX_WALL_TEXT:
        yield from _wall_signals(tree, len(visible), linked)
        if min(main.chars, len(visible)) < MAX_WALL_MAIN:
            yield from _stub_signals(tree, visible)
    if is_cut(text):
        yield "cut", "mark-up"
    hrefs = _hrefs(tree)
    yield from excerpt_signals(tree, visible, main.chars, hrefs, linked)
    yield from _names(tree)
    yield from (("link", href) for href in hrefs if _DEEP.match(href))
    declared = list(data_signals(linked))
    declared.extend(
        ("free", (node.attributes.get("content") or "").strip().lower())
        for node in tree.css(f"meta[itemprop={_FREE}][content]")[:1]
    )
    yield from declared
    not_free = ("free", "false") in declared
    if not_free:
        yield from _paid(tree, visible, linked)
    if len(visible) < MAX_WALL_TEXT:
        if (not_free or main.chars < MAX_WALL_MAIN) and _has_box(tree, visible):
            yield "wall", "offer"
        if not_free and _SELLS.search(visible.lower()):
            yield "sells", "words"


def _hrefs(tree: LexborHTMLParser) -> list[str]:
    """The addresses that the page links, as they stand there, each once."""
    found = (node.attrs.get("href") or "" for node in tree.css("a[href]")[:MAX_LINKS])
    return [href for href in dict.fromkeys(found) if len(href) <= MAX_LINK_CHARS]


def _check_signals(tree: LexborHTMLParser, text: str, visible: str) -> Iterator[tuple[str, str]]:
    for vendor in vendors_in(text):
        yield "challenge", vendor
    if "response at crawl time" in visible and "Got an HTTP 30" in visible:
        yield "archive-stub", "redirect"
    if tree.css_first("script") is not None:
        yield "scripts", "yes"
    if any(not _is_in_form(node) for node in tree.css(_CAPTCHA)[:MAX_FORMS]):
        yield "captcha", "box"


def _wall_signals(
    tree: LexborHTMLParser, visible: int, linked: Sequence[object]
) -> Iterator[tuple[str, str]]:
    """What its buttons and forms ask for."""
    buttons = list(button_signals(tree, visible))
    yield from buttons
    if ("more", "button") in buttons and is_live_page(tree, linked):
        yield "live", "blog"
    for form in tree.css("form")[:MAX_FORMS]:
        yield from _form(form)


def _stub_signals(tree: LexborHTMLParser, visible: str) -> Iterator[tuple[str, str]]:
    """What a page has that is filled in, left, or opened by somebody else than its server."""
    yield from shell_signals(tree, visible)
    for node in tree.css("meta[http-equiv=refresh i]")[:1]:
        if "url=" in (node.attributes.get("content") or "").lower():
            yield "refresh", "url"
    if tree.css_first("input[type=password]") is not None:
        yield "password", "field"


def _form(form: LexborNode) -> Iterator[tuple[str, str]]:
    """A form that only asks for consent, or only for a captcha, by its shape."""
    fields = [node.attributes.get("name") or "" for node in form.css("input[type=hidden][name]")]
    own = form.attributes
    names = " ".join(filter(None, (own.get("class"), own.get("id"), own.get("action"), *fields)))
    returns = any(_RETURN.match(name) for name in fields)
    if _CHECK_ACTION.search(own.get("action") or ""):
        yield "captcha", "form"
    if form.css_first(_TYPED) is not None:
        return  # it asks for words: a newsletter, a comment, a search
    if _CONSENT.search(names) and (returns or "csrfToken" in fields) and form.css_first(_BUTTONS):
        yield "consent", str(len(" ".join((form.text() or "").split())))
    if form.css_first(_CAPTCHA) is not None:
        yield "captcha", "form"


def _is_in_form(node: LexborNode) -> bool:
    above: LexborNode | None = node
    while above is not None and above.tag != "form":
        above = above.parent
    return above is not None


def _has_box(tree: LexborHTMLParser, visible: str) -> bool:
    starts = line_starts(visible)
    return any(_offers(node, starts) for node in tree.css(_WALL)[:MAX_NODES])


def _offers(node: LexborNode, starts: frozenset[str]) -> bool:
    """Whether a box that is called a paywall is seen, and leads to a subscription or a login."""
    if node.tag in {"script", "style", "template", "body", "html"}:
        return False
    if not 20 <= visible_chars(node, starts) <= 3_000:
        return False
    return any(_OFFER.search(a.attributes.get("href") or "") for a in node.css("a[href]")[:20])


def _names(tree: LexborHTMLParser) -> Iterator[tuple[str, str]]:
    """What the page calls itself, and where it says that it stands."""
    link = tree.css_first("link[rel=canonical]")
    if link is not None and (href := link.attributes.get("href")):
        yield "canonical", href[:2000]
    for node in tree.css("h1")[:3]:
        if words := " ".join((node.text() or "").split()):
            yield "heading", words[:300]
    said: dict[str, list[str]] = {}
    for node in tree.css("meta[content]")[:MAX_METAS]:
        own = node.attrs
        key = own.get("property") or own.get("name") or ""
        if key in _META or key.lower() in _RESERVED:
            said.setdefault(_META.get(key, key.lower()), []).append(own.get("content") or "")
    for name in _META.values():
        yield from ((name, one.strip()[:2000]) for one in said.get(name, ())[:1] if one.strip())
    for name in _RESERVED:
        yield from ((f"meta-{name}", one[:500]) for one in said.get(name, ())[:5])


def data_signals(linked: Sequence[object]) -> Iterator[tuple[str, str]]:
    """Signals of the JSON-LD: ``free`` (true or false), ``word-count``, ``headline`` and
    ``body-chars``, the length of the article's text where the data holds it.
    """
    for value in linked:
        for path, text in values(value):
            key = path.rpartition(".")[2]
            if key == _FREE and path.count(".") < 3 and text.lower() in {"true", "false"}:
                yield "free", text.lower()
            elif key == "wordCount" and text.isascii() and text.isdigit() and len(text) < 8:
                yield "word-count", text
            elif key == "headline" and text:
                yield "headline", text[:300]
            elif key == "articleBody" and text:
                yield "body-chars", str(len(text))


def _paid(
    tree: LexborHTMLParser, visible: str, linked: Sequence[object]
) -> Iterator[tuple[str, str]]:
    """``paid-chars``: how much of the part that is declared as not free can be seen."""
    selectors = {
        text
        for value in linked
        for path, text in values(value)
        if path.endswith("cssSelector") and _CLASS_SELECTOR.fullmatch(text)
    }
    seen = None
    starts = line_starts(visible)
    for selector in sorted(selectors)[:MAX_SELECTORS]:
        for node in tree.css(selector)[:MAX_NODES]:
            seen = (seen or 0) + visible_chars(node, starts)
    if seen is not None:
        yield "paid-chars", str(seen)
