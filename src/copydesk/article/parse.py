"""Bytes in, :class:`Article` out."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache

from copydesk.article.front_matter import Block, Node, parse_front_matter, split_front_matter
from copydesk.article.markdown import body_passages, plain_passage
from copydesk.article.marks import SourceIndex
from copydesk.article.model import (
    Article,
    Field,
    FrontMatter,
    HumanRequest,
    Passage,
    PassageKind,
    SourceRef,
    Span,
)
from copydesk.article.urls import check_url, same_page_key
from copydesk.errors import ArticleError, LimitError
from copydesk.report import FieldName
from copydesk.textmap import MappedText

__all__ = [
    "MAX_ARTICLE_BYTES",
    "assemble",
    "check_text",
    "make_sources",
    "read_article",
    "read_head",
]

# A long investigation is 100 kB; a book is 1 MB. More is not an article.
MAX_ARTICLE_BYTES = 2 * 1024 * 1024
MAX_SOURCES = 200

_KNOWN = {
    "title", "summary", "category", "tags", "sources", "contributor", "generator",
    "requested_by_human", "human_request", "date", "slug", "disputes", "follows",
}  # fmt: skip


def read_article(
    data: bytes, path: str = "article.md", *, extra_sources: Sequence[str] = ()
) -> Article:
    """Read a Markdown file with optional YAML front matter.

    Args:
        data: the file's exact bytes; their SHA-256 is what everyone signs.
        path: the name shown in errors and reports.
        extra_sources: URLs to count as sources after those of the front matter (a batch line
            brings them beside the article).

    Raises:
        ArticleError: not UTF-8, a broken front matter, a bad or duplicate source URL.
        LimitError: larger than :data:`MAX_ARTICLE_BYTES`.
    """
    text, block, keys, front = _read_keys(data, path, extra_sources)
    body_start = block.body_start if block else 0
    body_text = text[body_start:]
    return assemble(
        path,
        hashlib.sha256(data).hexdigest(),
        front,
        _text_field(keys, FieldName.TITLE, block),
        _text_field(keys, FieldName.SUMMARY, block),
        Field(FieldName.BODY, body_text, MappedText.identity(body_text, body_start)),
    )


# One article after another is asked for its head by whoever verifies it and by whoever lists it.
@lru_cache(maxsize=2)
def read_head(data: bytes, path: str = "article.md") -> tuple[FrontMatter, str]:
    """The front matter and the title alone, for whoever does not need the body taken apart; refuses
    exactly what :func:`read_article` refuses, and raises as it does.
    """
    _, _, keys, front = _read_keys(data, path, ())
    title, _ = _scalar(keys, FieldName.TITLE.value), _scalar(keys, FieldName.SUMMARY.value)
    return front, title


def _read_keys(
    data: bytes, path: str, extra_sources: Sequence[str]
) -> tuple[str, Block | None, dict[str, Node], FrontMatter]:
    """The text, its front matter's block and keys, and what they say."""
    if len(data) > MAX_ARTICLE_BYTES:
        raise LimitError(
            f"{path} has {len(data):,} bytes; an article may have {MAX_ARTICLE_BYTES:,}.",
            fix="Hand in the article alone, without embedded files.",
            location=path,
        )
    text = _decode(data, path)
    block = split_front_matter(text)
    keys = parse_front_matter(block) if block else {}
    return text, block, keys, _front_matter(keys, extra_sources)


def assemble(
    path: str, sha256: str, front: FrontMatter, title: Field, summary: Field, body: Field
) -> Article:
    """Put an article together from its fields; used by every reader of a submission format."""
    passages: list[Passage] = []
    if title.text.strip():
        passages.append(plain_passage(FieldName.TITLE, title.text, PassageKind.TITLE))
    if summary.text.strip():
        passages.append(plain_passage(FieldName.SUMMARY, summary.text, PassageKind.SUMMARY))
    in_body = body_passages(body.text, SourceIndex(front.sources))
    words = sum(
        len(passage.text.text.split())
        for passage in in_body
        if passage.kind is not PassageKind.CODE
    )
    return Article(path, sha256, front, title, summary, body, (*passages, *in_body), words)


def make_sources(entries: Sequence[tuple[str, Span | None]]) -> tuple[SourceRef, ...]:
    """Number the source URLs from 1.

    Raises:
        ArticleError: a URL that is none, or two that name the same page.
        LimitError: more than :data:`MAX_SOURCES`.
    """
    if len(entries) > MAX_SOURCES:
        raise LimitError(
            f"The article lists {len(entries)} sources; at most {MAX_SOURCES} are read.",
            fix="List the sources that the article cites.",
        )
    seen: dict[str, int] = {}
    sources = []
    for number, (url, span) in enumerate(entries, 1):
        where = f"sources[{number}]"
        check_url(url, location=where)
        key = same_page_key(url)
        if key in seen:
            raise ArticleError(
                f"Source {number} names the same page as source {seen[key]}: {url}",
                fix="List each source once.",
                location=where,
            )
        seen[key] = number
        sources.append(SourceRef(number, url, span))
    return tuple(sources)


def check_text(text: str, what: str) -> str:
    """Return ``text`` unchanged if it can be encoded and shown.

    Raises:
        ArticleError: it holds a lone surrogate or a NUL.
    """
    for at, char in enumerate(text):
        if char == "\x00" or "\ud800" <= char <= "\udfff":
            name = "a NUL" if char == "\x00" else f"the lone surrogate U+{ord(char):04X}"
            raise ArticleError(
                f"{what} holds {name} at character {at}, which no text can hold.",
                fix="Remove it; it usually comes from cutting a text in the middle of a character.",
                location=f"{what}:{at}",
            )
    return text


def _decode(data: bytes, path: str) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ArticleError(
            f"{path} is not UTF-8: byte 0x{data[error.start]:02x} at offset {error.start}.",
            fix="Save the article as UTF-8.",
            location=f"{path}:byte {error.start}",
        ) from error
    if "\x00" in text:
        check_text(text, path)
    return text


def _scalar(keys: dict[str, Node], name: str) -> str:
    node = keys.get(name)
    if node is None:
        return ""
    if node.text is None:
        raise ArticleError(
            f"`{name}` in the front matter must be one value.",
            fix=f"Write `{name}: …` on one line.",
            location=name,
        )
    return node.text


def _list(keys: dict[str, Node], name: str) -> list[Node]:
    node = keys.get(name)
    if node is None or node.text == "":
        return []
    if node.items is None:
        raise ArticleError(
            f"`{name}` in the front matter must be a list.",
            fix=f"Write `{name}:` and then one `- item` a line.",
            location=name,
        )
    return list(node.items)


def _text_field(keys: dict[str, Node], name: FieldName, block: Block | None) -> Field:
    node = keys.get(name.value)
    text = _scalar(keys, name.value)
    return Field(name, text, node.origin if node and block else None)


def _source_entries(keys: dict[str, Node]) -> list[tuple[str, Span | None]]:
    entries: list[tuple[str, Span | None]] = []
    for number, item in enumerate(_list(keys, "sources"), 1):
        node = item.keys.get("url") if item.keys is not None else item
        if node is None or node.text is None:
            raise ArticleError(
                f"Source {number} of the front matter is not a URL.",
                fix="Write one `- https://…` line for each source.",
                location=f"sources[{number}]",
            )
        entries.append((node.text, Span(node.start, node.end)))
    return entries


def _front_matter(keys: dict[str, Node], extra_sources: Sequence[str]) -> FrontMatter:
    entries = _source_entries(keys)
    known = {same_page_key(url) for url, _ in entries} if extra_sources else set()
    for url in extra_sources:
        if same_page_key(url) not in known:
            entries.append((url, None))
            known.add(same_page_key(url))
    return FrontMatter(
        category=_scalar(keys, "category"),
        tags=_words(keys, "tags", "tag"),
        sources=make_sources(entries),
        contributor=_scalar(keys, "contributor"),
        generator=_scalar(keys, "generator"),
        date=_scalar(keys, "date"),
        slug=_scalar(keys, "slug"),
        human_request=_human_request(keys),
        disputes=_disputes(keys),
        follows=_words(keys, "follows", "slug"),
        extra=tuple(
            (name, node.text) for name, node in keys.items() if name not in _KNOWN and node.text
        ),
    )


def _words(keys: dict[str, Node], name: str, kind: str) -> tuple[str, ...]:
    """A list of single words or phrases."""
    found = []
    for item in _list(keys, name):
        if item.text is None:
            raise ArticleError(
                f"Each {kind} of the front matter must be one word or phrase.",
                fix=f"Write one `- {kind}` a line.",
                location=name,
            )
        found.append(item.text)
    return tuple(found)


def _disputes(keys: dict[str, Node]) -> tuple[tuple[str, str], ...]:
    """Pairs of rule and reason."""
    found = []
    for number, item in enumerate(_list(keys, "disputes"), 1):
        pair = [(item.keys or {}).get(name) for name in ("rule", "reason")]
        rule, reason = (node.text.strip() if node and node.text else "" for node in pair)
        if not (rule and reason):
            raise ArticleError(
                f"Dispute {number} of the front matter lacks its `rule` or its `reason`.",
                fix="Write `- rule: …` and, on the next line, `reason: …`.",
                location=f"disputes[{number}]",
            )
        found.append((rule, reason))
    return tuple(found)


def _human_request(keys: dict[str, Node]) -> HumanRequest:
    value = _scalar(keys, "requested_by_human")
    text = _scalar(keys, "human_request")
    word = value.strip().lower()
    if word in {"", "false", "no"}:
        return HumanRequest(requested=bool(text), text=text)
    if word in {"true", "yes"}:
        return HumanRequest(requested=True, text=text)
    return HumanRequest(requested=True, text=value)
