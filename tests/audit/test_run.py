"""Audits: the same on one core and on two, only what changed the second time, whole after a kill."""

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from audited_newsroom import FOLDER, MONTH_FOLDER, newsroom_on_disk

from copydesk.audit import run
from copydesk.audit.archive import Options, Unit
from copydesk.audit.examine import Done, Task, examine
from copydesk.audit.journal import Journal
from copydesk.audit.newsroom import NewsroomArchive
from copydesk.audit.row import AuditRow
from copydesk.audit.run import CHUNK, Audit, choose, local

COPIES = 2 * CHUNK + 3
OPTIONS = Options(trace=False)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return newsroom_on_disk(tmp_path_factory.mktemp("audit") / "room", copies=COPIES)


def audited(
    root: Path, journal: Path | None = None, *, jobs: int = 1, options: Options = OPTIONS
) -> tuple[list[AuditRow], Audit]:
    archive = NewsroomArchive(root, options)
    kept = Journal(journal) if journal is not None else None
    audit = Audit(archive, local(root, options, jobs), kept)
    found = list(audit.rows(archive.units("")))
    if kept is not None:
        kept.close()
    return found, audit


def test_two_processes_find_what_one_finds_in_the_same_order(root: Path) -> None:
    alone, _ = audited(root)
    assert len(alone) == COPIES + 1
    assert audited(root, jobs=2)[0] == alone
    assert [one.article for one in alone if one.full_chain] == [FOLDER]


def test_a_second_audit_does_only_what_changed(tmp_path: Path) -> None:
    root, journal = newsroom_on_disk(tmp_path / "room", copies=4), tmp_path / "journal"
    first, audit = audited(root, journal)
    assert audit.unchanged == 0
    again, audit = audited(root, journal)
    assert again == first
    assert (audit.seen, audit.unchanged) == (5, 5)

    text = root / MONTH_FOLDER / "copy-002" / "article.md"
    text.write_bytes(text.read_bytes() + b"Changed.\n")
    _, audit = audited(root, journal)
    assert (audit.unchanged, audit.statements_only) == (4, 0)

    statement = root / MONTH_FOLDER / "copy-003" / "prov" / "review-1.dsse.json"
    statement.unlink()
    _, audit = audited(root, journal)
    assert (audit.unchanged, audit.statements_only) == (4, 1)

    checkpoint = root / "log" / "checkpoint"
    checkpoint.unlink()
    found, audit = audited(root, journal)
    assert (audit.unchanged, audit.statements_only) == (0, 5)
    assert found == audited(root)[0]


def test_a_capture_that_changes_is_looked_at_again(tmp_path: Path) -> None:
    root, journal = newsroom_on_disk(tmp_path / "room"), tmp_path / "journal"
    audited(root, journal)
    (capture,) = (root / "captures").rglob("*.zst")
    capture.write_bytes(b"another")
    (row,), audit = audited(root, journal)
    assert audit.unchanged == 0
    assert [one.check for one in row.failed] == ["captures"]


def test_other_options_ask_other_questions(tmp_path: Path) -> None:
    root, journal = newsroom_on_disk(tmp_path / "room"), tmp_path / "journal"
    audited(root, journal)
    (row,), audit = audited(root, journal, options=Options())
    assert (audit.unchanged, audit.statements_only) == (0, 0)
    assert row.specifics


KILLED = """
import sys, time
from pathlib import Path
sys.path.insert(0, {support!r})
from copydesk.audit import run
from copydesk.audit.examine import examine
def slow(archive, task):
    time.sleep(0.03)
    return examine(archive, task)
run.examine = slow
from copydesk.audit.archive import Options
from copydesk.audit.journal import Journal
from copydesk.audit.newsroom import NewsroomArchive
root, options = Path(sys.argv[1]), Options(trace=False)
archive = NewsroomArchive(root, options)
audit = run.Audit(archive, run.local(root, options, 1), Journal(Path(sys.argv[2])))
for _ in audit.rows(archive.units("")):
    print("row", flush=True)
"""


def test_an_audit_that_was_killed_goes_on_where_it_was(root: Path, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    support = str(Path(__file__).parents[1] / "support")
    command = [sys.executable, "-c", KILLED.format(support=support), str(root), str(journal)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        assert process.stdout is not None
        for _ in range(CHUNK + 1):
            assert process.stdout.readline() == "row\n"
        process.kill()
    found, audit = audited(root, journal)
    assert CHUNK <= audit.unchanged < COPIES
    assert found == audited(root)[0]


def deadly(archive: object, task: Task) -> Done:
    if task.unit.slug.endswith("3"):
        os.kill(os.getpid(), signal.SIGKILL)
    return examine(archive, task)  # type: ignore[arg-type]


@pytest.mark.skipif(
    multiprocessing.get_start_method() != "fork", reason="the stand-in reaches forked workers only"
)
def test_what_kills_its_worker_is_named_and_the_run_goes_on(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = {one.article: one for one in audited(root)[0]}
    monkeypatch.setattr(run, "examine", deadly)
    found, _ = audited(root, jobs=2)
    assert [one.article for one in found] == list(whole)
    for one in found:
        if one.slug.endswith("3"):
            assert [(each.check, each.code) for each in one.failed] == [("form", "fault")]
        else:
            assert one == whole[one.article]


class Broken:
    kind = "broken"

    def units(self, since: str) -> Iterator[Unit]:
        yield Unit(since)

    def read(self, unit: Unit) -> object:
        raise RecursionError(unit.id)


def test_a_fault_is_the_articles_result_and_is_tried_again_the_next_time() -> None:
    done = examine(Broken(), Task(Unit("a")))  # type: ignore[arg-type]
    assert done.keys == ("", "")
    assert done.statements is not None
    assert [one.code for one in done.statements.outcomes] == ["fault"]


def test_a_sample_is_the_same_for_the_same_seed_and_keeps_the_order() -> None:
    units = [Unit(f"articles/2026-01/{number}") for number in range(200)]
    chosen = choose(units, 20, "1")
    assert chosen == choose(list(reversed(units)), 20, "1")[::-1]
    assert chosen == sorted(chosen, key=units.index)
    assert chosen != choose(units, 20, "2")
    assert len(choose(units, 500, "1")) == 200
    more = choose([*units, *(Unit(f"articles/2026-02/{n}") for n in range(5))], 20, "1")
    assert len(set(more) & set(chosen)) >= 15


def test_articles_are_not_read_far_ahead(root: Path) -> None:
    named = 0

    def stream() -> Iterator[Unit]:
        nonlocal named
        for number in range(50 * CHUNK):
            named += 1
            yield Unit(f"articles/2026-01/none-{number}")

    archive = NewsroomArchive(root, OPTIONS)
    rows = Audit(archive, local(root, OPTIONS, 2)).rows(stream())
    next(rows)
    assert named <= 12 * CHUNK
    rows.close()  # type: ignore[attr-defined]
