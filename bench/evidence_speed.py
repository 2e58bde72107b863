"""Evidence text from HTML: milliseconds a page and sentences found, beside selectolax and trafilatura.

Usage: evidence_speed.py [FOLDER] [--pages N]

FOLDER is searched for manifest.json files and the .html files that they name (default: where
COPYDESK_HERALD says); without one, only pages are made. Each page is read by each, one after the
other, from the same bytes in memory; times are of the processor. What is timed: for selectolax the
parse and text() of the whole page; for copydesk the text with all its labelled regions (visible, meta,
JSON-LD, embedded JSON, noscript, hidden), and in a line of its own the same with the signals that a
verdict on the page's quality is made from; for trafilatura extract(). trafilatura is no dependency: put it
into an environment of its own and name its folder of packages

    python -m venv /tmp/peers && /tmp/peers/bin/pip install trafilatura lxml_html_clean
    PYTHONPATH=/tmp/peers/lib/python3.11/site-packages python bench/evidence_speed.py

and where it is absent, its column is left out. A made page has known sentences, half of them in
quotation marks. On saved pages nobody knows them: there a sentence is a quotation in curly marks of 7
to 60 words in one paragraph of the text of any of them. A sentence is found where a reader's text
holds the same letters and digits in the same order.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import os
import random
import re
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

from copydesk.evidence import read_evidence

Page = tuple[bytes, list[str]]
"""A page's bytes, and the sentences that are known to stand in it."""
Reader = Callable[[bytes], str]
MADE = 200
_QUOTE = re.compile(r"“([^“”\n]{30,600})”")
_WORDS = "the harbour board ferry council report north winter notice engine repair island".split()  # noqa: SIM905


def made_pages(count: int) -> Iterator[Page]:
    """Pages of our own: paragraphs with quotations, between menus, scripts and styles."""
    chance = random.Random(7)  # noqa: S311 - pages to measure with
    for _ in range(count):
        menu = "".join(f"<li class='i{n}'><a href='/{n}'>Item {n}</a></li>" for n in range(120))
        said = [(_line(chance, 40), _line(chance, 12)) for _ in range(chance.randint(10, 60))]
        paragraphs = "".join(
            f"<p>{own.capitalize()}. “{quoted}”, said the <b>board</b>.</p>" for own, quoted in said
        )
        script = "var a = [" + ",".join(f'"{_line(chance, 6)}"' for _ in range(300)) + "];"
        style = "".join(
            f".c{n} > p{{color:#123;margin:{n}px}}.h{n}{{display:none}}" for n in range(300)
        )
        body = (
            f"<!doctype html><html><head><title>Page</title><style>{style}</style></head><body>"
            f"<nav><ul>{menu}</ul></nav><article><h1>Ferry</h1>{paragraphs}</article>"
            f"<div class='h7'>menu</div><script>{script}</script></body></html>"
        )
        yield body.encode(), [sentence for pair in said for sentence in pair]


def _line(chance: random.Random, words: int) -> str:
    return " ".join(chance.choice(_WORDS) for _ in range(words))


def saved_pages(folder: Path) -> Iterator[Page]:
    """The HTML files that the manifests below ``folder`` name."""
    for manifest in sorted(folder.rglob("manifest.json")):
        for row in json.loads(manifest.read_bytes()).get("sources", []):
            name = row.get("file") or ""
            if name.endswith(".html") and (manifest.parent / name).is_file():
                yield (manifest.parent / name).read_bytes(), []


def timed(read: Callable[[], str]) -> tuple[float, str]:
    """Milliseconds of processor time, and what was read."""
    start = time.process_time()
    found = read()
    return 1000 * (time.process_time() - start), found


def bare(body: bytes) -> str:
    """What selectolax does: parse, and join all text."""
    return LexborHTMLParser(body.decode("utf-8", "replace")).text()


def ours(body: bytes) -> str:
    return read_evidence(body, media_type="text/html", marks=False).text


def with_marks(body: bytes) -> str:
    return read_evidence(body, media_type="text/html").text


def readers() -> dict[str, Reader]:
    """All of them, without trafilatura where it is not installed; as its documentation calls it."""
    found: dict[str, Reader] = {"selectolax": bare, "copydesk": ours, "with signals": with_marks}
    if importlib.util.find_spec("trafilatura") is not None:
        extract = importlib.import_module("trafilatura").extract
        found["trafilatura"] = lambda body: extract(body) or ""
    return found


def plain(text: str) -> str:
    """Letters and digits alone."""
    return "".join(char for char in text.casefold() if char.isalnum())


def quotations(texts: Iterable[str]) -> set[str]:
    """The quotations of any of the texts, as letters and digits."""
    found = (quote for text in texts for quote in _QUOTE.findall(text))
    return {plain(quote) for quote in found if 7 <= len(quote.split()) <= 60}


def measure(name: str, pages: Iterable[Page]) -> None:
    """Read every page by each, and print the table."""
    each = readers()
    times: dict[str, list[float]] = {key: [] for key in each}
    found = dict.fromkeys(each, 0)
    wanted = size = 0
    for body, planted in pages:
        texts = {}
        for key, read in each.items():
            took, texts[key] = timed(lambda body=body, read=read: read(body))  # type: ignore[misc]
            times[key].append(took)
        size += len(body)
        said = {plain(one) for one in planted} or quotations(texts.values())
        wanted += len(said)
        for key, text in texts.items():
            held = plain(text)
            found[key] += sum(one in held for one in said)
    print(f"{name}: {len(times['copydesk'])} pages, {size / 1e6:.1f} MB, {wanted:,} sentences")
    base = statistics.median(times["selectolax"])
    for key, spent in times.items():
        median = statistics.median(spent)
        p95 = sorted(spent)[int(0.95 * len(spent))]
        share = found[key] / wanted if wanted else 1.0
        print(
            f"  {key:<12} median {median:7.2f} ms  p95 {p95:7.2f} ms  {median / base:5.1f} times "
            f"selectolax  found {share:6.1%}"
        )
    if "trafilatura" not in each:
        print("  trafilatura is not installed: not measured")


def main() -> None:
    parser = argparse.ArgumentParser(description="Evidence text from HTML: speed and recall.")
    folder = os.environ.get("COPYDESK_HERALD")
    parser.add_argument("folder", type=Path, nargs="?", default=Path(folder) if folder else None)
    parser.add_argument("--pages", type=int, default=MADE, help="how many pages are made")
    asked = parser.parse_args()
    measure("made", made_pages(asked.pages))
    saved = list(saved_pages(asked.folder)) if asked.folder else []
    if saved:
        measure("saved", saved)
    else:
        print("saved: no HTML page is named by a manifest.json below the folder; not measured")


if __name__ == "__main__":
    main()
