"""Allowlists and blocklists of sites, and who owns them: text in, entries with their lines out.

One entry a line; ``#`` begins a comment. A plain host name matches that host and the same host
with ``www.`` before it; ``*.host`` matches every host below it, and not the host itself. Either
may end in a path, ``host/blog``, and then matches only addresses at or below that path. Nothing
else is a pattern, so a list can be read by a person without knowing a pattern language. In a list of
owners the rest of the line names the owner.
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from urllib.parse import unquote, urlsplit

import idna

from copydesk.errors import ConfigError, LimitError

__all__ = [
    "HostEntry",
    "HostList",
    "OwnerList",
    "PolicyLists",
    "host_of",
    "parse_host_list",
    "parse_owner_list",
    "path_of",
]

# A newsroom's list grows by hand: a few hundred lines are usual. The limits only keep a wrong
# file (a log, a database dump) from being read as one.
MAX_LIST_CHARS = 2 * 1024 * 1024
MAX_ENTRIES = 50_000


@dataclass(frozen=True, slots=True)
class HostEntry:
    """One line of a list: the entry as written, its line number (from 1), and its path or ``""``.

    A path has a leading slash and no trailing one.
    """

    pattern: str
    line: int
    path: str = ""

    def holds(self, path: str) -> bool:
        """Whether ``path`` is at or below the entry's own path."""
        return not self.path or path == self.path or path.startswith(self.path + "/")


@dataclass(frozen=True, slots=True)
class HostList:
    """A parsed list. ``path`` is the name that findings show.

    ``exact`` and ``below`` hold the entries by host (without ``www.``), the longest path first.
    """

    path: str
    exact: Mapping[str, tuple[HostEntry, ...]]
    below: Mapping[str, tuple[HostEntry, ...]]

    def __len__(self) -> int:
        """How many entries it holds."""
        return sum(map(len, self.exact.values())) + sum(map(len, self.below.values()))

    def match(self, url: str) -> HostEntry | None:
        """The entry that ``url`` falls under, or ``None``.

        A plain entry goes before a ``*.`` one, the nearer host before the farther, the longer
        path before the shorter.
        """
        host, path = host_of(url), path_of(url)
        candidates = [self.exact.get(host.removeprefix("www."), ())]
        labels = host.split(".")
        candidates.extend(
            self.below.get(".".join(labels[cut:]), ()) for cut in range(1, len(labels))
        )
        for entries in candidates:
            for entry in entries:
                if entry.holds(path):
                    return entry
        return None


@dataclass(frozen=True, slots=True)
class OwnerList:
    """A parsed list of owners: the sites, and the owner's name by the line of each entry."""

    sites: HostList
    names: Mapping[int, str]

    def of(self, url: str) -> str:
        """The owner that the list names for ``url``, or ``""``."""
        entry = self.sites.match(url)
        return self.names[entry.line] if entry is not None else ""


@dataclass(frozen=True, slots=True)
class PolicyLists:
    """The list files that ``copydesk.toml`` names; ``None`` where it names none."""

    allowlist: HostList | None = None
    blocklist: HostList | None = None
    owners: OwnerList | None = None


def parse_host_list(text: str, *, path: str) -> HostList:
    """Read a list of sites.

    Args:
        text: the file's text.
        path: its name, for errors and findings.

    Returns:
        The list; where an entry stands twice, its first line counts.

    Raises:
        ConfigError: a line that is no entry; ``location`` names the line.
        LimitError: more text or more entries than a list may have.
    """
    _check_size(text, path)
    exact: dict[str, dict[str, HostEntry]] = {}
    below: dict[str, dict[str, HostEntry]] = {}
    count = 0
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        written = line.split("#", 1)[0].strip()
        if not written:
            continue
        count += 1
        if count > MAX_ENTRIES:
            raise LimitError(
                f"{path} has more than {MAX_ENTRIES:,} entries.",
                fix="Use `*.` entries, or check that the policy names the right file.",
                location=f"{path}:{number}",
            )
        host, entry = _entry(written, path, number)
        held = (below if written.startswith("*.") else exact).setdefault(host, {})
        held.setdefault(entry.path, entry)
    return HostList(path, _longest_first(exact), _longest_first(below))


def parse_owner_list(text: str, *, path: str) -> OwnerList:
    """Read a list of owners: on each line an entry of a host list, a blank, and a name.

    Args:
        text: the file's text.
        path: its name, for errors.

    Raises:
        ConfigError: a line that is no entry or names nobody; ``location`` names the line.
        LimitError: more text or more entries than a list may have.
    """
    _check_size(text, path)
    sites: list[str] = []
    names: dict[int, str] = {}
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        site, _, name = line.split("#", 1)[0].strip().partition(" ")
        sites.append(site)
        names[number] = " ".join(name.split())
        if site and not names[number]:
            raise ConfigError(
                f"{path} line {number}: no owner stands behind {site!r}.",
                fix="Write the site, a blank, and the owner's name.",
                location=f"{path}:{number}",
            )
    return OwnerList(parse_host_list("\n".join(sites), path=path), MappingProxyType(names))


@lru_cache(maxsize=4096)
def host_of(url: str) -> str:
    """The host of ``url`` in lower case and ASCII form, without a final dot; ``""`` if none."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return ""
    return _ascii(host) or host.lower().rstrip(".")


def _check_size(text: str, path: str) -> None:
    if len(text) > MAX_LIST_CHARS:
        raise LimitError(
            f"{path} has {len(text):,} characters; a host list may have {MAX_LIST_CHARS:,}.",
            fix="Check that the policy names the right file.",
            location=path,
        )


def path_of(url: str) -> str:
    """The path of ``url``, decoded and without dot segments; ``""`` for the root."""
    try:
        return _clean_path(urlsplit(url).path)
    except ValueError:
        return ""


def _clean_path(path: str) -> str:
    """Decoded, with dot segments resolved, so that ``/blog/../x`` is not below ``/blog``."""
    decoded = unquote(path, errors="replace")
    return "" if decoded in {"", "/"} else posixpath.normpath("/" + decoded.lstrip("/"))


def _entry(written: str, path: str, line: int) -> tuple[str, HostEntry]:
    name, slash, rest = written.removeprefix("*.").partition("/")
    host = _ascii(name)
    # `*.gov` is a sensible entry; a plain word without a dot is a slip of the pen.
    whole = host is not None and ("." in host or written.startswith("*."))
    if host is None or not whole or any(char in rest for char in " ?*"):
        raise ConfigError(
            f"{path} line {line}: {written!r} is not an entry of a host list.",
            fix="Write one host a line, such as `news.example`, `*.news.example` or "
            "`news.example/blog`, without a scheme, a port or a query.",
            location=f"{path}:{line}",
        )
    return host.removeprefix("www."), HostEntry(written, line, _clean_path(slash + rest))


def _longest_first(
    entries: dict[str, dict[str, HostEntry]],
) -> Mapping[str, tuple[HostEntry, ...]]:
    return MappingProxyType(
        {
            host: tuple(sorted(held.values(), key=lambda entry: -len(entry.path)))
            for host, held in entries.items()
        }
    )


def _ascii(name: str) -> str | None:
    try:
        return idna.encode(name.rstrip("."), uts46=True).decode("ascii").lower()
    except (idna.IDNAError, UnicodeError):
        return None
