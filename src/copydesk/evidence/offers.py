"""Lines that sell the rest of a text: headings and sentences of paywalls that declare themselves nowhere.

A line counts where it begins a sentence of its own and is short: reports on paywalls quote such words
in the middle of their prose, and sites ask for support in others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from copydesk.evidence.buttons import sells
from copydesk.evidence.main_text import weight

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
    rf"|(?:continue|keep) reading (?:{_TEXT} )?(?:with|for (?:free|just|only|[£$€])).*|to (?:continue|keep|finish) reading(?: {_TEXT})?,? {_ACT}|unlock (?:{_TEXT}|all articles)"
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
_BREAK = re.compile(r"(?<=[.!?。])\s+")


def offer_in(lines: Sequence[str]) -> str:
    """The line in whose place the rest of the text would stand, and which sells it; empty where none does."""
    after = 0
    for line in reversed(lines):
        size = weight(line)
        if size < MAX_OFFER and any(map(_OFFER.match, _BREAK.split(line.strip()))):
            return line.strip()
        if size >= PROSE and not sells(line):
            after += size
        if after >= PROSE_AFTER:
            return ""
    return ""
