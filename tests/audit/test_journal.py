"""What an audit keeps: torn and damaged lines cost one result each, and nothing else."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.audit.journal import HEAD, Entry, Journal
from copydesk.audit.row import Part, fail
from copydesk.errors import TransientError, UsageError

PART = Part(outcomes=(fail("captures", "line-ends", "ünï\n"),), captures=(("ok", 1),))


def entry(name: str) -> Entry:
    return Entry((name, name), PART, Part(facts=(("date", name),)))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journal"


def filled(path: Path, *names: str) -> None:
    with Journal(path) as journal:
        for name in names:
            journal.put(name, entry(name))


def test_what_was_put_is_there_the_next_time_and_the_last_counts(path: Path) -> None:
    filled(path, "a", "b")
    with Journal(path) as journal:
        assert journal.get("a") == entry("a")
        journal.put("a", entry("c"))
        assert journal.get("a") == entry("c")
        assert journal.get("none") is None
    with Journal(path) as journal:
        assert journal.get("a") == entry("c")
        assert len(journal) == 2


@pytest.mark.parametrize("kept", range(1, 60, 7))
def test_a_torn_last_line_costs_its_own_result(path: Path, kept: int) -> None:
    filled(path, "a")
    whole = path.read_bytes()
    filled(path, "b")
    path.write_bytes(path.read_bytes()[: len(whole) + kept])
    with Journal(path) as journal:
        assert journal.get("a") == entry("a")
        assert journal.get("b") is None
        journal.put("b", entry("b"))
    with Journal(path) as journal:
        assert journal.get("b") == entry("b")


@given(st.binary(max_size=200))
def test_anything_may_stand_in_it(tmp_path_factory: pytest.TempPathFactory, junk: bytes) -> None:
    path = tmp_path_factory.mktemp("j") / "journal"
    filled(path, "a")
    line = path.read_bytes().removeprefix(HEAD)
    path.write_bytes(HEAD + junk + b"\n" + line[:33] + junk + b"\n")
    with Journal(path) as journal:
        assert journal.get("a") is None
        journal.put("a", entry("a"))
        assert journal.get("a") == entry("a")


def test_another_file_in_its_place_is_begun_anew(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"something else\n")
    with Journal(path) as journal:
        assert len(journal) == 0
    assert path.read_bytes() == HEAD


def test_fresh_forgets(path: Path) -> None:
    filled(path, "a")
    with Journal(path, fresh=True) as journal:
        assert journal.get("a") is None


def test_only_one_audit_writes_at_a_time(path: Path) -> None:
    with Journal(path), pytest.raises(TransientError):
        Journal(path)


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(UsageError) as refused:
        Journal(tmp_path / "file" / "journal")
    assert "--state" in refused.value.fix


def test_it_does_not_grow_for_ever(path: Path) -> None:
    for _ in range(3):
        filled(path, *map(str, range(50)))
    before = path.stat().st_size
    with Journal(path) as journal:
        for name in range(20):
            assert journal.get(str(name)) is not None
        journal.compact()
        assert journal.get("7") == entry("7")
        journal.put("7", entry("8"))
    assert path.stat().st_size < before / 5
    with Journal(path) as journal:
        assert len(journal) == 20
        assert journal.get("7") == entry("8")
