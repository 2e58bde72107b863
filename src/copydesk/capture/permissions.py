"""What publishers ask of machines: robots.txt, robots directives, reservations of data mining.

Recorded with every capture; obeyed where the newsroom's configuration says so. A capture keeps one
page that an article cites, as a reader's print-out would be kept: no crawl, no training.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from protego import Protego

from copydesk.capture.decoding import BodyTooLargeError, DecodingError, decode_content
from copydesk.capture.exchange import Exchange, Exchanges
from copydesk.capture.model import Robots

__all__ = ["Permissions", "SiteRules", "product_token", "read_reservations", "read_rules"]

MAX_ROBOTS_BYTES = 512_000
"""Of robots.txt that are read; RFC 9309 asks for 500 kibibytes at least."""

MAX_REDIRECTS = 5
"""On the way to robots.txt; past them it counts as not there (RFC 9309, section 2.3.1.2)."""

MAX_SECONDS = 10.0
"""For each of the two files of a site."""

MAX_RULES = 2_000
"""Of one tdmrep.json."""

DIRECTIVES = frozenset({"noarchive", "nosnippet", "noai", "noimageai"})
"""Robots directives that concern keeping or using a page; the others concern search engines."""

TDM = "tdm-reservation"

_WITH_VALUE = {"unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"}
_AGENT_LINE = re.compile(r"(\s*user(?:-|\s+)?agent\b\s*:?)([^#]*)", re.IGNORECASE)


def product_token(user_agent: str) -> str:
    """The name in a user agent by which robots.txt addresses it (RFC 9309, section 2.2.1)."""
    found = re.match(r"[A-Za-z_-]+", user_agent.strip())
    return found.group().lower() if found else "copydesk"


@dataclass(frozen=True)
class SiteRules:
    """What a site's robots.txt and tdmrep.json say.

    ``robots`` is the verdict for every address where there is no ``parsed`` file; ``why`` a few
    words on it. ``reserved`` are the patterns of tdmrep.json with what they state.
    """

    robots: Robots
    why: str = ""
    parsed: Protego | None = None
    reserved: tuple[tuple[str, bool], ...] = ()

    def verdict(self, url: str, token: str) -> Robots:
        """Whether robots.txt lets ``token`` ask for ``url``."""
        if self.parsed is None:
            return self.robots
        return Robots.ALLOWED if self.parsed.can_fetch(url, token) else Robots.DISALLOWED

    def reserves(self, url: str) -> bool | None:
        """What tdmrep.json states of ``url``: the first rule that matches decides."""
        parts = urlsplit(url)
        path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
        return next((stated for rule, stated in self.reserved if _matches(rule, path)), None)


class Permissions:
    """The rules of each site, fetched once a run, through the same checks as any page.

    Args:
        exchanges: with :data:`MAX_ROBOTS_BYTES` and :data:`MAX_REDIRECTS`, cutting.
        user_agent: as it is sent.
        seconds: for each file, if shorter than :data:`MAX_SECONDS`.
    """

    def __init__(self, exchanges: Exchanges, user_agent: str, seconds: float) -> None:
        self.token = product_token(user_agent)
        self._exchanges = exchanges
        self._seconds = min(seconds, MAX_SECONDS)
        self._sites: dict[str, asyncio.Task[SiteRules]] = {}

    async def of(self, url: str) -> SiteRules:
        """The rules of the site of ``url``; never raises but when cancelled."""
        parts = urlsplit(url)
        site = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}".lower()
        if site not in self._sites:
            self._sites[site] = asyncio.create_task(self._fetch(site))
        # Several captures wait for it; one that is given up must not end it for the others.
        return await asyncio.shield(self._sites[site])

    async def _fetch(self, site: str) -> SiteRules:
        robots = await self._file(f"{site}/robots.txt")
        rules = await asyncio.to_thread(_robots, robots, self.token)
        if robots.problem is not None:  # it does not answer: asked once is enough
            return rules
        reserved = await self._file(f"{site}/.well-known/tdmrep.json")
        if reserved.problem is not None or reserved.status != 200 or not reserved.whole:
            return rules
        return replace(rules, reserved=read_rules(_body(reserved) or b""))

    async def _file(self, url: str) -> Exchange:
        return await self._exchanges.run(Exchange(url, ""), self._seconds)


def _body(found: Exchange) -> bytes | None:
    try:
        return decode_content(found.wire or b"", found.codings, MAX_ROBOTS_BYTES)
    except (DecodingError, BodyTooLargeError):
        return None


def _robots(found: Exchange, token: str) -> SiteRules:
    """RFC 9309, section 2.3.1: not there means allowed; out of reach means that nobody knows."""
    if found.problem is not None:
        if found.problem.code == "too-many-redirects":
            return SiteRules(Robots.ALLOWED)
        return SiteRules(Robots.UNKNOWN, found.problem.message)
    status = found.status or 0
    if 400 <= status < 500:
        return SiteRules(Robots.ALLOWED)
    body = _body(found)
    if not 200 <= status < 300 or body is None:
        return SiteRules(Robots.UNKNOWN, f"HTTP {status}" if body is not None else "damaged")
    text = body.decode("utf-8", "replace").removeprefix("\ufeff")
    return SiteRules(Robots.ALLOWED, parsed=Protego.parse(_own_groups(text, token)))


def _own_groups(text: str, token: str) -> str:
    """robots.txt without the names of other agents.

    The parser gives each rule to each agent of its group: thousands of names above thousands of
    rules would be tens of millions of rules.
    """

    def own(line: str) -> str:
        found = _AGENT_LINE.match(line)
        if found is None:
            return line
        name = found.group(2).strip().lower()
        return line if name == "*" or name.startswith(token) else "User-agent: another"

    return "\n".join(own(line) for line in text.splitlines())


def read_rules(body: bytes) -> tuple[tuple[str, bool], ...]:
    """The rules of a tdmrep.json (TDM Reservation Protocol, 2024): pattern, whether reserved.

    Anything that is no such file, or no such rule, states nothing.
    """
    try:
        rows = json.loads(body)
    except (ValueError, RecursionError):
        return ()
    if not isinstance(rows, list):
        return ()
    found = []
    for row in rows[:MAX_RULES]:
        if isinstance(row, dict) and isinstance(rule := row.get("location"), str):
            stated = row.get(TDM)
            if stated in (0, 1, "0", "1"):
                found.append((rule[:2_000], int(stated) == 1))
    return tuple(found)


def _matches(rule: str, path: str) -> bool:
    """As robots.txt matches: from the start, ``*`` for any text, ``$`` for the end."""
    ends = rule.endswith("$")
    first, *parts = rule.removesuffix("$").split("*")
    if not path.startswith(first):
        return False
    at = len(first)
    for number, part in enumerate(parts, 1):
        if ends and number == len(parts):
            return path.endswith(part) and len(path) - len(part) >= at
        found = path.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return not ends or at == len(path)


def read_reservations(
    headers: Iterable[tuple[str, str]],
    signals: Iterable[tuple[str, str]],
    token: str,
    file: bool | None = None,
) -> tuple[str, ...]:
    """What the publisher reserves of a page, each named once.

    Args:
        headers: of the answer, names in lower case.
        signals: of the page's text: ``meta-robots`` and ``meta-tdm-reservation``.
        token: the name that a header may be addressed to.
        file: what tdmrep.json states; a header goes before it, and a meta tag before both.
    """
    found: dict[str, None] = {}
    tdm = file
    meta: bool | None = None
    for name, value in headers:
        if name == "x-robots-tag":
            found.update(dict.fromkeys(_directives(_addressed(value, token))))
        elif name == TDM and value.strip() in {"0", "1"}:
            tdm = value.strip() == "1"
    for name, value in signals:
        if name == "meta-robots":
            found.update(dict.fromkeys(_directives(value)))
        elif name == f"meta-{TDM}" and value.strip() in {"0", "1"}:
            meta = value.strip() == "1"
    if tdm if meta is None else meta:
        found[TDM] = None
    return tuple(found)


def _directives(value: str) -> list[str]:
    return [name for part in value.lower().split(",") if (name := part.strip()) in DIRECTIVES]


def _addressed(value: str, token: str) -> str:
    """The part of an ``X-Robots-Tag`` that is for everybody or for ``token``.

    ``otherbot: noarchive, noai`` is addressed: the name holds up to the next one.
    """
    kept, own = [], True
    for part in value.split(","):
        name, colon, rest = part.partition(":")
        # `unavailable_after: date` and `max-snippet: 5` are directives with a value.
        if colon and name.strip().lower() not in _WITH_VALUE:
            own = name.strip().lower() in {token, "*"}
            part = rest  # noqa: PLW2901 - what is left of it
        if own:
            kept.append(part)
    return ",".join(kept)
