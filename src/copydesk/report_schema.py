"""JSON Schema (draft 2020-12) of what Copydesk prints: the trace and the verification.

Written by hand beside :mod:`copydesk.report`, strict in every object, so that a tool in another
language can rely on it. Tests validate real reports against it, and a test compares its keys with
those that the classes write.
"""

from __future__ import annotations

from copydesk.provenance.checks import CheckState
from copydesk.report import LABEL_WORDS, SCHEMA, UNDATED, FieldName, Kind, Quality, Severity, Status
from copydesk.schema_parts import COUNT, DIALECT, TEXT, Schema, array_of, object_of

__all__ = ["trace_schema", "verification_schema"]

_SOURCE: Schema = {"type": "integer", "minimum": 1}
_SHA256: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
_SHA256_OR_NULL: Schema = {"anyOf": [_SHA256, {"type": "null"}]}
_TEXT_OR_NULL: Schema = {"type": ["string", "null"]}
_RULE: Schema = {"type": "string", "pattern": "^[a-z]+(-[a-z]+)*$"}
# Exact decimals as strings, so that no reader rounds them; n/d where there is no decimal.
_DECIMAL: Schema = {"type": "string", "pattern": r"^-?\d+(\.\d+|/\d+)?$"}


def trace_schema() -> Schema:
    """The schema of ``copydesk.trace/1``, the object that ``copydesk check`` prints."""
    return _document(
        SCHEMA,
        "The trace of every specific of an article, and the findings of the policy.",
        {
            "schema": {"const": SCHEMA},
            "article": object_of({"path": TEXT, "sha256": _SHA256, "words": COUNT}),
            "sources": array_of("source"),
            "specifics": array_of("specific"),
            "findings": array_of("finding"),
            "summary": _summary(),
        },
        {
            "source": _source(),
            "specific": _specific(),
            "evidence": _evidence(),
            "finding": _finding(),
            **_values(),
        },
    )


def verification_schema() -> Schema:
    """The schema of ``copydesk.verification/1``, the object that ``copydesk verify`` prints."""
    states = [state.value for state in CheckState]
    return _document(
        "copydesk.verification/1",
        "Every check of one article's record, with its state and reason.",
        {
            "schema": {"const": "copydesk.verification/1"},
            "article": TEXT,
            "ok": {"type": "boolean"},
            "counts": object_of(dict.fromkeys(states, COUNT)),
            "checks": array_of("check"),
        },
        {
            "check": object_of(
                {
                    "id": TEXT,
                    "title": TEXT,
                    "state": {"enum": states},
                    "reason": TEXT,
                    "about": TEXT,
                }
            )
        },
    )


def _document(name: str, description: str, properties: Schema, definitions: Schema) -> Schema:
    kind, _, version = name.removeprefix("copydesk.").partition("/")
    return {
        "$schema": DIALECT,
        "$id": f"urn:copydesk:schema:{kind}:v{version}",
        "title": name,
        "description": description,
        **object_of(properties),
        "$defs": definitions,
    }


def _place() -> Schema:
    return {"field": {"enum": [name.value for name in FieldName]}, "start": COUNT, "end": COUNT}


def _source() -> Schema:
    return object_of(
        {
            "id": _SOURCE,
            "url": TEXT,
            "sha256": _SHA256_OR_NULL,
            "quality": {"enum": [quality.value for quality in Quality]},
            "chars": COUNT,
        }
    )


def _specific() -> Schema:
    base = object_of(
        {
            "id": _SOURCE,
            "kind": {"enum": [kind.value for kind in Kind]},
            **_place(),
            "text": {"type": "string", "minLength": 1},
            "value": {"type": "object"},
            "cited": {"type": "array", "items": _SOURCE, "uniqueItems": True},
            "status": {"enum": [status.value for status in Status]},
            "evidence": array_of("evidence"),
            "reason": TEXT,
        }
    )
    shapes = {
        "amount": (Kind.NUMBER, Kind.MONEY, Kind.PERCENT, Kind.DURATION),
        "date": (Kind.DATE,),
        "version": (Kind.VERSION,),
        "identifier": (Kind.IDENTIFIER,),
        "words": (Kind.QUOTE, Kind.NAME, Kind.SUPERLATIVE),
    }
    conditions = [
        {
            "if": {"properties": {"kind": {"enum": [kind.value for kind in kinds]}}},
            "then": {"properties": {"value": {"$ref": f"#/$defs/{shape}"}}},
        }
        for shape, kinds in shapes.items()
    ]
    return {**base, "allOf": conditions}


def _evidence() -> Schema:
    return object_of(
        {
            "source": _SOURCE,
            "sha256": _SHA256_OR_NULL,
            "exact": TEXT,
            "prefix": TEXT,
            "suffix": TEXT,
            "start": COUNT,
            "end": COUNT,
            "score": {"type": "number", "minimum": 0, "maximum": 1},
        },
        {
            "label": {"enum": list(LABEL_WORDS)},
            "page": {"type": "integer", "minimum": 1},
            "archived": {
                "type": "string",
                "pattern": rf"^(?:\d{{4}}-\d\d-\d\dT\d\d:\d\d:\d\dZ|{UNDATED})$",
            },
        },
    )


def _finding() -> Schema:
    return object_of(
        {
            "rule": _RULE,
            "severity": {"enum": [severity.value for severity in Severity]},
            **_place(),
            "message": {"type": "string", "minLength": 1},
            "expected": _TEXT_OR_NULL,
            "found": _TEXT_OR_NULL,
            "specifics": {"type": "array", "items": _SOURCE, "uniqueItems": True},
            "fix": {"type": "string", "minLength": 1},
        },
        {
            "evidence": {**array_of("evidence"), "minItems": 1},
            "dispute": {"type": "string", "minLength": 1},
        },
    )


def _summary() -> Schema:
    def counts(values: list[str]) -> Schema:
        return {
            "type": "object",
            "properties": {value: {"type": "integer", "minimum": 1} for value in values},
            "additionalProperties": False,
        }

    return object_of(
        {
            "specifics": COUNT,
            "by_status": counts([status.value for status in Status]),
            "by_kind": counts([kind.value for kind in Kind]),
            "findings": counts([severity.value for severity in Severity]),
        }
    )


def _values() -> Schema:
    """The shapes of ``value``, by what the grammar read; see ``copydesk.trace.specifics.model``."""
    year: Schema = {"type": "integer"}
    return {
        "amount": object_of(
            {"amount": _DECIMAL},
            {"unit": TEXT, "high": _DECIMAL, "ordinal": {"const": True}, "qualifier": TEXT},
        ),
        "date": object_of(
            {},
            {
                "year": year,
                "month": {"type": "integer", "minimum": 1, "maximum": 12},
                "day": {"type": "integer", "minimum": 1, "maximum": 31},
                "quarter": {"type": "integer", "minimum": 1, "maximum": 4},
                "decade": year,
                "weekday": {"type": "integer", "minimum": 0, "maximum": 6},
                "time": TEXT,
                "zone": TEXT,
                "relative": TEXT,
                "fiscal": {"const": True},
            },
        ),
        "version": object_of({"version": {"type": "string", "minLength": 1}}),
        "identifier": object_of({"scheme": TEXT, "id": TEXT}),
        "words": object_of({"text": TEXT}, {"role": TEXT}),
    }
