"""The floors of the trace's accuracy hold, and the gate that says so can say no."""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
# The shared sets take minutes: they are asked for by name.
ASKED = os.environ.get("COPYDESK_ACCURACY") == "1"


@pytest.fixture(name="accuracy", scope="module")
def _accuracy() -> Iterator[ModuleType]:
    before = list(sys.path)
    sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "bench" / "support")]
    yield importlib.import_module("accuracy")
    sys.path[:] = before


@pytest.fixture(name="figures", scope="module")
def _figures(accuracy: ModuleType) -> ModuleType:
    assert accuracy
    return importlib.import_module("accuracy_figures")


@pytest.fixture(name="floors", scope="module")
def _floors(accuracy: ModuleType) -> ModuleType:
    assert accuracy
    return importlib.import_module("accuracy_floors")


def _run(accuracy: ModuleType, *arguments: str) -> int:
    code: int = accuracy.main(["--jobs", "1", *arguments])
    return code


def _changed(accuracy: ModuleType, folder: Path, *path: str, to: Any) -> str:
    """The floors with one value changed, in a file of its own."""
    held = json.loads(accuracy.FLOORS.read_text("utf-8"))
    at = held
    for key in path[:-1]:
        at = at[key]
    assert path[-1] in at
    at[path[-1]] = to
    file = folder / "floors.json"
    file.write_text(json.dumps(held), "utf-8")
    return str(file)


def test_the_projects_own_corpus_keeps_its_floors(
    accuracy: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(accuracy, "--set", "corpus", "--check") == 0, capsys.readouterr().err


@pytest.mark.skipif(not ASKED, reason="set COPYDESK_ACCURACY=1 to measure the shared sets")
@pytest.mark.timeout(1800)
def test_the_shared_sets_keep_their_floors(
    accuracy: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    assert accuracy.main(["--check"]) == 0, capsys.readouterr().err


def test_a_broken_floor_is_said_and_ends_with_1(
    accuracy: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    measure = ("floors", "corpus", "same status as labelled", "at_least")
    file = _changed(accuracy, tmp_path, *measure, to=1.01)
    assert _run(accuracy, "--set", "corpus", "--check", "--floors", file) == 1
    assert "“same status as labelled” is" in capsys.readouterr().err


def test_other_data_are_noticed(
    accuracy: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = _changed(accuracy, tmp_path, "digests", "corpus", "sha256", to="0" * 64)
    assert _run(accuracy, "--set", "corpus", "--check", "--floors", file) == 1
    assert "the data are not those" in capsys.readouterr().err


def test_a_check_that_measured_nothing_fails(
    accuracy: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COPYDESK_LABELLED", str(tmp_path))
    assert _run(accuracy, "--set", "wice", "--check") == 1
    said = capsys.readouterr().err
    assert "wice: not there; not measured" in said
    assert "Nothing was measured" in said


def test_an_absent_set_is_no_failure_beside_one_that_is_there(
    accuracy: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COPYDESK_LABELLED", str(tmp_path))
    assert _run(accuracy, "--set", "wice", "--set", "corpus", "--check") == 0


def test_pinning_lowers_no_floor_unless_told_to(figures: ModuleType, floors: ModuleType) -> None:
    digests = {"a": {"files": 1, "sha256": "x"}}
    good = [figures.share("a", "found", 90, 100), figures.per_1000("a", "alarms", 5, 10_000)]
    bad = [figures.share("a", "found", 50, 100), figures.per_1000("a", "alarms", 90, 10_000)]
    first = floors.pinned({}, good, digests, lower=False)
    assert first["floors"]["a"]["found"]["at_least"] == pytest.approx(0.88)
    assert first["floors"]["a"]["alarms"]["at_most"] == pytest.approx(0.7)
    assert floors.broken(first, good, digests) == []
    assert len(floors.broken(first, bad, digests)) == 2
    assert floors.pinned(first, bad, digests, lower=False)["floors"] == first["floors"]
    lowered = floors.pinned(first, bad, digests, lower=True)
    assert lowered["floors"]["a"]["found"]["at_least"] < 0.5


def test_a_shrunken_sample_and_a_missing_figure_are_noticed(
    figures: ModuleType, floors: ModuleType
) -> None:
    digests = {"a": {"files": 1, "sha256": "x"}}
    held = floors.pinned({}, [figures.share("a", "found", 90, 100)], digests, lower=False)
    assert len(floors.broken(held, [figures.share("a", "found", 40, 40)], digests)) == 1
    assert len(floors.broken(held, [], digests)) == 1


def test_the_digest_is_of_names_and_contents(floors: ModuleType, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("a", "utf-8")
    two.write_text("b", "utf-8")
    first = floors.digest([("one", one), ("two", two)])
    assert first == floors.digest([("two", two), ("one", one)])
    assert first != floors.digest([("one", two), ("two", one)])
    two.write_text("c", "utf-8")
    assert first != floors.digest([("one", one), ("two", two)])
