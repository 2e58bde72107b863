"""Pages of imported articles: plainly not the newsroom's own, and never green."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from herald_archive import HeraldArchive, Page, Round, StorySpec
from selectolax.lexbor import LexborHTMLParser

from copydesk.importers.checkout import Checkout
from copydesk.newsroom.common import Desk
from copydesk.newsroom.create import create_newsroom
from copydesk.newsroom.imported import import_slug
from copydesk.newsroom.importing import import_machine_herald
from copydesk.newsroom.keystore import Keystore
from copydesk.newsroom.site import build_site
from copydesk.newsroom.store import Newsroom
from copydesk.provenance.dsse import parse_envelope, seal
from copydesk.provenance.keys import generate_key

BODY = "The harbour ferry carried 412 riders on Friday"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    keystore = Keystore(tmp_path / "keys")
    create_newsroom(tmp_path / "room", keystore, name="The Port", origin="port.example/log")
    return Desk(Newsroom.open(tmp_path / "room"), keystore, lambda: "2031-06-01T12:00:00Z")


@pytest.fixture
def archive(tmp_path: Path) -> HeraldArchive:
    return HeraldArchive(tmp_path / "archive")


def imported(desk: Desk, archive: HeraldArchive) -> None:
    import_machine_herald(desk, Checkout(archive.root), "archive")


def built(desk: Desk) -> Path:
    return build_site(desk.room, desk.room.root / "site").folder


def page(folder: Path, spec: StorySpec) -> LexborHTMLParser:
    path = folder / "imported" / spec.month / import_slug(spec.name) / "index.html"
    return LexborHTMLParser(path.read_bytes())


def text(parser: LexborHTMLParser, selector: str) -> str:
    return " ".join(node.text() for node in parser.css(selector))


def test_the_page_says_what_it_is_and_what_verified(desk: Desk, archive: HeraldArchive) -> None:
    spec = archive.add(
        publisher="hmac",
        rounds=(Round("REQUEST_CHANGES", 20), Round()),
        corrections=(("The ferry carried 421 riders.", "correction"),),
        pages=(Page("https://a.example/", None, status=403, error="HTTP 403"),),
    )
    imported(desk, archive)
    found = page(built(desk), spec)
    assert "Imported, not published by The Port" in text(found, ".alarm h2")
    assert spec.key in text(found, ".alarm")
    assert BODY in text(found, ".text")
    rows = [node.text() for node in found.css("section[aria-labelledby=steps-title] .ledger > div")]
    assert len(rows) == 5
    assert "verifies with a key of the archive" in rows[0]
    assert "not signed" in rows[1]
    assert "forgeable by anyone" in rows[3]
    assert "signatures_present.publisher" in rows[3]
    assert "421 riders" in text(found, ".corrections-box")
    assert "was not kept" in text(found, ".ledger")
    alone = text(found, "section[aria-labelledby=alone-title]")
    data = (
        desk.room.root / f"articles/{spec.month}/{import_slug(spec.name)}/article.md"
    ).read_bytes()
    assert "does not check itself" in alone
    assert hashlib.sha256(data).hexdigest() in alone
    assert f"src/content/articles/{spec.key}.md" in alone
    states = [node.attributes["class"] for node in found.css("table.checks tbody tr")]
    assert "fail" in states
    assert states[0] == "not-present"


def test_nothing_on_it_reads_as_a_record_of_our_own(desk: Desk, archive: HeraldArchive) -> None:
    spec = archive.add()
    imported(desk, archive)
    found = page(built(desk), spec)
    words = found.body.text() if found.body is not None else ""
    assert "signed record of its sources" not in words
    assert "Provenance Record" not in words
    assert not found.css(".verified, .verifier, script")
    assert "no signed record" in text(found, ".colophon")


def test_the_front_page_leads_to_the_list_and_the_list_to_the_pages(
    desk: Desk, archive: HeraldArchive
) -> None:
    specs = [
        archive.add(title="Older story", at="2031-02-02T09:00:00.250Z"),
        archive.add(title="Newer story", at="2031-03-02T09:00:00.250Z"),
    ]
    imported(desk, archive)
    folder = built(desk)
    front = LexborHTMLParser((folder / "index.html").read_bytes())
    assert "Imported from another system: 2" in text(front, "main")
    listed = LexborHTMLParser((folder / "imported/index.html").read_bytes())
    links = [str(node.attributes["href"]) for node in listed.css(".articles a")]
    assert [Path(link).parent.name for link in links] == [spec.name for spec in reversed(specs)]
    assert all((folder / "imported" / link).is_file() for link in links)


def damage_text(desk: Desk, folder: Path) -> None:
    del desk
    path = folder / "article.md"
    path.write_bytes(path.read_bytes().replace(b"412", b"999"))


def damage_statement(desk: Desk, folder: Path) -> None:
    del desk
    (folder / "imported/statement.dsse.json").write_bytes(b"{}")


def sign_by_a_stranger(desk: Desk, folder: Path) -> None:
    del desk
    path = folder / "imported/statement.dsse.json"
    path.write_bytes(seal(parse_envelope(path.read_bytes()).payload, [generate_key()]))


@pytest.mark.parametrize("damage", [damage_text, damage_statement, sign_by_a_stranger])
def test_what_does_not_hold_is_not_shown(
    desk: Desk, archive: HeraldArchive, damage: object
) -> None:
    spec = archive.add(corrections=(("The ferry carried 421 riders.", "correction"),))
    imported(desk, archive)
    assert callable(damage)
    damage(desk, desk.room.root / f"articles/{spec.month}/{import_slug(spec.name)}")
    folder = built(desk)
    found = page(folder, spec)
    assert "does not hold" in text(found, ".alarm h2")
    assert not found.css(".text, .corrections-box, .ledger")
    assert "riders on Friday" not in text(found, "main")
    listed = LexborHTMLParser((folder / "imported/index.html").read_bytes())
    assert "does not hold" in text(listed, ".failed")


def test_hostile_text_stays_text(desk: Desk, archive: HeraldArchive) -> None:
    evil = '<script>alert(1)</script><img src=x onerror=alert(1)>"><b class=verified>'
    spec = archive.add(
        title="A <script>alert(1)</script> title",
        body=f"Text {evil} text [a](javascript:alert(1)).\n",
        corrections=((evil, evil),),
        rounds=(Round(evil),),
    )
    path = archive.root / spec.submission
    value = json.loads(path.read_bytes())
    archive.write(spec.submission, {**value, "timestamp": evil})
    imported(desk, archive)
    found = page(built(desk), spec)
    assert not found.css("script, b, [onerror], [class=verified]")
    assert not found.css('a[href^="javascript"]')


def test_the_same_newsroom_gives_the_same_pages(desk: Desk, archive: HeraldArchive) -> None:
    archive.add()
    imported(desk, archive)
    first = {
        path.relative_to(desk.room.root): path.read_bytes() for path in built(desk).rglob("*.html")
    }
    assert first == {
        path.relative_to(desk.room.root): path.read_bytes() for path in built(desk).rglob("*.html")
    }
