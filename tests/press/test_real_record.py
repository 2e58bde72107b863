"""From really signed and logged statements to pages, by way of the verifier and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from copydesk.article import read_article
from copydesk.config import Config
from copydesk.errors import VerificationError
from copydesk.press import render_site
from copydesk.press.state import assess
from copydesk.provenance.checks import CheckState


def test_a_verified_record_becomes_pages(newsroom: Any, config: Config, read_page: Any) -> None:
    record = newsroom.record()
    failed = [check for check in record.verification.checks if check.state is CheckState.FAIL]
    assert failed == []
    site = render_site([record], config, read_article=read_article)
    page = read_page(site[f"a/{record.slug}/record/index.html"])
    assert page.faults == []
    assert (
        "Signed by ledger-press · 57 of 63 specifics matched to 5 archived sources, 4 not "
        "matched, 2 could not be checked · 1 correction" in page.text
    )
    assert "its place is fixed by log entry 5" in page.text
    assert page.text.count("Signature verified") == 6


@pytest.mark.parametrize(
    ("path", "tone"),
    [
        ("{folder}/article.md", "failed"),
        ("{folder}/prov/trace.json", "failed"),
        ("{folder}/prov/review-1.dsse.json", "failed"),
        ("log/checkpoint", "failed"),
        ("captures", "failed"),
    ],
)
def test_one_changed_byte_stops_the_build(
    newsroom: Any, config: Config, read_page: Any, path: str, tone: str
) -> None:
    wanted = path.format(folder=newsroom.folder)
    found = next(name for name in sorted(newsroom.files) if name.startswith(wanted))
    data = bytearray(newsroom.files[found])
    data[len(data) // 2] ^= 1
    newsroom.files[found] = bytes(data)
    record = newsroom.record()
    with pytest.raises(VerificationError):
        render_site([record], config, read_article=read_article)
    assert assess(record).tone == tone
    site = render_site([record], config, read_article=read_article, allow_failed=True)
    assert "This does not match the record." in read_page(site["index.html"]).text


def test_captures_that_are_elsewhere_are_said_to_be_unchecked(newsroom: Any) -> None:
    newsroom.files = {k: v for k, v in newsroom.files.items() if not k.startswith("captures/")}
    state = assess(newsroom.record())
    assert not state.failed
    assert any("were not at hand" in sentence for sentence in state.sentences)
