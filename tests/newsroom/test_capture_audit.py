"""``copydesk verify --captures`` of a newsroom, of an article, and of a clone that git made."""

import json
import subprocess
from pathlib import Path

import pytest
from small_newsroom import PAGES, captured, make_desk

from copydesk.capture.store import stored_path
from copydesk.cli import main
from copydesk.newsroom.common import Desk
from copydesk.newsroom.layout import ArticlePaths
from copydesk.provenance.canonical import sha256_hex

SHA256 = sha256_hex(next(iter(PAGES.values())))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return make_desk(tmp_path)


@pytest.fixture
def paths(desk: Desk) -> ArticlePaths:
    return captured(desk)


def verify(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    with pytest.raises(SystemExit) as stopped:
        main(["verify", "--captures", *words])
    return int(stopped.value.code or 0), capsys.readouterr().out


def test_a_whole_newsroom_and_an_article(
    desk: Desk, paths: ArticlePaths, capsys: pytest.CaptureFixture[str]
) -> None:
    root = str(desk.room.root)
    code, out = verify(capsys, root)
    assert (code, out.count("\n")) == (0, 1)
    assert "1 of 1 stored bodies have their hashes; 0 are wrong, 0 are missing." in out
    code, out = verify(capsys, paths.slug, "--newsroom", root, "--format", "json")
    assert code == 0
    assert json.loads(out)["objects"][0] == {
        "path": f"captures/sha256/{SHA256[:2]}/{SHA256}.zst",
        "state": "ok",
        "named": True,
        "size": len(next(iter(PAGES.values()))),
        "problem": "",
        "cause": "",
    }


def test_a_damaged_body_is_named_and_a_missing_one_is_not_wrong(
    desk: Desk, paths: ArticlePaths, capsys: pytest.CaptureFixture[str]
) -> None:
    path, root = stored_path(desk.room.root, SHA256), str(desk.room.root)
    path.write_bytes(path.read_bytes()[:-4])
    code, out = verify(capsys, root)
    assert code == 1
    assert out.startswith(f"WRONG    captures/sha256/{SHA256[:2]}/{SHA256}.zst")
    path.unlink()
    code, out = verify(capsys, paths.slug, "--newsroom", root)
    assert code == 0
    assert "1 are missing" in out


def test_a_source_set_that_cannot_be_read_is_a_fault(
    desk: Desk, paths: ArticlePaths, capsys: pytest.CaptureFixture[str]
) -> None:
    (desk.room.root / paths.statement("source-set")).write_bytes(b"{}")
    assert verify(capsys, str(desk.room.root))[0] == 1


def test_a_bundle_is_another_matter(
    desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "b.json").write_bytes(b"{}")
    assert verify(capsys, str(tmp_path / "b.json"), "--newsroom", str(desk.room.root))[0] == 2


@pytest.mark.usefixtures("paths")
@pytest.mark.parametrize("protected", [True, False])
def test_a_clone_with_line_end_conversion_is_unharmed_because_of_gitattributes(
    desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str], protected: bool
) -> None:
    root = desk.room.root
    # Bodies of which git would think that they are text, would it not be told.
    path = stored_path(root, SHA256)
    (root / "notes.txt").write_bytes(b"one\ntwo\n")
    if not protected:
        (root / ".gitattributes").unlink()

    def git(*words: str) -> None:
        who = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "core.autocrlf=true",
               "-c", "core.safecrlf=false")  # fmt: skip
        subprocess.run(["git", *who, *words], check=True, capture_output=True, cwd=tmp_path)  # noqa: S603, S607

    git("-C", str(root), "init", "-q")
    git("-C", str(root), "add", "-A")
    git("-C", str(root), "commit", "-q", "-m", "x")
    git("clone", "-q", str(root), str(tmp_path / "clone"))
    clone = tmp_path / "clone"
    text = (clone / "notes.txt").read_bytes()
    assert text == (b"one\ntwo\n" if protected else b"one\r\ntwo\r\n")
    if protected:
        assert stored_path(clone, SHA256).read_bytes() == path.read_bytes()
        assert verify(capsys, str(clone))[0] == 0
