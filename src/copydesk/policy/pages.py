"""What kind of page a source is, by its address and its first words: a study, a release, a post.

One place for the lists; a newsroom adds to them in its configuration. A page of none of these kinds is
just a page.
"""

from __future__ import annotations

import re
from functools import lru_cache

from copydesk.evidence.model import EvidenceSource
from copydesk.policy.lists import host_of, path_of
from copydesk.policy.owners import registrable

__all__ = ["RELEASE_WIRES", "is_preprint", "is_record", "is_release", "is_study", "on_site"]

RELEASE_WIRES = frozenset(
    {"prnewswire.com", "businesswire.com", "globenewswire.com", "prweb.com", "accesswire.com",
     "newswire.com", "einpresswire.com", "presswire.com", "prlog.org", "newsfilecorp.com",
     "eurekalert.org", "newswise.com", "cision.com", "pressebox.de", "presseportal.de"}
)  # fmt: skip
"""They print what a party to the matter pays for."""

_PREPRINTS = frozenset(
    {"arxiv.org", "biorxiv.org", "medrxiv.org", "chemrxiv.org", "psyarxiv.com", "techrxiv.org",
     "researchsquare.com", "preprints.org", "ssrn.com", "papers.ssrn.com", "eartharxiv.org",
     "essoar.org", "osf.io/preprints", "eprint.iacr.org", "hal.science", "nber.org/papers"}
)  # fmt: skip
_JOURNALS = frozenset(
    {"nature.com/articles", "science.org/doi", "cell.com", "thelancet.com/journals", "nejm.org/doi",
     "jamanetwork.com/journals", "bmj.com", "journals.plos.org", "pnas.org/doi", "sciencedirect.com",
     "link.springer.com", "onlinelibrary.wiley.com", "tandfonline.com", "academic.oup.com",
     "iopscience.iop.org", "journals.aps.org", "pubs.acs.org", "pubs.rsc.org", "ieeexplore.ieee.org",
     "dl.acm.org", "frontiersin.org", "mdpi.com", "elifesciences.org", "royalsocietypublishing.org",
     "pubmed.ncbi.nlm.nih.gov", "pmc.ncbi.nlm.nih.gov", "ncbi.nlm.nih.gov/pmc", "doi.org",
     "journals.sagepub.com", "cambridge.org/core/journals", "ahajournals.org", "ascopubs.org"}
)  # fmt: skip
_RECORDS = frozenset(
    {"congress.gov", "federalregister.gov", "govinfo.gov", "sec.gov", "legislation.gov.uk", "europa.eu",
     "courtlistener.com", "uscourts.gov", "un.org", "who.int", "iaea.org", "clinicaltrials.gov",
     "nvd.nist.gov", "cve.org", "rfc-editor.org", "ietf.org", "w3.org", "data.gov"}
)  # fmt: skip
# The state, its forces and its registers write under these.
_STATE = re.compile(
    r"(?:^|\.)(?:gov|mil|int)(?:\.[a-z]{2})?$|(?:^|\.)(?:gouv\.[a-z]{2}|gob\.[a-z]{2}|bund\.de|admin\.ch)$"
)
# Nature's own news has such a name among its articles.
_NATURE_NEWS = re.compile(r"^/articles/d\d{5}-")
_STUDY_HEAD = re.compile(r"\bdoi(?:\.org/|: ?)10\.\d{4,9}/", re.IGNORECASE)
_ABSTRACT = re.compile(r"^(?:Abstract|Summary|ABSTRACT)[:.]?$|^Abstract[ :—]", re.MULTILINE)
_RELEASE_PATH = re.compile(
    r"/(?:press|news|media)[-_]?releases?\b|/press/|/newsroom/|/mediaroom/|/pressroom/|/media-cent(?:er|re)/"
)
_RELEASE_HEAD = re.compile(
    r"^[ \t]*(?:For Immediate Release|Press release|News release)\b"
    r"|\b(?:FOR IMMEDIATE RELEASE|PRESS RELEASE|NEWS RELEASE)\b",
    re.MULTILINE,
)
# What says of itself what it is says so at its beginning.
_HEAD = 3_000


def on_site(url: str, sites: frozenset[str]) -> bool:
    """Whether ``url`` is at one of ``sites`` (a host, perhaps with a path) or on a host below it."""
    host, path = host_of(url).removeprefix("www."), path_of(url)
    labels = host.split(".")
    for cut in range(len(labels)):
        name = ".".join(labels[cut:])
        if name in sites:
            return True
        if any(f"{name}{path[:end]}" in sites for end in _ends(path)):
            return True
    return False


@lru_cache(maxsize=256)
def _ends(path: str) -> tuple[int, ...]:
    """Where the first two parts of a path end."""
    parts = path.split("/")[1:3]
    ends = [len(parts[0]) + 1] if parts else []
    return (*ends, *([ends[0] + len(parts[1]) + 1] if len(parts) > 1 else []))


def is_record(url: str) -> bool:
    """Whether the page is a public body's own, a register's or a standard's."""
    return on_site(url, _RECORDS) or _STATE.search(host_of(url)) is not None


def is_preprint(url: str) -> bool:
    """Whether the page is on a site for papers that nobody has reviewed yet."""
    return on_site(url, _PREPRINTS)


def is_study(url: str, source: EvidenceSource | None) -> bool:
    """Whether the page is a scientific paper: by its site, or by a DOI beside an abstract."""
    if on_site(url, _JOURNALS) or is_preprint(url):
        return _NATURE_NEWS.match(path_of(url)) is None
    if source is None:
        return False
    head = source.text.text[:_HEAD]
    return bool(_STUDY_HEAD.search(head) and _ABSTRACT.search(head))


def is_release(url: str, source: EvidenceSource | None) -> bool:
    """Whether the page is what a party to the matter handed out: by its site, its path or its head."""
    if registrable(host_of(url)) in RELEASE_WIRES or _RELEASE_PATH.search(path_of(url)):
        return True
    return source is not None and _RELEASE_HEAD.search(source.text.text[:_HEAD]) is not None
