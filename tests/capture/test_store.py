"""The capture store: stored once, read back re-hashed, damage said."""

import hashlib
from pathlib import Path

import pytest
import zstandard

from copydesk.capture import store
from copydesk.capture.store import read_capture, store_body, stored_path
from copydesk.errors import EvidenceError


def test_a_body_is_stored_once_under_its_hash(tmp_path: Path) -> None:
    sha = store_body(tmp_path, b"body")
    assert sha == hashlib.sha256(b"body").hexdigest()
    path = tmp_path / "captures" / "sha256" / sha[:2] / f"{sha}.zst"
    before = path.stat().st_mtime_ns
    assert store_body(tmp_path, b"body") == sha
    assert path.stat().st_mtime_ns == before
    assert read_capture(tmp_path, sha) == b"body"
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def damage(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-3] + b"xyz")


def other(path: Path) -> None:
    path.write_bytes(zstandard.compress(b"another body"))


@pytest.mark.parametrize("harm", [damage, other, Path.unlink], ids=["damaged", "another", "gone"])
def test_harm_is_said(tmp_path: Path, harm: object) -> None:
    sha = store_body(tmp_path, b"body " * 100)
    harm(stored_path(tmp_path, sha))  # type: ignore[operator] # one of the three above
    with pytest.raises(EvidenceError) as caught:
        read_capture(tmp_path, sha)
    assert caught.value.fix


def test_a_bomb_in_the_store_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MAX_BODY_BYTES", 1_000)
    sha = store_body(tmp_path, b"\0" * 5_000_000)
    with pytest.raises(EvidenceError):
        read_capture(tmp_path, sha)


@pytest.mark.parametrize("name", ["", "../x", "a" * 63, "A" * 64])
def test_only_digests_are_looked_up(tmp_path: Path, name: str) -> None:
    with pytest.raises(EvidenceError):
        read_capture(tmp_path, name)


@pytest.mark.parametrize("harm", [damage, other], ids=["damaged", "another"])
def test_storing_again_mends_a_damaged_body(tmp_path: Path, harm: object) -> None:
    sha = store_body(tmp_path, b"body " * 100)
    harm(stored_path(tmp_path, sha))  # type: ignore[operator] # one of the two above
    assert store_body(tmp_path, b"body " * 100) == sha
    assert read_capture(tmp_path, sha) == b"body " * 100
