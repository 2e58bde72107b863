"""The page of `copydesk audit --html`: one file, every figure leads to its articles, names are text."""

from __future__ import annotations

import html
import io
import json
import re
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from copydesk.audit.checks import AUDIT_CHECKS
from copydesk.audit.row import AuditRow, absent, fail, passed
from copydesk.audit.totals import Totals
from copydesk.press.audit_page import AuditPage

CSS = (files("copydesk.press") / "templates" / "audit" / "audit.css").read_text(encoding="utf-8")
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
HOSTILE = '</script><script>alert(1)</script><img src=x onerror="y">\n\u202e/é'


def rows() -> list[AuditRow]:
    good = tuple(passed(check, "Fine.") for check in AUDIT_CHECKS)
    bad = (
        *good[:-2],
        fail("captures", "line-ends", "1 of 2 bodies."),
        absent("specifics", "undecided", "?"),
    )
    made = [
        AuditRow(f"articles/2026-0{1 + number % 3}/story-{number}", f"story-{number}",
                 f"2026-0{1 + number % 3}-07", "ada", "", "News", domains=("a.example",),
                 outcomes=good if number % 4 else tuple({o.check: o for o in bad}.values()),
                 captures=(("line-ends" if number % 4 == 0 else "ok", 2),),
                 sources=(("stored", 1),), specifics=(("traced", 3),),
                 findings=(("error quote-not-verbatim", 1),) if number % 4 == 0 else ())
        for number in range(120)
    ]  # fmt: skip
    made.append(AuditRow(HOSTILE, HOSTILE, "", HOSTILE, HOSTILE, HOSTILE, domains=(HOSTILE,),
                         outcomes=(fail("form", HOSTILE, HOSTILE),)))  # fmt: skip
    made.append(AuditRow("draft", published=False))
    made.append(AuditRow("x\ny", stray=True, outcomes=(fail("form", "bad-name", HOSTILE),)))
    return made


def page(found: list[AuditRow]) -> str:
    made = AuditPage(io.BytesIO())
    for row in found:
        made.add(row)
    pieces = made.pieces(Totals.of(found), name=HOSTILE, made="2026-12-03", notes=["A note."])
    return b"".join(pieces).decode()


@pytest.fixture(scope="module")
def markup() -> str:
    return page(rows())


def held(markup: str, name: str) -> Any:
    return json.loads(markup.partition(f'id="{name}">')[2].partition("</script>")[0])


def test_the_page_is_sound_and_loads_nothing(markup: str, read_page: type) -> None:
    found = read_page(markup.encode())
    assert found.faults == []
    assert found.loads == []
    assert sum(tag == "script" for tag, _ in found.elements) == 3
    assert not any(tag == "img" for tag, _ in found.elements)
    assert not re.search(r"url\(|@import|fetch\(|XMLHttp|innerHTML", markup)
    assert "\u202e" not in markup


def test_its_rows_are_the_published_articles(markup: str) -> None:
    assert len(held(markup, "rows")) == 121
    assert "draft" not in {row[0] for row in held(markup, "rows")}
    assert held(markup, "rows")[120][1].startswith("</script><script>")
    assert "90</b> of 121</a> articles have the full chain" in markup


def test_an_archive_without_articles_has_a_page(read_page: type) -> None:
    made = page([])
    assert read_page(made.encode()).faults == []
    assert "No published article was audited." in made
    assert held(made, "rows") == []


def test_a_large_archive_gives_no_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("copydesk.press.audit_page.MAX_WITH_REASONS", 4)
    reasons = [row[8][0][2] for row in held(page(rows()), "rows") if row[8]]
    assert reasons[0] == "1 of 2 bodies."
    assert set(reasons[1:]) == {""}


def schemes() -> dict[str, dict[str, str]]:
    blocks = re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)
    light, dark, _ = (dict(re.findall(r"--([a-z]+): (#[0-9a-f]{3,6});", block)) for block in blocks)
    return {"light": light, "dark": dark}


def luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    channels = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("front", "ground", "ratio"),
    [(text, ground, 4.5) for text in ("ink", "muted", "accent") for ground in ("paper", "wash")]
    + [(bar, "paper", 3.0) for bar in ("good", "bad", "none")],
)
def test_text_and_bars_can_be_told_from_the_paper(
    scheme: str, front: str, ground: str, ratio: float
) -> None:
    colours = schemes()[scheme]
    high, low = sorted((luminance(colours[front]), luminance(colours[ground])), reverse=True)
    assert (high + 0.05) / (low + 0.05) >= ratio


def shown(path: Path, fragment: str) -> str:
    """The document as Chromium has it once the script has run."""
    done = subprocess.run(  # noqa: S603
        [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000",
         "--dump-dom", f"{path.as_uri()}{fragment}"],
        capture_output=True, text=True, check=True, timeout=100,
    )  # fmt: skip
    return done.stdout


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_a_figure_leads_to_its_articles(markup: str, tmp_path: Path) -> None:
    path = tmp_path / "audit.html"
    path.write_text(markup, encoding="utf-8")
    for fragment, title in {
        "#articles": "121 articles in this audit",
        "#full/1": "90 articles with the full chain",
        "#check/captures/f": "30 articles that fail: Captures as recorded",
        "#why/captures/line-ends": "30 articles that fail: Captures as recorded (line-ends)",
        "#month/2026-02/failing": "10 articles of 2026-02, of which something fails",
    }.items():
        found = shown(path, fragment)
        assert re.search(rf'<h2 id="articles-title">{re.escape(title)}</h2>', found), fragment
    listed = re.search(r'<ol id="list">(.*?)</ol>', found, re.DOTALL)
    assert listed is not None
    assert listed[1].count('class="slug"') == 10
    assert 'id="articles" hidden' in shown(path, "#none/%E0%A4%A")


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_whoever_closes_a_list_goes_on_where_they_were(markup: str, tmp_path: Path) -> None:
    path = tmp_path / "audit.html"
    probe = (
        "<script>const link = document.querySelector('a[href=\"#check/captures/f\"]');"
        "link.focus(); location.hash = '#check/captures/f'; setTimeout(() => {"
        "const inside = document.activeElement.id; document.getElementById('close').click();"
        "document.title = inside + ' ' + (document.activeElement === link); }, 500);"
        "</script></body>"
    )
    loose = re.sub(r"<meta http-equiv[^>]*>", "", markup).replace("</body>", probe)
    path.write_text(loose, encoding="utf-8")
    assert "<title>articles true</title>" in shown(path, "")


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_every_link_of_the_page_is_one_that_its_script_knows(
    markup: str, read_page: type, tmp_path: Path
) -> None:
    links = sorted({link for link in read_page(markup.encode()).links if "/" in link})
    assert len(links) > 60
    path = tmp_path / "audit.html"
    probe = (
        "<script>const bad = [];"
        f"for (const one of {json.dumps(links)}) {{ location.hash = one;"
        "window.dispatchEvent(new HashChangeEvent('hashchange'));"
        "if (document.getElementById('articles').hidden) bad.push(one);"
        "document.getElementById('articles').hidden = true; }"
        "document.title = 'unknown ' + JSON.stringify(bad);</script></body>"
    )
    # The page's policy allows no script but its own, so the policy goes for this one test.
    loose = re.sub(r"<meta http-equiv[^>]*>", "", markup).replace("</body>", probe)
    path.write_text(loose, encoding="utf-8")
    title = re.search(r"<title>(.*?)</title>", shown(path, ""), re.DOTALL)
    assert title is not None
    assert html.unescape(title[1]) == "unknown []"
