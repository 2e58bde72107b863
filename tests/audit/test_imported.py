"""An imported archive is judged as the archive itself, and what the newsroom states of it as well."""

from dataclasses import replace
from pathlib import Path

import pytest
from audited_newsroom import newsroom_on_disk
from herald_archive import HeraldArchive, Page, Round, StorySpec
from newsroom_simulator import FOLDER

from copydesk.audit.archive import Options
from copydesk.audit.opening import open_archive
from copydesk.audit.row import AuditRow
from copydesk.audit.run import Audit, local
from copydesk.importers.checkout import Checkout
from copydesk.newsroom.common import Desk
from copydesk.newsroom.create import create_newsroom
from copydesk.newsroom.importing import import_machine_herald
from copydesk.newsroom.keystore import Keystore
from copydesk.newsroom.store import Newsroom
from copydesk.provenance.checks import CheckState

CRLF = b"<p>412 riders</p>\r\n<p>came.</p>\r\n"
STORIES = (
    StorySpec(),
    StorySpec(title="Second story of the port", contributor="random", rounds=()),
    StorySpec(title="Third story of the port", publisher="hmac", corrections=(("It.", "error"),)),
    StorySpec(
        title="Fourth story of the port",
        contributor="v2-migrated",
        pages=(
            Page("https://a.example/", CRLF, CRLF.replace(b"\r\n", b"\n")),
            Page("https://b.example/", status=403, error="HTTP 403"),
            Page("https://c.example/", CRLF, b"other"),
        ),
    ),
    StorySpec(title="Fifth story of the port", rounds=(Round("REJECT"),)),
)


def rows(root: Path, *, trace: bool = True) -> dict[str, AuditRow]:
    options = Options(trace=trace)
    archive = open_archive(root, options)
    audit = Audit(archive, local(root, options, 1))
    return {row.slug: row for row in audit.rows(archive.units(""))}


@pytest.fixture
def checkout(tmp_path: Path) -> HeraldArchive:
    archive = HeraldArchive(tmp_path / "checkout")
    for story in STORIES:
        archive.add(story)
    return archive


@pytest.fixture
def room(tmp_path: Path, checkout: HeraldArchive) -> Path:
    keystore = Keystore(tmp_path / "keys")
    create_newsroom(tmp_path / "room", keystore, name="The Port", origin="port.example/log")
    desk = Desk(Newsroom.open(tmp_path / "room"), keystore, lambda: "2031-06-01T12:00:00Z")
    import_machine_herald(desk, Checkout(checkout.root), "archive")
    return tmp_path / "room"


def without_log(row: AuditRow) -> AuditRow:
    kept = tuple(replace(one, reason="") for one in row.outcomes if one.check != "log")
    return replace(row, article="", outcomes=kept)


def test_it_comes_out_as_in_the_archive_itself(room: Path, checkout: HeraldArchive) -> None:
    there, here = rows(checkout.root), rows(room)
    assert len(here) == len(STORIES)
    for slug, row in here.items():
        assert without_log(row) == without_log(there[slug]), slug
        assert row.state("log") is CheckState.PASS
    assert [row.full_chain for row in here.values()].count(True) == 1


@pytest.mark.parametrize(
    ("name", "check", "code"),
    [
        ("imported/submission.json", "form", "import-files"),
        ("article.md", "text-hash", "differs"),
        ("imported/statement.tlog-proof", "form", "form"),
        ("imported/statement.dsse.json", "form", "form"),
    ],
)
def test_what_was_changed_since_is_found(room: Path, name: str, check: str, code: str) -> None:
    (folder,) = room.glob(f"articles/*/{STORIES[0].name}")
    (folder / name).write_bytes((folder / name).read_bytes()[:-20])
    found = {one.check: one.code for one in rows(room, trace=False)[STORIES[0].name].failed}
    assert found[check] == code


def test_an_import_statement_hides_no_published_article(room: Path, tmp_path: Path) -> None:
    native = newsroom_on_disk(tmp_path / "native")
    (folder,) = room.glob(f"articles/*/{STORIES[0].name}")
    (folder / "imported").rename(native / FOLDER / "imported")
    (row,) = rows(native, trace=False).values()
    assert row.full_chain
