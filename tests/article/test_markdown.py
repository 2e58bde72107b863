"""The body: passages, citations and offsets, on hand-made and on random Markdown."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from copydesk.article import Article, Passage, PassageKind, read_article

HEAD = b"---\ntitle: T\nsources:\n- https://one.example/a\n- https://two.example/b\n---\n"


def passages(body: str) -> list[Passage]:
    return [p for p in read_article(HEAD + body.encode()).passages if p.kind != PassageKind.TITLE]


def check_offsets(article: Article) -> None:
    """Every code point of every passage that stands in the file is the one mapped to."""
    for passage in article.passages:
        raw = article.field(passage.field).text
        text = passage.text
        assert len(text.starts) == len(text.ends) == len(text.text)
        for char, start, end in zip(text.text, text.starts, text.ends, strict=True):
            assert 0 <= start <= end <= len(raw)
            if end - start == 1 and char != " ":
                assert raw[start:end] == char or raw[start] in "&\x00\r\n", (char, raw[start:end])
        for span in (*passage.sentences, *passage.code, *passage.links):
            assert 0 <= span.start < span.end <= len(text.text)
        for citation in passage.citations:
            assert 0 <= citation.start < citation.end <= len(raw)
            assert 0 <= citation.at <= len(text.text)


KINDS = {
    "paragraph": ("One *two* **three**.", [("paragraph", "One two three.")]),
    "heading": ("## Head `x`\n\nText", [("heading", "Head x"), ("paragraph", "Text")]),
    "tight list": ("- one\n- two\n", [("list-item", "one"), ("list-item", "two")]),
    "nested list": (
        "- one\n  - two\n\n    more\n",
        [("list-item", "one"), ("list-item", "two"), ("list-item", "more")],
    ),
    "table": (
        "| a | b |\n|---|---|\n| 1 | 2 |\n",
        [("table-cell", "a"), ("table-cell", "b"), ("table-cell", "1"), ("table-cell", "2")],
    ),
    "block quote": ("> said\n> so\n", [("block-quote", "said so")]),
    "fenced code": ("```py\nx = 1\n```\n", [("code", "x = 1\n")]),
    "html is left out": ("<div>hidden</div>\n\nShown<br>here", [("paragraph", "Shown here")]),
    "image alt is left out": ("A ![alt 7](u.png) b", [("paragraph", "A  b")]),
    "entities": ("Fish &amp; chips&nbsp;5", [("paragraph", "Fish & chips\xa05")]),
    "escapes": (r"5 \* 3", [("paragraph", "5 * 3")]),
    "strikethrough": ("~~old~~ new", [("paragraph", "old new")]),
    "task": ("- [x] done\n", [("list-item", "done")]),
    "crlf": ("One\r\ntwo.\r\n\r\nThree.", [("paragraph", "One two."), ("paragraph", "Three.")]),
    "reference is not prose": ("It fell [1].", [("paragraph", "It fell .")]),
    "bare URL is not prose": ("See https://x.example/9 now", [("paragraph", "See  now")]),
    "astral": ("😀 **5** 😀", [("paragraph", "😀 5 😀")]),
}


@pytest.mark.parametrize(("body", "expected"), KINDS.values(), ids=KINDS)
def test_passages(body: str, expected: list[tuple[str, str]]) -> None:
    assert [(p.kind.value, p.text.text) for p in passages(body)] == expected
    check_offsets(read_article(HEAD + body.encode()))


CITED = {
    "inline link": ("By [A](https://one.example/a) 5.", [(1, "A")]),
    "other spelling of the page": ("[A](https://www.one.example/a/#frag)", [(1, "A")]),
    "not a source": ("[A](https://three.example/)", [(None, "A")]),
    "reference": ("It rose [2].", [(2, "2")]),
    "several references": ("It rose [1, 2].", [(1, "1"), (2, "2")]),
    "adjacent references": ("It rose [1][2].", [(1, "1"), (2, "2")]),
    "number without a source": ("It rose [7].", [(None, "7")]),
    "reference definition": ("It rose [1].\n\n[1]: https://two.example/b", [(2, "1")]),
    "linked number": ("It rose [1](https://two.example/b).", [(2, "1")]),
    "autolink": ("<https://two.example/b>", [(2, "https://two.example/b")]),
    "bare URL": ("See https://two.example/b.", [(2, "https://two.example/b")]),
    "footnote": ("Rose.[^n]\n\n[^n]: [B](https://two.example/b)", [(2, "n"), (2, "B")]),
    "in code it is code": ("`[1]` is code", []),
    "anchor": ("[up](#top)", []),
    "in a cell": ("| a |\n|---|\n| 5 [1] |", [(1, "1")]),
}


@pytest.mark.parametrize(("body", "expected"), CITED.values(), ids=CITED)
def test_citations(body: str, expected: list[tuple[int | None, str]]) -> None:
    found = [(c.source, c.label) for p in passages(body) for c in p.citations]
    assert found == expected
    check_offsets(read_article(HEAD + body.encode()))


def test_a_citation_knows_its_place_in_the_text() -> None:
    body = "It fell to 5 [1]. It [rose](https://two.example/b) to 9."
    (passage,) = passages(body)
    first, second = passage.citations
    assert body[first.start : first.end] == "[1]"
    assert passage.text.text[: first.at + 1] == "It fell to 5 "
    assert passage.text.text[second.at :].startswith("rose")
    assert passage.text.text[passage.links[0].start : passage.links[0].end] == "rose"


def test_table_cells_know_their_row_and_header() -> None:
    cells = passages("| Name | Size |\n|---|---|\n| a | 1 MB |\n| b | 2 MB |\n")
    assert [(c.text.text, c.header, c.row) for c in cells[2:]] == [
        ("a", "Name", 2),
        ("1 MB", "Size", 2),
        ("b", "Name", 3),
        ("2 MB", "Size", 3),
    ]
    assert len({c.group for c in cells}) == 1


def test_passages_know_their_heading() -> None:
    head, text = passages("# Costs\n\nIt is 5.")
    assert (head.heading, text.heading) == ("", "Costs")


def test_sentences_do_not_break_at_abbreviations_and_versions() -> None:
    (passage,) = passages("Dr. A. Lee paid $1.03 billion on Nov. 3. Version 2.15.0 is out.")
    texts = [passage.text.text[s.start : s.end] for s in passage.sentences]
    assert texts == [
        "Dr. A. Lee paid $1.03 billion on Nov. 3.",
        "Version 2.15.0 is out.",
    ]


def test_words_leave_out_code() -> None:
    assert read_article(b"One two.\n\n```\nnot these\n```\n").words == 2


MARKDOWN = st.text(
    alphabet=st.sampled_from("ab1 \n*_`[]()#>-|!<&;\\\u00e9\U0001f600:/.\r~^\t"), max_size=120
)


@given(MARKDOWN)
@settings(max_examples=400, deadline=None)
def test_offsets_hold_on_any_markdown(body: str) -> None:
    check_offsets(read_article(body.encode() if not body.startswith("---") else b"x"))


HOSTILE = {
    "brackets": "[" * 20_000,
    "quotes": ">" * 5_000 + "x",
    "nested lists": "".join("  " * n + "- x\n" for n in range(300)),
    "emphasis": "*a_" * 20_000,
    "links": "[a](" * 10_000,
    "references": "[1]" * 20_000,
    "links and references": "[1] `c` [a](https://one.example/a) " * 8_000,
    "table": "|" * 20_000 + "\n" + "|-" * 10_000 + "\n",
    "entities": "&amp;" * 20_000,
}


@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE)
def test_hostile_markdown_ends_soon(body: str) -> None:
    begun = time.process_time()
    check_offsets(read_article(body.encode()))
    assert time.process_time() - begun < 20  # a bound on blow-up, not a benchmark
