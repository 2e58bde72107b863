"""The witness with its memory: restarts, kills, races, damaged files, a full disk."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from small_log import SmallLog

from copydesk.errors import ConflictError, StatementError, TransientError, UsageError
from copydesk.provenance.keys import PrivateKey, generate_key
from copydesk.provenance.log.cosignature import cosigned_by
from copydesk.provenance.log.note import (
    COSIGNATURE,
    ED25519,
    Note,
    VerifierKey,
    parse_checkpoint,
    parse_note,
    signature_line,
    signed_by,
)
from copydesk.witness import store as store_module
from copydesk.witness.decision import request_body
from copydesk.witness.service import WitnessService, keys_by_origin
from copydesk.witness.store import StateStore

LOG = SmallLog()
FORK = LOG.fork()
KEY = generate_key()
VKEY = VerifierKey("w.example", KEY.public, COSIGNATURE)


def the_time() -> int:
    return 1_700_000_000


@contextmanager
def witness(
    folder: Path,
    *,
    clock: Callable[[], int] = the_time,
    report: Callable[[str], None] = lambda _line: None,
    log: SmallLog = LOG,
    key: PrivateKey = KEY,
) -> Iterator[WitnessService]:
    vkey = VerifierKey("w.example", key.public, COSIGNATURE)
    with StateStore(folder, vkey) as store:
        yield WitnessService(
            store, {log.origin: (log.key.public,)}, key, clock=clock, report=report
        )


def kept(folder: Path) -> Note:
    (path,) = folder.glob("*.checkpoint")
    return parse_note(path.read_bytes())


def test_the_answer_is_a_cosignature_of_the_checkpoint(tmp_path: Path) -> None:
    with witness(tmp_path) as desk:
        answer = desk.add_checkpoint(LOG.request(0, 5, more="extended\n"))
    assert answer.status == 200
    assert answer.body.startswith("— w.example ")
    assert answer.body.endswith("\n")
    note = parse_note(LOG.note(5, more="extended\n") + answer.body.encode())
    assert cosigned_by(note, "w.example", KEY.public) == the_time()


def test_what_is_kept_is_the_cosigned_checkpoint_before_it_is_answered(tmp_path: Path) -> None:
    with witness(tmp_path) as desk:
        for old, new in ((0, 5), (5, 9)):
            answer = desk.add_checkpoint(LOG.request(old, new))
            note = kept(tmp_path)
            assert parse_checkpoint(note).size == new
            assert signed_by(note, LOG.origin, LOG.key.public)
            assert cosigned_by(note, "w.example", KEY.public) == the_time()
            assert parse_note(LOG.note(new) + answer.body.encode()).signatures == note.signatures


def test_a_restart_changes_nothing(tmp_path: Path) -> None:
    with witness(tmp_path) as desk:
        assert desk.add_checkpoint(LOG.request(0, 5)).status == 200
    with witness(tmp_path) as desk:
        again = desk.add_checkpoint(LOG.request(0, 5))
        assert (again.status, again.body) == (409, "5\n")
        assert desk.add_checkpoint(FORK.request(5, 5)).status == 409
        assert desk.add_checkpoint(FORK.request(0, 9)).status == 409
        assert desk.add_checkpoint(FORK.request(5, 9)).status == 422
        assert desk.add_checkpoint(LOG.request(5, 9)).status == 200


def test_a_rollback_is_refused_and_forgets_nothing(tmp_path: Path) -> None:
    with witness(tmp_path) as desk:
        desk.add_checkpoint(LOG.request(0, 9))
        before = kept(tmp_path)
        for old in (0, 3, 5):
            answer = desk.add_checkpoint(LOG.request(old, 5))
            assert (answer.status, answer.body) == (409, "9\n")
        assert desk.add_checkpoint(LOG.request(9, 5, proof=[])).status == 400
    assert kept(tmp_path) == before


def test_a_fork_is_reported_and_kept_as_evidence_once(tmp_path: Path) -> None:
    lines: list[str] = []
    with witness(tmp_path, report=lines.append) as desk:
        desk.add_checkpoint(LOG.request(0, 5))
        assert desk.add_checkpoint(FORK.request(5, 5)).status == 409
        assert desk.add_checkpoint(SmallLog(salt="third", key=LOG.key).request(5, 5)).status == 409
    assert lines == ["news.example/log: FORK: two trees of 5 entries, signed"] * 2
    (path,) = tmp_path.glob("*.fork")
    note = parse_note(path.read_bytes())
    assert signed_by(note, LOG.origin, LOG.key.public)
    assert parse_checkpoint(note).root == FORK.root(5)
    assert parse_checkpoint(kept(tmp_path)).root == LOG.root(5)


def test_what_others_wrote_into_a_note_is_not_kept(tmp_path: Path) -> None:
    strange = signature_line("x.example", b"abcd", b"x" * 64) + "\n"
    with witness(tmp_path) as desk:
        body = request_body(0, [], LOG.note(5) + strange.encode())
        assert desk.add_checkpoint(body).status == 200
    assert [name for name, _, _ in kept(tmp_path).signatures] == [LOG.origin, "w.example"]


def test_a_clock_that_is_set_back_makes_no_later_tree_look_older(tmp_path: Path) -> None:
    times = iter([1_000, 400, 2_000])
    with witness(tmp_path, clock=lambda: next(times)) as desk:
        found = []
        for old, new in ((0, 5), (5, 9), (9, 12)):
            body = desk.add_checkpoint(LOG.request(old, new)).body
            note = parse_note(LOG.note(new) + body.encode())
            found.append(cosigned_by(note, "w.example", KEY.public))
    assert found == [1_000, 1_000, 2_000]


def test_of_two_forks_at_once_exactly_one_is_cosigned(tmp_path: Path) -> None:
    for attempt in range(20):
        folder = tmp_path / str(attempt)
        answers: dict[str, int] = {}
        barrier = threading.Barrier(2)

        def ask(name: str, log: SmallLog, desk: WitnessService) -> None:
            barrier.wait()  # noqa: B023 - the threads end in this turn of the loop
            answers[name] = desk.add_checkpoint(log.request(0, 7)).status  # noqa: B023 - as above

        with witness(folder) as desk:
            threads = [
                threading.Thread(target=ask, args=(name, log, desk))
                for name, log in (("one", LOG), ("other", FORK))
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        assert sorted(answers.values()) == [200, 409]
        winner = LOG if answers["one"] == 200 else FORK
        assert parse_checkpoint(kept(folder)).root == winner.root(7)


def test_the_race_of_the_specification_rolls_nothing_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Request A (to 7) is checked and stalls before it is kept; B (to 9) comes meanwhile."""
    with witness(tmp_path) as desk:
        desk.add_checkpoint(LOG.request(0, 5))
        stalled, go_on = threading.Event(), threading.Event()
        real = store_module.atomic_write

        def slow(path: Path, data: bytes) -> None:
            if b"\n7\n" in data:
                stalled.set()
                assert go_on.wait(10)
            real(path, data)

        monkeypatch.setattr(store_module, "atomic_write", slow)
        answers: list[tuple[int, str]] = []

        def ask(new: int) -> None:
            answer = desk.add_checkpoint(LOG.request(5, new))
            answers.append((answer.status, answer.body if answer.status == 409 else ""))

        first = threading.Thread(target=ask, args=(7,))
        first.start()
        assert stalled.wait(10)
        second = threading.Thread(target=ask, args=(9,))
        second.start()
        second.join(0.2)
        assert second.is_alive()
        go_on.set()
        first.join()
        second.join()
    assert answers == [(200, ""), (409, "7\n")]
    assert parse_checkpoint(kept(tmp_path)).size == 7


def test_two_logs_do_not_wait_for_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = SmallLog(origin="other.example/log")
    real = store_module.atomic_write
    go_on = threading.Event()

    def slow(path: Path, data: bytes) -> None:
        if data.startswith(b"news"):
            assert go_on.wait(10)
        real(path, data)

    with StateStore(tmp_path, VKEY) as store:
        monkeypatch.setattr(store_module, "atomic_write", slow)
        desk = WitnessService(store, keys_by_origin([LOG.vkey, other.vkey]), KEY, clock=the_time)
        stuck = threading.Thread(target=desk.add_checkpoint, args=(LOG.request(0, 5),))
        stuck.start()
        assert desk.add_checkpoint(other.request(0, 3)).status == 200
        assert stuck.is_alive()
        go_on.set()
        stuck.join()


KILLED = """
import os, signal, sys
from pathlib import Path
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from copydesk.provenance.keys import PrivateKey
from copydesk.provenance.log.note import COSIGNATURE, VerifierKey
from copydesk.witness import store as module
from copydesk.witness.service import WitnessService

folder, when, origin, log_key = Path(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4]
key = PrivateKey(Ed25519PrivateKey.from_private_bytes(b"\\x07" * 32))  # TEST KEY
with module.StateStore(folder, VerifierKey("w.example", key.public, COSIGNATURE)) as store:
    logs = {origin: (bytes.fromhex(log_key),)}
    desk = WitnessService(store, logs, key, clock=lambda: 1_700_000_000)
    real = module.atomic_write
    def deadly(path, data):
        if when == "after":
            real(path, data)
        os.kill(os.getpid(), signal.SIGKILL)
    module.atomic_write = deadly
    sys.stdout.write(desk.add_checkpoint(sys.stdin.buffer.read()).body)
"""


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_kill_around_the_write_never_leads_to_two_trees(tmp_path: Path, when: str) -> None:
    """Killed before the write nothing was said; killed after it, what was kept still binds."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415 - here alone
        Ed25519PrivateKey,
    )

    key = PrivateKey(Ed25519PrivateKey.from_private_bytes(b"\x07" * 32))  # TEST KEY
    done = subprocess.run(  # noqa: S603 - this interpreter, the words above
        [sys.executable, "-c", KILLED, str(tmp_path), when, LOG.origin, LOG.key.public.hex()],
        input=LOG.request(0, 7),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL
    assert done.stdout == b""
    with witness(tmp_path, key=key) as desk:
        fork = desk.add_checkpoint(FORK.request(0, 7))
        if when == "before":
            assert fork.status == 200
            assert desk.add_checkpoint(LOG.request(7, 7)).status == 409
        else:
            assert (fork.status, fork.body) == (409, "7\n")
            assert desk.add_checkpoint(FORK.request(7, 7)).status == 409
            assert desk.add_checkpoint(LOG.request(7, 7)).status == 200


def test_what_cannot_be_kept_is_not_cosigned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[str] = []
    with witness(tmp_path, report=lines.append) as desk:
        desk.add_checkpoint(LOG.request(0, 5))

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(store_module, "atomic_write", full)
        answer = desk.add_checkpoint(LOG.request(5, 9))
        assert (answer.status, answer.body) == (500, "The witness cannot answer now.\n")
        monkeypatch.undo()
        assert parse_checkpoint(kept(tmp_path)).size == 5
        assert desk.add_checkpoint(LOG.request(5, 9)).status == 200
    assert len(lines) == 1


def _change(data: bytes) -> bytes:
    return data.replace(b"\n5\n", b"\n4\n")


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "emptied": lambda _: b"",
    "cut off": lambda data: data[:-9],
    "an older size": _change,
    "without the witness's line": lambda data: data.rsplit("—".encode(), 1)[0],
    "another log's": lambda data: data.replace(b"news", b"olds"),
    "too large": lambda data: data + b"x" * 300_000,
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_memory_is_not_an_empty_one(
    tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    with witness(tmp_path) as desk:
        desk.add_checkpoint(LOG.request(0, 5))
        (path,) = tmp_path.glob("*.checkpoint")
        path.write_bytes(damage(path.read_bytes()))
        for body in (LOG.request(0, 5), LOG.request(5, 9), FORK.request(0, 9)):
            assert desk.add_checkpoint(body).status == 500
    with pytest.raises(StatementError), witness(tmp_path):
        pass


def test_the_memory_of_one_log_is_not_anothers(tmp_path: Path) -> None:
    other = SmallLog(origin="other.example/log")
    with StateStore(tmp_path, VKEY) as store:
        desk = WitnessService(store, keys_by_origin([LOG.vkey, other.vkey]), KEY, clock=the_time)
        assert desk.add_checkpoint(LOG.request(0, 5)).status == 200
        (mine,) = tmp_path.glob("*.checkpoint")
        assert desk.add_checkpoint(other.request(0, 9)).status == 200
        (theirs,) = set(tmp_path.glob("*.checkpoint")) - {mine}
        theirs.write_bytes(mine.read_bytes())
        assert desk.add_checkpoint(other.request(5, 9)).status == 500


def test_one_memory_serves_one_process_and_one_key(tmp_path: Path) -> None:
    with witness(tmp_path), pytest.raises(TransientError), witness(tmp_path):
        pass
    with pytest.raises(ConflictError), witness(tmp_path, key=generate_key()):
        pass
    # The refusal has given the folder back.
    with witness(tmp_path):
        pass


def test_a_folder_that_cannot_be_used_is_an_error_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(UsageError), witness(tmp_path / "file" / "state"):
        pass


def test_a_witness_needs_logs_and_its_own_key(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        keys_by_origin([])
    with pytest.raises(UsageError):
        keys_by_origin([VKEY])
    with pytest.raises(UsageError):
        StateStore(tmp_path, VerifierKey("w.example", KEY.public, ED25519))
    with StateStore(tmp_path, VKEY) as store, pytest.raises(UsageError):
        WitnessService(store, {}, generate_key(), clock=the_time)


def test_keys_of_one_origin_stand_together() -> None:
    newer = SmallLog()
    assert keys_by_origin([LOG.vkey, newer.vkey]) == {
        LOG.origin: (LOG.key.public, newer.key.public)
    }
