"""The log: published vectors of its parts, and what an append refuses to sign."""

import base64
from collections.abc import Callable

import pytest

from copydesk.errors import LimitError, StatementError
from copydesk.provenance.files import MemoryFiles
from copydesk.provenance.keys import PrivateKey, generate_key
from copydesk.provenance.log.merkle import (
    ListNodes,
    consistency_proof,
    hash_leaf,
    inclusion_proof,
    root,
    verify_consistency,
    verify_inclusion,
)
from copydesk.provenance.log.note import key_hash, parse_checkpoint, parse_note, signed_by
from copydesk.provenance.log.proof import parse_proof
from copydesk.provenance.log.tiles import CHECKPOINT, append, entries

ORIGIN = "sim.example/log"

# The eight leaves of the Certificate Transparency reference implementation (merkletree tests), the
# roots of the trees of 1 to 8 of them, and its inclusion and consistency proofs.
LEAVES = [
    hash_leaf(bytes.fromhex(text))
    for text in (
        "", "00", "10", "2021", "3031", "40414243", "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]  # fmt: skip
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
L1 = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"
N23 = "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
N4567 = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"
L4 = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"
N67 = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"
N45 = "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a"
INCLUSION = [
    (0, 8, [L1, N23, N4567]),
    (5, 8, [L4, N67, ROOTS[3]]),
    (2, 3, [ROOTS[1]]),
    (1, 5, [ROOTS[0], N23, L4]),
]
CONSISTENCY = [
    (1, 8, [L1, N23, N4567]),
    (6, 8, [N45, N67, ROOTS[3]]),
    (2, 5, [N23, L4]),
    (1, 1, []),
]


@pytest.mark.parametrize("size", range(1, 9))
def test_the_roots_of_certificate_transparency(size: int) -> None:
    assert root(ListNodes(LEAVES), size).hex() == ROOTS[size - 1]


@pytest.mark.parametrize(("index", "size", "path"), INCLUSION)
def test_the_inclusion_proofs_of_certificate_transparency(
    index: int, size: int, path: list[str]
) -> None:
    made = inclusion_proof(ListNodes(LEAVES), index, size)
    top = bytes.fromhex(ROOTS[size - 1])
    assert [part.hex() for part in made] == path
    assert verify_inclusion(LEAVES[index], index, size, made, top)
    assert not verify_inclusion(LEAVES[index - 1], index, size, made, top)


@pytest.mark.parametrize(("old", "new", "proof"), CONSISTENCY)
def test_the_consistency_proofs_of_certificate_transparency(
    old: int, new: int, proof: list[str]
) -> None:
    made = consistency_proof(ListNodes(LEAVES), old, new)
    before, after = bytes.fromhex(ROOTS[old - 1]), bytes.fromhex(ROOTS[new - 1])
    assert [part.hex() for part in made] == proof
    assert verify_consistency(old, new, before, after, made)
    assert not verify_consistency(old, new, hash_leaf(b"x"), after, made)


# Notes that others signed, with their verifier keys (name+hash+base64 of 0x01 and the key):
# golang.org/x/mod/sumdb/note, package documentation; C2SP signed-note, the later example.
FOREIGN_NOTES = {
    "Go's package documentation": (
        "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        (
            "If you think cryptography is the answer to your problem,\n"
            "then you don't know what your problem is.\n\n"
            "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdng"
            "otpRZb6KE6RyyBwJnAM=\n"
        ),
    ),
    "C2SP signed-note": (
        "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
        (
            "This is an example message.\n\n"
            "— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXm"
            "RKuwHjG1Yu72IneyaQM=\n"
        ),
    ),
}


@pytest.mark.parametrize(("verifier", "text"), FOREIGN_NOTES.values(), ids=FOREIGN_NOTES)
def test_notes_of_other_implementations_verify(verifier: str, text: str) -> None:
    name, hash_, encoded = verifier.split("+", 2)
    kind, public = base64.b64decode(encoded)[0], base64.b64decode(encoded)[1:]
    assert kind == 1
    assert key_hash(name, public).hex() == hash_
    note = parse_note(text.encode())
    assert signed_by(note, name, public)
    assert not signed_by(parse_note(text.replace("is", "iz", 1).encode()), name, public)


ROOT = base64.b64encode(b"\0" * 32).decode()
NO_CHECKPOINTS = {
    "no origin": f"\n1\n{ROOT}\n",
    "a size with a zero before it": f"o\n01\n{ROOT}\n",
    "a size in another script": f"o\n١\n{ROOT}\n",
    "a negative size": f"o\n-1\n{ROOT}\n",
    "a short root": "o\n1\nAAAA\n",
    "no root": "o\n1\n",
    "an empty extension line": f"o\n1\n{ROOT}\nx\n\ny\n",
}


@pytest.mark.parametrize("text", NO_CHECKPOINTS.values(), ids=NO_CHECKPOINTS)
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(StatementError):
        parse_checkpoint(parse_note((text + "\n— o AAAAAAAA\n").encode()))


GOOD_PROOF = f"c2sp.org/tlog-proof@v1\nindex 0\n{ROOT}\n\no\n2\n{ROOT}\n\n— o AAAAAAAA\n"
NO_PROOFS = {
    "another version": GOOD_PROOF.replace("@v1", "@v2"),
    "an index with a zero before it": GOOD_PROOF.replace("index 0", "index 00"),
    "no index": GOOD_PROOF.replace("index 0\n", ""),
    "an extra line": GOOD_PROOF.replace("index 0", "extra AAAA\nindex 0"),
    "a short hash": GOOD_PROOF.replace(ROOT, "AAAA", 1),
    "no checkpoint": GOOD_PROOF.split("\n\n", maxsplit=1)[0] + "\n",
    "64 hashes": GOOD_PROOF.replace(ROOT, "\n".join([ROOT] * 64), 1),
    "Windows line ends": GOOD_PROOF.replace("\n", "\r\n"),
}


@pytest.mark.parametrize("text", NO_PROOFS.values(), ids=NO_PROOFS)
def test_what_is_no_proof_is_refused(text: str) -> None:
    assert parse_proof(GOOD_PROOF.encode()).checkpoint.size == 2
    with pytest.raises(StatementError):
        parse_proof(text.encode())


def logged(key: PrivateKey, count: int) -> MemoryFiles:
    made = append(MemoryFiles(), [b"entry %d" % n for n in range(count)], key, ORIGIN)
    return MemoryFiles({path: data for path, data in made.changes.items() if data is not None})


def test_a_log_of_256_entries_has_a_full_tile_and_one_hash_above_it() -> None:
    # C2SP tlog-tiles, "Partial Tiles".
    files = logged(generate_key(), 256)
    assert set(files.files) == {
        "log/checkpoint", "log/tile/0/000", "log/tile/1/000.p/1", "log/tile/entries/000",
    }  # fmt: skip


def edit(path: str, change: Callable[[bytes], bytes]) -> Callable[[MemoryFiles], None]:
    def apply(files: MemoryFiles) -> None:
        files.files[path] = change(files.files[path])

    return apply


def unsigned(files: MemoryFiles) -> None:
    """Somebody who can write the files, but not sign, puts another log in their place."""
    other = append(MemoryFiles(), [b"a lie"], generate_key(), ORIGIN)
    files.files = {path: data for path, data in other.changes.items() if data is not None}


DAMAGED_LOGS: dict[str, Callable[[MemoryFiles], None]] = {
    "a log that the log key did not sign": unsigned,
    "an edited size": edit(CHECKPOINT, lambda data: data.replace(b"\n5\n", b"\n4\n")),
    "an edited tile": edit("log/tile/0/000.p/5", lambda data: b"\0" + data[1:]),
    "an edited entry": edit(
        "log/tile/entries/000.p/5", lambda data: data.replace(b"entry 2", b"entry 9")
    ),
    "a cut entry bundle": edit("log/tile/entries/000.p/5", lambda data: data[:-3]),
    "a tile that is gone": lambda files: files.files.pop("log/tile/0/000.p/5") and None,
}


@pytest.mark.parametrize("damage", DAMAGED_LOGS.values(), ids=DAMAGED_LOGS)
def test_a_damaged_log_is_not_signed_again(damage: Callable[[MemoryFiles], None]) -> None:
    key = generate_key()
    files = logged(key, 5)
    append(files, [b"more"], key, ORIGIN)
    damage(files)
    with pytest.raises(StatementError):
        append(files, [b"more"], key, ORIGIN)


def test_a_new_log_key_goes_on_where_the_old_one_is_trusted() -> None:
    old, new = generate_key(), generate_key()
    files = logged(old, 5)
    with pytest.raises(StatementError, match="not signed"):
        append(files, [b"more"], new, ORIGIN)
    made = append(files, [b"more"], new, ORIGIN, trusted=[old.public])
    assert parse_proof(made.proofs[0]).index == 5


def test_another_origin_and_a_long_entry_are_refused() -> None:
    key = generate_key()
    with pytest.raises(StatementError, match=r"other\.example"):
        append(logged(key, 1), [b"more"], key, "other.example/log")
    with pytest.raises(LimitError):
        append(MemoryFiles(), [b"x" * 65_536], key, ORIGIN)


def test_files_written_one_by_one_leave_a_log_that_can_be_appended_to() -> None:
    # Whoever writes an append without a transaction may be stopped after any file.
    key = generate_key()
    before = logged(key, 254)
    changes = list(append(before, [b"a", b"b", b"c"], key, ORIGIN).changes.items())
    for stop in range(len(changes) + 1):
        files = MemoryFiles(dict(before.files))
        for path, data in changes[:stop]:
            if data is None:
                files.files.pop(path, None)
            else:
                files.files[path] = data
        made = append(files, [b"next"], key, ORIGIN)
        size = parse_proof(made.proofs[0]).checkpoint.size
        assert size == (258 if stop == len(changes) else 255)
        files.files |= {path: data for path, data in made.changes.items() if data is not None}
        assert list(entries(files, size))[-1] == b"next"
