"""An audit on two real Dask workers on this machine, one of which is killed on the way."""

import contextlib
import importlib
import importlib.util
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from audited_newsroom import FOLDER, newsroom_on_disk

from copydesk.audit.archive import Options, Unit
from copydesk.audit.cluster import _taken, cluster
from copydesk.audit.examine import Done, Task
from copydesk.audit.run import Chunk
from copydesk.errors import TransientError

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("distributed") is None,
    reason="the extra `dask` is not installed, so there is no cluster to audit on",
)
COPIES = 100
# Each article takes its time in the workers, so that one of them can be killed on the way.
SLOW = """
import time
from copydesk.audit import cluster
from copydesk.audit.examine import examine
def slow(archive, task):
    time.sleep(0.04)
    return examine(archive, task)
cluster.examine = slow
"""


@contextlib.contextmanager
def started(folder: Path, *words: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A scheduler or a worker, which leaves nothing outside ``folder``."""
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "dask", *words],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**os.environ, "DASK_TEMPORARY_DIRECTORY": str(folder / "scratch")},
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@contextlib.contextmanager
def two_workers(folder: Path) -> Iterator[tuple[str, list["subprocess.Popen[bytes]"]]]:
    """The scheduler's address, and the workers."""
    slow, place = folder / "slow.py", folder / "scheduler.json"
    slow.write_text(SLOW)
    loop = ("--host", "127.0.0.1", "--no-dashboard")
    worker = (
        "worker", "--scheduler-file", str(place), "--nthreads", "1", "--no-nanny",
        "--preload", str(slow), *loop,
    )  # fmt: skip
    with contextlib.ExitStack() as stack:
        scheduler = ("scheduler", "--scheduler-file", str(place), "--port", "0", *loop)
        stack.enter_context(started(folder, *scheduler))
        wait_for(place.exists)
        workers = [stack.enter_context(started(folder, *worker)) for _ in range(2)]
        yield json.loads(place.read_text())["address"], workers


def wait_for(held: Any) -> None:
    for _ in range(2_000):
        if held():
            return
        time.sleep(0.05)
    pytest.fail("it did not happen within a hundred seconds")


def audit(root: Path, state: Path, *words: str) -> "subprocess.Popen[str]":
    command = "import sys; from copydesk.cli import main; main(sys.argv[1:])"
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", command, "audit", str(root), "--no-trace", "--format", "json",
         "--state", str(state), *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def answered(process: "subprocess.Popen[str]") -> dict[str, Any]:
    out, err = process.communicate(timeout=200)
    assert "Traceback" not in err
    value: dict[str, Any] = json.loads(out)
    return value


@pytest.mark.timeout(400)  # a busy machine takes half a minute to start three processes
def test_two_workers_find_what_one_machine_finds_though_one_is_killed(tmp_path: Path) -> None:
    root = newsroom_on_disk(tmp_path / "room", copies=COPIES)
    alone = answered(audit(root, tmp_path / "alone"))
    assert len(alone["articles"]) == COPIES + 1
    table = tmp_path / "rows.parquet"
    with two_workers(tmp_path) as (address, workers):
        state = tmp_path / "state"
        process = audit(root, state, "--scheduler", address, "--parquet", str(table))
        journal = state / "audit-no-trace.journal"
        wait_for(lambda: journal.exists() and journal.stat().st_size > 4_000)
        workers[0].kill()
        assert process.poll() is None, "it was done before the worker was killed"
        together = answered(process)
        assert workers[1].poll() is None
    assert together == alone
    if importlib.util.find_spec("pyarrow") is not None:
        from pyarrow import parquet  # noqa: PLC0415 - an extra

        rows = parquet.read_table(table).to_pylist()
        assert [row["article"] for row in rows] == [one["article"] for one in alone["articles"]]


def test_captures_may_lie_at_an_address(tmp_path: Path) -> None:
    root = newsroom_on_disk(tmp_path / "room")
    elsewhere = tmp_path / "elsewhere"
    (root / "captures").rename(elsewhere)
    without = answered(audit(root, tmp_path / "s1"))["articles"][0]
    assert not without["full_chain"]
    url = elsewhere.as_uri()
    found = answered(audit(root, tmp_path / "s2", "--captures", url))["articles"]
    assert [(one["article"], one["full_chain"]) for one in found] == [(FOLDER, True)]
    (body,) = elsewhere.rglob("*.zst")
    body.write_bytes(b"another")
    found = answered(audit(root, tmp_path / "s2", "--captures", url))["articles"]
    assert found[0]["captures"] == {"damaged": 1}


def test_an_address_that_nothing_can_read_is_bad_input(tmp_path: Path) -> None:
    root = newsroom_on_disk(tmp_path / "room")
    process = audit(root, tmp_path / "state", "--captures", "none://there")
    assert answered(process)["error"]["code"] == "usage"
    assert process.returncode == 2


def test_a_scheduler_that_is_not_there_may_be_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("copydesk.audit.cluster.CONNECT_SECONDS", 1)
    with pytest.raises(TransientError, match="no scheduler"):
        cluster("tcp://127.0.0.1:9", tmp_path, Options())


class Doomed:
    """A client whose workers die of one article, and of whatever is handed over together with it."""

    def submit(self, work: Any, root: str, options: Options, chunk: Chunk, **_: Any) -> Any:
        del work, root, options
        return Doom(chunk)


class Doom:
    def __init__(self, chunk: Chunk) -> None:
        self.chunk = chunk

    def result(self) -> tuple[Done, ...]:
        if any(task.unit.id == "deadly" for task in self.chunk):
            killed = importlib.import_module("distributed").KilledWorker
            raise killed("a task", "a worker", 3)
        return tuple(Done(task.unit) for task in self.chunk)


def test_an_article_that_takes_down_worker_after_worker_is_named(tmp_path: Path) -> None:
    chunk = tuple(Task(Unit(name)) for name in ("a", "deadly", "b"))
    given = Doom(chunk)
    done = _taken(Doomed(), tmp_path, Options(), chunk, given)
    assert [one.unit.id for one in done] == ["a", "deadly", "b"]
    codes = [one.statements.outcomes[0].code if one.statements else "" for one in done]
    assert codes == ["", "fault", ""]
