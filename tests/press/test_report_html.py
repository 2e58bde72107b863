"""The page of `copydesk check --html`: one file, every specific marked by colour and by letter."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib.resources import files

import pytest
from invented_report import invented

from copydesk.evidence.variants import joined
from copydesk.press.report_body import LETTERS
from copydesk.press.report_html import report_page
from copydesk.report import Status

CSS = (files("copydesk.press") / "templates" / "report" / "report.css").read_text(encoding="utf-8")
AA = 4.5
GROUNDS = ("paper", "wash", "mark", *(status.value for status in Status))


@pytest.fixture(scope="module")
def markup() -> str:
    return report_page(*invented())


def test_the_page_is_sound_and_loads_nothing(markup: str, read_page: type) -> None:
    page = read_page(markup.encode())
    assert page.faults == []
    assert page.loads == []
    assert "default-src &#39;none&#39;" in markup
    assert not re.search(r"url\(|@import|fetch\(|XMLHttp", markup)


def test_every_link_within_the_page_leads_somewhere(markup: str, read_page: type) -> None:
    page = read_page(markup.encode())
    within = [link[1:] for link in page.links if link.startswith("#")]
    assert within
    assert set(within) <= set(page.ids)


def test_every_specific_has_its_letter_and_its_evidence(markup: str) -> None:
    report, _, _ = invented()
    for item in report.specifics:
        letter = LETTERS[item.status]
        assert f'class="s {item.status.value}" id="at-{item.id}" href="#s-{item.id}"' in markup
        assert f'<sup title="{item.status.value}">{letter}</sup>' in markup
        assert f'id="s-{item.id}"' in markup
        assert item.reason in markup
    assert len(set(LETTERS.values())) == len(Status)


def test_the_passage_is_shown_with_what_decided_marked(markup: str) -> None:
    assert "The fare from the bay is <mark>3.60 euros</mark>." in markup
    assert "piles <mark>cannot</mark> be trusted" in markup


def test_what_comes_first_is_the_most_important(markup: str) -> None:
    places = [markup.index(f'id="finding-{number}"') for number in (1, 2, 3)]
    assert places == sorted(places)
    assert "specific-contradicted, headline" in markup[places[0] : places[1]]


def test_beside_the_article_stands_what_to_look_at(markup: str) -> None:
    index = markup[markup.index('<ol class="index">') : markup.index('class="card"')]
    assert markup.index('id="article"') < markup.index('<ol class="index">')
    assert markup.index('<ol class="index">') < markup.index('id="findings"')
    assert '<li value="1"><a href="#at-1"><bdi>16 months</bdi></a>: error, contradicted' in index
    assert "word-count" not in index


def test_a_card_says_what_to_do(markup: str) -> None:
    card = markup[markup.index('id="s-1"') : markup.index('id="s-2"')]
    assert "<strong><bdi>Mend specific-contradicted.</bdi></strong>" in card
    assert 'href="#finding-1"' in card


def test_foreign_words_bring_no_element(read_page: type) -> None:
    bad = '<script>alert(1)</script><img src=x onerror="y">\u202e'
    page = report_page(*invented(lambda text: text.replace("\n", f" {bad}\n")))
    found = read_page(page.encode())
    assert found.faults == []
    assert found.loads == []
    assert sum(tag == "script" for tag, _ in found.elements) == 1
    assert "\u202e" not in page


def schemes() -> dict[str, dict[str, str]]:
    blocks = re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)
    light, dark, printed = (
        dict(re.findall(r"--([a-z]+): (#[0-9a-f]{3,6});", block)) for block in blocks
    )
    return {"light": light, "dark": dark, "print": {**light, **printed}}


def luminance(colour: str) -> float:
    """Relative luminance, WCAG 2.2."""
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(char * 2 for char in digits)
    channels = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["light", "dark", "print"])
@pytest.mark.parametrize(
    ("text", "ground"),
    [("ink", ground) for ground in GROUNDS]
    + [(text, ground) for text in ("muted", "accent") for ground in ("paper", "wash")],
)
def test_text_reaches_aa(scheme: str, text: str, ground: str) -> None:
    colours = schemes()[scheme]
    high, low = sorted((luminance(colours[text]), luminance(colours[ground])), reverse=True)
    assert (high + 0.05) / (low + 0.05) >= AA


def test_what_was_read_instead_of_the_page_is_said() -> None:
    report, article, sources = invented()
    first, *rest = sources
    time, made = "2026-11-09T10:00:00Z", "2026-11-04T08:00:00Z"
    copy = replace(first, role="archive-copy", archived_at=made, captured_at=time)
    shown = report_page(report, article, [copy, *rest])
    assert "Read: <bdi>Copy held by a web archive of 4 November 2026, 08:00 UTC, captured" in shown
    raw = replace(first, role="raw")
    shown = report_page(report, article, [joined([raw, first]), *rest])
    assert "Read: <bdi>Raw data from the site’s interface</bdi>" in shown
    assert "Read: <bdi>Page as received</bdi>" in shown
    assert "Read:" not in report_page(report, article, [first])
