"""What ``copydesk watch`` answers: each look with its findings, and what waits for an editor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from copydesk.newsroom.looks import Look
from copydesk.newsroom.watch_items import Item, items_of, needs_editor
from copydesk.newsroom.watch_plan import Turn, Watched, plan_turns
from copydesk.newsroom.watching import Fault, Looked
from copydesk.report import Finding
from copydesk.watch.findings import find_lost
from copydesk.watch.model import Change, Comparison
from copydesk.watch.schedule import stamp

__all__ = ["list_report", "run_report"]


def run_report(
    results: Sequence[Looked | Fault], left_out: Sequence[tuple[str, str]], still_due: int
) -> dict[str, Any]:
    """A run: its looks and its faults by article and source, and what was not watched and why."""
    ordered = sorted(results, key=lambda one: _place(one.turn))
    looks = [_looked_row(one) for one in ordered if isinstance(one, Looked)]
    faults = [
        {
            **_source_row(one.turn.article, one.turn.source.id, one.turn.source.url),
            "reason": one.message,
        }
        for one in ordered
        if isinstance(one, Fault)
    ]
    return {
        "looks": looks,
        "faults": faults,
        "left_out": [{"article": folder, "reason": why} for folder, why in left_out],
        "still_due": still_due + len(faults),
        "counts": dict(sorted(Counter(row["verdict"] for row in looks).items())),
    }


def list_report(
    articles: Sequence[Watched], left_out: Sequence[tuple[str, str]], time: datetime
) -> dict[str, Any]:
    """What stands without asking anybody: items of the editor, and what is due at ``time``."""
    return {
        "articles": [_article_row(article, time) for article in articles],
        "items": [_item_row(article, item) for article in articles for item in _items(article)],
        "left_out": [{"article": folder, "reason": why} for folder, why in left_out],
        "due": sum(_is_due(turn, time) for turn in plan_turns(articles)),
    }


def _place(turn: Turn) -> tuple[str, int]:
    return turn.article.paths.folder, turn.source.id


def _source_row(article: Watched, source: int, url: str) -> dict[str, Any]:
    return {"article": article.paths.folder, "source": source, "url": url}


def _looked_row(one: Looked) -> dict[str, Any]:
    look, article = one.look, one.turn.article
    looks = {**article.looks.get(look.source, {}), one.name: look}
    items = items_of({look.source: looks}, article.answers, article.corrections)
    return {
        **_source_row(article, look.source, look.url),
        **_look_row(article, look),
        "look": f"{article.paths.watch}/{one.name}.json",
        "item": items[0].state if items and needs_editor(look) else None,
        "captures": [
            {
                "role": entry.role, "sha256": entry.sha256, "status": entry.status,
                "quality": entry.quality, "final_url": entry.finalUrl,
                "problem": entry.problem.code if entry.problem else None,
            }
            for entry in look.captures
        ],
    }  # fmt: skip


def _look_row(article: Watched, look: Look) -> dict[str, Any]:
    return {
        "at": look.at,
        "verdict": look.verdict.value,
        "reason": look.reason,
        "tries": look.tries,
        "specifics": look.specifics,
        "survival": look.survival,
        "changes": [entry.model_dump(mode="json") for entry in look.changes],
        "notices": look.notices,
        "findings": [finding.as_json() for finding in _findings(article, look)],
    }


def _findings(article: Watched, look: Look) -> tuple[Finding, ...]:
    if not needs_editor(look):
        return ()
    changes = tuple(
        Change(
            one.specific, one.field, one.start, one.end, one.state, one.said, one.says, one.was,
            one.now, one.note,
        )
        for one in look.changes
    )  # fmt: skip
    made = Comparison(
        look.verdict, look.reason, tuple(look.specifics), changes, look.survival,
        tuple(look.notices),
    )  # fmt: skip
    return find_lost(look.source, made, article.specifics, article.elsewhere(look.source))


def _items(article: Watched) -> list[Item]:
    return items_of(article.looks, article.answers, article.corrections)


def _item_row(article: Watched, item: Item) -> dict[str, Any]:
    answer = item.answer
    return {
        **_source_row(article, item.look.source, item.look.url),
        "item": item.name,
        "state": item.state,
        "since": item.look.at,
        "answer": answer and {"at": answer.at, "note": answer.note, "statement": answer.statement},
        **_look_row(article, item.seen),
    }


def _article_row(article: Watched, time: datetime) -> dict[str, Any]:
    newest = [list(looks.values())[-1] for looks in article.looks.values() if looks]
    turns = plan_turns([article])
    later = [turn.due for turn in turns if turn.due is not None and turn.due > time]
    return {
        "article": article.paths.folder,
        "sources": len(article.sources),
        "looked_at": max((look.at for look in newest), default=None),
        "counts": dict(sorted(Counter(look.verdict.value for look in newest).items())),
        "open": sum(item.state != "answered" for item in _items(article)),
        "due": sum(_is_due(turn, time) for turn in turns),
        "next_due": stamp(min(later)) if later else None,
    }


def _is_due(turn: Turn, time: datetime) -> bool:
    return turn.due is not None and turn.due <= time
