"""Front matter: what is read, where it stands, and what is refused in words."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from copydesk.article import read_article
from copydesk.errors import ArticleError, CopydeskError, LimitError

SOURCE = "https://one.example/a"


def article(front: str, body: str = "Body.\n", newline: str = "\n") -> bytes:
    return f"---\n{front}\n---\n{body}".replace("\n", newline).encode()


PLACES = {
    "plain": ("title: A plain title 3.1", "A plain title 3.1"),
    "double quotes": ('title: "He said: yes"', "He said: yes"),
    "escapes": (r'title: "Caf\u00e9 \"x\" 5"', 'Café "x" 5'),
    "single quotes": ("title: 'It''s 12'", "It's 12"),
    "folded": ("title: >-\n  first line\n  second 7", "first line second 7"),
    "literal": ("title: |\n  one\n  two 2", "one\ntwo 2\n"),
    "plain over two lines": ("title: one\n  two 2", "one two 2"),
    "unquoted date": ("title: 2026-11-09", "2026-11-09"),
    "no is not false": ("title: no", "no"),
}


@pytest.mark.parametrize(("front", "text"), PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("bom", ["", "\ufeff"], ids=["no bom", "bom"])
def test_a_value_knows_where_it_stands(front: str, text: str, newline: str, bom: str) -> None:
    data = bom.encode() + article(front, newline=newline)
    read = read_article(data)
    assert read.title.text == text
    file = data.decode("utf-8-sig")
    for at, char in enumerate(text):
        span = read.title.file_span(at, at + 1)
        assert span is not None
        raw = file[span.start : span.end]
        assert raw == char or raw.startswith("\\") or raw == "''" or raw.isspace()


def test_crlf_and_bom_leave_the_body_as_it_is() -> None:
    data = b"\xef\xbb\xbf" + article("title: T", "One.\n\nTwo.\n", "\r\n")
    read = read_article(data)
    assert read.body.text == "One.\r\n\r\nTwo.\r\n"
    assert [p.text.text for p in read.passages] == ["T", "One.", "Two."]


def test_an_article_without_front_matter_is_all_body() -> None:
    read = read_article(b"Just text.\n")
    assert (read.title.text, read.body.text, read.front.sources) == ("", "Just text.\n", ())


def test_all_fields_are_read() -> None:
    read = read_article(
        article(
            "title: T\nsummary: S\ncategory: News\ntags: [a, b]\ncontributor: bot-1\n"
            "generator: model-2\nrequested_by_human: Please write this\ndate: 2026-11-09\n"
            f"sources:\n  - {SOURCE}\n  - url: https://two.example/b\nmood: calm"
        )
    )
    front = read.front
    assert (front.category, front.tags, front.contributor) == ("News", ("a", "b"), "bot-1")
    assert (front.generator, front.date) == ("model-2", "2026-11-09")
    assert [(s.id, s.url) for s in front.sources] == [(1, SOURCE), (2, "https://two.example/b")]
    assert front.human_request.requested
    assert front.human_request.text == "Please write this"
    assert front.extra == (("mood", "calm"),)


REFUSED = {
    "never closed": (b"---\ntitle: T\n", "no second ---"),
    "not a mapping": (b"---\n- a\n---\n", "not a list of"),
    "colon in a plain value": (b"---\ntitle: A: B: C\n---\n", "line 2"),
    "cut at a hash": (b"---\ntitle: Record hits #8 in May\n---\n", "cuts this value"),
    "duplicate key": (b"---\ntitle: A\ntitle: B\n---\n", "stands here twice"),
    "anchor": (b"---\ntitle: &a A\nsummary: *a\n---\n", "anchors"),
    "tag": (b"---\ntitle: !!python/object:os.system x\n---\n", "tags are not used"),
    "title is a list": (b"---\ntitle: [a]\n---\n", "must be one value"),
    "sources is a word": (b"---\nsources: https://a.example\n---\n", "must be a list"),
    "deep": (b"---\na: " + b"[" * 500 + b"]" * 500 + b"\n---\n", "too deeply"),
    "two documents": (b"---\ntitle: A\n--- b\nc: d\n---\n", "line"),
    "latin-1": (b"---\ntitle: caf\xe9\n---\n", "not UTF-8"),
    "encoded surrogate": (b"body \xed\xa0\x80", "not UTF-8"),
    "nul": (b"body \x00", "NUL"),
    "control character": (b"---\ntitle: a\x07b\n---\n", "special characters"),
    "space in URL": (f"---\nsources:\n- {SOURCE} b\n---\n".encode(), "no URL can hold"),
    "not a URL": (b"---\nsources:\n- see below\n---\n", "no URL can hold"),
    "no scheme": (b"---\nsources:\n- www.a.example\n---\n", "not an http or https"),
    "file URL": (b"---\nsources:\n- file:///etc/passwd\n---\n", "not an http or https"),
    "bad port": (b"---\nsources:\n- https://a.example:99999/\n---\n", "not a URL"),
    "bidi in URL": ("---\nsources:\n- https://a.example/\u202ex\n---\n".encode(), "no URL can"),
    "duplicate source": (f"---\nsources:\n- {SOURCE}\n- {SOURCE}\n---\n".encode(), "same page"),
    "duplicate but for a slash": (
        f"---\nsources:\n- {SOURCE}\n- {SOURCE}/\n---\n".encode(),
        "same page",
    ),
}


@pytest.mark.parametrize(("data", "words"), REFUSED.values(), ids=REFUSED)
def test_bad_input_is_refused_in_words(data: bytes, words: str) -> None:
    with pytest.raises(ArticleError) as caught:
        read_article(data)
    assert words in caught.value.message
    assert caught.value.fix


LIMITS = {
    "article": b"x" * (2 * 1024 * 1024 + 1),
    "5 MB": b"word " * 1_000_000,
    "front matter": b"---\ntitle: " + b"x" * 70_000 + b"\n---\n",
    "values": b"---\ntags: [" + b"a," * 6_000 + b"]\n---\n",
    "sources": b"---\nsources:\n"
    + b"".join(b"- https://a.example/%d\n" % n for n in range(201))
    + b"---\n",
    "long URL": b"---\nsources:\n- https://a.example/" + b"x" * 5_000 + b"\n---\n",
}


@pytest.mark.parametrize("data", LIMITS.values(), ids=LIMITS)
def test_limits_are_named(data: bytes) -> None:
    with pytest.raises((LimitError, ArticleError), match=r"limit|at most|more than|over|may have"):
        read_article(data)


@given(st.binary(max_size=300))
@settings(max_examples=150, deadline=None)
def test_no_bytes_escape_as_another_error(data: bytes) -> None:
    for prefix in (b"", b"---\n", b"---\ntitle: "):
        with contextlib.suppress(CopydeskError):
            read_article(prefix + data)


@given(st.text(max_size=80), st.sampled_from(["plain", "single", "double"]))
@settings(max_examples=150, deadline=None)
def test_every_title_that_is_read_maps_into_the_file(text: str, style: str) -> None:
    value = {"plain": text, "single": f"'{text}'", "double": f'"{text}"'}[style]
    try:
        data = f"---\ntitle: {value}\n---\n".encode()
        read = read_article(data)
    except (CopydeskError, UnicodeEncodeError):
        return
    file = data.decode("utf-8-sig")
    for at in range(len(read.title.text)):
        span = read.title.file_span(at, at + 1)
        assert span is not None
        assert 0 <= span.start < span.end <= len(file)
