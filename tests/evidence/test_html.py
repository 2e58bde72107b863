"""What a reader sees becomes lines; everything else stands apart, under its label."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser, LexborNode

from copydesk.evidence import EvidenceText, Label, read_evidence
from copydesk.evidence import limits as limits_module
from copydesk.evidence.attributes import attributes_are_bounded
from copydesk.evidence.nesting import cost_is_bounded

LINES = {
    "inline elements never split words": ("<p>un<b>break</b>able <i>t</i>ext</p>", "unbreakable text"),
    "blocks end lines": ("<h1>Title</h1><p>One</p><div>Two</div>", "Title\nOne\nTwo"),
    "br ends a line": ("<p>one<br>two</p>", "one\ntwo"),
    "white space collapses": ("<p> a \n\t b  </p>", "a b"),
    "a no-break space stays": ("<p>5&nbsp;km</p>", "5\u00a0km"),
    "entities are decoded": ("<p>&ldquo;A&amp;B&rdquo; &#8212; c</p>", "“A&B” — c"),
    "quotes and dashes stay": ("<p>'a' \"b\" – — ’</p>", "'a' \"b\" – — ’"),
    "cells share a line": (
        "<table><tr><th>Name<th>Size<tr><td><p>a</p><td>12 MB</table>",
        "Name | Size\na | 12 MB",
    ),
    "an empty cell keeps its column": (
        "<table><tr><td>a<td><td>c</table>",
        "a |  | c",
    ),
    "preformatted text is kept": ("<pre>if x:\n    y\n\nz</pre>", "if x:\n    y\n\nz"),
    "list items": ("<ul><li>a<li>b</ul>", "a\nb"),
    "scripts, styles, templates": (
        "<p>a</p><script>b</script><style>c</style><template>d</template>",
        "a",
    ),
    "text after an unclosed tag": ("<p>a<div", "a"),
}  # fmt: skip


def labelled(text: EvidenceText, label: Label) -> str:
    return "\n".join(text.text[r.start : r.end] for r in text.regions if r.label is label)


def page(body: str, head: str = "") -> EvidenceText:
    return read_evidence(f"<html><head>{head}</head><body>{body}</body></html>".encode())


@pytest.mark.parametrize(("markup", "expected"), LINES.values(), ids=LINES.keys())
def test_visible_text(markup: str, expected: str) -> None:
    assert page(markup).visible == expected


def test_a_long_cell_is_layout_and_keeps_its_lines() -> None:
    words = "word " * 100
    visible = page(f"<table><tr><td><p>{words}</p><p>next</p></table>").visible
    assert visible == f"{words.strip()}\nnext"


@pytest.mark.parametrize(
    "markup",
    [
        "<p hidden>secret</p>",
        "<p style='display:none'>secret</p>",
        "<p style='color:red; DISPLAY : NONE !important'>secret</p>",
        "<p style='visibility: hidden'>secret</p>",
    ],
)
def test_hidden_text_is_a_region_of_its_own(markup: str) -> None:
    text = page(f"<p>seen</p>{markup}")
    assert text.visible == "seen"
    assert labelled(text, Label.HIDDEN) == "secret"
    assert text.label_at(text.text.index("secret")) is Label.HIDDEN


def test_every_other_text_has_its_label() -> None:
    text = page(
        "<p>seen</p><noscript><p>without scripts</p></noscript>"
        "<time datetime='2026-10-28'>Wednesday</time>"
        '<script type="application/json">{"body": "a sentence of prose", "css": "x-1"}</script>',
        "<title>A  title</title><meta property='og:title' content='Graph title'>"
        "<meta name='viewport' content='width=1'>"
        '<script type="application/ld+json">{"author": {"name": "N"}, "price": 1.10}</script>',
    )
    assert text.title == "A title"
    assert labelled(text, Label.META) == "title: A title\nog:title: Graph title\ntime: 2026-10-28"
    assert labelled(text, Label.JSON_LD) == "author.name: N\nprice: 1.10"
    assert labelled(text, Label.EMBEDDED_JSON) == "a sentence of prose"
    assert labelled(text, Label.NOSCRIPT) == "without scripts"


def test_markup_in_embedded_strings_is_read_as_markup() -> None:
    text = page(
        '<p>x</p><script type="application/json">{"bodyHTML": "<p>One <b>two<\\/b><\\/p><p>3<\\/p>"}'
        "</script>"
    )
    assert labelled(text, Label.EMBEDDED_JSON) == "One two\n3"


def test_a_page_cannot_forge_a_boundary() -> None:
    text = page('<p>a&#xD800;b</p><script type=\'application/ld+json\'>{"a": "\\ud800"}</script>')
    assert text.visible == "a\ufffdb"
    text.text.encode()


HOSTILE = {
    "nested divs": "<div>" * 500_000,
    "formatting reopened in each block": "".join(f"<b id={n}>" for n in range(3000)) + "<p>" * 9000,
    "end tags in comments": "<div><!--</div>-->" * 200_000,
    "end tags of nothing open": "<span></div>" * 200_000,
    "end tags in attributes": '<div a="</div>">' * 200_000,
    "a quote that hides tags": '<p a=x">' + "<div>" * 300_000,
    "a title in a drawing": "<svg><title>" + "<div>" * 300_000,
    "cells in a drawing": "<svg>" + "<td>" * 300_000,
    "an empty comment": "<!-->" + "<div>" * 300_000,
    "a giant attribute": f"<p a='{'x' * 5_000_000}'>y",
    "unfinished tags": "<" * 2_000_000,
    "unfinished comments": "<!--" * 1_000_000,
    "attributes of one tag": "<p " + " ".join(f"a{n}=1" for n in range(300_000)) + ">x",
    "attributes behind quoted ends": "<p " + " ".join(f'a{n}=">"' for n in range(200_000)) + ">x",
    "attributes without spaces": "<p " + "".join(f"a{n}='>'" for n in range(200_000)) + ">x",
    "attributes of signs": "<p " + " ".join(f"<{n}<" for n in range(200_000)) + ">x",
    "too many elements": "<p>a" * 1_100_000,
    "long keys before many values": (
        '<script type="application/ld+json">{"' + "k" * 99 + '":[' + "1," * 150_000 + "1]}</script>"
    )
    * 12,
    "many embedded fragments": (
        '<script type="application/json">["' + '","'.join(["a <br> b"] * 100_000) + '"]</script>'
    ),
    "nested cells": "<table><tr><td>" * 30_000,
    "many paragraphs": "<p>a" * 300_000,
}


@pytest.mark.parametrize("markup", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_markup_ends_soon(markup: str) -> None:
    start = time.process_time()
    text = read_evidence(markup.encode(), media_type="text/html")
    assert time.process_time() - start < 10
    assert len(text.text) <= limits_module.MAX_TEXT


def test_a_page_too_deep_for_a_parser_still_gives_its_words() -> None:
    text = read_evidence(b"<div>" * 20_000 + b"<p>Words &amp; more</p><script>x</script>")
    assert text.visible == "Words & more"
    assert any("nested" in note for note in text.notes)


def test_large_ordinary_pages_are_parsed() -> None:
    row = "<tr><td><a href='x'>a</a></td><td><svg><path d='M0'/></svg></td><td>3</td></tr>"
    assert cost_is_bounded(f"<table>{row * 2_000}</table>")
    assert cost_is_bounded("<div><p><em>x</em></p></div>" * 20_000)


def test_text_is_cut_at_the_limit_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits_module, "MAX_TEXT", 20)
    text = page("<p>" + "a" * 50 + "</p>", "<title>t</title>")
    assert len(text.text) <= 20
    assert any("cut" in note for note in text.notes)


FRAGMENTS = st.lists(
    st.sampled_from(
        ["<p>", "</p>", "<td>", "<tr>", "<table>", "</table>", "<pre>", "</pre>", "<br>", "<b>",
         "</b>", "<div hidden>", "</div>", "<noscript>", "</noscript>", "<svg>", "<!--", "-->",
         "<script type=application/ld+json>", "</script>", '{"a":"', '"}', "&amp;", "&#xD800;",
         "word", " ", "\n", "\u00a0", "é", "<template>", "</template>", "<title>", "</title>"]
    ) | st.text(max_size=5),
    max_size=40,
)  # fmt: skip


@given(FRAGMENTS)
def test_any_markup_gives_consistent_regions(parts: list[str]) -> None:
    body = "".join(parts).encode("utf-8", "replace")
    text = read_evidence(b"<!doctype html>" + body, media_type="text/html")
    at = 0
    for region in text.regions:
        assert at <= region.start < region.end <= len(text.text)
        assert text.label_at(region.start) is region.label
        at = region.end
    assert not text.regions or at == len(text.text)
    text.text.encode()


@given(st.binary(max_size=300), st.sampled_from(["", "text/html", "application/json", "x;charset=utf-16", "application/pdf"]))  # fmt: skip
def test_any_bytes_are_read(body: bytes, media_type: str) -> None:
    read_evidence(body, media_type=media_type, url="https://news.example/[").text.encode()


def test_a_page_that_waits_for_its_script_is_not_hidden() -> None:
    assert read_evidence(b"<html><body style='visibility:hidden'><p>seen").visible == "seen"


def test_scripts_and_long_values_are_no_attributes() -> None:
    code = "if (i<n) { x = 'a > b'; y = \"<div class='z'>\"; }\n" * 1_500
    assert attributes_are_bounded(f"<script>{code}</script>" + "<p title='a > b'>c</p>" * 9_000)


def test_the_pages_that_a_page_links_are_known() -> None:
    body = (
        b'<p><a href="https://register.example/orders?x=1">r</a><a href="https://register.example/">f</a>'
        b'<a href="/own">o</a><a href="https://register.example/orders?x=1">again</a>'
        b'<a href="mailto:a@b.example">m</a><a href="https://[bad/orders">b</a> Words.</p>'
    )
    found = [value for name, value in read_evidence(body).signals if name == "link"]
    assert found == ["https://register.example/orders?x=1", "https://[bad/orders"]


_TAGS = st.sampled_from(["div", "p", "span", "b", "li", "script", "noscript", "br", "div hidden"])
_PAGES = st.recursive(
    st.sampled_from(["one", " ", "two ", " three", "<br>", "<img>", "<!-- four -->", ""]),
    lambda inner: st.builds(
        lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag.split()[0]}>",
        _TAGS,
        st.lists(inner, max_size=4),
    ),
    max_leaves=30,
)


def _told(node: LexborNode) -> str:
    """The text below ``node`` by plain recursion, a line end at each edge of a block."""
    told, child = "", node.first_child
    while child is not None:
        tag = child.tag
        if tag == "-text":
            told += child.text_content or ""
        elif tag == "br":
            told += "\n"
        elif tag in {"div", "p", "li", "body"}:
            told += "" if "hidden" in child.attributes else f"\n{_told(child)}\n"
        elif tag in {"html", "span", "b"}:
            told += _told(child)
        child = child.next
    return told


@given(_PAGES)
def test_the_walk_is_the_same_as_plain_recursion(page: str) -> None:
    root = LexborHTMLParser(page).root
    assert root is not None
    lines = [" ".join(line.split()) for line in _told(root).split("\n")]
    assert read_evidence(page.encode(), media_type="text/html").visible.split("\n") == (
        [line for line in lines if line] or [""]
    )
