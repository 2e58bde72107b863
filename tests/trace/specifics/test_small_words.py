import pytest

from copydesk.trace.specifics import scan_values

READINGS = {
    "by 2025's end": [("date", "2025")],
    "2025’s budget": [("date", "2025")],
    "near absolute zero": [],
    "zero people came": [("number", "zero")],
    "6 in 10 people": [("number", "6 in 10")],
    "six in ten people": [("number", "six in ten")],
    "7 out of 10": [("number", "7 out of 10")],
    "3 in 2024": [("number", "3"), ("date", "2024")],
    "3 in 47 shops": [("number", "3"), ("number", "47")],
}


@pytest.mark.parametrize(("text", "expected"), READINGS.items())
def test_readings(text: str, expected: list[tuple[str, str]]) -> None:
    found = [(item.kind.value, text[item.start : item.end]) for item in scan_values(text)]
    assert [one for one in found if one[0] != "identifier"] == expected
