"""``copydesk watch``: looks at the sources of published articles again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from copydesk.cli.output import Format, FormatOption, answer, message
from copydesk.cli.places import NewsroomOption, now, open_newsroom
from copydesk.errors import EXIT_INTERNAL, EXIT_NO, EXIT_OK, EXIT_TRANSIENT, UsageError

if TYPE_CHECKING:
    from copydesk.newsroom.layout import ArticlePaths
    from copydesk.newsroom.store import Newsroom
    from copydesk.newsroom.watch_plan import Turn

__all__ = ["register"]

EXIT_STOPPED = 130


def register(app: typer.Typer) -> None:
    """Add this group's command."""
    app.command("watch", short_help="Look at the sources of published articles again.")(
        watch_command
    )


def watch_command(
    slug: Annotated[
        list[str] | None, typer.Option("--slug", help="Only this article; may be repeated.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Also what is not due yet.")] = False,
    due: Annotated[
        bool, typer.Option("--due", help="Only what is due, as without --slug; with it all is.")
    ] = False,
    limit: Annotated[
        int, typer.Option("--limit", min=1, help="At most so many sources, longest overdue first.")
    ] = 1_000_000,
    listed: Annotated[
        bool, typer.Option("--list", help="Ask nobody: show what waits for an editor, what is due.")
    ] = False,
    settle: Annotated[
        bool, typer.Option("--settle", help="Answer what was found at sources of --slug.")
    ] = False,
    source: Annotated[
        list[int] | None, typer.Option("--source", help="Which of them; by default all open ones.")
    ] = None,
    note: Annotated[str, typer.Option("--note", help="The answer: why nothing is wrong.")] = "",
    newsroom: NewsroomOption = None,
    format_: FormatOption = Format.TEXT,
) -> int:
    """Look at the sources of published articles again, as the schedule in copydesk.toml says.

    Made to be called by cron. Each source gets a verdict: bytes-same, text-same, anchors-intact (the
    text changed; all that the article rests on still stands), anchors-lost, replaced, gone; or
    blocked and unreachable, which say nothing of the page. Exit code 1: evidence was lost.
    """
    room = open_newsroom(newsroom)
    chosen = [room.article(name) for name in slug] if slug else None
    if due and everything:
        raise UsageError("--due and --all contradict each other.", fix="Give one of them.")
    if settle:
        return _settle(room, chosen or [], source or [], note, format_)
    if source or note:
        raise UsageError("--source and --note go with --settle.", fix="Add it, or leave them out.")
    if listed:
        return _list(room, chosen, format_)
    return _look(room, chosen, limit, format_, only_due=due or not (everything or slug))


def _look(
    room: Newsroom,
    chosen: list[ArticlePaths] | None,
    limit: int,
    format_: Format,
    *,
    only_due: bool,
) -> int:
    from copydesk.newsroom.watch_report import run_report  # noqa: PLC0415 - slow to import
    from copydesk.newsroom.watching import alone, look_again  # noqa: PLC0415 - as above

    with alone(room):
        turns, left_out = _turns(room, chosen, only_due=only_due)
        asked = turns[:limit]
        console = Console(stderr=True)
        columns = (TextColumn("Looking"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
            task = bar.add_task("watch", total=len(asked))
            try:
                results = look_again(room, asked, now, lambda _: bar.advance(task))
            except KeyboardInterrupt:
                message("copydesk: stopped; the looks made so far are kept, the rest stays due.")
                return EXIT_STOPPED
    data = run_report(results, left_out, len(turns) - len(asked))
    answer(format_, data, lambda: _run_text(data))
    return _exit_code(data)


def _turns(
    room: Newsroom, chosen: list[ArticlePaths] | None, *, only_due: bool
) -> tuple[list[Turn], list[tuple[str, str]]]:
    from copydesk.newsroom.watch_plan import plan_turns, watched_articles  # noqa: PLC0415 - slow to import
    from copydesk.watch.schedule import moment  # noqa: PLC0415 - as above

    articles, left_out = watched_articles(room, chosen)
    turns, time = plan_turns(articles), moment(now())
    if only_due:
        turns = [turn for turn in turns if turn.due is not None and turn.due <= time]
    return turns, left_out


def _exit_code(data: dict[str, Any]) -> int:
    """Evidence lost, or an article that cannot be watched, before a fault, before a dead network."""
    if data["left_out"] or any(row["item"] in {"open", "waiting"} for row in data["looks"]):
        return EXIT_NO
    if data["faults"]:
        return EXIT_INTERNAL
    return EXIT_TRANSIENT if set(data["counts"]) == {"unreachable"} else EXIT_OK


def _list(room: Newsroom, chosen: list[ArticlePaths] | None, format_: Format) -> int:
    from copydesk.newsroom.watch_plan import watched_articles  # noqa: PLC0415 - slow to import
    from copydesk.newsroom.watch_report import list_report  # noqa: PLC0415 - as above
    from copydesk.watch.schedule import moment  # noqa: PLC0415 - as above

    articles, left_out = watched_articles(room, chosen)
    data = list_report(articles, left_out, moment(now()))
    answer(format_, data, lambda: _list_text(data))
    waits = any(row["state"] != "answered" for row in data["items"])
    return EXIT_NO if waits or left_out else EXIT_OK


def _settle(
    room: Newsroom, chosen: list[ArticlePaths], sources: list[int], note: str, format_: Format
) -> int:
    from copydesk.newsroom.watch_items import settle  # noqa: PLC0415 - slow to import

    if len(chosen) != 1:
        raise UsageError("--settle is for one article.", fix="Name it with --slug.")
    paths = chosen[0]
    done = settle(room, paths, sources, note=note, now=now())
    data = {"article": paths.folder, "answered": [item.name for item in done], "note": note}
    numbers = ", ".join(str(item.look.source) for item in done)
    answer(format_, data, lambda: f"{paths.folder}: answered for source {numbers}.")
    return EXIT_OK


def _run_text(data: dict[str, Any]) -> str:
    lines: list[str] = []
    article = ""
    for row in [*data["looks"], *data["faults"]]:
        if row["article"] != article:
            article = row["article"]
            lines.append(article)
        lines.append(f"  [{row['source']}] {row.get('verdict', 'FAULT'):<14} {row['url']}")
        lines.append(f"      {row['reason']}")
        lines += _finding_lines(row)
        if row.get("item") == "answered":
            lines.append("      An editor has answered this.")
    lines += _left_out_lines(data)
    counts = ", ".join(f"{count} {name}" for name, count in data["counts"].items())
    lines.append(f"Sources looked at: {len(data['looks'])}{f' ({counts})' if counts else ''}.")
    if data["still_due"]:
        lines.append(f"Still due: {data['still_due']}.")
    return "\n".join(lines)


def _list_text(data: dict[str, Any]) -> str:
    lines: list[str] = []
    for article in data["articles"]:
        counts = ", ".join(f"{count} {name}" for name, count in article["counts"].items())
        looked = (
            f"last looked at {article['looked_at']}: {counts}" if counts else "not looked at yet"
        )
        due = f"{article['due']} of {article['sources']} sources due now"
        later = f", next on {article['next_due']}" if article["next_due"] else ""
        lines.append(f"{article['article']}: {looked}; {due}{later}")
        for row in data["items"]:
            if row["article"] == article["article"]:
                lines.append(
                    f"  [{row['source']}] {row['state']} since {row['since']}  {row['url']}"
                )
                lines.append(f"      {row['verdict']}: {row['reason']}")
                lines += _finding_lines(row)
                if row["answer"]:
                    lines.append(f"      answer: {row['answer']['note']}")
    lines += _left_out_lines(data)
    states = [row["state"] for row in data["items"]]
    lines.append(
        f"Waiting for an editor: {len(states) - states.count('answered')}. Due: {data['due']}."
    )
    return "\n".join(lines)


def _finding_lines(row: dict[str, Any]) -> list[str]:
    lines = []
    for finding in row.get("findings", ()):
        lines.append(f"      {finding['severity']} {finding['rule']}: {finding['message']}")
        if finding["rule"] == "source-changed":
            lines.append(f"        was: {finding['expected']}")
            lines += [f"        now: {finding['found']}"] if finding["found"] else []
    return lines


def _left_out_lines(data: dict[str, Any]) -> list[str]:
    return [f"{row['article']}: not watched: {row['reason']}" for row in data["left_out"]]
