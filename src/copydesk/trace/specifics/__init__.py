"""The grammar of specifics: what in a text can be checked, and its value as a value."""

from __future__ import annotations

from copydesk.trace.specifics.doubtful import DOUBTFUL, scan_doubtful
from copydesk.trace.specifics.fold import fold, fold_in_place, fold_plain, hard_places
from copydesk.trace.specifics.model import (
    Amount,
    DateValue,
    IdentifierValue,
    Item,
    TextValue,
    Value,
    VersionValue,
)
from copydesk.trace.specifics.names import scan_names
from copydesk.trace.specifics.qualifier import qualifier_before
from copydesk.trace.specifics.quotes import quoted_spans, scan_quotes
from copydesk.trace.specifics.scan import scan_passage, scan_values
from copydesk.trace.specifics.superlatives import scan_superlatives
from copydesk.trace.specifics.values import Relation, equal, lookup_keys, relation, resolve

__all__ = [
    "DOUBTFUL",
    "Amount",
    "DateValue",
    "IdentifierValue",
    "Item",
    "Relation",
    "TextValue",
    "Value",
    "VersionValue",
    "equal",
    "fold",
    "fold_in_place",
    "fold_plain",
    "hard_places",
    "lookup_keys",
    "qualifier_before",
    "quoted_spans",
    "relation",
    "resolve",
    "scan_doubtful",
    "scan_names",
    "scan_passage",
    "scan_quotes",
    "scan_superlatives",
    "scan_values",
]
