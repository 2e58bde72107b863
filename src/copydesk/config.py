"""``copydesk.toml``: identity, policy and limits of a newsroom.

Pure: text in, a frozen model out. Every limit is named here with its default, so that a reader of
the file and a reader of the code see the same number.
"""

from __future__ import annotations

import hashlib
import tomllib
from typing import Annotated

import rfc8785
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from copydesk.errors import ConfigError

__all__ = [
    "CaptureLimits",
    "CategoryRule",
    "Config",
    "NewsroomIdentity",
    "PolicyConfig",
    "SiteConfig",
    "TimestampConfig",
    "parse_config",
]


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class NewsroomIdentity(_Section):
    """Who this newsroom is. ``origin`` names the log in every checkpoint and never changes."""

    name: Annotated[str, Field(min_length=1, max_length=200)] = "A newsroom"
    origin: Annotated[str, Field(pattern=r"^[a-z0-9.-]+(/[a-z0-9._-]+)*$")] = "newsroom.example/log"
    language: str = "en"


class CaptureLimits(_Section):
    """Limits of one fetch. Seconds and bytes."""

    timeout_seconds: Annotated[float, Field(gt=0, le=600)] = 30.0
    max_bytes: Annotated[int, Field(ge=1024)] = 20 * 1024 * 1024
    max_redirects: Annotated[int, Field(ge=0, le=50)] = 10
    concurrency: Annotated[int, Field(ge=1, le=64)] = 8
    per_host: Annotated[int, Field(ge=1, le=16)] = 2
    user_agent: str = "Copydesk/0.1 (evidence capture for a newsroom)"
    allow_hosts: tuple[str, ...] = ()
    """Host names or ``host:port`` that may be fetched although their address is not public."""
    resolve: dict[str, str] = {}
    """``host = "address:port"``: where to connect for a host instead of asking DNS (test set-ups)."""


class CategoryRule(_Section):
    """What one category of article must hold."""

    min_words: Annotated[int, Field(ge=0)]
    max_words: Annotated[int, Field(ge=1)]
    min_sources: Annotated[int, Field(ge=0)] = 2


DEFAULT_CATEGORIES = {
    "News": CategoryRule(min_words=400, max_words=1200, min_sources=3),
    "Analysis": CategoryRule(min_words=800, max_words=2000, min_sources=3),
    "Briefing": CategoryRule(min_words=300, max_words=800, min_sources=2),
}


class PolicyConfig(_Section):
    """The editorial policy's own numbers and lists."""

    title_min: int = 10
    title_max: int = 150
    summary_min: int = 10
    summary_max: int = 300
    near_limit: Annotated[int, Field(ge=0)] = 5
    """A length within this many characters of its limit is noted as within it."""
    categories: dict[str, CategoryRule] = DEFAULT_CATEGORIES
    allowlist: str = ""
    """File of allowed host names, one a line, relative to the newsroom; empty: no allowlist."""
    blocklist: str = ""
    loaded_words: tuple[str, ...] = ()
    """Added to the built-in list."""
    disabled: tuple[str, ...] = ()
    """Ids of rules that this newsroom does not apply."""


class TimestampConfig(_Section):
    """Who dates the log's checkpoints (RFC 3161)."""

    url: Annotated[str, Field(pattern=r"^(https?://\S+)?$")] = ""
    """Empty: nobody."""


class SiteConfig(_Section):
    """The reader's pages."""

    title: str = ""
    base_url: str = ""
    contact: str = ""
    publishing_principles: Annotated[str, Field(pattern=r"^(https?://\S+)?$")] = ""
    """Address of the newsroom's editorial principles, for machines; empty: none is stated."""
    corrections_policy: Annotated[str, Field(pattern=r"^(https?://\S+)?$")] = ""


class Config(_Section):
    """All of ``copydesk.toml``."""

    newsroom: NewsroomIdentity = NewsroomIdentity()
    capture: CaptureLimits = CaptureLimits()
    policy: PolicyConfig = PolicyConfig()
    site: SiteConfig = SiteConfig()
    timestamp: TimestampConfig = TimestampConfig()


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
    try:
        return Config.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ConfigError(
            f"{path}: {where}: {first['msg']}",
            fix="Correct or remove that key; `copydesk init` writes a file with every key explained.",
            location=f"{path}:{where}",
        ) from error


def policy_digest(config: Config, lists: dict[str, bytes]) -> str:
    """SHA-256 of the canonical JSON of the policy section and of the list files it names."""
    data = {
        "policy": config.policy.model_dump(mode="json"),
        "lists": {name: hashlib.sha256(body).hexdigest() for name, body in sorted(lists.items())},
    }
    return hashlib.sha256(rfc8785.dumps(data)).hexdigest()
