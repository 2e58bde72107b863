"""The record's trace as values: its digest was signed, but a signer may sign nonsense."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import TypeAdapter, ValidationError

from copydesk.errors import NewsroomError
from copydesk.provenance.record import Record
from copydesk.report import SCHEMA, Finding, Specific

__all__ = ["SignedTrace", "signed_trace"]

_SPECIFICS = TypeAdapter(tuple[Specific, ...])
_FINDINGS = TypeAdapter(tuple[Finding, ...])


@dataclass(frozen=True, slots=True)
class SignedTrace:
    """The specifics and findings of a record; empty where the record holds no trace."""

    specifics: tuple[Specific, ...] = ()
    findings: tuple[Finding, ...] = ()


def signed_trace(record: Record) -> SignedTrace:
    """Read the parsed ``trace.json`` of a record.

    Raises:
        NewsroomError: it is not a ``copydesk.trace/1`` object.
    """
    if record.trace is None or record.withdrawal is not None:
        return SignedTrace()  # a withdrawn article's trace quotes its text
    try:
        trace = SignedTrace(
            _SPECIFICS.validate_python(record.trace.get("specifics")),
            _FINDINGS.validate_python(record.trace.get("findings")),
        )
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise _wrong(record, f"{where}: {first['msg']}") from error
    if record.trace.get("schema") != SCHEMA:
        raise _wrong(record, f"its schema is {record.trace.get('schema')!r}, not {SCHEMA!r}")
    places = [(item.start, item.end) for item in trace.specifics]
    places += [(item.start, item.end) for item in trace.findings]
    if any(not 0 <= start <= end for start, end in places):
        raise _wrong(record, "an item ends before it starts")
    return trace


def _wrong(record: Record, why: str) -> NewsroomError:
    return NewsroomError(
        f"The signed trace of {record.folder} cannot be shown: {why}.",
        fix="The contributor must trace and submit the article again.",
        location=f"{record.folder}/prov/trace.json",
    )
