"""The figures of an audit as the shapes of its charts; what they look like is the template's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from copydesk.audit.checks import AUDIT_CHECKS, BODY_CODES
from copydesk.audit.totals import Group, Totals
from copydesk.press import wording
from copydesk.provenance.checks import CheckState
from copydesk.report import Status

__all__ = ["Bar", "Bars", "Column", "Columns", "check_bars", "columns", "funnel", "groups", "kinds"]

# Rows of a list before the rest is folded, and in all; the JSON of the audit has every one.
SHOWN = 12
MOST = 200
# Columns of the chart over time; more months are drawn as years.
MAX_COLUMNS = 72
# Labels that have room on a narrow screen.
NARROW = 6
WIDTH, HEIGHT, FOOT = 720, 180, 26


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a bar, from ``at`` on, both in hundredths of the whole; ``look`` names its colour."""

    look: str
    at: float
    width: float


@dataclass(frozen=True, slots=True)
class Figure:
    """A number as it is shown, and the fragment that leads to its articles; empty: to none."""

    said: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """One line of a chart: what it is about, its figures, its bar; ``also`` are smaller figures."""

    label: str
    href: str
    figures: tuple[Figure, ...]
    pieces: tuple[Piece, ...]
    meaning: str = ""
    also: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class Bars:
    """A chart of lines; ``more`` are folded away, ``left_out`` are in the JSON only."""

    lines: tuple[Bar, ...]
    more: tuple[Bar, ...] = ()
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Column:
    """One month or year: pieces from the top, in units of the chart."""

    label: str
    href: str
    said: str
    at: float
    width: float
    rest: float
    full: float
    shown: bool
    small: bool
    """Whether the label is shown on a narrow screen too, where half as many have room."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The chart over time: ``lines`` are (height, number) of its scale."""

    columns: tuple[Column, ...]
    scale: tuple[tuple[float, int], ...]
    width: int = WIDTH
    height: int = HEIGHT
    foot: int = FOOT


def link(*parts: str) -> str:
    """Where a figure leads: a fragment that the page's script reads."""
    return "#" + "/".join(quote(part, safe="") for part in parts)


def funnel(totals: Totals) -> Bars:
    """How many articles hold up to each step, and those that are lost there."""
    whole, before, lines = totals.articles, totals.articles, []
    for number, (check, reached) in enumerate(totals.funnel()):
        lost = before - reached
        lines.append(
            Bar(
                AUDIT_CHECKS[check].title,
                link("lost", str(number)),
                (
                    Figure(f"{reached:,}", link("held", str(number))),
                    Figure(f"−{lost:,}", link("lost", str(number))) if lost else Figure(""),
                ),
                _pieces(whole, ("good", reached), ("bad", lost)),
                AUDIT_CHECKS[check].meaning,
            )
        )
        before = reached
    return Bars(tuple(lines))


def check_bars(totals: Totals) -> Bars:
    """Each check, those that fail most first."""
    names = sorted(AUDIT_CHECKS, key=lambda name: -totals.state(name, CheckState.FAIL))
    return Bars(tuple(_check(totals, name) for name in names))


def _check(totals: Totals, check: str) -> Bar:
    failed, held, neither = (
        totals.state(check, state)
        for state in (CheckState.FAIL, CheckState.PASS, CheckState.NOT_PRESENT)
    )
    counts = ((failed, "f"), (held, "p"), (neither, "n"))
    return Bar(
        AUDIT_CHECKS[check].title,
        link("check", check, "f"),
        tuple(Figure(f"{count:,}", link("check", check, state)) for count, state in counts),
        _pieces(failed + held + neither, ("bad", failed), ("good", held), ("none", neither)),
        AUDIT_CHECKS[check].meaning,
        tuple(
            Figure(f"{count:,} {code}", link("why", check, code))
            for code, count in list(totals.why(check).items())[:6]
        ),
    )


def kinds(totals: Totals, kind: str) -> Bars:
    """Bodies, sources, specifics or findings by what they are."""
    counts = totals.under(kind)
    whole = sum(counts.values())
    return _folded(
        [
            Bar(
                name,
                link(kind, name),
                (Figure(f"{count:,}", link(kind, name)), Figure(f"{100 * count / whole:.1f} %")),
                _pieces(whole, (_look(kind, name), count)),
                _meaning(kind, name),
            )
            for name, count in counts.items()
        ]
    )


def _look(kind: str, name: str) -> str:
    good = {"capture": {"ok"}, "source": {"stored"}, "specific": {"traced", "derived"}}
    unsure = {"capture": {"absent", "no-hash"}, "specific": {"unbound", "unverifiable"}}
    if kind == "finding":
        return "bad" if name.startswith("error") else "none"
    if name in good[kind]:
        return "good"
    return "none" if name in unsure.get(kind, ()) else "bad"


def _meaning(kind: str, name: str) -> str:
    if kind == "capture":
        return BODY_CODES.get(name, "")
    if kind == "specific":
        return wording.STATUS_WORDS[Status(name)][1] if name in set(Status) else ""
    return ""


def groups(totals: Totals, axis: str) -> Bars:
    """The articles of each contributor, model, category or domain."""
    found = totals.groups(axis)
    most = max((one.articles for one in found), default=0)
    return _folded([_group(axis, one, most) for one in found])


def _group(axis: str, one: Group, most: int) -> Bar:
    worst = sorted(one.failed.items(), key=lambda item: -item[1])[:3]
    return Bar(
        one.name,
        link(axis, one.name),
        (
            Figure(f"{one.articles:,}", link(axis, one.name)),
            Figure(f"{one.full_chain:,}", link(axis, one.name, "full")),
            Figure(f"{one.failing:,}", link(axis, one.name, "failing")),
        ),
        _pieces(most, ("good", one.full_chain), ("bad", one.articles - one.full_chain)),
        "",
        tuple(
            Figure(f"{count:,} fail {AUDIT_CHECKS[check].title}", link(axis, one.name, check))
            for check, count in worst
        ),
    )


def columns(totals: Totals) -> Columns:
    """Articles by month, or by year where there are too many months."""
    found = totals.groups("month")
    size = 7 if len(found) <= MAX_COLUMNS else 4
    sums: dict[str, tuple[int, int]] = {}
    for one in found:
        name = one.name[:size] if one.name[:1].isdigit() else one.name
        count, full = sums.get(name, (0, 0))
        sums[name] = (count + one.articles, full + one.full_chain)
    most = _round_up(max((count for count, _ in sums.values()), default=1))
    step = WIDTH / max(len(sums), 1)
    every = -(-len(sums) // 12)
    made = []
    for number, (name, (count, full)) in enumerate(sums.items()):
        width = min(step * 0.8, 64)
        made.append(
            Column(
                name,
                link("month", name),
                f"{name}: {count:,} articles, {full:,} with the full chain",
                round(number * step + (step - width) / 2, 2),
                round(width, 2),
                round(HEIGHT * (1 - count / most), 2),
                round(HEIGHT * (1 - full / most), 2),
                number % every == 0,
                number % (every * (1 if len(sums) <= NARROW else 2)) == 0,
            )
        )
    scale = tuple((round(HEIGHT * (1 - part), 2), int(most * part)) for part in (0, 0.5, 1))
    return Columns(tuple(made), scale)


def _round_up(count: int) -> int:
    """The next even number of two digits and noughts."""
    unit: int = 2 * 10 ** max(len(str(count)) - 2, 0)
    return max(-(-count // unit) * unit, 2)


def _pieces(whole: int, *parts: tuple[str, int]) -> tuple[Piece, ...]:
    made, at = [], 0.0
    for look, count in parts:
        width = 100 * count / whole if whole else 0.0
        if count:
            made.append(Piece(look, round(at, 3), round(width, 3)))
        at += width
    return tuple(made)


def _folded(lines: Sequence[Bar]) -> Bars:
    return Bars(tuple(lines[:SHOWN]), tuple(lines[SHOWN:MOST]), max(len(lines) - MOST, 0))
