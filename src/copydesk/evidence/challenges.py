"""The marks of vendors' bot checks: in the mark-up, and in the headers that a vendor documents.

Each mark is a string that only the vendor's check page carries, or that counts only where hardly
any text came. Headers: `cf-mitigated: challenge` (Cloudflare, "Detect a Challenge Page response"),
`x-amzn-waf-action: challenge|captcha` (AWS WAF, with status 202 or 405).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

__all__ = ["check_hosts", "vendor_of_headers", "vendors_in"]

_MARKS = (
    ("Incapsula", "_Incapsula_Resource"),
    ("Incapsula", "onProtectionInitialized"),
    ("Akamai", "bm-verify="),
    ("Akamai", "sec-if-cpt-container"),
    ("Akamai", "/_sec/cp_challenge/"),
    ("Akamai", "errors.edgesuite.net"),
    ("AWS WAF", "gokuProps"),
    ("AWS WAF", "awsWafCookieDomainList"),
    ("AWS WAF", 'id="challenge-container"'),
    ("AWS WAF", "AwsWafIntegration"),
    ("Radware", "validate.perfdrive.com"),
    ("Radware", "cdn.perfdrive.com/aperture"),
    ("Cloudflare", "_cf_chl_opt"),
    ("Cloudflare", "/orchestrate/chl_page/"),
    ("Cloudflare", "cf-error-details"),
    ("PerimeterX", "px-captcha"),
    ("DataDome", "captcha-delivery.com"),
    ("Kasada", "KPSDK"),
    ("Anubis", "anubis_challenge"),
    ("Anubis", "/.within.website/x/cmd/anubis/"),
    ("Sucuri", "sucuri_cloudproxy_js"),
    ("Sucuri", "Sucuri Website Firewall"),
    ("Fastly", "/_fs-ch-"),
    ("SiteGround", "/.well-known/sgcaptcha/"),
    ("Bunny", "/.bunny-shield/"),
    ("Alibaba", "aliyun_waf_"),
    ("Alibaba", "/_____tmd_____/"),
    ("Qrator", "__qrator"),
    ("Yandex", "smart-captcha"),
    ("F5", "/TSPD/"),
    ("DDoS-Guard", "/.well-known/ddos-guard/"),
    ("Vercel", "/.well-known/vercel/security/"),
    ("Reblaze", "window.rbzns"),
    ("Distil", "distil_r_captcha"),
)
_COMMON = b" \n\tabcdefghilmnoprstu0123456789<>=\"',:;{}()"
_HEADERS = {
    ("cf-mitigated", "challenge"): "Cloudflare",
    ("x-amzn-waf-action", "challenge"): "AWS WAF",
    ("x-amzn-waf-action", "captcha"): "AWS WAF",
}
_HOSTS = {"validate.perfdrive.com": "Radware", "geo.captcha-delivery.com": "DataDome"}


def _rare(text: str) -> bytes:
    """``text`` without its commonest characters, in the same order."""
    return text.encode("utf-8", "surrogatepass").translate(None, _COMMON)


_SOUGHT = tuple((vendor, mark, _rare(mark)) for vendor, mark in _MARKS)


def vendors_in(markup: str) -> Iterator[str]:
    """The vendors whose marks stand in ``markup``."""
    # A mark's rarer characters stand in the page's: a fifth of the text, in which all are looked for.
    rare = _rare(markup)
    for vendor, mark, part in _SOUGHT:
        if part in rare and mark in markup:
            yield vendor


def vendor_of_headers(headers: Iterable[tuple[str, str]]) -> str:
    """The vendor that says in a header that this answer is its check; empty where none does."""
    for name, value in headers:
        vendor = _HEADERS.get((name.lower(), value.strip().lower()))
        if vendor:
            return vendor
    return ""


def check_hosts(host: str) -> str:
    """The vendor whose checks are served from ``host``; empty for any other host."""
    return _HOSTS.get(host, "")
