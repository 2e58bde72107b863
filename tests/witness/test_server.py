"""The witness over HTTP: hostile clients, limits, and no traceback."""

from __future__ import annotations

import contextlib
import http.client
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_log import SmallLog

from copydesk.errors import UsageError
from copydesk.provenance.keys import generate_key
from copydesk.provenance.log.cosignature import cosigned_by
from copydesk.provenance.log.note import COSIGNATURE, VerifierKey, parse_note
from copydesk.witness import server as server_module
from copydesk.witness.decision import Answer
from copydesk.witness.server import MAX_BODY_BYTES, WitnessServer, parse_listen
from copydesk.witness.service import WitnessService, keys_by_origin
from copydesk.witness.store import StateStore

LOG = SmallLog()
FORK = LOG.fork()
KEY = generate_key()


class Desk:
    """A running server and what it reported."""

    def __init__(self, server: WitnessServer, lines: list[str]) -> None:
        self.server = server
        self.lines = lines

    def ask(
        self, body: bytes, *, method: str = "POST", path: str = "/add-checkpoint"
    ) -> tuple[int, str, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.server_port, timeout=10)
        with contextlib.closing(connection):
            connection.request(method, path, body)
            answer = connection.getresponse()
            return answer.status, answer.headers["Content-Type"], answer.read()

    def send(self, data: bytes, *, wait: float = 10) -> bytes:
        """Raw bytes, and everything that comes back until the server hangs up."""
        with socket.create_connection(("127.0.0.1", self.server.server_port), timeout=wait) as link:
            link.sendall(data)
            found = b""
            with contextlib.suppress(ConnectionResetError):
                while part := link.recv(65_536):
                    found += part
            return found


@contextlib.contextmanager
def serving(server: WitnessServer) -> Iterator[None]:
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    lines: list[str] = []
    key = VerifierKey("w.example", KEY.public, COSIGNATURE)
    with StateStore(tmp_path, key) as store:
        service = WitnessService(
            store, keys_by_origin([LOG.vkey]), KEY, clock=lambda: 7, report=lines.append
        )
        server = WitnessServer(
            ("127.0.0.1", 0), service.add_checkpoint, report=lines.append, request_seconds=0.6
        )
        with serving(server):
            yield Desk(server, lines)


def test_the_answers_of_the_specification(desk: Desk) -> None:
    status, kind, body = desk.ask(LOG.request(0, 5))
    assert status == 200
    assert kind == "text/plain; charset=utf-8"
    assert cosigned_by(parse_note(LOG.note(5) + body), "w.example", KEY.public) == 7
    assert desk.ask(LOG.request(0, 9)) == (409, "text/x.tlog.size", b"5\n")
    assert desk.ask(FORK.request(5, 5)) == (409, "text/x.tlog.size", b"5\n")
    assert desk.ask(FORK.request(5, 9))[0] == 422
    assert desk.ask(LOG.request(5, 9))[0] == 200
    assert desk.ask(LOG.request(9, 5, proof=[]))[0] == 400
    assert desk.ask(SmallLog().request(9, 10))[0] == 403
    assert desk.ask(SmallLog(origin="other.example/log").request(0, 5))[0] == 404


def test_a_connection_is_kept_for_more_requests(desk: Desk) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", desk.server.server_port, timeout=10)
    with contextlib.closing(connection):
        for old, new in ((0, 5), (5, 6), (6, 7)):
            connection.request("POST", "/add-checkpoint", LOG.request(old, new))
            answer = connection.getresponse()
            assert answer.status == 200
            answer.read()
            link = connection.sock
        assert connection.sock is link is not None


def test_two_forks_at_once_over_http_and_one_wins(desk: Desk) -> None:
    answers: list[int] = []
    barrier = threading.Barrier(8)

    def ask(log: SmallLog) -> None:
        barrier.wait()
        answers.append(desk.ask(log.request(0, 7))[0])

    threads = [threading.Thread(target=ask, args=(log,)) for log in [LOG, FORK] * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200] + [409] * 7


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/add-checkpoint", 405),
        ("HEAD", "/add-checkpoint", 405),
        ("GET", "/", 404),
        ("POST", "/", 404),
        ("POST", "/add-checkpoint/", 404),
        ("POST", "/add-checkpoint?x=1", 404),
        ("PUT", "/add-checkpoint", 501),
        ("POST", "/../add-checkpoint", 404),
    ],
)
def test_there_is_one_method_and_one_path(desk: Desk, method: str, path: str, status: int) -> None:
    assert desk.ask(b"", method=method, path=path)[0] == status


GOOD = LOG.request(0, 5)
HEAD = b"POST /add-checkpoint HTTP/1.1\r\nHost: w\r\n"
HOSTILE = {
    "no length": (HEAD + b"\r\nold 0\n\n", b"411"),
    "chunks": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\nold 0\r\n0\r\n\r\n", b"411"),
    "chunks and a length": (
        HEAD + b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\nold 0",
        b"411",
    ),
    "two lengths": (
        HEAD + b"Content-Length: %d\r\nContent-Length: 5\r\n\r\n%b" % (len(GOOD), GOOD),
        b"400",
    ),
    "a negative length": (HEAD + b"Content-Length: -1\r\n\r\n", b"400"),
    "a length with a sign": (HEAD + b"Content-Length: +5\r\n\r\nold 0", b"400"),
    "a length in another script": (HEAD + "Content-Length: ٥\r\n\r\n".encode(), b"400"),
    "a length of no end": (HEAD + b"Content-Length: " + b"9" * 99 + b"\r\n\r\n", b"400"),
    "a large body": (HEAD + f"Content-Length: {MAX_BODY_BYTES + 1}\r\n\r\n".encode(), b"413"),
    "a body of nothing": (HEAD + b"Connection: close\r\nContent-Length: 0\r\n\r\n", b"400"),
    "a long line": (b"POST /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n", b"414"),
    "a long header": (HEAD + b"X: " + b"a" * 70_000 + b"\r\n\r\n", b"431"),
    "many headers": (HEAD + b"X: a\r\n" * 200 + b"\r\n", b"431"),
    "another version": (b"POST /add-checkpoint HTTP/2.0\r\n\r\n", b"505"),
    "no HTTP": (b"\x16\x03\x01 hello there you\r\n\r\n", b"400"),
    "an escape sequence": (b"\x1b[31m /add-checkpoint HTTP/1.1\r\n\r\n", b"501"),
}


@pytest.mark.parametrize(("data", "status"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_requests_are_refused_in_a_line_and_hung_up_on(
    desk: Desk, data: bytes, status: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    answer = desk.send(data)
    assert answer.startswith(b"HTTP/1.1 " + status + b" ")
    assert b"Traceback" not in answer
    assert b"\x1b" not in answer
    assert desk.ask(LOG.request(0, 5))[0] == 200
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\n",
        b"old 0",
        b"old 0\n\n",
        b"\0" * 500,
        b"\xff" * MAX_BODY_BYTES,
        b"\n" * MAX_BODY_BYTES,
        b"old 0\n\n" + "— a AAAAAAAA\n".encode() * 7_000,
        b"old 0\n" + b"A" * 100_000 + b"\n\n",
    ],
)
def test_hostile_bodies_are_bad_requests(desk: Desk, body: bytes) -> None:
    status, _, answer = desk.ask(body)
    assert status == 400
    assert answer.count(b"\n") == 1


@pytest.mark.parametrize(
    "data",
    [b"", b"POST /add", HEAD, HEAD + b"Content-Length: 99\r\n\r\nold 0"],
    ids=["nothing", "half a line", "half the headers", "half the body"],
)
def test_a_client_that_stops_is_hung_up_on(desk: Desk, data: bytes) -> None:
    started = time.monotonic()
    assert desk.send(data) == b""
    assert time.monotonic() - started < 5


def test_a_client_that_drips_is_hung_up_on_too(desk: Desk) -> None:
    """A timeout for each read alone would let it go on for ever."""
    with socket.create_connection(("127.0.0.1", desk.server.server_port), timeout=5) as link:
        started = time.monotonic()
        with contextlib.suppress(OSError):
            for byte in HEAD * 10:
                link.sendall(bytes([byte]))
                time.sleep(0.05)
        assert time.monotonic() - started < 5
    assert desk.ask(LOG.request(0, 5))[0] == 200


def test_a_client_that_goes_away_is_no_traceback(
    desk: Desk, capfd: pytest.CaptureFixture[str]
) -> None:
    for _ in range(5):
        link = socket.create_connection(("127.0.0.1", desk.server.server_port))
        link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        link.sendall(HEAD + b"Content-Length: 99\r\n\r\n")
        link.close()
    assert desk.ask(LOG.request(0, 5))[0] == 200
    assert capfd.readouterr() == ("", "")


def test_more_connections_than_allowed_are_refused_and_then_taken_again() -> None:
    lines: list[str] = []
    server = WitnessServer(
        ("127.0.0.1", 0), lambda _body: Answer(200, ""), report=lines.append, max_connections=3
    )
    with serving(server):
        few = Desk(server, lines)
        with contextlib.ExitStack() as stack:
            for _ in range(3):
                stack.enter_context(socket.create_connection(("127.0.0.1", server.server_port)))
            assert few.send(b"") == b""
            assert lines == ["a connection was refused: too many at once"]
        deadline = time.monotonic() + 10
        while True:
            with contextlib.suppress(OSError, http.client.HTTPException):
                assert few.ask(b"")[0] == 200
                break
            assert time.monotonic() < deadline


def test_a_fault_of_the_witness_is_an_answer_too(capfd: pytest.CaptureFixture[str]) -> None:
    lines: list[str] = []

    def broken(body: bytes) -> Answer:
        raise ZeroDivisionError(body)

    server = WitnessServer(("127.0.0.1", 0), broken, report=lines.append)
    with serving(server):
        assert Desk(server, lines).ask(b"secret") == (
            500,
            "text/plain; charset=utf-8",
            b"A fault of the witness.\n",
        )
    assert lines == ["a fault of the witness: ZeroDivisionError", "answered 500"]
    assert capfd.readouterr() == ("", "")


def test_reports_hold_nothing_that_a_client_wrote(desk: Desk) -> None:
    desk.send(
        b"GET /\x1b[31mpurple HTTP/1.1\r\nHost: \x1b]0;title\x07\r\nConnection: close\r\n\r\n"
    )
    desk.ask(b"\x1b[31m")
    assert desk.lines
    assert all(line.isprintable() and "purple" not in line for line in desk.lines)


@pytest.mark.parametrize(
    ("text", "listen"),
    [
        ("127.0.0.1:8085", ("127.0.0.1", 8085)),
        ("localhost:0", ("localhost", 0)),
        ("[::1]:80", ("::1", 80)),
        ("witness.example:65535", ("witness.example", 65535)),
    ],
)
def test_addresses_to_listen_on(text: str, listen: tuple[str, int]) -> None:
    assert parse_listen(text) == listen


@pytest.mark.parametrize(
    "text", ["", "8085", ":8085", "::1:80", "host", "host:65536", "a b:1", "a:-1"]
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        parse_listen(text)


def test_a_port_that_is_taken_is_an_error_in_words(desk: Desk) -> None:
    with pytest.raises(UsageError):
        WitnessServer(("127.0.0.1", desk.server.server_port), lambda _body: Answer(200, ""))
    with pytest.raises(UsageError):
        WitnessServer(("a" * 70, 0), lambda _body: Answer(200, ""))


def test_the_address_is_told_as_a_url(desk: Desk) -> None:
    assert desk.server.url == f"http://127.0.0.1:{desk.server.server_port}"
    assert server_module.PATH == "/add-checkpoint"
