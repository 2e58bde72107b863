"""What a record does not prove, in words that are true of the record at hand."""

from __future__ import annotations

from copydesk.provenance.checks import CheckState
from copydesk.provenance.record import Record

__all__ = ["limits"]

_SOURCES = "It does not prove that the sources are right. It shows what their archived copies say."
_TRACE = (
    "A traced specific is a match of words and values, found by a program. Whether the article "
    "reads the source fairly is the editor’s judgement."
)
_WITHDRAWN = (
    "The text is gone, so nobody can compare it here with what was signed. Whoever kept a copy can "
    "compute its SHA-256 and compare that with the one that this record states."
)
_NAMES = (
    "Names stand in the newsroom’s own keyring. The record shows which key signed, not who held it."
)
_TIMES = (
    "Times are those that the signers and the capturing program stated. The log fixes the order "
    "of the statements, not the hour."
)
_TIMES_DATED = (
    "Times are those that the signers and the capturing program stated. What stands outside the "
    "newsroom says by when all of this had been signed, not how long before."
)
_CAPTURE = (
    "A capture is what one program received once. Other visitors may have been shown another page."
)
_NEWEST = (
    "The newsroom’s signed list shows nothing newer about this article as of its date. What was "
    "signed after that date it cannot show."
)
_NOT_NEWEST = (
    "The record alone does not show whether the newsroom has signed something newer about this "
    "article."
)
_WITNESSES = (
    "The witnesses are those that the newsroom’s own keyring names. Whether they are independent of "
    "the newsroom, the record cannot show."
)
_FEW_WITNESSES = (
    "Not as many of the named witnesses as are asked for have countersigned a log that holds all of "
    "this, so the newsroom could still show different logs to different people."
)
_NO_WITNESS = (
    "No witness outside the newsroom is named in its keyring, so nobody else vouches for the log, "
    "and the newsroom could show different logs to different people."
)


def limits(record: Record) -> tuple[str, ...]:
    """The sentences, for the state that the record's checks found."""
    seen = _passed(record, "witnesses")
    dated = seen or _passed(record, "timestamp")
    return (
        _SOURCES,
        _TRACE if record.withdrawal is None else _WITHDRAWN,
        _NAMES,
        _TIMES_DATED if dated else _TIMES,
        _CAPTURE,
        _NEWEST if _passed(record, "site-state") else _NOT_NEWEST,
        _WITNESSES if seen else _FEW_WITNESSES if _named(record) else _NO_WITNESS,
    )


def _passed(record: Record, name: str) -> bool:
    return record.verification.state(name) is CheckState.PASS


def _named(record: Record) -> bool:
    keys = record.keyring.keys if record.keyring else []
    return any("witness" in key.roles for key in keys)
