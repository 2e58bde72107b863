"""Labelled sentences: every value with its kind, exact words and reading, and a pinned floor."""

import json
from pathlib import Path

from copydesk.trace.specifics import (
    Amount,
    DateValue,
    IdentifierValue,
    Item,
    VersionValue,
    scan_values,
)
from copydesk.trace.specifics.model import plain_decimal

_SENTENCES = [
    json.loads(line)
    for line in (Path(__file__).parent / "sentences.jsonl").read_text("utf-8").splitlines()
]
# What issue-level work is judged by: right kind, words and value, of all labelled and found.
_FLOOR = 0.985


def show(item: Item) -> str:
    value = item.value
    if isinstance(value, Amount):
        high = f"..{plain_decimal(value.high)}" if value.high is not None else ""
        unit = f" {value.unit}" if value.unit else ""
        return ("#" if value.ordinal else "") + plain_decimal(value.amount) + high + unit
    if isinstance(value, DateValue):
        return _date(value)
    if isinstance(value, VersionValue):
        return "v" + ".".join(value.parts) + value.suffix
    assert isinstance(value, IdentifierValue)
    return f"{value.scheme}:{value.id}"


def _date(value: DateValue) -> str:
    if value.relative:
        return f"rel:{value.relative}"
    if value.decade is not None:
        return f"{value.decade}s"
    parts = []
    year = f"{value.year:04}" if value.year else ""
    if value.month:
        day = f"-{value.day:02}" if value.day else ""
        parts.append(f"{year or '-'}-{value.month:02}{day}")
    elif value.quarter:
        parts.append(f"{year}-Q{value.quarter}" if year else f"Q{value.quarter}")
    elif year:
        parts.append(("FY" if value.fiscal else "") + year)
    if value.weekday is not None:
        parts.append(f"wd{value.weekday}")
    if value.time:
        parts.append(f"T{value.time}" + (f" {value.zone}" if value.zone else ""))
    return " ".join(parts)


def _compare() -> tuple[int, int, list[str]]:
    right = total = 0
    wrong: list[str] = []
    for sentence in _SENTENCES:
        text = sentence["text"]
        found = {(i.kind.value, text[i.start : i.end], show(i)) for i in scan_values(text)}
        wanted = {(v["kind"], v["exact"], v["value"]) for v in sentence["values"]}
        right += len(found & wanted)
        total += len(found | wanted)
        wrong += [f"{text!r}: missing {w}" for w in sorted(wanted - found)]
        wrong += [f"{text!r}: wrongly {w}" for w in sorted(found - wanted)]
    return right, total, wrong


def test_there_are_enough_labelled_sentences() -> None:
    assert len(_SENTENCES) >= 150
    assert sum(len(s["values"]) for s in _SENTENCES) >= 200


def test_values_are_right_in_nearly_all_sentences() -> None:
    right, total, wrong = _compare()
    assert right / total >= _FLOOR, "\n".join(wrong)


def test_every_label_stands_in_its_sentence() -> None:
    for sentence in _SENTENCES:
        for value in sentence["values"]:
            assert value["exact"] in sentence["text"]
