"""What every site's module works with: a cited address in parts, and the requests made of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlsplit

__all__ = ["Address", "Ask", "Facts", "address_of", "no_facts", "pick", "quoted"]

Facts = tuple[tuple[str, str], ...]

MAX_FACT_CHARS = 300
"""Of one fact that is shown; longer ones are cut."""


@dataclass(frozen=True, slots=True)
class Address:
    """A cited URL: its host in lower case without ``www.``, and its path's segments, decoded.

    A trailing slash makes no segment. ``query`` has the first value of each name.
    """

    host: str
    path: tuple[str, ...]
    query: Mapping[str, str]


def no_facts(_: Any) -> Facts:
    """Of an answer that states nothing of itself."""
    return ()


@dataclass(frozen=True, slots=True)
class Ask:
    """One request for data, and how its answer's facts are read.

    ``facts`` gets the parsed JSON, or the decoded text where the answer is not JSON.
    """

    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    facts: Callable[[Any], Facts] = no_facts


def address_of(url: str) -> Address | None:
    """The parts of ``url``, or ``None`` where it is none that a site's module may read.

    An address with a user name, a port that is not the scheme's, or a segment that decodes to
    something with a slash, a control character or dots for a folder is not taken apart: what it
    names is not what it seems to name.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in {"http", "https"} or parts.username is not None or not parts.hostname:
        return None
    if port not in {None, 443 if parts.scheme == "https" else 80}:
        return None
    trimmed = parts.path.strip("/")
    raw = trimmed.split("/") if trimmed else []
    path = tuple(unquote(one, errors="replace") for one in raw)
    if any(not _is_plain(one) for one in path):
        return None
    query: dict[str, str] = {}
    for name, value in parse_qsl(parts.query, max_num_fields=50) if len(parts.query) < 2000 else ():
        query.setdefault(name, value)
    return Address(parts.hostname.lower().removeprefix("www."), path, query)


def _is_plain(segment: str) -> bool:
    # A scoped npm package may be written @scope%2Fname; its module takes the slash apart.
    slash = "/" in segment and not segment.startswith("@")
    return segment not in {"", ".", ".."} and not slash and segment.isprintable()


def quoted(*segments: str) -> str:
    """The segments as a path, each percent-encoded whole."""
    return "/".join(quote(one, safe="") for one in segments)


def pick(value: Any, wanted: Sequence[tuple[str, str]]) -> Facts:
    """The facts of ``value`` under the given names and dotted keys; what is not there is left out.

    A time loses nothing, a text is put on one line, a list of texts is joined.
    """
    found = []
    for name, key in wanted:
        item = value
        for part in key.split("."):
            item = item.get(part) if isinstance(item, dict) else None
        said = _as_words(item)
        if said:
            found.append((name, said))
    return tuple(found)


def _as_words(item: Any) -> str:
    if isinstance(item, bool):
        return "yes" if item else "no"
    if isinstance(item, list):
        return ", ".join(filter(None, (_as_words(one) for one in item[:20])))[:MAX_FACT_CHARS]
    if isinstance(item, (str, int)):
        return " ".join(str(item).split())[:MAX_FACT_CHARS]
    return ""
