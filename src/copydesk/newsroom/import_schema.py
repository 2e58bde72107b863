"""JSON Schema (draft 2020-12) of ``copydesk.import/1``, the answer of ``copydesk import``.

Strict in every object, like the schemas of what else Copydesk prints; a test validates real answers.
"""

from __future__ import annotations

from copydesk.importers.herald_captures import CaptureState
from copydesk.importers.herald_signatures import Outcome
from copydesk.importers.unfit import UnfitKind
from copydesk.newsroom.import_report import SCHEMA, StoryState
from copydesk.schema_parts import COUNT, DIALECT, TEXT, Schema, object_of

__all__ = ["import_schema"]

_STEPS = ("submission", "review", "earlier-review", "publication", "correction")
_HASHES = ("payload_hash", "article_sha256", "submission_hash")


def import_schema() -> Schema:
    """The schema of the object that ``copydesk import --format json`` prints."""
    names = [str(kind) for kind in UnfitKind]
    counts = dict.fromkeys(names, COUNT)
    outcomes = object_of({}, {str(outcome): COUNT for outcome in Outcome})
    unfit = object_of({"path": TEXT, "kind": {"enum": names}, "reason": TEXT})
    states = [str(StoryState.CHANGED), str(StoryState.LEFT_OUT)]
    left_out = object_of({"story": TEXT, "state": {"enum": states}, "reason": TEXT})
    return {
        "$schema": DIALECT,
        "$id": "urn:copydesk:schema:import:v1",
        "title": SCHEMA,
        "description": "What an import of another system's archive did, and what does not fit.",
        **object_of(
            {
                "schema": {"const": SCHEMA},
                "archive": TEXT,
                "format": {"const": "machine-herald"},
                "commit": {"type": ["string", "null"]},
                "newsroom": TEXT,
                "signed_by": TEXT,
                "changed": {"type": "boolean"},
                "stories": object_of({str(state): COUNT for state in StoryState}),
                "steps": object_of({}, dict.fromkeys(_STEPS, COUNT)),
                "signatures": object_of({}, {"submission": outcomes, "publication": outcomes}),
                "hashes": object_of(
                    {}, {name: object_of({"match": COUNT, "differ": COUNT}) for name in _HASHES}
                ),
                "captures": object_of({str(state): COUNT for state in CaptureState}),
                "not_imported": {"type": "array", "items": left_out},
                "unfit": object_of(
                    {
                        "count": COUNT,
                        "by_kind": object_of({}, counts),
                        "list": {"type": "array", "items": unfit},
                    }
                ),
            }
        ),
    }
