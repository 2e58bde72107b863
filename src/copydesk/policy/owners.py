"""Who stands behind a source: by its address, the newsroom's list of owners, and its credit line.

Two pages of one owner are one voice. The owner is, the first that holds: the agency that the page
credits its text to, what the newsroom's list says, the account on a site that carries other people's
pages, and else the registrable domain after the Public Suffix List (https://publicsuffix.org), of
which the library ``publicsuffixlist`` carries a copy; nothing is fetched.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from ipaddress import ip_address
from pathlib import Path

from publicsuffixlist import PSLFILE, PublicSuffixList

from copydesk.article import Article
from copydesk.evidence.model import EvidenceSource
from copydesk.policy.lists import OwnerList, host_of, path_of

__all__ = [
    "AGENCIES",
    "account",
    "credited_agency",
    "label_of",
    "owner",
    "owners_of",
    "registrable",
]

# Sites whose pages are their users'; the first part of the path names the user.
_ACCOUNTS = frozenset(
    {"github.com", "gitlab.com", "codeberg.org", "bitbucket.org", "huggingface.co", "medium.com",
     "dev.to", "x.com", "twitter.com", "facebook.com", "instagram.com", "threads.net", "threads.com",
     "tiktok.com", "t.me", "youtube.com", "patreon.com", "sourceforge.net"}
)  # fmt: skip
# The user is the second part there.
_BEHIND = frozenset({"reddit.com", "linkedin.com", "bsky.app"})
# The user stands before the site's name there, and the Public Suffix List does not say so.
_BELOW = frozenset(
    {"substack.com", "wordpress.com", "tumblr.com", "medium.com", "livejournal.com", "beehiiv.com",
     "typepad.com", "blog.jp", "over-blog.com", "bandcamp.com"}
)  # fmt: skip
_SHARED_PARTS = frozenset({"", "watch", "i", "posts", "p", "status", "search", "orgs", "topics"})

_AGENCIES = {
    "reuters": "Reuters", "thomson reuters": "Reuters",
    "ap": "The Associated Press", "associated press": "The Associated Press",
    "afp": "Agence France-Presse", "agence france-presse": "Agence France-Presse",
    "dpa": "dpa", "efe": "EFE", "ansa": "ANSA", "xinhua": "Xinhua", "kyodo": "Kyodo News",
    "kyodo news": "Kyodo News", "yonhap": "Yonhap", "tass": "TASS", "anadolu": "Anadolu",
    "pti": "Press Trust of India", "press trust of india": "Press Trust of India", "ani": "ANI",
    "aap": "Australian Associated Press", "upi": "UPI", "pa media": "PA Media",
    "the canadian press": "The Canadian Press", "canadian press": "The Canadian Press",
}  # fmt: skip
AGENCIES = frozenset(_AGENCIES.values())
"""The agencies that a credit line is known by."""
_NAME = "|".join(sorted(map(re.escape, _AGENCIES), key=len, reverse=True))
# A line that credits one: a dateline, "PARIS, March 3 (AFP) –"; a byline, "By Jane Doe, Associated
# Press"; a notice, "© 2026 AFP"; and "Reporting by …; Editing by …", which is Reuters' own ending.
_CREDIT = re.compile(
    rf"[ \t]*[A-Z][A-Z .,'’-]{{2,40}}(?:, [A-Z][a-z]{{2,8}}\.? \d{{1,2}})?[ \t]*"
    rf"\((?i:(?P<dateline>{_NAME}))\)[ \t]*[-–—]"
    rf"|[ \t]*(?:By|Source:|Credit:)[ \t]+(?:[A-Z][\w.’'-]+,?[ \t]+){{0,4}}?(?:[|/–-][ \t]*)?"
    rf"(?:The[ \t]+)?(?i:(?P<byline>{_NAME}))[ \t]*\Z"
    rf"|.{{0,40}}?(?:©|\(c\)|\b[Cc]opyright)[ \t]*(?:\d{{4}}[ \t]*)?(?:by[ \t]+)?(?:The[ \t]+)?"
    rf"(?i:(?P<notice>{_NAME}))\b"
    rf"|[ \t]*\(?(?P<ending>Reporting by [^;]{{3,120}}; ?[Ee]diting by )"
)
# What each of these lines holds: looked for first, as lines are many.
_TELLING = ("Reuters", "REUTERS", "Reporting by", "Associated Press", "(AP)", "AP\n", "© AP", "AFP", "Agence F",
            "EFE", "ANSA", "TASS", "Tass", "Xinhua", "XINHUA", "Kyodo", "Yonhap", "Anadolu", "Press Trust",
            "PTI", "ANI", "AAP", "UPI", "PA Media", "Canadian Press", "dpa")  # fmt: skip
# A credit line stands at the head or the foot of a report; a dateline begins a whole paragraph.
_HEAD, _FOOT, _LINE = 4_000, 6_000, 400


def owners_of(
    article: Article, sources: Iterable[EvidenceSource], owners: OwnerList | None = None
) -> Mapping[int, str]:
    """Who stands behind each of the article's sources, by its id; see :func:`owner`."""
    known = {source.id: source for source in sources}
    return {ref.id: owner(ref.url, owners, known.get(ref.id)) for ref in article.front.sources}


def owner(url: str, owners: OwnerList | None = None, source: EvidenceSource | None = None) -> str:
    """The name of who stands behind ``url``, as findings show it.

    Args:
        url: the source's address.
        owners: the newsroom's list of owners.
        source: what was captured there, whose credit line may name an agency.
    """
    agency = credited_agency(source) if source is not None else ""
    if agency:
        return agency
    listed = _listed(url, owners) if owners is not None else ""
    return listed or account(url) or _own_name(host_of(url)) or registrable(host_of(url))


def _listed(url: str, owners: OwnerList) -> str:
    """What the list says of the address, else of the same path at the registrable domain."""
    return owners.of(url) or owners.of(f"https://{registrable(host_of(url))}{path_of(url)}")


def account(url: str) -> str:
    """``github.com/project`` for a page of a user of such a site; empty for any other address."""
    domain = host_of(url).removeprefix("www.").removeprefix("m.").removeprefix("old.")
    parts = [one.casefold() for one in path_of(url).split("/")[1:3]]
    if domain in _ACCOUNTS and parts and parts[0] not in _SHARED_PARTS:
        return f"{domain}/{parts[0]}"
    if domain in _BEHIND and len(parts) > 1 and parts[1]:
        return f"{domain}/{parts[0]}/{parts[1]}"
    return ""


@lru_cache(maxsize=4096)
def registrable(host: str) -> str:
    """The domain that somebody registered: ``bbc.co.uk`` of ``www.bbc.co.uk``.

    Hosts below a suffix that is open to everybody (``github.io``) belong to whoever has the name
    before it. An address in numbers, or a name that is a suffix itself, is returned as it is.
    """
    try:
        ip_address(host)
    except ValueError:
        return _suffixes(host.rpartition(".")[2]).privatesuffix(host) or host
    return host


def _own_name(host: str) -> str:
    """``letters.substack.com`` where such a site gives each user a name of their own."""
    name, _, site = host.removeprefix("www.").partition(".")
    return host.removeprefix("www.") if site in _BELOW and name else ""


def label_of(url: str) -> str:
    """The word of the address that names its owner: ``nasa`` of ``science.nasa.gov``."""
    found = account(url)
    if found:
        return found.rpartition("/")[2].removeprefix("@")
    return (_own_name(host_of(url)) or registrable(host_of(url))).partition(".")[0]


@cache
def _suffixes(last: str) -> PublicSuffixList:
    """The rules for hosts that end in ``last``: parsing all of them takes 40 ms, these hardly any."""
    return PublicSuffixList(_rules().get(last, ()))


@cache
def _rules() -> Mapping[str, Iterable[str]]:
    """The library's copy of the list, by the last part of each rule."""
    rules: dict[str, list[str]] = defaultdict(list)
    for line in Path(PSLFILE).read_text("utf-8").splitlines():
        if line and not line.startswith("//"):
            rules[line.rpartition(".")[2]].append(line)
    return rules


def credited_agency(source: EvidenceSource) -> str:
    """The news agency that the text's own credit line names; empty where there is none."""
    text = source.text.visible
    for part in (text[:_HEAD], text[max(_HEAD, len(text) - _FOOT) :]):
        for line in _told(part):
            found = _CREDIT.match(line[:_LINE])
            if found is not None:
                name = found["dateline"] or found["byline"] or found["notice"] or "reuters"
                return _AGENCIES[name.casefold()]
    return ""


def _told(text: str) -> Iterator[str]:
    """The lines that hold an agency's name."""
    for word in _TELLING:
        at = text.find(word)
        while at >= 0:
            end = text.find("\n", at)
            end = end if end >= 0 else len(text)
            yield text[text.rfind("\n", 0, at) + 1 : end]
            at = text.find(word, end)
