"""A consent wall was served in the page's place: by its host, its address, its form or its words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from copydesk.evidence.answer import Answer
from copydesk.evidence.buttons import sells
from copydesk.evidence.main_text import MIN_LINE, weight
from copydesk.evidence.marks import Verdict, verdict
from copydesk.evidence.titles import says_consent

__all__ = ["consent_wall"]

CONSENT_REST = 400
"""Characters of main text beside a consent form, or words about it, below which these are the page."""

CONSENT_MAIN = 1_500
"""Main text below which a page at the address of a consent wall is one."""

CONSENT_VISIBLE = 8_000
"""Visible characters from which a page is no wall; one with all purposes of its partners has 5,000."""

UNTITLED_REST, TEASER_REST = 150, 160
"""Characters beside words about consent, where no title speaks of it: without a title that names
something else, and beside an offer to pay instead.
"""

ABOUT = 100
"""Characters about consent from which a page on which nothing of what was cited stands is a wall."""

OPENING_LINES = 6
"""Lines at the beginning of a page one of which speaks of consent, where its title does not."""

_HOST = re.compile(
    r"^(?:consent|guce|consents|cmp|gdpr|cookiewall|privacygate|privacy-gateway|privacywall|myprivacy|toestemming|zustimmung"
    r"|einwilligung|samtykke|samtycke|suostumus|souhlas|zgoda|consentement|consenso|consentimiento|consentimento)\."
    r"|(?:^|\.)(?:privacy-mgmt\.com|consensu\.org|consentmanager\.net|contentpass\.net|didomi\.io)$",
    re.IGNORECASE,
)
_PATH = re.compile(
    r"/(?:cookie-?(?:wall|consent)|(?:gdpr-?)?consent(?:-?wall)?|gdpr|rodo|dsgvo|privacy-?(?:gate|wall|choices?)|zustimmung"
    r"|einwilligung|toestemming|samtykke|samtycke|suostumus|souhlas|nastaveni-souhlasu|zgoda|consentement|consenso"
    r"|consentimiento|consentimento)(?:[/._-]|$)",
    re.IGNORECASE,
)
# "Cookie" is the same word nearly everywhere; the others are for pages that avoid it, and for the
# purposes of which a wall with all of them is made.
_WORDS = re.compile(
    r"cookie|evästei|куки|クッキー|consent|zustimm|einwillig|toestemming|akkoord|samtyk|samtycke|godkänn|suostumus|souhlas|súhlas|zgod[aęy]|hozzájárul|согласи|同意"
    r"|track(?:ing|er|ed)|traceur|partner|vendors|drittanbieter|terze parti|personal(?:ised|ized|isierte)? (?:data|ads|content)|personenbezogen|données personnelles|datos personales|dati personali"
    r"|dados pessoais|persoonsgegevens|dan(?:e|ych) osob|danych|osobní(?:ch)? úda|personuppgift|personoplysning|personopplysning|henkilötie|персональн|個人(?:情報|データ)|閲覧履歴"
    r"|advertis|werbung|werbetrack|publicit|pubblicit|publicidad|reklam|annons|advertenti|mainon|mainok|profil|audience|zielgruppe|geolocation|your device|(?:ihrem|dein|ein) \w*gerät|terminal\b|dispositiv|apparaat|\benhet|zařízen|urządzen"
    r"|legitimate interest|berechtigte[ns]? interesse|privacy|datenschutz|confidentialité|privacidad|personvern|integritet|\brodo\b|\brgpd\b|\bgdpr\b|\bdsgvo\b|プライバシー|隐私"
    r"|συγκατάθεσ|συναιν|συνεργάτ|διαφημ|δεδομέν|απόρρητ|ιδιωτικ|συσκευή|çerez|rıza|onay ver|iş ortak|reklam|kişisel|gizlilik|쿠키|동의|개인정보|맞춤형|광고|제휴사|privol|kolačić|privatnost|oglas|partneri|osobn[ei]h? podat|съглас|бисквитк|реклам|лични данни|партньор|згод[аиу]|рекламн|персональн"
    r"|piškotk|soglas|slapuk|sutikim|sīkdat|piekriš|küpsis|nõusolek|reclam|acord|modul(?:e|elor) cookie|datele (?:dvs|tale|personale)|ملفات تعريف الارتباط|موافق|الخصوصية|שותפים|הסכמה|עוגיות|פרסום|kişiselleştir|chấp nhận|quyền riêng tư|setuju|iklan",
    re.IGNORECASE,
)


def consent_wall(answer: Answer) -> Verdict | None:
    """A page that asks for consent first: by its host, its address, its form or its words."""
    said = "A consent wall was served instead of the page."
    host, asked = answer.final.hostname or "", answer.asked.hostname or ""
    if host != asked and _HOST.match(host):
        return verdict("consent-host", said)
    form = answer.text.signal("consent")
    if form is not None and answer.main - int(form) < CONSENT_REST:
        return verdict("consent-form", said)
    path = answer.final.path
    if path != answer.asked.path and _PATH.search(path) and answer.main < CONSENT_MAIN:
        moved = not _PATH.search(answer.asked.path) and not answer.shares(_all(answer))
        return verdict("consent-path", said) if moved else None
    return verdict("consent-words", said) if _speaks_of_consent(answer) else None


def _speaks_of_consent(answer: Answer) -> bool:
    """Mostly words about consent, and a button that gives it, in the place of what was cited."""
    if answer.visible >= CONSENT_VISIBLE:
        return False
    untold = bool(answer.slug) and not answer.shares(f"{_all(answer)} {answer.text.visible}")
    pressed = answer.text.signal("agree") or (answer.text.signal("any-button") if untold else None)
    if pressed is None:
        return False
    lines = [line for line in answer.text.visible.split("\n") if weight(line) >= MIN_LINE]
    others = [line for line in lines if not _WORDS.search(line)]
    about = sum(map(weight, lines)) - sum(map(weight, others))
    if sum(map(weight, others)) >= about:
        return False
    if untold and not others and about >= ABOUT and not _is_banner(answer):
        return True
    return _stands_alone(answer, others, about)


def _stands_alone(answer: Answer, others: Sequence[str], about: int) -> bool:
    """Whether what stands beside words about consent is too little, or cut off before an offer to pay."""
    rest = sum(map(weight, others))
    if _must_pay_else(answer):
        broken = any(line.rstrip(" .").endswith(("…", "..")) for line in others)
        if rest < (CONSENT_REST if broken else TEASER_REST):
            return True
    if answer.shares(_all(answer)):
        return False
    if _titled(answer):
        return rest < max(CONSENT_REST, about // 4)
    return rest < UNTITLED_REST and _opens_with_consent(answer)


def _titled(answer: Answer) -> bool:
    """Whether the titles, or the first line of a page without a heading, speak of consent."""
    if any(map(says_consent, answer.shown_titles)):
        return True
    return not answer.headed and not _is_banner(answer) and any(map(says_consent, answer.openings))


def _opens_with_consent(answer: Answer) -> bool:
    if answer.headed or _is_banner(answer):
        return False
    lines = answer.text.visible.strip().split("\n")[:OPENING_LINES]
    return any(says_consent(line) or _WORDS.search(line) for line in lines)


def _is_banner(answer: Answer) -> bool:
    """Whether it can be refused and stands on a page that scripts have not yet filled in."""
    signal = answer.text.signal
    return signal("reject") is not None and bool(signal("mount") or signal("hole"))


def _must_pay_else(answer: Answer) -> bool:
    """Whether the only way around consent is to pay: “… or subscribe and read without advertising”."""
    if answer.text.signal("reject") is not None:
        return False
    if answer.text.signal("pay-instead") is not None:
        return True
    return any(_WORDS.search(line) and sells(line) for line in answer.text.visible.split("\n"))


def _all(answer: Answer) -> str:
    return " ".join(answer.titles)
