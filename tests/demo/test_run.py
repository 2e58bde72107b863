"""The demo whole: from the draft to pages, and the record holds what its story asks for."""

import html
import json
import re
import tomllib
from pathlib import Path

import pytest

from copydesk.article import read_article
from copydesk.demo.run import DemoResult, demo_folder, run_demo
from copydesk.errors import NewsroomError
from copydesk.newsroom.store import DirectoryFiles
from copydesk.provenance.checks import CheckState
from copydesk.provenance.trust import Trust
from copydesk.provenance.verify import load_record, verify_article

TIME = "2026-11-09T10:00:00Z"
SECTIONS = [
    "State of this article", "Timeline", "Provenance Audit Record", "Sources", "Editorial review",
    "Every specific and its evidence", "Findings of the editorial policy",
    "What the verifier checked", "Corrections", "Understanding this record", "Verify it yourself",
]  # fmt: skip


@pytest.fixture(scope="module")
def told() -> list[str]:
    return []


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory, told: list[str]) -> DemoResult:
    return run_demo(tmp_path_factory.mktemp("demo") / "out", lambda: TIME, told.append)


@pytest.fixture(scope="module")
def page(demo: DemoResult) -> str:
    text = re.sub(r"<[^>]+>", " ", demo.record_page.read_text("utf-8"))
    return " ".join(html.unescape(text).split())


def test_everything_passes_and_the_changed_byte_fails(demo: DemoResult, told: list[str]) -> None:
    assert demo.verification.ok
    assert demo.verification.state("keyring-pin") is CheckState.PASS
    assert not demo.tampered_verification.ok
    assert demo.tampered_verification.state("article") is CheckState.FAIL
    assert any("FAIL" in line for line in told)


def test_the_record_verifies_from_another_directory(demo: DemoResult, tmp_path: Path) -> None:
    for name in DirectoryFiles(demo.newsroom).names(""):
        if name.startswith(("articles/", "keys/", "log/", "captures/", "copydesk.toml")):
            target = tmp_path / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes((demo.newsroom / name).read_bytes())
    paths = demo.article
    result = verify_article(
        DirectoryFiles(tmp_path), paths.month, paths.slug, trust=Trust(pin=demo.pin)
    )
    assert result.ok


def test_the_trace_leaves_no_specific_of_the_draft_open(demo: DemoResult) -> None:
    report = json.loads((demo.newsroom / demo.article.trace).read_bytes())
    by_status = report["summary"]["by_status"]
    assert set(by_status) <= {"traced", "derived"}, by_status
    quotes = [item for item in report["specifics"] if item["kind"] == "quote"]
    assert len(quotes) == 13
    assert {source["quality"] for source in report["sources"]} == {"ok"}
    rules = {item["rule"] for item in report["findings"]}
    assert "title-near-limit" in rules
    assert "error" not in report["summary"]["findings"]


def test_the_record_page_holds_the_story(page: str) -> None:
    review = tomllib.loads((demo_folder() / "review.toml").read_text("utf-8"))
    texts = [review["summary"], *review["assessments"].values()]
    texts += [item["text"] for item in review["clarifications"] + review["concerns"]]
    texts += [item["resolution"] for item in review["concerns"]]
    texts += [item["text"] for item in review["disclosures"]] + [review["featured"]["reason"]]
    for text in texts:
        assert " ".join(text.split()) in page, text
    assert len(review["clarifications"]) == 2
    assert "149" in page
    positions = [page.index(section, page.index("State of this article")) for section in SECTIONS]
    assert len(set(positions)) == len(SECTIONS)


def test_the_record_page_holds_every_hash_signature_and_hop(demo: DemoResult, page: str) -> None:
    files = DirectoryFiles(demo.newsroom)
    record = load_record(files, demo.article.month, demo.article.slug)
    assert record.source_set is not None
    assert record.submission is not None
    assert record.publication is not None
    signed = [record.source_set, record.submission, *record.reviews, record.publication]
    compact = page.replace(" ", "")
    for item in signed:
        assert item.sha256 in compact
        for keyid, signature in item.signatures:
            assert keyid in compact
            assert signature in compact
    assert record.article_sha256 in compact
    captures = [c for entry in record.source_set.predicate.sources for c in entry.captures]
    assert all(capture.sha256 and capture.sha256 in compact for capture in captures)
    assert sum(len(capture.hops) for capture in captures) == 1
    words = read_article(record.article_bytes).words
    assert f"{words:,}" in page


def test_a_folder_of_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(NewsroomError, match="did not make"):
        run_demo(tmp_path, lambda: TIME, lambda _: None)
    assert (tmp_path / "notes.txt").read_text() == "mine"
