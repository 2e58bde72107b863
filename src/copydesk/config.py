"""``copydesk.toml``: identity, policy and limits of a newsroom.

Pure: text in, frozen dataclasses out. Every limit is named here with its default, so that a reader
of the file and a reader of the code see the same number. The limits hold for what
:func:`parse_config` and :func:`changed` return. pydantic enforces them; importing it takes a tenth
of a second, so that a program that uses the trace as a library imports it only where there is
something to enforce. (The command line's parser imports it anyway.)
"""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from copydesk.errors import ConfigError

if TYPE_CHECKING:
    from pydantic import TypeAdapter, ValidationError

__all__ = [
    "CaptureLimits",
    "CategoryRule",
    "Config",
    "DisclosureRule",
    "NewsroomIdentity",
    "PolicyConfig",
    "SiteConfig",
    "TimestampConfig",
    "WatchConfig",
    "WatchPlan",
    "changed",
    "config_schema",
    "parse_config",
    "policy_digest",
]


class _Limit:
    """What a value may be, in the words of pydantic's core schemas (``ge``, ``pattern``, …)."""

    def __init__(self, **bounds: float | str) -> None:
        self._bounds = bounds

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        return {**handler(source), **self._bounds}


_Address = Annotated[str, _Limit(pattern=r"^(https?://\S+)?$")]


StandingName = Literal["prerelease", "single", "anonymous", "machine", "self-published"]
Strength = Literal["off", "note", "warning", "error"]
"""How grave a rule's findings are in this newsroom; "off" where it is not applied."""


class _Section:
    __pydantic_config__ = {"extra": "forbid"}  # noqa: RUF012 - read by pydantic under this name


@dataclass(frozen=True, kw_only=True)
class NewsroomIdentity(_Section):
    """Who this newsroom is. ``origin`` names the log in every checkpoint and never changes."""

    name: Annotated[str, _Limit(min_length=1, max_length=200)] = "A newsroom"
    origin: Annotated[str, _Limit(pattern=r"^[a-z0-9.-]+(/[a-z0-9._-]+)*$")] = (
        "newsroom.example/log"
    )
    language: str = "en"


@dataclass(frozen=True, kw_only=True)
class CaptureLimits(_Section):
    """Limits of one fetch. Seconds and bytes."""

    timeout_seconds: Annotated[float, _Limit(gt=0, le=600)] = 30.0
    """For one try, redirects included."""
    total_seconds: Annotated[float, _Limit(gt=0, le=3_600)] = 60.0
    """For all tries of one source and the waits between them."""
    retries: Annotated[int, _Limit(ge=0, le=10)] = 2
    """Further tries after 429, 5xx, a broken connection or no answer in time."""
    retry_wait_seconds: Annotated[float, _Limit(ge=0, le=60)] = 1.0
    """Before the second try; twice as long before each further one, and up to this much more."""
    retry_max_wait_seconds: Annotated[float, _Limit(ge=0, le=600)] = 20.0
    """The longest wait. A server that asks for a longer one is not asked again."""
    robots: Literal["record", "obey"] = "record"
    """Whether what robots.txt disallows is fetched all the same; the verdict is always recorded."""
    ca_file: str = ""
    """File of further certificate authorities (PEM), relative to the newsroom; an intranet's own."""
    max_bytes: Annotated[int, _Limit(ge=1024)] = 20 * 1024 * 1024
    max_redirects: Annotated[int, _Limit(ge=0, le=50)] = 10
    concurrency: Annotated[int, _Limit(ge=1, le=64)] = 8
    per_host: Annotated[int, _Limit(ge=1, le=16)] = 2
    raw: bool = True
    """Whether the data behind a page is captured too, where a site has an interface for it."""
    browser: Literal["auto", "never", "always"] = "auto"
    """When a page is also shown in a browser; ``auto``: where it is a script's shell or a block."""
    browser_path: str = ""
    """Of the browser; empty: the first of chromium, chromium-browser, google-chrome on PATH."""
    browser_seconds: Annotated[float, _Limit(gt=0, le=600)] = 20.0
    """For starting the browser, and for one page to come to rest."""
    browser_bytes: Annotated[int, _Limit(ge=1024)] = 30 * 1024 * 1024
    """That one page may load beside itself."""
    browser_picture_height: Annotated[int, _Limit(ge=900, le=16_000)] = 10_000
    """Pixels of a page that are pictured; its width is 1280."""
    archive: Literal["fallback", "off"] = "fallback"
    """Whether a web archive is asked for a copy of a page that its own site did not give whole."""
    archive_index: Annotated[str, _Limit(pattern=r"^https?://\S+$")] = (
        "https://web.archive.org/cdx/search/cdx"
    )
    """Of the archive: where its index is asked (Wayback CDX Server API)."""
    archive_replay: Annotated[str, _Limit(pattern=r"^https?://\S+$")] = (
        "https://web.archive.org/web"
    )
    """What stands before a copy's timestamp in its address."""
    archive_wait_seconds: Annotated[float, _Limit(ge=0, le=60)] = 1.0
    """Before each further request to the archive; they are made one at a time."""
    user_agent: str = "Copydesk/0.1 (evidence capture for a newsroom)"
    allow_hosts: tuple[str, ...] = ()
    """Host names or ``host:port`` that may be fetched although their address is not public."""
    resolve: dict[str, str] = field(default_factory=dict)
    """``host = "address:port"``: where to connect for a host instead of asking DNS (test set-ups)."""


@dataclass(frozen=True, kw_only=True)
class CategoryRule(_Section):
    """What one category of article must hold."""

    min_words: Annotated[int, _Limit(ge=0)]
    max_words: Annotated[int, _Limit(ge=1)]
    min_sources: Annotated[int, _Limit(ge=0)] = 2
    min_owners: Annotated[int, _Limit(ge=0)] = 2
    """Of how many owners the sources are; never asked for more than ``min_sources``."""
    severity: dict[str, Strength] = field(default_factory=dict)
    """By rule: how grave its findings are in this category, or "off"."""
    limits: dict[str, Any] = field(default_factory=dict)
    """Other values of the policy's keys for this category."""


@dataclass(frozen=True, kw_only=True)
class DisclosureRule(_Section):
    """A sentence that the house owes its readers when it writes of somebody."""

    subject: Annotated[str, _Limit(min_length=1, max_length=200)]
    sentence: Annotated[str, _Limit(min_length=1, max_length=1000)]
    """What must stand in the body, word for word; emphasis and links in it do not matter."""
    terms: tuple[str, ...] = ()
    """Names that call for it, as they are written."""
    hosts: tuple[str, ...] = ()
    """Whose pages, cited as sources, call for it; their subdomains as well."""
    where: Literal["headline-and-lead", "anywhere"] = "headline-and-lead"
    """Where a name calls for it; the headline's part is title and summary."""


DEFAULT_CATEGORIES = {
    "News": CategoryRule(min_words=400, max_words=1200, min_sources=3),
    "Analysis": CategoryRule(min_words=800, max_words=2000, min_sources=3),
    "Briefing": CategoryRule(min_words=300, max_words=800, min_sources=2),
}


@dataclass(frozen=True, kw_only=True)
class PolicyConfig(_Section):
    """The editorial policy's own numbers and lists."""

    title_min: int = 10
    title_max: int = 150
    summary_min: int = 10
    summary_max: int = 300
    near_limit: Annotated[int, _Limit(ge=0)] = 5
    """A length within this many characters of its limit is noted as within it."""
    archive_copy_days: Annotated[int, _Limit(ge=0)] = 30
    """Days between an article and a web archive's copy from which its age is a warning."""
    categories: dict[str, CategoryRule] = field(default_factory=DEFAULT_CATEGORIES.copy)
    allowlist: str = ""
    """File of allowed host names, one a line, relative to the newsroom; empty: no allowlist."""
    blocklist: str = ""
    owners: str = ""
    """File of sites and their owners: a host and a name a line; empty: the domain is the owner."""
    own_sites: tuple[str, ...] = ()
    """Hosts of the newsroom's own pages, which are nobody else's word for anything."""
    self_published: tuple[str, ...] = ()
    """Hosts where everybody publishes without an editor, beside the built-in ones."""
    status_marks: dict[StandingName, tuple[str, ...]] = field(default_factory=dict)
    """Phrases by which sources say what standing their evidence has, beside the built-in ones."""
    status_labels: dict[StandingName, tuple[str, ...]] = field(default_factory=dict)
    """Words by which the newsroom passes that on to its readers, beside the built-in ones."""
    loaded_words: tuple[str, ...] = ()
    """Added to the built-in list."""
    derived_marks: tuple[str, ...] = ()
    """Words that mark a figure as the newsroom's own calculation, beside the built-in ones."""
    disabled: tuple[str, ...] = ()
    """Ids of rules that this newsroom does not apply."""
    severity: dict[str, Strength] = field(default_factory=dict)
    """By rule: how grave its findings are in this newsroom, wherever they stand; or "off"."""
    copied_words: Annotated[int, _Limit(ge=0, le=1000)] = 16
    """So many words in a row that are a source's are too many outside quotation marks; 0: never."""
    language: Annotated[str, _Limit(pattern=r"^([a-z]{2})?$")] = "en"
    """Of the articles, as an ISO 639-1 code; empty: any."""
    disclosures: tuple[DisclosureRule, ...] = ()
    """Sentences that the house owes its readers, each with what calls for it."""
    house_rules: tuple[str, ...] = ()
    """Entry points of installed packages, group ``copydesk.rules``, whose rules are applied too."""

    def in_category(self, name: str) -> PolicyConfig:
        """The policy as it holds for a category: with its own values, and its own severities.

        Raises:
            ConfigError: the category sets a key that there is not, or that holds for all only.
        """
        own = self.categories.get(name)
        if own is None or not (own.severity or own.limits):
            return self
        where = f"copydesk.toml:policy.categories.{name}.limits"
        for key in own.limits:
            if key in _FOR_ALL_CATEGORIES:
                raise ConfigError(
                    f"{where}: {key} holds for every category.",
                    fix="Set it under [policy], or a severity under the category's own severity.",
                    location=where,
                )
        severity = {**self.severity, **own.severity}
        return _validated(PolicyConfig, {**vars(self), **own.limits, "severity": severity}, where)


_FOR_ALL_CATEGORIES = frozenset(
    {"categories", "allowlist", "blocklist", "owners", "disabled", "severity", "house_rules"}
)


@dataclass(frozen=True, kw_only=True)
class TimestampConfig(_Section):
    """Who dates the log's checkpoints (RFC 3161)."""

    url: _Address = ""
    """Empty: nobody."""


@dataclass(frozen=True, kw_only=True)
class SiteConfig(_Section):
    """The reader's pages."""

    title: str = ""
    base_url: str = ""
    contact: str = ""
    publishing_principles: _Address = ""
    """Address of the newsroom's editorial principles, for machines; empty: none is stated."""
    corrections_policy: _Address = ""


_Day = Annotated[int, _Limit(ge=1, le=36_500)]


@dataclass(frozen=True, kw_only=True)
class WatchPlan(_Section):
    """When the sources of a published article are looked at again."""

    days: tuple[_Day, ...] = (1, 7, 30, 90)
    """Days after publication."""
    every_days: Annotated[int, _Limit(ge=0, le=36_500)] = 180
    """Then every so many days; 0: never again."""
    retry_days: _Day = 1
    """When to ask again where a source could not be reached."""


@dataclass(frozen=True, kw_only=True)
class WatchConfig(WatchPlan):
    """The schedule of ``copydesk watch``."""

    confirm_seconds: Annotated[float, _Limit(ge=0, le=600)] = 10.0
    """Before a source that looks changed or gone is asked a second time."""
    categories: dict[str, WatchPlan] = field(default_factory=dict)
    """Another schedule for the articles of a category."""

    def plan(self, category: str) -> WatchPlan:
        """The schedule for an article of that category."""
        return self.categories.get(category, self)


@dataclass(frozen=True, kw_only=True)
class Config(_Section):
    """All of ``copydesk.toml``."""

    newsroom: NewsroomIdentity = NewsroomIdentity()
    capture: CaptureLimits = CaptureLimits()
    policy: PolicyConfig = PolicyConfig()
    site: SiteConfig = SiteConfig()
    timestamp: TimestampConfig = TimestampConfig()
    watch: WatchConfig = WatchConfig()


def parse_config(text: str, *, path: str = "copydesk.toml") -> Config:
    """Read ``copydesk.toml``.

    Raises:
        ConfigError: not TOML, an unknown key, or a value that cannot be.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(
            f"{path} is not valid TOML: {error}", fix="Correct the line named.", location=path
        ) from error
    return _validated(Config, data, path)


Section = TypeVar("Section", bound=_Section)


def changed(section: Section, /, **values: object) -> Section:
    """``section`` with other values, held to the limits as those of a file are.

    Raises:
        ConfigError: an unknown name, or a value that cannot be.
    """
    return _validated(type(section), {**vars(section), **values}, type(section).__name__)


def config_schema() -> dict[str, Any]:
    """JSON Schema of ``copydesk.toml``."""
    schema = _adapter(Config).json_schema()
    for kind in (CaptureLimits, PolicyConfig):
        properties = schema["$defs"][kind.__name__]["properties"]
        for name, value in asdict(kind()).items():
            # pydantic does not state a default that is made anew each time
            properties[name].setdefault("default", value)
    return schema


def _validated(kind: type[Section], data: dict[str, Any], path: str) -> Section:
    from pydantic import ValidationError  # noqa: PLC0415 - see above

    try:
        made: Section = _adapter(kind).validate_python(data)  # type: ignore[arg-type] # every class can be hashed
    except ValidationError as error:
        raise _refusal(error, path) from error
    return made


def _refusal(error: ValidationError, path: str) -> ConfigError:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    # pydantic speaks of a call's arguments; the reader wrote keys and tables.
    words = {
        "unexpected_keyword_argument": "There is no such key",
        "missing": "This key is required",
        "dataclass_type": "This should be a table",
    }
    return ConfigError(
        f"{path}: {where}: {words.get(first['type'], first['msg'])}",
        fix="Correct or remove that key; `copydesk init` writes a file with every key explained.",
        location=f"{path}:{where}",
    )


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    from pydantic import TypeAdapter  # noqa: PLC0415 - see above

    return TypeAdapter(kind)


_FIRST_KEYS = frozenset(
    {
        *("title_min", "title_max", "summary_min", "summary_max", "near_limit", "categories"),
        *("allowlist", "blocklist", "loaded_words", "disabled"),
        *("min_words", "max_words", "min_sources"),
    }
)


def policy_digest(config: Config, lists: dict[str, bytes]) -> str:
    """SHA-256 of the canonical JSON of the policy section and of the list files it names.

    A key that the first version did not have counts only where it is not as it comes, so that the
    digest of an unchanged policy stays what was signed.
    """
    import rfc8785  # noqa: PLC0415 - see above

    policy = _digested(config.policy, PolicyConfig())
    policy["categories"] = {
        name: _digested(rule, CategoryRule(min_words=0, max_words=1))
        for name, rule in config.policy.categories.items()
    }
    data = {
        "policy": policy,
        "lists": {name: hashlib.sha256(body).hexdigest() for name, body in sorted(lists.items())},
    }
    return hashlib.sha256(rfc8785.dumps(data)).hexdigest()


def _digested(section: PolicyConfig | CategoryRule, plain: PolicyConfig | CategoryRule) -> Any:
    as_it_comes = asdict(plain)
    return {
        name: value
        for name, value in asdict(section).items()
        if name in _FIRST_KEYS or value != as_it_comes[name]
    }
