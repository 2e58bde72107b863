"""Pages that check themselves, in a browser: from a disk, tampered with, without scripts."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from amended_site import amend, built, correction, published, remove
from small_newsroom import make_desk

from copydesk.article import read_article
from copydesk.config import Config
from copydesk.importers.machine_herald import read_submission
from copydesk.press import render_site
from copydesk.press.body import annotate_body
from copydesk.press.jsonld import script_json
from copydesk.press.view_verifier import inline_bundle, script
from copydesk.provenance.bundle import Bundler
from copydesk.provenance.files import MemoryFiles

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--allow-file-access-from-files", "--virtual-time-budget=10000", "--hide-scrollbars", "--dump-dom",
)  # fmt: skip
HERALD = Path(
    os.environ.get("COPYDESK_HERALD")
    or Path(__file__).resolve().parents[2].parent / "shared" / "herald"
)
SLUG = "pytorch-2-15-rewritten-nccl-backend"

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"),
]


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Keep quiet."""


@pytest.fixture
def serve_folder() -> Iterator[Callable[[Path], int]]:
    """Serves a folder on loopback over plain http; gives the port."""
    servers: list[ThreadingHTTPServer] = []

    def serve(folder: Path) -> int:
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return int(server.server_port)

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


def run_chromium(profile: Path, url: str, *more: str) -> str:
    """The page's elements once its scripts have run."""
    command = [str(CHROMIUM), *FLAGS, f"--user-data-dir={profile}", *more, url]
    done = subprocess.run(  # noqa: S603 - a fixed command on files this test wrote
        command, capture_output=True, text=True, timeout=90, check=False
    )
    assert done.stdout, done.stderr[-500:]
    return done.stdout


def write_site(folder: Path, files: dict[str, bytes]) -> Path:
    for path, data in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return folder


@pytest.fixture
def verifying(newsroom: Any, config: Config) -> dict[str, bytes]:
    """The site of a really signed record, with its bundle."""
    record = newsroom.record()
    bundle = Bundler(MemoryFiles(newsroom.files)).bundle(record.month, record.slug)
    return render_site(
        [record], config, read_article=read_article, bundles={record.slug: bundle.to_bytes()}
    )


def answers(markup: str) -> tuple[str, dict[str, str]]:
    """The headline, and the worst state of each check."""
    found = re.search(r'data-headline="">(.*?)</p>', markup)
    assert found is not None
    states: dict[str, str] = {}
    for name, state in re.findall(r'data-check="([^"]+)" data-state="([^"]+)"', markup):
        states.setdefault(name, state)  # failures come first
    return html.unescape(found.group(1)), states


def page(site: dict[str, bytes], *, record: bool = False) -> str:
    end = "/record/index.html" if record else f"{SLUG}/index.html"
    return next(path for path in site if path.endswith(end) and path.startswith("a/"))


PHONE = """<!doctype html><title>waiting</title>
<iframe id="f" style="width:360px;height:800px;border:0" src="{src}"></iframe>
<script>
const frame = document.getElementById("f");
frame.onload = () => setTimeout(() => {{
  const inner = frame.contentDocument, root = inner.documentElement;
  inner.querySelectorAll("details").forEach((item) => {{ item.hidden = false; item.open = true; }});
  const wide = [...inner.querySelectorAll(".verifier, .verifier *, .verifier-limits *")].filter(
    (item) => item.getBoundingClientRect().right > 360.5);
  const rows = inner.querySelectorAll("[data-check]").length;
  document.title = `width ${{root.scrollWidth}}, beyond ${{wide.length}}, rows ${{rows > 20}}`;
}}, 2000);
</script>"""


@pytest.mark.parametrize(
    "name", ["a/{slug}/index.html", "a/{slug}/record/index.html", "verify/index.html"]
)
def test_nothing_of_the_verifier_is_wider_than_a_phone(
    tmp_path: Path, verifying: dict[str, bytes], name: str
) -> None:
    write_site(tmp_path / "site", verifying)
    frame = tmp_path / "frame.html"
    frame.write_text(PHONE.format(src="site/" + name.format(slug=SLUG)), encoding="utf-8")
    markup = run_chromium(tmp_path / "p", frame.as_uri())
    found = re.search(r"<title>(.*?)</title>", markup)
    assert found is not None
    rows = "false" if name.startswith("verify") else "true"
    assert found.group(1) == f"width 360, beyond 0, rows {rows}"


@pytest.mark.parametrize("record", [False, True])
def test_a_page_from_a_disk_checks_itself(
    tmp_path: Path, verifying: dict[str, bytes], record: bool
) -> None:
    folder = write_site(tmp_path / "site", verifying)
    markup = run_chromium(tmp_path / "p", (folder / page(verifying, record=record)).as_uri())
    headline, states = answers(markup)
    assert headline.startswith("Checked in this browser: 1")
    assert "none failed" in headline
    assert "fail" not in states.values()
    passed = {"shown", "keyring-chain", "article", "signature", "approval", "inclusion", "order"}
    assert {states[name] for name in passed} == {"pass"}
    assert states["trace"] == ("pass" if record else "not-present")
    assert states["timestamp"] == "not-present"


def test_one_file_alone_checks_itself(tmp_path: Path, verifying: dict[str, bytes]) -> None:
    saved = tmp_path / "saved page.html"
    saved.write_bytes(verifying[page(verifying)])
    headline, states = answers(run_chromium(tmp_path / "p", saved.as_uri()))
    assert "none failed" in headline
    assert states["shown"] == "pass"


def in_bundle(markup: str, old: str, new: str) -> str:
    head, data, tail = re.split(r'(?<=id="provenance">)(.*?)(?=</script>)', markup, flags=re.DOTALL)
    assert data.count(old) >= 1
    return head + data.replace(old, new, 1) + tail


def in_text(markup: str, old: str, new: str) -> str:
    head, data, tail = re.split(r'(?=<script type="application/json")', markup)[0], "", ""
    at = markup.index('<script type="application/json" id="provenance">')
    head, tail = markup[:at], markup[at:]
    assert old in head, data
    return head.replace(old, new) + tail


TAMPERED: dict[str, tuple[Any, str, str]] = {
    "a visible figure": (
        lambda m: in_text(m, "231 MiB", "213 MiB"),
        "shown",
        "The page shows “",
    ),
    "a visible title": (
        lambda m: re.sub(r'(data-signed="title"><bdi>)\w+', r"\1Nothing", m),
        "shown",
        "The page shows “Nothing",
    ),
    "a paragraph more": (
        lambda m: m.replace(
            'data-signed="body">', 'data-signed="body"><p data-added="">Buy this now.</p>'
        ),
        "shown",
        "The page shows “Buy this now",
    ),
    "words hidden": (
        lambda m: in_text(m, "231 MiB", '<span class="visually-hidden">231</span> MiB'),
        "shown",
        "The page shows “",
    ),
    "a correction left out": (
        lambda m: re.sub(r'<p data-signed="correction-1">.*?</p>', "", m),
        "shown",
        "The page leaves out the correction 1 that was signed.",
    ),
    "the signed text": (
        lambda m: in_bundle(in_text(m, "231 MiB", "213 MiB"), "231 MiB", "213 MiB"),
        "article",
        "It is about",
    ),
    "a signature": (
        lambda m: in_bundle(m, '\\"sig\\":\\"', '\\"sig\\":\\"AA'),
        "form",
        "",
    ),
    "the log": (lambda m: in_bundle(m, "\\nindex ", "\\nindex 1"), "inclusion", ""),
}


@pytest.mark.parametrize("what", ["corrected", "retracted", "withdrawn"])
def test_an_amended_article_raises_no_alarm(tmp_path: Path, what: str) -> None:
    desk = make_desk(tmp_path / "desk")
    paths = published(desk)
    passage = "The council runs 12 offices in the northern district"
    amend(desk, paths, correction("It was 11 offices.", exact=passage))
    if what == "corrected":
        amend(desk, paths, correction("Seen by *two*.", field="title", exact="12 offices"))
        amend(desk, paths, correction("The report is older.", kind="clarification"))
    elif what == "retracted":
        amend(desk, paths, correction("Nothing of it holds.", kind="retraction"))
    else:
        remove(desk, paths, "It named a private person.")
    site = built(desk)
    folder = write_site(tmp_path / "site", site)
    for name in (f"a/{paths.slug}/index.html", f"a/{paths.slug}/record/index.html"):
        headline, states = answers(run_chromium(tmp_path / "p", (folder / name).as_uri()))
        assert "none failed" in headline, states
        assert states["shown"] == "pass"
        assert states["four-eyes"] == "pass"
        assert (states["withdrawal"] == "pass") == (what == "withdrawn")


@pytest.mark.parametrize(("tamper", "check", "words"), TAMPERED.values(), ids=TAMPERED)
def test_a_changed_page_says_what_was_changed(
    tmp_path: Path, verifying: dict[str, bytes], tamper: Any, check: str, words: str
) -> None:
    honest = verifying[page(verifying)].decode()
    changed = tamper(honest)
    assert changed != honest
    (tmp_path / "changed.html").write_text(changed, encoding="utf-8")
    markup = run_chromium(tmp_path / "p", (tmp_path / "changed.html").as_uri())
    headline, states = answers(markup)
    assert states[check] == "fail", (headline, states)
    assert "Checked in this browser" not in headline
    assert words in html.unescape(markup)
    if check == "shown":
        assert headline == "The words on this page are not the words that were signed."


# Chromium writes out elements by a script, so the page stands in a frame that may run none.
SANDBOX = """<!doctype html><iframe id="f" sandbox="allow-same-origin" src="{src}"></iframe><pre
id="out"></pre><script>const frame = document.getElementById("f");
frame.onload = () => {{
  document.getElementById("out").textContent = frame.contentDocument.querySelector(".verifier").innerText;
}};</script>"""


def test_without_scripts_the_page_says_how_to_verify(
    tmp_path: Path, verifying: dict[str, bytes]
) -> None:
    write_site(tmp_path / "site", verifying)
    frame = tmp_path / "frame.html"
    frame.write_text(SANDBOX.format(src=f"site/{page(verifying)}"), encoding="utf-8")
    markup = run_chromium(tmp_path / "p", frame.as_uri())
    text = " ".join(html.unescape(markup[markup.index("<pre") :]).split())
    assert "Not checked yet." in text
    assert "This page cannot check itself, since scripts do not run here." in text
    assert f"copydesk verify {SLUG}.copydesk.json" in text


def test_over_plain_http_the_page_says_that_it_cannot_check(
    tmp_path: Path, verifying: dict[str, bytes], serve_folder: Any
) -> None:
    write_site(tmp_path / "site", verifying)
    port = serve_folder(tmp_path / "site")
    # Browsers trust 127.0.0.1 as they do https; any other name over http they do not.
    markup = run_chromium(
        tmp_path / "p",
        f"http://news.example:{port}/{page(verifying)}",
        "--host-resolver-rules=MAP news.example 127.0.0.1",
    )
    headline, states = answers(markup)
    assert headline.startswith("This browser offers no cryptography to pages that came over plain")
    assert headline.endswith("This says nothing about the record.")
    assert states == {}


def test_a_browser_without_ed25519_is_no_failure_of_the_record(
    tmp_path: Path, verifying: dict[str, bytes]
) -> None:
    old = verifying[page(verifying)].decode()
    old = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", old)
    lacking = "<script>crypto.subtle.importKey = async () => { throw new Error(); };</script>"
    (tmp_path / "old.html").write_text(old.replace("<head>", f"<head>{lacking}"), encoding="utf-8")
    headline, states = answers(run_chromium(tmp_path / "p", (tmp_path / "old.html").as_uri()))
    assert headline.startswith("This browser cannot check Ed25519 signatures. Use a newer one")
    assert headline.endswith("This says nothing about the record.")
    assert states == {}


def test_the_policy_lets_no_other_script_run(tmp_path: Path, verifying: dict[str, bytes]) -> None:
    injected = "<script>document.title = 'ran';</script></body>"
    hurt = verifying[page(verifying)].decode().replace("</body>", injected)
    (tmp_path / "hurt.html").write_text(hurt, encoding="utf-8")
    markup = run_chromium(tmp_path / "p", (tmp_path / "hurt.html").as_uri())
    assert "<title>ran</title>" not in markup
    assert "none failed" in answers(markup)[0]


# A script cannot choose a file for a reader; a test may put one into the field.
CHOOSE = """<!doctype html><meta charset="utf-8"><title>waiting</title>
<iframe id="f" src="site/verify/index.html"></iframe><pre id="out"></pre>
<script type="application/json" id="bundle">{bundle}</script>
<textarea id="page">{shown}</textarea>
<script>
const frame = document.getElementById("f");
frame.onload = () => {{
  const inner = frame.contentDocument, box = new DataTransfer();
  const text = {damaged} ? "{{" : {page} ? document.getElementById("page").textContent : document.getElementById("bundle").textContent;
  box.items.add(new File([text], "x.copydesk.json"));
  inner.querySelector("[data-pin]").value = "{pin}";
  const input = inner.querySelector("input[type=file]");
  input.files = box.files;
  input.dispatchEvent(new Event("change"));
  setTimeout(() => {{
    document.getElementById("out").textContent = inner.querySelector("[data-verifier]").outerHTML;
  }}, 3000);
}};
</script>"""


def choose(tmp_path: Path, site: dict[str, bytes], **said: str) -> tuple[str, dict[str, str]]:
    """What the verifier page says of the site's bundle, put into its field."""
    write_site(tmp_path / "site", site)
    bundle = next(data for path, data in site.items() if path.endswith(".copydesk.json"))
    given = {"pin": "", "damaged": "false", "page": "false", "shown": "", **said}
    given["shown"] = html.escape(given["shown"])
    frame = CHOOSE.format(bundle=inline_bundle(bundle, trace=True), **given)
    (tmp_path / "frame.html").write_text(frame, encoding="utf-8")
    markup = run_chromium(tmp_path / "p", (tmp_path / "frame.html").as_uri())
    return answers(html.unescape(markup[markup.index('<pre id="out">') :]))


@pytest.mark.parametrize(
    ("pin", "wanted", "state"),
    [
        ("", "Checked in this browser", "not-present"),
        ("0" * 64, "This does not match what was signed: 1 check failed.", "fail"),
    ],
)
def test_the_verifier_page_takes_a_chosen_bundle(
    tmp_path: Path, verifying: dict[str, bytes], pin: str, wanted: str, state: str
) -> None:
    headline, states = choose(tmp_path, verifying, pin=pin)
    assert headline.startswith(wanted)
    assert states["keyring-pin"] == state
    assert "shown" not in states


def test_the_verifier_page_says_that_a_damaged_file_was_not_checked(
    tmp_path: Path, verifying: dict[str, bytes]
) -> None:
    headline, states = choose(tmp_path, verifying, damaged="true")
    assert headline == "This cannot be read, so nothing was checked. It is no JSON."
    assert states == {}


@pytest.mark.parametrize("honest", [True, False])
def test_the_verifier_page_takes_a_saved_page(
    tmp_path: Path, verifying: dict[str, bytes], honest: bool
) -> None:
    saved = verifying[page(verifying)].decode()
    saved = saved if honest else in_text(saved, "231 MiB", "213 MiB")
    # Its own script would say what it likes; it is read, and never run.
    saved = saved.replace("<head>", "<head><script>document.title = 'run'</script>")
    headline, states = choose(tmp_path, verifying, page="true", shown=saved)
    assert states["shown"] == ("pass" if honest else "fail")
    assert ("none failed" in headline) == honest


# -- the words that are compared ------------------------------------------------------------------

WORDS = """<!doctype html><meta charset="utf-8"><pre id="out"></pre>
<script>var module = {{}};</script><script>{script}</script>
<script type="application/json" id="data">{data}</script>
<script>
const {{ readMarkdown, words, shownText, difference, decodeEntity }} = module.exports, out = [];
for (const [source, shown] of JSON.parse(document.getElementById("data").textContent).pairs) {{
  const box = document.createElement("div");
  box.innerHTML = shown;
  const {{ seen, unsure }} = readMarkdown(source, decodeEntity), signed = words(seen);
  out.push([signed.length, difference(words(shownText(box)), signed), unsure]);
}}
document.getElementById("out").textContent = JSON.stringify(out);
</script>"""


def compared(tmp_path: Path, pairs: list[tuple[str, str]]) -> list[tuple[int, str, str]]:
    """For each Markdown and HTML: words, the first difference, why it may be no difference."""
    data = script_json({"pairs": pairs})
    (tmp_path / "words.html").write_text(
        WORDS.format(script=str(script()), data=data), encoding="utf-8"
    )
    markup = run_chromium(tmp_path / "p", (tmp_path / "words.html").as_uri())
    found = re.search(r'<pre id="out">(.*?)</pre>', markup, re.DOTALL)
    assert found is not None
    return [tuple(each) for each in json.loads(html.unescape(found.group(1)))]


MARKDOWN = (
    "One **bold** and _it_alic_ word, `a_b(c)[d]`, ~~gone~~ and snake_case.",
    (
        'A [link](https://one.example/a_b(c) "Title 9"), [a ref][r1], [r1], [1], [not] (one).\n\n'
        "[r1]: https://two.example/12 'no words'\n[R2]:\n  https://three.example/x"
    ),
    "![A map of 7](https://one.example/9.png) ![](https://one.example/8.png) [![b](x.png)](y)",
    "1. first\n2. second with 12\n\n2025. A year is a list.\n\nIn\n2025. a year is not.",
    "- [x] done\n- [ ] open\n  1. inner\n\n> quoted 5\n> 6. six\n\n* * *\n\n--- \n\nEnd.",
    "| a | b |\n|---|:-:|\n| 1.5 | -2 \\| 3 |\n| `x\\|y` | **4** |\n\nAfter.",
    '```python\nprint("[a](b)", 1 < 2 & 3)\n```\n\n~~~\n**not bold**\n~~~\n',
    "Snow &amp; ice &nbsp; &#8217; &eacute; &notanentity; AT&T; <https://auto.example/p_q>",
    "Note[^a] and[^b] and[^none].\n\n[^b]: The second, 2.\n[^a]: The first.",
    "Setext 1\n===\n\nSetext 2\n---\n\n### ATX 3 ###\n\nHard  \nbreak\\\nhere.",
    "\\*not\\* \\[a\\](b) 5\\. 3 &lt; 4 $1.5 million, 10,000, -5 %, 3:45, 1/2, £2, A\u030a",
    "A deceiving \u202e character and ⟨U+202E⟩ written out.\r\nCR LF\r\n",
    "[outer [inner](https://i.example) rest](https://o.example) ](x) [a](b c) [d](<e f>)",
)


def test_true_pages_raise_no_alarm(tmp_path: Path) -> None:
    head = "---\ntitle: T\nsources:\n  - https://one.example/a\n---\n"
    read = [read_article((head + body).encode(), "a.md") for body in MARKDOWN]
    pairs = [(each.body.text, annotate_body(each, [])[0]) for each in read]
    for body, (count, differs, _) in zip(MARKDOWN, compared(tmp_path, pairs), strict=True):
        assert count > 0
        assert differs == "", body


def test_a_difference_is_found_and_named(tmp_path: Path) -> None:
    text = "Prices rose 1.5 % to $12 in **May**, the office says."
    shown = "<p>Prices rose 1.5 % to $12 in <strong>May</strong>, the office says.</p>"
    pairs = [
        (text, shown.replace(old, new))
        for old, new in (
            ("1.5", "15"), ("$12", "€12"), (" %", ""), ("rose", "fell"), ("May", "Ma y"),
            (", the office says", ""), ("says.", "says. Or not."), ("12", "-12"),
        )
    ]  # fmt: skip
    found = [differs for _, differs, _ in compared(tmp_path, [*pairs, (text, shown)])]
    assert found.pop() == ""
    assert all(found)
    assert found[3] == (
        "The page shows “Prices fell 1.5 % to” where the signed text has “Prices rose 1.5 % to”."
    )


@pytest.mark.herald
def test_no_article_of_the_sample_raises_an_alarm(tmp_path: Path) -> None:
    files = sorted(HERALD.glob("src/content/submissions/*/*.json"))
    if not files:
        pytest.skip(f"no sample archive at {HERALD}; set COPYDESK_HERALD")
    read = [read_submission(file.read_bytes(), file.name) for file in files]
    pairs = [(each.body.text, annotate_body(each, [])[0]) for each in read]
    found = compared(tmp_path, pairs)
    assert sum(count for count, _, _ in found) > 50_000
    assert [differs for _, differs, _ in found if differs] == []
