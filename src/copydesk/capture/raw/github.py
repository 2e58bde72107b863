"""GitHub: releases, issues, pull requests, milestones, commits, files, advisories, repositories.

Source: GitHub's REST API, version 2022-11-28; fields as in its published description. No token is
sent: what only a token shows is not public, and a token in a record would be a leak.
"""

from __future__ import annotations

import re
from typing import Any

from copydesk.capture.raw.model import Address, Ask, Facts, pick, quoted

__all__ = ["asks"]

_API = "https://api.github.com"
_HEADERS = {"accept": "application/vnd.github+json", "x-github-api-version": "2022-11-28"}
_COMMENTS = "?per_page=100"

# First segments of github.com that are the site's own pages and no account's.
_RESERVED = set(
    """about account advisories apps blog collections contact customer-stories dashboard enterprise
    events explore features issues join login marketplace new notifications orgs organizations
    pricing pulls readme search security sessions settings site sponsors stars team topics
    trending users watching""".split()  # noqa: SIM905 - a list of words reads better as words
)
_OWNER = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_-]{0,38})")
_REPO = re.compile(r"[A-Za-z0-9._-]{1,100}")
_NUMBER = re.compile(r"[1-9]\d{0,9}")
_COMMIT = re.compile(r"[0-9a-fA-F]{7,40}")
_GHSA = re.compile(r"GHSA(?:-[23456789cfghjmpqrvwx]{4}){3}", re.IGNORECASE)

_TIMES = (("created", "created_at"), ("updated", "updated_at"))
_DISCUSSED = (
    ("state", "state"), ("reason for the state", "state_reason"), ("author", "user.login"),
    ("author association", "author_association"), ("comments", "comments"), *_TIMES,
    ("closed", "closed_at"),
)  # fmt: skip
_PULL = (*_DISCUSSED, ("draft", "draft"), ("merged", "merged"), ("merged at", "merged_at"),
         ("commits", "commits"), ("review comments", "review_comments"),
         ("changed files", "changed_files"))  # fmt: skip
_RELEASE = (("tag", "tag_name"), ("author", "author.login"), ("draft", "draft"),
            ("pre-release", "prerelease"), ("created", "created_at"),
            ("published", "published_at"))  # fmt: skip
_REPOSITORY = (("stars", "stargazers_count"), ("forks", "forks_count"),
               ("open issues", "open_issues_count"), ("licence", "license.spdx_id"),
               ("archived", "archived"), *_TIMES, ("pushed", "pushed_at"))  # fmt: skip
_MILESTONE = (("state", "state"), ("open issues", "open_issues"),
              ("closed issues", "closed_issues"), *_TIMES, ("due", "due_on"),
              ("closed", "closed_at"))  # fmt: skip
_COMMITTED = (("author", "commit.author.name"), ("authored", "commit.author.date"),
              ("committed", "commit.committer.date"),
              ("signature verified", "commit.verification.verified"))  # fmt: skip
_ADVISORY = (("severity", "severity"), ("CVE", "cve_id"), ("state", "state"), *_TIMES,
             ("published", "published_at"), ("reviewed", "github_reviewed_at"),
             ("withdrawn", "withdrawn_at"))  # fmt: skip


def asks(address: Address) -> tuple[Ask, ...]:
    """The requests for a page of github.com; none where the page has no data of its own."""
    path = address.path
    if address.host != "github.com" or not path:
        return ()
    if path[0] == "advisories" and len(path) == 2 and _GHSA.fullmatch(path[1]):
        return (_ask(f"/advisories/{quoted(path[1])}", _ADVISORY),)
    if len(path) < 2 or path[0].lower() in _RESERVED:
        return ()
    if not _OWNER.fullmatch(path[0]) or not _REPO.fullmatch(path[1]):
        return ()
    repo = f"/repos/{quoted(path[0], path[1].removesuffix('.git'))}"
    return _within(repo, path[2:], path)


def _within(repo: str, rest: tuple[str, ...], path: tuple[str, ...]) -> tuple[Ask, ...]:  # noqa: PLR0911 - one return for each kind of page
    match rest:
        case ():
            return (_ask(repo, _REPOSITORY), Ask(f"{_API}{repo}/readme", _RAW))
        case ("releases", "latest"):
            return (_ask(f"{repo}/releases/latest", _RELEASE),)
        case ("releases", "tag", *tag) if tag:  # a tag may hold slashes
            return (_ask(f"{repo}/releases/tags/{quoted('/'.join(tag))}", _RELEASE),)
        case ("issues", number) if _NUMBER.fullmatch(number):
            issue = f"{repo}/issues/{number}"
            return _ask(issue, _DISCUSSED), _listed(f"{issue}/comments", "comments read")
        case ("pull", number, *_) if _NUMBER.fullmatch(number):
            return (
                _ask(f"{repo}/pulls/{number}", _PULL),
                _listed(f"{repo}/issues/{number}/comments", "comments read"),
                _listed(f"{repo}/pulls/{number}/reviews", "reviews read"),
            )
        case ("milestone", number) if _NUMBER.fullmatch(number):
            return (_ask(f"{repo}/milestones/{number}", _MILESTONE),)
        case ("commit", sha) if _COMMIT.fullmatch(sha):
            return (_ask(f"{repo}/commits/{sha}", _COMMITTED),)
        case ("blob", _, *file) if file:
            # The branch may hold a slash itself; the raw host resolves both the same way.
            return (Ask(f"https://raw.githubusercontent.com/{quoted(*path[:2], *rest[1:])}"),)
        case ("security", "advisories", ghsa) if _GHSA.fullmatch(ghsa):
            return (_ask(f"{repo}/security-advisories/{quoted(ghsa)}", _ADVISORY),)
    return ()


_RAW = {**_HEADERS, "accept": "application/vnd.github.raw+json"}


def _ask(path: str, wanted: tuple[tuple[str, str], ...]) -> Ask:
    return Ask(_API + path, _HEADERS, lambda value: pick(value, wanted))


def _listed(path: str, name: str) -> Ask:
    def facts(value: Any) -> Facts:
        return ((name, str(len(value))),) if isinstance(value, list) else ()

    return Ask(_API + path + _COMMENTS, _HEADERS, facts)
