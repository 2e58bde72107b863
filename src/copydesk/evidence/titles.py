"""Titles that say what a page is not: phrases in several languages, matched whole.

A phrase counts only where it is all of a title, or all of a part of one between separators, so that
"404 Media raises money" and "Ring not found in the wreck" are titles like any other.
"""

from __future__ import annotations

import re

__all__ = [
    "leads_on",
    "says_consent",
    "says_error",
    "says_join",
    "says_login",
    "says_not_found",
    "says_paid",
    "says_parked",
    "says_placeholder",
    "says_refused",
]

_PARTS = re.compile(r"\s*[|·•»«]\s*|\s+[-–—~]\s+|\s*::?\s+")
_TRIM = " \t.!?…:;,'\"“”„«»()[]🙁😕😞"
_SORRY = (
    r"(?:(?:sorry|oops|whoops|uh-oh|oh no|hoppla|hups|oups|désolés?|ups|vaya|lo sentimos|ops|spiacenti|oeps|helaas"
    r"|beklager|tyvärr|przepraszamy|к сожалению|很抱歉|抱歉|对不起|申し訳(?:ありません|ございません)(?:が)?)[\s,!.…:，、–-]*)*"
)
_CODE = r"(?:(?:error|fehler|erreur|errore|erro|fout|błąd|ошибка|http|status|code)[\s:]*)*"
_THING = (
    r"(?:page|article|story|post|document|file|content|url|link|resource|item|product|listing|job|position|event"
    r"|video|clip|episode|program(?:me)?|recording|tweet|message|account|profile|user|channel|topic|thread|entry"
    r"|record|offer|petition|campaign|publication|release|site|website|app)"
)
_NOT_FOUND = re.compile(
    rf"{_SORRY}{_CODE}(?:404|410)?[\s:,–-]*(?:"
    rf"(?:error|gone|not found)|{_SORRY}(?:"
    rf"(?:(?:the|this|that|your|requested) )*{_THING}"
    r"(?: (?:that )?(?:you(?:['’]re| are| were) looking for|you (?:requested|followed)|requested|at this address))?"
    r"(?: (?:was|is|are|could|can|does|do|has|have|had|may|might|no|not|be|been|longer|cannot|isn['’]t|wasn['’]t"
    r"|can['’]t|couldn['’]t|doesn['’]t|hasn['’]t|seem to|appear to))*"
    r" ?(?:found|available|available anymore|exists?(?: or (?:is|was) (?:private|deleted|removed))?|exist anymore|removed|deleted|gone|here|there|unavailable|missing|expired"
    r"|taken down|withdrawn|suspended|disabled|deactivated|closed)"
    rf"|no {_THING}s? found|no posts matched your criteria|default backend|cannot (?:get|find) /\S*"
    r"|nothing(?: was| could be)?(?: here|(?: was)? found(?: here)?)|page missing|no such page|there(?:['’]s| is) nothing here"
    rf"|(?:we|you)(?:['’]re| are)? (?:can(?:['’]t|not| not)|could(?: not|n['’]t)|unable to) find (?:(?:that|this|the|your) )?(?:{_THING}|what you(?:['’]re| are) looking for)"
    r"|seite (?:wurde )?(?:leider )?nicht gefunden|(?:die|diese) (?:gewünschte |angeforderte |gesuchte )?seite (?:wurde |ist |existiert )?(?:leider )?nicht(?: mehr)?(?: gefunden(?: werden)?| verfügbar)?"
    r"|(?:[\w-]+ ){1,3}(?:is |are )?(?:no longer|not any(?: ?more| longer)) (?:available|online|offered|listed|active|on sale)|(?:[\w-]+ ){1,3}(?:ist )?(?:leider )?nicht (?:mehr|länger) (?:verfügbar|online|erhältlich|aktiv|vorhanden)|(?:\w+ ){1,3}n['’](?:est|existe) plus(?: disponible| en ligne)?|(?:\w+ ){1,3}(?:ya no (?:está disponible|existe)|non è più disponibile|não está mais disponível|já não está disponível|is niet meer beschikbaar|finns inte längre|er ikke lenger tilgjengelig|er ikke længere tilgængelig)"
    r"|(?:der |dieser )?artikel (?:wurde |ist )?(?:leider )?nicht (?:mehr )?(?:gefunden|verfügbar)|nicht gefunden"
    r"|page (?:non trouvée|introuvable|inexistante)|(?:cette|la) page (?:(?:que vous (?:re)?cherchez|demandée) )?(?:n['’]existe (?:pas|plus)|est introuvable|n['’]est (?:pas|plus) disponible)"
    r"|article introuvable|contenu introuvable"
    r"|p[áa]gina no (?:encontrada|disponible)|(?:esta|la) p[áa]gina (?:(?:que (?:busca|buscas)|solicitada) )?no (?:existe|est[áa] disponible|se (?:ha encontrado|encuentra))|no (?:encontramos|se encuentra|se ha encontrado) (?:esta|la) p[áa]gina"
    r"|página não encontrada|(?:esta|a) página não (?:existe|foi encontrada)"
    r"|pagina non (?:trovata|disponibile)|(?:questa|la) pagina (?:(?:che (?:stai|state) cercando|richiesta) )?non (?:esiste(?: più)?|è disponibile|è stata trovata)"
    r"|pagina (?:is )?niet gevonden|(?:deze|de) pagina (?:bestaat niet|is niet gevonden|is niet beschikbaar)(?: \(?meer\)?)?"
    r"|sidan (?:kunde inte hittas|hittades inte|finns inte(?: längre)?)|siden (?:blev ikke fundet|ble ikke funnet|finnes ikke|findes ikke|eksisterer ikke)"
    r"|sivua ei (?:löytynyt|löydy)|nie (?:znaleziono|ma takiej) strony|(?:ta )?strona nie (?:istnieje|została (?:znaleziona|odnaleziona))"
    r"|(?:такая )?страница не (?:найдена|существует)|такой страницы (?:нет|не существует)|сторінку не знайдено|stránka (?:nenalezena|neexistuje|nebyla nalezena)"
    r"|az oldal nem található|pagina nu (?:a fost găsită|există)|sayfa bulunamadı|η σελίδα δεν βρέθηκε"
    r"|(?:お探しの|ご指定の)?ページ(?:は|が)(?:見つかりません(?:でした)?|存在しません|ありません)"
    r"|您?(?:访问|查找|请求|浏览)?的?(?:页面|网页|文章|内容)(?:不存在|未找到|找不到|已删除|已被删除)|找不到(?:页面|頁面|网页)|(?:頁面|網頁)(?:不存在|找不到)"
    r"|(?:요청하신 )?페이지를 찾을 수 없습니다|الصفحة غير موجودة|لم يتم العثور على الصفحة|הדף לא נמצא|العنوان غير موجود|страницата не (?:е намерена|съществува)|stranica nije pronađena|страница није пронађена|stran ne obstaja|stranice nema|puslapis nerastas|lapa nav atrasta|lehte ei leitud|halaman tidak ditemukan|không tìm thấy trang|trang không tồn tại|ไม่พบหน้า.{0,20}|पृष्ठ नहीं मिला|sidan saknas|siden mangler|síðan fannst ekki|page introuvable"
    rf"))|{_SORRY}{_CODE}(?:404|410)",
    re.IGNORECASE,
)
_ERROR = re.compile(
    rf"{_CODE}5\d\d(?:[\s:–-]*(?:error|internal server error|bad gateway|service unavailable|service temporarily unavailable"
    r"|gateway time-?out|connection timed out|web server is down|origin is unreachable))?"
    r"|internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out|(?:runtime|server|database|application) error"
    r"|server error in .{1,40} application|whitelabel error page|unhandled exception|fatal error"
    r"|(?:error establishing a database connection)|something(?:['’]s| has)? (?:went|gone|is) wrong(?: (?:on|at) our (?:side|end))?|an error (?:has )?occurred"
    r"|(?:we['’]ll|we will) be (?:right )?back(?: soon| shortly)?|(?:(?:this |the )?(?:web)?site (?:is )?)?(?:currently )?(?:under|down for|closed for) (?:scheduled )?maintenance"
    r"|(?:scheduled )?maintenance(?: mode)?|wartungsarbeiten|wartungsmodus|(?:site )?en maintenance|(?:sitio )?en mantenimiento|(?:sito )?in manutenzione|manutenzione in corso"
    r"|(?:gepland )?onderhoud|przerwa techniczna|технические работы|メンテナンス中|ただいまメンテナンス中です|系统维护中",
    re.IGNORECASE,
)
_PERSON = r"(?:humano?|umano|humain|human|mensch|persona|persoon|personne|pessoa|person|menneske|människa|ihminen|człowiekiem|člověk|ember|человек|людина|άνθρωπος)"
_ROBOT = r"(?:robot[aei]?|robotem|robotti|bot|robô|robo|робот|ρομπότ)"
_HUMAN = r"(?:a )?(?:human|person|robot|bot)"
_REFUSED = re.compile(
    rf"{_CODE}(?:401|403|429|1020|1015)(?:[\s:–-]*(?:error|forbidden|unauthorized|access denied|access forbidden|too many requests|rate limited))?"
    r"|forbidden|unauthorized|(?:your )?access (?:is |was |has been |to this (?:page|site|website|service|resource|content) (?:is |was |has been )?)?(?:denied|forbidden|restricted|blocked|limited)(?: by .{1,40})?"
    r"|permission denied|not authori[sz]ed|authentication required|request (?:rejected|blocked|unsuccessful)|(?:sorry, )?you have been blocked|blocked"
    r"|too many requests|(?:api )?rate limit(?: exceeded.*)?|invalid api key|whoa there, pardner"
    r"|just a moment|(?:one|un|einen) moment,? (?:please|bitte|s['’]il vous plaît)|(?:please )?(?:wait|hold on) while (?:we|your request is|your browser is) (?:being )?(?:verif|check)\w*.*|performing security verification|attention required|pardon our interruption|one more step|checking (?:your|the) browser(?: before accessing.*)?|challenge validation|(?:client|security) challenge"
    rf"|are you {_HUMAN}|(?:robot|bot) or (?:human|not)|.{{0,20}}\b{_ROBOT}\b.{{0,16}}\b{_PERSON}\b.{{0,4}}|.{{0,20}}\b{_PERSON}\b.{{0,16}}\b{_ROBOT}\b.{{0,4}}|robot check|bot (?:check|verification|protection)|(?:human|security|browser) (?:check|checkpoint|verification)"
    rf"|(?:please )?(?:verify(?:ing)?|confirm|prove|making sure|checking)(?: (?:that|if|whether))? you(?: are|['’]re) (?:not )?{_HUMAN}"
    rf"|(?:please )?press (?:&|and) hold(?: to confirm .*)?|we(?:['’]ve| have) detected unusual .*|(?:our systems have detected )?unusual (?:traffic|activity).*|enter the characters you see below"
    r"|please (?:enable|turn on) (?:js|javascript|cookies) and .*|(?:.{1,30} )?security checkpoint|ddos-guard|ddos protection|captcha|(?:.{1,20} )?captcha page|(?:.{1,30} )?website firewall(?: - access denied)?"
    r"|(?:this |the |our |unfortunately, )*(?:content|video|programme?|service|page|(?:web)?site|article)? ?(?:is |are )?(?:currently |not )*(?:un)?available (?:in|from|to) (?:your|most|the) (?:country|region|location|area|european|eu|eea).*"
    r"|(?:unfortunately, )?our website is currently unavailable in .*|unavailable (?:due to|for) legal reasons"
    r"|(?:zugriff|zugang) (?:verweigert|nicht gestattet|gesperrt)|accès (?:refusé|interdit|bloqué)|acceso (?:denegado|restringido|bloqueado)|accesso (?:negato|vietato|bloccato)|toegang geweigerd|acesso (?:negado|bloqueado)"
    r"|доступ (?:запрещ[её]н|ограничен|к .{1,30} (?:запрещ[её]н|ограничен))|åtkomst nekad|adgang nægtet|ingen tilgang|pääsy estetty|dostęp zabroniony|brak dostępu|přístup odepřen"
    r"|erişim(?:iniz)? (?:engellendi|reddedildi|kısıtlandı)|istek reddedildi|(?:přístup|požadavek|prístup|požiadavka) (?:byl |bol[ao]? )?(?:odepřen|zamítnut|odmítnut|zamietnut|odmietnut|zakázán)[aáýoy]?|pristup (?:je )?(?:odbijen|zabranjen|onemogućen|ograničen)|zahtjev (?:je )?odbijen|dostop (?:je )?(?:zavrnjen|onemogočen|omejen)|(?:hozzáférés|kérés) (?:megtagadva|elutasítva|letiltva)|acces(?:ul)? (?:interzis|refuzat|blocat|restricționat|este .{1,12})"
    r"|достъп(?:ът)? (?:е )?(?:отказан|забранен|ограничен)|доступ (?:заборонено|обмежено|відхилено)|запит відхилено|(?:запрос|запит) (?:отклон\w+|заблок\w+)|приступ (?:је )?(?:одбијен|забрањен)|δεν επιτρέπεται η πρόσβαση|(?:άρνηση|απαγόρευση) πρόσβασης|truy cập (?:đã )?bị (?:từ chối|chặn|hạn chế)|akses (?:ditolak|diblokir|dibatasi)|(?:تم )?(?:رفض|حظر|منع) (?:الوصول|الدخول|الطلب)|غير مصرح.{0,20}|הגישה (?:נחסמה|נדחתה|חסומה|מוגבלת)|(?:접근|접속)이? (?:거부|차단|제한)\w*|prieiga (?:uždrausta|draudžiama|apribota)|piekļuve (?:liegta|ierobežota)|juurdepääs (?:keelatud|puudub|piiratud)|pääsy (?:evätty|kielletty)|adgang (?:afvist|forbudt)|tilgang (?:nektet|avvist)|åtkomst förbjuden|aðgang\w+ (?:bannaður|hafnað)|การเข้าถึงถูกปฏิเสธ"
    r"|zu viele anfragen|trop de requêtes|demasiadas (?:solicitudes|peticiones)|troppe richieste|muitas solicitações|demasiados pedidos|te veel (?:verzoeken|aanvragen)|för många (?:förfrågningar|anrop)|for mange (?:forespørsler|anmodninger)|liian monta pyyntöä|zbyt wiele (?:żądań|zapytań)|příliš mnoho požadavků|previše zahtjeva|túl sok kérés|prea multe (?:cereri|solicitări)|çok fazla istek|(?:слишком много|занадто багато|твърде много) (?:запрос|запит|заявк)\w*|リクエストが多すぎ.{0,6}|请求过(?:于频繁|多)|요청이 너무 .{1,8}|quá nhiều yêu cầu|terlalu banyak permintaan|(?:virtual )?waiting room|(?:virtuel\w* )?warte(?:raum|schlange)|(?:file|salle) d['’]attente|sala de espera|wachtrij|wachtkamer"
    r"|(?:dieser |das )?(?:inhalt|video|angebot)? ?(?:ist )?in ihrem (?:land|gebiet) (?:leider )?nicht verfügbar|(?:ce |cette )?(?:contenu|vidéo|page) n['’]est pas disponible dans votre (?:pays|région)|(?:este )?contenido no (?:está )?disponible en (?:su|tu) (?:país|región|ubicación)"
    r"|sicherheits(?:überprüfung|abfrage|prüfung)|vérification de sécurité|verifica(?:ção|ción|zione) (?:de|di) (?:segurança|seguridad|sicurezza)|controllo di sicurezza|kontrola bezpieczeństwa|säkerhetskontroll|güvenlik kontrolü|comprobación de seguridad|проверка (?:браузера|безопасности)|я не робот|вы не робот|アクセスが(?:拒否|制限)されました|アクセスできません|访问(?:被拒绝|验证|受限|异常)|安全(?:验证|检查)|人机验证|滑动验证",
    re.IGNORECASE,
)
_LOGIN = re.compile(
    r"(?:please )?(?:you must |you need to )?(?:be )?(?:log(?:ged)? ?-?in|login|sign(?:ed)? ?-?in|log on)(?: required| to (?:continue|your account|do that|.{1,30}))?|(?:member|subscriber) (?:log ?in|login)"
    r"|anmelden|anmeldung|einloggen|se connecter|connexion|connectez-vous|iniciar sesi[óo]n|inicia sesi[óo]n|accedi(?: a .{1,30})?|entrar|iniciar sess[ãa]o"
    r"|inloggen|logga in|logg inn|log ind|kirjaudu(?: sisään)?|zaloguj(?: się)?|logowanie|přihlášení|вход|войти|авторизация|ログイン|登录|登入|로그인|تسجيل الدخول",
    re.IGNORECASE,
)
# Where there is a field for a password, too.
_JOIN = re.compile(
    r"(?:join|sign up(?: (?:for|to|on|with))?|register(?: (?:for|at|with|on))?|create (?:a|an|your) (?:\w+ )?account)(?: .{1,30})?|registrier(?:en|ung)|konto (?:erstellen|anlegen)|s['’]inscrire|inscription|reg[íi]strate|crear (?:una )?cuenta|registrati|criar conta|cadastre-se|registreren|skapa konto|opprett konto|opret konto|zarejestruj się|регистрация|新規登録|회원가입|注册",
    re.IGNORECASE,
)
_PARKED = re.compile(
    r".{0,80}(?:\bis available (?:at|in|by) auction\b|\bdomain auction\b|\b(?:is|may be) for sale\b|\bdomain for sale\b|buy this domain|this domain (?:is|may be) for sale|domain (?:is )?parked|parked (?:domain|for free)|steht zum verkauf"
    r"|est à vendre|está (?:a la|en) venta|è in vendita|te koop|продается|domain (?:name )?has expired|(?:this |the )?domain (?:\S+ )?(?:has (?:recently |just )?been|was(?: recently| just)?|is(?: already)?) registered|domain owner maintains no relationship|(?:purchase|acquire|make an offer (?:for|on)) (?:this|the) domain|inquire about this domain|diese domain (?:steht|ist|wurde)|ce nom de domaine (?:est|a été)|este dominio (?:está|ha sido|é)|questo dominio è).{0,80}",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(
    r"welcome to (?:nginx|apache|centos|caddy|openresty).*|apache2? .*default page.*|test page for .*|it works|iis windows server|default (?:web ?site|web|parallels plesk) page.*"
    r"|(?:domain|web ?site) default page|index of /?|future home of something quite cool|(?:site|website|page) (?:is )?(?:coming soon|under construction|not (?:configured|published|yet configured))"
    r"|coming soon|under construction|hier entsteht .*|diese (?:domain|website) wurde .*(?:eingerichtet|reserviert).*|site en construction|sitio en construcción|sito in costruzione",
    re.IGNORECASE,
)
_PAID = re.compile(
    r"subscribe (?:to|and) (?:read|continue|keep|unlock).*|(?:continue|keep) reading (?:with|by) .*|subscription required|(?:this .{1,30} is )?(?:exclusive to|exclusively for|only for|for) (?:paying |paid |our )?(?:subscribers|members)(?: only)?|subscribers? only|members? only"
    r"|nur für abonnent(?:en|innen und abonnenten)|exklusiv für abonnent(?:en|innen)|réservé(?:e)? aux abonnés|solo para suscriptores|contenuto riservato agli abbonati|alleen voor abonnees|endast för prenumeranter|kun for abonnenter|会員限定(?:記事)?",
    re.IGNORECASE,
)
_CONSENT = re.compile(
    r".*(?:cookie|consent|同意|informasjonskaps|integritet|\b(?:your|ihre|deine) (?:data|daten)\b|vos données|sus datos|tus datos|tuoi dati|jouw gegevens|gdpr|dsgvo|rgpd|rodo|privacy|privat(?:sphäre|liv)|datenschutz|zustimm|einwillig|vie privée|confidentialité|consentement|privacidad|consentimiento"
    r"|privacidade|toestemming|samtyk|samtycke|personvern|personuppgift|tietosuoj|evästei?|souhlas|soukromí|súhlas|prywatno|zgod[aęy]|hozzájárul|adatvéd|confidențial|приватност|конфиденциальност|персональн|поверителност|лични данни|ιδιωτικ|απόρρητ|προσωπικών δεδομένων|gizlilik|çerez|kişisel veri|kvkk|privatnost|kolačić|zasebnost|piškotk|slapuk|privatum|sīkdat|küpsis|privaatsus|개인정보|쿠키|프라이버시|الخصوصية|ملفات تعريف الارتباط|פרטיות|עוגיות|riêng tư|privasi|プライバシー|クッキー|隐私|隱私)",
    re.IGNORECASE,
)
_GO_ON = re.compile(
    r"before you (?:continue|go).*|bevor (?:sie|du) .*(?:fortfahren|weitergehen|fortfährst|weitergehst)|avant d['’]accéder.*|avant de continuer.*|prima di continuare.*|antes de continuar.*|para continuar, .*|voordat (?:je|u) .*"
    r"|innan du fortsätter.*|før du (?:fortsætter|fortsetter).*|ennen kuin jatkat.*|zanim przejdziesz.*|weiterlesen mit werbung.*|(?:nous|wir) (?:respect|benötigen).*|(?:choose|decide) how (?:to|you).*|scegli come .*|elige (?:c[óo]mo|una opción).*|contin[úu]a(?:r)? (?:leyendo|a leggere|lendo).{0,40}|wähle .*|sie haben die wahl.*|pour (?:accéder|lire|continuer).*|(?:lesen|weiter) (?:sie )?.{0,30}mit werbung.*|(?:how (?:would|do) you (?:like|want|wish) to|jak chcete|jak chcesz|wie (?:möchten|wollen) sie|wie möchtest du|comment (?:souhaitez|voulez)-vous|c[óo]mo (?:quieres|desea)|come vuoi|como (?:quer|deseja)|hoe wil (?:je|u)|hur vill du|hvordan vil du|miten haluat|як (?:ви )?(?:хочете|бажаєте)|как вы хотите|hogyan (?:szeretné|kíván)|nasıl) .{0,40}(?:read|continue|use|číst|pokrač|čítať|czytać|lesen|nutzen|lire|leer|leggere|ler|lezen|läsa|læse|lese|lukea|читат|olvas|okumak).{0,40}|welcome to europe|hello, you['’]re in europe",
    re.IGNORECASE,
)
_LED_ON = re.compile(
    r"\b(?:you (?:are|will be) (?:now |being |automatically )*|being |not |get )?redirect(?:ed|ing)\b|\b(?:taking|sending|forwarding|transferring) you to\b|\b(?:has|have) moved (?:to|permanently)\b.{0,60}\b(?:click|follow|update)\b|weitergeleitet|umgeleitet|weiterleitung|redirig|redirection|reindirizz|redirecionad|doorgestuurd|doorverwezen|omdirigera|vidaresänd|omdirigere|viderestill|uudelleenohja|przekierow|přesměr|перенаправ|átirányít|yönlendiril|ανακατεύθυν|転送|リダイレクト|自動的に移動|跳转|重定向|이동합니다",
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


def says_join(title: str) -> str:
    """The words by which a title asks its reader to register; empty where it does not."""
    return _whole(_JOIN, title)


def says_parked(title: str) -> str:
    """The words by which a title offers the domain itself; empty where it does not."""
    return _whole(_PARKED, title)


def says_placeholder(title: str) -> str:
    """The words by which a title says that no site is set up; empty where it does not."""
    return _whole(_PLACEHOLDER, title)


def says_paid(title: str) -> str:
    """The words by which a title asks for a subscription; empty where it does not."""
    return _whole(_PAID, title)


def leads_on(text: str) -> bool:
    """Whether a short text only says that its reader is led elsewhere."""
    return _LED_ON.search(text) is not None


def says_consent(text: str) -> str:
    """``text``, where it speaks of cookies, privacy or consent, or asks before one goes on."""
    short = text[:_MAX_TITLE].strip()
    return short if _CONSENT.match(short) or _GO_ON.fullmatch(short.strip(_TRIM)) else ""
