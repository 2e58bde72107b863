from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.trace.specifics import scan_quotes

# (text, the quotations in it with their roles)
_CASES = [
    ("“We will not stop,” the head of the union said.", [("We will not stop,", "quote")]),
    ('She said: "It was overdue."', [("It was overdue.", "quote")]),
    ("‘It was overdue,’ she said.", [("It was overdue,", "quote")]),
    ("'We can't wait,' he added; the dogs' bowls were empty.", [("We can't wait,", "quote")]),
    ("‘The firms’ plan is dead,’ she said.", [("The firms’ plan is dead,", "quote")]),
    ("The dogs' bowls and the '90s, rock 'n' roll, O'Hare's gate.", []),
    ("They don’t, and the firms’ plan isn’t.", []),
    ("A 5\" pipe and a 6' fence.", []),
    ('A 5" pipe and "a plainly good idea" here.', [("a plainly good idea", "quote")]),
    ("He said “it was ‘fine’ then” today.", [("it was ‘fine’ then", "quote")]),
    ('The so-called "upgrade" failed.', [("upgrade", "scare")]),
    ('He called it "absurd".', [("absurd", "quote")]),
    ('In a paper titled "rivers and roads" they argue it.', [("rivers and roads", "title")]),
    ('The label reads "Best Before the Tide Turns" in blue.', [("Best Before the Tide Turns", "title")]),
    ("“We [the crew] hoped … to sail,” he said.", [("We [the crew] hoped … to sail,", "quote")]),
    ("„Das ist gut“, sagte er.", [("Das ist gut", "quote")]),
    ("«C’est bien» dit-il, et partit.", [("C’est bien", "scare")]),
    ("“First part.\n\n“Second part,” he said.", [("First part.", "quote"), ("Second part,", "quote")]),
    ("An “unclosed mark.\n\nNext paragraph.", []),
    ('"One," he said, "and two words more."', [("One,", "quote"), ("and two words more.", "quote")]),
    ("He wrote (“they were late”) twice.", [("they were late", "quote")]),
    ('""', []),
    ("“ ”", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), _CASES)
def test_quotes(text: str, wanted: list[tuple[str, str]]) -> None:
    found = [(text[i.start : i.end], getattr(i.value, "role", "")) for i in scan_quotes(text)]
    assert found == wanted


@given(st.text(alphabet="ab s'\"“”‘’«».,\n5", max_size=200))
def test_quotations_lie_in_the_text_in_order(text: str) -> None:
    items = scan_quotes(text)
    assert all(0 <= i.start < i.end <= len(text) for i in items)
    assert all(a.end <= b.start for a, b in pairwise(items))
