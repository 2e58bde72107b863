"""Pages of one file that asks no address for anything: style and script of their own, and nothing else."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files

from markupsafe import Markup

__all__ = ["standalone"]


@cache
def standalone(name: str) -> dict[str, Markup | str]:
    """``style``, ``script`` and the policy ``csp`` that allows those two alone, for a template.

    Args:
        name: the folder of templates, and the name of its two files.
    """
    folder = files("copydesk.press") / "templates" / name
    style, script = (
        (folder / f"{name}.{kind}").read_text(encoding="utf-8") for kind in ("css", "js")
    )
    return {
        "style": Markup(style),  # noqa: S704 - this package's own file
        "script": Markup(script),  # noqa: S704 - this package's own file
        "csp": f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        "base-uri 'none'; form-action 'none'",
    }


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
