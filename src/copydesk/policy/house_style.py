"""Rules of the house: disclosures, promotional words, described pictures, the article's language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from copydesk.article import Passage, PassageKind, Span
from copydesk.article.function_words import FUNCTION_WORDS, share_of
from copydesk.article.urls import host_of
from copydesk.config import DisclosureRule
from copydesk.policy.registry import Context, Hit, Place, register
from copydesk.report import FieldName, Severity

__all__ = ["triggers"]

_PROMOTIONAL = (
    "award-winning", "best-in-class", "best-of-breed", "bleeding-edge", "breakthrough performance",
    "delight customers", "delights customers", "effortless", "effortlessly", "empowers", "exciting new",
    "fastest-growing", "frictionless", "future-proof", "holistic solution",
    "industry-leading", "industry-first", "innovative solution", "innovative solutions",
    "market-leading", "next-level", "one-stop shop", "one-stop-shop", "paradigm shift",
    "paradigm-shifting", "powerful new", "reimagines", "seamless", "seamlessly", "state-of-the-art",
    "supercharge", "supercharges", "trusted by", "turbocharge", "turbocharges",
    "unleash", "unleashes", "unlocks the power", "unmatched", "unparalleled", "unprecedented value",
    "unrivaled", "unrivalled", "world-leading",
)  # fmt: skip
_PRAISE = tuple(dict.fromkeys(words.split()[0] for words in _PROMOTIONAL))
_PROMOTES = re.compile(
    r"(?<![\w-])(?:"
    + "|".join(
        r"\s+".join(map(re.escape, words.split()))
        for words in sorted(_PROMOTIONAL, key=lambda item: (-len(item), item))
    )
    + r")(?![\w-])",
    re.IGNORECASE,
)
# "A benchmark that the company describes as …", "not …": somebody else's word, or none at all.
_SAYS_SO = re.compile(
    r"(?:n['’]t\b|\b(?:not\b|describ|call|bill|tout|market|promot|advertis|claim|pitch|argu|say|said))"
    r"[^.!?]{0,80}$",
    re.IGNORECASE,
)
_PICTURE = re.compile(
    r"!\[(?P<alt>[^\]\n]{0,500})\]\(\s*(?P<address>[^)\s]{1,2000})[^)\n]{0,500}\)"
)
# A file's name or a filler describes nothing.
_NO_DESCRIPTION = re.compile(
    r"\s*(?:(?:image|picture|photo|screenshot|graphic|img|alt)(?:\s*\d*)?|[\w-]+\.(?:png|jpe?g|gif|webp|svg))?\s*",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[^\W\d_]+")
# Below this many words nothing is said of a text's language.
_FEWEST_WORDS = 60
# Of a text in a language, about two in five words are among its hundred most frequent; of one in
# another language, few are ("in", "die", "a" are words of several).
_OWN_SHARE = 0.15


@register(
    "disclosure-missing",
    Severity.ERROR,
    statement="What the house must disclose about somebody stands in the article.",
    rationale="A newsroom that is written with a vendor’s software, or paid by it, owes its readers that "
    "sentence wherever it reports on the vendor. Left to memory, it is left out.",
    fix="Add the sentence that the house asks for, or take the passage out.",
    bad="An article about the house’s own supplier in the headline, without the agreed sentence",
    good="The same, with “The newsroom’s ferry tickets are paid by the operator.”",
    config=("disclosures",),
)
def disclosure_missing(context: Context) -> Iterable[Hit]:
    """Each disclosure of the configuration that is called for and does not stand in the body."""
    body = "\n".join(_plain(one.text.text) for one in context.article.passages)
    for asked in context.config.disclosures:
        place = next(triggers(context, asked), None)
        if place is None or _plain(asked.sentence) in body:
            continue
        field, start, end = place
        said = context.article.field(field).text[start:end]
        yield Hit(
            field,
            start,
            end,
            f"“{said}” calls for the house’s sentence about {asked.subject}, which is not there.",
            expected=asked.sentence,
            found=said,
        )


def triggers(context: Context, asked: DisclosureRule) -> Iterator[Place]:
    """Where the article calls for a disclosure: one of its terms, or the first citation of its hosts."""
    pattern = _terms(asked.terms)
    for passage in context.article.passages if pattern else ():
        for found in pattern.finditer(passage.text.text) if pattern else ():
            start, end = passage.text.to_origin(*found.span())
            if context.article.read_alone(passage.field, start) or asked.where == "anywhere":
                yield passage.field, start, end
    for source in context.article.front.sources:
        host = host_of(source.url)
        if any(host == own or host.endswith(f".{own}") for own in asked.hosts):
            yield context.cited.get(source.id, (FieldName.BODY, 0, 0))


@lru_cache(maxsize=64)
def _terms(terms: tuple[str, ...]) -> re.Pattern[str] | None:
    if not terms:
        return None
    words = (r"\s+".join(map(re.escape, term.split())) for term in terms)
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)")


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


@register(
    "promotional-word",
    Severity.WARNING,
    statement="The newsroom’s own words do not praise a product as its maker would.",
    rationale="“Seamless”, “industry-leading” and “unmatched” come from the press release and can be checked "
    "by nobody. In a quotation they are the maker’s; outside one they are the newsroom’s.",
    fix="Say what it does, with the figure that shows it, or quote who praises it.",
    bad="The operator’s industry-leading app makes boarding seamless.",
    good="With the operator’s app, passengers board without a paper ticket.",
)
def promotional_word(context: Context) -> Iterable[Hit]:
    """Outside quotations, code and names, and where the sentence says who praises or denies it."""
    for prose in context.prose:
        for match in prose.find(_PROMOTES, _PRAISE):
            before = prose.text[prose.sentence(match.at.start).start : match.at.start]
            if not (prose.is_name(match) or _SAYS_SO.search(before)):
                words = " ".join(match.text.split())
                yield Hit(
                    prose.passage.field,
                    match.start,
                    match.end,
                    f"“{words}”: a maker’s praise in the newsroom’s own words.",
                    found=match.text,
                )


@register(
    "picture-undescribed",
    Severity.WARNING,
    statement="Every picture is described in words.",
    rationale="Who does not see the picture reads its description, and so does who wants to check that the "
    "picture shows what the text says.",
    fix="Say in the square brackets what the picture shows.",
    bad="![](map.png)",
    good="![Map of the harbour with the ferry’s route from Tarn Quay](map.png)",
)
def picture_undescribed(context: Context) -> Iterable[Hit]:
    """Pictures of the body whose alternative text is empty, a filler or a file’s name."""
    code = [
        passage.text.to_origin(span.start, span.end)
        for passage in context.article.passages
        for span in _code(passage)
    ]
    for found in _PICTURE.finditer(context.article.body.text):
        shown = any(start <= found.start() < end for start, end in code)
        if not shown and _NO_DESCRIPTION.fullmatch(found["alt"]):
            yield Hit(
                FieldName.BODY,
                *found.span(),
                f"The picture {found['address']} has no description.",
                found=found["alt"] or None,
            )


def _code(passage: Passage) -> tuple[Span, ...]:
    whole = passage.kind is PassageKind.CODE and passage.text.text
    return (Span(0, len(passage.text.text)),) if whole else passage.code


@register(
    "other-language",
    Severity.WARNING,
    statement="The article is written in the newsroom’s language.",
    rationale="A draft in another language is a mistake of whoever handed it in, and the rules about wording "
    "read nothing in it: it looks clean because nobody looked.",
    fix="Hand in the translation, or set `language` for this category.",
    bad="Die Fähre fährt nach zwei Tagen wieder, in a newsroom that publishes in English",
    good="The ferry runs again after two days.",
    config=("language",),
)
def other_language(context: Context) -> Iterable[Hit]:
    """A body of which few words are among the frequent ones of the language that is set."""
    language = context.config.language
    if language not in FUNCTION_WORDS:
        return
    words = [
        word.casefold()
        for prose in context.prose
        if prose.passage.field is FieldName.BODY
        for word in _LETTERS.findall(prose.text)
    ]
    if len(words) < _FEWEST_WORDS or share_of(words, language) >= _OWN_SHARE:
        return
    shares = {name: share_of(words, name) for name in FUNCTION_WORDS}
    nearest = max(shares, key=lambda name: shares[name])
    looks = f" It looks like {nearest!r}." if shares[nearest] >= _OWN_SHARE else ""
    yield Hit(
        FieldName.BODY,
        0,
        0,
        f"Few of the body’s words are of the language {language!r}.{looks}",
        expected=language,
        found=nearest if looks else None,
    )
