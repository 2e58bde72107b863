"""Seconds to parse 1 MB of Markdown: pyromark with source ranges beside markdown-it-py.

Run: python bench/markdown_speed.py
Both are installed with Copydesk (markdown-it-py comes with rich). Best of three, one process.
"""

import time
from collections.abc import Callable

import markdown_it
import pyromark

BLOCK = (
    "# A heading\n\nA *paragraph* with **$1.03 billion**, a [link](https://a.example/x) and "
    "`code` [1].\n\n- one item\n- another\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> A quotation.\n\n"
)


def best(call: Callable[[], object]) -> float:
    times = []
    for _ in range(3):
        begun = time.perf_counter()
        call()
        times.append(time.perf_counter() - begun)
    return min(times)


def main() -> None:
    text = BLOCK * (1_000_000 // len(BLOCK))
    pyro = pyromark.Markdown(options=pyromark.Options.ENABLE_TABLES)
    other = markdown_it.MarkdownIt("commonmark").enable("table")
    print(f"text: {len(text):,} bytes")
    print(
        f"pyromark, events with byte ranges: {best(lambda: list(pyro.events_with_range(text))):.3f} s"
    )
    print(f"markdown-it-py, tokens with line numbers only: {best(lambda: other.parse(text)):.3f} s")


if __name__ == "__main__":
    main()
