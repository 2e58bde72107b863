"""Every mark that decides the quality of a capture: its code, the quality, what it is a sign of.

A mark's code stands in signed source sets and is never given another meaning; docs/capture-marks.md
is generated from this list.
"""

from __future__ import annotations

from dataclasses import dataclass

from copydesk.report import Quality

__all__ = ["MARKS", "Mark", "Verdict", "verdict"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a capture can serve as evidence, the mark that decided it, and a sentence.

    ``mark`` is a code of :data:`MARKS`; ``reason`` says what a person can act on, and is empty where
    there is nothing to say of a good page.
    """

    quality: Quality
    mark: str
    reason: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign that decides a quality, and the sentence that explains it in the documentation."""

    code: str
    quality: Quality
    statement: str


_ALL = (
    Mark("text", Quality.OK, "The body holds text, and nothing speaks against it."),
    Mark(
        "noscript-text",
        Quality.OK,
        "The page shows its text to browsers without scripts, as some forums do.",
    ),
    Mark("short-text", Quality.OK, "The page is short, and nothing says that more belongs to it."),
    Mark(
        "refused-status",
        Quality.BLOCKED,
        "The server refused: status 401, 403, 407, 429, 451 or 503.",
    ),
    Mark("bot-check", Quality.BLOCKED, "Little text, and the marks of a vendor's bot check."),
    Mark(
        "consent-host", Quality.CONSENT, "The request ended at a host that only asks for consent."
    ),
    Mark(
        "consent-form",
        Quality.CONSENT,
        "The page is a form that asks for consent, in any language.",
    ),
    Mark(
        "script-shell", Quality.SCRIPT_ONLY, "Hardly any text, and scripts that would fill it in."
    ),
    Mark("no-text", Quality.EMPTY, "The body holds no text that can be read."),
    Mark("archive-redirect", Quality.EMPTY, "A web archive kept a redirect and not the page."),
    Mark(
        "declared-not-free",
        Quality.PAYWALLED,
        "The page declares itself as not free, and little text came.",
    ),
    Mark(
        "declared-words",
        Quality.PARTIAL,
        "The page declares at least twice as many words as it shows.",
    ),
    Mark(
        "not-found-status",
        Quality.MISSING,
        "The server says that the page is not there: status 404 or 410.",
    ),
    Mark("error-status", Quality.MISSING, "The server answered with another error status."),
    Mark("no-body", Quality.MISSING, "An answer without a body."),
    Mark("no-answer", Quality.MISSING, "No answer was received, or none was asked for."),
)

MARKS: dict[str, Mark] = {mark.code: mark for mark in _ALL}
"""All marks by code, in the order of the documentation."""


def verdict(code: str, reason: str = "") -> Verdict:
    """The verdict that the mark ``code`` decides.

    Raises:
        KeyError: there is no such mark.
    """
    return Verdict(MARKS[code].quality, code, reason)
