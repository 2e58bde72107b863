"""Every parser on hostile input: it refuses by a CopydeskError, or what it took is what was sent.

``bench/fuzz.py`` does the same, guided by coverage, a million times.
"""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parsers import BOMBS, PARSERS, refuses_or_holds, seeds

TOKENS = [
    b"", b"\n", b"\n\n", b"\r\n", b" ", b"\t", b"\0", b"\x1b[31m", b"\x7f", b"\xff", b"\xc0\xaf",
    b"\xed\xa0\x80", "\u2014 ".encode(), "\u202e".encode(), "\u0661".encode(), b"=", b"==", b"A" * 44,
    b"0", b"-1", b"1.0", b"1e9", b"NaN", b"null", b"true", b"[]", b"{}", b'""', b'"', b"\\",
    b"\\ud800", b"\\u0000", b"9" * 20, b"9" * 400, b"18446744073709551616", b"{", b"}", b"[", b"]",
    b",", b":", b"+", b"index ", b"quorum ", b"group g all ", b"\x30\x80", b"\x30\x82\xff\xff",
]  # fmt: skip


@st.composite
def damaged(draw: st.DrawFn, name: str) -> bytes:
    """A seed of the parser with a few pieces cut out, repeated, moved or replaced."""
    data = draw(st.sampled_from(seeds(name)))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 40)))
        piece = draw(
            st.one_of(
                st.sampled_from(TOKENS),
                st.binary(max_size=8),
                st.just(data[start:end] * 2),
                st.sampled_from([seed[start : end + 20] for seed in seeds(name)]),
            )
        )
        data = data[:start] + piece + data[end:]
    return data


@pytest.mark.parametrize("name", PARSERS)
@given(data=st.data())
@settings(max_examples=120)
def test_a_damaged_input_is_refused_or_read_as_it_is(name: str, data: st.DataObject) -> None:
    refuses_or_holds(name, data.draw(damaged(name)))


@pytest.mark.parametrize("name", PARSERS)
@given(data=st.binary(max_size=300))
@settings(max_examples=60)
def test_any_bytes_are_refused_or_read_as_they_are(name: str, data: bytes) -> None:
    refuses_or_holds(name, data)


@pytest.mark.parametrize("name", PARSERS)
def test_the_seeds_are_taken(name: str) -> None:
    # Otherwise the damage would be done to what is refused anyway.
    for seed in seeds(name):
        assert refuses_or_holds(name, seed)


@pytest.mark.parametrize("bomb", BOMBS)
@pytest.mark.parametrize("name", PARSERS)
def test_what_is_dear_to_read_is_refused_cheaply(name: str, bomb: str) -> None:
    start = time.perf_counter()
    refuses_or_holds(name, BOMBS[bomb])
    # Bound by a limit, not by the input: generous, since a shared machine is slow by chance.
    assert time.perf_counter() - start < 20
