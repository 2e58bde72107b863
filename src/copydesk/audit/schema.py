"""JSON Schema (draft 2020-12) of ``copydesk.audit/1``, the answer of ``copydesk audit``.

Strict in every object, like the schemas of what else Copydesk prints; tests validate real answers.
"""

from __future__ import annotations

from copydesk.audit.checks import AUDIT_CHECKS, BODY_CODES, CODES, FUNNEL
from copydesk.audit.totals import AXES
from copydesk.importers.unfit import UnfitKind
from copydesk.provenance.checks import CHECKS, IMPORT_CHECKS, CheckState
from copydesk.report import Severity, Status
from copydesk.schema_parts import COUNT, DIALECT, TEXT, Schema, array_of, object_of

__all__ = ["SCHEMA", "audit_schema", "known_codes"]

SCHEMA = "copydesk.audit/1"

_STATES = [state.value for state in CheckState]
# A status of HTTP and the problems of a capture are kinds of their own; see the table of codes.
_SOURCE_CODE = "^[a-z0-9]+(-[a-z0-9]+)*$"
_RULE = f"^({'|'.join(severity.value for severity in Severity)}) [a-z0-9]+(-[a-z0-9]+)*$"


def known_codes() -> list[str]:
    """Every code that a check of an audit may come out with."""
    unfit = (kind.value for kind in UnfitKind)
    return sorted({*CODES, *BODY_CODES, *CHECKS, *IMPORT_CHECKS, *unfit})


def audit_schema() -> Schema:
    """The schema of the object that ``copydesk audit --format json`` prints."""
    return {
        "$schema": DIALECT,
        "$id": "urn:copydesk:schema:audit:v1",
        "title": SCHEMA,
        "description": "What of every article of an archive still holds, and what they say together.",
        **object_of(
            {
                "schema": {"const": SCHEMA},
                "archive": {"enum": ["newsroom", "machine-herald"]},
                "articles": array_of("article"),
                "ok": {"type": "boolean"},
                "totals": _totals(),
                "notes": {"type": "array", "items": TEXT},
                "work": object_of(
                    dict.fromkeys(("articles", "unchanged", "statements_only"), COUNT)
                ),
            }
        ),
        "$defs": {
            "code": {"enum": known_codes()},
            "article": _article(),
            "check": _check(),
            "group": _group(),
            "bodies": _counts({"enum": list(BODY_CODES)}),
            "sources": _counts({"pattern": _SOURCE_CODE}),
            "specifics": _counts({"enum": [status.value for status in Status]}),
            "findings": _counts({"pattern": _RULE}),
        },
    }


def _article() -> Schema:
    return object_of(
        {
            **dict.fromkeys(("article", "slug", "date", "contributor", "model", "category"), TEXT),
            **{key: {"type": "boolean"} for key in ("published", "stray", "full_chain")},
            "corrections": COUNT,
            "domains": {"type": "array", "items": TEXT, "uniqueItems": True},
            "checks": array_of("check"),
            "captures": _named("bodies"),
            **{name: _named(name) for name in ("sources", "specifics", "findings")},
        }
    )


def _check() -> Schema:
    return object_of(
        {
            "check": {"enum": list(AUDIT_CHECKS)},
            "state": {"enum": _STATES},
            "code": _named("code"),
            "reason": TEXT,
        }
    )


def _totals() -> Schema:
    step = object_of({"check": {"enum": list(FUNNEL)}, "articles": COUNT})
    said = object_of({**dict.fromkeys(_STATES, COUNT), "codes": _counts(_named("code"))})
    return object_of(
        {
            **dict.fromkeys(("articles", "unpublished", "full_chain", "failing"), COUNT),
            "stray": _counts(_named("code")),
            "funnel": {
                "type": "array",
                "items": step,
                "minItems": len(FUNNEL),
                "maxItems": len(FUNNEL),
            },
            "checks": object_of(dict.fromkeys(AUDIT_CHECKS, said)),
            "captures": _named("bodies"),
            **{name: _named(name) for name in ("sources", "specifics", "findings")},
            "by": object_of(dict.fromkeys(AXES, array_of("group"))),
        }
    )


def _group() -> Schema:
    return object_of(
        {
            "name": TEXT,
            **dict.fromkeys(("articles", "full_chain", "failing"), COUNT),
            "failed": _counts({"enum": list(AUDIT_CHECKS)}),
        }
    )


def _named(definition: str) -> Schema:
    return {"$ref": f"#/$defs/{definition}"}


def _counts(names: Schema) -> Schema:
    """An object with a count under each name."""
    return {"type": "object", "propertyNames": names, "additionalProperties": COUNT}
