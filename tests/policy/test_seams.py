"""What a rule can hand on and read: passages of sources, and the newsroom's archive."""

from __future__ import annotations

import jsonschema

from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region, Variant
from copydesk.policy import rule
from copydesk.policy.archive import Archive, ArchivedArticle
from copydesk.policy.passages import passage
from copydesk.policy.registry import Hit
from copydesk.report import FieldName, Quality
from copydesk.report_schema import trace_schema

PAGE = "The ferry may resume on Monday.\nIt carried 840 people."
DATA = '{"carried": 840}'
TEXT = f"{DATA}\n{PAGE}"


def two_captures() -> EvidenceSource:
    first = len(DATA) + 1
    return EvidenceSource(
        3,
        "https://port.example/notice",
        "aa" * 32,
        Quality.OK,
        EvidenceText(TEXT, (Region(0, len(TEXT), Label.VISIBLE),)),
        variants=(
            Variant("aa" * 32, "raw", 0, len(DATA)),
            Variant("bb" * 32, "page", first, len(TEXT)),
        ),
    )


def test_a_passage_counts_from_the_beginning_of_its_own_capture() -> None:
    at = TEXT.index("may resume")
    found = passage(two_captures(), at, at + 10)
    assert (found.source, found.sha256, found.exact) == (3, "bb" * 32, "may resume")
    assert (found.start, found.end) == (PAGE.index("may resume"), PAGE.index("may resume") + 10)
    assert found.prefix == "The ferry "
    assert found.suffix.startswith(" on Monday.")


def test_a_passage_ends_with_its_capture() -> None:
    assert passage(two_captures(), 0, 40).exact == DATA
    assert passage(two_captures(), 0, 40).suffix == ""


def test_a_finding_shows_the_passages_of_its_hit_and_keeps_to_the_schema() -> None:
    at = TEXT.index("may resume")
    seen = passage(two_captures(), at, at + 10)
    made = rule("loaded-word").finding(Hit(FieldName.BODY, 0, 3, "A word.", passages=(seen,)))
    assert made.evidence == (seen,)
    schema = {**trace_schema(), "$ref": "#/$defs/finding"}
    for key in ("type", "properties", "required", "additionalProperties"):
        schema.pop(key)
    assert made.as_json()["evidence"] == [seen.as_json()]
    jsonschema.validate(made.as_json(), schema)


def test_a_finding_without_passages_is_written_as_before() -> None:
    made = rule("loaded-word").finding(Hit(FieldName.BODY, 0, 3, "A word."))
    assert not {"evidence", "dispute"} & made.as_json().keys()


def test_the_archive_is_found_by_slug() -> None:
    one = ArchivedArticle("ferry-halts", "Ferry halts", withdrawn=True)
    assert Archive((one,)).by_slug == {"ferry-halts": one}
    assert Archive().by_slug == {}
