"""Commands of an editor and a publisher: ``review``, ``publish``, ``correct``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from copydesk.cli.author import ArticleArgument
from copydesk.cli.output import Format, FormatOption, answer
from copydesk.cli.places import (
    KeyOption,
    NewsroomOption,
    open_desk,
    open_newsroom,
    read_file,
)
from copydesk.newsroom.review_input import parse_correction, parse_review
from copydesk.newsroom.reviewing import review
from copydesk.newsroom.steps import correct, publish

__all__ = ["register"]

InputOption = Annotated[Path, typer.Option("--from", help="A TOML file; see docs/review-file.md.")]


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("review", short_help="Sign a review: verdict, concerns, clarifications.")(
        review_command
    )
    app.command("publish", short_help="Sign, log and publish an approved article.")(publish_command)
    app.command("correct", short_help="Sign and log a correction of a published article.")(
        correct_command
    )


def review_command(
    article: ArticleArgument,
    source: InputOption,
    key: KeyOption = "",
    newsroom: NewsroomOption = None,
    format_: FormatOption = Format.TEXT,
) -> int:
    """Sign a review: verdict, concerns, clarifications, assessments, over the same digest."""
    room = open_newsroom(newsroom, Path(article))
    given = parse_review(read_file(source), str(source))
    done = review(open_desk(room), room.article(article), given, key=key)
    answer(format_, done.as_json(), done.as_text)
    return 0


def publish_command(
    article: ArticleArgument,
    key: KeyOption = "",
    newsroom: NewsroomOption = None,
    format_: FormatOption = Format.TEXT,
) -> int:
    """Publish an approved article: sign as publisher and append everything to the log.

    Refuses without an approving review by another key than the contributor's.
    """
    room = open_newsroom(newsroom, Path(article))
    done = publish(open_desk(room), room.article(article), key=key)
    answer(format_, done.as_json(), done.as_text)
    return 0


def correct_command(
    article: ArticleArgument,
    source: InputOption,
    key: KeyOption = "",
    newsroom: NewsroomOption = None,
    format_: FormatOption = Format.TEXT,
) -> int:
    """Sign and log a correction, clarification, update or retraction of a published article."""
    room = open_newsroom(newsroom, Path(article))
    given = parse_correction(read_file(source), str(source))
    done = correct(open_desk(room), room.article(article), given, key=key)
    answer(format_, done.as_json(), done.as_text)
    return 0
