"""The checks of ``copydesk verify``, gathered into those of an audit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from copydesk.audit.checks import OK
from copydesk.audit.row import Outcome, absent
from copydesk.provenance.checks import CHECKS, Check, CheckState

__all__ = ["outcomes_of"]

# Check of the audit: the checks of `verify` that belong to it; the first are those that must hold.
# An empty statement stands for checks that are about the whole article.
_MUST: dict[str, tuple[tuple[str, str], ...]] = {
    "form": (("form", ""),),
    "publisher-signature": (
        ("publication", ""),
        ("signature", "publication"),
        ("signer", "publication"),
    ),
    "text-hash": (("article", "publication"), ("source-list", ""), ("trace", "")),
    "submission-hash": (("references", "publication"),),
    "contributor-signature": (("signature", "submission"), ("signer", "submission")),
    "review-before": (("approval", ""),),
    "review-independent": (("four-eyes", ""),),
    "review-signature": (),
    "order": (("order", ""),),
    "log": (("keyring-chain", ""), ("inclusion", "publication")),
    "corrections": (),
}
_MAY: dict[str, tuple[str, ...]] = {
    "form": ("form",),
    "text-hash": ("article",),
    "submission-hash": ("references",),
    "order": ("order",),
    "log": (
        "keyring-log", "keyring-pin", "inclusion", "consistency", "site-state", "witnesses",
        "timestamp",
    ),
    "corrections": ("corrections", "withdrawal"),
}  # fmt: skip
# Whose signature is whose check; the source set's is its collector's, and the newsroom's own.
_SIGNED = {
    "source-set": "contributor-signature",
    "submission": "contributor-signature",
    "review": "review-signature",
    "publication": "publisher-signature",
    "correction": "corrections",
    "withdrawal": "corrections",
}


def outcomes_of(checks: Sequence[Check]) -> Iterator[Outcome]:
    """One outcome for each check of an audit that statements can answer."""
    gathered: dict[str, list[Check]] = {name: [] for name in _MUST}
    for one in checks:
        for name in _names(one.id, one.about):
            gathered[name].append(one)
    for name, found in gathered.items():
        yield _outcome(name, _MUST[name], found)


def _names(check: str, about: str) -> tuple[str, ...]:
    """The checks of the audit that this answer belongs to."""
    if check in {"signature", "signer"}:
        kind = about.rsplit("-", 1)[0] if about.startswith(("review-", "correction-")) else about
        return (_SIGNED[kind],) if kind in _SIGNED else ()
    if check == "four-eyes":
        return ("corrections" if about else "review-independent",)
    return _WHOSE.get(check, ())


_WHOSE: dict[str, tuple[str, ...]] = {
    check: tuple(
        name
        for name, must in _MUST.items()
        if check in _MAY.get(name, ()) or any(check == of for of, _ in must)
    )
    for check in CHECKS
}


def _outcome(name: str, must: Sequence[tuple[str, str]], checks: Sequence[Check]) -> Outcome:
    for one in checks:
        if one.state is CheckState.FAIL:
            return Outcome(name, CheckState.FAIL, one.id, _said(one))
    if name in {"review-signature", "corrections"}:
        return _optional(name, checks)
    for wanted, about in must:
        found = [one for one in checks if one.id == wanted and about in ("", one.about)]
        lacking = next((one for one in found if one.state is not CheckState.PASS), None)
        if lacking is not None:
            return absent(name, lacking.id, _said(lacking))
        if not found:
            return absent(name, wanted, "It was not answered.")
    return Outcome(name, CheckState.PASS, OK, checks[0].reason if checks else "")


def _optional(name: str, checks: Sequence[Check]) -> Outcome:
    """Reviews and corrections: passed where there are any, else not present."""
    there = [one for one in checks if one.state is CheckState.PASS]
    lacking = [one for one in checks if one.id == "signature" and one.state is not CheckState.PASS]
    if lacking:
        return absent(name, lacking[0].id, _said(lacking[0]))
    if not there:
        return absent(name, "none", checks[0].reason if checks else "There is none.")
    return Outcome(name, CheckState.PASS, OK, there[0].reason)


def _said(check: Check) -> str:
    return f"{check.about}: {check.reason}" if check.about else check.reason
