"""Rules about what an article must have at all: its fields, its category, enough words."""

from __future__ import annotations

import re
from collections.abc import Iterable

from copydesk.article import Article, Passage, PassageKind
from copydesk.config import CategoryRule
from copydesk.policy.registry import Context, Hit, register
from copydesk.report import FieldName, Severity

_ATX = re.compile(r"[ \t>]{0,12}(#{1,6})(?=[ \t]|$)")
_SETEXT = re.compile(r"[ \t>]{0,12}(=+|-+)[ \t]*\r?$", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)


def category_rule(context: Context) -> CategoryRule | None:
    """What the article's category must hold; ``None`` where the policy has no such category."""
    return context.config.categories.get(context.article.front.category.strip())


@register(
    "missing-field",
    Severity.ERROR,
    statement="Title, summary, category, sources and body are all there.",
    rationale="An article without a summary or a category reaches readers with a guessed one, and "
    "an article without sources cannot be checked by anybody.",
    fix="Add the field to the front matter.",
    bad="---\ntitle: Ferry service resumes\n---",
    good="---\ntitle: Ferry service resumes\nsummary: …\ncategory: News\nsources:\n  - …\n---",
)
def missing_field(context: Context) -> Iterable[Hit]:
    """Fields that are absent or hold only white space."""
    article = context.article
    values: tuple[tuple[str, FieldName, str], ...] = (
        ("title", FieldName.TITLE, article.title.text),
        ("summary", FieldName.SUMMARY, article.summary.text),
        ("category", FieldName.BODY, article.front.category),
        ("sources", FieldName.BODY, "listed" if article.front.sources else ""),
        ("body", FieldName.BODY, article.body.text),
    )
    for name, where, value in values:
        if not value.strip():
            fix = "Write the article." if name == "body" else f"Add `{name}:` to the front matter."
            yield Hit(where, 0, 0, f"The article has no {name}.", expected=f"a {name}", fix=fix)


@register(
    "unknown-category",
    Severity.ERROR,
    statement="The category is one that the newsroom has.",
    rationale="The limits of words and sources hang on the category; a misspelt one would pass all "
    "of them unchecked.",
    fix="Use one of the newsroom's categories.",
    bad="category: Newz",
    good="category: News",
    config=("categories",),
)
def unknown_category(context: Context) -> Iterable[Hit]:
    """Compared exactly, letter case included: the category is also a part of addresses."""
    category = context.article.front.category.strip()
    if not category or category_rule(context) is not None:
        return
    known = ", ".join(context.config.categories) or "none"
    yield Hit(
        FieldName.BODY,
        0,
        0,
        f"The newsroom has no category {category!r}; it has {known}.",
        expected=known,
        found=category,
    )


@register(
    "words-per-category",
    Severity.ERROR,
    statement="The body has as many words as its category asks for.",
    rationale="A briefing of two thousand words is not read as a briefing, and an analysis of two "
    "hundred analyses nothing. Length is part of what a category promises.",
    fix="Cut, extend, or choose the category that fits.",
    bad="category: Briefing, with 1,900 words",
    good="category: Briefing, with 450 words",
    config=("categories",),
)
def words_per_category(context: Context) -> Iterable[Hit]:
    """Words of the body as a reader sees them, without code blocks."""
    limits = category_rule(context)
    words = context.article.words
    if limits is None or limits.min_words <= words <= limits.max_words:
        return
    category = context.article.front.category.strip()
    short = words < limits.min_words
    away = limits.min_words - words if short else words - limits.max_words
    fits = [
        name
        for name, other in context.config.categories.items()
        if other.min_words <= words <= other.max_words
    ]
    other_way = f", or file it as {' or '.join(fits)}" if fits else ""
    yield Hit(
        FieldName.BODY,
        0,
        0,
        f"The body has {words:,} words; {category} asks for "
        f"{limits.min_words:,} to {limits.max_words:,}.",
        expected=f"{limits.min_words} to {limits.max_words} words",
        found=f"{words} words",
        fix=f"{'Add' if short else 'Cut'} at least {away} words{other_way}.",
    )


@register(
    "empty-section",
    Severity.WARNING,
    statement="Every heading has text of its own or a smaller heading below it.",
    rationale="A heading with nothing under it is what is left when a section was cut or never "
    "written; readers look for what it announces.",
    fix="Write the section or remove its heading.",
    bad="## Reactions\n\n## What comes next",
    good="## Reactions\n\nThe union called the timetable unworkable.",
)
def empty_section(context: Context) -> Iterable[Hit]:
    """A heading that is followed by a heading of the same or a higher level, or by nothing; a picture
    is something.
    """
    article = context.article
    passages = [item for item in article.passages if item.field is FieldName.BODY]
    for place, passage in enumerate(passages):
        if passage.kind is not PassageKind.HEADING or not passage.text.text.strip():
            continue
        after = passages[place + 1] if place + 1 < len(passages) else None
        if after is not None and after.kind is not PassageKind.HEADING:
            continue
        if after is not None and _level(article, after) > _level(article, passage):
            continue
        if _has_text_behind(article, passage, after):
            continue
        start, end = passage.text.to_origin(0, len(passage.text.text))
        yield Hit(
            FieldName.BODY,
            start,
            end,
            f"Nothing stands under the heading “{passage.text.text.strip()}”.",
            found=passage.text.text.strip(),
        )


def _level(article: Article, heading: Passage) -> int:
    """1 to 6; a heading's mark-up stands before its text (``##``) or on the line after it."""
    body = article.body.text
    start = heading.text.starts[0]
    line = body.rfind("\n", 0, start) + 1
    found = _ATX.match(body, line)
    if found:
        return len(found.group(1))
    end = body.find("\n", heading.text.ends[-1])
    under = _SETEXT.match(body, end + 1) if end >= 0 else None
    return 1 if under and under.group(1)[0] == "=" else 2


def _has_text_behind(article: Article, heading: Passage, after: Passage | None) -> bool:
    """Whether something that is no passage (an image, HTML) stands between a heading and the next one
    or the end; a comment and a line are nothing.
    """
    body = article.body.text
    start = body.find("\n", heading.text.ends[-1])
    if start < 0:
        return False
    under = _SETEXT.match(body, start + 1)
    high = len(body) if after is None else after.text.starts[0]
    rest = _COMMENT.sub("", body[under.end() if under else start : high])
    return bool(re.search(r"[^\s>#*_=-]", rest))
