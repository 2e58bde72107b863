"""Answers on loopback for the hosts of sites' interfaces, with what a test gives it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler

from loopback import Loopback, QuietHandler

Answer = tuple[int, Mapping[str, str], bytes]


@dataclass
class DataServer(Loopback):
    """``answers`` by host and path with query; what is not there is a 404. ``asked`` are the
    requests' addresses with their headers, in order.
    """

    answers: dict[str, Answer] = field(default_factory=dict)
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    def resolve(self, *hosts: str) -> dict[str, str]:
        """``capture.resolve`` that leads these hosts here."""
        return dict.fromkeys(hosts, f"http://127.0.0.1:{self.port}")

    def answer(self, address: str) -> Answer:
        """What is answered for a host and path with query."""
        return self.answers.get(address, (404, {}, b"<p>None</p>"))

    def handler(self) -> type[BaseHTTPRequestHandler]:
        """Answers from ``answers``, and notes what was asked."""
        outer = self

        class Handler(QuietHandler):
            def get(self) -> None:
                address = f"{self.headers['Host'].partition(':')[0]}{self.path}"
                outer.asked.append((address, {k.lower(): v for k, v in self.headers.items()}))
                status, headers, body = outer.answer(address)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        return Handler
