"""What a look at a source found, as findings for the editor: in the form of every other finding."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from copydesk.report import FieldName, Finding, Severity, Specific
from copydesk.watch.model import AnchorState, Change, Comparison, Verdict

__all__ = ["find_lost"]

_FIX = (
    "Read the source as it is now; `copydesk correct` if the article is no longer right, else "
    "`copydesk watch --settle` with the reason."
)
_SHOWN = 120
_WHOLE = {Verdict.REPLACED: "source-replaced", Verdict.GONE: "source-gone"}


def find_lost(
    source: int,
    made: Comparison,
    specifics: Mapping[int, Specific],
    elsewhere: Mapping[int, Collection[int]],
) -> tuple[Finding, ...]:
    """The findings of one look; none where nothing that the article rests on was lost.

    Args:
        source: the number of the source in the article.
        made: what the look found.
        specifics: those of the signed trace, by id.
        elsewhere: for each specific the other sources that bear it out.
    """
    known = [specifics[one] for one in made.specifics if one in specifics]
    found = [_notice(source, notice, known) for notice in made.notices]
    rule = _WHOLE.get(made.verdict)
    if rule is not None:
        found.append(_whole(rule, source, made, known, elsewhere))
    elif made.verdict is Verdict.ANCHORS_LOST:
        lost: dict[tuple[str, ...], list[Change]] = {}
        for one in made.changes:
            if one.state in {AnchorState.CHANGED, AnchorState.LOST}:
                lost.setdefault((one.said, one.says, one.was, one.now), []).append(one)
        found += [_changed(source, changes, specifics, elsewhere) for changes in lost.values()]
    return tuple(found)


def _changed(
    source: int,
    changes: Sequence[Change],
    specifics: Mapping[int, Specific],
    elsewhere: Mapping[int, Collection[int]],
) -> Finding:
    """The finding of one change, on which several specifics may rest."""
    change = changes[0]
    now = "It does not stand there now."
    if change.says:
        now = f"It now says “{change.says}” in its place."
    elif change.note:
        now = f"Now {change.note}."
    alone = [one for one in changes if not elsewhere.get(one.specific)]
    others = set[int]() if alone else set(elsewhere[change.specific])
    known = [specifics[one.specific] for one in changes if one.specific in specifics]
    return Finding(
        rule="source-changed",
        severity=Severity.ERROR if alone else Severity.WARNING,
        field=change.field,
        start=change.start,
        end=change.end,
        message=f"Source {source} said “{change.said}”. {now} {_ours(known)}{_others(others)}",
        fix=_FIX,
        expected=change.was or change.said,
        found=change.now or None,
        specifics=tuple(one.specific for one in changes),
    )


def _whole(
    rule: str,
    source: int,
    made: Comparison,
    known: Sequence[Specific],
    elsewhere: Mapping[int, Collection[int]],
) -> Finding:
    alone = [one for one in known if not elsewhere.get(one.id)]
    said = (
        f"{len(alone)} of the {len(known)} specifics that rest on it stand in no other source."
        if known
        else "No specific rests on it."
    )
    field, start, end = _place(alone or known)
    return Finding(
        rule=rule,
        severity=Severity.ERROR if alone else Severity.WARNING,
        field=field,
        start=start,
        end=end,
        message=f"Source {source}: {made.reason} {said} What was captured is kept.",
        fix=_FIX,
        specifics=tuple(one.id for one in known),
    )


def _notice(source: int, notice: str, known: Sequence[Specific]) -> Finding:
    field, start, end = _place(known)
    return Finding(
        rule="source-corrected",
        severity=Severity.WARNING,
        field=field,
        start=start,
        end=end,
        message=f"Source {source} now has a notice: “{notice}”",
        fix=_FIX,
        found=notice,
        specifics=tuple(one.id for one in known),
    )


def _place(specifics: Sequence[Specific]) -> tuple[FieldName, int, int]:
    """Where the first of them stands; the beginning of the body where there is none."""
    if not specifics:
        return FieldName.BODY, 0, 0
    first = specifics[0]
    return first.field, first.start, first.end


def _ours(known: Sequence[Specific]) -> str:
    """What the article says there, and in which of its fields."""
    texts = dict.fromkeys(" ".join(one.text.split()) for one in known)
    fields = dict.fromkeys(one.field.value for one in known)
    said = ", ".join(
        f"“{text if len(text) <= _SHOWN else text[: _SHOWN - 1] + '…'}”" for text in texts
    )
    return f"The article has {said} in its {' and '.join(fields)}. " if known else ""


def _others(others: Collection[int]) -> str:
    if not others:
        return "No other source of the article bears it out."
    named = ", ".join(str(one) for one in sorted(others))
    return (
        f"Source {named} bears it out too."
        if len(others) == 1
        else f"Sources {named} bear it out too."
    )
