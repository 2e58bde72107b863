"""One file written as a whole: the old one or the new one, and nothing left behind."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from copydesk.atomic import atomic_write


def test_a_file_and_its_folders_are_made(tmp_path: Path) -> None:
    target = tmp_path / "a" / "b" / "file"
    atomic_write(target, b"\0data")
    assert target.read_bytes() == b"\0data"
    assert [p.name for p in target.parent.iterdir()] == ["file"]
    assert target.stat().st_mode & 0o777 == 0o644


def test_a_file_is_replaced(tmp_path: Path) -> None:
    target = tmp_path / "file"
    atomic_write(target, b"old and longer")
    atomic_write(target, b"new")
    assert target.read_bytes() == b"new"


def test_a_link_is_replaced_and_what_it_leads_to_is_left(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_bytes(b"left alone")
    target = tmp_path / "link"
    target.symlink_to(other)
    atomic_write(target, b"new")
    assert other.read_bytes() == b"left alone"
    assert not target.is_symlink()


def test_data_reach_the_disk_before_the_name_and_the_name_before_the_return(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    replace = Path.replace

    def sync(descriptor: int) -> None:
        steps.append("folder" if os.path.isdir(f"/dev/fd/{descriptor}") else "data")  # noqa: PTH112 - of a descriptor

    def rename(self: Path, target: Path) -> Path:
        steps.append("rename")
        return replace(self, target)

    monkeypatch.setattr("os.fsync", sync)
    monkeypatch.setattr(Path, "replace", rename)
    atomic_write(tmp_path / "file", b"data")
    assert steps == ["data", "rename", "folder"]


@pytest.mark.parametrize("step", ["os.fsync", "pathlib.Path.chmod", "pathlib.Path.replace"])
def test_whatever_fails_the_old_file_stays_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    target = tmp_path / "file"
    atomic_write(target, b"old")

    def fail(*_: object) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as patched:
        patched.setattr(step, fail)
        with pytest.raises(OSError, match="disk full"):
            atomic_write(target, b"new")
    assert target.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


def test_a_name_as_long_as_a_name_can_be(tmp_path: Path) -> None:
    target = tmp_path / ("n" * 255)
    atomic_write(target, b"data")
    assert target.read_bytes() == b"data"
