"""Words and places of a page that its scripts have yet to fill in: pleas for scripts, loaders, holes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

from copydesk.evidence.main_text import MIN_LINE, weight

__all__ = ["SHELL_VISIBLE", "plea_chars", "shell_signals"]

MAX_MOUNT_TEXT = 60
"""Characters in the element that scripts fill: "Loading, please wait" and no more."""

SHELL_VISIBLE = 1_500
"""Visible characters from which a page is no shell, whatever frame it has."""

MAX_PLEA, MAX_DEPTH, MAX_CHILDREN, MAX_MOUNTS = 300, 3, 60, 8

_MOUNTS = "#root, #app, #__next, #__nuxt, #___gatsby, #react-root, #app-root, app-root, [ng-app], [data-reactroot]"
_BUSY = "[aria-busy=true], [class*=skeleton i], [class*=shimmer i], [class*=spinner i], [class*=preloader i], [class*=placeholder-glow i], [class*=loading i]"
# "JavaScript" is the same word in nearly all languages.
_PLEA = re.compile(
    r"java ?script|джаваскрипт|(?:supported|outdated|unsupported|old) browsers?\b|browser (?:is|was) (?:not supported|too old|outdated|no longer supported|unsupported)|(?:ihr|dein) browser wird nicht (?:mehr )?unterstützt"
    r"|\b(?:page|app|application|site|content|view|data|portal|dashboard|viewer|map) is (?:being |still )?(?:loaded|loading|starting|initiali[sz]ing)|\bloading\b.{0,40}(?:please wait|one moment|a moment|…|\.\.\.)|please wait\b.{0,60}(?:load|while)|(?:wird|werden) geladen|bitte warten|chargement (?:en cours|de)|veuillez patienter"
    r"|cargando\b|por favor,? espere|caricamento in corso|attendere prego|carregando|aguarde|bezig met laden|even geduld|laddar\b|laster inn|indlæser|ladataan|wczytywanie|ładowanie|načítá|загрузка|подождите|読み込み中|しばらくお待ち|加载中|正在加载|로딩",
    re.IGNORECASE,
)


def shell_signals(tree: LexborHTMLParser, visible: str) -> Iterator[tuple[str, str]]:
    """``mount`` (an element of a known framework), ``hole`` (any other that is empty beside a script
    with an address), ``script-file`` (that there is such a script) and ``busy`` (one that says that it is being filled in), each once; the last three
    only where little is visible.
    """
    if any(_length(node) < MAX_MOUNT_TEXT for node in tree.css(_MOUNTS)[:MAX_MOUNTS]):
        yield "mount", "empty"
    if len(visible.strip()) >= SHELL_VISIBLE:
        return
    if tree.css_first("script[src]") is not None:
        yield "script-file", "yes"
        if tree.body is not None and _has_hole(tree.body):
            yield "hole", "empty"
    if any(_length(node) < MAX_MOUNT_TEXT for node in tree.css(_BUSY)[:MAX_MOUNTS]):
        yield "busy", "yes"


def _length(node: LexborNode) -> int:
    return len((node.text() or "").strip())


def _has_hole(body: LexborNode) -> bool:
    """Whether an element near the top is empty that has a name: an id, or a tag of its own."""
    level = [body]
    for _ in range(MAX_DEPTH):
        below = [child for node in level for child in list(node.iter())[:MAX_CHILDREN]]
        for node in below:
            named = "-" in (node.tag or "") or (
                node.tag in {"div", "main", "section"} and node.attributes.get("id")
            )
            if named and not _length(node) and node.css_first("img, video, iframe, input") is None:
                return True
        level = below[:MAX_CHILDREN]
    return False


def plea_chars(lines: Iterable[str]) -> tuple[int, bool]:
    """The characters of prose that only ask for scripts or patience, and whether any line does."""
    pleas = [line for line in lines if len(line) < MAX_PLEA and _PLEA.search(line)]
    return sum(size for line in pleas if (size := weight(line)) >= MIN_LINE), bool(pleas)
