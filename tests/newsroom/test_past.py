"""The index of earlier articles: what it finds, how it follows the files, what it survives."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from small_newsroom import DRAFT, captured, make_desk, review_input

from copydesk.article import read_article
from copydesk.newsroom import past as past_module
from copydesk.newsroom.amending import correct, countersign
from copydesk.newsroom.common import Desk
from copydesk.newsroom.past import INDEX, past
from copydesk.newsroom.review_input import parse_correction
from copydesk.newsroom.reviewing import review
from copydesk.newsroom.steps import publish, submit

SLUG = "council-runs-12-offices-in-the-northern-district-report-says"
QUERY = read_article(
    DRAFT.replace("Council runs 12 offices", "Council has 12 offices").encode(), "new.md"
)


@pytest.fixture
def room(tmp_path: Path) -> Desk:
    return make_desk(tmp_path)


def test_a_draft_is_not_told_a_submission_waits_and_a_publication_is_dated(room: Desk) -> None:
    paths = captured(room)
    assert past(room.room, QUERY).articles == ()
    submit(room, paths)
    (found,) = past(room.room, QUERY).articles
    assert (found.slug, found.published) == (SLUG, "")
    review(room, paths, review_input())
    publish(room, paths)
    (found,) = past(room.room, QUERY).articles
    assert found.published == "2026-11-09"
    assert found.body.startswith("## What")
    assert len(found.sources) == 2


def test_the_article_itself_is_not_among_them(room: Desk) -> None:
    paths = captured(room)
    submit(room, paths)
    own = read_article(DRAFT.encode())
    assert past(room.room, own).articles == ()
    assert past(room.room, QUERY, SLUG).articles == ()


def test_a_correction_is_known_once_it_is_signed_by_both(room: Desk) -> None:
    paths = captured(room)
    submit(room, paths)
    review(room, paths, review_input())
    publish(room, paths)
    assert past(room.room, QUERY).articles[0].corrections == ()
    given = parse_correction(b'kind = "correction"\ntext = "There are 11."\n', "c.toml")
    correct(room, paths, given, other="eve")
    assert past(room.room, QUERY).articles[0].corrections == ()
    countersign(room, paths)
    assert past(room.room, QUERY).articles[0].corrections == ("correction: There are 11.",)


def test_what_the_article_names_is_found_whatever_it_is_about(room: Desk) -> None:
    paths = captured(room)
    submit(room, paths)
    other = f"---\ntitle: Bees\nfollows: [{SLUG}]\n---\nHoney.\n"
    linked = f"---\ntitle: Bees\n---\n[Honey](../{SLUG}/).\n"
    for text in (other, linked):
        assert [one.slug for one in past(room.room, read_article(text.encode())).articles] == [SLUG]
    assert past(room.room, read_article(b"---\ntitle: Bees\n---\nHoney.\n")).articles == ()


def test_a_text_that_changed_is_read_again_and_one_that_went_is_forgotten(room: Desk) -> None:
    paths = captured(room)
    submit(room, paths)
    past(room.room, QUERY)
    file = room.room.root / paths.article
    file.write_bytes(DRAFT.replace("offices in the", "offices, so in the").encode())
    assert "so in the" in past(room.room, QUERY).articles[0].body
    file.unlink()
    assert past(room.room, QUERY).articles == ()


def test_an_index_that_is_damaged_or_of_another_version_is_made_anew(room: Desk) -> None:
    submit(room, captured(room))
    index = room.room.root / ".copydesk" / INDEX
    for damage in (lambda: index.write_bytes(b"no database" * 500), lambda: _version(index)):
        past(room.room, QUERY)
        damage()
        assert [one.slug for one in past(room.room, QUERY).articles] == [SLUG]


def _version(index: Path) -> None:
    with sqlite3.connect(index) as made:
        made.execute("PRAGMA user_version = 99")
    made.close()


def test_where_it_cannot_be_written_it_is_made_in_memory(
    room: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit(room, captured(room))
    (room.room.root / ".copydesk" / INDEX).unlink(missing_ok=True)
    ready = past_module._ready

    def readonly(path: Path | None) -> sqlite3.Connection:
        if path is not None:
            raise sqlite3.OperationalError("attempt to write a readonly database")
        return ready(path)

    monkeypatch.setattr(past_module, "_ready", readonly)
    assert [one.slug for one in past(room.room, QUERY).articles] == [SLUG]
    assert not (room.room.root / ".copydesk" / INDEX).exists()


def test_hostile_words_are_no_query(room: Desk) -> None:
    submit(room, captured(room))
    for title in ('council" OR offices*', "NEAR(council offices)", "'; DROP TABLE article; --"):
        text = (
            f"---\ntitle: {title!r}\n---\nCouncil.\n"
            if "'" not in title
            else (f'---\ntitle: "{title}"\n---\nCouncil.\n')
        )
        assert past(room.room, read_article(text.encode())).known
    assert past(room.room, QUERY).articles
