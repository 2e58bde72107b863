"""The audit of a Machine Herald checkout: each weakness of its format is told apart by its code."""

import json
import os
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from herald_archive import HeraldArchive, Page, Round, StorySpec
from jsonschema import Draft202012Validator

from copydesk.audit.archive import Options
from copydesk.audit.opening import open_archive
from copydesk.audit.row import AuditRow
from copydesk.audit.run import Audit, local
from copydesk.audit.schema import audit_schema, known_codes
from copydesk.audit.totals import Totals
from copydesk.cli import main
from copydesk.provenance.checks import CheckState

OPTIONS = Options(trace=False)
HERALD = os.environ.get("COPYDESK_HERALD", "")
BODY = b"<p>The ferry</p>\r\n<p>carried 412 riders.</p>\r\n"
LF = BODY.replace(b"\r\n", b"\n")


def rows(root: Path, options: Options = OPTIONS, since: str = "") -> list[AuditRow]:
    archive = open_archive(root, options)
    return list(Audit(archive, local(root, options, 1)).rows(archive.units(since)))


def row(root: Path, **changes: Any) -> AuditRow:
    archive = HeraldArchive(root)
    archive.add(**changes)
    (found,) = rows(root)
    return found


KNOWN = frozenset(known_codes())


def codes(found: AuditRow, state: CheckState = CheckState.FAIL) -> dict[str, str]:
    assert {one.code for one in found.outcomes} <= KNOWN
    return {one.check: one.code for one in found.outcomes if one.state is state}


def test_a_story_in_which_everything_holds_has_the_full_chain(tmp_path: Path) -> None:
    found = row(tmp_path)
    assert codes(found) == {}
    assert found.full_chain
    assert (found.date, found.category) == ("2031-03-14", "News")
    assert (found.contributor, found.model) == ("harbour-desk-bot-one", "Writer Model 3")
    assert found.domains == ("news.example", "port.example")
    assert codes(found, CheckState.NOT_PRESENT) == {
        "review-signature": "unsigned",
        "log": "no-log",
        "corrections": "none",
        "specifics": "not-run",
        "findings": "not-run",
    }


def test_what_a_signature_leaves_out_is_said(tmp_path: Path) -> None:
    outcome = row(tmp_path).outcome("publisher-signature")
    assert outcome is not None
    assert (outcome.state, outcome.code) == (CheckState.PASS, "part-covered")
    assert "signatures_present" in outcome.reason


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"contributor": "random"}, {"contributor-signature": "not-ed25519"}),
        ({"contributor": "other-text"}, {"contributor-signature": "does-not-verify"}),
        ({"contributor": "none"}, {"contributor-signature": "missing"}),
        (
            {"contributor": "v2-migrated"},
            {"contributor-signature": "edited-since", "submission-hash": "edited-since"},
        ),
        ({"publisher": "hmac"}, {"publisher-signature": "forgeable"}),
        ({"rounds": ()}, {"review-before": "no-review"}),
        ({"rounds": (Round(minutes=90),)}, {"review-before": "not-in-time"}),
        ({"rounds": (Round("REJECT"),)}, {"review-before": "not-approved"}),
        ({"rounds": (Round("REJECT"), Round(minutes=50))}, {}),
        ({"rounds": (Round(), Round("REQUEST_CHANGES", 50))}, {"review-before": "not-approved"}),
        ({"rounds": (Round(model="writer  model 3"),)}, {"review-independent": "same-model"}),
        ({"rounds": (Round(minutes=-5),)}, {"order": "submitted-after"}),
    ],
)
def test_each_weakness_has_its_code(
    tmp_path: Path, changes: dict[str, Any], expected: dict[str, str]
) -> None:
    assert codes(row(tmp_path, **changes)) == expected


def test_a_key_that_is_not_known_is_not_tampering(tmp_path: Path) -> None:
    found = row(tmp_path, bot="somebody-else")
    assert codes(found) == {}
    assert codes(found, CheckState.NOT_PRESENT)["contributor-signature"] == "unknown-key"
    assert not found.full_chain


@pytest.mark.parametrize(
    ("page", "bodies", "sources", "expected"),
    [
        (Page("", BODY, LF), {"line-ends": 1}, {"stored": 1}, {"captures": "line-ends"}),
        (Page("", BODY, gz=True), {"ok": 1}, {"stored": 1}, {}),
        (Page("", BODY, b"other"), {"another-body": 1}, {"stored": 1}, {"captures": "another-body"}),
        (Page("", status=403, error="HTTP 403"), {}, {"http-403": 1}, {"sources-captured": "not-captured"}),
        (
            Page("", status=0, error="The request timed out"),
            {},
            {"timeout": 1},
            {"sources-captured": "not-captured"},
        ),
    ],
)  # fmt: skip
def test_captures_and_sources_are_told_apart(
    tmp_path: Path,
    page: Page,
    bodies: dict[str, int],
    sources: dict[str, int],
    expected: dict[str, str],
) -> None:
    found = row(tmp_path, pages=(replace(page, url="https://port.example/ferry"),))
    assert (dict(found.captures), dict(found.sources)) == (bodies, sources)
    assert codes(found) == expected


def test_an_article_that_was_changed_after_signing(tmp_path: Path) -> None:
    archive = HeraldArchive(tmp_path)
    story = archive.add()
    text = tmp_path / f"src/content/articles/{story.key}.md"
    text.write_bytes(text.read_bytes() + b"More.\n")
    assert codes(rows(tmp_path)[0]) == {"text-hash": "differs"}
    text.unlink()
    assert codes(rows(tmp_path)[0])["text-hash"] == "no-text"


def test_corrections_are_counted_and_never_signed(tmp_path: Path) -> None:
    found = row(tmp_path, corrections=(("It was 413.", "error"), ("A name.", "clarification")))
    assert found.corrected == 2
    assert codes(found, CheckState.NOT_PRESENT)["corrections"] == "unsigned"


def test_what_is_not_published_is_counted_apart(tmp_path: Path) -> None:
    totals = Totals.of([row(tmp_path, published=False)])
    assert (totals.articles, totals.unpublished) == (0, 1)


def test_what_belongs_to_no_article_is_listed_and_fails(tmp_path: Path) -> None:
    archive = HeraldArchive(tmp_path)
    archive.add()
    archive.write("src/content/reviews/2031-03/stray_review.json", {})
    found = rows(tmp_path)
    totals = Totals.of(found)
    assert [one.stray for one in found].count(True) == 1
    assert (totals.articles, totals.failing, totals.stray, totals.ok) == (1, 0, 1, False)


def test_relations_that_lead_nowhere_or_in_a_circle_are_listed(tmp_path: Path) -> None:
    archive = HeraldArchive(tmp_path)
    for number in range(3):
        behind = f"2031-03/14-story-{(number + 1) % 3}"
        archive.add(title=f"Story {number}", related=(behind, "2031-03/14-gone"))
    found = [one for one in rows(tmp_path) if one.stray]
    assert {one.failed[0].code for one in found} == {"relation"}
    said = " ".join(one.failed[0].reason for one in found)
    assert "lead in a circle" in said
    assert "14-gone is not in the archive" in said


def test_two_articles_that_name_each_other_are_no_circle(tmp_path: Path) -> None:
    archive = HeraldArchive(tmp_path)
    for number in range(2):
        archive.add(title=f"Story {number}", related=(f"2031-03/14-story-{1 - number}",))
    assert not [one for one in rows(tmp_path) if one.stray]


def test_the_check_finds_the_specifics_in_the_captures(tmp_path: Path) -> None:
    HeraldArchive(tmp_path).add()
    (found,) = rows(tmp_path, Options())
    assert dict(found.specifics)["traced"] >= 2
    assert "contradicted" not in dict(found.specifics)


def test_since_goes_by_the_day_in_the_articles_name(tmp_path: Path) -> None:
    archive = HeraldArchive(tmp_path)
    for day in ("2031-02-27", "2031-03-14", "2031-03-20"):
        archive.add(StorySpec(title=f"On {day} something was opened", at=f"{day}T09:30:15.250Z"))
    counts = {"": 3, "2031-03": 2, "2031-03-14": 2, "2031-03-15": 1, "2031-02-01": 3, "2032-01": 0}
    assert {since: len(rows(tmp_path, since=since)) for since in counts} == counts


def test_a_hostile_checkout_ends_in_findings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = tmp_path / "checkout"
    archive = HeraldArchive(root)
    first = archive.add(title="The first of two", related=("2031-03/14-the-second-of-two",))
    archive.add(title="The second of two", related=(first.key, "2031-03/14-the-second-of-two"))
    archive.add(title="A third one", pages=(Page("https://a.example/", BODY, gz=True),))
    packer = zlib.compressobj(9, wbits=31)
    bomb = b"".join(packer.compress(bytes(1 << 20)) for _ in range(256)) + packer.flush()
    (root / "sources/2031-03/a-third-one/source-0.html.gz").write_bytes(bomb)
    (tmp_path / "secret").write_bytes(b"secret")
    held = root / "sources/2031-03/the-first-of-two"
    (held / "source-0.html").unlink()
    (held / "source-0.html").symlink_to(tmp_path / "secret")
    with (root / f"src/content/reviews/2031-03/{first.stem}_review.json").open("wb") as file:
        file.truncate(1 << 30)
    (root / "src/content/articles/2031-03/15-a\nline.md").write_bytes(b"---\ntitle: x\n---\n")
    deep = root / "src/content/provenance/2031-03/16-deep.json"
    deep.write_bytes(b"[" * 500_000)
    manifest = root / "sources/2031-03/the-second-of-two/manifest.json"
    entries = json.loads(manifest.read_bytes())
    entries["sources"][0]["file"] = "../../../../../secret"
    manifest.write_bytes(json.dumps(entries).encode())
    with pytest.raises(SystemExit) as stopped:
        main(["audit", str(root), "--format", "json", "--jobs", "1"])
    shown = capsys.readouterr()
    assert (stopped.value.code, "Traceback" in shown.err) == (1, False)
    value = json.loads(shown.out)
    assert list(Draft202012Validator(audit_schema()).iter_errors(value)) == []
    assert value["totals"]["failing"] == value["totals"]["articles"] == 4
    assert value["totals"]["captures"]["outside"] >= 1
    assert value["totals"]["stray"] == {"link": 1, "name": 1, "relation": 1}
    assert b"secret" not in json.dumps(value["totals"]).encode()


@pytest.mark.herald
@pytest.mark.skipif(not HERALD, reason="COPYDESK_HERALD names no sample archive")
def test_the_sample_archive_is_audited_whole() -> None:
    totals = Totals.of(rows(Path(HERALD)))
    assert (totals.articles, totals.unpublished) == (97, 1)
    assert totals.state("publisher-signature", CheckState.PASS) == 86
    assert totals.state("text-hash", CheckState.PASS) == 97
    assert totals.under("capture")["ok"] == 172
