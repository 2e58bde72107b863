"""The audit of a newsroom: what each kind of damage does to the article's row."""

import json
import shutil
from pathlib import Path

import newsroom_simulator
import pytest
import zstandard
from audited_newsroom import CAPTURE, FOLDER, MONTH_FOLDER, newsroom_on_disk
from newsroom_simulator import BODY, Simulator, published

from copydesk.audit.archive import Options
from copydesk.audit.newsroom import NewsroomArchive
from copydesk.audit.row import AuditRow
from copydesk.audit.run import Audit, local
from copydesk.provenance.checks import CheckState
from copydesk.provenance.trust import Trust

PASS, FAIL, ABSENT = CheckState.PASS, CheckState.FAIL, CheckState.NOT_PRESENT
OPTIONS = Options(trace=False)


def rows(root: Path, options: Options = OPTIONS, since: str = "") -> dict[str, AuditRow]:
    archive = NewsroomArchive(root, options)
    audit = Audit(archive, local(root, options, 1))
    return {row.article: row for row in audit.rows(archive.units(since))}


def row(root: Path, options: Options = OPTIONS) -> AuditRow:
    return rows(root, options)[FOLDER]


def failed(found: AuditRow) -> dict[str, str]:
    return {one.check: one.code for one in found.failed}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return newsroom_on_disk(tmp_path / "room")


def test_an_honest_article_has_the_full_chain(root: Path) -> None:
    found = row(root)
    assert failed(found) == {}
    assert found.full_chain
    assert (found.date, found.contributor, found.corrected) == ("2026-11-09", "the-contributor", 2)
    assert found.domains == ("one.example",)
    assert (found.captures, found.sources) == ((("ok", 1),), (("stored", 1),))
    assert found.state("corrections") is PASS
    assert found.state("specifics") is ABSENT


def test_the_check_is_run_over_the_captures_that_are_whole(root: Path) -> None:
    found = row(root, Options())
    assert sum(count for _, count in found.specifics) > 0
    assert {name.split(" ")[0] for name, _ in found.findings} <= {"error", "warning", "note"}
    assert found.state("specifics") is not ABSENT or found.outcome("specifics") is not None
    (root / CAPTURE).unlink()
    lost = row(root, Options())
    assert dict(lost.specifics).keys() == {"unverifiable"}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (BODY.replace(b" ", b"\n"), "another-body"),
        (b"", "damaged"),
        (BODY, "uncompressed"),
    ],
)
def test_a_stored_body_that_is_another_is_named_with_its_cause(
    root: Path, body: bytes, code: str
) -> None:
    packed = zstandard.ZstdCompressor().compress(body) if code == "another-body" else body
    (root / CAPTURE).write_bytes(packed)
    found = row(root)
    assert failed(found) == {"captures": code}
    assert found.captures == ((code, 1),)
    assert not found.full_chain


@pytest.mark.parametrize(("before", "now"), [(b"\r\n", b"\n"), (b"\n", b"\r\n")])
def test_a_conversion_of_line_ends_is_named_as_the_cause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: bytes, now: bytes
) -> None:
    recorded = b"<p>The source says 12.</p>%b<p>No more.</p>%b" % (before, before)
    monkeypatch.setattr(newsroom_simulator, "BODY", recorded)
    room = published()
    root = newsroom_on_disk(tmp_path, room=room)
    assert row(root).full_chain
    (capture,) = (root / "captures").rglob("*.zst")
    capture.write_bytes(zstandard.ZstdCompressor().compress(recorded.replace(before, now)))
    assert failed(row(root)) == {"captures": "line-ends"}


def test_a_body_that_is_missing_is_neither_good_nor_bad(root: Path) -> None:
    (root / CAPTURE).unlink()
    found = row(root)
    assert failed(found) == {}
    assert found.state("captures") is ABSENT
    assert not found.full_chain


def test_each_kind_of_damage_fails_its_own_check(root: Path) -> None:
    article = root / FOLDER / "article.md"
    article.write_bytes(article.read_bytes() + b"More.\n")
    found = failed(row(root))
    assert found["text-hash"] == "article"
    assert "contributor-signature" not in found


def test_a_review_by_the_contributor_is_not_independent(tmp_path: Path) -> None:
    room = Simulator()
    room.keys["editor"] = room.keys["contributor"]
    room.capture()
    room.submit()
    room.review()
    room.publish()
    found = failed(row(newsroom_on_disk(tmp_path, room=room)))
    assert found["review-independent"] == "four-eyes"


def test_an_article_that_the_signed_state_lists_and_that_is_gone_is_found(tmp_path: Path) -> None:
    room = published()
    room.state(room.heads()[1:2])
    root = newsroom_on_disk(tmp_path, room=room)
    assert row(root).full_chain
    shutil.rmtree(root / FOLDER)
    found = row(root)
    assert failed(found)["form"] == "gone"
    assert found.published


def test_a_draft_is_no_failure(root: Path) -> None:
    draft = root / MONTH_FOLDER / "draft"
    draft.mkdir()
    (draft / "article.md").write_bytes(b"---\ntitle: A draft\n---\nText.\n")
    found = rows(root)[f"{MONTH_FOLDER}/draft"]
    assert not found.published


def test_a_keyring_that_the_reader_does_not_trust_fails(root: Path) -> None:
    assert failed(row(root, Options(False, Trust(pin="0" * 64)))) == {"log": "keyring-pin"}


def test_since_goes_by_the_month_and_by_the_articles_own_day(root: Path) -> None:
    article = root / FOLDER / "article.md"
    article.write_bytes(
        article.read_bytes().replace(b"---\ntitle", b"---\ndate: 2026-11-09\ntitle")
    )
    for since, there in {"2026-11": True, "2026-12": False, "2026-11-09": True,
                         "2026-11-10": False, "2026-10-30": True}.items():  # fmt: skip
        assert (FOLDER in rows(root, since=since)) is there, since


def test_a_row_is_json(root: Path) -> None:
    value = json.loads(json.dumps(row(root, Options()).as_json()))
    assert value["full_chain"] is True
    assert {one["check"] for one in value["checks"]} >= {"captures", "specifics", "findings"}
