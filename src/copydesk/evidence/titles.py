"""Titles that say what a page is not: phrases in several languages, matched whole.

A phrase counts only where it is all of a title, or all of a part of one between separators, so that
"404 Media raises money" and "Ring not found in the wreck" are titles like any other.
"""

from __future__ import annotations

import re

__all__ = ["says_error", "says_login", "says_not_found", "says_parked", "says_refused"]

_PARTS = re.compile(r"\s*[|·•»«]\s*|\s+[-–—~]\s+|\s*::?\s+")
_TRIM = " \t.!?…:;,'\"“”„«»()[]🙁😕😞"
_NOT_FOUND = re.compile(
    r"(?:error\s*)?(?:http\s*)?(?:404|410)(?:\s*(?:error|not found|page not found|gone))?"
    r"|(?:sorry,?\s*)?(?:the |this |that )?(?:page|article|story|post|document|file|content|url|resource)"
    r"(?: you(?:'re| are) looking for| you requested| requested)?"
    r" (?:was not |is not |could not be |can't be |cannot be |can’t be |wasn't |wasn’t |isn't |isn’t |does not |doesn't |doesn’t |has been |was |is |no longer )?"
    r"(?:not found|found|available|available anymore|exist|exists|removed|deleted|gone|unavailable|no longer available"
    r"|no longer exists|missing)"
    r"|(?:oops|whoops|uh-oh|sorry)[!,.…]*\s*(?:page not found|that page (?:can't|can’t|cannot) be found|nothing (?:here|found))"
    r"|nothing found|not found|page missing|no such page|we (?:can't|can’t|couldn't|couldn’t) find (?:that|this|the) page"
    r"|seite (?:wurde )?(?:leider )?nicht gefunden|(?:die|diese) seite (?:existiert nicht(?: mehr)?|wurde nicht gefunden"
    r"|ist nicht (?:mehr )?verfügbar)|artikel nicht (?:mehr )?(?:gefunden|verfügbar)|fehler 404"
    r"|page (?:non trouvée|introuvable)|(?:cette|la) page (?:n'existe (?:pas|plus)|n’existe (?:pas|plus)|est introuvable)|erreur 404"
    r"|article introuvable"
    r"|página no encontrada|(?:esta|la) página no existe|error 404|página não encontrada|(?:esta|a) página não existe|erro 404"
    r"|pagina non trovata|(?:questa|la) pagina non esiste(?: più)?|errore 404"
    r"|pagina (?:is )?niet gevonden|(?:deze|de) pagina bestaat niet(?: meer)?"
    r"|sidan (?:kunde inte hittas|hittades inte|finns inte)|siden (?:blev ikke fundet|ble ikke funnet|finnes ikke|findes ikke)"
    r"|sivua ei löytynyt|nie znaleziono strony|strona nie (?:istnieje|została znaleziona)"
    r"|страница не найдена|сторінку не знайдено|stránka nenalezena|sayfa bulunamadı"
    r"|ページが見つかりません(?:でした)?|お探しのページは見つかりません(?:でした)?|页面(?:不存在|未找到|找不到)|找不到(?:页面|頁面)"
    r"|페이지를 찾을 수 없습니다|الصفحة غير موجودة",
    re.IGNORECASE,
)
_ERROR = re.compile(
    r"(?:error\s*)?(?:http\s*)?5\d\d(?:\s*(?:error|internal server error|bad gateway|service unavailable"
    r"|service temporarily unavailable|gateway time-?out))?"
    r"|internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out"
    r"|(?:error establishing a database connection)|application error|something went wrong"
    r"|(?:we'll|we’ll|we will) be (?:right )?back(?: soon)?|(?:site )?(?:under|down for) maintenance|scheduled maintenance"
    r"|wartungsarbeiten|site en maintenance|en mantenimiento|manutenzione in corso|onderhoud",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"(?:error\s*)?(?:403|429)(?:\s*(?:error|forbidden|access denied|too many requests))?|forbidden|access denied|access to this page has been denied"
    r"|request (?:rejected|blocked)|(?:sorry, )?you have been blocked|too many requests|rate limit exceeded"
    r"|just a moment|attention required|pardon our interruption|one more step|checking your browser(?: before accessing.*)?"
    r"|(?:are you (?:a )?(?:robot|human))|robot check|bot (?:check|verification)|(?:human|security|browser) (?:check|verification)"
    r"|verify(?:ing)? (?:that )?you are (?:a )?human|making sure you(?:'re|’re) not a bot|unusual traffic.*|client challenge"
    r"|vercel security checkpoint|ddos-guard|access (?:restricted|blocked)|captcha"
    r"|zugriff verweigert|accès refusé|acceso denegado|accesso negato|toegang geweigerd|acesso negado|доступ запрещ[её]н"
    r"|sicherheitsüberprüfung|vérification de sécurité|アクセスが拒否されました|访问被拒绝|访问验证",
    re.IGNORECASE,
)
_LOGIN = re.compile(
    r"(?:please )?(?:log ?in|login|sign ?in|log on)(?: required| to (?:continue|your account|.{1,30}))?|(?:member|subscriber) (?:log ?in|login)"
    r"|anmelden|anmeldung|einloggen|se connecter|connexion|connectez-vous|iniciar sesi[óo]n|inicia sesi[óo]n|accedi|entrar|iniciar sess[ãa]o"
    r"|inloggen|logga in|logg inn|log ind|kirjaudu(?: sisään)?|zaloguj(?: się)?|logowanie|вход|войти|ログイン|登录|登入|로그인|تسجيل الدخول",
    re.IGNORECASE,
)
_PARKED = re.compile(
    r".{0,80}(?:\bis for sale\b|\bdomain for sale\b|buy this domain|this domain (?:is|may be) for sale|domain (?:is )?parked|steht zum verkauf"
    r"|est à vendre|está a la venta|è in vendita).{0,80}",
    re.IGNORECASE,
)
_MAX_TITLE = 200


def _whole(pattern: re.Pattern[str], title: str) -> str:
    """The title, or the part of it, that is one of the phrases; empty where none is."""
    short = title[:_MAX_TITLE].strip()
    for part in (short, *_PARTS.split(short)):
        words = part.strip(_TRIM)
        if words and pattern.fullmatch(words):
            return words
    return ""


def says_not_found(title: str) -> str:
    """The words by which a title says that there is no such page; empty where it does not."""
    return _whole(_NOT_FOUND, title)


def says_error(title: str) -> str:
    """The words by which a title says that the site has a fault; empty where it does not."""
    return _whole(_ERROR, title)


def says_refused(title: str) -> str:
    """The words by which a title refuses, or asks whether one is a robot; empty where not."""
    return _whole(_REFUSED, title)


def says_login(title: str) -> str:
    """The words by which a title asks for a login; empty where it does not."""
    return _whole(_LOGIN, title)


def says_parked(title: str) -> str:
    """The words by which a title offers the domain itself; empty where it does not."""
    return _whole(_PARKED, title)
