"""Small closed classes of words in many languages, whose meeting in one line says what a page is.

Sentences of walls and notices are worded anew by every site; the few words that they cannot do without
are much alike: “only”, those who pay, and a text; a page, “not”, and “found”; and the reader himself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from copydesk.evidence.main_text import MIN_LINE, weight

__all__ = ["addresses", "lines_not_there", "not_there", "only_for_some", "speaks_to_reader"]

MAX_ONLY, MAX_NOT = 120, 160
"""Characters from which a line in which such words meet is prose."""

READER_SHARE = 0.75
"""Share of a page's prose in sentences to its reader, from which it is no report."""

_TEXT = re.compile(
    r"articl|artikel|artikkel|articol|artícul|articol|artigo|artykuł|článe?k|článok|cikk|статия|стат(?:ья|ьи|ью)|статт|член[аk]|člana?k|članek|makale|yazı|haber|άρθρο|straipsn|raksts|juttu|artikk?el|\bstory\b|\bpost\b|noticia|notícia|\bcontent\b|conteni|contenu|contenut|conteúd|inhalt|inhoud|innehåll|innhold|indhold|sisält|obsah|treść|tartalom|conținut|съдържан|материал|матеріал|sadržaj|vsebin|içerik|περιεχόμεν|nội dung|bài (?:viết|báo)|konten|محتوى|مقال|מאמר|כתבה|תוכן|เนื้อหา|บทความ|記事|文章|内容|本文|全文|기사|콘텐츠",
    re.IGNORECASE,
)
_ONLY = re.compile(
    r"\bonly\b|exclusiv|reserv|restrict|\bnur\b|exklusiv|ausschließlich|réserv|uniquement|\bs[oó]lo\b|solamente|riservat|esclusiv|soltanto|\bsó\b|apenas|\balleen\b|\benkel\b|uitsluitend|exclusief|endast|\bbara\b|\bkun\b|\bvain\b|\btylko\b|wyłącznie|\bpouze\b|\bjen\b|\blen\b|výhradne|\bcsak\b|kizárólag|\bdoar\b|\bnumai\b|\bсамо\b|только|тільки|лише|исключительно|\bsamo\b|isključivo|yalnız|sadece|μόνο|αποκλειστικά|\btik\b|\btikai\b|\bainult\b|\bnomés\b|\baðeins\b|\bchỉ\b|\bhanya\b|khusus|فقط|حصري|רק|בלעדי|เฉพาะ|限定|专享|仅限|전용|만 (?:볼|이용)",
    re.IGNORECASE,
)
_PAYING = re.compile(
    r"subscri|\bmembers?\b|\bregistered\b|abonn|abona|abonent|abunen|suscript|suscrit|\bsocios?\b|subscript|abbonat|assinant|prenumer|tilaaj|předplatit|predplatit|előfizet|абонат|абонен|подпис|передплат|підпис|претплат|pretplat|naročnik|abone|\büye|συνδρομ|prenumerator|abonent|tellija|áskrif|registrier|angemeldet|registrad|registrat|inscrit|geregistreerd|inloggad|zalogowan|registrov|przyjaciół|thành viên|pelanggan|مشترك|מנוי|สมาชิก|会員|会员|订阅|구독|회원",
    re.IGNORECASE,
)
_PAGE = re.compile(
    r"\bpage\b|\bseite\b|\bp[áàa]gin[aă]\b|\bsidan?\b|\bsiden\b|\bsivu|stron[aęy]\b|stránk|stranic|\bstran\b|страниц|сторінк|страницата|\boldal|sayfa|σελίδα|puslap|\blapa\b|lehekülg|lehte|\bsíða|\bsíðan|ページ|页面|頁面|网页|페이지|صفحه|صفحة|דף|עמוד|\btrang\b|halaman|หน้า",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"\bno\b|\bnot\b|n['’]t\b|\bnicht\b|\bn['’]|\bpas\b|\bnon\b|\bnão\b|\bniet\b|\binte\b|\bikke\b|\bei(?:vät)?\b|\bnie\b|\bne(?:ní|má)?\b|\bne\w{4,}|\bне\b|\bнема|\bnem\b|\bnu\b|bulunam|\bδεν\b|ません|ない|不|未|无|沒|没|없|نشد|نیست|ندارد|غير|لا |ليس|لم |לא|אינ|không|tidak|ไม่|\bnėra\b|nerast|\bnav\b|neatr|\bekki\b",
    re.IGNORECASE,
)
_THERE = re.compile(
    r"\bfound\b|\bexist|\bavailable\b|gefunden|existier|verfügbar|trouv|disponi|dispon|encontr|trovat|esist|gevonden|bestaat|beschikbaar|hitta|finns|fundet|funnet|finnes|findes|löy[td]|olemassa|znalezion|istnieje|nalezen|exist|найден|существ|знайден|існує|намер|съществува|пронађен|постоји|pronađen|postoji|najden|obstaja|talál|létez|găsit|există|bulun|mevcut|βρέθηκε|υπάρχει|trobad|trobat|rast[ai]|eksistuoja|atrast|eksistē|leitud|fannst|見つか|存在|找到|찾을|존재|پیدا|یافت|وجود|موجود|العثور|נמצא|קיימ?|tìm thấy|tồn tại|ditemukan|ผบ|พบ",
    re.IGNORECASE,
)
# Pronouns of the second person, the site's own "we", and words of politeness.
_READER = re.compile(
    r"\b(?:you|your|yours|you['’]\w+|please|sorry|we|our|us)\b|\b(?:sie|ihre?[nmrs]?|ihnen|bitte|du|deine?[nmrs]?|dir|dich|wir|uns(?:ere?[nmrs]?)?)\b|\b(?:vous|votre|vos|veuillez|nous|notre|nos|désolés?)\b|\b(?:usted(?:es)?|tu|tus|tú|te|por favor|nuestr[oa]s?|nosotros|lo sentimos)\b"
    r"|\b(?:tuo|tua|tuoi|tue|ti|vi|vostr[oaie]|per favore|nostr[oaie]|spiacenti)\b|\b(?:você|vocês|sua?s?|seus?|teu|tua|noss[oa]s?)\b|\b(?:u|uw|je|jouw|jij|we|wij|ons|onze|alstublieft|helaas)\b|\b(?:du|dig|din|ditt|dina|dit|dine|vi|vår[at]?|vores|våre|oss|vennligst|beklager|tyvärr)\b|\b(?:sinu[ant]?|sinulle|teidän|ole hyvä|meidän)\b"
    r"|\b(?:twój|twoj\w+|ciebie|państw\w+|prosimy|nasz\w*|przepraszamy)\b|\b(?:vám|vás|váš|vaš\w*|prosím\w*|náš|naš\w*|omlouváme)\b|\b(?:vi|vas|vam|molimo|žao)\b|\b(?:ön|önnek|kérjük|sajnáljuk)\b|\b(?:dvs|dumneavoastră|vă|tău|ta|noi|nostru|rugăm)\b|\b(?:вы|вас|вам|ваш\w*|пожалуйста|мы|наш\w*|вие|ви|ваш\w*|моля|ние|вашо\w+|ви|вашето|ваша|вашия|вами|ви\b|будь ласка|ми)\b"
    r"|\b(?:siz|sizin|size|lütfen|biz|üzgünüz)\b|(?:ınız|iniz|unuz|ünüz)\b|\b(?:σας|εσείς|παρακαλ\w+|μας)\b|\b(?:jūs|jūsų|prašome|mes|mūsų)\b|\b(?:jūs|jums|jūsu|lūdzu|mēs|mūsu)\b|\b(?:te|teie|palun|me|meie)\b|\b(?:þú|þín\w*|vinsamlegast|við)\b|\b(?:bạn|quý khách|vui lòng|chúng tôi)\b|\b(?:anda|kami|silakan|mohon|maaf)\b|คุณ|กรุณา|ขออภัย|您|你|请|請|我们|抱歉|ください|あなた|당신|귀하|고객|주세요|십시오|יך\b|אנא|אתם|לכם|נא |يرجى|عذر|لك\b|شما|لطفا|لطفاً",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"\d{2}|\d[.,:]\d")
"""What reports have in their sentences, and notices to the reader hardly ever."""
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+|\n+")


def only_for_some(line: str) -> bool:
    """Whether a short line says that a text is only for those who subscribe or register."""
    if weight(line) >= MAX_ONLY or not _ONLY.search(line):
        return False
    return _TEXT.search(line) is not None and _PAYING.search(line) is not None


def not_there(line: str) -> bool:
    """Whether a short line says of a page that it is not there."""
    if weight(line) >= MAX_NOT or not _PAGE.search(line):
        return False
    return _NOT.search(line) is not None and _THERE.search(line) is not None


def speaks_to_reader(text: str) -> bool:
    """Whether nearly all that a text says is said to its reader, as notices do and reports do not.

    Args:
        text: all that can be seen; without a sentence in it, the answer is no.
    """
    sentences = [one for one in _SENTENCE.split(text) if weight(one) >= MIN_LINE // 2]
    whole = sum(map(weight, sentences))
    to_reader = sum(weight(one) for one in sentences if addresses(one))
    return whole >= MIN_LINE and to_reader >= READER_SHARE * whole


def addresses(sentence: str) -> bool:
    """Whether a sentence is said to its reader, and states no figure."""
    return _READER.search(sentence) is not None and _FIGURE.search(sentence) is None


def lines_not_there(lines: Sequence[str]) -> str:
    """The first line that says of a page that it is not there; empty where none does."""
    return next(filter(not_there, lines), "").strip()
