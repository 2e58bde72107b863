"""The first steps of an article: a draft is taken in, its sources are captured."""

from __future__ import annotations

from collections.abc import Callable

from copydesk.article import read_article
from copydesk.capture.entry import to_entry
from copydesk.capture.model import SourceCaptures
from copydesk.capture.store import store_body
from copydesk.config import CaptureLimits
from copydesk.errors import ConflictError, UsageError
from copydesk.newsroom import ledger
from copydesk.newsroom.common import Desk, read_text, refuse_published
from copydesk.newsroom.layout import ArticlePaths, make_slug
from copydesk.newsroom.own_addresses import own_addresses
from copydesk.newsroom.store import Newsroom
from copydesk.provenance.canonical import canonical_bytes, sha256_hex
from copydesk.provenance.statements import (
    DigestSet,
    SourceEntry,
    SourceSetPredicate,
    Subject,
)

__all__ = ["Fetch", "capture_article", "find_article", "take_in"]

Fetch = Callable[[list[str], CaptureLimits], tuple[SourceCaptures, ...]]


def find_article(room: Newsroom, name: str) -> ArticlePaths | None:
    """The article of the newsroom that ``name`` (slug, folder or file) means, if there is one."""
    try:
        return room.article(name)
    except UsageError:
        return None


def take_in(room: Newsroom, name: str, data: bytes | None, now: str) -> ArticlePaths:
    """Put a draft into the newsroom under its month and slug; exact bytes, nothing reformatted.

    Args:
        room: the newsroom.
        name: what the command line named: a slug or path of the newsroom, or a draft elsewhere.
        data: the draft's bytes where ``name`` is a file.
        now: the time, for the month of an article that states no date.

    Raises:
        UsageError: neither an article of the newsroom nor a file.
        ArticleError: the draft cannot be read.
        ConflictError: another article has that slug, or this one is already published.
    """
    found = find_article(room, name)
    if found is not None:
        return found
    if data is None:
        return room.article(name)
    article = read_article(data, name)
    slug = article.front.slug or make_slug(article.title.text)
    paths = ArticlePaths((article.front.date or now)[:7], slug)
    current = room.files.read(paths.article)
    if current == data:
        return paths
    if current is not None:
        refuse_published(room, paths)
        if read_article(current).title.text != article.title.text:
            raise ConflictError(
                f"{paths.folder} holds another article.",
                fix="Give the draft a `slug:` of its own in its front matter.",
                location=paths.article,
            )
    with room.locked():
        room.apply({paths.article: data})
    return paths


def capture_article(
    desk: Desk, paths: ArticlePaths, fetch: Fetch, key: str = ""
) -> tuple[SourceCaptures, ...]:
    """Fetch every source of the article, keep the bodies, and sign the source set.

    Where the article is already submitted, this begins a new round: the files of the round before
    are kept in a folder of their own.

    Raises:
        UsageError: the article lists no sources.
        ConflictError: it is already published.
        ConfigError: an own address that was told is none.
    """
    room = desk.room
    _, article = read_text(room, paths)
    urls = [source.url for source in article.front.sources]
    if not urls:
        raise UsageError(f"{paths.article} lists no sources.", fix="List them under `sources:`.")
    refuse_published(room, paths)
    own = own_addresses()  # said before anything is fetched, if it cannot be read
    signer = desk.signer(("collector", "contributor"), key)
    found = fetch(urls, room.config.capture)
    stored: dict[str, str] = {}
    for source in found:
        for capture in source.captures:
            if capture.body is not None:
                stored.setdefault(store_body(room.root, capture.body), source.url)
    predicate = SourceSetPredicate(
        collector=signer.actor(),
        capturedAt=desk.clock(),
        sources=[
            SourceEntry(id=number, url=one.url, captures=[to_entry(c, own) for c in one.captures])
            for number, one in enumerate(found, 1)
        ],
    )
    list_digest = sha256_hex(canonical_bytes(urls))
    subjects = [Subject(name="sources", digest=DigestSet(sha256=list_digest))]
    subjects += [Subject(name=url, digest=DigestSet(sha256=sha)) for sha, url in stored.items()]
    with room.locked():
        refuse_published(room, paths)
        ledger.write_statement(
            desk.ledger, paths, "source-set", subjects, predicate, signer,
            changes=_new_round(room, paths), log=False,
        )  # fmt: skip
    return found


def _new_round(room: Newsroom, paths: ArticlePaths) -> ledger.Changes:
    """Move the files of a submitted round into its own folder, so that nothing is overwritten."""
    if room.files.read(paths.statement("submission")) is None:
        return {}
    folder = paths.round(len(ledger.rounds(room, paths)) + 1)
    changes: ledger.Changes = {}
    for name in room.files.names(paths.prov):
        if name.startswith(f"{paths.prov}/round-"):
            continue
        changes[name.replace(paths.prov, folder, 1)] = room.files.read(name)
        changes[name] = None
    return changes
