"""The short way through front matter gives what YAML gives, to the last offset, or gives way."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.article import read_article, read_head
from copydesk.article.front_matter import (
    MAX_PLAIN_LINES,
    Block,
    _plain_keys,
    _yaml_keys,
    split_front_matter,
)
from copydesk.errors import CopydeskError

DRAFT = Path(__file__).parents[2] / "demo" / "draft.md"
ODD = "\x00\x07\t\r\x0b\x0c\x1f\x7f\x85\xa0\u2028\u2029\ufeff\ufffe\uffff\u200bé😀"
SIGNS = " :#-?,[]{}&*!|>'\"%@`~\\/.=_aZ09\n"


def agree(yaml: str, start: int = 4) -> bool:
    """Whether the short way decided; it must then have read what YAML reads."""
    block = Block(yaml, start, start + len(yaml) + 4)
    plain = _plain_keys(block)
    if plain is not None:
        assert plain == _yaml_keys(block)
        assert list(plain) == list(_yaml_keys(block))
    return plain is not None


PLAIN = [
    "title: A title\n",
    'title: "A title: with # signs - and so on"\n',
    'title: ""\nslug: x\n',
    "sources:\n  - https://one.example/a?b=c&d=e#f\n  - https://two.example:8080/\ndate: 2026-11-09\n",
    "tags:\n  - one\n  - two words\n",
    'tags:\n  - one\nsources:\n  - "https://one.example/"\n',
    "note: it's 5 o'clock - or 17:00, (nearly) 50% & more!\n",
    "requested_by_human: no\nnumber: 0x1F\n",
]  # fmt: skip
OTHER = [
    "title: A title # with a comment\n",
    "title: a: b\n",
    "title: a:\n",
    "title:  two spaces\n",
    "title: two  spaces\n",
    "title: end \n",
    "title:\n",
    "title: >\n  folded\n",
    "title: one\n  continued\n",
    "title: 'single'\n",
    'title: "escaped \\n"\n',
    'title: "not closed\n',
    'title: "closed" and more\n',
    "title: null\n",
    "null: x\n",
    "title: ~\n",
    "title: &anchor x\n",
    "title: x\ntitle: y\n",
    "tags:\n- one\n",
    "tags:\n    - one\n",
    "tags:\n  - one\n - two\n",
    "tags:\n  - - one\n",
    "tags:\n  - key: value\n",
    "tags: [one, two]\n",
    "# a comment\ntitle: x\n",
    "title: x\n\nslug: y\n",
    "Title: x\n",
    "title : x\n",
    "title: x",
    "",
    "\n",
    "title: x\r\n",
    "title: x\ty\n",
    "title: a\u2028b\n",
    "title: a\x85b\n",
    'title: "a\ufeffb"\n',
    'title: "a\x07b"\n',
    "k1: x\n",
]  # fmt: skip


@pytest.mark.parametrize("yaml", PLAIN)
def test_plain_lines_take_the_short_way(yaml: str) -> None:
    assert agree(yaml)


@pytest.mark.parametrize("yaml", OTHER)
def test_anything_else_gives_way(yaml: str) -> None:
    assert not agree(yaml)


def test_the_demo_takes_the_short_way() -> None:
    block = split_front_matter(DRAFT.read_text("utf-8"))
    assert block is not None
    assert agree(block.yaml, block.yaml_start)


def test_a_long_block_gives_way() -> None:
    lines = ["tags:", *(f"  - {n}" for n in range(MAX_PLAIN_LINES - 1))]
    assert agree("\n".join(lines) + "\n")
    assert not agree("\n".join([*lines, "  - x"]) + "\n")


LINE = st.sampled_from(PLAIN + OTHER) | st.builds(
    lambda start, value, end: f"{start}{value}{end}",
    st.sampled_from(["title: ", "tags:\n  - ", "  - ", 'slug: "', "date:", "", " ", "- ", "a_b: "]),
    st.text(st.sampled_from(SIGNS + ODD) | st.characters(), max_size=12),
    st.sampled_from(["\n", '"\n', "", " \n", "\n\n"]),
)


@given(st.lists(LINE, max_size=5).map("".join))
def test_whatever_the_short_way_reads_yaml_reads_alike(yaml: str) -> None:
    agree(yaml)


@given(st.lists(LINE, max_size=4).map("".join), st.sampled_from(["", "\n", "# A *body*\n"]))
def test_the_head_alone_is_read_and_refused_as_the_article_is(yaml: str, body: str) -> None:
    data = f"---\n{yaml}---\n{body}".encode("utf-8", "surrogatepass")
    assert _outcome(read_head, data) == _outcome(_head_of_article, data)


def _head_of_article(data: bytes) -> object:
    article = read_article(data)
    return article.front, article.title.text


def _outcome(read: Callable[[bytes], object], data: bytes) -> object:
    try:
        return read(data)
    except CopydeskError as error:
        return type(error), error.message
