"""The Jinja2 environment: autoescaping, strict names, and foreign text made visible everywhere."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from copydesk.press.visible import visible

__all__ = ["CONTENT_SECURITY_POLICY", "environment"]

# No script and no foreign host. A page with the verifier adds the digest of its one inline script
# (press.view_verifier), and nothing else.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)


def _finalize(value: Any) -> Any:
    """Every ``{{ … }}`` passes here before it is escaped: no template can forget it."""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


@cache
def environment() -> Environment:
    """The one environment of the press; templates are compiled once in a process."""
    env = Environment(
        loader=PackageLoader("copydesk.press"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    env.globals["csp"] = CONTENT_SECURITY_POLICY
    return env
