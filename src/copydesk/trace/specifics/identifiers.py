"""Versions, and figures that name something instead of counting it."""

from __future__ import annotations

import re

from copydesk.report import Kind
from copydesk.trace.specifics.model import IdentifierValue, Item, VersionValue

__all__ = ["read_identifier", "read_named", "skip_address"]

# An address names a page, and its digits state nothing: it is passed over whole.
_ADDRESS = re.compile(
    r"(?:https?|ftp)://[^\s<>\"”]{1,2000}|www\.[^\s<>\"”]{1,2000}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}"
)
_END = r"(?![\w])"
_SCHEMES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("cve", re.compile(r"(?:CVE|cve)-\d{4}-\d{4,7}" + _END)),
    ("cve", re.compile(r"GHSA(?:-[0-9a-z]{4}){3}" + _END)),
    ("arxiv", re.compile(r"(?:arXiv|arxiv)[: ]\s?(\d{4}\.\d{4,5})(?:v\d{1,2})?" + _END)),
    (
        "doi",
        re.compile(r"(?:doi:\s?|DOI:?\s)?(10\.\d{4,9}/[^\s\"<>,;”)]{1,200}[\w])", re.IGNORECASE),
    ),
    ("rfc", re.compile(r"(?:RFC|rfc)[ -]?(\d{1,5})" + _END)),
    (
        "issue",
        re.compile(
            r"(?:PR|pull request|Pull request|Pull Request|issue|Issue|bug|Bug|ticket)s? ?#(\d{1,8})"
            + _END
        ),
    ),
    ("issue", re.compile(r"(?:PR|pull request|Pull request) (\d{2,8})" + _END)),
)
_HASH_SIGN = re.compile(r"#(\d{1,8})\b")
_VERSION = re.compile(
    r"(?:[vV]|[vV]ersions? |[rR]elease )?(\d{1,4}(?:\.\d{1,5}){2,4}|(?<=[vV])\d{1,4}(?:\.\d{1,5}){0,4}|(?<=ersion )\d{1,4}(?:\.\d{1,5}){0,4}|(?<=elease )\d{1,4}\.\d{1,5})"
    r"((?:[-.]?(?:a|b|rc|alpha|beta|dev|post|pre|RC|preview|patch|p|nightly)[-.]?\d{0,8})?(?:[+-][0-9A-Za-z.]{1,40}[0-9A-Za-z])?)(?![\w])"
)
_PLUS_VERSION = re.compile(
    r"(\d{1,4}(?:\.\d{1,5}){1,3})((?:a|b|rc|\.dev|\.post)\d{1,3}(?:\+[0-9A-Za-z.]{1,40})?)(?![\w])"
)
_HEX = re.compile(r"(?=[0-9a-f]{0,64}[a-f])(?=[0-9a-f]{0,64}\d)[0-9a-f]{7,64}(?![\w])")
_FILE = re.compile(
    r"[A-Za-z0-9_][\w-]{0,60}(?:\.[\w-]{1,30}){0,3}\.(?:py|js|ts|json|toml|ya?ml|md|txt|c|cpp|h|rs|go|html?|pdf|csv|so|dll|exe|zip|tar|gz|whl|sh|cfg|ini|xml|sql|conf|log)(?![\w])"
)
# Letters and digits in one word: H100, GPT-4, B-52, 737-800, 5G, i7-9700K.
_MIXED = re.compile(r"[A-Za-z][A-Za-z]{0,14}[-/]?\d[\w]{0,20}(?:[-.]\w{1,20}){0,4}(?![\w])")
_DIGIT_MIXED = re.compile(
    r"\d{1,5}(?:G|D|P|K)(?![\w])|\d{1,4}[A-Z]{1,4}\d{0,6}(?:-\w{1,12})?(?![\w])|\d{3}-\d{3}(?:ER|LR|MAX)?(?![\w-])|\d{1,4}x\d{1,4}(?![\w])"
)
_NUMBERED_WORDS = (
    "Phase|Table|Figure|Fig.|Section|Sec.|Chapter|Part|Article|Level|Tier|Category|Stage|Type|Grade|Title|"
    "Appendix|Step|Round|Episode|Season|Volume|Vol.|No.|Rule|Clause|Annex|Amendment|Proposition|Prop.|"
    "Highway|Route|Interstate|Area|Zone|Room|Unit|Platform|Pier|Gate|Terminal|Line|Lot|Class|Division|"
    "Game|Week|Day|Page|Exhibit|Schedule|Note|Item|Chapter|Act|Scene|Book|Form|Covid|COVID|Formula|Group|Super Bowl|Windows|Falcon|Apollo|Boeing|Airbus|iPhone|iOS|Android|macOS|Ubuntu|Debian|"
    "Fedora|Galaxy|Pixel|Xbox|PlayStation|Gemini|Claude|Llama|Qwen|Grok|Sonnet|Opus|Haiku|Artemis|Starship|Vision|Bluetooth|Wi-Fi|USB|HTTP|TLS|PCIe|ISO|IEC|IEEE|EN|DIN|ECMA|PEP|RISC|Python|PyTorch|Java|PHP|Node|Rust|Go|Ruby|Kubernetes|PostgreSQL|MySQL|Django|React|Chrome|Firefox|Safari|CUDA|ROCm|Linux|TypeScript|Swift|Kotlin|LTS|Kernel|kernel|GCC|LLVM|Clang|OpenSSL|Claude Opus|Claude Sonnet|Gemma|Mistral|DeepSeek|Phi|Flux|Veo|Imagen|Nova|Mac OS|Model|Mark|Mk|Series|Generation|Gen|Ryzen|Core|Snapdragon|Exynos|Radeon|GeForce|EPYC|Xeon|type|phase|stage|level|section|table|figure|chapter|tier|grade|category|page|line|step|article|part|type|Wi‑Fi"
)
_NAMED = re.compile(
    rf"({_NUMBERED_WORDS.replace('.', chr(92) + '.')})(?: |-|\u00a0)(?:(two)|([IVX]{{1,5}}|\d{{1,6}}(?:\.\d{{1,4}}){{0,3}})([a-z]?)((?:-\d{{1,3}})?))(?![\w%]|[.,]\d|,\d|[ \u00a0](?:million|billion|thousand|percent|per cent|years?|months?|weeks?|days?|hours?|minutes?|times|people|MiB|GiB|GB|MB)\b)"
)
_SOFTWARE = frozenset(
    "Windows iOS Android macOS Ubuntu Debian Fedora Gemini Claude Llama Qwen Grok Sonnet Opus Haiku Bluetooth USB HTTP TLS "
    "PCIe Python PyTorch Java PHP Node Rust Go Ruby Kubernetes PostgreSQL MySQL Django React Chrome "
    "Firefox Safari CUDA ROCm Linux TypeScript Swift Kotlin Kernel kernel GCC LLVM Clang OpenSSL "
    "Gemma Mistral DeepSeek Phi Flux Veo Imagen Nova".split()
)


def skip_address(text: str, at: int) -> int:
    """Where the address that begins at ``at`` ends; ``at`` itself when there is none."""
    match = _ADDRESS.match(text, at)
    return match.end() if match else at


def _id(scheme: str, start: int, end: int, folded: str) -> Item:
    return Item(Kind.IDENTIFIER, start, end, IdentifierValue(scheme, folded.lower()))


def read_identifier(text: str, at: int, floor: int) -> Item | None:
    """The identifier or version that begins at ``at``, where a word or a digit begins."""
    for scheme, pattern in _SCHEMES:
        match = pattern.match(text, at)
        if match:
            folded = match[1] if match.re.groups else match.group()
            return _id(scheme, at, match.end(), folded)
    char = text[at]
    if char.isdigit() and at > floor and text[at - 1] == "#":
        match = _HASH_SIGN.match(text, at - 1)
        if match:
            return _id("issue", at - 1, match.end(), match[1])
    found = _version(text, at)
    if found is not None:
        return found
    match = _FILE.match(text, at)
    if match:
        return _id("file", at, match.end(), match.group())
    match = _HEX.match(text, at)
    if match:
        return _id("hash", at, match.end(), match.group())
    if not char.isdigit():
        return _mixed(text, at)
    match = _DIGIT_MIXED.match(text, at)
    if match and not re.match(
        r"\d+(?:K|M|B|T|MB|GB|TB|PB|KB|W|KW|MW|GW|TW|V|C|F|MHZ|PM|AM|X|Q|H|MM|S|EB|AU|Mb|Gb)$",
        match.group(),
        re.IGNORECASE,
    ):
        return _id("model", at, match.end(), match.group())
    return None


def _version(text: str, at: int) -> Item | None:
    for pattern in (_VERSION, _PLUS_VERSION):
        match = pattern.match(text, at)
        if match and not (
            pattern is _VERSION and re.fullmatch(r"\d{1,3}(\.\d{3}){2,}", match.group())
        ):
            value = VersionValue(tuple(match[1].split(".")), match[2])
            return Item(Kind.VERSION, at, match.end(), value)
    return None


def _mixed(text: str, at: int) -> Item | None:
    match = _MIXED.match(text, at)
    if match is None or not any(c.isupper() for c in match.group()):
        return None
    found = match.group()
    if re.match(r"(?:Q[1-4]|FY\d|H[12]$|[A-Z][a-z]{3,}-\d)", found) and not re.match(
        r"(?:Covid|Falcon|Gemini|Claude|Llama|Sentinel|Qwen|Artemis|Chang|Voyager|Pixel|Opus|Grok|Gemma|Flash)",
        found,
    ):
        return None
    return _id("model", at, match.end(), found)


def read_named(text: str, at: int) -> Item | None:
    """A figure that a word before it turns into a name: Phase 3, Table 2, Windows 11, Python 3.13.

    A decimal behind the name of a program is a version, and its item is the figure alone.
    """
    match = _NAMED.match(text, at)
    if match is None:
        return None
    word, figure = match[1], match[2] or match[3]
    if match[2]:
        return (
            _id("numbered", at, match.end(), f"{word} 2")
            if word in {"type", "Type", "phase", "Phase"}
            else None
        )
    if re.fullmatch(r"(?:19|20)\d\d", figure) and word not in _SOFTWARE | {"ISO", "RFC"}:
        return None
    if word in _SOFTWARE and "." in figure:
        value = VersionValue(tuple(figure.split(".")), match[4])
        return Item(Kind.VERSION, match.start(3), match.end(), value)
    if figure.isalpha() and word in {"Go", "Core", "Item", "Note", "No."}:
        return None
    scheme = "model" if word in _SOFTWARE else "numbered"
    return _id(scheme, at, match.end(), f"{word} {figure}{match[4]}{match[5]}")


NAMED_WORDS = frozenset(_NUMBERED_WORDS.replace(".", "").split("|"))
