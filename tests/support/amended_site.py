"""A real newsroom whose articles were corrected, retracted and withdrawn; for tests of the pages."""

from __future__ import annotations

import json

from small_newsroom import DRAFT, captured, review_input

from copydesk.newsroom.amending import correct, countersign, withdraw
from copydesk.newsroom.common import Desk
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.review_input import CorrectionInput, parse_correction, parse_withdrawal
from copydesk.newsroom.reviewing import review
from copydesk.newsroom.site import build_site
from copydesk.newsroom.steps import publish, submit
from copydesk.provenance.record import Record
from copydesk.provenance.verify import load_record

__all__ = [
    "EDITOR",
    "amend",
    "built",
    "correction",
    "published",
    "record_of",
    "remove",
]

EDITOR = "eve"


def correction(
    text: str, *, kind: str = "correction", field: str = "", exact: str = ""
) -> CorrectionInput:
    """A correction file's content; JSON strings are TOML strings too."""
    said = f"kind = {json.dumps(kind)}\ntext = {json.dumps(text)}\n"
    if exact:
        said += (
            f"passage = {{ field = {json.dumps(field or 'body')}, exact = {json.dumps(exact)} }}\n"
        )
    return parse_correction(said.encode(), "c.toml")


def published(desk: Desk, title: str = "", body: str = "") -> ArticlePaths:
    """An article of that title, published; ``body`` is added to the draft's."""
    draft = DRAFT
    if title:
        draft = draft.replace(
            "Council runs 12 offices in the northern district, report says", title
        )
    paths = captured(desk, draft + body)
    submit(desk, paths)
    review(desk, paths, review_input())
    publish(desk, paths)
    return paths


def amend(desk: Desk, paths: ArticlePaths, *given: CorrectionInput) -> None:
    """Sign each by publisher and editor, one after the other."""
    for item in given:
        correct(desk, paths, item, other=EDITOR)
        countersign(desk, paths)


def remove(desk: Desk, paths: ArticlePaths, reason: str, *, key: str = "") -> None:
    """Withdraw the article for that reason, signed by both; ``key`` is the editor's."""
    said = parse_withdrawal(f"reason = {json.dumps(reason)}\n".encode(), "w.toml")
    withdraw(desk, paths, said, other=EDITOR)
    countersign(desk, paths, key=key)


def record_of(desk: Desk, paths: ArticlePaths) -> Record:
    """The article's record, verified."""
    return load_record(desk.room.files, paths.month, paths.slug)


def built(desk: Desk) -> dict[str, bytes]:
    """The site as files, by their paths."""
    site = build_site(desk.room, desk.room.root / "site").folder
    return {
        path.relative_to(site).as_posix(): path.read_bytes()
        for path in site.rglob("*")
        if path.is_file()
    }
