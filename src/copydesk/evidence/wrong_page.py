"""Another page than the cited one: a fault's page, the site's front page, another article.

Words and lengths are compared, not languages: the telling words of the cited address with the
page's titles, and where its canonical address and its redirects lead.
"""

from __future__ import annotations

import re
from urllib.parse import SplitResult, urljoin, urlsplit

from copydesk.evidence.absences import (
    MAX_ABSENCE,
    says_absent,
    says_faulty,
    says_nothing_found,
    sought_in_vain,
)
from copydesk.evidence.answer import Answer
from copydesk.evidence.main_text import MIN_LINE, weight
from copydesk.evidence.marks import Verdict, verdict
from copydesk.evidence.titles import (
    says_error,
    says_not_found,
    says_parked,
    says_placeholder,
)
from copydesk.evidence.word_classes import lines_not_there

__all__ = ["another_page", "fault_page", "redirected_away"]

SHORT = 900
"""Characters of main text below which titles, addresses and phrases may speak against a page."""

TEASERS = 3_000
"""The same where nothing but its heading speaks against it, and the rest may be teasers."""

NO_TEXT, MAX_LINES, MAX_LINE = 300, 60, 600
"""Main text below which a sentence in its lines may say so, and how many lines, and how much of each, are looked at."""

MIN_SLUG = 3
"""Telling words of an address from which none of them in any title means another page."""

MIN_MATTER = 5
"""The same for a longer page, on which none of them may stand anywhere."""

_DOMAIN = re.compile(r"\b(?:domain|web ?site|hosting)\b", re.IGNORECASE)
_FOR_SALE = re.compile(r"\b(?:for sale|auction|place (?:a )?bid|buy (?:now|it|this)|make an offer|purchase)\b|verkauf|kaufen|à vendre|en venta|in vendita|à venda|te koop|til salgs?|till salu|myytävänä|na sprzedaż|na prodej|eladó|продаж|купить|satılık|出售|販売", re.IGNORECASE)  # fmt: skip
_NO_SITE = re.compile(r"\b(?:no (?:web ?)?site|(?:registered|reserved|parked) (?:at|with|through|by)|coming soon|under construction|not (?:yet )?(?:published|connected|online))\b|noch keine|im aufbau|en construction|en construcción|in costruzione|em construção|under uppbyggnad|w budowie|ve výstavbě|в разработке|建设中|準備中", re.IGNORECASE)  # fmt: skip
_HOSTER = re.compile(r"\b(?:name|domain) (?:\S+ )?(?:was|is|has been) registered\b|\bregistrar\b|\b(?:hosting|hosted|web ?host|hoster|hébergeur|hébergement|alojamiento|hospedagem|webspace|site owner|owner of this (?:web ?)?site)\b|hosting|хостинг|主机|サーバー", re.IGNORECASE)  # fmt: skip
_STOPPED = re.compile(
    r"\b(?:suspended|disabled|deactivated|stopped|expired|not (?:been )?(?:configured|set up|published|activated)|no (?:web ?)?(?:site|content)(?: yet)?|unpaid|offline)\b|gesperrt|deaktiviert|suspendu|désactivé|suspendid|sospes|suspens|opgeschort|avstängd|suspendert|zawieszon|приостановлен|заблокирован|已暂停|停止",
    re.IGNORECASE,
)
_ID = re.compile(r"\d{5}|[0-9a-f]{8}", re.IGNORECASE)
_INDEX = re.compile(r"^(?:index|default|home)(?:\.\w{2,5})?$", re.IGNORECASE)
_SEARCH = re.compile(
    r"/(?:site-?|advanced-?)?(?:search|suche|recherche|buscar|busca|busqueda|ricerca|cerca|zoeken|sok|sog|haku|szukaj|hledat|poisk|results)(?:[/.-]|$)",
    re.IGNORECASE,
)
_SEARCHED = re.compile(r"(?:^|&)(?:q|query|search|s|keywords?)=", re.IGNORECASE)
_LOCALE = re.compile(r"^[a-z]{2}(?:[-_][a-z]{2})?$", re.IGNORECASE)
_VIEWS = frozenset({"amp", "print", "all", "full"})
_ARCHIVES = ("web.archive.org", "archive.org", "archive.ph", "archive.today", "archive.is")
# Hosts whose whole purpose is to lead elsewhere: what they lead to is no other page.
_RESOLVERS = frozenset({
    "doi.org", "dx.doi.org", "hdl.handle.net", "t.co", "bit.ly", "buff.ly", "ow.ly", "lnkd.in",
    "tinyurl.com", "youtu.be", "purl.org", "ift.tt", "trib.al", "w3id.org", "n2t.net", "goo.gl",
    "aka.ms", "g.co", "fb.me", "reut.rs", "nyti.ms",
})  # fmt: skip
_PARKING = re.compile(
    r"(?:^|\.)(?:sedoparking|parkingcrew|bodis|hugedomains|afternic|dan|sedo)\.(?:com|net)$"
)
_NAMES = re.compile(r"\s*[|·•»«]\s*|\s+[-–—~]\s+")  # between a headline and a site's name
_LATIN = re.compile("[A-Za-z]{4}")


def fault_page(answer: Answer) -> Verdict | None:
    """A short page whose title says, with status 200, that there is nothing here."""
    if answer.main >= SHORT:
        return _gone_beside_others(answer)
    if words := _of_hoster(answer):
        return verdict("placeholder", f"No site is set up there (“{words[:80]}”).")
    for title in answer.openings:
        gone, fault = says_not_found(title), says_error(title)
        words = gone or fault
        named = 2 if gone else 1  # words of a fault are rarer in addresses than "found"
        if words and answer.shares(words) < named and not _is_headline(answer, title, words):
            said = (
                f"The page says “{words[:80]}”, although its status is {answer.status or 'good'}."
            )
            return verdict("not-found-title" if gone else "error-title", said)
    return _faulty_in_words(answer)


def _lines(answer: Answer) -> list[str]:
    """The first lines that can be seen, each as far as a notice may be long."""
    return [
        line[:MAX_LINE] for line in answer.text.visible.strip().split("\n", MAX_LINES)[:MAX_LINES]
    ]


def _faulty_in_words(answer: Answer) -> Verdict | None:
    """A page with hardly any text but a sentence that says so."""
    said = "The page says “{}” and hardly anything else."
    if words := _gone_in_words(answer):
        return verdict("not-found-title", said.format(words[:80]))
    words = says_faulty(answer.text.visible.strip().split("\n"))
    if words and not answer.shares(" ".join(answer.titles)):
        return verdict("error-words", said.format(words[:80]))
    if words := _absent(answer):
        return verdict("not-found-words", said.format(words[:80]))
    return None


def _of_hoster(answer: Answer) -> str:
    """The line by which a hoster says that it has stopped a site, or has none there."""
    if answer.main >= MAX_ABSENCE or answer.shares(" ".join(answer.titles)):
        return ""
    lines = _lines(answer)
    stopped = any(map(_STOPPED.search, (*answer.titles, *lines)))
    return next(filter(_HOSTER.search, lines), "") if stopped else ""


def _gone_beside_others(answer: Answer) -> Verdict | None:
    """A page that says so in its heading, and lists what else there is."""
    if answer.main >= TEASERS or answer.shares(" ".join(answer.titles)):
        return None
    words = next(filter(None, map(says_not_found, answer.shown_titles)), "")
    if not words or answer.tells(words):
        return None
    said = f"The page says “{words[:80]}”, and shows other things."
    return verdict("not-found-title", said)


def _absent(answer: Answer) -> str:
    """A sentence that says so, on a page with little else, none of whose titles was cited."""
    if answer.main >= MAX_ABSENCE or answer.shares(" ".join(answer.titles)):
        return ""
    lines = [one for one in _lines(answer) if weight(one) >= MIN_LINE // 2]
    if words := says_absent(answer.shown_titles, lines):
        return words
    if words := sought_in_vain(answer.text.visible.strip().split("\n")):
        return words
    if words := lines_not_there(_lines(answer)):
        return words
    return says_nothing_found(lines) if _is_search(answer) else ""


def _is_search(answer: Answer) -> bool:
    """Whether a page was asked for, and the site's search answered."""
    path, query = answer.final.path, answer.final.query
    moved = path != answer.asked.path and not _SEARCH.search(answer.asked.path)
    return moved and bool(_SEARCH.search(path) or _SEARCHED.search(query))


def _gone_in_words(answer: Answer) -> str:
    """A line of a page without main text that says, in a sentence, that the page is not there."""
    if answer.main >= NO_TEXT or answer.shares(" ".join(answer.titles)):
        return ""
    lines = (says_not_found(line) for line in answer.text.visible.split("\n")[:MAX_LINES])
    return next((words for words in lines if words.count(" ") >= 3), "")


def _is_headline(answer: Answer, title: str, words: str) -> bool:
    """Whether ``words`` belong to a headline that the cited address names: “Page not found: the …”."""
    if answer.tells(words):
        return True
    part = next((one for one in _NAMES.split(title) if words in one), title)
    return answer.shares(part.replace(words, " ")) > 0


def redirected_away(answer: Answer) -> Verdict | None:
    """A redirect that lost the page: to the front page, a page above, another site, a parking."""
    asked, host = answer.asked, (answer.final.hostname or "").lower()
    if _is_archive(host) or not answer.final_url or answer.final_url == answer.url:
        return None
    if _PARKING.search(host):
        return verdict("parked-domain", f"The request ended at {host}, which sells domains.")
    if (asked.hostname or "").lower() in _RESOLVERS or answer.shares(" ".join(answer.titles)):
        return None
    return _lost(answer, host)


def _lost(answer: Answer, host: str) -> Verdict | None:
    """Where a redirect ended whose page has no word of the cited address in its titles."""
    asked, final = answer.asked, answer.final
    was, now = _segments(asked), _segments(final)
    deep = len(was) > 1 or len(answer.slug) >= MIN_SLUG
    if deep and was and not now and not final.query:
        return verdict("redirect-to-root", f"The request ended at the front page of {host}.")
    if now == was[: len(now)] and _is_above(answer, len(was) - len(now)):
        return verdict(
            "redirect-to-section", f"The request ended at a page above it ({final.path})."
        )
    if _is_search(answer) and answer.slug:
        said = f"The request ended at the site's search ({final.path})."
        return verdict("redirect-to-search", said)
    if _site(host) != _site(asked.hostname or "") and answer.main < SHORT and len(answer.slug) > 1:
        said = f"The request ended at another site ({host}), at a short page about something else."
        return verdict("other-site", said)
    return None


def _is_above(answer: Answer, lost: int) -> bool:
    """Whether ``lost`` parts of the path were lost that told this page from others."""
    if lost < 1 or not any(_LATIN.search(title) for title in answer.titles):
        return False  # titles in another script share no letters with an address
    kept = _segments(answer.final)
    if kept and _ID.search(kept[-1]):
        return False  # a number that names the article: what stood behind it was for people
    return len(answer.slug) >= (MIN_SLUG if lost == 1 else 1)


def another_page(answer: Answer) -> Verdict | None:
    """A short page whose names, or whose own address, are not those of the cited one."""
    if answer.main >= SHORT:
        return _another_matter(answer)
    if found := _host_page(answer) or _no_site(answer):
        return found
    if answer.asked.path.lower().endswith(".pdf"):
        return verdict("not-the-file", "A PDF was cited, and a short HTML page was received.")
    if not answer.titles or not any(_LATIN.search(title) for title in answer.titles):
        return None  # titles in another script share no letters with an address
    return None if answer.shares(" ".join(answer.titles)) else _unnamed(answer)


def _no_site(answer: Answer) -> Verdict | None:
    """A page on whose top, or in whose lines about domains, it says that there is no site."""
    for title in (*answer.openings, *_domain_lines(answer)):
        if words := says_parked(title):
            return verdict("parked-domain", f"The page offers the domain itself (“{words[:80]}”).")
        if words := says_placeholder(title):
            return verdict("placeholder", f"No site is set up there (“{words[:80]}”).")
    return None


def _host_page(answer: Answer) -> Verdict | None:
    """A page that is named after its host and sells it, or says that nothing is there yet."""
    host = (answer.final.hostname or "").removeprefix("www.")
    named = any(host in title.lower().split() for title in answer.shown_titles) if host else False
    if not named or answer.shares(" ".join(answer.titles).lower().replace(host, " ")):
        return None
    shown = answer.text.visible
    if found := _FOR_SALE.search(shown):
        return verdict("parked-domain", f"The page offers the domain itself (“{found.group()}”).")
    if found := _NO_SITE.search(shown):
        return verdict("placeholder", f"No site is set up there (“{found.group()}”).")
    return None


def _domain_lines(answer: Answer) -> list[str]:
    """The lines of a page that is named after its host, or after nothing of what was cited."""
    if answer.shares(" ".join(answer.titles)):
        return []
    return [line for line in answer.text.visible.split("\n")[:MAX_LINES] if _DOMAIN.search(line)]


def _another_matter(answer: Answer) -> Verdict | None:
    """A longer page with no word of a wordy address: another site, or the front page, stands there."""
    if not answer.titles or not any(_LATIN.search(title) for title in answer.titles):
        return None
    own = _stands_elsewhere(answer)
    at_root = own is not None and not _segments(own) and bool(_segments(answer.asked))
    least = MIN_SLUG if at_root else MIN_MATTER - answer.moved
    if len(answer.slug) < least or answer.shares(" ".join(answer.titles)):
        return None
    if answer.shares(answer.text.visible[:60_000]):
        return None
    if at_root:
        return verdict("canonical-above", "The page says that it is the site's front page.")
    return verdict("another-matter", "No word of its address stands anywhere on the page.")


def _unnamed(answer: Answer) -> Verdict | None:
    """A short page in whose titles no word of the cited address stands."""
    elsewhere = _stands_elsewhere(answer)
    if elsewhere and (answer.slug or not _segments(elsewhere)):
        where = elsewhere.path or "/"
        return verdict("canonical-above", f"The page says that it is {elsewhere.hostname}{where}.")
    told = answer.shares(answer.text.visible[:20_000])
    if len(answer.slug) >= MIN_SLUG and told * 3 < len(answer.slug):
        said = f"No word of its address stands in the page's title (“{answer.titles[0][:80]}”)."
        return verdict("title-differs", said)
    return None


def _stands_elsewhere(answer: Answer) -> SplitResult | None:
    """The address that the page gives as its own, where it lies far above the cited one."""
    was = _segments(answer.asked)
    for name in ("canonical", "og-url"):
        said = answer.text.signal(name)
        try:
            own = urlsplit(urljoin(answer.final_url or answer.url, said or ""))
            _ = own.hostname
        except ValueError:
            continue
        now = _segments(own)
        if said and not own.query and len(was) > 1 and len(now) * 2 <= len(was) and now != was:
            return own
    return None


def _segments(parts: SplitResult) -> list[str]:
    """The path's parts that tell pages apart: no index, no locale in front, no view behind."""
    found = [part for part in parts.path.split("/") if part]
    if found and _LOCALE.match(found[0]):
        found = found[1:]
    while found and (_INDEX.match(found[-1]) or found[-1].lower() in _VIEWS):
        found = found[:-1]
    return found


def _site(host: str) -> str:
    """The registrable domain, near enough: two labels, three where the second is short (co.uk)."""
    labels = host.lower().split(".")
    country = len(labels) > 2 and len(labels[-1]) == 2 and len(labels[-2]) <= 3
    return ".".join(labels[-3:] if country else labels[-2:])


def _is_archive(host: str) -> bool:
    return any(host == one or host.endswith(f".{one}") for one in _ARCHIVES)
