import pytest

from copydesk.trace.specifics import Amount, scan_values

LISTS = {
    "about 200, 231 and 197 MiB": ["MiB", "MiB", "MiB"],
    "gave 231 and 197 MiB a group": ["MiB", "MiB"],
    "rose by 12, 14 and 19 percent": ["%", "%", "%"],
    "of 200, 45 percent said so": ["", "%"],
    "12 and $5": ["", "USD"],
    "5 and 7 million dollars": ["", "USD"],
    "9 comments and 12 MiB": ["", "MiB"],
    "3, 5 and 9 people": ["", "", ""],
    "the 3rd and 5 km": ["", "km"],
}


@pytest.mark.parametrize(("text", "units"), LISTS.items())
def test_a_list_shares_the_unit_that_closes_it(text: str, units: list[str]) -> None:
    values = [item.value for item in scan_values(text)]
    assert [value.unit for value in values if isinstance(value, Amount)] == units
