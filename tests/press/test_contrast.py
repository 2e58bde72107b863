"""Text pairs of the style sheet reach WCAG 2.2 AA (4.5:1), computed from the custom properties."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

CSS = (files("copydesk.press") / "static" / "press.css").read_text(encoding="utf-8")
AA = 4.5

# Text colour on background colour, as the style sheet combines them.
PAIRS = [
    ("ink", "paper"), ("muted", "paper"), ("accent", "paper"),
    ("ink", "wash"), ("muted", "wash"), ("accent", "wash"),
    ("ink", "mark"), ("muted", "mark"),
]  # fmt: skip


def schemes() -> dict[str, dict[str, str]]:
    blocks = re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)
    light, dark, printed = (
        dict(re.findall(r"--([a-z]+): (#[0-9a-f]{3,6});", block)) for block in blocks
    )
    return {"light": light, "dark": dark, "print": printed}


def luminance(colour: str) -> float:
    """Relative luminance, WCAG 2.2."""
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(char * 2 for char in digits)
    channels = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, two: str) -> float:
    high, low = sorted((luminance(one), luminance(two)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_the_formula() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#fff") == pytest.approx(4.54, abs=0.01)  # WebAIM's borderline grey


@pytest.mark.parametrize("scheme", ["light", "dark", "print"])
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_reaches_aa(scheme: str, text: str, ground: str) -> None:
    colours = schemes()[scheme]
    assert contrast(colours[text], colours[ground]) >= AA


def test_no_rule_brings_a_colour_of_its_own() -> None:
    rules = re.sub(r":root \{.*?\}", "", CSS, flags=re.DOTALL)
    assert re.findall(r"#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(|opacity", rules) == []


def test_the_reader_s_preferences_are_met() -> None:
    for words in (
        "prefers-color-scheme: dark",
        "prefers-reduced-motion",
        "@media print",
        ":focus-visible",
        "details::details-content",
    ):
        assert words in CSS
