"""One line in, one line out, whatever the line holds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from copydesk.trace.batch import check_line


def _line(**data: object) -> bytes:
    return json.dumps(data).encode()


SOURCE = {"url": "https://a.example/", "text": "The ferry carried 2,400 passengers in May."}


def test_a_good_line() -> None:
    out = json.loads(
        check_line(_line(id="x7", article="The ferry carried 2,400 passengers.", sources=[SOURCE]))
    )
    assert out["id"] == "x7"
    assert out["schema"] == "copydesk.trace/1"
    assert [one["status"] for one in out["specifics"]] == ["traced"]
    assert out["sources"][0]["quality"] == "ok"


def test_front_matter_and_line_name_the_same_page_once() -> None:
    article = "---\ntitle: A ferry and its passengers\nsources:\n- https://a.example/\n---\nWords."
    out = json.loads(check_line(_line(id=1, article=article, sources=[SOURCE])))
    assert [one["url"] for one in out["sources"]] == ["https://a.example/"]


def test_a_path_is_read_through_the_given_function() -> None:
    page = b"<html><body><p>The ferry carried 2,400 passengers.</p></body></html>"
    asked: list[str] = []

    def read(path: str) -> bytes:
        asked.append(path)
        return page

    line = _line(
        id=2,
        article="The ferry carried 2,400 passengers.",
        sources=[{"url": "https://a.example/", "path": "pages/a.html"}],
    )
    out = json.loads(check_line(line, read=read))
    assert asked == ["pages/a.html"]
    assert [one["status"] for one in out["specifics"]] == ["traced"]


def test_a_path_that_is_not_there(tmp_path: Path) -> None:
    line = _line(
        id=3, article="W.", sources=[{"url": "https://a.example/", "path": str(tmp_path / "no")}]
    )
    out = json.loads(check_line(line))
    assert out["id"] == 3
    assert out["error"]["code"] == "evidence-invalid"


BAD = [
    (b"", None, "usage"),
    (b"not json", None, "usage"),
    (b"[1]", None, "usage"),
    (b"\xff\xfe", None, "usage"),
    (b'{"id": "a"}', "a", "usage"),
    (b'{"id": "a", "article": 5}', "a", "usage"),
    (b'{"id": "a", "article": "x", "sources": {}}', "a", "usage"),
    (b'{"id": "a", "article": "x", "sources": ["u"]}', "a", "usage"),
    (b'{"id": "a", "article": "x", "sources": [{"url": "https://a.example/"}]}', "a", "usage"),
    (b'{"id": "a", "article": "x\\ud800", "sources": []}', "a", "usage"),
    (
        b'{"id": "a", "article": "x", "sources": [{"url": "no url", "text": ""}]}',
        "a",
        "article-invalid",
    ),
    (b'{"id": "a", "article": "---\\ntitle: [\\n---\\nx", "sources": []}', "a", "article-invalid"),
    (b"[" * 100_000, None, "usage"),
]


@pytest.mark.parametrize(("line", "name", "code"), BAD)
def test_a_bad_line_gives_an_error_line(line: bytes, name: object, code: str) -> None:
    out = json.loads(check_line(line))
    assert out["id"] == name
    assert out["error"]["code"] == code
    assert out["error"]["message"]


def test_the_answer_is_one_line() -> None:
    text = "The ferry\u2028carried \u00852,400\u2029passengers.\nAnd more."
    out = check_line(
        _line(id="a\u2028b", article=text, sources=[{"url": "https://a.example/", "text": text}])
    )
    assert len(out.splitlines()) == 1
    assert json.loads(out)["id"] == "a\u2028b"


def test_a_saved_page_is_read_as_for_a_single_check() -> None:
    """What a page links counts in a batch too: the report names nobody, it only links the register."""
    own = "https://ferries.gov/notice"
    report = (
        "<html><body><main><p>The ferry carried 4,200 passengers in May, according to "
        f'<a href="{own}">a notice</a>.</p></main></body></html>'
    )
    notice = "<p>Our ferry carried 4,200 passengers in May.</p>"
    pages = {"report": report.encode(), "notice": notice.encode()}
    article = (
        "---\ntitle: A ferry was full in May\n---\nThe ferry carried 4,200 passengers in May, "
        f"[the Gazette](https://gazette.example/ferry) reports.\n\nThe [office]({own}) runs nine ferries."
    )
    line = _line(
        id=1,
        article=article,
        sources=[
            {"url": "https://gazette.example/ferry", "path": "report"},
            {"url": own, "path": "notice"},
        ],
    )
    found = json.loads(check_line(line, read=pages.__getitem__))["findings"]
    assert "secondary-for-primary" in {one["rule"] for one in found}
