"""Changes are all or nothing, whatever happens in between: every write point is tried."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from copydesk.errors import NewsroomError
from copydesk.newsroom.transaction import apply_changes, recover

OLD = {"a.txt": b"old a", "sub/b.txt": b"old b", "gone.txt": b"old"}
CHANGES: dict[str, bytes | None] = {
    "a.txt": b"new a",
    "sub/b.txt": b"new b",
    "deep/er/c.txt": b"new c",
    "gone.txt": None,
}
NEW = {"a.txt": b"new a", "sub/b.txt": b"new b", "deep/er/c.txt": b"new c"}


def fill(root: Path) -> None:
    for name, data in OLD.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def state(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and ".copydesk" not in path.parts
    }


def test_all_changes_are_made(tmp_path: Path) -> None:
    fill(tmp_path)
    apply_changes(tmp_path, CHANGES)
    assert state(tmp_path) == NEW
    assert not recover(tmp_path)


def test_nothing_is_written_when_nothing_differs(tmp_path: Path) -> None:
    fill(tmp_path)
    before = (tmp_path / "a.txt").stat().st_mtime_ns
    apply_changes(tmp_path, {"a.txt": b"old a"})
    assert (tmp_path / "a.txt").stat().st_mtime_ns == before
    assert not (tmp_path / ".copydesk").exists()


@pytest.mark.parametrize("path", ["../x", "/etc/x", "a/../../x", ""])
def test_a_path_out_of_the_newsroom_is_refused(tmp_path: Path, path: str) -> None:
    with pytest.raises(NewsroomError, match="leads out"):
        apply_changes(tmp_path, {path: b"x"})


def test_a_linked_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    (tmp_path / "outside").mkdir()
    (tmp_path / "room" / "sub").symlink_to(tmp_path / "outside")
    with pytest.raises(NewsroomError, match="symbolic link"):
        apply_changes(tmp_path / "room", {"sub/x": b"x"})
    assert not list((tmp_path / "outside").iterdir())


def test_a_damaged_commit_is_said_and_kept(tmp_path: Path) -> None:
    fill(tmp_path)
    commit = tmp_path / ".copydesk" / "commit"
    commit.mkdir(parents=True)
    (commit / "manifest.json").write_bytes(b"{")
    with pytest.raises(NewsroomError, match="cannot be finished"):
        recover(tmp_path)
    assert state(tmp_path) == OLD


# A child process is killed with SIGKILL at its nth call of one of the functions through which
# every byte reaches the disk. It prints nothing; the parent looks at what is left.
CHILD = """
import os, signal, sys
from pathlib import Path
from copydesk.newsroom import transaction
left = int(sys.argv[2])
def dying(real):
    def call(*args, **kwargs):
        global left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*args, **kwargs)
    return call
for name in ("replace", "fsync", "open", "close", "unlink", "rmdir", "mkdir"):
    setattr(os, name, dying(getattr(os, name)))
transaction.apply_changes(Path(sys.argv[1]), {changes!r})
"""


def test_kill_at_every_write_point_leaves_old_or_new(tmp_path: Path) -> None:
    seen = set()
    for number in range(1, 200):
        root = tmp_path / str(number)
        root.mkdir()
        fill(root)
        done = subprocess.run(  # noqa: S603 - our own interpreter and code
            [sys.executable, "-c", CHILD.format(changes=CHANGES), str(root), str(number)],
            check=False,
        )
        recover(root)
        left = state(root)
        assert left in (OLD, NEW), number
        seen.add("new" if left == NEW else "old")
        if done.returncode == 0:
            break
        assert done.returncode == -signal.SIGKILL
        apply_changes(root, CHANGES)
        assert state(root) == NEW
        assert not (root / ".copydesk" / "staging").exists()
    else:
        pytest.fail("the child never ended by itself")
    assert seen == {"old", "new"}
