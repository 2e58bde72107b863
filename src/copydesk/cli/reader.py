"""Commands of a reader and of whoever builds the pages: ``verify``, ``build``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from copydesk.capture.wacz_reading import is_wacz
from copydesk.cli.captures import verify_captures
from copydesk.cli.output import Format, FormatOption, answer
from copydesk.cli.places import NewsroomOption, open_newsroom, read_file
from copydesk.errors import EXIT_NO, UsageError
from copydesk.importers.verifying import has_import_statement, verify_imported
from copydesk.newsroom.common import is_published
from copydesk.newsroom.imported import is_imported
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.store import Newsroom
from copydesk.newsroom.targets import is_address, read_target
from copydesk.newsroom.verify_wacz import verify_wacz
from copydesk.newsroom.verifying import Audit, Verified, verify_articles
from copydesk.provenance.bundle import Bundle
from copydesk.provenance.checks import CheckState, Verification
from copydesk.provenance.context import Context
from copydesk.provenance.log.policy import parse_policy
from copydesk.provenance.trust import Trust
from copydesk.provenance.verify import verify_article
from copydesk.provenance.verify_bundle import verify_bundle

__all__ = ["register"]

_MARK = {CheckState.PASS: "pass", CheckState.FAIL: "FAIL", CheckState.NOT_PRESENT: "not present"}


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("verify", short_help="Verify published records offline, from files alone.")(
        verify_command
    )
    app.command("build", short_help="Build the reader's pages.")(build_command)


def verify_command(
    target: Annotated[
        str,
        typer.Argument(
            metavar="[TARGET]",
            help="A bundle, a WACZ, a saved page, the address of either, a newsroom's folder, an "
            "article's folder, or a slug.",
        ),
    ] = "",
    pin: Annotated[
        str,
        typer.Option("--pin", help="SHA-256 of keyring version 1 that you trust, from elsewhere."),
    ] = "",
    article: Annotated[
        Path | None,
        typer.Option("--article", help="Your own copy of the text, to be compared with a bundle."),
    ] = None,
    tsa_root: Annotated[
        list[Path] | None,
        typer.Option("--tsa-root", help="PEM of a time authority's root that you trust."),
    ] = None,
    witness_policy: Annotated[
        Path | None,
        typer.Option("--witness-policy", help="C2SP tlog-policy: the witnesses that you ask for."),
    ] = None,
    brief: Annotated[
        bool,
        typer.Option("--brief", help="A whole newsroom on all cores: only what fails, and totals."),
    ] = False,
    captures: Annotated[
        bool,
        typer.Option(
            "--captures",
            help="Hash every stored body again: an article's, or all that the newsroom keeps.",
        ),
    ] = False,
    newsroom: NewsroomOption = None,
    format_: FormatOption = Format.TEXT,
) -> int:
    """Verify published records from files alone: offline, trusting nobody.

    Every check answers pass, FAIL or not present, with a reason. Exit code 1 when one fails.
    """
    if captures:
        return verify_captures(target, newsroom, format_)
    trust = Trust(
        pin=pin,
        tsa_roots=_tsa_roots(tsa_root or ()),
        witness_policy=parse_policy(read_file(witness_policy)) if witness_policy else None,
    )
    if brief:
        return _audit(_targets(target, newsroom)[0].root, trust, format_)
    results = list(_results(target, newsroom, article, trust))
    ok = all(result.ok for result in results)
    answer(
        format_,
        {"ok": ok, "articles": [result.as_json() for result in results]},
        lambda: "\n\n".join(_render(result) for result in results),
    )
    return 0 if ok else EXIT_NO


def _audit(root: Path, trust: Trust, format_: Format) -> int:
    """Verify every published article, and answer with what fails."""
    count, failed = 0, []
    for result in verify_articles(Audit(root, trust)):
        count += 1
        if not result.ok:
            failed.append(result)
    data = {
        "ok": not failed,
        "articles": count,
        "failed": [result.as_json() for result in failed],
    }
    answer(format_, data, lambda: "\n".join([*map(_brief, failed), _totals(count, len(failed))]))
    return EXIT_NO if failed else 0


def _brief(result: Verified) -> str:
    if result.error is not None:
        return f"{result.article}  {result.error['message']}"
    first = result.failed[0] if result.failed else None
    reason = f"{first.title}: {first.reason}" if first else "nothing could be checked"
    more = f" (and {len(result.failed) - 1} more)" if len(result.failed) > 1 else ""
    return f"{result.article}  {reason}{more}"


def _totals(count: int, failed: int) -> str:
    return f"{count - failed} of {count} published articles verify."


def _tsa_roots(paths: Sequence[Path]) -> tuple[bytes, ...]:
    roots = tuple(read_file(path) for path in paths)
    if roots:
        from copydesk.provenance.timestamp import load_roots  # noqa: PLC0415 - slow to import

        load_roots(roots)
    return roots


def _results(
    target: str, newsroom: Path | None, article: Path | None, trust: Trust
) -> Iterator[Verification]:
    if newsroom is None and (is_address(target) or Path(target).is_file()):
        path = Path(target)
        if path.name != "article.md" and not is_address(target) and is_wacz(_start(path)):
            yield verify_wacz(path, trust)
            return
        if path.name != "article.md":
            yield _verify_bundle(read_target(target), article, trust)
            return
    if article is not None:
        raise UsageError("--article goes with a bundle.", fix="A newsroom holds its own texts.")
    room, articles = _targets(target, newsroom)
    context = Context(room.files)
    for paths in articles:
        if has_import_statement(context, paths.month, paths.slug):
            yield verify_imported(context, paths.month, paths.slug)
            continue
        yield verify_article(room.files, paths.month, paths.slug, trust=trust, context=context)


def _start(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(4)
    except OSError:
        return b""  # what is wrong with it is said where it is read


def _verify_bundle(bundle: Bundle, article: Path | None, trust: Trust) -> Verification:
    if article is not None:
        bundle.files.files[f"{bundle.folder}/article.md"] = read_file(article)
    return verify_bundle(bundle, trust)


def _targets(target: str, newsroom: Path | None) -> tuple[Newsroom, list[ArticlePaths]]:
    path = Path(target) if target else None
    if path is not None and newsroom is None and (path / "copydesk.toml").is_file():
        room, name = Newsroom.open(path), ""
    else:
        room, name = open_newsroom(newsroom, path), target
    if name and Path(name).resolve() != room.root:
        return room, [room.article(name)]
    articles = [paths for paths in room.articles() if is_published(room, paths)]
    if not articles:
        imported = sum(is_imported(room, paths) for paths in room.articles())
        also = f"; {imported} are imported, which is not the same" if imported else ""
        raise UsageError(
            f"{room.root} has no published article to verify{also}.",
            fix="Publish one first, or name an article that is on its way or imported.",
        )
    return room, articles


def _render(result: Verification) -> str:
    width = max(len(check.title) for check in result.checks)
    lines = [
        f"  {_MARK[check.state]:<11}  {check.title:<{width}}  {check.reason}"
        for check in result.checks
    ]
    counts = result.as_json()["counts"]
    state = _state(result)
    last = (
        f"{result.article} {state}: {counts['pass']} checks pass, {counts['fail']} fail, "
        f"{counts['not-present']} not present."
    )
    return "\n".join([result.article, *lines, last])


def _state(result: Verification) -> str:
    """Whether the record verifies, in words; a draft on its way is not one that fails."""
    if result.ok:
        return "verifies"
    failed = any(check.state is CheckState.FAIL for check in result.checks)
    if any(check.id == "imported" for check in result.checks):
        return "is imported, not this newsroom's own: there is no record of ours to verify"
    if not failed and result.state("publication") is CheckState.NOT_PRESENT:
        return "is not published, so there is no record to verify"
    return "DOES NOT VERIFY"


def build_command(
    out: Annotated[Path | None, typer.Option("--out", help="Where to write; else site/.")] = None,
    newsroom: NewsroomOption = None,
    format_: FormatOption = Format.TEXT,
) -> int:
    """Build the reader's pages: every article, its Provenance Record, and an index.

    Fails, and leaves the pages as they were, when a published record does not verify.
    """
    from copydesk.newsroom.site import build_site  # noqa: PLC0415 - templates are slow to import

    room = open_newsroom(newsroom)
    built = build_site(room, out or room.root / "site")
    answer(
        format_,
        {
            "folder": str(built.folder),
            "articles": built.articles,
            "imported": built.imported,
            "files": built.files,
        },
        lambda: (
            f"Built {built.files} files for {built.articles} articles in {built.folder}"
            + (f", {built.imported} imported ones beside them" if built.imported else "")
        ),
    )
    return 0
