"""Which requests are made for the machine-readable original of a cited address."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.capture.raw.model import MAX_FACT_CHARS, pick
from copydesk.capture.raw.registry import asks_for

GITHUB = "https://api.github.com/repos/otter/weir"
GHSA = "GHSA-2345-6789-cfgh"

KNOWN = [
    ("https://github.com/otter/weir", [GITHUB, f"{GITHUB}/readme"]),
    ("https://github.com/otter/weir/", [GITHUB, f"{GITHUB}/readme"]),
    ("https://www.github.com/otter/weir?tab=readme-ov-file#use", [GITHUB, f"{GITHUB}/readme"]),
    ("https://GitHub.com/otter/weir.git", [GITHUB, f"{GITHUB}/readme"]),
    ("https://github.com/releases/tag", [
        "https://api.github.com/repos/releases/tag",
        "https://api.github.com/repos/releases/tag/readme",
    ]),
    ("https://github.com/otter/weir/releases/tag/v2.0", [f"{GITHUB}/releases/tags/v2.0"]),
    ("https://github.com/otter/weir/releases/tag/weir%402.0/", [f"{GITHUB}/releases/tags/weir%402.0"]),
    ("https://github.com/otter/weir/releases/tag/core/v2", [f"{GITHUB}/releases/tags/core%2Fv2"]),
    ("https://github.com/otter/weir/releases/latest", [f"{GITHUB}/releases/latest"]),
    ("https://github.com/otter/weir/issues/7?x=1#issuecomment-2", [
        f"{GITHUB}/issues/7", f"{GITHUB}/issues/7/comments?per_page=100",
    ]),
    ("https://github.com/otter/weir/pull/7/files", [
        f"{GITHUB}/pulls/7", f"{GITHUB}/issues/7/comments?per_page=100",
        f"{GITHUB}/pulls/7/reviews?per_page=100",
    ]),
    ("https://github.com/otter/weir/milestone/3", [f"{GITHUB}/milestones/3"]),
    ("https://github.com/otter/weir/commit/0a1b2c3", [f"{GITHUB}/commits/0a1b2c3"]),
    ("https://github.com/otter/weir/blob/main/doc/a%20b.md?plain=1", [
        "https://raw.githubusercontent.com/otter/weir/main/doc/a%20b.md",
    ]),
    (f"https://github.com/otter/weir/security/advisories/{GHSA}", [
        f"{GITHUB}/security-advisories/{GHSA}",
    ]),
    (f"https://github.com/advisories/{GHSA}", [f"https://api.github.com/advisories/{GHSA}"]),
    ("https://arxiv.org/abs/2401.01234", [
        "https://export.arxiv.org/api/query?id_list=2401.01234",
    ]),
    ("https://arxiv.org/pdf/2401.01234v3.pdf", [
        "https://export.arxiv.org/api/query?id_list=2401.01234v3",
    ]),
    ("http://arxiv.org/abs/math.GT/0309136", [
        "https://export.arxiv.org/api/query?id_list=math.GT/0309136",
    ]),
    ("https://pypi.org/project/weir/", ["https://pypi.org/pypi/weir/json"]),
    ("https://pypi.org/project/weir/1.0rc1/#history", ["https://pypi.org/pypi/weir/1.0rc1/json"]),
    ("https://www.npmjs.com/package/weir", ["https://registry.npmjs.org/weir/latest"]),
    ("https://www.npmjs.com/package/@otter/weir/v/2.0.0", [
        "https://registry.npmjs.org/%40otter%2Fweir/2.0.0",
    ]),
    ("https://www.npmjs.com/package/@otter%2Fweir?activeTab=code", [
        "https://registry.npmjs.org/%40otter%2Fweir/latest",
    ]),
    ("https://nvd.nist.gov/vuln/detail/cve-2026-12345", [
        "https://services.nvd.nist.gov/rest/json/cves/2.0?cveId=CVE-2026-12345",
    ]),
    ("https://www.cve.org/CVERecord?id=CVE-2026-12345", [
        "https://cveawg.mitre.org/api/cve/CVE-2026-12345",
    ]),
    ("https://cve.mitre.org/cgi-bin/cvename.cgi?name=CVE-2026-12345", [
        "https://cveawg.mitre.org/api/cve/CVE-2026-12345",
    ]),
    ("https://datatracker.ietf.org/doc/html/rfc9110#section-3", [
        "https://www.rfc-editor.org/rfc/rfc9110.json", "https://www.rfc-editor.org/rfc/rfc9110.txt",
    ]),
    ("https://www.rfc-editor.org/rfc/rfc0791.txt", ["https://www.rfc-editor.org/rfc/rfc791.json"]),
    ("https://doi.org/10.5555/weir.1%3C2", [
        "https://api.crossref.org/works/10.5555%2Fweir.1%3C2",
    ]),
]  # fmt: skip

UNKNOWN = [
    "https://github.com.evil.example/otter/weir",
    "https://evil.example/github.com/otter/weir",
    "https://github.com@evil.example/otter/weir",
    "https://github.com:8443/otter/weir",
    "ftp://github.com/otter/weir",
    "https://gist.github.com/otter/weir",
    "https://github.com/",
    "https://github.com/otter",
    "https://github.com/releases",
    "https://github.com/features/actions",
    "https://github.com/orgs/otter/repositories",
    "https://github.com/otter/weir/releases",
    "https://github.com/otter/weir/releases/tag/",
    "https://github.com/otter/weir/issues",
    "https://github.com/otter/weir/issues/new",
    "https://github.com/otter/weir/issues/0",
    "https://github.com/otter/weir/wiki/Home",
    "https://github.com/otter/weir/blob/main",
    "https://github.com/otter/../weir",
    "https://github.com/otter/%2e%2e",
    "https://github.com/otter/weir%2F..%2F..%2Fuser",
    "https://github.com/otter/weir/commit/main",
    "https://github.com/advisories/GHSA-none",
    "https://arxiv.org/list/cs.AI/recent",
    "https://arxiv.org/abs/2401.012",
    "https://notarxiv.org/abs/2401.01234",
    "https://pypi.org/search/?q=weir",
    "https://pypi.org/project/weir/1.0/2.0",
    "https://www.npmjs.com/~otter",
    "https://www.npmjs.com/package/@otter",
    "https://www.npmjs.com/package/weir/v/",
    "https://nvd.nist.gov/vuln/detail/CVE-26-1",
    "https://www.cve.org/CVERecord",
    "https://www.rfc-editor.org/rfc/std3.txt",
    "https://doi.org/not-a-doi",
    "https://[bad/otter",
    "https://github.com:port/otter/weir",
    "",
]


@pytest.mark.parametrize(("url", "wanted"), KNOWN)
def test_an_address_with_data_behind_it(url: str, wanted: list[str]) -> None:
    assert [ask.url for ask in asks_for(url)] == wanted


@pytest.mark.parametrize("url", UNKNOWN)
def test_an_address_that_only_looks_like_one(url: str) -> None:
    assert asks_for(url) == ()


HOSTS = [
    "https://api.github.com/", "https://raw.githubusercontent.com/", "https://pypi.org/pypi/",
    "https://registry.npmjs.org/", "https://export.arxiv.org/api/", "https://api.crossref.org/",
    "https://services.nvd.nist.gov/", "https://cveawg.mitre.org/", "https://www.rfc-editor.org/",
]  # fmt: skip


@given(
    st.sampled_from(["github.com", "pypi.org", "npmjs.com", "doi.org", "arxiv.org"]),
    st.lists(st.text(max_size=12), max_size=7),
)
def test_no_path_leads_a_request_elsewhere(host: str, parts: list[str]) -> None:
    for ask in asks_for(f"https://{host}/{'/'.join(parts)}"):
        assert any(ask.url.startswith(one) for one in HOSTS)
        assert "/../" not in ask.url


def test_no_request_carries_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "not-to-be-sent")
    for url, _ in KNOWN:
        for ask in asks_for(url):
            assert "authorization" not in {name.lower() for name in ask.headers}


def test_facts_are_short_and_of_values_only() -> None:
    value = {
        "a": "x\n y",
        "b": True,
        "c": {"d": 3},
        "e": None,
        "f": [1, "z"],
        "g": {},
        "h": "w" * 999,
    }
    wanted = [(key, key) for key in ("a", "b", "c.d", "e", "f", "g", "h.i", "h", "missing")]
    facts = dict(pick(value, wanted))
    assert facts == {"a": "x y", "b": "yes", "c.d": "3", "f": "1, z", "h": "w" * MAX_FACT_CHARS}
    assert pick([1], wanted) == pick(None, wanted) == ()
