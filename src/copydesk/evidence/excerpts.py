"""A part of a text that says that there is more: it is cut, breaks off, goes on elsewhere, or waits for its rest.

Lists, threads and indexes have “more”, too, and are whole as what they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from selectolax.lexbor import LexborHTMLParser, LexborNode

from copydesk.evidence.answer import Answer
from copydesk.evidence.buttons import words_of
from copydesk.evidence.main_text import MIN_LINE
from copydesk.evidence.marks import Verdict, verdict
from copydesk.evidence.paging import paging_signals, types_in

__all__ = ["excerpt", "excerpt_signals", "is_cut", "is_live_page"]

EXCERPT_TEXT = 2_600
"""Main text from which a page that leads on is no mere excerpt."""

LIVE_TEXT = 12_000
"""Main text from which a ticker with a button for older entries has shown enough of them."""

ENDING = 200
"""Characters of the mark-up's end in which its closing tags stand, if they do."""

MAX_WAYS, MAX_LINES = 2, 2_000
"""Ways on from which a page is a list of teasers; and lines looked at."""

_WAY_ON = re.compile(
    r"(?:continue|keep) reading(?: (?:on|at|in|the|this) .{1,60})?|(?:the |this )?(?:full|whole|entire|complete|original) (?:story|article|text|report|version|post|interview|release)(?: (?:at|on|in|from|by) .{1,60})?|read (?:the )?(?:full|whole|entire|complete) \w+|read (?:the )?(?:more|full|whole|entire|complete|rest|on)(?: (?:of )?(?:the |this )?(?:story|article|text|report|post|piece|interview|release|entry))?(?: (?:on|at|in|here) ?.{0,60}| \(.{1,30}\))?"
    r"|(?:show|view|see|expand|open|get|display|click (?:here )?(?:to|for)(?: \w+)?) (?:the |this )?(?:full|whole|entire|complete|rest of (?:the|this)|all of (?:the|this)) \w+(?: (?:on|at|in) .{1,60})?|(?:show|view|see|read) (?:the )?rest|(?:show|see|view) more|mehr anzeigen|voir plus|ver (?:más|mais)|mostra altro|meer (?:weergeven|tonen)|visa mer|vis mere?|näytä lisää|pokaż więcej|zobrazit více|показать (?:ещё|еще|полностью)|もっと見る|더 ?보기|(?:continue|open|read|keep reading|finish)(?: (?:reading|this|it))? in (?:the |our )?(?:\w+ )?app|in der app (?:weiter)?lesen|weiter in der app|(?:lire|continuer) dans l['’]app\w*|(?:leer|seguir|continuar) en la app|continua nell['’]app|tap to (?:read|see|expand).{0,30}|expand(?: (?:text|article|all))?"
    r"|(?:jetzt )?(?:weiterlesen|mehr lesen|weiter lesen)(?: (?:auf|bei|in) .{1,60})?|(?:zum|den) (?:ganzen|vollständigen|kompletten) (?:artikel|beitrag|text)(?: .{1,60})?|lire (?:la suite|plus|l['’]article(?: complet| entier)?)(?: (?:sur|dans) .{1,60})?|(?:seguir|continuar|sigue) leyendo(?: en .{1,60})?|leer (?:más|la (?:nota|noticia) completa)(?: en .{1,60})?"
    r"|(?:continua a leggere|leggi (?:tutto|di più|l['’]articolo completo|il seguito))(?: su .{1,60})?|(?:continuar? (?:a ler|lendo)|ler? (?:mais|a notícia completa))(?: (?:em|no|na) .{1,60})?|lees (?:verder|meer|het (?:hele|volledige) artikel)(?: (?:op|bij) .{1,60})?|läs (?:mer|vidare|hela artikeln)(?: (?:på|hos|i) .{1,60})?|les (?:mer|videre|hele saken)(?: (?:på|hos|i) .{1,60})?|læs (?:mere|videre|hele artiklen)(?: (?:på|hos|i) .{1,60})?"
    r"|czytaj (?:dalej|więcej|całość)(?: (?:na|w) .{1,60})?|číst (?:dál|více)(?: na .{1,60})?|читать (?:далее|дальше|полностью)(?: на .{1,60})?|続きを読む|記事全文を(?:読む|見る)|(?:阅读|查看)(?:全文|更多)|展开全文",
    re.IGNORECASE,
)
_PLAIN_WAY = re.compile(r"(?:read|see|show|view|voir|ver|mostra|visa|vis|näytä|pokaż|zobrazit|показать|leer|ler|leggi|lees|läs|les|læs|mehr|lire|阅读|查看) ?(?:more|más|mais|di più|meer|mer|mere|lesen|plus|altro|lisää|więcej|více|ещё|еще|更多)", re.IGNORECASE)  # fmt: skip
_BROKEN_OFF = re.compile(
    r"(?:…|\.\.\.|\[(?:…|\.\.\.)\]|\((?:…|\.\.\.)\)|\bmore»|[\[(](?:read )?more[\])]?|[\[(](?:mehr|plus|más|meer|mer)[\])])\s*[\])]?\s*$"
)
_LEFT_OUT = re.compile(r"\w\s*(?:\[(?:…|\.\.\.)\]|\[(?:read )?more\])$")
_LOADING = re.compile(
    r"(?:please wait,? )?(?:loading|fetching|getting) (?:(?:the|more|rest|remaining|remainder|full|next|of|this) ?)+(?:article|story|text|report|page|content|chapter|part|post)?"
    r"|(?:der )?(?:rest|weitere text|ganze (?:artikel|text)|artikel)(?: des artikels)? wird geladen|chargement de (?:la suite|l['’]article)|cargando (?:el resto|más contenido|el artículo)|caricamento (?:del resto|dell['’]articolo)|(?:続き|全文)を読み込(?:み中|んでいます)",
    re.IGNORECASE,
)
_END = re.compile(r"</(?:html|body)\s*>\s*(?:<!--.*?-->\s*)*", re.IGNORECASE | re.DOTALL)
_LIVE = "[class*='liveblog' i], [class*='live-blog' i], [class*='liveticker' i], [class*='live-ticker' i], [id*='liveblog' i], [id*='live-blog' i]"
_LIVE_WORDS = re.compile(r"^live\b ?[:|–-]|\blive ?(?:ticker|blog|updates?)\b|[:|–-] ?live\b|en direct\b|en directo|in diretta|ao vivo|минута за минутой", re.IGNORECASE)  # fmt: skip


def excerpt_signals(
    tree: LexborHTMLParser,
    visible: str,
    main: int,
    hrefs: Sequence[str],
    linked: Sequence[object],
) -> Iterator[tuple[str, str]]:
    """``goes-on``, ``loading``, and those of pages.

    Args:
        tree: the parsed page.
        visible: its visible text.
        main: characters of its main text; above some, nothing is looked for, since looking takes time.
        hrefs: the addresses that it links.
        linked: its JSON-LD, parsed.
    """
    if main >= LIVE_TEXT:
        return
    if main < EXCERPT_TEXT and len(visible) < EXCERPT_TEXT * 4:
        yield from _leads_on(tree, visible)
    yield from paging_signals(tree, hrefs, linked)


def is_live_page(tree: LexborHTMLParser, linked: Sequence[object]) -> bool:
    """Whether a page's mark-up or data say that it is a ticker."""
    return tree.css_first(_LIVE) is not None or "LiveBlogPosting" in types_in(linked)


def is_cut(markup: str) -> bool:
    """Whether the mark-up of a document ends within a tag, a script or a sentence, its blocks open."""
    if _END.search(markup[-2 * ENDING :].rstrip()[-ENDING:]):
        return False
    if any(tag in markup for tag in ("</body", "</html", "</BODY", "</HTML")):
        return False
    low = markup.rstrip().lower()
    ends = "</body" in low or "</html" in low
    if ends or not ("<html" in low[:2_000] or "<body" in low[:2_000]):
        return False
    return low.rfind("<script") > low.rfind("</script") or _breaks_off(low)


def _breaks_off(low: str) -> bool:
    """Whether a document in small letters that closes its paragraphs ends within one, or within a tag."""
    if low.endswith(">"):
        return False
    small = [name for name in ("p", "td", "li") if re.search(rf"<{name}[ >]", low)]
    if small and not any(f"</{name}>" in low for name in small):
        return False  # an old page that leaves them open
    blocks = ("div", "article", "main", "section", "table")
    return any(low.count(f"<{name}") > low.count(f"</{name}") for name in blocks)


def _leads_on(tree: LexborHTMLParser, visible: str) -> Iterator[tuple[str, str]]:
    lines = [line.strip() for line in visible.split("\n")[:MAX_LINES] if line.strip()]
    if any(_LOADING.fullmatch(line.strip(" .…")) for line in lines if len(line) < 80):
        yield "loading", "rest"
    prose = [line for line in lines if len(line) >= MIN_LINE]
    broken = [line for line in prose if _LEFT_OUT.search(line)]
    if len(broken) == 1 and broken == prose[-1:]:
        yield "goes-on", broken[0][-40:]
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
    return None


def _is_live(answer: Answer) -> bool:
    path = f"{answer.asked.path}/"
    return (
        answer.text.signal("live") is not None
        or "/live/" in path
        or "/live-" in path
        or any(map(_LIVE_WORDS.search, answer.titles))
    )
