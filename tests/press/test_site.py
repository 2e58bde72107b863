"""The site as a whole: same bytes twice, sound mark-up, links that lead somewhere, no request."""

from __future__ import annotations

import posixpath
from dataclasses import replace
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from copydesk.article import read_article
from copydesk.config import Config
from copydesk.errors import ConflictError, NewsroomError, VerificationError
from copydesk.press import render_site
from copydesk.press.templating import CONTENT_SECURITY_POLICY
from copydesk.provenance.record import Record


def pages(site: dict[str, bytes]) -> dict[str, bytes]:
    return {path: data for path, data in site.items() if path.endswith(".html")}


def test_the_same_record_gives_the_same_bytes(
    site: dict[str, bytes], record: Record, config: Config, downloads: Any
) -> None:
    again = render_site([record], config, read_article=read_article, downloads=downloads)
    assert again == site
    assert list(again) == list(site)


def test_the_order_of_records_does_not_matter(record: Record, config: Config) -> None:
    other = replace(record, slug="another-story")
    one = render_site([record, other], config, read_article=read_article)
    two = render_site([other, record], config, read_article=read_article)
    assert one == two


def test_every_page_is_well_formed(site: dict[str, bytes], read_page: Any) -> None:
    assert len(pages(site)) == 3
    for path, data in pages(site).items():
        page = read_page(data)
        assert page.faults == [], path
        assert page.elements[0] == ("html", {"lang": "en"})
        assert {"main", "header", "footer"} <= {tag for tag, _ in page.elements}


def broken_links(site: dict[str, bytes], read_page: Any) -> tuple[int, list[str]]:
    """How many internal links there are, and those that lead nowhere."""
    read = {path: read_page(data) for path, data in pages(site).items()}
    checked, broken = 0, []
    for path, page in read.items():
        for link in (*page.links, *page.loads):
            parts = urlsplit(link)
            if parts.scheme:
                continue
            checked += 1
            target = path
            if parts.path:
                target = posixpath.normpath(
                    posixpath.join(posixpath.dirname(path), unquote(parts.path))
                )
            there = target in site
            if there and parts.fragment:
                there = target in read and parts.fragment in read[target].ids
            if not there:
                broken.append(f"{path}: {link}")
    return checked, broken


def test_every_internal_link_leads_somewhere(site: dict[str, bytes], read_page: Any) -> None:
    checked, broken = broken_links(site, read_page)
    assert checked > 100  # a check that looks at nothing must not pass
    assert broken == []


def test_the_link_check_can_fail(site: dict[str, bytes], read_page: Any) -> None:
    without = {path: data for path, data in site.items() if not path.endswith("trace.json")}
    assert broken_links(without, read_page)[1]


def test_no_page_asks_another_host(site: dict[str, bytes], read_page: Any) -> None:
    for path, data in pages(site).items():
        page = read_page(data)
        assert all(not urlsplit(load).scheme and not load.startswith("//") for load in page.loads)
        tags = {tag for tag, _ in page.elements}
        assert not tags & {"img", "iframe", "object", "embed", "form", "video", "audio"}, path
        scripts = [held for tag, held in page.elements if tag == "script"]
        assert all(held == {"type": "application/ld+json"} for held in scripts)
        policies = [h["content"] for t, h in page.elements if h.get("http-equiv")]
        assert policies == [CONTENT_SECURITY_POLICY]
    assert "default-src 'none'" in CONTENT_SECURITY_POLICY
    css = site["static/press.css"].decode()
    assert "@import" not in css


def test_every_file_that_the_style_sheet_names_is_there(site: dict[str, bytes]) -> None:
    css = site["static/press.css"].decode()
    named = [part.split('"')[1] for part in css.split("url(")[1:]]
    assert len(named) == 2
    assert all(f"static/{name}" in site for name in named)
    assert b"SIL OPEN FONT LICENSE" in site["static/fonts/OFL.txt"]


def test_downloads_are_copied_byte_for_byte(site: dict[str, bytes], record: Record) -> None:
    folder = f"a/{record.slug}/record/files"
    assert site[f"{folder}/{record.folder}/article.md"] == record.article_bytes
    assert site[f"{folder}/checkpoint"] == record.checkpoint.encode()


def test_a_record_that_does_not_verify_stops_the_build(
    record: Record, tampered: Record, config: Config
) -> None:
    other = replace(record, slug="another-story")
    with pytest.raises(VerificationError) as caught:
        render_site([other, tampered], config, read_article=read_article)
    assert "article: The bytes hash to another digest" in caught.value.message
    assert caught.value.location == tampered.folder


def test_changed_bytes_stop_the_build_whatever_the_checks_say(
    record: Record, config: Config
) -> None:
    changed = replace(record, article_bytes=record.article_bytes.replace(b"231", b"237"))
    with pytest.raises(VerificationError, match="press-article-digest"):
        render_site([changed], config, read_article=read_article)


def test_a_failing_page_is_loud(tampered: Record, config: Config, read_page: Any) -> None:
    site = render_site([tampered], config, read_article=read_article, allow_failed=True)
    for path in (
        "index.html",
        f"a/{tampered.slug}/index.html",
        f"a/{tampered.slug}/record/index.html",
    ):
        page = read_page(site[path])
        assert page.faults == []
        assert "This does not match the record." in page.text
        assert "Signed by ledger-press ·" not in page.text


def test_what_is_not_published_has_no_page(record: Record, config: Config) -> None:
    site = render_site([replace(record, publication=None)], config, read_article=read_article)
    assert list(pages(site)) == ["index.html"]
    assert b"No article has been published yet." in site["index.html"]


def test_newest_first(record: Record, config: Config, read_page: Any) -> None:
    assert record.publication is not None
    later = record.publication.predicate.model_copy(update={"publishedAt": "2026-11-10T00:00:00Z"})
    new = replace(
        record, slug="later-story", publication=replace(record.publication, predicate=later)
    )
    site = render_site([record, new], config, read_article=read_article)
    links = read_page(site["index.html"]).links
    stories = [link for link in links if link.startswith("a/")]
    assert stories == ["a/later-story/index.html", f"a/{record.slug}/index.html"]


@pytest.mark.parametrize("slug", ["", "..", "a/b", "A", "-a", "a b", "a\u202eb", "x" * 201])
def test_a_slug_that_cannot_be_a_path_is_refused(record: Record, config: Config, slug: str) -> None:
    with pytest.raises(NewsroomError):
        render_site([replace(record, slug=slug)], config, read_article=read_article)


@pytest.mark.parametrize("name", ["", "/etc/passwd", "../x", "a/../b", ".hidden", "a//b", 'a"b'])
def test_a_download_that_cannot_be_a_path_is_refused(
    record: Record, config: Config, name: str
) -> None:
    with pytest.raises(NewsroomError):
        render_site(
            [record], config, read_article=read_article, downloads={record.slug: {name: b""}}
        )


def test_two_articles_with_one_slug_are_refused(record: Record, config: Config) -> None:
    with pytest.raises(ConflictError, match=r"2026-11.*2026-12"):
        render_site([record, replace(record, month="2026-12")], config, read_article=read_article)
