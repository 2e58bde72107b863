"""Versions, and figures that name something instead of counting it."""

from __future__ import annotations

import re

from copydesk.report import Kind
from copydesk.trace.specifics.lexicon import listed
from copydesk.trace.specifics.model import IdentifierValue, Item, VersionValue

__all__ = ["read_covid", "read_identifier", "read_lone_identifier", "read_named", "skip_address"]

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
    r"(?:[vV]|[vV]ersions? |[rR]elease )?(\d{1,4}(?:\.\d{1,5}){2,4}|(?<=[vV])\d{1,4}(?:\.\d{1,5}){0,4}|(?<=ersion )\d{1,4}(?:\.\d{1,5}){0,4}|(?<=ersions )\d{1,4}(?:\.\d{1,5}){1,4}|(?<=elease )\d{1,4}\.\d{1,5})"
    r"((?:[-.]?(?:a|b|rc|alpha|beta|dev|post|pre|RC|preview|patch|p|nightly)[-.]?\d{0,8})?(?:[+-][0-9A-Za-z.]{1,40}[0-9A-Za-z])?)(?![\w])"
)
# The versions that follow the first of "versions 8.0 to 8.3 and 9.1".
_LISTED_VERSION = re.compile(r"(\d{1,4}(?:\.\d{1,5}){1,4})((?:(?:a|b|rc)\d{1,3})?)(?![\w%])")
_VERSIONS_BEFORE = re.compile(
    r"[vV]ersions (?:\d{1,4}(?:\.\d{1,5}){0,4}(?:,? (?:to|and|or|through|until)|[,–-])[ ]?){1,4}\Z"
)
# "from 9.7 to 10.0.2": what stands beside a version of three parts is one, too.
_BEFORE_VERSION = re.compile(
    r"\d{1,4}\.\d{1,5}(?= (?:to|and|or|through) [vV]?\d{1,4}\.\d{1,5}\.\d{1,5}(?![\d,]))"
)
_PLUS_VERSION = re.compile(
    r"(\d{1,4}(?:\.\d{1,5}){1,3})((?:a|b|rc|\.dev|\.post)\d{1,3}(?:\+[0-9A-Za-z.]{1,40})?)(?![\w])"
)
_HEX = re.compile(r"(?=[0-9a-f]{0,64}[a-f])(?=[0-9a-f]{0,64}\d)[0-9a-f]{7,64}(?![\w])")
_FILE = re.compile(
    r"[A-Za-z0-9_][\w-]{0,60}(?:\.[\w-]{1,30}){0,3}\.(?:py|js|ts|json|toml|ya?ml|md|txt|c|cpp|h|rs|go|html?|pdf|csv|so|dll|exe|zip|tar|gz|whl|sh|cfg|ini|xml|sql|conf|log)(?![\w])"
)
_THING_HYPHEN = re.compile(
    r"(?:Covid|Falcon|Gemini|Claude|Llama|Sentinel|Qwen|Artemis|Chang|Voyager|Pixel|Opus|Grok|Gemma|Flash)"
)
# A figure with a unit or a scale is no part number.
_MEASURED = re.compile(
    r"\d+(?:K|M|B|T|MB|GB|TB|PB|KB|W|KW|MW|GW|TW|V|C|F|MHZ|PM|AM|X|Q|H|MM|S|EB|AU)", re.IGNORECASE
)
# Letters and digits in one word: H100, GPT-4, B-52, 737-800, 5G, i7-9700K.
_MIXED = re.compile(
    r"[A-Za-z][A-Za-z]{0,14}[-/]?\d[\w]{0,20}(?:[-.](?:(?=[A-Z0-9])\w{1,20}|mini|turbo|nano|pro|max|flash|lite|preview|instruct|base|large|small)){0,4}(?![\w])"
)
_DIGIT_MIXED = re.compile(
    r"\d{1,5}(?:G|D|P|K)(?![\w])|\d{1,4}[A-Z]{1,4}\d{0,6}(?:-\w{1,12}){0,3}(?![\w])|[37]\d7[ -]MAX(?:[ -]\d{1,2})?(?![\w])|\d{3}-\d{3}(?:ER|LR|MAX)?(?![\w-])|\d{1,4}x\d{1,4}m?(?![\w])"
)
# Words that number their thing, whatever it is.
_GENERIC = (
    "Phase|Table|Figure|Fig.|Section|Sec.|Chapter|Part|Article|Level|Tier|Category|Stage|Type|Grade|Title|Appendix|Step|Round|"
    "Episode|Season|Volume|Vol.|No.|Rule|Clause|Annex|Amendment|Proposition|Prop.|Highway|Route|Interstate|Area|Zone|Room|Unit|"
    "Platform|Pier|Gate|Terminal|Line|Lot|Class|Division|Game|Week|Day|Page|Exhibit|Schedule|Note|Item|Act|Scene|Book|Form|Group|"
    "Mark|Mk|Series|Generation|Gen|Booster|Ship|Flight|Station|Building|Order|Resolution|Directive|Regulation|Decree|Docket|Case|"
    "Exit|Port|Battalion|Brigade|Squadron|Apartment|Apt.|Suite|Floor|Seat|Bus|Bay|Hall|Dock|Berth|Hangar|Count|Chart|Box|Panel|"
    "Bill|Measure|District|Ward|Precinct|Channel|Lane|Track|Studio|Runway|Force|Model|Reactor|Block|Pad|Sector|Camp|Vision|"
    "port|exit|"
    "phase|stage|level|section|table|figure|chapter|tier|grade|category|page|line|step|article|part|type"
)
# Names that carry a number of their own; a decimal behind one is a version.
_SOFTWARE_WORDS = (
    "Windows|iOS|Android|macOS|Ubuntu|Debian|Fedora|Gemini|Claude|Llama|Qwen|Grok|Sonnet|Opus|Haiku|Bluetooth|USB|HTTP|TLS|PCIe|"
    "Python|PyTorch|Java|PHP|Node|Rust|Go|Ruby|Kubernetes|PostgreSQL|MySQL|Django|React|Chrome|Firefox|Safari|CUDA|ROCm|Linux|"
    "TypeScript|Swift|Kotlin|Kernel|kernel|GCC|LLVM|Clang|OpenSSL|Gemma|Mistral|DeepSeek|Phi|Flux|Veo|Imagen|Nova|GNOME|Plasma|"
    "Mesa|Thunderbolt|AirPlay|HDMI|Vulkan|OpenGL|DirectX|WebGPU|Wi-Fi|TensorFlow|NumPy|Composer|Cursor|Copilot|Zig|Golang|Xcode"
)
_THINGS = (
    "Falcon|Apollo|Boeing|Airbus|iPhone|Galaxy|Pixel|Xbox|PlayStation|Artemis|Starship|Formula|Super Bowl|ISO|IEC|IEEE|"
    "EN|DIN|ECMA|PEP|Ryzen|Core|Snapdragon|Exynos|Radeon|GeForce|EPYC|Xeon|RTX|GTX|NGC|Raptor|Optimus|Boeing's|Intel|SB|HB|AB|HR|"
    "Leopard|Challenger|Merkava|Abrams|Ariane|Soyuz|Vega|Shenzhou|Kosmos|Studio|Big|Pac|Catch|Euro|Mirage|Gripen|Tomahawk|"
    "Surface|Kindle|Quest|Switch|Embraer|Cessna|Tupolev|Ilyushin|Saturn|Vostok|Voyager|Pioneer|Luna|Venera"
)
_NUMBERED_WORDS = f"{_GENERIC}|{_SOFTWARE_WORDS}|{_THINGS}"
_COUNTED = (
    r"(?![\w%]|[.,]\d|[ \u00a0-]?(?:million|billion|thousand|percent|per cent|%|years?|months?|weeks?|days?|hours?|minutes?|seconds?|"
    r"times|people|workers|users|employees|jobs|MiB|GiB|GB|MB|TB|km|miles|MW|GW)\b)"
)
_NAMED = re.compile(
    rf"({_NUMBERED_WORDS.replace('.', chr(92) + '.')})[ \u00a0-](?:(two)|([IVXL]{{1,6}}|\d{{1,6}}(?:\.\d{{1,4}}){{0,3}})([a-z]?)((?:-\d{{1,6}}(?:ER|LR|F)?|[ -]MAX(?:[ -]\d{{1,2}})?)?)){_COUNTED}"
)
# Any acronym before a short whole number names something: a task force, a catalogue, a chip.
_ACRONYM = re.compile(rf"([A-Z]{{2,6}})[ \u00a0](\d{{1,4}})([A-Z]?){_COUNTED}(?! [a-z]+s\b)")
_NO_ACRONYM = frozenset(
    listed(
        "AI US UK EU UN CEO CFO CTO AM PM IT OR AND IN AT ON OF BY TO THE FY UTC GMT EST EDT PST PDT AGE BC AD TOP OVER ABOUT UP DOWN "
        "CI SD SE IQR BMI IQ RR GDP CPI EPS NEARLY ALMOST WITH FOR FROM ARE WAS HAS HAD GPU CPU GPUS USD EUR GBP JPY CNY RMB INR KRW CHF CAD AUD HKD SGD BRL MXN"
    )
)
_BILLS = frozenset({"SB", "HB", "AB", "HR", "ISO", "RFC"})
_SOFTWARE = frozenset(_SOFTWARE_WORDS.split("|"))
_GENERIC_WORDS = frozenset(_GENERIC.split("|"))
# What Roman numerals number: "Part II", but never "Note I".
_ROMAN = (_GENERIC_WORDS - {"Item", "Note", "No.", "Case", "Act"}) | {"Artemis", "Super Bowl"}
# One illness however it is written; sources that say "COVID" mean it, too.
_COVID = re.compile(r"covid(?:[- \u00a0–‑]?(?:19|2019)(?!\w))?(?![\w-]*\d)", re.IGNORECASE)
_COMET = re.compile(r"[CPDXAI]/(?:1[5-9]|20)\d\d [A-Z]{1,2}\d{1,3}(?!\w)")
_BEFORE = re.compile(r"(?<![\w-])[A-Z]{2,12}-\Z")
_BARE_ADDRESS = re.compile(r"\w\.[a-z]{2,8}/[\w/-]{0,60}\Z")


def skip_address(text: str, at: int) -> int:
    """Where the address that begins at ``at`` ends; ``at`` itself when there is none."""
    match = _ADDRESS.match(text, at)
    return match.end() if match else at


def _id(scheme: str, start: int, end: int, folded: str) -> Item:
    return Item(Kind.IDENTIFIER, start, end, IdentifierValue(scheme, folded.lower()))


def read_identifier(text: str, at: int, floor: int) -> Item | None:
    """The identifier or version that begins at ``at``, where a word or a digit begins."""
    found = _schemed(text, at, floor) or _version(text, at)
    if found is not None:
        return found
    for scheme, pattern in (("file", _FILE), ("hash", _HEX)):
        match = pattern.match(text, at)
        if match:
            return _id(scheme, at, match.end(), match.group())
    if not text[at].isdigit():
        return _mixed(text, at, floor)
    return _digit_mixed(text, at)


def read_lone_identifier(text: str, at: int, floor: int, *, decimal: bool) -> Item | None:
    """:func:`read_identifier` for a figure that no sign and no letter hangs on."""
    found = _numbered_issue(text, at, floor) or (_version_beside(text, at) if decimal else None)
    return found or _digit_mixed(text, at)


def _digit_mixed(text: str, at: int) -> Item | None:
    match = _DIGIT_MIXED.match(text, at)
    if match is None or _MEASURED.fullmatch(match.group()):
        return None
    return _id("model", at, match.end(), match.group())


def _schemed(text: str, at: int, floor: int) -> Item | None:
    comet = _COMET.match(text, at)
    if comet:
        return _id("model", at, comet.end(), comet.group())
    for scheme, pattern in _SCHEMES:
        match = pattern.match(text, at)
        if match:
            folded = match[1] if match.re.groups else match.group()
            return _id(scheme, at, match.end(), folded)
    return _numbered_issue(text, at, floor)


def _numbered_issue(text: str, at: int, floor: int) -> Item | None:
    if at > floor and text[at - 1] == "#" and text[at].isdigit():
        match = _HASH_SIGN.match(text, at - 1)
        if match:
            return _id("issue", at - 1, match.end(), match[1])
    return None


def _version(text: str, at: int) -> Item | None:
    for pattern in (_VERSION, _PLUS_VERSION):
        match = pattern.match(text, at)
        if match and not (
            pattern is _VERSION and re.fullmatch(r"\d{1,3}(\.\d{3}){2,}", match.group())
        ):
            value = VersionValue(tuple(match[1].split(".")), match[2])
            return Item(Kind.VERSION, at, match.end(), value)
    return _version_beside(text, at)


def _version_beside(text: str, at: int) -> Item | None:
    """A version of two parts that only its neighbours show to be one."""
    match = _BEFORE_VERSION.match(text, at)
    if match:
        return Item(Kind.VERSION, at, match.end(), VersionValue(tuple(match.group().split("."))))
    if text.find("ersions ", max(0, at - 44), at) < 0:
        return None
    match = _LISTED_VERSION.match(text, at)
    if match is None or not _VERSIONS_BEFORE.search(text[max(0, at - 45) : at]):
        return None
    return Item(Kind.VERSION, at, match.end(), VersionValue(tuple(match[1].split(".")), match[2]))


def _mixed(text: str, at: int, floor: int) -> Item | None:
    match = _MIXED.match(text, at)
    if match is None or not any(c.isupper() for c in match.group()):
        return None
    found = match.group()
    if re.match(r"(?:Q[1-4]|FY\d|H[12]$|[A-Z][a-z]{3,}-\d)", found) and not _THING_HYPHEN.match(
        found
    ):
        return None
    if _BARE_ADDRESS.search(text[max(0, at - 70) : at]):
        return None
    before = _BEFORE.search(text[max(floor, at - 14) : at])
    start = at - len(before.group()) if before else at
    return _id("model", start, match.end(), text[start : match.end()])


def read_covid(text: str, at: int) -> Item | None:
    """The illness that "COVID", "Covid-19" and "COVID 19" name, under one identity."""
    match = _COVID.match(text, at)
    if match is None or text[match.end() : match.end() + 1].isalnum():
        return None
    return _id("model", at, match.end(), "covid-19")


def read_named(text: str, at: int) -> Item | None:
    """A figure that a word before it turns into a name: Phase 3, Table 2, Windows 11, RTX 4090.

    A decimal behind the name of a program is a version, and its item is the figure alone.
    """
    match = _NAMED.match(text, at)
    if match is None:
        return _acronym(text, at)
    word, figure = match[1], match[3]
    if figure is None:
        kept = word.lower() in {"type", "phase"}
        return _id("numbered", at, match.end(), f"{word} 2") if kept else None
    if _is_year(figure, word) or (figure.isalpha() and word not in _ROMAN):
        return None
    if word in _SOFTWARE and "." in figure:
        value = VersionValue(tuple(figure.split(".")), match[4])
        return Item(Kind.VERSION, match.start(3), match.end(), value)
    scheme = "numbered" if word in _GENERIC_WORDS else "model"
    return _id(scheme, at, match.end(), f"{word} {figure}{match[4]}{match[5]}")


def _is_year(figure: str, word: str) -> bool:
    return bool(re.fullmatch(r"(?:19|20)\d\d", figure)) and word not in _SOFTWARE | _BILLS


def _acronym(text: str, at: int) -> Item | None:
    match = _ACRONYM.match(text, at)
    if match is None or match[1] in _NO_ACRONYM:
        return None
    if re.fullmatch(r"(?:19|20)\d\d", match[2]):
        return None
    return _id("model", at, match.end(), match.group())


NAMED_WORDS = frozenset(_NUMBERED_WORDS.replace(".", "").replace("'s", "").split("|"))
