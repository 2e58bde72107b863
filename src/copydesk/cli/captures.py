"""``copydesk verify --captures``: the stored bodies, hashed again."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from copydesk.capture.store_audit import ObjectState, StoredObject
from copydesk.cli.output import Format, answer
from copydesk.cli.places import open_newsroom
from copydesk.errors import EXIT_NO, EXIT_OK, UsageError
from copydesk.newsroom.capture_audit import CaptureAudit, audit_captures
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.store import Newsroom

__all__ = ["verify_captures"]

_MARK = {ObjectState.OK: "ok", ObjectState.WRONG: "WRONG", ObjectState.MISSING: "missing"}


def verify_captures(target: str, newsroom: Path | None, format_: Format) -> int:
    """Hash the stored bodies of an article, or of the whole newsroom, and answer with each.

    Raises:
        UsageError: the target is a file, such as a bundle.
    """
    room, articles = _place(target, newsroom)
    console = Console(stderr=True)
    columns = (TextColumn("Hashing"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=None)
        done = audit_captures(
            room,
            articles,
            on_progress=lambda count, total: bar.update(task, completed=count, total=total),
        )
    answer(format_, done.as_json(), lambda: _text(done, whole=articles is None))
    return EXIT_OK if done.ok else EXIT_NO


def _place(target: str, newsroom: Path | None) -> tuple[Newsroom, list[ArticlePaths] | None]:
    path = Path(target) if target else None
    if path is not None and path.is_file() and path.name != "article.md":
        raise UsageError(
            "--captures goes with a newsroom's folder or an article.",
            fix=f"`copydesk verify {target}` checks the bodies that the file itself holds.",
        )
    if path is not None and newsroom is None and (path / "copydesk.toml").is_file():
        return Newsroom.open(path), None
    room = open_newsroom(newsroom, path)
    if not target or Path(target).resolve() == room.root.resolve():
        return room, None
    return room, [room.article(target)]


def _text(done: CaptureAudit, *, whole: bool) -> str:
    """Each object of an article; of a whole newsroom those that are not as they should be."""
    shown = [each for each in done.objects if not whole or each.state is not ObjectState.OK]
    lines = [_line(each) for each in shown]
    lines += [f"{'WRONG':<8} {path}  {message}" for path, message in done.unread]
    unnamed = sum(not each.named for each in done.objects)
    lines.append(
        f"{done.count(ObjectState.OK)} of {len(done.objects)} stored bodies have their hashes; "
        f"{done.count(ObjectState.WRONG)} are wrong, {done.count(ObjectState.MISSING)} are missing"
        + (f", {unnamed} are named by no source set and no look." if unnamed else ".")
    )
    return "\n".join(lines)


def _line(each: StoredObject) -> str:
    size = "" if each.size is None else f"  {each.size:,} bytes"
    said = " ".join(part for part in (each.problem, each.cause) if part)
    return f"{_MARK[each.state]:<8} {each.path}{size}  {said}".rstrip()
