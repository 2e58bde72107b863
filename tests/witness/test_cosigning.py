"""The client that gathers cosignatures: real witnesses, one down, and witnesses that lie."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Self

import pytest
from small_log import SmallLog

from copydesk.errors import StatementError
from copydesk.newsroom.cosigning import ClientSettings, Gathered, WitnessOutcome, gather
from copydesk.provenance.files import MemoryFiles
from copydesk.provenance.keys import PrivateKey, generate_key
from copydesk.provenance.log.cosignature import cosign, cosigned_by, cosigned_message
from copydesk.provenance.log.merkle import consistency_proof
from copydesk.provenance.log.note import (
    COSIGNATURE,
    VerifierKey,
    format_vkey,
    key_hash,
    parse_checkpoint,
    parse_note,
    signature_line,
)
from copydesk.provenance.log.policy import Policy, parse_policy, satisfied
from copydesk.provenance.log.tiles import CHECKPOINT, TileNodes, append
from copydesk.witness.decision import SIZE_TYPE
from copydesk.witness.server import WitnessServer
from copydesk.witness.service import WitnessService, keys_by_origin
from copydesk.witness.store import StateStore

LOG = SmallLog()
FORK = LOG.fork()
QUICK = ClientSettings(connect_seconds=1, total_seconds=1.5, max_answer_bytes=4_000)


def closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


class Desk:
    """A witness on loopback with a key, a memory and a log that it knows."""

    def __init__(self, folder: Path, name: str, log: SmallLog = LOG) -> None:
        self.name = name
        self.key = generate_key()
        self.vkey = VerifierKey(f"{name}.example", self.key.public, COSIGNATURE)
        self.folder = folder / name
        self.log = log
        self.url = f"http://127.0.0.1:{closed_port()}"

    @property
    def line(self) -> str:
        return f"witness {self.name} {self.vkey.text} {self.url}\n"

    @contextlib.contextmanager
    def up(self) -> Iterator[WitnessServer]:
        with StateStore(self.folder, self.vkey) as store:
            service = WitnessService(
                store, keys_by_origin([self.log.vkey]), self.key, clock=lambda: 1_700_000_000
            )
            server = WitnessServer(("127.0.0.1", 0), service.add_checkpoint)
            self.url = server.url
            with _running(server):
                yield server


@contextlib.contextmanager
def _running(server: ThreadingHTTPServer) -> Iterator[None]:
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def policy_of(lines: Sequence[str], quorum: str) -> Policy:
    log = f"log {LOG.vkey.text}\n"
    return parse_policy((log + "".join(lines) + quorum).encode())


def ask(size: int, policy: Policy, *, previous: dict[str, int] | None = None) -> Gathered:
    return gather(LOG.note(size), lambda old: LOG.proof(old, size), policy, previous or {}, QUICK)


def codes(gathered: Gathered) -> list[str]:
    return [outcome.code for outcome in gathered.outcomes]


def test_a_quorum_of_two_of_three_with_one_witness_down(tmp_path: Path) -> None:
    desks = [Desk(tmp_path, name) for name in ("a", "b", "c")]
    with desks[0].up(), desks[2].up():
        policy = policy_of([d.line for d in desks], "group g 2 a b c\nquorum g\n")
        done = ask(5, policy)
    assert codes(done) == ["cosigned", "unreachable", "cosigned"]
    assert [outcome.ok for outcome in done.outcomes] == [True, False, True]
    assert done.outcomes[1].retryable
    assert done.answer.valid
    assert done.answer == satisfied(policy, parse_note(done.note))
    note = parse_note(done.note)
    assert [name for name, _, _ in note.signatures] == [LOG.origin, "a.example", "c.example"]
    assert done.sizes == {desks[0].vkey.text: 5, desks[2].vkey.text: 5}
    # The one that was down catches up; the others are not asked again.
    with desks[1].up():
        policy = policy_of([d.line for d in desks], "group g 2 a b c\nquorum g\n")
        again = gather(done.note, lambda old: LOG.proof(old, 5), policy, done.sizes, QUICK)
    assert codes(again) == ["had", "cosigned", "had"]
    assert len(again.answer.cosigned) == 3
    assert again.note.startswith(done.note)


def test_without_a_quorum_what_was_gathered_is_kept_and_said(tmp_path: Path) -> None:
    desks = [Desk(tmp_path, name) for name in ("a", "b", "c")]
    with desks[0].up():
        done = ask(5, policy_of([d.line for d in desks], "group g 2 a b c\nquorum g\n"))
    assert codes(done) == ["cosigned", "unreachable", "unreachable"]
    assert not done.answer.valid
    assert "1 of 3 members of g did, 2 must; missing: b, c" in done.answer.reason


@pytest.mark.parametrize(("guess", "proofs"), [(None, [5]), (3, [3, 5]), (5, [5]), (20, [5])])
def test_a_wrong_guess_of_the_size_is_corrected_by_one_more_request(
    tmp_path: Path, guess: int | None, proofs: list[int]
) -> None:
    desk = Desk(tmp_path, "a")
    asked: list[int] = []

    def consistency(old: int) -> list[bytes]:
        asked.append(old)
        return LOG.proof(old, 9)

    with desk.up():
        policy = policy_of([desk.line], "quorum a\n")
        ask(5, policy)
        previous = {} if guess is None else {desk.vkey.text: guess}
        done = gather(LOG.note(9), consistency, policy, previous, QUICK)
    assert codes(done) == ["cosigned"]
    assert asked == proofs
    assert done.sizes == {desk.vkey.text: 9}


def test_a_checkpoint_from_tiles_grows_and_is_cosigned_again(tmp_path: Path) -> None:
    desk, key = Desk(tmp_path, "a"), LOG.key
    files = MemoryFiles()
    sizes: dict[str, int] = {}
    with desk.up():
        policy = policy_of([desk.line], "quorum a\n")
        for count in (1, 300, 40):
            done = append(files, [f"{count} {n}".encode() for n in range(count)], key, LOG.origin)
            for path, data in done.changes.items():
                if data is None:
                    files.files.pop(path, None)
                else:
                    files.files[path] = data
            note = files.files[CHECKPOINT]
            size = parse_checkpoint(parse_note(note)).size
            nodes = TileNodes(files, size)
            made = gather(
                note,
                partial(consistency_proof, nodes, new=size),
                policy,
                sizes,
                QUICK,
            )
            assert codes(made) == ["cosigned"]
            assert made.answer.valid
            sizes = dict(made.sizes)
    assert sizes == {desk.vkey.text: 341}


def test_a_witness_that_is_ahead_is_not_talked_back(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "a")
    with desk.up():
        policy = policy_of([desk.line], "quorum a\n")
        ask(9, policy)
        for previous in ({}, {desk.vkey.text: 9}, {desk.vkey.text: 5}):
            done = ask(5, policy, previous=previous)
            assert codes(done) == ["ahead"]
            assert done.outcomes[0].size == 9
            assert done.note == LOG.note(5)


def test_a_fork_is_named(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "a")
    with desk.up():
        policy = policy_of([desk.line], "quorum a\n")
        assert codes(gather(FORK.note(5), lambda _: [], policy, {}, QUICK)) == ["cosigned"]
        same = ask(5, policy)
        assert codes(same) == ["fork"]
        assert same.outcomes[0].reason.startswith("FORK: it has cosigned another tree of 5")
        assert codes(ask(9, policy)) == ["inconsistent"]


def test_a_log_that_the_witness_does_not_know_or_trust(tmp_path: Path) -> None:
    desks = [
        Desk(tmp_path, "a", SmallLog(origin="other.example/log")),
        Desk(tmp_path, "b", SmallLog()),
    ]
    with desks[0].up(), desks[1].up():
        done = ask(5, policy_of([d.line for d in desks], "quorum none\n"))
    assert codes(done) == ["unknown-log", "unknown-log"]
    assert ["404" in o.reason for o in done.outcomes] == [True, False]


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("", "no-url"),
        ("ftp://w.example", "bad-url"),
        ("file:///etc/passwd", "bad-url"),
        ("https://", "bad-url"),
        ("w.example", "bad-url"),
        ("http://[::1", "bad-url"),
        ("http://w.example:99999", "bad-url"),
        ("http://w.example/?a=b", "bad-url"),
        ("http://w.example/#a", "bad-url"),
        ("http://me:secret@w.example", "bad-url"),
        ("http://a..b/", "unreachable"),
    ],
)
def test_urls_that_are_not_asked(url: str, code: str) -> None:
    key = generate_key()
    vkey = format_vkey("a.example", key.public, COSIGNATURE)
    done = ask(5, policy_of([f"witness a {vkey} {url}\n"], "quorum a\n"))
    assert codes(done) == [code]
    assert "secret" not in done.outcomes[0].reason


@pytest.mark.parametrize("url", ["{url}", "{url}/", "{url}/some/prefix/"])
def test_the_submission_prefix_gets_the_call_appended(url: str) -> None:
    with Liar(lambda _: (404, "", b"")) as liar:
        ask(5, liar.policy(url.format(url=liar.url)))
    assert liar.paths == [url.format(url="").rstrip("/") + "/add-checkpoint"]


Reply = Callable[[int], tuple[int, str, bytes]]


class Liar:
    """A server that answers what it likes; ``reply`` is given the number of the request."""

    def __init__(self, reply: Reply, *, header: tuple[str, str] | None = None) -> None:
        self.key = generate_key()
        self.vkey = format_vkey("a.example", self.key.public, COSIGNATURE)
        self.paths: list[str] = []
        self.bodies: list[bytes] = []
        liar = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                pass

            def do_POST(self) -> None:
                liar.paths.append(self.path)
                liar.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
                status, kind, body = reply(len(liar.paths))
                self.send_response(status)
                self.send_header("Content-Type", kind)
                if header:
                    self.send_header(*header)
                self.end_headers()
                with contextlib.suppress(OSError):
                    self.wfile.write(body)

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def policy(self, url: str = "") -> Policy:
        return policy_of([f"witness a {self.vkey} {url or self.url}\n"], "quorum a\n")

    def __enter__(self) -> Self:
        self._running = _running(self.server)
        self._running.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._running.__exit__(None, None, None)


def outcome(reply: Reply, **more: tuple[str, str]) -> tuple[WitnessOutcome, Liar]:
    with Liar(reply, **more) as liar:
        done = ask(5, liar.policy())
    assert done.note == LOG.note(5)
    assert not done.answer.quorum
    return done.outcomes[0], liar


def line_by(key: PrivateKey, *, name: str = "a.example", text: str = "") -> bytes:
    return (cosign(text or LOG.text(5), name, key, 9) + "\n").encode()


def longer(key: PrivateKey) -> bytes:
    text = LOG.text(5) + "\nmore\n"
    data = (9).to_bytes(8, "big") + key.sign(cosigned_message(text, 9))
    line = signature_line("a.example", key_hash("a.example", key.public, COSIGNATURE), data)
    return f"more\n\n{line}\n".encode()


STRANGER = generate_key()
LIES: dict[str, tuple[int, str, bytes]] = {
    "nothing": (200, "", b""),
    "no signature lines": (200, "", b"<html>welcome</html>\n"),
    "not UTF-8": (200, "", b"\xff\xfe"),
    "a stranger's line": (200, "", line_by(STRANGER)),
    "another note below": (200, "", b"more text\n\n" + line_by(STRANGER)),
    "too many lines": (200, "", line_by(STRANGER)[:40] * 100),
    "no newline": (200, "", line_by(STRANGER)[:-1]),
    "an answer that is too large": (200, "", b"x" * 100_000),
    "a conflict without its type": (409, "text/plain", b"3\n"),
    "a conflict without a size": (409, SIZE_TYPE, b"hello\n"),
    "a conflict with a size of no end": (409, SIZE_TYPE, b"9" * 3_000 + b"\n"),
    "a conflict with a negative size": (409, SIZE_TYPE, b"-1\n"),
    "a conflict with zeros": (409, SIZE_TYPE, b"03\n"),
    "a conflict with the size that was sent": (409, SIZE_TYPE, b"0\n"),
}


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
def test_an_answer_that_is_none_is_an_outcome(lie: tuple[int, str, bytes]) -> None:
    found, liar = outcome(lambda _: lie)
    assert found.code == "bad-answer"
    assert found.reason.isprintable()
    # Such an answer is not acted upon.
    assert len(liar.paths) == 1


def test_only_the_witnesss_own_valid_line_is_kept() -> None:
    with Liar(lambda _: (200, "", b"")) as liar:
        pass
    for body, good in (
        (line_by(liar.key), True),
        (line_by(STRANGER) + line_by(liar.key), True),
        (line_by(liar.key, name="b.example"), False),
        (line_by(liar.key, text=LOG.text(6)), False),
        (line_by(liar.key, text=FORK.text(5)), False),
        (line_by(STRANGER, name="a.example"), False),
        (line_by(STRANGER) * 10 + line_by(liar.key), True),
        (line_by(STRANGER) * 40 + line_by(liar.key), False),  # over the limit of bytes
        (longer(liar.key), False),
    ):
        # The last one is a good cosignature, of a text that the answer itself makes longer.
        with Liar(lambda _, body=body: (200, "", body)) as server:  # type: ignore[misc]
            policy = policy_of([f"witness a {liar.vkey} {server.url}\n"], "quorum a\n")
            done = ask(5, policy)
        assert codes(done) == (["cosigned"] if good else ["bad-answer"])
        assert done.answer.quorum is good
        names = [name for name, _, _ in parse_note(done.note).signatures]
        assert names == ([LOG.origin, "a.example"] if good else [LOG.origin])


def test_a_conflict_is_answered_once_and_with_the_right_proof() -> None:
    found, liar = outcome(lambda count: (409, SIZE_TYPE, b"3\n" if count % 2 else b"2\n"))
    assert found.code == "bad-answer"
    assert [body.split(b"\n", 1)[0] for body in liar.bodies] == [b"old 0", b"old 3"]
    assert len(liar.bodies) == 2


@pytest.mark.parametrize(
    ("status", "retryable"),
    [(301, False), (307, False), (400, False), (418, False), (429, True), (500, True), (503, True)],
)
def test_other_statuses(status: int, *, retryable: bool) -> None:
    found, liar = outcome(
        lambda _: (status, "", b"\x1b[31m"), header=("Location", "http://169.254.169.254/")
    )
    assert (found.code, found.retryable) == ("refused", retryable)
    assert len(liar.paths) == 1
    assert str(status) in found.reason
    assert found.reason.isprintable()


def test_a_compressed_answer_is_not_unpacked() -> None:
    found, _ = outcome(lambda _: (200, "", b"\x1f\x8b" * 9), header=("Content-Encoding", "gzip"))
    assert found.code == "bad-answer"


def test_a_witness_that_drips_or_hangs_takes_no_longer_than_allowed() -> None:
    """Every byte comes in time; the whole never does."""
    stop = threading.Event()

    def drip(server: socket.socket) -> None:
        link, _ = server.accept()
        with link, contextlib.suppress(OSError):
            link.sendall(b"HTTP/1.1 200 OK\r\n")
            while not stop.wait(0.05):
                link.sendall(b"X: y\r\n")

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=drip, args=(server,))
        thread.start()
        vkey = format_vkey("a.example", generate_key().public, COSIGNATURE)
        url = f"http://127.0.0.1:{server.getsockname()[1]}"
        started = time.monotonic()
        done = ask(5, policy_of([f"witness a {vkey} {url}\n"], "quorum a\n"))
        stop.set()
        thread.join()
    assert codes(done) == ["timeout"]
    assert done.outcomes[0].retryable
    assert time.monotonic() - started < 5


def test_what_is_no_http_is_an_outcome() -> None:
    def rubbish(server: socket.socket) -> None:
        link, _ = server.accept()
        with link:
            link.recv(65_536)
            link.sendall(b"\x16\x03\x01 not HTTP\r\n\r\n")

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=rubbish, args=(server,))
        thread.start()
        vkey = format_vkey("a.example", generate_key().public, COSIGNATURE)
        url = f"http://127.0.0.1:{server.getsockname()[1]}"
        done = ask(5, policy_of([f"witness a {vkey} {url}\n"], "quorum a\n"))
        thread.join()
    assert codes(done) == ["unreachable"]


def test_a_log_without_its_tiles_is_an_outcome(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "a")

    def missing(old: int) -> list[bytes]:
        raise StatementError(f"no tile for {old}", fix="")

    with desk.up():
        policy = policy_of([desk.line], "quorum a\n")
        ask(5, policy)
        done = gather(LOG.note(9), missing, policy, {}, QUICK)
    assert codes(done) == ["no-proof"]
    assert "no tile for 5" in done.outcomes[0].reason


def test_a_broken_line_of_a_witness_is_dropped_and_asked_for_again(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "a")
    broken = signature_line("a.example", desk.vkey.hash, b"x" * 72) + "\n"
    with desk.up():
        policy = policy_of([desk.line], "quorum a\n")
        done = gather(LOG.note(5) + broken.encode(), lambda _: [], policy, {}, QUICK)
    assert codes(done) == ["cosigned"]
    assert broken not in done.note.decode()
    assert cosigned_by(parse_note(done.note), "a.example", desk.key.public) is not None
    alone = f"{LOG.text(5)}\n{broken}".encode()
    with pytest.raises(StatementError):
        gather(alone, lambda _: [], policy, {}, QUICK)


def test_only_the_logs_lines_are_sent() -> None:
    more = signature_line("z.example", b"abcd", b"x" * 72) + "\n"
    with Liar(lambda _: (404, "", b"")) as liar:
        done = gather(LOG.note(5) + more.encode(), lambda _: [], liar.policy(), {}, QUICK)
    assert liar.bodies == [b"old 0\n\n" + LOG.note(5)]
    assert done.note == LOG.note(5) + more.encode()


def test_what_is_no_checkpoint_is_refused() -> None:
    with pytest.raises(StatementError):
        gather(b"hello", lambda _: [], parse_policy(b"quorum none\n"), {})


def test_a_policy_without_witnesses_asks_nobody() -> None:
    done = gather(LOG.note(5), lambda _: [], policy_of([], "quorum none\n"), {}, QUICK)
    assert done.note == LOG.note(5)
    assert done.answer.valid
    assert done.outcomes == ()
