"""JSON Schema (draft 2020-12) of ``copydesk.import/1``, the answer of ``copydesk import``.

Strict in every object, like the schemas of what else Copydesk prints; a test validates real answers.
"""

from __future__ import annotations

from typing import Any

from copydesk.importers.herald_captures import CaptureState
from copydesk.importers.herald_signatures import Outcome
from copydesk.importers.unfit import UnfitKind
from copydesk.newsroom.import_report import SCHEMA, StoryState
from copydesk.report_schema import DIALECT

__all__ = ["import_schema"]

Schema = dict[str, Any]

_COUNT: Schema = {"type": "integer", "minimum": 0}
_TEXT: Schema = {"type": "string"}
_STEPS = ("submission", "review", "earlier-review", "publication", "correction")
_HASHES = ("payload_hash", "article_sha256", "submission_hash")


def import_schema() -> Schema:
    """The schema of the object that ``copydesk import --format json`` prints."""
    names = [str(kind) for kind in UnfitKind]
    counts = dict.fromkeys(names, _COUNT)
    outcomes = _object({}, {str(outcome): _COUNT for outcome in Outcome})
    unfit = _object({"path": _TEXT, "kind": {"enum": names}, "reason": _TEXT})
    states = [str(StoryState.CHANGED), str(StoryState.LEFT_OUT)]
    left_out = _object({"story": _TEXT, "state": {"enum": states}, "reason": _TEXT})
    return {
        "$schema": DIALECT,
        "$id": "urn:copydesk:schema:import:v1",
        "title": SCHEMA,
        "description": "What an import of another system's archive did, and what does not fit.",
        **_object(
            {
                "schema": {"const": SCHEMA},
                "archive": _TEXT,
                "format": {"const": "machine-herald"},
                "commit": {"type": ["string", "null"]},
                "newsroom": _TEXT,
                "signed_by": _TEXT,
                "changed": {"type": "boolean"},
                "stories": _object({str(state): _COUNT for state in StoryState}),
                "steps": _object({}, dict.fromkeys(_STEPS, _COUNT)),
                "signatures": _object({}, {"submission": outcomes, "publication": outcomes}),
                "hashes": _object(
                    {}, {name: _object({"match": _COUNT, "differ": _COUNT}) for name in _HASHES}
                ),
                "captures": _object({str(state): _COUNT for state in CaptureState}),
                "not_imported": {"type": "array", "items": left_out},
                "unfit": _object(
                    {
                        "count": _COUNT,
                        "by_kind": _object({}, counts),
                        "list": {"type": "array", "items": unfit},
                    }
                ),
            }
        ),
    }


def _object(required: Schema, optional: Schema | None = None) -> Schema:
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }
