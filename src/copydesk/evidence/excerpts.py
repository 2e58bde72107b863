"""A part of a text that says that there is more: it is cut, goes on elsewhere, or has further pages.

Lists, threads and indexes have pages and “more”, too, and are whole as what they are: only a page of
one article counts, and only what belongs to its text, not to its comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import SplitResult, urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

from copydesk.evidence.answer import Answer
from copydesk.evidence.buttons import words_of
from copydesk.evidence.json import values
from copydesk.evidence.marks import Verdict, verdict

__all__ = ["excerpt", "excerpt_signals"]

EXCERPT_TEXT = 2_600
"""Main text from which a page that leads on is no mere excerpt."""

LIVE_TEXT = 12_000
"""Main text from which a ticker with a button for older entries has shown enough of them."""

ENDING = 200
"""Characters of the mark-up's end in which its closing tags stand, if they do."""

MAX_WAYS, MAX_LINES = 2, 2_000
"""Ways on from which a page is a list of teasers; and lines looked at."""

_WAY_ON = re.compile(
    r"(?:continue|keep) reading(?: (?:on|at|in|the|this) .{1,60})?|read (?:the )?(?:more|full|whole|entire|complete|rest|on)(?: (?:of )?(?:the |this )?(?:story|article|text|report|post|piece|interview|release|entry))?(?: (?:on|at|in|here) ?.{0,60}| \(.{1,30}\))?"
    r"|(?:show|view|see|expand) (?:the )?(?:full|whole|entire|complete|rest of (?:the|this)) (?:story|article|text|report|post|piece|interview|release)(?: (?:on|at|in) .{1,60})?"
    r"|(?:jetzt )?(?:weiterlesen|mehr lesen|weiter lesen)(?: (?:auf|bei|in) .{1,60})?|(?:zum|den) (?:ganzen|vollständigen|kompletten) (?:artikel|beitrag|text)(?: .{1,60})?|lire (?:la suite|plus|l['’]article(?: complet| entier)?)(?: (?:sur|dans) .{1,60})?|(?:seguir|continuar|sigue) leyendo(?: en .{1,60})?|leer (?:más|la (?:nota|noticia) completa)(?: en .{1,60})?"
    r"|(?:continua a leggere|leggi (?:tutto|di più|l['’]articolo completo|il seguito))(?: su .{1,60})?|(?:continuar? (?:a ler|lendo)|ler? (?:mais|a notícia completa))(?: (?:em|no|na) .{1,60})?|lees (?:verder|meer|het (?:hele|volledige) artikel)(?: (?:op|bij) .{1,60})?|läs (?:mer|vidare|hela artikeln)(?: (?:på|hos|i) .{1,60})?|les (?:mer|videre|hele saken)(?: (?:på|hos|i) .{1,60})?|læs (?:mere|videre|hele artiklen)(?: (?:på|hos|i) .{1,60})?"
    r"|czytaj (?:dalej|więcej|całość)(?: (?:na|w) .{1,60})?|číst (?:dál|více)(?: na .{1,60})?|читать (?:далее|дальше|полностью)(?: на .{1,60})?|続きを読む|記事全文を(?:読む|見る)|(?:阅读|查看)(?:全文|更多)|展开全文",
    re.IGNORECASE,
)
_PLAIN_WAY = re.compile(r"(?:read|leer|ler|leggi|lees|läs|les|læs|mehr|lire|阅读|查看) ?(?:more|más|mais|di più|meer|mer|mere|lesen|plus|更多)", re.IGNORECASE)  # fmt: skip
_BROKEN_OFF = re.compile(r"(?:…|\.\.\.|\[(?:…|\.\.\.)\]|\((?:…|\.\.\.)\)|\bmore»)\s*[\])]?\s*$")
_LOADING = re.compile(
    r"(?:please wait,? )?(?:loading|fetching|getting) (?:(?:the|more|rest|remaining|remainder|full|next|of|this) ?)+(?:article|story|text|report|page|content|chapter|part|post)?"
    r"|(?:der )?(?:rest|weitere text|ganze (?:artikel|text)|artikel)(?: des artikels)? wird geladen|chargement de (?:la suite|l['’]article)|cargando (?:el resto|más contenido|el artículo)|caricamento (?:del resto|dell['’]articolo)|(?:続き|全文)を読み込(?:み中|んでいます)",
    re.IGNORECASE,
)
_NEXT = "link[rel=next], a[rel=next], a[href*='page'], a[href*='p=2'], a[href*='pg='], a[href*='seite'], a[href$='/2'], a[href$='/2/'], a[href*='2.htm'], a[href*=',2,']"
_SECOND = re.compile(
    r"^/(?:page[/-]?)?2/?$|^[-_,/](?:p|page|seite|pagina|sida|side|s|teil|part)?-?2(?:\.\w{2,5})?/?$",
    re.IGNORECASE,
)
_SECOND_QUERY = re.compile(
    r"(?:^|&)(?:p|pg|page|paged|seite|pagina|sida|side|pagenum|page_num|pageno|part|start)=2(?:&|$)",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"comment|cpage|kommentar|reply|replies|review", re.IGNORECASE)
_END = re.compile(r"</(?:html|body)\s*>\s*(?:<!--.*?-->\s*)*", re.IGNORECASE | re.DOTALL)
_ARTICLE = re.compile(r"(?:News|Tech|Scholarly|Report|Opinion|Analysis|Review)?(?:News)?Article$|BlogPosting$")  # fmt: skip
_LIVE = "[class*='liveblog' i], [class*='live-blog' i], [class*='liveticker' i], [class*='live-ticker' i], [id*='liveblog' i], [id*='live-blog' i]"
_LIVE_WORDS = re.compile(r"\blive ?(?:ticker|blog|updates?)\b|[:|–-] ?live\b|en direct\b|en directo|in diretta|ao vivo|минута за минутой", re.IGNORECASE)  # fmt: skip


def excerpt_signals(
    tree: LexborHTMLParser, markup: str, visible: str, linked: Sequence[object]
) -> Iterator[tuple[str, str]]:
    """``cut``, ``goes-on``, ``loading``, ``live``, and ``next-page`` with an address as it stands there.

    Args:
        tree: the parsed page.
        markup: its mark-up.
        visible: its visible text.
        linked: its JSON-LD, parsed.
    """
    if _is_cut(markup):
        yield "cut", "mark-up"
    types = {
        text
        for value in linked
        for path, text in values(value)
        if path.rpartition(".")[2] == "@type"
    }
    if "LiveBlogPosting" in types or tree.css_first(_LIVE) is not None:
        yield "live", "blog"
    if len(visible) < EXCERPT_TEXT * 4:
        yield from _leads_on(tree, visible)
    if _is_one_article(tree, types):
        for node in tree.css(_NEXT)[:40]:
            if href := node.attributes.get("href"):
                yield "next-page", href[:2_000]


def _is_cut(markup: str) -> bool:
    """Whether the mark-up of a document ends within a tag, a script or a sentence, its blocks open."""
    body = markup.rstrip()
    start = body[:2_000].lower()
    if _END.search(body[-ENDING:]) or ("<html" not in start and "<body" not in start):
        return False
    low = body.lower()
    if low.rfind("</body") >= 0 or low.rfind("</html") >= 0:
        return False
    if low.rfind("<script") > low.rfind("</script"):
        return True
    opened = any(
        low.count(f"<{name}") > low.count(f"</{name}")
        for name in ("div", "article", "main", "section", "table")
    )
    return opened and not body.endswith(">")


def _leads_on(tree: LexborHTMLParser, visible: str) -> Iterator[tuple[str, str]]:
    lines = [line.strip() for line in visible.split("\n")[:MAX_LINES] if line.strip()]
    if any(_LOADING.fullmatch(line.strip(" .…")) for line in lines if len(line) < 80):
        yield "loading", "rest"
    ways = [node for node in tree.css("a, button, [role=button]")[:600] if _is_way_on(node)]
    if not 0 < len(ways) <= MAX_WAYS:
        return
    words = words_of(ways[0])
    asked = ways[0].tag != "a" and not _PLAIN_WAY.fullmatch(words)
    if asked or _follows_a_break(lines, words):
        yield "goes-on", words


def _is_way_on(node: LexborNode) -> bool:
    words = words_of(node)
    return len(words) >= 4 and _WAY_ON.fullmatch(words) is not None


def _follows_a_break(lines: Sequence[str], words: str) -> bool:
    """Whether the text before a way on breaks off: in the line above, or in the same one."""
    for at, line in enumerate(lines):
        if words in line:
            own = line[: line.index(words)].strip()
            before = own or (lines[at - 1] if at else "")
            if _BROKEN_OFF.search(before):
                return True
    return False


def _is_one_article(tree: LexborHTMLParser, types: set[str]) -> bool:
    """Whether the page says that it is one article, and not a list of them."""
    articles = len(tree.css("article")[:2])
    said = tree.css_first("meta[property='og:type'][content='article']") is not None
    return articles == 1 or (articles == 0 and (said or any(map(_ARTICLE.search, types))))


def excerpt(answer: Answer) -> Verdict | None:
    """A page that shows a part of its text and says that there is more of it."""
    signal = answer.text.signal
    if signal("cut") is not None:
        return verdict("cut-mark-up", "The page ends in the middle of its mark-up.")
    words = signal("goes-on")
    if words is not None and answer.main < EXCERPT_TEXT:
        return verdict("goes-on", f"The text breaks off at “{words}”.")
    if signal("loading") is not None and answer.main < EXCERPT_TEXT:
        return verdict("goes-on", "The rest of the text is only loaded by scripts.")
    if signal("more") is not None and answer.main < LIVE_TEXT and _is_live(answer):
        return verdict(
            "older-entries", "A ticker that shows its newest entries and has older ones."
        )
    for name, href in answer.text.signals:
        if name == "next-page" and _is_second(answer.final, href, answer.final_url or answer.url):
            return verdict("further-pages", "The text has further pages; this is one of them.")
    return None


def _is_live(answer: Answer) -> bool:
    path = f"{answer.asked.path}/"
    return (
        answer.text.signal("live") is not None
        or "/live/" in path
        or any(map(_LIVE_WORDS.search, answer.titles))
    )


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
        return bool(_SECOND_QUERY.search(there.query)) and not _SECOND_QUERY.search(own.query)
    stem = own.path.rstrip("/")
    for bare in (stem, re.sub(r"\.\w{2,5}$", "", stem)):
        if len(bare) > 1 and there.path.startswith(bare):
            return _SECOND.match(there.path[len(bare) :]) is not None
    return False
