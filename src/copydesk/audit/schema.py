"""JSON Schema (draft 2020-12) of ``copydesk.audit/1``, the answer of ``copydesk audit``.

Strict in every object, like the schemas of what else Copydesk prints; tests validate real answers.
"""

from __future__ import annotations

from typing import Any

from copydesk.audit.checks import AUDIT_CHECKS, BODY_CODES, CODES, FUNNEL
from copydesk.audit.totals import AXES
from copydesk.importers.unfit import UnfitKind
from copydesk.provenance.checks import CHECKS, IMPORT_CHECKS, CheckState
from copydesk.report import Severity, Status
from copydesk.report_schema import DIALECT

__all__ = ["SCHEMA", "audit_schema", "known_codes"]

SCHEMA = "copydesk.audit/1"

Schema = dict[str, Any]

_COUNT: Schema = {"type": "integer", "minimum": 0}
_TEXT: Schema = {"type": "string"}
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
        **_object(
            {
                "schema": {"const": SCHEMA},
                "archive": {"enum": ["newsroom", "machine-herald"]},
                "articles": _array("article"),
                "ok": {"type": "boolean"},
                "totals": _totals(),
                "notes": {"type": "array", "items": _TEXT},
                "work": _object(
                    dict.fromkeys(("articles", "unchanged", "statements_only"), _COUNT)
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
    return _object(
        {
            **dict.fromkeys(("article", "slug", "date", "contributor", "model", "category"), _TEXT),
            **{key: {"type": "boolean"} for key in ("published", "stray", "full_chain")},
            "corrections": _COUNT,
            "domains": {"type": "array", "items": _TEXT, "uniqueItems": True},
            "checks": _array("check"),
            "captures": _named("bodies"),
            **{name: _named(name) for name in ("sources", "specifics", "findings")},
        }
    )


def _check() -> Schema:
    return _object(
        {
            "check": {"enum": list(AUDIT_CHECKS)},
            "state": {"enum": _STATES},
            "code": _named("code"),
            "reason": _TEXT,
        }
    )


def _totals() -> Schema:
    step = _object({"check": {"enum": list(FUNNEL)}, "articles": _COUNT})
    said = _object({**dict.fromkeys(_STATES, _COUNT), "codes": _counts(_named("code"))})
    return _object(
        {
            **dict.fromkeys(("articles", "unpublished", "full_chain", "failing"), _COUNT),
            "stray": _counts(_named("code")),
            "funnel": {
                "type": "array",
                "items": step,
                "minItems": len(FUNNEL),
                "maxItems": len(FUNNEL),
            },
            "checks": _object(dict.fromkeys(AUDIT_CHECKS, said)),
            "captures": _named("bodies"),
            **{name: _named(name) for name in ("sources", "specifics", "findings")},
            "by": _object(dict.fromkeys(AXES, _array("group"))),
        }
    )


def _group() -> Schema:
    return _object(
        {
            "name": _TEXT,
            **dict.fromkeys(("articles", "full_chain", "failing"), _COUNT),
            "failed": _counts({"enum": list(AUDIT_CHECKS)}),
        }
    )


def _object(properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _array(definition: str) -> Schema:
    return {"type": "array", "items": _named(definition)}


def _named(definition: str) -> Schema:
    return {"$ref": f"#/$defs/{definition}"}


def _counts(names: Schema) -> Schema:
    """An object with a count under each name."""
    return {"type": "object", "propertyNames": names, "additionalProperties": _COUNT}
