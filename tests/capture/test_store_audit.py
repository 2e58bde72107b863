"""Every stored body hashed again: each way in which an object can be wrong, in bounded memory."""

import hashlib
import os
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from copydesk.capture import store_audit
from copydesk.capture.store import store_body, stored_path
from copydesk.capture.store_audit import ObjectState, StoredObject, audit_store

BODY = b"<p>one line\nand another\n</p>\n" * 40


def audit(root: Path, sha256: str, size: int = len(BODY)) -> list[StoredObject]:
    return list(audit_store(root, {sha256: {size}}))


def packed(body: bytes, **how: bool) -> bytes:
    return zstandard.ZstdCompressor(level=9, **how).compress(body)


def no_size(path: Path) -> None:
    path.write_bytes(packed(BODY, write_content_size=False))


def two_frames(path: Path) -> None:
    path.write_bytes(path.read_bytes() + packed(b"more"))


def link(path: Path) -> None:
    other = path.parent.parent / "elsewhere"
    other.write_bytes(path.read_bytes())
    path.unlink()
    path.symlink_to(other)


def replaced_by(body: bytes) -> Callable[[Path], None]:
    return lambda path: path.write_bytes(packed(body)) and None


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (lambda path: path.write_bytes(path.read_bytes()[:-9]), "cut short"),
        (lambda path: path.write_bytes(path.read_bytes() + b"x"), "follows the compressed body"),
        (two_frames, "follows the compressed body"),
        (no_size, "does not state the body's size"),
        (link, "It is a link"),
        (replaced_by(b"another body"), "SHA-256 is"),
        (lambda path: path.write_bytes(b""), "not a compressed body"),
        (lambda path: path.write_bytes(b"plain text"), "not a compressed body"),
        (lambda path: (path.unlink(), os.mkfifo(path)), "not a regular file"),
    ],
    ids=["cut", "tail", "frames", "no-size", "link", "another", "empty", "text", "pipe"],
)
def test_each_harm_is_said(tmp_path: Path, harm: Callable[[Path], object], said: str) -> None:
    sha256 = store_body(tmp_path, BODY)
    harm(stored_path(tmp_path, sha256))
    found = next(each for each in audit(tmp_path, sha256) if each.path.endswith(f"{sha256}.zst"))
    assert found.state is ObjectState.WRONG
    assert said in found.problem


@pytest.mark.parametrize(
    ("body", "harm", "cause"),
    [
        (BODY, replaced_by(BODY.replace(b"\n", b"\r\n")), "body were converted (LF to CRLF)"),
        (
            BODY.replace(b"\n", b"\r\n"),
            replaced_by(BODY),
            "body were converted (CRLF to LF)",
        ),
        (BODY, lambda path: path.write_bytes(BODY), "lies here uncompressed"),
        (b"caf\xe9 " * 9, replaced_by("caf\ufffd ".encode() * 9), "9 replacement characters"),
    ],
    ids=["to-crlf", "to-lf", "uncompressed", "re-encoded"],
)
def test_the_cause_is_said_where_it_can_be_shown(
    tmp_path: Path, body: bytes, harm: Callable[[Path], object], cause: str
) -> None:
    sha256 = store_body(tmp_path, body)
    harm(stored_path(tmp_path, sha256))
    found = audit(tmp_path, sha256, len(body))[0]
    assert found.state is ObjectState.WRONG
    assert cause in found.cause


def test_a_conversion_of_the_compressed_file_is_told(tmp_path: Path) -> None:
    # A body whose compressed form holds a line end, as about every larger one does.
    body = next(
        body
        for body in (hashlib.sha256(bytes([n])).digest() * 3 for n in range(256))
        if b"\n" in (frame := packed(body)) and b"\r" not in frame
    )
    sha256 = store_body(tmp_path, body)
    path = stored_path(tmp_path, sha256)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    found = audit(tmp_path, sha256, len(body))[0]
    assert "stored file were converted (LF to CRLF)" in found.cause


def test_what_no_source_set_names_and_what_has_a_wrong_name_is_found(tmp_path: Path) -> None:
    named, other = store_body(tmp_path, BODY), store_body(tmp_path, b"nobody names it")
    path = stored_path(tmp_path, other)
    stray = path.parent.parent / "zz" / path.name
    stray.parent.mkdir()
    stray.write_bytes(path.read_bytes())
    (path.parent / ".half.tmp").write_bytes(b"")
    found = {each.path.removeprefix("captures/sha256/"): each for each in audit(tmp_path, named)}
    assert len(found) == 4
    assert found[f"{other[:2]}/{other}.zst"].state is ObjectState.OK
    assert not found[f"{other[:2]}/{other}.zst"].named
    assert "name" in found[f"zz/{other}.zst"].problem
    assert "name" in found[f"{other[:2]}/.half.tmp"].problem
    only = list(audit_store(tmp_path, {named: {len(BODY)}}, only_named=True))
    assert [each.state for each in only] == [ObjectState.OK]


def test_another_size_than_the_signed_one_and_a_missing_body_are_said(tmp_path: Path) -> None:
    sha256 = store_body(tmp_path, BODY)
    assert "states 7" in audit(tmp_path, sha256, 7)[0].problem
    stored_path(tmp_path, sha256).unlink()
    assert audit(tmp_path, sha256)[0].state is ObjectState.MISSING


@pytest.mark.parametrize("stated", [True, False])
def test_a_bomb_takes_little_memory_and_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stated: bool
) -> None:
    monkeypatch.setattr(store_audit, "MAX_BODY_BYTES", 90_000_000)
    sha256 = store_body(tmp_path, BODY)
    stored_path(tmp_path, sha256).write_bytes(packed(bytes(100_000_000), write_content_size=stated))
    tracemalloc.start()
    found = audit(tmp_path, sha256)[0]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found.state is ObjectState.WRONG
    assert "longer than 90,000,000" in found.problem
    assert peak < 80_000_000


def test_progress_is_told(tmp_path: Path) -> None:
    for number in range(5):
        store_body(tmp_path, bytes([number]))
    seen: list[tuple[int, int]] = []
    list(audit_store(tmp_path, {}, on_progress=lambda *each: seen.append(each)))
    assert seen == [(number, 5) for number in range(1, 6)]
