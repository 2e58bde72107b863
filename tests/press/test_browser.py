"""What only a browser can say: nothing reaches beyond a phone's 360 pixels."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich_captures import with_rich_captures

from copydesk.article import read_article
from copydesk.config import Config
from copydesk.press import render_site
from copydesk.provenance.checks import Check, CheckState, Verification
from copydesk.provenance.record import Record

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--allow-file-access-from-files", "--virtual-time-budget=10000", "--hide-scrollbars", "--dump-dom",
)  # fmt: skip

# A headless window is never narrower than 500 pixels, so the page is measured in a frame. The
# page's own policy forbids scripts, which is why the script stands outside.
FRAME = """<!doctype html><title>waiting</title>
<iframe id="f" style="width:360px;height:800px;border:0" src="{src}"></iframe>
<script>
document.getElementById("f").onload = (event) => {{
  const inner = event.target.contentDocument;
  inner.querySelectorAll("details").forEach((item) => {{ item.open = true; }});
  const root = inner.documentElement;
  const wide = [...inner.querySelectorAll("body *")].filter((item) =>
    !item.closest(".scroll, .skip, .visually-hidden, thead") &&
    item.getBoundingClientRect().right > 360.5);
  document.title = "width " + root.scrollWidth + " of " + root.clientWidth + ", beyond " +
    wide.length + " " + wide.slice(0, 3).map((i) => i.tagName + "." + i.className).join(" ") +
    ", styled " + (getComputedStyle(inner.body).marginTop === "0px");
}};
</script>"""


LONG = "Donaudampfschifffahrtsgesellschaft" * 8


def unbroken(record: Record, rebind: Any) -> Record:
    """The record with words that no space breaks, wherever a reader may meet them."""
    review, trace = record.reviews[0], json.loads(json.dumps(record.trace))
    for item in trace["specifics"][::9]:
        item["reason"] = LONG
        for entry in item["evidence"]:
            entry["exact"] = LONG
    said = review.predicate.model_copy(update={"summary": LONG})
    data = record.article_bytes.replace(b"None of the", f"`{LONG}` {LONG} {LONG}.\n\nNone".encode())
    checks = (*record.verification.checks, Check("x", LONG, CheckState.PASS, LONG, LONG))
    return replace(
        rebind(record, data),
        slug="unbroken",
        verification=Verification(record.folder, checks),
        reviews=(replace(review, predicate=said),),
        trace=trace,
    )


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
@pytest.mark.parametrize(
    "page", ["index.html", "a/{slug}/index.html", "a/{slug}/record/index.html"]
)
@pytest.mark.parametrize("words", ["usual", "unbroken", "rich captures"])
def test_nothing_is_wider_than_a_phone(
    tmp_path: Path, record: Record, rebind: Any, config: Config, page: str, words: str
) -> None:
    shown = unbroken(record, rebind) if words == "unbroken" else record
    if words == "rich captures":
        shown = with_rich_captures(record)
    for path, data in render_site([shown], config, read_article=read_article).items():
        target = tmp_path / "site" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    frame = tmp_path / "frame.html"
    frame.write_text(FRAME.format(src="site/" + page.format(slug=shown.slug)), encoding="utf-8")
    command = [str(CHROMIUM), *FLAGS, f"--user-data-dir={tmp_path / 'profile'}", frame.as_uri()]
    done = subprocess.run(  # noqa: S603 - a fixed command on files this test wrote
        command, capture_output=True, text=True, timeout=90, check=False
    )
    found = re.search(r"<title>(.*?)</title>", done.stdout)
    assert found is not None, done.stderr[-500:]
    assert found.group(1) == "width 360 of 360, beyond 0 , styled true"
