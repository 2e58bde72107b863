"""What a page's buttons and links offer: to agree, to refuse, to pay instead, to read on.

Words of a button are short and much alike on all sites of a language; they decide nothing alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

__all__ = ["button_signals", "sells", "words_of"]

MAX_BUTTONS, MAX_WORDS, MAX_LINK_WORDS = 60, 80, 30
MAX_LINKED = 3_000
"""Visible characters from which no plain link is a button."""

# The patterns are in small letters, and searched in such, which is many times quicker.
_BUTTONS = "button, input[type=submit], input[type=button], [role=button], a[class*=button i], a[class*=btn i]"
_AGREES = re.compile(
    r"(?:yes,? )?(?:i )?(?:accept|agree|allow (?:all|cookies)|consent|continue with (?:free|ads|advert)|got it|i understand|that['’]s (?:ok|fine))|ok(?:ay)?\b"
    r"|(?:ja,? )?(?:alle[sn]? |allem )?(?:akzept|annehmen|zustimm|zulassen|erlauben|einverstanden|verstanden)|(?:ich )?(?:stimme|willige)|mit werbung"
    r"|tout (?:accepter|autoriser)|(?:oui,? )?(?:j['’])?(?:accepte|autorise)|j['’]ai compris|continuer avec|acept(?:ar|o)|permitir|entendido|de acuerdo|accett[ao]|acconsento|ho capito|va bene|aceitar|aceito|concordo|permitir"
    r"|(?:ik ga )?akkoord|(?:alles )?(?:accepteren|toestaan)|begrepen|(?:jeg |jag )?(?:accept[ée]r|godta|godkend|godkänn|acceptera|samtykk|samtyck|forstår|förstår|tillåt|tillad|tillat)|hyväksy|salli|souhlas|přijmout|povolit|rozumím|súhlas|prijať"
    r"|(?:wyrażam )?zg(?:adzam|oda)|akceptuj|rozumiem|przejdź do serwisu|elfogad|(?:sunt )?de acord|accept(?:ă|ați)|kabul|αποδοχή|συμφων|принять|принимаю|соглас|хорошо|погоджу|прихвати|приема|prihvat|u redu|soglaš|se strinjam|pristaj|дозвол|погод|slažem|strinjam|sprejm|sutinku|priimti|piekrītu|pieņemt|nõustu|luba kõik|onayl|tamam|evet|kabul et|αποδέχ|εντάξει|موافق|أوافق|قبول|אישור|מסכים|אני מאשר|đồng ý|chấp nhận|setuju|terima|ยอมรับ|स्वीकार|dopuść|zezwól|engedélyez|sunt de acord|samþykk|(?:모두 |전체 )?(?:동의|허용|수락)|全部(?:同意|接受)|同意|承諾|了解|すべて(?:同意|許可)|接受|允许",
)
_REFUSES = re.compile(
    r"\b(?:reject|decline|refuse|deny|disagree|only (?:necessary|essential)|(?:necessary|essential)(?: cookies)? only|without accepting|no,? thanks)"
    r"|ablehn|(?:nur|ausschließlich) (?:notwendig|erforderlich|essen)|nicht einverstanden|refuser|sans accepter|rechazar|rifiut|senza accettare|rejeitar|recusar|weiger|afwijzen|alleen noodzakelijke"
    r"|avvis|avslå|neka|bare nødvendige|kun nødvendige|endast nödvändiga|hylkää|odmítn|odmietn|odrzu|elutasít|refuz|reddet|отклон|только необходим|拒否|同意しない|拒绝|거부|거절|απόρριψ|απορρίπτ|δεν συμφων|відхил|одбиј|odbij|zavrni|atmesti|noraidīt|keeldu|رفض|דחה|từ chối|tolak|nur das nötigste|hafna",
)
_PAYS = re.compile(
    r"\b(?:subscri|abo\b|abo[ -]|abonn|abbona|suscri|assina|subscrev|předpla|predpla|prenumer|tilaa|abonuj|előfizet|abona)|\bpur\b|ad-?free|werbefrei|sans pub|senza pubblicità|sin publicidad|sem publicidade"
    r"|(?:\b(?:a|per|pro|im|al|par|por|i|v|na) |/ ?)(?:month|week|monat|mois|mes|mese|mês|maand|måned|månad|měsíc|miesiąc)\b|měsíčně|mesačne|miesięcznie|havonta|\bayda\b|aylık|місяць|monatlich|mensuel|mensual|mensile|mensal|maandelijks|kuussa|kuukaudes|mjesečno|mesečno|lunar\b|месяц|оформить подписку|購読",
)
"""Words that sell: the other way out of a wall that has only two."""
_MORE = re.compile(
    r"(?:load|show|see|view|read|older|earlier|previous|more)(?: (?:more|all|the|older|earlier|previous))* (?:updates|posts|entries)|(?:ältere|weitere|mehr|frühere) (?:beiträge|einträge|meldungen|updates)(?: (?:laden|anzeigen))?"
    r"|(?:voir|afficher|charger) (?:plus|davantage|la suite|les messages précédents)(?: (?:de|d['’]) ?\w+)?|(?:ver|cargar|mostrar|carregar) (?:más|mais)(?: \w+)?|(?:carica|mostra) altri(?: \w+)?|(?:laad|toon|bekijk) (?:meer|oudere)(?: \w+)?|(?:vis|visa|last|ladda) (?:flere|fler|eldre|äldre)(?: \w+)?"
    r"|(?:load|show|see) more|mehr (?:laden|anzeigen)|показать (?:ещё|еще)|もっと見る|加载更多",
)


def button_signals(tree: LexborHTMLParser, visible: int) -> Iterator[tuple[str, str]]:
    """``agree``, ``reject`` and ``pay-instead``, each once, and ``more``: older entries on demand;
    ``any-button`` where there are none but others.
    """
    seen: set[str] = set()
    for words in {words_of(node).lower() for node in tree.css(_BUTTONS)[:MAX_BUTTONS]}:
        refuses, pays = _REFUSES.search(words), _PAYS.search(words)
        if refuses:
            seen.add("pay-instead" if pays else "reject")
        elif _AGREES.match(words):
            seen.add("agree")
        elif _MORE.fullmatch(words):
            seen.add("more")
    if (
        visible < MAX_LINKED
        and "agree" not in seen
        and any(map(_is_agreement, tree.css("a[href]")[:MAX_BUTTONS]))
    ):
        seen.add("agree")
    if not seen and tree.css_first(_BUTTONS) is not None:
        seen.add("any-button")
    yield from ((name, "button") for name in sorted(seen))


def _is_agreement(node: LexborNode) -> bool:
    """Whether a plain link agrees to something, in few words."""
    words = words_of(node).lower()
    return 0 < len(words) <= MAX_LINK_WORDS and _AGREES.match(words) is not None


def words_of(node: LexborNode) -> str:
    """The words on a button or a link, in one line and cut short."""
    own = node.attributes
    said = node.text() or own.get("value") or own.get("title") or own.get("aria-label") or ""
    return " ".join(said[: 4 * MAX_WORDS].split())[:MAX_WORDS].strip(" .…→›»>↓+")


def sells(line: str) -> bool:
    """Whether a line of text offers something for money, as a way around advertising."""
    return _PAYS.search(line.lower()) is not None
