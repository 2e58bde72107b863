"""Texts on several pages: links to the next one, or to the one before.

Lists, threads and indexes have pages, too, and are whole as what they are: only a page of one article
counts, and only its own pages, not those of its comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import SplitResult, urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser

from copydesk.evidence.answer import Answer
from copydesk.evidence.json import values
from copydesk.evidence.marks import Verdict, verdict

__all__ = ["further_pages", "paging_signals", "types_in"]

MAX_SECOND, MAX_ADDRESS = 40, 2_000
"""Addresses looked at, and how long they may be."""

TAIL = 12
"""Characters at the end of an address in which the number of a page stands, if in its path."""

MIN_LEFT = 7
"""Characters of an ending like ``.html`` or ``/``, below which an address has no number of a page."""

_PAGE = "p|pg|page|paged|seite|pagina|sida|side|pagenum|page_num|pageno|part|start"
_MAY_BE_SECOND = re.compile(
    rf"[?&](?:{_PAGE})=\d{{1,2}}(?![\w.])|[^0-9]2(?:[/&#]|\.\w{{2,5}}/?$|$)", re.IGNORECASE
)
_SECOND = re.compile(
    r"^/(?:page[/-]?)?2/?$|^[-_,/](?:p|page|seite|pagina|sida|side|s|teil|part)?-?2(?:\.\w{2,5})?/?$",
    re.IGNORECASE,
)
_SECOND_QUERY = re.compile(
    rf"(?:^|&)(?:{_PAGE})=(?:[2-9]|[1-9]\d)(?:&|$)",
    re.IGNORECASE,
)
_PAGE_PART = re.compile(rf"(?:^|&)(?:{_PAGE})=\d*", re.IGNORECASE)
_LATER = re.compile(
    r"[-_,/](?:p|page|seite|pagina|sida|side|s|teil|part)?[-/]?(?:[2-9]|[1-3]\d)(?:\.\w{2,5})?/?$",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"\b\d{1,2} ?(?:of|/|von|de|di|van|av|af|z|из|sur|su) ?\d{1,2}\b")
_WORDY = re.compile(r"[^\W\d_]+[-_][^\W\d_]+[^/]*$")
_COMMENT = re.compile(r"comment|cpage|kommentar|reply|replies|review", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:News|Tech|Scholarly|Report|Opinion|Analysis|Review)?(?:News)?Article$|BlogPosting$")  # fmt: skip


def paging_signals(
    tree: LexborHTMLParser, hrefs: Sequence[str], linked: Sequence[object]
) -> Iterator[tuple[str, str]]:
    """``next-page`` and ``page-before``, with an address as it stands there.

    Args:
        tree: the parsed page.
        hrefs: the addresses that it links.
        linked: its JSON-LD, parsed.
    """
    beside = [node.attrs for node in tree.css("link[rel=next], link[rel=prev]")[:3]]
    ahead = [own.get("href") or "" for own in beside]
    likely = (href for href in (*ahead, *hrefs) if "=" in href or "2" in href[-TAIL:])
    second = list(filter(_MAY_BE_SECOND.search, likely))[:MAX_SECOND]
    before = [own.get("href") or "" for own in beside if own.get("rel") == "prev"]
    if (second or before) and _is_one_article(tree, linked):
        yield from (("next-page", href[:MAX_ADDRESS]) for href in second)
        yield from (("page-before", href[:MAX_ADDRESS]) for href in before[:1])


def types_in(linked: Sequence[object]) -> set[str]:
    """What a page's JSON-LD says that it is."""
    return {
        text
        for value in linked
        for path, text in values(value)
        if path.rpartition(".")[2] == "@type"
    }


def _is_one_article(tree: LexborHTMLParser, linked: Sequence[object]) -> bool:
    """Whether the page says that it is one article, and not a list of them."""
    articles = len(tree.css("article")[:2])
    if articles:
        return articles == 1
    said = tree.css_first("meta[property='og:type'][content='article']") is not None
    return said or any(map(_ARTICLE.search, types_in(linked)))


def further_pages(answer: Answer) -> Verdict | None:
    """One article on several pages, of which this is one."""
    base = answer.final_url or answer.url
    for name, href in answer.text.signals:
        if name == "page-before" and _is_later(
            answer.final, href, base, counted=_is_counted(answer)
        ):
            return verdict("further-pages", "The text has pages before; this is one of them.")
        if name == "next-page" and _is_second(answer.final, href, base):
            return verdict("further-pages", "The text has further pages; this is one of them.")
    return None


def _is_second(own: SplitResult, href: str, base: str) -> bool:
    """Whether a link leads to the second page of the same text."""
    try:
        there = urlsplit(urljoin(base, href))
        _ = there.hostname
    except ValueError:
        return False
    if there.hostname != own.hostname or _COMMENT.search(f"{there.query}#{there.fragment}"):
        return False
    if there.path == own.path:
        return bool(_SECOND_QUERY.search(f"{own.query}&{there.query}")) and _differs(own, there)
    stem = own.path.rstrip("/")
    for bare in (stem, re.sub(r"\.\w{2,5}$", "", stem)):
        if len(bare) > 1 and there.path.startswith(bare):
            return _SECOND.match(there.path[len(bare) :]) is not None
    return False


def _is_counted(answer: Answer) -> bool:
    """Whether the page says of which number it is, and of how many: “3 of 12”."""
    shown = answer.text.visible
    said = "\n".join((*answer.shown_titles, shown[:MAX_ADDRESS], shown[-MAX_ADDRESS:]))
    return _COUNTED.search(said) is not None


def _differs(own: SplitResult, there: SplitResult) -> bool:
    """Whether two addresses of one path name different pages of it, and nothing else."""
    return _PAGE_PART.sub("", own.query) == _PAGE_PART.sub("", there.query) and own != there


def _is_later(own: SplitResult, href: str, base: str, *, counted: bool) -> bool:
    """Whether the page is a later one of the text whose page before it links."""
    try:
        there = urlsplit(urljoin(base, href))
    except ValueError:
        return False
    found = _LATER.search(own.path)
    if found is None or there.netloc != own.netloc:
        return False
    stem = own.path[: found.start()]
    if _WORDY.search(stem) is None or there.path == own.path:
        return False
    if found.group()[1:].strip("/").isdigit() and not counted:
        return False  # sections of a law, items of a list
    left = there.path.removeprefix(stem)
    return left != there.path and (len(left) < MIN_LEFT or _LATER.fullmatch(left) is not None)
