"""What went wrong while a source was fetched, in a stable code and a sentence."""

from __future__ import annotations

import httpx

from copydesk.capture.decoding import BodyTooLargeError, DecodingError
from copydesk.capture.model import CaptureProblem, Outcome
from copydesk.capture.network import NoSuchHostError

__all__ = ["StoppedError", "to_problem"]


class StoppedError(Exception):
    """A fetch that ends without a body, and why."""

    def __init__(self, outcome: Outcome, code: str, message: str) -> None:
        super().__init__(message)
        self.outcome = outcome
        self.problem = CaptureProblem(code, message)


# h11 and h2 tell these apart in words only. Each is met by a test.
_CUT = ("without sending complete message body", "incomplete chunked read")
_RESET = ("disconnected", "StreamReset", "ConnectionTerminated", "closed connection")
_HEAD = (
    "Receive buffer too long", "header list", "max_header_list_size", "DenialOfService",
    "Too many continuation frames",
)  # fmt: skip


def to_problem(error: Exception, seconds: float) -> CaptureProblem:
    """The problem that ``error`` is.

    Codes: ``timeout``, ``connect``, ``no-such-host``, ``tls``, ``reset`` (the connection broke),
    ``truncated`` (the body ended early), ``headers-too-large``, ``too-large``, ``bad-encoding``,
    ``bad-url``, ``protocol``.

    Args:
        error: what was raised.
        seconds: the time that the try had.
    """
    said = (str(error) or type(error).__name__)[:300]
    match error:
        case BodyTooLargeError():
            code, message = "too-large", f"The body was not kept: {said}."
        case DecodingError():
            code, message = "bad-encoding", f"The body cannot be decoded: {said}."
        case TimeoutError() | httpx.TimeoutException():
            code, message = "timeout", f"No whole answer within {seconds:.3g} seconds."
        case httpx.ConnectError():
            code, message = _not_connected(error, said)
        case httpx.ReadError() | httpx.WriteError() | httpx.CloseError():
            code, message = "reset", "The connection broke before the answer was whole."
        # h2 calls what a server sends against the rules an error of this side.
        case httpx.ProtocolError():
            code, message = _protocol(said)
        case httpx.InvalidURL() | ValueError():
            code, message = "bad-url", f"The address cannot be used: {said}."
        case _:
            code, message = "protocol", f"The server's answer cannot be read: {said}."
    return CaptureProblem(code, message)


def _not_connected(error: httpx.ConnectError, said: str) -> tuple[str, str]:
    if isinstance(error.__cause__, NoSuchHostError):
        return "no-such-host", f"There is no such host: {said}."
    code = "tls" if "certificate" in said.lower() or "ssl" in said.lower() else "connect"
    return code, f"No connection: {said}."


def _protocol(said: str) -> tuple[str, str]:
    if any(mark in said for mark in _CUT):
        return "truncated", f"The body ended before its stated end: {said}."
    if any(mark in said for mark in _HEAD):
        return "headers-too-large", "The answer's headers are larger than is read."
    if any(mark in said for mark in _RESET):
        return "reset", "The server broke the connection before its answer was whole."
    return "protocol", f"The server's answer cannot be read: {said}."
