"""Sentences that say that something is not there: on pages with status 200 and their own words.

Titles that say so are in :mod:`copydesk.evidence.titles`. A sentence counts where it speaks to the
reader who looked for it, or is all that the page says; news of a thing that was removed does neither.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["MAX_ABSENCE", "says_absent", "says_faulty", "says_nothing_found", "sought_in_vain"]

MAX_ABSENCE = 600
"""Main text from which a page is no mere notice that something is not there."""

_THING = (
    r"(?:page|article|story|post|content|url|link|address|listing|ad|advert|advertisement|vacancy|job|position|offer|auction|thread|topic|discussion|video|clip"
    r"|recording|episode|podcast|song|photo|picture|image|map|profile|account|document|file|message|entry|product|item|dataset|record|version|release|event|resource)"
)
_AWAY = (
    r"(?:(?:no|not any) longer|not (?:open |available |online |active |shown )?any (?:longer|more)|isn['’]t|is not|wasn['’]t|doesn['’]t exist|does not exist|(?:can(?:not|['’]t| not)|could(?:n['’]t| not)) be (?:found|shown|displayed|opened)"
    r"|(?:has|have|was|were|been|is) (?:since |now |already |been )*(?:removed|deleted|withdrawn|taken down|unpublished|filled|retired|expired|closed|moved|renamed|archived|gone))"
)
_TO_READER = re.compile(
    rf"\b{_THING}s? (?:that |which )?you(?:['’]re|['’]ve| are| were| have)? (?:been )?(?:looking for|look for|trying to \w+|tried to \w+|tried|requested|followed|clicked|wanted|asked for|sought|searched for|entered|typed)[^.!?\n]{{0,60}}{_AWAY}"
    rf"|\bthere is no {_THING} (?:with|under|at|by|of) (?:this|that) (?:number|id|name|address|title|url)\b|\bno (?:such )?{_THING} (?:exists )?(?:with|under|at) (?:this|that) \w+"
    rf"|\bwe (?:looked everywhere|searched high and low|(?:can(?:not|['’]t)|could(?:n['’]t| not)|were unable to|did(?:n['’]t| not)) (?:find|locate))[^.!?\n]{{0,30}}\b(?:that|the|this|your|any|a) (?:requested )?{_THING}"
    r"|(?:seite|artikel|inhalt|beitrag|anzeige|thema|dokument|video|stellenanzeige)\b[^.!?\n]{0,30}\b(?:sie|du)\b[^.!?\n]{0,50}(?:aufgerufen|aufrufen|such\w+|gesucht|angefordert|wollten|möchte\w*)[^.!?\n]{0,60}(?:nicht|gelöscht|entfernt|abgelaufen|verschoben)"
    r"|\b(?:angeforderte|gewünschte|gesuchte|aufgerufene)[snr]? \w+ [^.!?\n]{0,40}(?:nicht|gelöscht|entfernt|verschoben)"
    r"|(?:contenu|page|article|annonce|document|vidéo)\b[^.!?\n]{0,40}(?:(?:re)?cherche[zr]|demandée?|souhaite[zr]|tente[zr])[^.!?\n]{0,60}(?:n['’]est (?:pas|plus)|n['’]existe|introuvable|supprim|retiré|déplacé)"
    r"|(?:contenido|p[áa]gina|art[íi]culo|anuncio|v[íi]deo)\b[^.!?\n]{0,50}(?:busca\w*|intenta\w*|solicita\w*)[^.!?\n]{0,60}(?:ya no|no (?:est|exist|se)|eliminad|retirad)"
    r"|(?:pagina|contenuto|articolo|annuncio)\b[^.!?\n]{0,40}(?:cerc\w+|richiest\w+)[^.!?\n]{0,60}(?:non (?:è|esiste|si)|rimoss|eliminat|più)"
    r"|(?:página|conteúdo|artigo|anúncio|notícia)\b[^.!?\n]{0,40}(?:procura\w*|solicita\w*|busca\w*)[^.!?\n]{0,60}(?:não|removid|exclu)"
    r"|(?:pagina|artikel|advertentie|vacature|inhoud)\b[^.!?\n]{0,40}(?:zoekt|zocht|opgevraagd\w*|opvroeg)[^.!?\n]{0,60}(?:niet|verwijderd|verlopen)"
    r"|(?:stron[aęy]|treść|ogłoszenie|artykuł|ofert[ay])\b[^.!?\n]{0,40}szuka\w+[^.!?\n]{0,60}(?:nie |usunięt|wygas|nieaktualn)"
    r"|(?:sidan|siden|artikeln|artikkelen|artiklen|innehållet|innholdet|indholdet|annonsen|annoncen)\b[^.!?\n]{0,40}(?:let\w+|leder|søg\w+|sök\w+|begär\w+)[^.!?\n]{0,60}(?:inte|ikke|fjernet|borttag|slettet|raderat)"
    r"|(?:страниц|материал|объявлени|документ)\w*[^.!?\n]{0,60}(?:ищете|искали|запраш\w+|запрош\w+)[^.!?\n]{0,60}(?: не |удал)|お探しの[^。\n]{1,12}[^。\n]{0,40}(?:ません|削除|終了)|(?:您|你)?(?:访问|查看|请求|浏览)的[^。\n]{0,12}(?:不存在|已删除|已被删除|已下线|已失效)",
    re.IGNORECASE,
)
# The same without what has become of it, for pages with nothing else: "the page you were trying to reach has
# drifted off".
_SOUGHT = re.compile(
    rf"(?:the |that |this )?{_THING} (?:that |which )?you(?:['’]re|['’]ve| are| were| have)? (?:been )?(?:looking for|trying to \w+|tried to \w+|requested|followed|clicked|wanted|asked for|sought|searched for|entered|typed)\b"
    r"|(?:das|die|der|den) \w+, (?:das|die|den|der) (?:sie|du) (?:such\w+|aufruf\w+|aufgerufen|angefordert)|(?:le|la|l['’]) ?\w+ (?:que vous )?(?:recherch|cherch|demand)\w+|(?:el|la|lo) (?:\w+ )?que (?:busca|buscas|estás buscando|intenta\w*)|(?:la|il) \w+ che (?:cerchi|stai cercando|cercate|hai cercato)|(?:a|o) \w+ que (?:procura|você procura|está a procurar)|(?:de|het) \w+ (?:die|dat) (?:je|u) (?:zoekt|zocht|probeert|wilde)"
    r"|(?:sidan|siden) (?:du|som du) (?:sök\w+|let\w+|leit\w+|prøv\w+|försök\w+)|sivua,? jota|(?:strona|strony),? której|stránk[au],? kterou|страниц[аыу],? котор\w+ вы|(?:сторінк\w+),? як\w+ ви|a keresett|aradığınız|pagina (?:pe care o )?căuta\w+|η σελίδα που|お探しの|찾으시는|您(?:要)?(?:访问|查找|寻找)的",
    re.IGNORECASE,
)
# A fault, that it passes, and whose it is: only together are they the words of a site about itself.
_FAULT = re.compile(
    r"maintenance|technical (?:difficult|problem|issue|error|fault)|(?:temporarily|currently|momentarily) (?:down|unavailable|offline|closed|out of)|went wrong|could not be (?:rendered|loaded|processed|completed|displayed|opened)|unexpected error|out of order|upgrading|overload|wartung|technische[nrs]? (?:störung|problem|fehler|schwierigkeit)|(?:vorübergehend|derzeit|momentan|zurzeit) (?:leider )?nicht (?:erreichbar|verfügbar)|(?:momentanément|temporairement|actuellement) (?:indisponible|inaccessible|hors)|(?:problème|incident|erreur) technique"
    r"|mantenimiento|(?:problemas?|error|fallo) técnico|manutenzione|problem[ai] tecnic|(?:momentaneamente|temporaneamente) non|manutenção|(?:problemas?|erro) técnico|(?:temporariamente|temporalmente|momentáneamente) (?:indispon|no disp|fuera)|onderhoud|storing|tijdelijk niet|underhåll|tekniskt? (?:fel|problem)|driftst|vedlikehold|vedligehold|tekniske? (?:feil|fejl|problem)|huolto|tekni(?:nen|sen) vika|prace (?:konserw|techn|serwis|moderniz)|przerw[aęy]|údržb|technick|технически|временно недоступ|karbantart|bakım|συντήρηση|メンテナンス|障害|维护|繁忙|점검",
    re.IGNORECASE,
)
_OF_CODE = re.compile(
    r"SQLSTATE\[|\bORA-\d{4}|Stack trace:|Traceback \(most recent|(?:Warning|Notice|Fatal error|Parse error): .{0,200} on line \d|Uncaught \w*(?:Error|Exception)|\bECONN(?:REFUSED|RESET)\b|\bat [\w.$]+\([\w.]+:\d+\)|(?:database|connection) (?:error|refused)$"
)
_LATER = re.compile(
    r"\b(?:try again|come back|check back|be back|return|later|shortly|soon|(?:been|was|were) (?:told|notified|informed)|moments?|minutes?|apologi[sz]e|sorry|inconvenience)\b|später|in kürze|bald|entschuldig|plus tard|instants?|excuse|más tarde|pronto|disculp|più tardi|scus|mais tarde|breve|desculp|later|straks|excuses|senare|snart|ursäkt|senere|beklag|myöhemmin|później|wkrótce|przepraszamy|později|brzy|omlouv|позже|скоро|извин|később|sonra|αργότερα|しばらく|申し訳|稍后|抱歉|잠시|나중",
    re.IGNORECASE,
)
_SITE = re.compile(
    r"\b(?:(?:web ?)?site|page|service|server|system|portal|we|our|platform)\b|seite|dienst|wir\b|service|nous\b|sitio|página|servicio|nosotros|sito|pagina|servizio|serviço|website|dienst|webbplats|sidan|nettsted|hjemmeside|sivusto|palvelu|stron[aęy]|serwis|stránk|web\b|сайт|страниц|сервис|oldal|site\b|sayfa|ιστότοπ|サイト|サービス|网站|系统|사이트|서비스",
    re.IGNORECASE,
)
MAX_SOUGHT = 400
"""Visible characters from which such a beginning is not the whole of a page."""

_NOTICE = re.compile(
    rf"(?:(?:we(?:['’]re| are) )?(?:sorry|oops|unfortunately|oh no)[,.!:…]* (?:but )?)?(?:this|that|the requested|your) {_THING}\b[^.!?\n]{{0,40}}{_AWAY}|the {_THING} (?:was|has been) (?:removed|deleted|taken down|withdrawn)(?: by \w+ \w+)?[.!]?$|(?:this|that) \w+ (?:is|has been|was|has)(?: now| since| already)? (?:gone|no longer (?:available|here|online|listed)|removed|deleted|expired)\b"
    r"|(?:dies(?:er?|es)) (?:seite|artikel|inhalt|beitrag|anzeige|angebot|video|thema|stelle)\b[^.!?\n]{0,40}(?:nicht mehr|gelöscht|entfernt|abgelaufen|beendet|zurückgezogen|existiert nicht)"
    r"|(?:cet(?:te)?|ce) (?:page|article|annonce|contenu|offre|vidéo)\b[^.!?\n]{0,40}(?:n['’]est plus|n['’]existe|supprim|retiré|expiré)|(?:este|esta) (?:p[áa]gina|art[íi]culo|contenido|anuncio|oferta|v[íi]deo|conteúdo|anúncio)\b[^.!?\n]{0,40}(?:ya no|no existe|eliminad|retirad|caducad|não|removid)"
    r"|quest[oa] (?:pagina|articolo|contenuto|annuncio)\b[^.!?\n]{0,40}(?:non è|non esiste|rimoss|scadut)|(?:deze|dit|dez) (?:pagina|artikel|advertentie|vacature)\b[^.!?\n]{0,40}(?:niet (?:meer|langer)|verwijderd|verlopen)|t[ao] (?:strona|ogłoszenie|oferta|artykuł)\b[^.!?\n]{0,40}(?:nieaktualn|nie (?:jest|istnieje)|usunięt|wygas)",
    re.IGNORECASE,
)
_NOTHING = re.compile(
    r"\b(?:0|no|zero) (?:search )?(?:results?|matches|hits|items|documents)\b|did(?:n['’]t| not) match any|nothing (?:was )?found|couldn['’]t find any(?:thing)?|keine (?:treffer|ergebnisse|inhalte|suchergebnisse)|\b0 treffer|aucun résultat|\b0 résultat|(?:sin|ningún|no hay|0) resultados?|nessun risultato|0 risultati"
    r"|geen (?:resultaten|zoekresultaten)|(?:inga|ingen) (?:träffar|treff|resultat\w*)|brak wyników|nenalezeny? žádn|nenhum resultado|ничего не найдено|見つかりませんでした|0件|没有找到|无结果",
    re.IGNORECASE,
)


def says_absent(titles: Sequence[str], lines: Sequence[str]) -> str:
    """The words by which a page says that what was asked for is not there; empty where it does not.

    Args:
        titles: its title and headings; a notice counts at the beginning of one, or of its only line.
        lines: its prose.
    """
    for line in (*titles, *lines):
        if found := _TO_READER.search(line):
            return _words(found)
    notices = (*titles, *lines) if len(lines) <= 2 else titles
    for line in notices:
        if found := _NOTICE.match(line.strip()):
            return _words(found)
    return ""


def says_faulty(lines: Sequence[str]) -> str:
    """The line by which a site says that it has a fault or is being mended; empty where none does.

    Args:
        lines: all that can be seen.
    """
    if sum(map(len, lines)) >= MAX_SOUGHT:
        return ""
    if broken := next(filter(_OF_CODE.search, lines), ""):
        return broken.strip()
    faulty = next(filter(_FAULT.search, lines), "")
    told = " ".join(lines)
    return faulty.strip() if faulty and _LATER.search(told) and _SITE.search(told) else ""


def sought_in_vain(lines: Sequence[str]) -> str:
    """The words of a page that only speaks of what its reader was looking for; empty for any other.

    Args:
        lines: all that can be seen.
    """
    if sum(map(len, lines)) >= MAX_SOUGHT:
        return ""
    found = next(filter(None, (_SOUGHT.match(line.strip()) for line in lines)), None)
    return _words(found) if found else ""


def says_nothing_found(lines: Sequence[str]) -> str:
    """The words by which a search says that it found nothing; empty where it does not."""
    found = next(filter(None, map(_NOTHING.search, lines)), None)
    return _words(found) if found else ""


def _words(found: re.Match[str]) -> str:
    return " ".join(found.group().split())
