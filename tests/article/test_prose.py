"""The newsroom's own words: quotations and code are left out, and every offset still holds."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.article import read_article
from copydesk.article.prose import MASK, own_words, quoted_spans

# What is quoted stands between < and > in the expectation.
QUOTED = [
    ("typographic", "He said “yes” twice", "He said <“yes”> twice"),
    ("straight", 'He said "yes" twice', 'He said <"yes"> twice'),
    ("two", '"a b" and "c d"', '<"a b"> and <"c d">'),
    ("guillemets", "il dit «oui» ici", "il dit <«oui»> ici"),
    ("low opening", "er sagt „ja“ hier", "er sagt <„ja“> hier"),
    ("low opening, high closing", "zegt „ja” hier", "zegt <„ja”> hier"),
    ("single typographic", "called ‘a test’ here", "called <‘a test’> here"),
    ("single straight", "called 'a test' here", "called <'a test'> here"),
    ("single within double", "“she said ‘no’ to him” ends", "<“she said ‘no’ to him”> ends"),
    ("an apostrophe opens nothing", "don't say it isn't so", "don't say it isn't so"),
    ("a typographic apostrophe", "the firm’s plan isn’t new", "the firm’s plan isn’t new"),
    ("an apostrophe within single marks", "‘it isn’t so’ he said", "<‘it isn’t so’> he said"),
    ("a decade", "in the '90s and the '80s", "in the '90s and the '80s"),
    ("an opening single mark alone", "rock ‘n roll", "rock ‘n roll"),
    ("inches", 'a 27" screen and a 5" one', 'a 27" screen and a 5" one'),
    ("unclosed, over several paragraphs", "He said: “We begin", "He said: <“We begin>"),
    ("in brackets", 'so ("we hope") it goes', 'so (<"we hope">) it goes'),
    ("after a dash", 'so\u2014"we hope"\u2014it goes', 'so\u2014<"we hope">\u2014it goes'),
    ("with a comma inside", '"We hope," he said', '<"We hope,"> he said'),
    ("empty quotations", '“” or “y” or "" so', '<“”> or <“y”> or <""> so'),
    ("nothing at all", "plain words", "plain words"),
    ("empty", "", ""),
]


@pytest.mark.parametrize(("name", "text", "marked"), QUOTED, ids=[case[0] for case in QUOTED])
def test_quoted_spans(name: str, text: str, marked: str) -> None:
    out = text
    for span in reversed(quoted_spans(text)):
        out = f"{out[: span.start]}<{out[span.start : span.end]}>{out[span.end :]}"
    assert out == marked, name


@given(st.text(alphabet="ab '\"“”‘’«»„(.\n", max_size=60))
def test_spans_are_in_order_apart_and_inside(text: str) -> None:
    at = 0
    for span in quoted_spans(text):
        assert at <= span.start < span.end <= len(text)
        at = span.end


@pytest.mark.parametrize("mark", ["'", "‘", "’", '"', "“", "”", " '", ' "', " ‘a"])
def test_a_wall_of_marks_takes_linear_time(mark: str) -> None:
    text = mark * 100_000
    started = time.perf_counter()
    quoted_spans(text)
    assert time.perf_counter() - started < 3


def test_blocks_of_others_are_left_out_and_offsets_hold() -> None:
    body = (
        "# One target\n\nA target, “a target”, `target` and [a target](https://a.example/).\n\n"
        "> target\n\n```\ntarget\n```\n\n- target\n\n| target | x |\n|---|---|\n| y | target |\n"
    )
    data = f"---\ntitle: The target\nsummary: No target\n---\n{body}".encode()
    article = read_article(data)
    found = [
        (prose.passage.field, match)
        for prose in own_words(article)
        for match in prose.find(re.compile("target"))
    ]
    assert [name.value for name, _ in found] == ["title", "summary"] + ["body"] * 6
    for name, match in found:
        assert article.field(name).text[match.start : match.end] == "target" == match.text


def test_masking_keeps_the_length() -> None:
    article = read_article("A “quoted” word and `code` — fin.".encode())
    (prose,) = own_words(article)
    assert len(prose.text) == len(prose.passage.text.text)
    assert prose.text == f"A {MASK * 8} word and {MASK * 4} — fin."


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("It ſlammed the plan.", ["ſlammed"]),  # "s" of another alphabet's age, as any case has it
        ("IT SLAMMED THE PLAN.", ["SLAMMED"]),
        ("Nothing stands there.", []),
    ],
)
def test_what_is_looked_for_first_hides_no_match(body: str, found: list[str]) -> None:
    article = read_article(f"---\ntitle: T\n---\n\n{body}\n".encode(), "a.md")
    pattern = re.compile(r"\bslammed\b", re.IGNORECASE)
    prose = next(one for one in own_words(article) if one.text == body)
    assert [one.text for one in prose.find(pattern, ("slammed",))] == found
    assert [one.text for one in prose.find(pattern)] == found
