"""`copydesk check` in a terminal: layout in cells, order, marks, filters."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from invented_report import ARTICLE, invented

from copydesk.cli.cells import Ink, cells_of, laid_out
from copydesk.cli.check import CheckFormat, check_command
from copydesk.cli.render_report import render_report
from copydesk.errors import UsageError
from copydesk.report import Kind, Status
from copydesk.report_view import Lines, Selection

QUAY = Path(__file__).parent / "data" / "quay"
ESCAPES = re.compile(r"\x1b\[(?:0|1|4|3[134])m")
ALPHABET = (
    "abc defg  .,“”é漢字かな한ﾊ\u0301\u0308\u20dd\u200b\u200d\u202e\u2066\x1b\x07\t\n\r\xa0\xad"
    "\U0001f6a2\U0001f1f3\ud800\U000e0001\u1161\u2028\x85"
)
TEXTS = st.text(alphabet=st.one_of(st.sampled_from(ALPHABET), st.characters()), max_size=300)


def width(line: str) -> int:
    """Cells of a line, counted apart from the code that lays it out."""
    cells = 0
    for char in ESCAPES.sub("", line):
        if unicodedata.combining(char) or unicodedata.category(char) in {"Mn", "Me"}:
            continue
        if 0x1160 <= ord(char) < 0x1200:
            continue
        cells += 2 if unicodedata.east_asian_width(char) in "WF" else 1
    return cells


@settings(max_examples=300)
@given(
    text=TEXTS,
    columns=st.integers(40, 200),
    indent=st.sampled_from([0, 5, 7]),
    ansi=st.booleans(),
    encoding=st.sampled_from(["utf-8", "ascii", "latin-1"]),
    marks=st.lists(st.tuples(st.integers(0, 300), st.integers(0, 40)), max_size=3),
)
def test_no_line_is_wider_than_the_terminal_and_nothing_in_it_is_obeyed(
    text: str, columns: int, indent: int, ansi: bool, encoding: str, marks: list[tuple[int, int]]
) -> None:
    ink = Ink(columns, ansi, encoding)
    spans = [(at, at + size) for at, size in marks]
    cells = cells_of(text, ink, spans)
    rows = list(laid_out(cells, ink, indent))
    for row in rows:
        assert width(row) <= columns
        assert row.startswith(" " * indent)
        row.encode(encoding)
        plain = ESCAPES.sub("", row)
        assert ansi or plain == row
        assert all(char.isprintable() for char in plain)
        assert not ansi or row.count("\x1b[1m\x1b[4m") <= row.count("\x1b[0m")
    # Every word is there, in order, whatever the width.
    if not any(cell.marked for cell in cells) or ansi:
        shown = "".join(ESCAPES.sub("", row)[indent:] for row in rows).replace(" ", "")
        assert shown == "".join(cell.shown for cell in cells).replace(" ", "")


WRAPS = {
    "at the last space": ("one two three", 20, ["one two three"]),
    "a word that is written out": ("a " + "b" * 17 + "\u200b", 20, ["a", "b" * 17, "\\u200b"]),
    "a long word": ("see " + "x" * 45, 20, ["see", "x" * 20, "x" * 20, "xxxxx"]),
    "wide characters": ("漢" * 12, 20, ["漢" * 10, "漢漢"]),
    "a wide one that does not fit": ("x" + "漢" * 10, 20, ["x" + "漢" * 9, "漢"]),
    "a mark stays with its letter": ("x" * 19 + "e\u0301" + "y", 20, ["x" * 19 + "e\u0301", "y"]),
    "a space at the end": ("x" * 20 + " y", 20, ["x" * 20, "y"]),
    "a soft hyphen": ("ferry\xadman", 20, ["ferryman"]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "columns", "rows"), WRAPS.values(), ids=WRAPS)
def test_lines_are_broken(text: str, columns: int, rows: list[str]) -> None:
    ink = Ink(columns)
    assert list(laid_out(cells_of(text, ink), ink, 0)) == rows


def test_carets_stand_under_what_they_mark() -> None:
    ink = Ink(40)
    text = "港は 12 年で e\u0301t"
    start = text.index("12")
    rows = list(laid_out(cells_of(text, ink, [(start, start + 2)]), ink, 2))
    assert rows == ["  " + text, "  " + " " * 5 + "^^"]


def shown(selection: Selection | None = None, **ink: object) -> str:
    report, article, sources = invented()
    lines = Lines(article, ARTICLE)
    return render_report(report, article, sources, lines, Ink(**ink), selection)  # type: ignore[arg-type] # any


def headings(text: str) -> list[str]:
    return re.findall(r"^ {2,3}\d+ (.*)$", text, re.MULTILINE)


def test_the_most_important_stands_first() -> None:
    found = headings(shown())
    assert [heading.rsplit(" ", 2)[0] for heading in found] == [
        "contradicted duration | specific-contradicted | title",
        "contradicted money | specific-contradicted | summary",
        "contradicted quote | quote-not-verbatim | body",
        "misattributed number | specific-misattributed | body",
        "untraced number | specific-untraced | body",
        "sentence-unsupported | body",
        "untraced number | body",
        "unbound number | body",
        "unverifiable number | specific-unverifiable | body",
    ]
    title = ARTICLE.split("\n")[1]
    assert found[0].endswith(f"line 2:{title.index('16 months') + 1}")


def test_a_finding_has_its_sentence_and_the_passage_under_it() -> None:
    text = shown(width=80)
    assert (
        "       The fare stays at 3.20 euros, the board says.\n"
        "                         ^^^^^^^^^^\n"
        "     source 1, board.example:\n"
        "       The fare from the bay is 3.60 euros.\n"
        "                                ^^^^^^^^^^\n"
        "     Message of specific-contradicted.\n"
        "     To do: Mend specific-contradicted.\n"
    ) in text
    assert "nearest in source 1, board.example:\n       The fare from the bay" in text


def test_of_a_quotation_only_the_words_that_differ_are_marked() -> None:
    text = shown(width=110, ansi=True)
    assert '"\x1b[1m\x1b[4mcould not\x1b[0m be trusted for another winter"' in text
    assert "The piles \x1b[1m\x1b[4mcannot\x1b[0m be trusted" in text


def test_colour_is_never_needed() -> None:
    plain, coloured = shown(width=80), shown(width=80, ansi=True)
    without = [row for row in plain.split("\n") if not re.fullmatch(r" *\^[ ^]*", row)]
    assert ESCAPES.sub("", coloured).split("\n") == without


@pytest.mark.parametrize("columns", [40, 41, 60, 80, 110])
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_the_whole_report_fits(columns: int, encoding: str) -> None:
    for ansi in (False, True):
        text = shown(Selection(every=True), width=columns, ansi=ansi, encoding=encoding)
        assert max(map(width, text.split("\n"))) <= columns
        assert len(headings(ESCAPES.sub("", text))) == 13


CHOICES = {
    "a rule": (Selection(rules=frozenset({"quote-not-verbatim"})), 1),
    "a kind": (Selection(kinds=frozenset({Kind.MONEY})), 1),
    "a status": (Selection(statuses=frozenset({Status.CONTRADICTED})), 3),
    "a status that is borne out": (Selection(statuses=frozenset({Status.TRACED})), 2),
    "two at once": (
        Selection(kinds=frozenset({Kind.NUMBER}), statuses=frozenset({Status.UNTRACED})),
        2,
    ),
    "the first two": (Selection(limit=2), 2),
    "all": (Selection(every=True), 13),
}


@pytest.mark.parametrize(("selection", "many"), CHOICES.values(), ids=CHOICES)
def test_what_is_asked_for_is_shown(selection: Selection, many: int) -> None:
    text = shown(selection)
    assert len(headings(text)) == many
    assert (f"Shown: {many} of" in text) == (many < 13)


def test_a_place_that_is_not_where_the_report_says_claims_nothing() -> None:
    report, article, sources = invented(lambda text: text.replace("The", "Der", 1)[7:])
    text = render_report(report, article, sources, Lines(article, ARTICLE), Ink(80))
    assert "… he quay closes for 18 months" in text or "… Decision 41 The quay closes" in text


@pytest.mark.parametrize("form", list(CheckFormat))
def test_filters_change_neither_the_json_nor_the_exit_code(
    form: CheckFormat, capsys: pytest.CaptureFixture[str]
) -> None:
    outs = []
    for kind in ([], [Kind.DATE]):
        code = check_command(
            article=str(QUAY / "article.md"), evidence=QUAY / "evidence", kind=kind, format_=form
        )
        assert code == 1
        outs.append(capsys.readouterr().out)
    assert (outs[0] == outs[1]) == (form is not CheckFormat.TEXT)


def test_planted_mistakes_are_shown_with_what_the_source_says(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    check_command(article=str(QUAY / "article.md"), evidence=QUAY / "evidence")
    out = capsys.readouterr().out
    assert "\x1b" not in out
    for words in ("3.60 euros", "18 months", "4.8 %", "Tomas Wrenfield", "up to 4 metres"):
        assert words in out
    assert out.index("Errors (") < out.index("Warnings (")


def test_an_unknown_rule_is_named() -> None:
    with pytest.raises(UsageError, match="no rule 'quote'"):
        check_command(article=str(QUAY / "article.md"), only=["quote"])
