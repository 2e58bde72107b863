"""Every error that Copydesk raises on purpose.

One base class carries what a person and a bot both need: a stable ``code``, a ``message`` that
says what is wrong, and ``fix`` which says what to do about it. The command line prints these and
exits with ``exit_code`` (DESIGN section 6); nothing else may reach a user as a traceback.

The list in ``docs/errors.md`` is generated from the subclasses here; a test fails when one is
undocumented or when two share a code.
"""

from __future__ import annotations

from typing import Any, ClassVar

__all__ = [
    "ArticleError",
    "AuthorisationError",
    "CaptureError",
    "ConfigError",
    "ConflictError",
    "CopydeskError",
    "EvidenceError",
    "InternalError",
    "LimitError",
    "NewsroomError",
    "RefusedError",
    "RuleCrashError",
    "SigningKeyError",
    "StatementError",
    "TransientError",
    "UsageError",
    "VerificationError",
    "all_errors",
]

EXIT_OK = 0
EXIT_NO = 1  # the check or the verification said no
EXIT_USAGE = 2
EXIT_TRANSIENT = 3
EXIT_CONFLICT = 4
EXIT_NOT_AUTHORISED = 5
EXIT_INTERNAL = 70


class CopydeskError(Exception):
    """Base of all errors raised on purpose.

    Args:
        message: one sentence that says what is wrong, with the offending value where it helps.
        fix: one sentence that says what to do.
        location: where it is, as ``path``, ``path:line`` or ``field:start-end`` (code points).
    """

    code: ClassVar[str] = "copydesk"
    exit_code: ClassVar[int] = EXIT_USAGE
    summary: ClassVar[str] = "Any error that Copydesk raises on purpose."

    def __init__(self, message: str, *, fix: str = "", location: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.fix = fix
        self.location = location

    def as_json(self) -> dict[str, object]:
        """The error as the ``error`` object of every JSON answer."""
        out: dict[str, object] = {"code": self.code, "message": self.message}
        if self.fix:
            out["fix"] = self.fix
        if self.location is not None:
            out["location"] = self.location
        out["retryable"] = self.exit_code == EXIT_TRANSIENT
        return out


class UsageError(CopydeskError):
    """The command line's words are off: a missing option, a path that is not there."""

    code = "usage"
    summary = "The command was called with something it cannot use."


class ConfigError(CopydeskError):
    """``copydesk.toml`` cannot be read, or states something impossible."""

    code = "config-invalid"
    summary = "copydesk.toml cannot be read or states something impossible."


class ArticleError(CopydeskError):
    """The article's bytes cannot be read as an article."""

    code = "article-invalid"
    summary = "The article cannot be read: encoding, front matter or a field is wrong."


class EvidenceError(CopydeskError):
    """An evidence folder or a stored capture cannot be read."""

    code = "evidence-invalid"
    summary = "An evidence folder or a stored capture cannot be read or does not match its hash."


class LimitError(CopydeskError):
    """A named limit was reached: size, depth, count or time."""

    code = "limit-reached"
    summary = "The input is over a named limit of size, depth, count or time."


class CaptureError(CopydeskError):
    """A source could not be fetched; recorded as a result, raised only when nothing can go on."""

    code = "capture-failed"
    summary = "A source could not be fetched."


class RefusedError(CaptureError):
    """An address that is not public, or a scheme that is not http(s), was asked for."""

    code = "address-refused"
    summary = "The address is not public (or not http or https) and the newsroom does not allow it."


class NewsroomError(CopydeskError):
    """The directory is not a newsroom, or a file of it is missing or damaged."""

    code = "newsroom-invalid"
    summary = "The directory is not a newsroom, or one of its files is missing or damaged."


class StatementError(CopydeskError):
    """A signed statement breaks the fail-closed rules of DESIGN section 3."""

    code = "statement-invalid"
    summary = "A signed statement, envelope, checkpoint or proof is not in its only accepted form."


class SigningKeyError(CopydeskError):
    """A key cannot be read, is unsafe, or is not registered."""

    code = "key-invalid"
    summary = "A key cannot be read, is unsafe (small order), or is unknown."


class VerificationError(CopydeskError):
    """A check said no where the caller cannot go on."""

    code = "verification-failed"
    exit_code = EXIT_NO
    summary = "A signature, digest or proof does not verify."


class TransientError(CopydeskError):
    """Something that a retry may mend: a lock that is held, a network that is down."""

    code = "transient"
    exit_code = EXIT_TRANSIENT
    summary = "Something a retry may mend: a held lock, a network that is down."


class ConflictError(CopydeskError):
    """The newsroom's state forbids it: already published, stale, changed since."""

    code = "conflict"
    exit_code = EXIT_CONFLICT
    summary = "The newsroom's state forbids it: already published, stale, or changed since."


class AuthorisationError(CopydeskError):
    """The key does not hold the role, or four eyes are missing."""

    code = "not-authorised"
    exit_code = EXIT_NOT_AUTHORISED
    summary = "The key does not hold the role, or the four-eyes rule is not met."


class InternalError(CopydeskError):
    """A fault of Copydesk itself."""

    code = "internal"
    exit_code = EXIT_INTERNAL
    summary = "A fault of Copydesk itself; please report it."


class RuleCrashError(InternalError):
    """An editorial rule failed; ``findings`` keeps what the other rules found."""

    code = "rule-crashed"
    summary = "An editorial rule failed; the findings of the other rules are kept."

    def __init__(self, message: str, *, fix: str = "", findings: tuple[Any, ...] = ()) -> None:
        super().__init__(message, fix=fix)
        self.findings = findings


def all_errors() -> list[type[CopydeskError]]:
    """Every error class, base first, in order of code."""
    found: dict[str, type[CopydeskError]] = {}
    stack: list[type[CopydeskError]] = [CopydeskError]
    while stack:
        cls = stack.pop()
        found[cls.__qualname__] = cls
        stack.extend(cls.__subclasses__())
    return sorted(found.values(), key=lambda c: c.code)
