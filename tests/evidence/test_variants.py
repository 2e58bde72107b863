"""Several captures of one source: which are read, and where a report says that a thing stands."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from copydesk.article import read_article
from copydesk.capture.folder import read_folder, write_folder
from copydesk.capture.model import Capture, Outcome, Role, SourceCaptures
from copydesk.evidence import EvidenceSource, Label, read_evidence
from copydesk.evidence.variants import joined, preferred
from copydesk.report import Quality, Specific, Status
from copydesk.report_view.sides import Sides
from copydesk.trace import trace

URL = "https://news.example/weir"
TIME = "2026-11-09T10:00:00Z"
PAGE = (
    b"<h1>Weir</h1>" + b"<p>The gate holds. The river council paid 310 euros for the gate.</p>" * 8
)
RAW = json.dumps(
    {
        "title": "Weir 2.0",
        "body": "The gate opens\nwithout a [single drop](https://x.example/a) being lost, and the "
        "**valve** turns.\r\n\r\n- The pump moves 47 litres a second.",
    }
).encode()
ARTICLE = f"""---
title: The weir
summary: A gate and a pump.
category: News
sources:
  - {URL}
date: 2026-11-09
---
The pump moves 47 litres a second, [the notes]({URL}) say. The river council paid 310 euros for
the gate, [the page]({URL}) says. “The gate opens without a single drop being lost,” [it says]({URL}).
""".encode()


def source(body: bytes, kind: str, role: str = "page", archived_at: str = "") -> EvidenceSource:
    text = read_evidence(body, media_type=kind)
    digest = hashlib.sha256(body).hexdigest()
    return EvidenceSource(1, URL, digest, Quality.OK, text, "", TIME, role, archived_at)


def specifics(found: EvidenceSource) -> dict[str, Specific]:
    report = trace(read_article(ARTICLE, "a.md"), [found])
    assert len(report.sources) == 1
    return {one.text: one for one in report.specifics}


OK, PART, PAID, NONE = Quality.OK, Quality.PARTIAL, Quality.PAYWALLED, Quality.BLOCKED


@pytest.mark.parametrize(
    ("captures", "chosen"),
    [
        ([], []),
        ([("page", OK)], [0]),
        ([("page", NONE)], [0]),
        ([("page", OK), ("raw", OK), ("raw", OK)], [1, 2, 0]),
        ([("page", OK), ("raw", NONE)], [0]),
        ([("page", NONE), ("raw", OK)], [1]),
        ([("page", NONE), ("archive-copy", OK)], [1]),
        ([("page", OK), ("archive-copy", OK)], [0]),
        ([("page", NONE), ("raw", OK), ("archive-copy", OK)], [1]),
        ([("page", NONE), ("rendered-dom", OK), ("visible-text", OK)], [2]),
        ([("page", OK), ("rendered-dom", OK), ("visible-text", NONE)], [1]),
        ([("page", NONE), ("screenshot", OK)], [0]),
        # A part of the page is read where there is nothing whole, and only then.
        ([("page", PAID)], [0]),
        ([("page", PAID), ("archive-copy", OK)], [1]),
        ([("page", PAID), ("archive-copy", PAID), ("archive-copy", OK)], [2]),
        ([("page", PAID), ("archive-copy", PAID)], [0]),
        ([("page", PART), ("raw", OK)], [1]),
        ([("page", PAID), ("visible-text", OK), ("archive-copy", OK)], [1]),
        ([("page", NONE), ("visible-text", PART)], [1]),
        ([("page", PART), ("raw", PART)], [1, 0]),
    ],
)
def test_what_is_read(captures: list[tuple[str, Quality]], chosen: list[int]) -> None:
    assert preferred(captures) == chosen


def test_a_teaser_beside_a_whole_copy_is_no_teaser() -> None:
    page = replace(source(PAGE, "text/html"), quality=Quality.PAYWALLED, reason="Pay.")
    copy = source(RAW, "text/plain", "archive-copy", "2026-03-01T00:00:00Z")
    both = joined([page, copy])
    assert (both.quality, both.reason, both.sha256) == (Quality.OK, "", page.sha256)
    assert joined([copy, page]).quality is Quality.OK


def test_each_place_names_its_own_capture() -> None:
    raw, page = source(RAW, "application/json", "raw"), source(PAGE, "text/html")
    both = joined([raw, page])
    assert (both.sha256, both.id, len(both.variants)) == (raw.sha256, 1, 2)
    found = specifics(both)
    for text, where in (("47 litres a second", raw), ("310 euros", page)):
        item = next(one for key, one in found.items() if text.startswith(key) or key in text)
        assert item.status is Status.TRACED
        place = item.evidence[0]
        assert place.sha256 == where.sha256
        assert where.text.text[place.start : place.end] == place.exact
        assert (place.prefix + place.exact + place.suffix) in where.text.text
    quote = next(one for one in found.values() if one.kind.value == "quote")
    assert quote.status is Status.TRACED
    assert quote.evidence[0].exact == "The gate opens without a single drop being lost"


def test_what_stands_in_both_is_shown_from_the_preferred_one() -> None:
    body = b'{"body": "The river council paid 310 euros for the gate."}'
    raw, page = source(body, "application/json", "raw"), source(PAGE, "text/html")
    money = next(one for key, one in specifics(joined([raw, page])).items() if "310" in key)
    assert money.evidence[0].sha256 == raw.sha256


def test_a_passage_of_the_second_capture_is_shown_in_its_sentence() -> None:
    both = joined([source(RAW, "application/json", "raw"), source(PAGE, "text/html")])
    article = read_article(ARTICLE, "a.md")
    report = trace(article, [both])
    money = next(one for one in report.specifics if "310" in one.text)
    _, ((_, words),) = Sides(article, [both]).of(money, 1)
    assert "river council paid" in words.text


def test_words_do_not_run_from_one_capture_into_the_next() -> None:
    first = source(b"The gate opens without a single", "text/plain", "raw")
    second = source(b"drop being lost, the notes say.", "text/plain")
    quote = next(
        one for one in specifics(joined([first, second])).values() if one.kind.value == "quote"
    )
    assert quote.status is not Status.TRACED


def test_regions_keep_their_labels() -> None:
    raw = source(b'{"a": "b"}', "application/json", "raw")
    page = source(b'<meta name="description" content="Hidden gate"><p>Seen</p>', "text/html")
    both = joined([raw, page])
    assert both.text.label_at(both.text.text.index("Hidden gate")) is Label.META
    assert both.text.label_at(both.text.text.index("Seen")) is Label.VISIBLE
    assert joined([raw]) is raw


def test_support_by_an_archives_copy_says_so() -> None:
    old = source(PAGE, "text/html", "archive-copy", "2026-03-01T00:00:00Z")
    money = next(one for key, one in specifics(old).items() if "310" in key)
    assert money.status is Status.TRACED
    assert "a web archive’s copy of 2026-03-01, not on the page" in money.reason
    place = money.evidence[0]
    assert place.archived == "2026-03-01T00:00:00Z"
    assert place.as_json()["archived"] == place.archived
    assert place.place == "a web archive’s copy of 2026-03-01"
    undated = source(PAGE, "text/html", "archive-copy")
    money = next(one for key, one in specifics(undated).items() if "310" in key)
    assert money.evidence[0].archived == "unknown"
    assert "a web archive’s copy of an unknown date" in money.reason
    page = source(PAGE, "text/html")
    money = next(one for key, one in specifics(page).items() if "310" in key)
    assert "archived" not in money.evidence[0].as_json()


def test_what_an_archives_copy_denies_says_so() -> None:
    other = PAGE.replace(b"310 euros", b"970 euros")
    old = source(other, "text/html", "archive-copy", "2026-03-01T00:00:00Z")
    money = next(one for key, one in specifics(old).items() if "310" in key)
    assert money.status is Status.CONTRADICTED
    assert money.reason.endswith(
        "It was read in a web archive’s copy of 2026-03-01, not on the page."
    )


def capture(role: Role, body: bytes, kind: str, url: str = URL, **more: str) -> Capture:
    digest = hashlib.sha256(body).hexdigest()
    return Capture(
        url, Outcome.STORED, TIME, "test", final_url=url, status=200, media_type=kind,
        size=len(body), sha256=digest, wire_sha256=digest, quality=Quality.OK, body=body,
        role=role, **more,
    )  # fmt: skip


def test_an_evidence_folder_keeps_the_variants(tmp_path: Path) -> None:
    page = capture(Role.PAGE, PAGE, "text/html")
    raw = capture(Role.RAW, RAW, "application/json", "https://api.example/weir")
    write_folder(tmp_path, [SourceCaptures(URL, (page, raw))])
    (read,) = read_folder(tmp_path, [URL])
    assert [one.sha256 for one in read.variants] == [raw.sha256, page.sha256]
    copy = capture(
        Role.ARCHIVE, PAGE, "text/html", "https://archive.example/x",
        archived_at="2026-03-01T00:00:00Z",
    )  # fmt: skip
    empty = capture(Role.PAGE, b"", "text/html")
    write_folder(tmp_path, [SourceCaptures(URL, (empty, copy))])
    (read,) = read_folder(tmp_path, [URL])
    assert (read.role, read.archived_at) == ("archive-copy", "2026-03-01T00:00:00Z")
    assert read.usable
