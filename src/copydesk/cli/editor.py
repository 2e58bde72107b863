"""Commands of an editor and a publisher: ``review``, ``publish``, and what follows publication."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from copydesk.cli.author import ArticleArgument
from copydesk.cli.output import Format, FormatOption, answer
from copydesk.cli.places import (
    KeyOption,
    NewsroomOption,
    now,
    open_desk,
    open_newsroom,
    read_file,
)
from copydesk.errors import UsageError
from copydesk.newsroom.amending import correct, countersign, withdraw
from copydesk.newsroom.review_form import review_form
from copydesk.newsroom.review_input import parse_correction, parse_review, parse_withdrawal
from copydesk.newsroom.reviewing import review
from copydesk.newsroom.steps import publish
from copydesk.newsroom.watch_items import open_items, settle

__all__ = ["register"]

InputOption = Annotated[Path, typer.Option("--from", help="A TOML file; see docs/review-file.md.")]

OtherOption = Annotated[
    str, typer.Option("--with", help="Who signs it as well: their name in the keyring.")
]


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("review", short_help="Sign a review: verdict, concerns, clarifications.")(
        review_command
    )
    app.command("publish", short_help="Sign, log and publish an approved article.")(publish_command)
    app.command("correct", short_help="Sign a correction of a published article.")(correct_command)
    app.command("withdraw", short_help="Sign the withdrawal of a published article.")(
        withdraw_command
    )
    app.command("countersign", short_help="Sign what waits for a second signature, and log it.")(
        countersign_command
    )


def review_command(
    article: ArticleArgument,
    source: Annotated[
        Path | None, typer.Option("--from", help="A TOML file; see docs/review-file.md.")
    ] = None,
    form: Annotated[
        bool,
        typer.Option("--form", help="Print that file with every finding, to be filled in."),
    ] = False,
    key: KeyOption = "",
    newsroom: NewsroomOption = None,
    format_: FormatOption = Format.TEXT,
) -> int:
    """Sign a review: verdict, concerns, clarifications, assessments, over the same digest.

    Every error and warning of the check must be decided before an approval, and an error in headline,
    summary or first paragraph cannot be accepted.
    """
    if (source is None) is not form:
        raise UsageError(
            "Name either --from FILE or --form.",
            fix="`copydesk review ARTICLE --form > review.toml` writes a file to fill in.",
        )
    room = open_newsroom(newsroom, Path(article))
    if source is None:
        text = review_form(open_desk(room), room.article(article))
        answer(format_, {"form": text}, lambda: text)
        return 0
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
    other: OtherOption,
    watched: Annotated[
        list[int] | None,
        typer.Option("--source", help="It answers what `watch` found at this source; repeatable."),
    ] = None,
    key: KeyOption = "",
    newsroom: NewsroomOption = None,
    format_: FormatOption = Format.TEXT,
) -> int:
    """Sign a correction, clarification, update or retraction of a published article.

    A publisher and an editor sign it; `copydesk countersign` adds the second signature, and only
    then is it logged and shown.
    """
    room = open_newsroom(newsroom, Path(article))
    given = parse_correction(read_file(source), str(source))
    paths = room.article(article)
    if watched:
        open_items(room, paths, watched)  # before anything is signed
    done = correct(open_desk(room), paths, given, other=other, key=key)
    if watched:
        name = done.statement.rsplit("/", 1)[-1].removesuffix(".dsse.json")
        settle(room, paths, watched, note=given.text, now=now(), statement=name)
    answer(format_, done.as_json(), done.as_text)
    return 0


def withdraw_command(
    article: ArticleArgument,
    source: InputOption,
    other: OtherOption,
    key: KeyOption = "",
    newsroom: NewsroomOption = None,
    format_: FormatOption = Format.TEXT,
) -> int:
    """Sign the withdrawal of a published article.

    Once `copydesk countersign` adds the second signature, its text and trace are removed; a
    tombstone with the reason and their hashes stays in its place.
    """
    room = open_newsroom(newsroom, Path(article))
    given = parse_withdrawal(read_file(source), str(source))
    done = withdraw(open_desk(room), room.article(article), given, other=other, key=key)
    answer(format_, done.as_json(), done.as_text)
    return 0


def countersign_command(
    article: ArticleArgument,
    key: KeyOption = "",
    newsroom: NewsroomOption = None,
    format_: FormatOption = Format.TEXT,
) -> int:
    """Add the second signature to what waits for it, then log it and show it."""
    room = open_newsroom(newsroom, Path(article))
    done = countersign(open_desk(room), room.article(article), key=key)
    answer(format_, done.as_json(), done.as_text)
    return 0
