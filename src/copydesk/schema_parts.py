"""What the JSON Schemas (draft 2020-12) of Copydesk's answers are put together from."""

from __future__ import annotations

from typing import Any

__all__ = ["COUNT", "DIALECT", "TEXT", "Schema", "array_of", "object_of"]

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]

COUNT: Schema = {"type": "integer", "minimum": 0}
TEXT: Schema = {"type": "string"}


def object_of(required: Schema, optional: Schema | None = None) -> Schema:
    """A strict object: these keys, the first of them always, and no other."""
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }


def array_of(definition: str) -> Schema:
    """A list of what stands under that name in the schema's own ``$defs``."""
    return {"type": "array", "items": {"$ref": f"#/$defs/{definition}"}}
