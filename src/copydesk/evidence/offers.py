"""Lines that sell the rest of a text: headings and sentences of paywalls that declare themselves nowhere.

A line counts where it begins a sentence of its own and is short: reports on paywalls quote such words
in the middle of their prose, and sites ask for support in others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from copydesk.evidence.buttons import sells
from copydesk.evidence.main_text import weight
from copydesk.evidence.word_classes import only_for_some

__all__ = ["offer_in"]

MAX_OFFER = 200
"""Characters from which a line is prose."""

PROSE, PROSE_AFTER = 60, 200
"""Characters from which a line below an offer is text again, if it sells nothing; and how much of that
means that the offer stands above or within the text and not in the place of its rest.
"""

_ACT = r"(?:subscribe(?: now| today)?|sign (?:in|up)|log in|register(?: now)?(?: for free)?|join(?: \w+)?|upgrade|become an? \w+(?: \w+)?|create an? (?:free )?account|start (?:a|your) (?:free )?(?:trial|subscription)|enter your email|pay|buy (?:a|this) \w+)"
_TEXT = r"(?:(?:the |this )?(?:full |entire |whole |complete |rest of (?:the|this) |remaining )*(?:article|story|post|report|text|analysis|piece|interview|column|issue|newsletter|content))"
_OFFER = re.compile(
    rf"{_ACT}(?:,? (?:or|and) {_ACT})?(?: for free| free)? to (?:continue|keep|finish|go on)(?: reading)?(?: {_TEXT})?[\s.!,:]*(?:$|[.!])|{_ACT}(?:,? (?:or|and) {_ACT})? to (?:read|unlock|access|view|see|get)(?: full access to)? {_TEXT}"
    rf"|(?:continue|keep) reading (?:{_TEXT} )?(?:with|for (?:free|just|only|[£$€])).*|to (?:continue|keep|finish) reading(?: {_TEXT})?,? {_ACT}|unlock (?:{_TEXT}|all articles)|this (?:content|article|story|post|report|page) is (?:locked|premium)\b|(?:dit is een |dies ist ein |ceci est un |det här är en |dette er en )?(?:plus|premium|abo)[- ]?(?:artikel|article|artikkel|inhalt|content|sak)\b"
    r"|(?:this|the (?:full|rest of this)) (?:article|story|post|report|content|analysis|newsletter|episode|edition|page|piece)(?: of .{1,30})? is (?:only |exclusively )?(?:for|available to|reserved for|exclusive to|restricted to|limited to) (?:our |paid |paying |registered |premium |digital )*(?:subscribers|members|readers with)"
    r""
    r"|you(?:['’]ve| have) (?:(?:now )?(?:reached|hit|exceeded|used up|run out of|no more)|(?:read|used) (?:all|your last))[^.!?]{0,40}(?:free|limit|complimentary|monthly)[^.!?]{0,30}(?:articles?|stor(?:y|ies)|limit|month|views)|get (?:full|unlimited|instant) access to this (?:article|story|post|report)"
    r"|(?:purchase|buy|rent) (?:this )?(?:article|chapter|pdf|access)\b.{0,40}(?:[£$€]|usd|eur)|access (?:this article )?(?:through|via) your (?:institution|library)|you do not (?:currently )?have access to this (?:article|content|chapter)|read with a (?:free )?(?:trial|account)"
    r"|(?:jetzt )?(?:weiterlesen|weiter lesen) mit|(?:jetzt )?mit .{1,30} (?:weiterlesen|alle artikel lesen)|(?:dieser (?:artikel|beitrag|inhalt|text) ist )?(?:nur|exklusiv) für abonnent\w*|(?:den|diesen) (?:ganzen |vollständigen )?(?:artikel|beitrag) (?:frei)?(?:schalten|lesen)(?: mit|:| \?)?|(?:registrieren|anmelden|melden) sie sich[^.!?]{0,30} (?:um|und) (?:weiter|den (?:ganzen )?artikel)"
    r"|(?:cet |l['’])?article (?:est )?réservé aux abonnés|(?:la suite|le reste|ce contenu)(?: de cet article)? est réservée? (?:aux|à nos) abonnés|il (?:vous )?reste [\d,.]+ ?%|pour lire la suite(?: de cet article)?,? (?:abonnez|connectez|inscrivez)|abonnez-vous pour (?:lire|continuer|accéder)|créez un compte pour (?:lire|continuer)"
    r"|(?:contenido|artículo|noticia) (?:exclusiv[oa]|sol[oa]) para (?:suscriptores|socios|abonados)|suscr[íi]be(?:te|te ya|te ahora)? para (?:seguir|continuar|leer)|(?:para|si quieres) (?:seguir|continuar) leyendo,? (?:suscr|reg|inicia|hazte)|reg[íi]strate (?:gratis )?para (?:seguir|leer)|te quedan? .{1,30}(?:artículos|%)"
    r"|(?:contenuto|articolo) (?:riservato|esclusivo)? ?(?:agli|per gli) abbonati|abbonati per (?:continuare|leggere|proseguire)|per continuare a leggere|registrati (?:gratis )?per (?:continuare|leggere)|(?:conteúdo|artigo|matéria|notícia) (?:exclusiv[oa]|restrit[oa]|reservad[oa]) (?:para|a|aos) (?:assinantes|subscritores)|assine para (?:continuar|ler)|(?:para continuar (?:lendo|a ler))"
    r"|(?:dit artikel is )?(?:alleen|exclusief) voor abonnees|(?:lees|wilt u) (?:verder|dit artikel)(?: verder)? (?:met|lezen\? )|word abonnee (?:en|om)|maak een (?:gratis )?account (?:aan )?om (?:verder|te lezen)|lås upp (?:artikeln|texten)|bli prenumerant (?:för att|och) läs\w*|(?:bli|køb|kjøp) abonn\w+ (?:for å|og|for at) les\w*|(?:dette|denne) (?:saken|artikkelen|artiklen) er (?:kun )?for abonn\w+"
    r"|tilaa (?:ja lue|jatkaaksesi)|(?:vain |artikkeli on )tilaajille|(?:artykuł |treść )?(?:tylko |dostępny tylko )?dla (?:prenumeratorów|subskrybentów)|(?:wykup|kup) (?:dostęp|subskrypcję),? (?:aby|i)|pro pokračování|(?:článek|obsah) (?:je )?(?:jen |pouze )?pro (?:předplatitele|předplatné)|(?:материал |статья )?(?:доступ\w+ )?только (?:для|по) (?:подпис\w+)|оформите подписку,? чтобы"
    r"|この記事は(?:有料)?会員限定|会員(?:登録|になる)(?:すると|で|して)続き|ここから先は|残り\s?[\d,]+\s?文字|続きを読むには|(?:订阅|登录|注册|付费)后?(?:可|即可|才能)?(?:继续)?阅读(?:全文)?|구독자 전용 기사",
    re.IGNORECASE,
)
# Two kinds of words whose meeting in one short line, or in two lines that follow each other, sells the rest of a
# text, in whatever sentence: what is held back, and what it takes.
_HELD_BACK = re.compile(
    r"\b(?:continue|keep|finish|go on|carry on) reading\b|\bread(?:ing)? (?:on\b|the (?:full|whole|entire|rest|complete|remaind)|it all|to the end)|\b(?:view|open|see) this (?:page|image|record|document|item|map)\b|\b(?:read|access|view|see|finish|enjoy|open|unlock|get|want|need|see)\b[^.!?]{0,20}\b(?:full|whole|entire|complete|rest of (?:the|this|our)|remainder of (?:the|this)|all of this|this) (?:text|story|article|report|analysis|interview|column|investigation|essay|post|episode|issue|edition|briefing|study|chapter|paper|content)\b|\bthe rest\b|\bverify access\b|\bsubscribe (?:for|to) (?:all|unlimited|full)\b|\bunlock (?:with|by|for|everything|all|the|this)\b|\b(?:24|48)[- ]hours? access\b|\bget access\b|\baccess options\b|\bpurchase (?:access|options)\b|\b(?:this|the) (?:full )?(?:text|story|article|report|analysis|interview|column|investigation|essay|post|episode|issue|edition|briefing|study|chapter|paper|content) (?:is|are) (?:only |exclusively )?(?:available|open|reserved|accessible|included|for|part of)\b"
    r"|weiter ?lesen|weiterzulesen|\b(?:ganzen?|vollständigen?|kompletten?|gesamten?) (?:artikel|text|beitrag|bericht|inhalt|geschichte)|lire (?:la suite|l['’](?:article|intégralité)|cet article)|\bla suite\b|seguir leyendo|continuar leyendo|\bleer (?:este|el) (?:artículo|contenido|reportaje)\b|(?:artículo|noticia|texto) complet"
    r"|\bleggere (?:quest[oa] |l['’])?(?:intero )?(?:articolo|contenuto)|continuare a leggere|leggere tutto|articolo completo|\bler (?:este|esta|o|a) (?:artigo|conteúdo|matéria|notícia)\b|continuar (?:a ler|lendo)|(?:artigo|texto) completo|verder ?lezen|lees verder|\b(?:lees dit|het hele|het volledige|dit hele) (?:artikel|verhaal|stuk)|\b(?:hele|heile) (?:saken|artikkelen|artiklen|artikeln|historien|teksten)|hela (?:artikeln|texten|reportaget)|läsa vidare|lese videre|læse videre|(?:läsa|lese|læse) (?:denna|denne|dette) (?:artikel\w*|artikkel\w*|sak\w*)"
    r"|koko (?:jutun?|artikkelin?|tekstin?)|jatka(?:a|aksesi)? lukemista|(?:czytać|czytaj) (?:dalej|całość)|(?:cał[yą]) (?:artykuł\w*|tekst\w*)|(?:celý) (?:článek|text)|číst dál|дочита(?:ть|йте)|(?:читать) (?:дальше|полностью|статью|до конца)|(?:полн\w+) (?:стать\w+|текст\w*|верси\w+)|続き|全文|계속 읽|전문을|继续阅读|全文|haberin (?:tamamı|devamı)|yazının (?:tamamı|devamı)|(?:teljes) (?:cikk|szöveg)\w*|(?:tot|restul) (?:articol\w*)|(?:ολόκληρο|το υπόλοιπο) (?:το )?(?:άρθρο|κείμενο)|(?:всю|цю|повну) (?:статтю|версію)|المقال|כתבה המלאה",
    re.IGNORECASE,
)
_TAKES = re.compile(
    r"subscri|\bmembers?(?:hip)?\b|\b(?:log|sign) ?[io]n\b|\blogin\b|\bsign up\b|\bregist(?:er|ration)|\baccounts?\b|\btrial\b|\bpay(?:ing|s)?\b|\bpaid\b|\bpatrons?\b|\bcredits?\b|\btiers?\b|\bpasses\b|\blog into\b|\d ?usd|\bpro\b|\bpremium\b|\bplus\b|(?:[£$€]|usd|eur|chf) ?\d|\d ?(?:[£$€]|kr\b|eur|euro|zł|kč|ft\b|lei\b|руб|円|元|원)"
    r"|\babo|anmelden|registrieren|probe|abonn|connectez|inscri|compte\b|suscri|reg[íi]str|cuenta\b|abbona|accedi|assin|cadastr|conta\b|account|inlog|prenum|logga|logg inn|log ind|bruker|konto|tilaa|tilaaj|kirjaudu|prenumerat|subskry|zaloguj|dostęp|předpl|přihl|подпис|войти|регистр|会員|購読|登録|ログイン|구독|회원|로그인|订阅|会员|登录|付费|abone|üye|giriş|előfiz|συνδρομ|передпл|підпис|اشترك|מנוי",
    re.IGNORECASE,
)
_PRICE = re.compile(r"(?:[£$€]|usd|eur|chf) ?\d|\d ?(?:[£$€¢]|kr\b|eur|usd|euro|zł|kč|ft\b|lei\b|руб|円|元|원)", re.IGNORECASE)  # fmt: skip
# What else is asked for beside a whole text.
_ELSE = re.compile(
    r"comment|newsletter|e-?paper|\bapps?\b|alert|notif|\breply|answer|forum|share\b|save\b|bookmark|podcast|kommentar|komment|commentaire|infolettre|bolet[íi]n|nieuwsbrief|nyhetsbrev|inbox|e-?mail|donat|support (?:us|our)|spende|unterstütz|cookie|javascript|terms|privacy|correct|licen[cs]e|reprint|listen\b|translat",
    re.IGNORECASE,
)
MAX_OFFER_LINES = 400
"""Lines at the end of a page among which an offer is looked for."""

MAX_PROSE = 2_000
"""Characters from which a line is a text, whatever it sells."""

MAX_MEETING = 160
"""Characters from which a line in which both meet is prose."""

_BREAK = re.compile(r"(?<=[.!?。])\s+")


def offer_in(lines: Sequence[str]) -> tuple[str, bool]:
    """The line in whose place the rest of the text would stand, and which sells it; empty where none does.

    Also whether it is one of the sentences that sites use for this, rather than words that meet.
    """
    after, lines = 0, lines[-MAX_OFFER_LINES:]
    for at in range(len(lines) - 1, -1, -1):
        line = lines[at]
        size = weight(line)
        if size < MAX_OFFER and any(map(_OFFER.match, _BREAK.split(line.strip()))):
            return line.strip(), True
        if only_for_some(line):
            return line.strip(), True
        if _sells_rest(line, lines[at + 1] if at + 1 < len(lines) else ""):
            return line.strip(), False
        if size >= PROSE and (size >= MAX_PROSE or not sells(line)):
            after += size
        if after >= PROSE_AFTER:
            break
    return "", False


def _sells_rest(line: str, below: str) -> bool:
    """Whether a short line names what is held back, and it or the line below what that takes."""
    held = _HELD_BACK.search(line) if weight(line) < MAX_MEETING else None
    if held is None or _ELSE.search(line):
        return False
    if _TAKES.search(f"{line[: held.start()]} {line[held.end() :]}"):
        return True
    if not line.rstrip().endswith(("?", ":", "…", "？")):
        return False
    return (
        weight(below) < MAX_MEETING
        and not _ELSE.search(below)
        and (sells(below) or _PRICE.search(below) is not None)
    )
