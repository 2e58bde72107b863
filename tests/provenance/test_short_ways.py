"""The short ways through proofs and lists of heads read what the long ways read."""

import base64
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.errors import CopydeskError
from copydesk.provenance import heads
from copydesk.provenance.canonical import canonical_bytes, parse_canonical
from copydesk.provenance.files import MemoryFiles
from copydesk.provenance.heads import format_heads
from copydesk.provenance.heads_list import parse_heads
from copydesk.provenance.keys import generate_key
from copydesk.provenance.log import proof, tiles
from copydesk.provenance.log.merkle import root
from copydesk.provenance.log.tiles import TileNodes, append
from copydesk.provenance.statements import Head

ORIGIN = "short.example/log"
FILES = MemoryFiles()
MADE = append(FILES, [b"entry %d" % n for n in range(700)], generate_key(), ORIGIN)
FILES.files.update({path: data for path, data in MADE.changes.items() if data is not None})
PROOFS = [MADE.proofs[index] for index in (0, 255, 512, 699)]
SNIPPETS = [
    b"\n",
    b"\n\n",
    b"=",
    b"A",
    b"B",
    b" ",
    b"0",
    b"index ",
    b"\r",
    b"\xe2\x80\x94",
    b"\xff",
]
HEADS = [
    Head(article=f"articles/2026-11/{slug}", head=digit * 64, corrections=count)
    for slug, digit, count in (("a", "0", 0), ("b-c", "f", 1), ("d", "9", 10**14))
]


def outcome(read: Any, *data: Any) -> object:
    try:
        return read(*data)
    except CopydeskError as error:
        return type(error), error.message


@given(st.sampled_from(PROOFS), st.data())
def test_a_changed_proof_is_read_and_refused_alike(honest: bytes, data: Any) -> None:
    at = data.draw(st.integers(0, len(honest)))
    end = data.draw(st.integers(at, min(at + 90, len(honest))))
    middle = data.draw(
        st.sampled_from([b"", honest[at:end] * 2, *SNIPPETS]) | st.binary(max_size=3)
    )
    changed = honest[:at] + middle + honest[end:]
    head, found, note = changed.partition(b"\n\n")
    short = outcome(proof.parse_proof, changed)
    long = outcome(lambda: (*proof._parse_head(head, found), *proof._read(note)))
    if isinstance(short, proof.Proof):
        assert (short.index, short.path, short.note, short.checkpoint) == long
    else:
        assert short == long


@pytest.mark.parametrize("honest", PROOFS)
def test_an_honest_proof_takes_the_short_way(honest: bytes) -> None:
    head = honest.partition(b"\n\n")[0]
    assert proof._HEAD.fullmatch(head)
    index, path = proof._parse_head(head, b"\n\n")
    assert (proof.parse_proof(honest).index, proof.parse_proof(honest).path) == (index, path)


def test_every_last_sign_of_a_hash_is_read_alike() -> None:
    text = base64.b64encode(bytes(32)).decode()
    for sign in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=":
        line = f"{text[:-2]}{sign}="
        head = f"{proof._HEADER}\nindex 7\n{line}".encode()
        assert (proof._HEAD.fullmatch(head) is not None) == (
            outcome(proof._hash, line) == base64.b64decode(line) if sign != "=" else False
        )


@given(st.integers(0, 2), st.data())
def test_a_changed_head_is_read_and_refused_alike(number: int, data: Any) -> None:
    line = format_heads([HEADS[number]])[:-1]
    at = data.draw(st.integers(0, len(line)))
    end = data.draw(st.integers(at, min(at + 5, len(line))))
    odd = [b"", b"A", b"0", b"-1", b"1.0", b" ", b'"', b"\\u0061", b"\xc3\xa9", b"1" * 16, b"\n"]
    changed = line[:at] + data.draw(st.sampled_from(odd)) + line[end:]
    long = outcome(lambda: heads._head(parse_canonical(changed)))
    assert outcome(heads.parse_head, changed) == long


def test_heads_are_read_as_they_are_written() -> None:
    assert parse_heads(format_heads(HEADS)) == tuple(HEADS)
    assert all(heads._LINE.fullmatch(format_heads([head])[:-1]) for head in HEADS)


@pytest.mark.parametrize(
    "article",
    ["articles/2026-11/a", 'a"b', "a\\b", "ä", "A", "a b", 'a","corrections":1,"head":"0'],
)
@pytest.mark.parametrize("corrections", [0, 7, 2**53 - 1])
def test_every_leaf_is_canonical(article: str, corrections: int) -> None:
    head = Head(article=article, head="0" * 64, corrections=corrections)
    assert heads.leaf_bytes(head) == canonical_bytes(head.model_dump())


def test_few_tiles_in_memory_give_the_same_roots(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = TileNodes(FILES, 700)
    monkeypatch.setattr(tiles, "MAX_TILES", 1)
    nodes = TileNodes(FILES, 700)
    for size in (1, 255, 256, 257, 600, 3, 700, 511):
        assert root(nodes, size) == root(whole, size)
        assert len(nodes._tiles) <= 1
