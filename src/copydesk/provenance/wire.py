"""The short way through :func:`copydesk.provenance.statement.parse_statement`.

A statement is read and written again by compiled code; when that gives the very bytes that were
read, then they are canonical, hold no field twice, none unknown, no float, no null and no default
that is left out, since the writer makes none of these. Whatever does not come back as it was is
left to the long way, which knows the reason. Nothing is accepted here that the long way refuses.

The writer sorts the fields of every model, which for ASCII names is the order of RFC 8785; models
with anything but fields of known types (a free mapping, for one) have no short way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import Field, ValidationError
from pydantic_core import PydanticSerializationError, SchemaSerializer, SchemaValidator

from copydesk.provenance.canonical import MAX_INTEGER, MAX_JSON_BYTES
from copydesk.provenance.statements import PREDICATES, Model, Subject, predicate_type

__all__ = ["MAX_SUBJECTS", "read_as_written"]

MAX_SUBJECTS = 10_000
_MARK = b'"predicateType":"urn:copydesk:'

# A schema with one of these reads or writes a field in a way of its own.
_OWN_WAYS = {
    "computed_fields",
    "custom_init",
    "post_init",
    "root_model",
    "serialization",
    "serialization_exclude",
}


P = TypeVar("P", bound=Model)


class _Whole(Model, Generic[P]):
    """A statement with its predicate."""

    type_: Literal["https://in-toto.io/Statement/v1"] = Field(alias="_type")
    predicate: P
    predicateType: str  # noqa: N815 - in-toto's name
    subject: Annotated[list[Subject], Field(min_length=1, max_length=MAX_SUBJECTS)]


class _UnknownSchemaError(Exception):
    """The schema holds something whose written form is not known to be canonical."""


def read_as_written(payload: bytes) -> tuple[str, list[Subject], Model] | None:
    """The kind, subjects and predicate of a payload, or ``None`` where the long way must decide."""
    if len(payload) > MAX_JSON_BYTES:
        return None
    start = payload.rfind(_MARK) + len(_MARK)
    kind = payload[start : payload.find(b":", start)].decode("ascii", "replace")
    way = _WAYS.get(kind)
    if way is None:
        return None
    validator, serializer = way
    try:
        value = validator.validate_json(payload)
        same = serializer.to_json(value, by_alias=True, exclude_none=True) == payload
    except (ValidationError, PydanticSerializationError):
        return None
    if not same or value.predicateType != predicate_type(kind):
        return None
    return kind, value.subject, value.predicate


def _way(model: type[Model]) -> tuple[SchemaValidator, SchemaSerializer] | None:
    # By default the compiled models would be taken, with the fields in the order of their classes.
    # Were the setting to go, every payload would go the long way.
    try:
        schema = _sorted(_Whole[model].__pydantic_core_schema__)  # type: ignore[valid-type]
        return (
            SchemaValidator(schema, _use_prebuilt=False),
            SchemaSerializer(schema, _use_prebuilt=False),
        )
    except (_UnknownSchemaError, TypeError):
        return None


def _sorted(node: Any) -> Any:
    """The schema with the fields of every model in order, and integers within 2^53-1.

    Raises:
        _UnknownSchemaError: it holds what is not known here.
    """
    kind = node["type"]
    change = _CHANGES.get(kind)
    if change is None or any(node.get(name) for name in _OWN_WAYS):
        raise _UnknownSchemaError(kind)
    return {**node, **change(node)}


def _fields(node: Any) -> dict[str, Any]:
    found = {}
    for name, field in node["fields"].items():
        written = field.get("serialization_alias", name)
        if written != field.get("validation_alias", name) or not written.isascii():
            raise _UnknownSchemaError(name)
        found[written] = (name, _sorted(field))
    return {"fields": dict(found[written] for written in sorted(found))}


def _integer(node: Any) -> dict[str, Any]:
    low, high = node.get("ge", -MAX_INTEGER), node.get("le", MAX_INTEGER)
    return {"ge": max(low, -MAX_INTEGER), "le": min(high, MAX_INTEGER)}


def _inner(node: Any) -> dict[str, Any]:
    return {"schema": _sorted(node["schema"])}


def _items(node: Any) -> dict[str, Any]:
    items = node.get("items_schema")
    if items is None:
        raise _UnknownSchemaError(node["type"])
    inner = [_sorted(item) for item in items] if isinstance(items, list) else _sorted(items)
    return {"items_schema": inner}


def _definitions(node: Any) -> dict[str, Any]:
    return {"definitions": [_sorted(item) for item in node["definitions"]], **_inner(node)}


# What changes in a schema of each known type; any other type has no short way.
_CHANGES: dict[str, Callable[[Any], dict[str, Any]]] = {
    **dict.fromkeys(("bool", "definition-ref", "literal", "str"), lambda _: {}),
    **dict.fromkeys(("default", "function-after", "model", "model-field", "nullable"), _inner),
    **dict.fromkeys(("list", "tuple"), _items),
    "definitions": _definitions,
    "int": _integer,
    "model-fields": _fields,
}
_WAYS = {kind: way for kind, model in PREDICATES.items() if (way := _way(model)) is not None}
