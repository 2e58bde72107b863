"""Everything from an article, a source or a review is untrusted; none of it may become mark-up."""

from __future__ import annotations

import itertools
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from copydesk.article import read_article
from copydesk.config import Config, NewsroomIdentity
from copydesk.press import render_site
from copydesk.press.jsonld import script_json
from copydesk.press.links import safe_href
from copydesk.press.visible import visible
from copydesk.provenance.checks import Check, CheckState, Verification
from copydesk.provenance.record import Record

SCRIPT = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"
OVERRIDE = "gpj\u202eexe\u2066.txt"
HOSTILE = f"{SCRIPT} \" ' & <!-- {OVERRIDE}"

HEAD = """---
title: "{title}"
summary: "{summary}"
category: "{category}"
sources:
  - https://paper.example/a
---
"""


def article_with(body: str, title: str = "A plain title") -> bytes:
    return (HEAD.format(title=title, summary="In short.", category="News") + body).encode()


@pytest.fixture(scope="session")
def with_bytes(rebind: Any) -> Any:
    """The record around other article bytes, without what points into the old text."""

    def build(record: Record, data: bytes) -> Record:
        return replace(rebind(record, data), trace=None, reviews=(), corrections=())

    return build


def harmless(markup: bytes, read_page: Any) -> Any:
    page = read_page(markup)
    assert page.faults == []
    for tag, held in page.elements:
        assert tag not in {"img", "iframe", "object", "embed", "form", "svg", "style", "base"}
        assert not [name for name in held if name.startswith("on") or name == "style"]
        if tag == "script":
            assert held == {"type": "application/ld+json"}
        if tag == "a" and "href" in held:
            assert re.match(r"https?://|#|[a-z./]+[a-z]|\.\./", held["href"]), held
            assert not held["href"].lower().startswith(("javascript:", "data:", "vbscript:"))
    for char in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069":
        assert char not in markup.decode()
    return page


@pytest.fixture
def hostile(record: Record) -> Record:
    """The made-up record with hostile words wherever a statement or the trace holds words."""
    review, correction = record.reviews[0], record.corrections[0]
    assert record.source_set is not None
    assert record.trace is not None
    said = review.predicate
    note = said.clarifications[0].model_copy(update={"text": HOSTILE, "id": HOSTILE})
    raised = said.concerns[0].model_copy(update={"text": HOSTILE, "resolution": HOSTILE})
    taken = record.source_set.predicate
    urls = ["javascript:alert(1)", 'https://a.example/"onmouseover="x', f"https://{HOSTILE}"]
    captured = taken.sources[0].captures[0]
    sources = [
        s.model_copy(
            update={
                "url": url,
                "captures": [captured.model_copy(update={"finalUrl": url, "client": HOSTILE})],
            }
        )
        for s, url in zip(taken.sources, urls, strict=False)
    ]
    trace = json.loads(json.dumps(record.trace))
    for item in trace["specifics"]:
        item["reason"] = HOSTILE
        for entry in item["evidence"]:
            entry |= {"prefix": HOSTILE, "exact": HOSTILE, "suffix": HOSTILE}
    for finding in trace["findings"]:
        finding["message"] = HOSTILE
    checks = (*record.verification.checks, Check("x", HOSTILE, CheckState.PASS, HOSTILE, HOSTILE))
    return replace(
        record,
        verification=Verification(record.folder, checks),
        source_set=replace(
            record.source_set, predicate=taken.model_copy(update={"sources": sources})
        ),
        reviews=(
            replace(
                review,
                predicate=said.model_copy(
                    update={"summary": HOSTILE, "clarifications": [note], "concerns": [raised]}
                ),
            ),
        ),
        corrections=(
            replace(
                correction, predicate=correction.predicate.model_copy(update={"text": HOSTILE})
            ),
        ),
        trace=trace,
    )


def test_hostile_words_stay_words_on_every_page(hostile: Record, read_page: Any) -> None:
    config = Config(newsroom=NewsroomIdentity(name=f"Ledger {SCRIPT}"[:200]))
    site = render_site([hostile], config, read_article=read_article)
    for path in [path for path in site if path.endswith(".html")]:
        page = harmless(site[path], read_page)
        assert "<script>alert(1)</script>" in page.text
    record_page = harmless(site[f"a/{hostile.slug}/record/index.html"], read_page)
    assert "⟨U+202E⟩exe⟨U+2066⟩.txt" in record_page.text
    assert "javascript:alert(1)" in record_page.text


@pytest.mark.parametrize(
    "body",
    [
        "<script>alert(1)</script>\n",
        "<img src=x onerror=alert(1)>\n",
        "a <b onclick=alert(1)>b</b> <svg/onload=alert(1)>\n",
        "[x](javascript:alert(1)) [y](data:text/html,x) [z](vbscript:x)\n",
        "[x](JaVaScRiPt:alert(1)) <javascript:alert(1)>\n",
        "[x](&#106;avascript:alert(1))\n",
        "![x](https://track.example/pixel.gif)\n",
        '![" onload="x](https://track.example/p.gif "t")\n',
        "<a href='https://paper.example/a' id=main class=mark>x</a>\n",
        "<div id=state><h1>Signed by everybody</h1></div>\n",
        "<style>*{display:none}</style><link rel=stylesheet href=//x.example>\n",
        "<iframe src=//x.example></iframe><base href=//x.example>\n",
        "<p><a href='https://x.example'>one <a href='https://y.example'>two</a></a>\n",
        "</div></article></main><p>out\n",
        "<table><tr><td>x</table><h2>y\n",
        "```\n</code></pre><script>x</script>\n```\n",
        "\ufdd00\ufdd1 \ufdd099\ufdd1 text\n",
        f"{OVERRIDE} `{OVERRIDE}` [{OVERRIDE}](https://paper.example/a)\n",
        "<!-- --!> <script>x</script> -->\n",
        "<math><mtext></mtext><script>x</script></math>\n",
        "# One\n\n#### Four\n\n## Two\n\n###### Six\n",
        "[![i](https://x.example/i.png)](https://paper.example/a)\n",
        "> " * 200 + "deep\n",
        "x[^1]\n\n[^1]: note <b id=x>\n",
        "- [ ] todo\n- [x] done\n",
    ],
)
def test_a_hostile_body_is_sanitised(
    record: Record, with_bytes: Any, config: Config, read_page: Any, body: str
) -> None:
    hurt = with_bytes(record, article_with(body + "\nThe end stays.\n"))
    site = render_site([hurt], config, read_article=read_article)
    page = harmless(site[f"a/{record.slug}/index.html"], read_page)
    assert "The end stays." in page.text
    levels = [level for level, _ in page.headings]
    assert levels.count(1) == 1
    assert all(b <= a + 1 for a, b in itertools.pairwise(levels))
    inside = [held for tag, held in page.elements if tag == "a" and held.get("class") == "mark"]
    assert inside == []


def test_an_image_becomes_words(with_bytes: Any, record: Record, config: Config) -> None:
    hurt = with_bytes(record, article_with("See ![a chart](https://track.example/p.gif) here.\n"))
    markup = render_site([hurt], config, read_article=read_article)[
        f"a/{record.slug}/index.html"
    ].decode()
    assert "[Image: a chart]" in markup
    assert "<img" not in markup


def test_a_hostile_title_reaches_no_mark_up(
    with_bytes: Any, record: Record, config: Config, read_page: Any
) -> None:
    title = "</title><script>alert(1)</script> \u202eevil & 'co'"
    hurt = with_bytes(record, article_with("Text.\n", title))
    site = render_site([hurt], config, read_article=read_article)
    for path in [path for path in site if path.endswith(".html")]:
        page = harmless(site[path], read_page)
        assert "</title><script>alert(1)</script> ⟨U+202E⟩evil & 'co'" in page.text


def test_json_cannot_end_its_script() -> None:
    value = {"a": "</script><!--<script>&\u2028\u202e"}
    text = script_json(value)
    assert not set("<>&") & set(text)
    assert text.isascii()
    assert json.loads(text) == value


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://a.example/x?y#z", "a.example"),
        ("http://user@a.example:81/", "a.example:81"),
        ("HTTPS://A.example", "A.example"),
        ("javascript:alert(1)", ""),
        ("//a.example/x", ""),
        ("ftp://a.example", ""),
        ("https://", ""),
        ("https://a.example/ b", ""),
        ('https://a.example/"x', ""),
        ("https://a.example/\u202ex", ""),
        ("", ""),
    ],
)
def test_only_web_addresses_become_links(url: str, host: str) -> None:
    assert safe_href(url) == ((url, host) if host else ("", ""))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("a\u202eb", "a⟨U+202E⟩b"),
        ("a\u2069b\x00c\x1bd", "a⟨U+2069⟩b⟨U+0000⟩c⟨U+001B⟩d"),
        ("tab\tand\nline", "tab\tand\nline"),
        ("שלום \u200f«»", "שלום \u200f«»"),
        ("\U000e0041", "⟨U+E0041⟩"),
        ("\ud800", "⟨U+D800⟩"),
    ],
)
def test_deceiving_characters_are_written_out(text: str, shown: str) -> None:
    assert visible(text) == shown


@settings(max_examples=40, deadline=None)
@given(
    st.text(
        alphabet=st.sampled_from("ab <>\"'&`*_[]()!#|\\\n-:/\u202e\ufdd0\ufdd11é"), max_size=120
    )
)
def test_any_body_gives_a_sound_page(page_of: Any, body: str) -> None:
    page_of(body)


@pytest.fixture(scope="session")
def page_of(with_bytes: Any, record: Record, config: Config, read_page: Any) -> Any:
    def render(body: str) -> Any:
        hurt = with_bytes(record, article_with("Lead.\n\n" + body))
        site = render_site([hurt], config, read_article=read_article)
        return harmless(site[f"a/{record.slug}/index.html"], read_page)

    return render
