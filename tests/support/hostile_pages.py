"""Pages on loopback that try, each in its own way, to get out of a browser or never to end."""

from __future__ import annotations

import socket
import threading
from http.server import BaseHTTPRequestHandler

from loopback import Loopback

PAD = "<!-- so large is no page that is merely short -->" * 60


class Sentinel:
    """A port of this machine, TCP and UDP, that counts who comes; nobody should."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.tcp = socket.create_server(("127.0.0.1", 0))
        self.port = int(self.tcp.getsockname()[1])
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.1", self.port))
        for watch in (self._tcp, self._udp):
            threading.Thread(target=watch, daemon=True).start()

    def _tcp(self) -> None:
        try:
            while True:
                connection, _ = self.tcp.accept()
                with connection:
                    connection.settimeout(1)
                    self.seen.append(f"tcp {connection.recv(100)!r}")
        except OSError:
            return

    def _udp(self) -> None:
        try:
            while True:
                self.seen.append(f"udp {self.udp.recv(100)!r}")
        except OSError:
            return

    def close(self) -> None:
        """Stop counting."""
        for one in (self.tcp, self.udp):
            one.close()


# Every way to an address that is not public; P is the sentinel's port.
ESCAPES = """
const to = ["http://127.0.0.1:P", "http://localhost:P", "http://[::1]:P", "http://0x7f000001:P",
  "http://169.254.169.254", "https://127.0.0.1:P"];
const quietly = (f) => { try { const r = f(); if (r && r.catch) r.catch(() => 0); } catch {} };
for (const u of to) {
  quietly(() => fetch(u + "/fetch"));
  quietly(() => fetch(u + "/cors", {mode: "no-cors", method: "POST", body: "x"}));
  if (typeof document === "undefined") continue;
  for (const [tag, key] of [["img", "src"], ["script", "src"], ["iframe", "src"], ["video", "src"]]) {
    const e = document.createElement(tag); e[key] = u + "/" + tag; document.body.append(e);
  }
  for (const rel of ["prefetch", "preconnect", "dns-prefetch", "preload", "stylesheet", "prerender"]) {
    const e = document.createElement("link"); e.rel = rel; e.href = u + "/" + rel; e.as = "image";
    document.head.append(e);
  }
  quietly(() => navigator.sendBeacon(u + "/beacon", "x"));
  const s = document.createElement("script"); s.type = "speculationrules";
  s.textContent = JSON.stringify({prefetch: [{urls: [u + "/ahead"], eagerness: "immediate"}]});
  document.head.append(s);
}
quietly(() => new WebSocket("ws://127.0.0.1:P/socket"));
quietly(() => new EventSource("http://127.0.0.1:P/events"));
quietly(() => new WebTransport("https://127.0.0.1:P/transport").ready);
quietly(() => importScripts("http://127.0.0.1:P/import.js"));
quietly(() => fetch("/to-private"));
quietly(() => {
  const c = new RTCPeerConnection({iceServers: [{urls: ["stun:127.0.0.1:P",
    "turn:127.0.0.1:P?transport=tcp"], username: "u", credential: "c"}]});
  c.createDataChannel("x"); c.createOffer().then((o) => c.setLocalDescription(o));
});
"""

SCRIPTS = {
    "/escape": "quietly(() => new Worker('/escape.js'));"
    "quietly(() => navigator.serviceWorker.register('/escape.js'));"
    "quietly(() => new SharedWorker('/escape.js'));"
    "const f = document.createElement('iframe'); f.src = '/to-private'; document.body.append(f);"
    "quietly(() => f.contentWindow.fetch(to[0]));"
    "setTimeout(() => { document.body.append('All was tried. '.repeat(30)); }, 300);",
    "/requests": "document.body.append('It asks. '.repeat(60));"
    "setInterval(() => { for (let i = 0; i < 50; i++) fetch('/x?' + Math.random()).catch(() => 0); }, 5);",
    "/alert": "alert(1); confirm(2); prompt(3); document.body.append('After the alerts. '.repeat(30));",
    "/open": "for (let i = 0; i < 20; i++) { open('/page?' + i); }"
    "const a = document.createElement('a'); a.href = '/file'; a.download = 'x.bin'; document.body.append(a);"
    "a.click(); const b = document.createElement('a'); b.href = '/page'; b.target = '_blank';"
    "document.body.append(b); b.click(); document.body.append('After the windows. '.repeat(30));",
    "/large": "const t = 'x'.repeat(1000000);"
    "for (let i = 0; i < 100; i++) { const p = document.createElement('p'); p.textContent = t;"
    "document.body.append(p); }",
    "/endless": "document.body.append('Before the end. '.repeat(40)); setTimeout(() => { for (;;) {} }, 50);",
    "/away": "setTimeout(() => { location = '/moved'; }, 50);",
}  # fmt: skip


class _Handler(BaseHTTPRequestHandler):
    sentinel: int

    def log_message(self, *_: object) -> None:
        """Keep quiet."""

    def do_GET(self) -> None:
        escapes = ESCAPES.replace(":P", f":{self.sentinel}")
        path = self.path.split("?")[0]
        status, kind, more = 200, "text/html; charset=utf-8", {}
        body = f"<!doctype html><title>T</title><body><p>{'A whole page. ' * 40}</p>"
        if path in SCRIPTS:
            before = escapes if path == "/escape" else ""
            body = f"<!doctype html><title>T</title>{PAD}<body><script>{before}{SCRIPTS[path]}</script>"
        elif path == "/escape.js":
            body, kind = escapes, "text/javascript"
        elif path == "/to-private":
            status, more = 302, {"Location": f"http://127.0.0.1:{self.sentinel}/redirected"}
        elif path == "/moved":
            status, more = 302, {"Location": "/page"}
        elif path == "/file":
            kind, more = "application/octet-stream", {"Content-Disposition": "attachment"}
        elif path == "/seen":
            body = (
                "<!doctype html><title>Seen</title><style>.a{display:none}</style><body>"
                "<p>It has <b>417</b> units<span class=a> or 999 of them</span> today.</p>"
                "<p style='color:#fff'>White words</p><p style='font-size:1px'>Tiny words</p>"
                "<p style='position:absolute;left:-9999px'>Far words</p><p style='opacity:0'>Clear words</p>"
                "<p style='height:0;overflow:hidden'>Cut words</p><p style='transform:scale(0)'>No words</p>"
                "<div style='background:#222;color:#fff'>Light on dark</div>"
                "<table><tr><th>City<td>Oslo</table>" + "<p>A sentence of it.</p>" * 20
            )
        data = body.encode()
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(data)), **more}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)


class HostilePages(Loopback):
    """The server; ``sentinel`` is the port that its pages try to reach."""

    def __init__(self, sentinel: int) -> None:
        self.sentinel = sentinel

    def handler(self) -> type[BaseHTTPRequestHandler]:
        """The pages."""
        return type("Handler", (_Handler,), {"sentinel": self.sentinel})
