"""Short phrases, one difficulty each; code spans; hostile text."""

import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.article.model import Span
from copydesk.report import Kind
from copydesk.trace.specifics import (
    Amount,
    IdentifierValue,
    scan_names,
    scan_passage,
    scan_quotes,
    scan_superlatives,
    scan_values,
)

# text => exact words and value of each item; "-" for none
_PHRASES = """
one of the ships => -
no one knew => -
one another => -
at first sight => -
second, it is late => -
the second half => -
first of all => -
a one-off => -
two-way traffic => -
see section below => -
6.x releases => -
the A to Z guide => -
a 50-50 chance => 50-50
level 4 autonomy => level 4
the 5G network => 5G
a 737-800 landed => 737-800
the M25 road => M25
room 101-A => -
3rd place => 3rd
4th of July => 4th of July
in the 21st century => 21st
the '80s => '80s
mid-2025 => 2025
2024-2025 => 2024, 2025
Nov. 3, 2026 => Nov. 3, 2026
3 Nov 2026 => 3 Nov 2026
November 2026 => November 2026
2026-11 => 2026-11
2026/11/03 => 2026/11/03
03.12.2026 => 03.12.2026
31.12.2026 => 31.12.2026
9 a.m. => 9 a.m.
9:15am => 9:15am
17:09:49 UTC => 17:09:49 UTC
Q1 => Q1
fourth-quarter profit => fourth-quarter
last year => last year
three weeks ago => three weeks ago
1,234.56 => 1,234.56
1 234 567 people => 1 234 567
1\u00a0234 people => 1\u00a0234
1.234,5 tonnes => 1.234,5 tonnes
-3.2% => -3.2%
+4% => 4%
$5 => $5
US$ 5 => US$ 5
$5-6 million => $5-6 million
$5 million to $6 million => $5 million to $6 million
5-6 percent => 5-6 percent
5% to 6% => 5% to 6%
£2.96m => £2.96m
20p => 20p
€45 => €45
45 € => 45 €
¥300 => ¥300
RMB 40 million => RMB 40 million
40 million yuan => 40 million yuan
12 bn euros => 12 bn euros
C$4.5 trillion => C$4.5 trillion
2.5m people => 2.5m
10K runners => 10K
3B parameters => 3B
four million => four million
two hundred and six => two hundred and six
nineteen => nineteen
ninety-nine => ninety-nine
half an hour => half an hour
a decade => a decade
one-third of it => one-third
two in three adults => two in three
1 in 20 adults => 1 in 20
3 out of 4 => 3 out of 4
twice => -
2x faster => 2x
10-fold => 10-fold
4 times the rate => 4 times
4 times a day => 4
60fps => 60fps
8 GB/s => 8 GB/s
120 km/h => 120 km/h
5 ft => 5 ft
12 inches => 12 inches
98.6°F => 98.6°F
3 m wide => 3 m
7 lb => 7 lb
14 nm => 14 nm
2.4GHz => 2.4GHz
500 mAh => 500 mAh
30-minute wait => 30-minute
18-month-old child => 18-month-old
6-year plan => 6-year
two-day visit => two-day
2 years and 3 months => 2 years and 3 months
v2 => v2
v1.2.3-rc.1 => v1.2.3-rc.1
version 4 => version 4
1.2.3.4 => 1.2.3.4
iOS 18.2 => 18.2
PEP 695 => PEP 695
ISO 9001 => ISO 9001
GHSA-ab12-cd34-ef56 => GHSA-ab12-cd34-ef56
10.1000/abc.def => 10.1000/abc.def
main.rs => main.rs
deadbeef12 => deadbeef12
Figure 3a => Figure 3a
Part II => Part II
Appendix B => -
No. 7 => No. 7
Route 66 => Route 66
Area 51 => Area 51
RTX 4090 => RTX 4090
Task Force 401 => Force 401
iPhone 16e => iPhone 16e
USB 3 => USB 3
COVID-19 => COVID-19
www.news.example/2024/5 => -
a@b9.example => -
#42 => #42
10^6 => 10^6
4:1 => 4:1
1) Start here => -
(2) Then here => -
3/29/13 => -
on 8/17 => -
made it 38-12 => 38-12
3. Stop => -
"""
_TABLE = [line.split(" => ") for line in _PHRASES.strip().splitlines()]


@pytest.mark.parametrize(("text", "wanted"), _TABLE)
def test_phrases(text: str, wanted: str) -> None:
    text, wanted = text.replace("\\u00a0", "\u00a0"), wanted.replace("\\u00a0", "\u00a0")
    found = [text[i.start : i.end] for i in scan_values(text)]
    expected = [] if wanted == "-" else [wanted] if wanted in text else wanted.split(", ")
    assert found == expected


_QUALIFIED = [
    ("more than 300 ships", "more than"),
    ("up to $5 million", "up to"),
    ("at least a dozen states", "at least"),
    ("nearly three million", "nearly"),
    ("an estimated 40 people", "an estimated"),
    ("Almost 90%", "almost"),
    ("about $4 billion", "about"),
    ("the 300 ships", ""),
    ("asked about the 300 ships", ""),
    ("under 5 km", "under"),
    ("as many as 12", "as many as"),
    ("no more than 12", "no more than"),
    ("~12 GB", "~"),
]


@pytest.mark.parametrize(("text", "qualifier"), _QUALIFIED)
def test_qualifiers_are_kept_beside_the_span(text: str, qualifier: str) -> None:
    (item,) = scan_values(text)
    assert isinstance(item.value, Amount)
    assert item.value.qualifier == qualifier
    assert qualifier == "" or qualifier not in text[item.start : item.end].lower()


def test_code_spans_are_identifiers() -> None:
    text = "Set lazy_init=2 or TORCH_X=0 for 2.15.0 now"
    spans = [Span(4, 15), Span(19, 28), Span(33, 39)]
    found = [(i.kind, text[i.start : i.end]) for i in scan_passage(text, code=spans)]
    assert found == [
        (Kind.IDENTIFIER, "lazy_init=2"),
        (Kind.IDENTIFIER, "TORCH_X=0"),
        (Kind.VERSION, "2.15.0"),
    ]
    first = scan_passage(text, code=spans)[0].value
    assert first == IdentifierValue("code", "lazy_init=2")


_PIECES = [
    "1", "1,", "1,234", "1.", "1-", "1.1", "one ", "twenty-one ", "March ", "March 1 ", "$", "$1 ",
    "a1", "A-1", '"a ', "“a ", "'a ", "s' a", "A", "Ab ", "A.", "http://", "a@b.", "a.", "\n\n",
    "Monday, ", "1 234 ", "2-1 ", "_", "10^", "1:1", "half a ", "and ", "#", "#1", "Phase ", "１",
    "٣", "²", "½",
]  # fmt: skip


@pytest.mark.parametrize("piece", _PIECES)
def test_hostile_repeats_take_linear_time(piece: str) -> None:
    text = piece * (60_000 // len(piece))
    started = time.process_time()
    for scan in (scan_values, scan_quotes, scan_names, scan_superlatives):
        scan(text)
    # Linear scanning takes under two seconds here; quadratic would take minutes.
    assert time.process_time() - started < 12


@given(
    st.text(max_size=300)
    | st.text(alphabet="0123456789.,-–/$€%: aAmQpMaythredvCVE#'\n", max_size=120)
)
def test_values_lie_in_the_text_in_order(text: str) -> None:
    items = scan_values(text)
    assert all(0 <= i.start < i.end <= len(text) for i in items)
    assert all(a.end <= b.start for a, b in pairwise(items))
    assert all(i.value.as_json() is not None for i in items)


def test_the_tables_are_large_enough() -> None:
    sentences = (Path(__file__).parent / "sentences.jsonl").read_text("utf-8").splitlines()
    assert len(_TABLE) + len(_QUALIFIED) + len(sentences) >= 270
