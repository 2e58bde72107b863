"""Archives that were damaged, tampered with or made to harm: they end in values, never in an error."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest
from herald_archive import HeraldArchive, Page, Round
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from copydesk.importers.checkout import Checkout
from copydesk.importers.herald_captures import read_capture_file
from copydesk.importers.herald_keys import read_keys
from copydesk.importers.herald_reading import (
    Read,
    read_article_file,
    read_corrections,
    read_manifest,
    read_meta,
    read_provenance,
    read_review,
    read_submission_record,
)
from copydesk.importers.herald_records import Story, moment
from copydesk.importers.herald_relations import Relations
from copydesk.importers.herald_signatures import (
    check_payload_hash,
    check_publisher,
    check_submission,
)
from copydesk.importers.herald_stories import read_stories
from copydesk.importers.unfit import Unfit, shown

READERS = (
    read_submission_record,
    read_review,
    read_provenance,
    read_corrections,
    read_meta,
    read_manifest,
)
# The names of all records' fields: any value may stand under any of them.
NAMES = (
    "submission_version", "bot_id", "timestamp", "article", "title", "category", "summary", "tags",
    "sources", "body_markdown", "payload_hash", "signature", "file", "verdict", "findings",
    "checklist", "editor_notes", "concerns", "article_sha256", "submission_hash",
    "signatures_present", "provenance_signature", "article_slug", "corrections", "text", "severity",
    "related_articles", "slug", "featured", "url", "status_code", "content_length", "sha256",
)  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=6)
    ),
    max_leaves=25,
)


def use(files: Checkout) -> list[Story]:
    """Everything that an import does with an archive but for writing."""
    keys, relations, stories = read_keys(files), Relations(), []
    for item in read_stories(files):
        if isinstance(item, Unfit):
            assert item.path.isprintable()
            continue
        stories.append(item)
        relations.add(item)
        if item.submission is not None:
            check_submission(item.submission, keys)
            check_payload_hash(item.submission)
        if item.provenance is not None:
            check_publisher(item.provenance, keys)
        for entry in item.manifest.entries if item.manifest is not None else ():
            read_capture_file(files, item.manifest, entry)  # type: ignore[arg-type]
    list(relations.unfit())
    return stories


@given(st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=12))
def test_any_object_is_read_or_refused_by_every_reader(value: dict[str, Any]) -> None:
    data = json.dumps(value).encode()
    for read in READERS:
        found: Read[Any] = read(data, "src/content/x_review.json")
        assert found.record is not None or found.unfit


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused_by_every_reader(data: bytes) -> None:
    for read in (*READERS, read_article_file):
        found: Read[Any] = read(data, "x")
        assert found.record is not None or found.unfit


@given(st.text(max_size=60))
def test_any_text_is_shown_in_one_line_and_any_time_is_read_or_not(text: str) -> None:
    assert shown(text).isprintable()
    shown(text).encode()
    moment(text)


def whole(root: Path) -> list[Path]:
    archive = HeraldArchive(root)
    archive.add(
        rounds=(Round("REQUEST_CHANGES", 20), Round()),
        corrections=(("The ferry carried 421 riders.", "correction"),),
        related=("2031-03/15-another-story",),
    )
    pages = (Page("https://a.example/", b"<p>a</p>\n", gz=True), Page("https://b.example/", None))
    archive.add(title="Another story", at="2031-03-15T09:00:00.250Z", pages=pages, publisher="hmac")
    return sorted(path for path in root.rglob("*") if path.is_file())


def cut(path: Path, chance: random.Random) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: chance.randrange(len(data))])


def flip(path: Path, chance: random.Random) -> None:
    data = bytearray(path.read_bytes())
    data[chance.randrange(len(data))] = chance.randrange(256)
    path.write_bytes(bytes(data))


def gone(path: Path, chance: random.Random) -> None:
    del chance
    path.unlink()


def linked(path: Path, chance: random.Random) -> None:
    target = chance.choice(("/dev/zero", "/etc/passwd", str(path.parent), str(path)))
    path.unlink()
    path.symlink_to(target)


def piped(path: Path, chance: random.Random) -> None:
    del chance
    path.unlink()
    os.mkfifo(path)


def folder(path: Path, chance: random.Random) -> None:
    del chance
    path.unlink()
    path.mkdir()


def other(path: Path, chance: random.Random) -> None:
    files = sorted(each for each in path.parents[2].rglob("*") if each.is_file())
    path.write_bytes(chance.choice(files).read_bytes())


WAYS = (cut, flip, gone, linked, piped, folder, other)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(chance=st.randoms(use_true_random=False))
def test_a_damaged_archive_is_read_to_its_end(
    tmp_path_factory: pytest.TempPathFactory, chance: random.Random
) -> None:
    root = tmp_path_factory.mktemp("archive")
    files = whole(root)
    for path in chance.sample(files, chance.randint(1, 4)):
        chance.choice(WAYS)(path, chance)
    use(Checkout(root))


def test_the_undamaged_archive_has_both_stories(tmp_path: Path) -> None:
    whole(tmp_path)
    stories = use(Checkout(tmp_path))
    assert len(stories) == 2
    assert [story.unfit for story in stories] == [(), ()]


def test_a_name_in_a_manifest_leads_nowhere(tmp_path: Path) -> None:
    archive = HeraldArchive(tmp_path / "archive")
    spec = archive.add()
    (tmp_path / "secret.html").write_text("kept")
    path = archive.root / f"sources/{spec.month}/{spec.slug}/manifest.json"
    for name in ("../../../../secret.html", "/etc/passwd", "..", "a/../b", "a\nb", ""):
        value = json.loads(path.read_bytes())
        value["sources"][0]["file"] = name
        path.write_text(json.dumps(value))
        (story,) = use(Checkout(archive.root))
        assert story.manifest is not None
        assert story.manifest.entries[0].file is None


def test_a_long_chain_of_related_articles_is_followed_without_recursion() -> None:
    relations = Relations()
    count = 20_000
    relations._related = {f"{n:06}": (f"{n + 1:06}",) for n in range(count)}
    relations._related[f"{count:06}"] = ("000000",)
    relations._articles = set(relations._related)
    relations._paths = dict.fromkeys(relations._related, "x.json")
    (found,) = relations.unfit()
    assert found.reason.endswith(f"000003 and {count - 3} more.")
