"""What a page needs to check itself in the reader's browser: the bundle, and the script.

Both stand in the page, so that one saved file verifies itself, also from a disk and without a
network. The script is ``static/verify.js`` to the byte; the page's policy names its digest and
allows no other. It asks no host for anything.
"""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from copydesk.errors import InternalError, NewsroomError
from copydesk.press.jsonld import script_json
from copydesk.press.templating import CONTENT_SECURITY_POLICY

__all__ = [
    "BUNDLE_SCHEMA",
    "VERIFY_PAGE",
    "VerifierView",
    "bundle_name",
    "inline_bundle",
    "script",
    "verifier_policy",
    "verifier_view",
]

BUNDLE_SCHEMA = "copydesk.bundle/1"
VERIFY_PAGE = "verify/index.html"


@dataclass(frozen=True, slots=True)
class VerifierView:
    """``script`` and ``data`` go into ``script`` elements as they stand; the links are relative."""

    script: Markup
    data: Markup
    bundle_name: str
    bundle_href: str
    verify_href: str
    command: str


@cache
def script() -> Markup:
    """``verify.js`` as it may stand in a ``script`` element.

    Raises:
        InternalError: it holds something that HTML would read as the end of the element.
    """
    text = (files("copydesk.press") / "static" / "verify.js").read_text(encoding="utf-8")
    # HTML, section 13.2.5.4: only these change how the rest of a script element is read.
    if any(mark in text.lower() for mark in ("</script", "<script", "<!--")) or "\r" in text:
        raise InternalError("The verifier's script cannot stand in a page as it is written.")
    return Markup(text)  # noqa: S704 - our own file, just searched for what would end the element


@cache
def verifier_policy() -> str:
    """The content security policy of a page with the verifier: its one script, and nothing else."""
    digest = base64.b64encode(hashlib.sha256(script().encode()).digest()).decode()
    return f"{CONTENT_SECURITY_POLICY}; script-src 'sha256-{digest}'"


def bundle_name(slug: str) -> str:
    """``<slug>.copydesk.json``, which lies beside the article's page."""
    return f"{slug}.copydesk.json"


def inline_bundle(bundle: bytes, *, trace: bool) -> Markup:
    """The bundle as JSON for a ``script`` element, without what only other programs check.

    Captured bodies, timestamps and passages are left out: a browser has no reader for them.

    Args:
        bundle: a bundle's bytes.
        trace: keep ``trace.json``, by far the largest text; without it that one check is left.

    Raises:
        NewsroomError: it is no bundle.
    """
    value = _parsed(bundle)
    texts: dict[str, str] = value["files"]
    left_out = f"{value['article']}/prov/trace.json"
    kept = {path: text for path, text in texts.items() if trace or path != left_out}
    small = {
        "schema": BUNDLE_SCHEMA,
        "newsroom": value["newsroom"],
        "article": value["article"],
        "files": kept,
        "binary": {
            p: text for p, text in value["binary"].items() if p.startswith(value["article"])
        },
    }
    return Markup(script_json(small))  # noqa: S704 - escaped in press.jsonld


def _parsed(bundle: bytes) -> dict[str, Any]:
    try:
        value = json.loads(bundle)
        parts = [value[name] for name in ("schema", "newsroom", "article")]
        maps = [value["files"], value["binary"]]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise _no_bundle() from error
    texts = [*parts, *(text for part in maps if isinstance(part, dict) for text in part.values())]
    if parts[0] != BUNDLE_SCHEMA or not all(isinstance(text, str) for text in texts):
        raise _no_bundle()
    if not all(isinstance(part, dict) for part in maps) or not isinstance(value, dict):
        raise _no_bundle()
    return value


def _no_bundle() -> NewsroomError:
    return NewsroomError(
        f"What was to be put into a page is no bundle ({BUNDLE_SCHEMA}).",
        fix="Build the pages again; if this stays, report it.",
    )


def verifier_view(bundle: bytes, slug: str, *, to_article: str, to_root: str) -> VerifierView:
    """The verifier of one page.

    Args:
        bundle: the article's bundle.
        slug: the article's slug.
        to_article: the relative path from the page to the article's folder, empty or with a slash.
        to_root: the relative path from the page to the site's root.

    Raises:
        NewsroomError: it is no bundle.
    """
    name = bundle_name(slug)
    return VerifierView(
        script=script(),
        data=inline_bundle(bundle, trace=to_article != ""),
        bundle_name=name,
        bundle_href=to_article + quote(name),
        verify_href=to_root + VERIFY_PAGE,
        command=f"copydesk verify {name}",
    )
