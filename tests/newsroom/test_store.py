"""Reading a newsroom's files: never out of the folder, never waiting, never without a limit."""

import os
from pathlib import Path

import pytest

from copydesk.config import Config, PolicyConfig, policy_digest
from copydesk.errors import ConfigError, LimitError, NewsroomError
from copydesk.newsroom import store
from copydesk.newsroom.store import DirectoryFiles, Newsroom


@pytest.fixture(params=[True, False], ids=["walked", "resolved"])
def files(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> DirectoryFiles:
    """The same answers are due from both ways of reading."""
    if request.param and not store._WALKS:
        pytest.skip("this system cannot open files relative to a folder")
    monkeypatch.setattr(store, "_WALKS", request.param)
    root = tmp_path / "newsroom"
    (root / "a" / "b").mkdir(parents=True)
    (root / "a" / "b" / "file").write_bytes(b"inside")
    (root / "a" / "empty").write_bytes(b"")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret").write_bytes(b"outside")
    return DirectoryFiles(root)


def test_files_are_read_and_missing_ones_are_none(files: DirectoryFiles) -> None:
    assert files.read("a/b/file") == b"inside"
    assert files.read("a/empty") == b""
    for missing in ("a/b/none", "none", "none/none/none", "a/b/file/none"):
        assert files.read(missing) is None


@pytest.mark.parametrize("place", ["link", "a/link", "a/b/link"])
def test_a_link_out_is_refused_wherever_it_stands(files: DirectoryFiles, place: str) -> None:
    outside = files.root.parent / "outside"
    (files.root / place).symlink_to(outside)
    with pytest.raises(NewsroomError, match="regular file"):
        files.read(f"{place}/secret")
    (files.root / place).unlink()
    (files.root / place).symlink_to(outside / "secret")
    with pytest.raises(NewsroomError, match="regular file"):
        files.read(place)


def test_a_link_that_stays_inside_is_followed(files: DirectoryFiles) -> None:
    (files.root / "to").symlink_to(files.root / "a")
    (files.root / "same").symlink_to("a/b/file")
    assert files.read("to/b/file") == files.read("same") == b"inside"


def test_a_broken_link_is_no_file(files: DirectoryFiles) -> None:
    (files.root / "broken").symlink_to("nowhere")
    assert files.read("broken") is None


@pytest.mark.parametrize("path", ["../outside/secret", "a/../../outside/secret", "/etc/passwd"])
def test_a_path_that_leads_out_is_refused(files: DirectoryFiles, path: str) -> None:
    with pytest.raises(NewsroomError):
        files.read(path)


def test_a_path_with_odd_parts_that_stays_inside_is_read(files: DirectoryFiles) -> None:
    assert files.read("a/./b//file") == files.read("a/b/../b/file") == b"inside"


def test_a_folder_is_no_file(files: DirectoryFiles) -> None:
    with pytest.raises(NewsroomError, match="regular file"):
        files.read("a/b")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders")
@pytest.mark.timeout(10)
def test_a_pipe_is_refused_and_not_waited_for(files: DirectoryFiles) -> None:
    os.mkfifo(files.root / "pipe")
    with pytest.raises(NewsroomError, match="regular file"):
        files.read("pipe")


def test_a_file_over_the_limit_is_refused(
    files: DirectoryFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MAX_FILE_BYTES", 6)
    assert files.read("a/b/file") == b"inside"
    (files.root / "large").write_bytes(b"1234567")
    with pytest.raises(LimitError):
        files.read("large")


def test_no_descriptor_is_left_open(files: DirectoryFiles) -> None:
    (files.root / "link").symlink_to(files.root.parent / "outside")
    table = Path("/proc/self/fd")
    if not table.is_dir():
        pytest.skip("this system does not list open files")
    before = len(list(table.iterdir()))
    for path in ("a/b/file", "none", "a/b", "a/b/file/none", "a/none/none"):
        for _ in range(20):
            try:
                files.read(path)
            except NewsroomError:
                continue
    assert len(list(table.iterdir())) == before


def test_names_leave_links_out(files: DirectoryFiles) -> None:
    (files.root / "a" / "b" / "inner").mkdir()
    (files.root / "a" / "b" / "inner" / "x").write_bytes(b"")
    (files.root / "a" / "link").symlink_to(files.root.parent / "outside")
    (files.root / "a" / "to-file").symlink_to("b/file")
    everything = ["a/b/file", "a/b/inner/x", "a/empty"]
    assert list(files.names("")) == list(files.names("a")) == list(files.names("a/")) == everything
    assert list(files.names("a/b")) == everything[:2]
    assert list(files.names("none")) == []


def test_the_list_of_owners_is_read_and_counts_in_the_policy(tmp_path: Path) -> None:
    config = Config(policy=PolicyConfig(owners="owners.txt"))
    room = Newsroom(tmp_path, config)
    with pytest.raises(ConfigError, match=r"owners\.txt"):
        room.lists()
    (tmp_path / "owners.txt").write_text("cable.example Harbour Media\n", "utf-8")
    owners = room.lists().owners
    assert owners is not None
    assert owners.of("https://cable.example/a") == "Harbour Media"
    before = policy_digest(config, room.list_bytes())
    (tmp_path / "owners.txt").write_text("cable.example Coast Media\n", "utf-8")
    assert policy_digest(config, room.list_bytes()) != before
