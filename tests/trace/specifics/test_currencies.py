import pytest

from copydesk.trace.specifics import Amount, scan_values

PLACES = {
    "CAD $390 million": ("CAD $390 million", "CAD"),
    "up to CAD$390 million": ("CAD$390 million", "CAD"),
    "US $5": ("US $5", "USD"),
    "NZD $7": ("NZD $7", "NZD"),
    "HK $8 million": ("HK $8 million", "HKD"),
    "C$5 million": ("C$5 million", "CAD"),
    "AUD 5 million": ("AUD 5 million", "AUD"),
    "A $5 fee": ("$5", "USD"),
    "a $5 fee": ("$5", "USD"),
}


@pytest.mark.parametrize(("text", "expected"), PLACES.items())
def test_a_dollar_sign_is_the_countrys_that_is_named(text: str, expected: tuple[str, str]) -> None:
    (item,) = scan_values(text)
    assert isinstance(item.value, Amount)
    assert (text[item.start : item.end], item.value.unit) == expected
