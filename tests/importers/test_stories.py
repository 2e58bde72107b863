"""A Machine Herald archive read as stories, whole and broken."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import pytest
from herald_archive import HeraldArchive, Page, Round, StorySpec

from copydesk.importers.checkout import Checkout
from copydesk.importers.herald_records import Story, StoryRef
from copydesk.importers.herald_stories import (
    is_machine_herald,
    read_stories,
    read_story,
    story_refs,
)
from copydesk.importers.unfit import Unfit, UnfitKind

HERALD = os.environ.get("COPYDESK_HERALD", "")


def read(root: Path) -> tuple[list[Story], list[Unfit]]:
    """The stories, and everything that does not fit, in or outside of a story."""
    found = list(read_stories(Checkout(root)))
    stories = [item for item in found if isinstance(item, Story)]
    alone = [item for item in found if isinstance(item, Unfit)]
    return stories, [*alone, *(each for story in stories for each in story.unfit)]


def test_everything_of_a_story_comes_together(tmp_path: Path) -> None:
    archive = HeraldArchive(tmp_path)
    spec = archive.add(
        rounds=(Round("REQUEST_CHANGES", 20), Round("APPROVE", 40)),
        corrections=(("The ferry carried 421 riders.", "correction"),),
    )
    stories, unfit = read(tmp_path)
    assert unfit == []
    (story,) = stories
    assert story.ref.key == spec.key
    assert story.article is not None
    assert story.submission is not None
    assert story.provenance is not None
    assert story.article.sha256 == story.provenance.article_sha256
    assert story.article.bot_id == story.submission.bot_id == spec.bot
    assert [(r.round, r.verdict) for r in story.reviews] == [(1, "REQUEST_CHANGES"), (2, "APPROVE")]
    assert story.reviews[0].concerns == ("One name is unusual.",)
    assert story.manifest is not None
    assert [entry.url for entry in story.manifest.entries] == [p.url for p in spec.pages]
    assert story.ref.captures == ("source-0.html", "source-1.html")
    assert [e.text for c in story.corrections for e in c.entries] == [
        "The ferry carried 421 riders."
    ]
    assert len(story.digests) == len(story.ref.paths) == 8


def test_the_order_is_that_of_months_and_names(tmp_path: Path) -> None:
    archive = HeraldArchive(tmp_path)
    for title, at in (
        ("Second story", "2031-04-02T08:00:00.250Z"),
        ("First story", "2031-04-02T07:00:00.250Z"),
        ("Oldest story", "2030-12-31T23:59:59.250Z"),
    ):
        archive.add(title=title, at=at)
    keys = [item.key for item in story_refs(Checkout(tmp_path)) if isinstance(item, StoryRef)]
    assert keys == ["2030-12/31-oldest-story", "2031-04/02-first-story", "2031-04/02-second-story"]
    since = [i.key for i in story_refs(Checkout(tmp_path), "2031-01") if isinstance(i, StoryRef)]
    assert since == keys[1:]


def test_two_articles_of_one_title_keep_their_own_submissions_and_captures(tmp_path: Path) -> None:
    archive = HeraldArchive(tmp_path)
    first = archive.add(title="The weekly port report", at="2031-03-07T09:00:00.250Z")
    second = archive.add(title="The weekly port report", at="2031-03-14T09:00:00.250Z")
    stories, unfit = read(tmp_path)
    assert unfit == []
    assert [story.submission and story.submission.path for story in stories] == [
        first.submission,
        second.submission,
    ]
    # The folder of captures is named by the title alone: the later one has overwritten the other.
    assert [story.manifest is not None for story in stories] == [False, True]


def test_same_day_and_title_are_told_apart_by_the_record(tmp_path: Path) -> None:
    archive = HeraldArchive(tmp_path)
    long = "A very long headline about the port that goes on and on about the "
    one = archive.add(title=long + "ferries", at="2031-03-14T09:00:00.250Z", pages=())
    two = archive.add(title=long + "cranes", at="2031-03-14T10:00:00.250Z", pages=())
    stories, unfit = read(tmp_path)
    assert unfit == []
    assert {story.ref.name: story.ref.submission for story in stories} == {
        one.name: one.submission,
        two.name: two.submission,
    }


def test_a_renamed_article_finds_its_submission_by_the_recorded_hash(tmp_path: Path) -> None:
    archive = HeraldArchive(tmp_path)
    spec = archive.add(pages=())
    for kind, suffix in (("articles", ".md"), ("provenance", ".json"), ("article-meta", ".json")):
        folder = tmp_path / "src/content" / kind / spec.month
        (folder / f"{spec.name}{suffix}").rename(folder / f"14-another-name{suffix}")
    (story,), unfit = read(tmp_path)
    assert unfit == []
    assert story.ref.submission == spec.submission
    assert len(story.reviews) == 1


def test_a_submission_without_an_article_is_a_story_of_its_own(tmp_path: Path) -> None:
    spec = HeraldArchive(tmp_path).add(published=False)
    (story,), unfit = read(tmp_path)
    assert unfit == []
    assert story.ref.key == spec.submission
    assert story.article is None
    assert story.manifest is not None
    assert len(story.reviews) == 1


def test_a_record_of_an_article_that_is_gone_is_a_story(tmp_path: Path) -> None:
    spec = HeraldArchive(tmp_path).add()
    (tmp_path / f"src/content/articles/{spec.key}.md").unlink()
    (story,), _ = read(tmp_path)
    assert story.article is None
    assert story.provenance is not None


def test_a_review_of_an_earlier_submission_is_kept_apart(tmp_path: Path) -> None:
    archive = HeraldArchive(tmp_path)
    earlier = archive.add(at="2031-03-13T09:00:00.250Z", published=False, pages=())
    archive.add(at="2031-03-14T09:00:00.250Z")
    (tmp_path / earlier.submission).unlink()
    (story,), unfit = read(tmp_path)
    assert unfit == []
    assert len(story.reviews) == 1
    assert [review.file for review in story.earlier_reviews] == [earlier.submission]


def test_what_belongs_to_nothing_is_listed(tmp_path: Path) -> None:
    archive = HeraldArchive(tmp_path)
    archive.add()
    archive.write("src/content/reviews/2031-03/notes.txt", b"x")
    archive.write("src/content/article-meta/2031-03/01-nothing.json", {"topic": "Ports"})
    archive.write("src/content/articles/stray.md", b"---\n---\n")
    archive.write("src/content/articles/2031-03/deeper/stray.md", b"---\n---\n")
    archive.write("sources/2031-03/nothing/manifest.json", {"sources": []})
    archive.write(
        "src/content/corrections/2031-03/x.json",
        {"article_slug": "2031-03/01-nothing", "date": "", "corrections": []},
    )
    stories, unfit = read(tmp_path)
    assert len(stories) == 1
    assert sorted(each.path for each in unfit) == [
        "sources/2031-03/nothing",
        "src/content/article-meta/2031-03/01-nothing.json",
        "src/content/articles/2031-03/deeper",
        "src/content/articles/stray.md",
        "src/content/corrections/2031-03/x.json",
        "src/content/reviews/2031-03/notes.txt",
    ]
    assert {each.kind for each in unfit} == {UnfitKind.NO_STORY}


def test_what_two_records_say_differently_is_listed(tmp_path: Path) -> None:
    archive = HeraldArchive(tmp_path)
    spec = archive.add()
    review = tmp_path / f"src/content/reviews/2031-03/{spec.stem}_review.json"
    review.write_text(review.read_text().replace(spec.submission, "elsewhere.json"))
    manifest = tmp_path / f"sources/2031-03/{spec.slug}/manifest.json"
    manifest.write_text(
        manifest.read_text().replace("source-1.html", "../../x").replace(spec.submission, "")
    )
    (_,), unfit = read(tmp_path)
    assert Counter(each.kind for each in unfit) == {
        UnfitKind.DISAGREES: 2,
        UnfitKind.NAME: 1,
        UnfitKind.NO_STORY: 1,
    }


BROKEN = {
    "not JSON": (b"{", UnfitKind.NOT_JSON),
    "empty": (b"", UnfitKind.NOT_JSON),
    "a list": (b"[]", UnfitKind.FORM),
    "no field": (b"{}", UnfitKind.FORM),
    "not UTF-8": (b'{"bot_id": "\xff"}', UnfitKind.NOT_UTF8),
    "NaN": (b'{"submission_version": NaN}', UnfitKind.NOT_JSON),
    "key twice": (b'{"bot_id": "a", "bot_id": "b"}', UnfitKind.DUPLICATE_KEY),
    "deep": (b'{"a":' * 100_000, UnfitKind.TOO_DEEP),
    "deep, closed": (b"[" * 100 + b"]" * 100, UnfitKind.TOO_DEEP),
    "huge integer": (b'{"submission_version": ' + b"9" * 100_000 + b"}", UnfitKind.FORM),
    "too large": (b" " * (4 * 1024 * 1024) + b"{}", UnfitKind.TOO_LARGE),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_record_stops_nothing(tmp_path: Path, case: str) -> None:
    data, kind = BROKEN[case]
    archive = HeraldArchive(tmp_path)
    broken = archive.add()
    archive.add(title="Another story", at="2031-03-15T09:00:00.250Z")
    archive.write(broken.submission, data)
    stories, unfit = read(tmp_path)
    assert [story.submission is None for story in stories] == [True, False]
    assert stories[0].article is not None
    assert (broken.submission, kind) in {(each.path, each.kind) for each in unfit}


def test_a_huge_sparse_file_is_not_read(tmp_path: Path) -> None:
    spec = HeraldArchive(tmp_path).add()
    with (tmp_path / spec.submission).open("r+b") as file:
        file.truncate(1024**4)
    (story,), unfit = read(tmp_path)
    assert story.submission is None
    assert [(each.kind, each.path) for each in unfit] == [(UnfitKind.TOO_LARGE, spec.submission)]


def _replace_by_link(path: Path, target: Path) -> None:
    path.unlink()
    path.symlink_to(target)


def test_nothing_is_read_through_a_link(tmp_path: Path) -> None:
    outside = tmp_path / "outside.json"
    outside.write_text(json.dumps({"secret": "kept"}))
    root = tmp_path / "archive"
    spec = HeraldArchive(root).add()
    _replace_by_link(root / spec.submission, outside)
    month = root / f"src/content/reviews/{spec.month}"
    month.rename(tmp_path / "elsewhere")
    month.symlink_to(tmp_path / "elsewhere")
    (story,), unfit = read(root)
    assert story.submission is None
    assert story.reviews == ()
    assert {(each.path, each.kind) for each in unfit} == {
        (spec.submission, UnfitKind.LINK),
        (f"src/content/reviews/{spec.month}", UnfitKind.LINK),
        (f"sources/{spec.month}/{spec.slug}/manifest.json", UnfitKind.DISAGREES),
    }


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    spec = HeraldArchive(tmp_path).add()
    path = tmp_path / f"src/content/provenance/{spec.key}.json"
    path.unlink()
    os.mkfifo(path)
    (story,), unfit = read(tmp_path)
    assert story.provenance is None
    assert [each.kind for each in unfit] == [UnfitKind.NOT_A_FILE]
    data = Checkout(tmp_path).read(f"src/content/provenance/{spec.key}.json", 100)
    assert isinstance(data, Unfit)
    assert data.kind is UnfitKind.NOT_A_FILE


@pytest.mark.parametrize("name", [b"a\nb.md", b"a\xffb.md", "a\u202eb.md".encode(), b"a\x1b[2J.md"])
def test_a_name_that_cannot_be_printed_is_listed_and_not_read(tmp_path: Path, name: bytes) -> None:
    HeraldArchive(tmp_path).add()
    path = os.fsencode(tmp_path / "src/content/articles/2031-03") + b"/" + name
    os.close(os.open(path, os.O_CREAT))
    stories, unfit = read(tmp_path)
    assert len(stories) == 1
    (found,) = unfit
    assert found.kind is UnfitKind.NAME
    assert found.path.isprintable()
    found.path.encode()


@pytest.mark.parametrize(
    "path", ["../outside", "/etc/passwd", "a//b", "src/../../outside", "", ".", "a\0b", "x" * 300]
)
def test_no_path_leads_out(tmp_path: Path, path: str) -> None:
    root = tmp_path / "archive"
    root.mkdir()
    (tmp_path / "outside").write_text("kept")
    assert isinstance(Checkout(root).read(path, 1000), Unfit)


def test_a_folder_in_the_place_of_a_file_is_listed(tmp_path: Path) -> None:
    spec = HeraldArchive(tmp_path).add()
    path = tmp_path / f"sources/{spec.month}/{spec.slug}/manifest.json"
    path.unlink()
    path.mkdir()
    (story,), _ = read(tmp_path)
    assert story.manifest is None
    assert isinstance(Checkout(tmp_path).read(path.relative_to(tmp_path).as_posix(), 100), Unfit)


def test_a_ref_is_read_the_same_elsewhere(tmp_path: Path) -> None:
    HeraldArchive(tmp_path).add(pages=(Page("https://a.example/", None, None, 403, "HTTP 403"),))
    (ref,) = story_refs(Checkout(tmp_path))
    assert isinstance(ref, StoryRef)
    assert read_story(Checkout(tmp_path), ref) == read_story(Checkout(tmp_path), ref)


def test_what_is_no_archive_is_known(tmp_path: Path) -> None:
    assert not is_machine_herald(Checkout(tmp_path))
    assert not is_machine_herald(Checkout(tmp_path / "nowhere"))
    assert list(story_refs(Checkout(tmp_path / "nowhere"))) == []
    HeraldArchive(tmp_path).add(StorySpec())
    assert is_machine_herald(Checkout(tmp_path))


@pytest.mark.herald
@pytest.mark.skipif(not HERALD, reason="COPYDESK_HERALD names no sample archive")
def test_the_sample_archive_is_read_whole() -> None:
    stories, unfit = read(Path(HERALD))
    assert len(stories) == 98
    assert sum(story.article is not None for story in stories) == 97
    assert sum(story.provenance is not None for story in stories) == 97
    assert sum(story.manifest is not None for story in stories) == 87
    reviews = sum(len(story.reviews) + len(story.earlier_reviews) for story in stories)
    strays = [each for each in unfit if each.path.startswith("src/content/reviews/")]
    assert reviews + len(strays) == 110
    # Its corrections are those of the whole archive; the sample holds none of their articles.
    assert sum(each.path.startswith("src/content/corrections/") for each in unfit) == 5
    assert {each.kind for each in unfit} == {UnfitKind.NO_STORY}
