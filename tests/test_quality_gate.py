"""The verdicts on the labelled pages do not get worse, and the gate that says so can say no."""

from __future__ import annotations

import importlib
import json
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from copydesk.report import Quality

ROOT = Path(__file__).parent.parent


@pytest.fixture(name="quality", scope="module")
def _quality() -> Iterator[ModuleType]:
    before = list(sys.path)
    sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "bench" / "support")]
    yield importlib.import_module("quality")
    sys.path[:] = before


@pytest.fixture(name="written", scope="module")
def _written(quality: ModuleType) -> ModuleType:
    assert quality
    return importlib.import_module("labelled_pages")


def test_the_labelled_pages_keep_their_floors(
    quality: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    assert quality.main(["--check"]) == 0, capsys.readouterr().err


def test_there_are_enough_pages_of_every_quality_in_both_parts(written: ModuleType) -> None:
    pages = list(written.pages())
    assert len({page.id for page in pages}) == len(pages) >= 120
    labels = Counter(page.label for page in pages)
    spared = Counter(page.label for page in pages if page.part != "tuned")
    assert labels[Quality.OK] >= 40
    assert min(labels[one] for one in Quality) >= 10
    assert min(spared[one] for one in Quality) >= 3
    assert 0.2 < spared.total() / len(pages) < 0.45


def test_a_page_that_changes_sides_breaks_a_floor(
    quality: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "pages"
    shutil.copytree(ROOT / "bench" / "quality_pages", folder)
    refused = folder / "blocked.txt"
    refused.rename(folder / "consent.more.txt")
    assert quality.main(["--check", "--pages", str(folder)]) == 1
    said = capsys.readouterr().err
    assert "consent: recall" in said
    assert "the data are not those" in said


def test_no_pages_are_no_success(quality: ModuleType, tmp_path: Path) -> None:
    assert quality.main(["--check", "--pages", str(tmp_path)]) == 1


def test_a_broken_floor_is_said(
    quality: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    held = json.loads(quality.FLOORS.read_text("utf-8"))
    held["floors"]["quality/tuned"]["right"]["at_least"] = 1.01
    floors = tmp_path / "floors.json"
    floors.write_text(json.dumps(held), "utf-8")
    assert quality.main(["--check", "--floors", str(floors)]) == 1
    assert "“right” is" in capsys.readouterr().err


def test_the_faults_of_the_held_out_part_are_never_shown(
    quality: ModuleType, written: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    quality.main(["--show"])
    said = capsys.readouterr().out
    assert not any(f"{page.id}: " in said for page in written.pages() if page.part != "tuned")
