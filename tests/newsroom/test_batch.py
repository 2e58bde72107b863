"""Batch order, bad lines, and a worker that dies."""

import json
import os
import signal
from collections.abc import Iterator

import pytest

from copydesk.newsroom.batch import run_batch


def echo(line: bytes) -> str:
    return json.dumps({"id": json.loads(line)["id"]})


def deadly(line: bytes) -> str:
    if json.loads(line).get("die"):
        os.kill(os.getpid(), signal.SIGKILL)
    return echo(line)


def lines(count: int, *dying: int) -> list[bytes]:
    return [json.dumps({"id": n, "die": n in dying}).encode() + b"\n" for n in range(count)]


@pytest.mark.parametrize("count", [0, 1, 3, 4, 5, 40])
@pytest.mark.parametrize("jobs", [1, 2])
def test_order_is_kept_and_blank_lines_are_skipped(count: int, jobs: int) -> None:
    given = [piece for line in lines(count) for piece in (line, b"\n")]
    done = [json.loads(line)["id"] for line in run_batch(given, jobs=jobs, work=echo)]
    assert done == list(range(count))


def test_a_line_that_kills_its_worker_is_an_error_line_and_the_run_goes_on() -> None:
    done = [json.loads(line) for line in run_batch(lines(20, 3, 11), jobs=2, work=deadly)]
    assert [item["id"] for item in done] == list(range(20))
    assert [item["id"] for item in done if "error" in item] == [3, 11]
    assert all(item["error"]["code"] == "internal" for item in done if "error" in item)


def test_input_is_not_read_far_ahead() -> None:
    read = 0

    def stream() -> Iterator[bytes]:
        nonlocal read
        for line in lines(200):
            read += 1
            yield line

    results = run_batch(stream(), jobs=2, work=echo)
    for _ in range(10):
        next(results)
    assert read < 40
    results.close()
