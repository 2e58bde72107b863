"""Legacy signatures: checked as they were made, never called more than they are."""

from __future__ import annotations

import base64
import json
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from herald_archive import ORDER, HeraldArchive, StorySpec, compact, ed25519, key_of

from copydesk.importers.checkout import Checkout
from copydesk.importers.herald_keys import HeraldKeys, read_key, read_keys
from copydesk.importers.herald_records import ProvenanceRecord, Story, Submission
from copydesk.importers.herald_signatures import (
    OUTCOME_WORDS,
    Outcome,
    check_payload_hash,
    check_publisher,
    check_submission,
)
from copydesk.importers.herald_stories import read_stories
from copydesk.importers.unfit import Unfit, UnfitKind

HERALD = os.environ.get("COPYDESK_HERALD", "")
Edit = Callable[[dict[str, Any]], None]


def written(
    tmp_path: Path, edit: Edit | None = None, of: str = "", **spec: Any
) -> tuple[Story, HeraldKeys]:
    """A story as written, one of its files changed afterwards."""
    archive = HeraldArchive(tmp_path)
    story = archive.add(**spec)
    if edit is not None:
        path = tmp_path / (
            story.submission if of == "submission" else f"src/content/provenance/{story.key}.json"
        )
        value = json.loads(path.read_bytes())
        edit(value)
        path.write_text(json.dumps(value))
    files = Checkout(tmp_path)
    (found,) = (item for item in read_stories(files) if isinstance(item, Story))
    return found, read_keys(files)


def submission(
    tmp_path: Path, edit: Edit | None = None, **spec: Any
) -> tuple[Submission, HeraldKeys]:
    story, keys = written(tmp_path, edit, "submission", **spec)
    assert story.submission is not None
    return story.submission, keys


def record(
    tmp_path: Path, edit: Edit | None = None, **spec: Any
) -> tuple[ProvenanceRecord, HeraldKeys]:
    story, keys = written(tmp_path, edit, "record", **spec)
    assert story.provenance is not None
    return story.provenance, keys


def test_a_whole_submission_verifies(tmp_path: Path) -> None:
    found = check_submission(*submission(tmp_path))
    assert found.outcome is Outcome.VALID
    assert found.signer == "harbour-desk-bot-one"
    assert "submission v3" in found.scheme


def test_what_the_contributor_does_not_sign_is_said(tmp_path: Path) -> None:
    def edit(value: dict[str, Any]) -> None:
        value["article"]["date"] = "2031-01-01"
        value["desk"] = "late"
        value["article"]["sources"].reverse()
        value["article"]["tags"].reverse()

    found = check_submission(*submission(tmp_path, edit))
    assert found.outcome is Outcome.VALID
    assert found.not_covered == (
        "desk",
        "article.date",
        "the order of article.tags",
        "the order of article.sources",
    )


def put(name: str, value: Any, within: str = "") -> Edit:
    def edit(whole: dict[str, Any]) -> None:
        (whole[within] if within else whole)[name] = value

    return edit


COVERED = {
    "title": put("title", "Another title", "article"),
    "body": put("body_markdown", "Another text.", "article"),
    "a source more": put("sources", ["https://port.example/ferry"], "article"),
    "timestamp": put("timestamp", "2031-03-14T09:30:16.250Z"),
    "model": put("contributor_model", "Another Model"),
    "asked for": put("human_requested", True),
    "request text": put("human_request_text", "Write it."),
    "version": put("submission_version", 4),
}


@pytest.mark.parametrize("change", COVERED)
def test_a_change_of_what_is_signed_does_not_verify(tmp_path: Path, change: str) -> None:
    found, keys = submission(tmp_path, COVERED[change])
    assert check_submission(found, keys).outcome is Outcome.DOES_NOT_VERIFY
    assert not check_payload_hash(found).matches


CASES = {
    "random": ("random", Outcome.NOT_ED25519),
    "none": ("none", Outcome.MISSING),
    "other-text": ("other-text", Outcome.DOES_NOT_VERIFY),
}


@pytest.mark.parametrize("case", CASES)
def test_each_way_to_fail_has_its_own_word(tmp_path: Path, case: str) -> None:
    contributor, outcome = CASES[case]
    found, keys = submission(tmp_path, contributor=contributor)
    assert check_submission(found, keys).outcome is outcome
    assert check_payload_hash(found).matches


def test_a_bot_without_a_key_is_unknown(tmp_path: Path) -> None:
    found, keys = submission(tmp_path, bot="another-desk-bot-two")
    assert check_submission(found, keys).outcome is Outcome.UNKNOWN_KEY


def test_a_bots_name_is_never_a_path(tmp_path: Path) -> None:
    (tmp_path / "outside.pub").write_text("x")
    found, keys = submission(tmp_path, put("bot_id", "../../outside"))
    assert check_submission(found, keys).outcome is Outcome.UNKNOWN_KEY


def shapes() -> dict[str, tuple[str, Outcome]]:
    valid = key_of("harbour-desk-bot-one").sign(b"x")
    beyond = (int.from_bytes(valid[32:], "little") + ORDER).to_bytes(32, "little")
    texts = {
        "S + L": valid[:32] + beyond,
        "63 bytes": valid[:63],
        "empty": b"",
    }
    found = {
        name: ("ed25519:" + base64.b64encode(data).decode(), Outcome.NOT_ED25519)
        for name, data in texts.items()
    }
    found["not base64"] = ("ed25519:@@@@", Outcome.NOT_ED25519)
    found["a megabyte"] = ("ed25519:" + "A" * 1_000_000, Outcome.NOT_ED25519)
    found["other scheme"] = ("rsa:AAAA", Outcome.UNKNOWN_SCHEME)
    return found


@pytest.mark.parametrize("shape", shapes())
def test_what_is_no_signature_is_said(tmp_path: Path, shape: str) -> None:
    text, outcome = shapes()[shape]
    found = check_submission(*submission(tmp_path, put("signature", text)))
    assert found.outcome is outcome


def test_a_migrated_submission_verifies_only_in_its_earlier_form(tmp_path: Path) -> None:
    found, keys = submission(tmp_path, contributor="v2-migrated")
    signature = check_submission(found, keys)
    assert signature.outcome is Outcome.EDITED
    assert signature.changed == (
        "submission_version was 2, now 3",
        "contributor_model was added",
    )
    stated = check_payload_hash(found)
    assert not stated.matches
    assert stated.changed == signature.changed


def test_a_submission_of_format_2_verifies_as_it_stands(tmp_path: Path) -> None:
    def edit(value: dict[str, Any]) -> None:
        del value["contributor_model"], value["human_requested"]
        value["submission_version"] = 2
        signed = {name: value[name] for name in ("submission_version", "bot_id", "timestamp")}
        article = {**value["article"], "tags": sorted(value["article"]["tags"])}
        value["signature"] = ed25519(value["bot_id"], compact({**signed, "article": article}))

    found = check_submission(*submission(tmp_path, edit, pages=StorySpec().pages[:1]))
    assert found.outcome is Outcome.VALID
    assert found.changed == ()


def test_texts_are_signed_as_javascript_writes_them(tmp_path: Path) -> None:
    text = 'Line\u2028end, "quote", tab\t, \x7f, café, \U0001f600 and \\ slash /'
    found = check_submission(*submission(tmp_path, body=text))
    assert found.outcome is Outcome.VALID


def test_a_whole_record_verifies_and_says_what_it_leaves_open(tmp_path: Path) -> None:
    found = check_publisher(*record(tmp_path))
    assert found.outcome is Outcome.VALID
    assert found.not_covered == (
        "signatures_present.contributor",
        "signatures_present.publisher",
    )


def test_signatures_present_may_be_changed_at_will(tmp_path: Path) -> None:
    lie = put("signatures_present", {"contributor": False, "review": {"verdict": "APPROVE"}})
    found = check_publisher(*record(tmp_path, lie))
    assert found.outcome is Outcome.VALID
    assert found.not_covered == ("signatures_present.contributor", "signatures_present.review")


@pytest.mark.parametrize("name", ["article_sha256", "bot_id", "created_at", "sources", "note"])
def test_a_change_of_a_record_does_not_verify(tmp_path: Path, name: str) -> None:
    found = check_publisher(*record(tmp_path, put(name, "0" * 64)))
    assert found.outcome is Outcome.DOES_NOT_VERIFY


PUBLISHED = {
    "hmac": (Outcome.FORGEABLE, ()),
    "hmac-migrated": (Outcome.FORGEABLE, ("contributor_model was added",)),
    "hmac-secret": (Outcome.UNCHECKABLE, ()),
    "none": (Outcome.MISSING, ()),
}


@pytest.mark.parametrize("publisher", PUBLISHED)
def test_a_code_made_with_a_public_secret_is_never_valid(tmp_path: Path, publisher: str) -> None:
    found = check_publisher(*record(tmp_path, publisher=publisher))
    assert (found.outcome, found.changed) == PUBLISHED[publisher]
    assert json.loads(json.dumps(found.as_json()))["outcome"] == found.outcome


def test_every_outcome_has_its_words() -> None:
    assert set(OUTCOME_WORDS) == set(Outcome)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"not base64!",
        base64.b64encode(b"x" * 44),
        base64.b64encode(bytes.fromhex("302a300506032b6570032100") + b"\x01" + bytes(31)),
        base64.b64encode(bytes.fromhex("302a300506032b6570032100") + bytes(31)),
    ],
    ids=["empty", "not base64", "not a key", "small order", "short"],
)
def test_a_bad_key_is_listed_and_not_used(data: bytes) -> None:
    found = read_key(data, "config/keys/x.pub")
    assert isinstance(found, Unfit)
    assert found.kind is UnfitKind.KEY


@pytest.mark.herald
@pytest.mark.skipif(not HERALD, reason="COPYDESK_HERALD names no sample archive")
def test_the_sample_archive_has_the_known_counts() -> None:
    files = Checkout(Path(HERALD))
    keys = read_keys(files)
    stories = [item for item in read_stories(files) if isinstance(item, Story)]
    contributor = Counter(
        check_submission(story.submission, keys).outcome for story in stories if story.submission
    )
    publisher = Counter(
        check_publisher(story.provenance, keys).outcome for story in stories if story.provenance
    )
    assert contributor == {
        Outcome.VALID: 65,
        Outcome.EDITED: 7,
        Outcome.NOT_ED25519: 23,
        Outcome.DOES_NOT_VERIFY: 3,
    }
    assert publisher == {Outcome.VALID: 86, Outcome.FORGEABLE: 11}
