"""A web server on loopback whose pages change between two looks; for tests of ``watch``."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler

from loopback import Loopback, QuietHandler

HTML = "text/html; charset=utf-8"


@dataclass(frozen=True)
class Reply:
    """An answer; ``hang`` keeps the client waiting, ``cut`` closes the connection without one."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    hang: bool = False
    cut: bool = False


class ChangingServer(Loopback):
    """Answers each path with what ``pages`` holds for it: one reply, or a list of which each answer
    takes the first away until one is left. ``asked`` are the paths that were asked for.
    """

    def __init__(self) -> None:
        self.pages: dict[str, Reply | list[Reply]] = {}
        self.asked: list[str] = []
        self.ended = threading.Event()

    def reply_to(self, path: str) -> Reply:
        """The reply that is due."""
        self.asked.append(path)
        replies = self.pages.get(path, Reply(b"not here", 404))
        if isinstance(replies, Reply):
            return replies
        return replies.pop(0) if len(replies) > 1 else replies[0]

    def __exit__(self, *rest: object) -> None:
        self.ended.set()
        super().__exit__(*rest)  # type: ignore[arg-type] # passed on as they came

    def handler(self) -> type[BaseHTTPRequestHandler]:
        """Answers from ``pages``."""
        outer = self

        class Handler(QuietHandler):
            def get(self) -> None:
                reply = outer.reply_to(self.path)
                if reply.hang:
                    outer.ended.wait(30)
                if reply.hang or reply.cut:
                    self.close_connection = True
                    return
                self.send_response(reply.status)
                for name, value in ({"Content-Type": HTML} | reply.headers).items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(reply.body)))
                self.end_headers()
                self.wfile.write(reply.body)

        return Handler
