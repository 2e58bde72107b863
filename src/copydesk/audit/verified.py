"""The checks of ``copydesk verify``, gathered into those of an audit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from copydesk.audit.checks import OK
from copydesk.audit.row import Outcome, absent
from copydesk.provenance.checks import Check, CheckState

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
    for name, must in _MUST.items():
        yield _outcome(name, must, [one for one in checks if _belongs(name, one)])


def _belongs(name: str, check: Check) -> bool:
    kind = (
        check.about.split("-", 1)[0] if check.about.startswith(("review", "corr")) else check.about
    )
    if check.id in {"signature", "signer"}:
        return _SIGNED.get(kind) == name
    if check.id == "four-eyes":
        return name == ("corrections" if check.about else "review-independent")
    return check.id in _MAY.get(name, ()) or any(check.id == of for of, _ in _MUST[name])


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
