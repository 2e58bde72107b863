"""The Machine Herald's signatures, checked exactly as its programs made them.

The contributor's covers ``JSON.stringify`` of a new object with chosen fields in a fixed order,
tags and sources sorted. The publisher's covers ``JSON.stringify(record, sorted top-level keys)``:
that list holds at every depth, so that what an inner object has under other names is left out. A
record that says ``hmac-sha256`` was made with a secret that is public; the result for it is never
"valid". Some files were edited after signing, by a program that added known fields: those forms are
tried as well, and the result says so.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from copydesk.importers.herald_keys import PUBLISHER, HeraldKeys
from copydesk.importers.herald_records import ProvenanceRecord, Submission
from copydesk.importers.js_json import stringify, utf16_sorted
from copydesk.provenance.keys import verify_signature

__all__ = [
    "OUTCOME_WORDS",
    "HashFinding",
    "Outcome",
    "SignatureFinding",
    "check_payload_hash",
    "check_publisher",
    "check_submission",
]

# The constant of the published program, used where it found no key; anyone can read it.
PUBLIC_SECRET = b"development-secret"
# The order of the group: S of an Ed25519 signature is below it (RFC 8032, section 5.1.7).
ORDER = 2**252 + 27742317777372353535851937790883648493

_ED25519 = "ed25519:"
_HMAC = "hmac-sha256:"
_BASE64 = re.compile(r"[A-Za-z0-9+/]*={0,2}\Z")
_MAX_SIGNATURE_CHARS = 1_000
# Not part of what they sign: the signature itself, and the hash that stands beside it.
_BESIDE = frozenset({"payload_hash", "signature", "provenance_signature"})
# What the archive's own program added to records after they were signed.
_ADDED_TO_RECORDS = (
    ("contributor_model",),
    ("contributor_model", "human_requested"),
    ("pr_number", "pr_url"),
    ("pr_number", "pr_url", "contributor_model"),
    ("pr_number", "pr_url", "contributor_model", "human_requested"),
)


class Outcome(StrEnum):
    """What came of checking a signature."""

    VALID = "valid"
    EDITED = "edited-since"
    DOES_NOT_VERIFY = "does-not-verify"
    FORGEABLE = "forgeable"
    NOT_ED25519 = "not-ed25519"
    UNKNOWN_KEY = "unknown-key"
    UNCHECKABLE = "uncheckable"
    UNKNOWN_SCHEME = "unknown-scheme"
    MISSING = "missing"


OUTCOME_WORDS = {
    Outcome.VALID: "verifies",
    Outcome.EDITED: "verifies only without what was changed after signing",
    Outcome.DOES_NOT_VERIFY: "does not verify",
    Outcome.FORGEABLE: "forgeable by anyone: the secret is public",
    Outcome.NOT_ED25519: "is not an Ed25519 signature",
    Outcome.UNKNOWN_KEY: "cannot be checked: the archive has no such key",
    Outcome.UNCHECKABLE: "cannot be checked: it needs a secret that only its maker has",
    Outcome.UNKNOWN_SCHEME: "cannot be checked: its scheme is not known",
    Outcome.MISSING: "is missing",
}


@dataclass(frozen=True, slots=True)
class SignatureFinding:
    """One signature, whose it is said to be, and whether it holds.

    ``not_covered`` are the parts of the signed file that may be changed without it failing;
    ``changed`` is what was changed after signing, where that is known.
    """

    role: str
    signer: str
    scheme: str
    outcome: Outcome
    reason: str
    not_covered: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """For ``--format json``."""
        return {
            "role": self.role,
            "signer": self.signer,
            "scheme": self.scheme,
            "outcome": str(self.outcome),
            "reason": self.reason,
            "not_covered": list(self.not_covered),
            "changed": list(self.changed),
        }


@dataclass(frozen=True, slots=True)
class HashFinding:
    """A hash that a record states beside the one that its content has."""

    stated: str | None
    actual: str
    matches: bool
    changed: tuple[str, ...] = ()
    """Where the stated hash is that of the form before a later change: what was changed."""


@dataclass(frozen=True, slots=True)
class _Form:
    """Bytes that may have been signed, and how they differ from the file."""

    data: bytes
    changed: tuple[str, ...] = ()


def check_submission(submission: Submission, keys: HeraldKeys) -> SignatureFinding:
    """The contributor's signature of a submission."""
    scheme = f"machine-herald submission v{submission.version}, Ed25519 over compact JSON"
    outcome, reason, form = _ed25519(
        submission.signature, keys.public.get(submission.bot_id), submission.bot_id,
        list(_submission_forms(submission.raw)),
    )  # fmt: skip
    covered = {"article", *_HEAD, "human_request_text"}
    article = submission.raw["article"]
    not_covered = [k for k in submission.raw if k not in covered | _BESIDE]
    not_covered += [f"article.{k}" for k in article if k not in _ARTICLE]
    not_covered += [f"the order of article.{k}" for k in ("tags", "sources")]
    changed = form.changed if form else ()
    return SignatureFinding(
        "contributor", submission.bot_id, scheme, outcome, reason, tuple(not_covered), changed
    )


def check_payload_hash(submission: Submission) -> HashFinding:
    """The ``payload_hash`` that a submission states, against what it signs."""
    forms = list(_submission_forms(submission.raw))
    digests = [f"sha256:{hashlib.sha256(form.data).hexdigest()}" for form in forms]
    stated = submission.payload_hash
    for form, digest in zip(forms[1:], digests[1:], strict=True):
        if stated == digest != digests[0]:
            return HashFinding(stated, digests[0], matches=False, changed=form.changed)
    return HashFinding(stated, digests[0], matches=stated == digests[0])


def check_publisher(record: ProvenanceRecord, keys: HeraldKeys) -> SignatureFinding:
    """The publisher's signature of a provenance record."""
    forms = list(_record_forms(record.raw))
    not_covered = tuple(_left_out(record.raw))
    signature = record.signature
    if signature is not None and signature.startswith(_HMAC):
        outcome, reason, form = _hmac(signature, forms)
        scheme = "machine-herald provenance, HMAC-SHA-256 over sorted JSON"
    else:
        outcome, reason, form = _ed25519(signature, keys.public.get(PUBLISHER), PUBLISHER, forms)
        scheme = "machine-herald provenance, Ed25519 over sorted JSON"
    changed = form.changed if form else ()
    return SignatureFinding(PUBLISHER, PUBLISHER, scheme, outcome, reason, not_covered, changed)


_HEAD = ("submission_version", "bot_id", "timestamp", "human_requested", "contributor_model")
_ARTICLE = ("title", "category", "summary", "tags", "sources", "body_markdown")


def _submission_forms(raw: Mapping[str, Any]) -> Iterator[_Form]:
    """What the contributor's program signs, as the file stands; then as format 2 had it, which knew
    no ``contributor_model`` and at first no ``human_requested``.
    """
    yield _Form(_submission_bytes(raw))
    for gone in (("contributor_model",), ("contributor_model", "human_requested")):
        earlier = {**raw, "submission_version": 2}
        changed = [f"{name} was added" for name in gone if name in raw]
        if raw["submission_version"] != 2:
            changed.insert(0, f"submission_version was 2, now {raw['submission_version']}")
        yield _Form(_submission_bytes(earlier, gone), tuple(changed))


def _submission_bytes(raw: Mapping[str, Any], without: tuple[str, ...] = ()) -> bytes:
    signed = {name: raw[name] for name in _HEAD if name in raw}
    if raw.get("human_requested") is None:
        signed["human_requested"] = False
    ordered = {name: signed[name] for name in _HEAD if name in signed and name not in without}
    if "human_request_text" in raw:
        ordered["human_request_text"] = raw["human_request_text"]
    article = {name: raw["article"][name] for name in _ARTICLE}
    for name in ("tags", "sources"):
        article[name] = utf16_sorted(article[name])
    return stringify({**ordered, "article": article})


def _record_forms(raw: Mapping[str, Any]) -> Iterator[_Form]:
    signed = {name: value for name, value in raw.items() if name != "provenance_signature"}
    yield _Form(stringify(signed, utf16_sorted(signed)))
    for added in _ADDED_TO_RECORDS:
        if all(name in signed for name in added):
            earlier = {name: value for name, value in signed.items() if name not in added}
            changed = tuple(f"{name} was added" for name in added)
            yield _Form(stringify(earlier, utf16_sorted(earlier)), changed)


def _left_out(raw: Mapping[str, Any]) -> Iterator[str]:
    """What the list of top-level keys leaves out of the inner objects."""
    keys = set(raw) - _BESIDE
    waiting: list[tuple[str, Any]] = [(name, raw[name]) for name in keys]
    found: list[str] = []
    while waiting:
        where, value = waiting.pop()
        if isinstance(value, dict):
            found += [f"{where}.{name}" for name in value if name not in keys]
            waiting += [(f"{where}.{name}", value[name]) for name in value if name in keys]
        elif isinstance(value, list):
            waiting += [(where, item) for item in value]
    yield from sorted(set(found))


def _ed25519(
    signature: str | None, public: bytes | None, signer: str, forms: list[_Form]
) -> tuple[Outcome, str, _Form | None]:
    if not signature:
        return Outcome.MISSING, "The file has no signature.", None
    if not signature.startswith(_ED25519):
        scheme = signature.partition(":")[0][:40]
        return Outcome.UNKNOWN_SCHEME, f"The scheme {scheme!r} is not known.", None
    raw = _decode(signature.removeprefix(_ED25519))
    problem = _not_ed25519(raw)
    if problem:
        return Outcome.NOT_ED25519, problem, None
    if public is None:
        return Outcome.UNKNOWN_KEY, f"The archive has no public key of {signer!r}.", None
    for form in forms:
        if verify_signature(public, raw, form.data):
            return _verified(form, f"It verifies with the archive's key of {signer!r}.")
    return (
        Outcome.DOES_NOT_VERIFY,
        f"It is not {signer!r}'s signature of what the file holds.",
        None,
    )


def _verified(form: _Form, reason: str) -> tuple[Outcome, str, _Form]:
    if form.changed:
        changes = "; ".join(form.changed)
        return Outcome.EDITED, f"It verifies only as it was before a change: {changes}.", form
    return Outcome.VALID, reason, form


def _hmac(signature: str, forms: list[_Form]) -> tuple[Outcome, str, _Form | None]:
    stated = _decode(signature.removeprefix(_HMAC))
    for form in forms:
        if hmac.compare_digest(hmac.digest(PUBLIC_SECRET, form.data, "sha256"), stated):
            reason = "It was made with a secret that is public: anyone could have made it."
            if form.changed:
                reason += f" The file was changed since: {'; '.join(form.changed)}."
            return Outcome.FORGEABLE, reason, form
    reason = "It was not made with the known public secret; who has the secret could check it."
    return Outcome.UNCHECKABLE, reason, None


def _decode(text: str) -> bytes:
    """The bytes of a base64 text; empty where it is none."""
    if len(text) > _MAX_SIGNATURE_CHARS or len(text) % 4 or not _BASE64.match(text):
        return b""
    return base64.b64decode(text)


def _not_ed25519(raw: bytes) -> str:
    if not raw:
        return "It is not base64."
    if len(raw) != 64:
        return f"It has {len(raw)} bytes; an Ed25519 signature has 64."
    if int.from_bytes(raw[32:], "little") >= ORDER:
        return "Its second half is not below the order of the group, as every signature's is."
    return ""
