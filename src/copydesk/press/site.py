"""The whole site as a mapping of paths to bytes: the same input gives the same bytes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from markupsafe import Markup

from copydesk.article.model import Article
from copydesk.config import Config
from copydesk.errors import ConflictError, NewsroomError
from copydesk.press.imported import ImportedArticle, render_imported
from copydesk.press.jsonld import news_article, script_json
from copydesk.press.state import require_verified
from copydesk.press.templating import environment
from copydesk.press.view_amendments import tombstone_view
from copydesk.press.view_article import article_view, index_entry
from copydesk.press.view_record import record_view
from copydesk.press.view_verifier import (
    VERIFY_PAGE,
    VerifierView,
    bundle_name,
    script,
    verifier_policy,
    verifier_view,
)
from copydesk.provenance.record import Record

__all__ = ["ReadArticle", "render_article", "render_site"]

ReadArticle = Callable[[bytes, str], Article]

_SLUG = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,198}[a-z0-9])?")
_FILE = re.compile(r"(?:[A-Za-z0-9_-][A-Za-z0-9._-]*/)*[A-Za-z0-9_-][A-Za-z0-9._-]*")


def render_site(
    records: Sequence[Record],
    config: Config,
    *,
    read_article: ReadArticle,
    downloads: Mapping[str, Mapping[str, bytes]] | None = None,
    bundles: Mapping[str, bytes] | None = None,
    imported: Sequence[ImportedArticle] = (),
    allow_failed: bool = False,
) -> dict[str, bytes]:
    """Render the index, and the article and record page of every published record.

    Args:
        records: as loaded and verified; those without a publication have no page.
        config: the newsroom's name, language and site address.
        read_article: reads the article's exact bytes, named by a path.
        downloads: for each slug the files that its record page offers, by relative path; they
            are copied below ``a/<slug>/record/files/``.
        bundles: for each slug the article's bundle (``copydesk.bundle/1``). Its pages then check
            themselves in the reader's browser, and ``verify/`` checks a bundle that is chosen.
        imported: articles of another system's archive; their pages stand apart from the others.
        allow_failed: render a page that says loudly what fails, instead of refusing. For showing
            what tampering looks like; never for publishing.

    Returns:
        Site-relative path to bytes. No clock, disk or network is read.

    Raises:
        VerificationError: a published record does not verify and ``allow_failed`` is not set.
        ConflictError: two records have one slug.
        NewsroomError: a slug or a download's path cannot be a path of the site.
    """
    published = sorted(
        (record for record in records if record.publication is not None), key=_newest_first
    )
    _check_slugs(published)
    if not allow_failed:
        for record in published:
            require_verified(record)
    site = dict(_static())
    entries = []
    for record in published:
        article = _text(record, read_article)
        offered = (downloads or {}).get(record.slug, {})
        bundle = (bundles or {}).get(record.slug)
        site.update(render_article(record, article, config, downloads=offered, bundle=bundle))
        entries.append(index_entry(record, article))
    page = environment().get_template("index.html.j2")
    site["index.html"] = page.render(
        **_frame(config, root=""),
        entries=entries,
        imported=len(imported),
        page_title=_title(config),
    ).encode()
    frame = {name: value for name, value in _frame(config, root="").items() if name != "root"}
    site.update(render_imported(imported, config, frame))
    if bundles is not None:
        site[VERIFY_PAGE] = _verify_page(config)
    return dict(sorted(site.items()))


def _text(record: Record, read_article: ReadArticle) -> Article | None:
    """The article, if its text may be shown: a withdrawn one is not, whatever lies on the disk."""
    if record.withdrawal is not None or not record.article_bytes:
        return None
    return read_article(record.article_bytes, f"{record.folder}/article.md")


def render_article(
    record: Record,
    article: Article | None,
    config: Config,
    *,
    downloads: Mapping[str, bytes],
    bundle: bytes | None = None,
) -> dict[str, bytes]:
    """The two pages of one record and the copies of its files.

    Without the article (it was withdrawn) a tombstone stands at its address.

    Raises:
        NewsroomError: the slug or a download's path cannot be a path of the site, or ``bundle``
            is none.
    """
    _check_slugs([record])
    folder = f"a/{record.slug}"
    frame = {
        **_frame(config, root="../../"),
        **_verifier(record.slug, bundle, to_article="", to_root="../../"),
    }
    if article is None or record.withdrawal is not None:
        article, article_page = None, _tombstone(record, config, frame)
    else:
        article_page = _article_page(record, article, config, frame, downloads)
    view = record_view(record, article, downloads)
    record_page = (
        environment()
        .get_template("record.html.j2")
        .render(
            **_frame(config, root="../../../"),
            **_verifier(record.slug, bundle, to_article="../", to_root="../../../"),
            page_title=f"Provenance Record: {view.title} · {_title(config)}",
            view=view,
            config_origin=config.newsroom.origin,
        )
    )
    out = {
        f"{folder}/index.html": article_page.encode(),
        f"{folder}/record/index.html": record_page.encode(),
    }
    if bundle is not None:
        out[f"{folder}/{bundle_name(record.slug)}"] = bundle
    return out | {
        f"{folder}/record/files/{_checked_name(name, record)}": data
        for name, data in downloads.items()
    }


def _checked_name(name: str, record: Record) -> str:
    if not _FILE.fullmatch(name):
        raise NewsroomError(
            f"The file {name!r} of {record.folder} cannot be a path of the site.",
            fix="Rename it with letters, digits, dots, dashes and underscores.",
            location=record.folder,
        )
    return name


def _article_page(
    record: Record,
    article: Article,
    config: Config,
    frame: Mapping[str, object],
    downloads: Mapping[str, bytes],
) -> str:
    data = news_article(record, article, config)
    view = article_view(record, article)
    title = f"Retracted: {view.title}" if view.retraction else view.title
    return (
        environment()
        .get_template("article.html.j2")
        .render(
            **frame,
            page_title=f"{title} · {_title(config)}",
            view=view,
            body=Markup(view.body),  # noqa: S704 - sanitised in press.body
            trace_file=_trace_file(record, downloads),
            data=Markup(script_json(data)) if data else "",  # noqa: S704 - escaped in press.jsonld
        )
    )


def _tombstone(record: Record, config: Config, frame: Mapping[str, object]) -> str:
    view = tombstone_view(record)
    title = f"Withdrawn: {view.title}" if view.withdrawal else view.title
    page = environment().get_template("tombstone.html.j2")
    return page.render(**frame, page_title=f"{title} · {_title(config)}", view=view)


def _verifier(
    slug: str, bundle: bytes | None, *, to_article: str, to_root: str
) -> dict[str, VerifierView | str | None]:
    """What a page's template needs to check itself; without a bundle it carries no script."""
    if bundle is None:
        return {"verifier": None}
    view = verifier_view(bundle, slug, to_article=to_article, to_root=to_root)
    return {"verifier": view, "csp": verifier_policy()}


def _verify_page(config: Config) -> bytes:
    page = environment().get_template("verify.html.j2")
    title = f"Check a record · {_title(config)}"
    frame = {**_frame(config, root="../"), "csp": verifier_policy()}
    return page.render(**frame, page_title=title, script=script()).encode()


def _trace_file(record: Record, downloads: Mapping[str, bytes]) -> str:
    """Where the article page finds the record's trace for machines, if it is offered."""
    name = f"{record.folder}/prov/trace.json"
    return f"record/files/{name}" if name in downloads else ""


def _newest_first(record: Record) -> tuple[str, str]:
    time = record.publication.predicate.publishedAt if record.publication else ""
    # Times sort as text; inverting each character sorts them newest first and slugs still A to Z.
    return "".join(chr(0x7F - ord(char)) for char in time if ord(char) < 0x7F), record.slug


def _check_slugs(records: Sequence[Record]) -> None:
    seen: dict[str, str] = {}
    for record in records:
        if not _SLUG.fullmatch(record.slug):
            raise NewsroomError(
                f"The slug {record.slug!r} cannot be a path of the site.",
                fix="Use lower-case letters, digits and single dashes.",
                location=record.folder,
            )
        if record.slug in seen:
            raise ConflictError(
                f"{seen[record.slug]} and {record.folder} would have the same page.",
                fix="Give one of the articles another slug before it is published.",
                location=record.folder,
            )
        seen[record.slug] = record.folder


def _title(config: Config) -> str:
    return config.site.title or config.newsroom.name


def _frame(config: Config, *, root: str) -> dict[str, str]:
    return {
        "root": root,
        "site_title": _title(config),
        "language": config.newsroom.language,
        "contact": config.site.contact,
    }


@cache
def _static() -> Mapping[str, bytes]:
    """The style sheet and the fonts, with the fonts' licence beside them."""
    out: dict[str, bytes] = {}
    stack: list[tuple[str, Traversable]] = [("static", files("copydesk.press") / "static")]
    while stack:
        name, item = stack.pop()
        if item.is_dir():
            stack.extend((f"{name}/{child.name}", child) for child in item.iterdir())
        else:
            out[name] = item.read_bytes()
    return out
