"""The body: marks land where they belong, or nowhere."""

from __future__ import annotations

import pytest

from copydesk.article import read_article
from copydesk.article.model import Article
from copydesk.press.body import render_body
from copydesk.press.marks import Mark


def article(body: str) -> Article:
    head = "---\ntitle: T\nsources:\n  - https://paper.example/a/\n---\n"
    return read_article((head + body).encode(), "article.md")


def marked(body: str, exact: str, *, after: bool = True) -> tuple[str, bool]:
    start = body.index(exact)
    at = start + len(exact) if after else start
    return render_body(article(body), [Mark(at, "<i>M</i>", after=after)])


@pytest.mark.parametrize(
    ("body", "exact", "wanted"),
    [
        ("One. Two. Three.", "Two.", "<p>One. Two.<i>M</i> Three.</p>"),
        ("One **two** three.", "**two**", "<p>One <strong>two<i>M</i></strong> three.</p>"),
        ("One **two** three.", "two", "<p>One <strong>two<i>M</i></strong> three.</p>"),
        ("Snow &amp; ice.", "Snow &amp;", "<p>Snow &amp;<i>M</i> ice.</p>"),
        ("Snow \\* ice.", "\\*", "<p>Snow *<i>M</i> ice.</p>"),
        ("é “ü” x.", "“ü”", "<p>é “ü”<i>M</i> x.</p>"),
        ("- one\n- two", "one", "<ul>\n<li>one<i>M</i></li>\n<li>two</li>\n</ul>"),
        ("a `b` c", "`b`", "<p>a <code>b</code><i>M</i> c</p>"),
        ("# Head\n\ntext", "Head", "<h2>Head<i>M</i></h2>\n<p>text</p>"),
    ],
)
def test_a_mark_follows_its_passage(body: str, exact: str, wanted: str) -> None:
    html, placed = marked(body, exact)
    assert html.strip() == wanted
    assert placed


def test_an_opening_mark_stands_before_its_passage() -> None:
    html, placed = marked("- one\n- two", "- two", after=False)
    assert "<li><i>M</i>two</li>" in html
    assert placed


def test_marks_at_one_place_keep_their_order() -> None:
    marks = [Mark(3, "<i>1</i>", after=True), Mark(3, "<i>2</i>", after=True)]
    assert render_body(article("one two"), marks)[0].strip() == "<p>one<i>1</i><i>2</i> two</p>"


@pytest.mark.parametrize(
    "body",
    [
        "<script>x</script>\n",  # sanitised away, and the mark with it
        "![alt](https://x.example/i.png)",  # a description is an attribute
        "",
    ],
)
def test_a_mark_that_has_no_place_is_left_out_whole(body: str) -> None:
    html, placed = render_body(article(body), [Mark(2, "<i>M</i>", after=True)])
    assert "<i>" not in html
    assert not placed


def test_marks_that_would_cross_elements_are_left_out() -> None:
    body = "**[1** and]"
    marks = [Mark(2, "<b>"), Mark(len(body), "</b>", after=True)]
    html, placed = render_body(article(body), marks)
    assert "<b>" not in html
    assert not placed


def test_a_link_gets_the_number_of_the_source_it_names() -> None:
    html, _ = render_body(
        article("See [it](https://paper.example/a#part) and [no](https://b.example).")
    )
    assert 'href="record/index.html#source-1"' in html
    assert html.count("source-ref") == 1
    assert 'rel="nofollow noopener noreferrer"' in html


def test_the_article_cannot_bring_marks_of_its_own() -> None:
    html, _ = render_body(article("\ufdd00\ufdd1 <a class='mark' id='state'>x</a>"), [])
    assert "class" not in html
    assert "id=" not in html
    assert "\ufdd0" not in html


def test_a_mark_within_an_image_moves_to_the_text_before_it() -> None:
    html, placed = marked("A ![pic](https://x.example/i.png) b", "pic")
    assert placed
    assert "<p>A <i>M</i><a" in html


def test_a_mark_that_would_change_the_reading_is_left_out() -> None:
    # The asterisk opens emphasis only while it stands behind a punctuation mark.
    html, placed = marked('a.*"b"*', "a.")
    assert html.strip() == '<p>a.<em>"b"</em></p>'
    assert not placed


def test_an_article_cannot_forge_a_mark_beside_a_real_one() -> None:
    body = "\ufdd00\ufdd1 one two"
    html, placed = render_body(article(body), [Mark(len(body), "<i>M</i>", after=True)])
    assert placed
    assert html.count("<i>M</i>") == 1
