"""Corrections at their words: marks that cross mark-up, overlap, meet links, or have no place."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.article import read_article
from copydesk.article.model import Article
from copydesk.press.body import Annotation, annotate_body, render_body

OPEN, CLOSE = '<mark class="corrected">', "</mark>"


def article(body: str) -> Article:
    head = "---\ntitle: T\nsources:\n  - https://paper.example/a\n---\n"
    return read_article((head + body).encode(), "article.md")


def about(body: str, *exacts: str) -> list[Annotation]:
    return [
        Annotation(
            body.index(exact), body.index(exact) + len(exact), f"<i>{number}</i>", corrected=True
        )
        for number, exact in enumerate(exacts, 1)
    ]


def shown(body: str, *exacts: str) -> str:
    html, placed = annotate_body(article(body), about(body, *exacts))
    assert placed == frozenset(range(len(exacts)))
    return html.strip().replace(OPEN, "{").replace(CLOSE, "}")


@pytest.mark.parametrize(
    ("body", "exacts", "wanted"),
    [
        ("One. Two. Three.", ["Two."], "<p>One. {Two.}<i>1</i> Three.</p>"),
        ("A **b** c d", ["**b** c"], "<p>A <strong>{b}</strong>{ c}<i>1</i> d</p>"),
        ("A **b c** d", ["A **b"], "<p>{A }<strong>{b}<i>1</i> c</strong> d</p>"),
        ("One.\n\nTwo.", ["One.\n\nTwo."], "<p>{One.}</p>\n<p>{Two.}<i>1</i></p>"),
        ("- one\n- two", ["one\n- two"], "<ul>\n<li>{one}</li>\n<li>{two}<i>1</i></li>\n</ul>"),
        ("a\nb c", ["a\nb"], "<p>{a\nb}<i>1</i> c</p>"),
        ("**a**\nb c", ["**a**\nb"], "<p><strong>{a}</strong>\n{b}<i>1</i> c</p>"),
        ("x `code` y", ["`code`"], "<p>x {<code>code</code>}<i>1</i> y</p>"),
        ("é &amp; \\* ü", ["&amp; \\*"], "<p>é {&amp; *}<i>1</i> ü</p>"),
        ("a \\*b c", ["*b"], "<p>a {*b}<i>1</i> c</p>"),
        ("a \\*b c", ["a "], "<p>{a} <i>1</i>*b c</p>"),
        # Two about one passage, one within another, and two that overlap.
        ("One two three.", ["two", "two"], "<p>One {two}<i>1</i><i>2</i> three.</p>"),
        ("One two three.", ["One two three.", "two"], "<p>{One two}<i>2</i> {three.}<i>1</i></p>"),
        ("a b c d", ["a b c", "b c d"], "<p>{a b c}<i>1</i> {d}<i>2</i></p>"),
    ],
)
def test_the_words_are_marked_and_the_label_follows(
    body: str, exacts: list[str], wanted: str
) -> None:
    assert shown(body, *exacts) == wanted


def test_a_label_never_stands_inside_a_link() -> None:
    body = "See [the report](https://paper.example/a) and go."
    html = shown(body, "[the report](https://paper.example/a)")
    assert re.search(r"\{the report\}</a><a class=\"source-ref\"[^>]*>1</a><i>1</i> and go", html)
    middle = shown(body, "See [the")
    assert re.search(r"\{the\} report</a><a class=\"source-ref\"[^>]*>1</a><i>1</i> and", middle)


def test_a_passage_that_ends_in_a_reference_stays_well_formed() -> None:
    html = shown("It rose [1] today.", "rose [1]")
    assert html == (
        '<p>It {rose} <a class="source-ref" href="record/index.html#source-1">{[1]}</a>'
        "<i>1</i> today.</p>"
    )


def test_a_passage_that_ends_within_a_reference_has_its_label_behind_it() -> None:
    assert shown("It rose [1] today.", "rose [").endswith("{[}1]</a><i>1</i> today.</p>")


def test_one_passage_without_a_place_costs_no_other_its_place() -> None:
    body = "One two.\n\n<script>three</script>\n\nFour five."
    items = about(body, "two", "three", "five")
    html, placed = annotate_body(article(body), items)
    assert placed == {0, 2}
    assert f"One {OPEN}two{CLOSE}<i>1</i>." in html
    assert f"Four {OPEN}five{CLOSE}<i>3</i>." in html
    assert "<i>2</i>" not in html


def test_where_only_the_mark_would_change_the_reading_the_label_stays() -> None:
    body = 'x.*"b"* y'  # the asterisk opens emphasis only behind a punctuation mark
    html, placed = annotate_body(article(body), about(body, '"b"* y'))
    assert placed == {0}
    assert "<em>" in html
    assert "<i>1</i>" in html


def test_without_annotations_it_is_the_plain_page() -> None:
    body = "A [b](https://paper.example/a) **c**."
    assert annotate_body(article(body), [])[0] == render_body(article(body))[0]


def without_marks(html: str) -> str:
    """The page's text and the article's own mark-up."""
    html = html.replace(OPEN, "").replace(CLOSE, "")
    html = re.sub(r'<a id="n\d" data-added="">\[C \d\]</a>', "", html)
    return re.sub(r'<a class="source-ref" href="[^"]*">(\[1\])</a>', r"\1", html)


# Mark-up, escapes, references and hostile HTML, cut and mixed at random.
PIECES = st.sampled_from(
    [
        "one ", "two", ". ", "\n", "\n\n", "- ", "# ", "> ", "**", "*", "`", "~~", "[1]",
        "[a](https://paper.example/a)", "[b", "](https://x.example)", "![p](https://x.example/p)",
        "&amp;", "\\*", "<b>", "</b>", "<script>", "</script>", "| a | b |\n|---|---|\n| c | d |\n",
        "é", "\u202e", "\ufdd0", "<https://x.example>", "```\n", "[^1]", "\n[^1]: note\n",
    ]
)  # fmt: skip


@given(st.lists(PIECES, max_size=14).map("".join), st.data())
def test_marks_add_nothing_else_and_never_break_the_page(
    read_page: Callable[[bytes], object], body: str, data: st.DataObject
) -> None:
    made = article(body + "\nend\n")
    size = len(made.body.text)
    places = st.tuples(st.integers(0, size), st.integers(0, size)).map(sorted)
    items = [
        Annotation(start, end, f'<a id="n{at}" data-added="">[C {at}]</a>', corrected=True)
        for at, (start, end) in enumerate(
            place for place in data.draw(st.lists(places, max_size=3)) if place[0] < place[1]
        )
    ]
    html, placed = annotate_body(made, items)
    page = read_page(html.encode())
    # A note or a reference nowhere stands within another link; every element closes in its order.
    nested = [fault for fault in page.faults if "inside <a>" in fault]  # type: ignore[attr-defined]
    plain, _ = annotate_body(made, [])
    before = read_page(plain.encode()).faults  # type: ignore[attr-defined]
    assert nested == [fault for fault in before if "inside <a>" in fault]
    for at in range(len(items)):
        assert (f">[C {at}]</a>" in html) == (at in placed)
    assert without_marks(html) == without_marks(plain)
