"""Verifies what a newsroom states about an article that it imported.

Nothing here can come out as a record of the newsroom's own would: the article was neither reviewed
nor published by it. Its own signature, its log entry and the kept files are checked; then every
signature of the other system, anew, from those files and the keys that the statement names.
"""

from __future__ import annotations

from collections.abc import Iterator

from copydesk.errors import CopydeskError
from copydesk.importers.herald_keys import PUBLISHER, HeraldKeys
from copydesk.importers.herald_reading import read_provenance, read_submission_record
from copydesk.importers.herald_signatures import (
    OUTCOME_WORDS,
    Outcome,
    SignatureFinding,
    check_publisher,
    check_submission,
)
from copydesk.provenance.canonical import sha256_hex
from copydesk.provenance.checks import Check, CheckState, Verification, answer
from copydesk.provenance.context import Context
from copydesk.provenance.imported import (
    FOLDER,
    STATEMENT,
    ImportedPredicate,
    ImportedSignature,
    ImportedStep,
)
from copydesk.provenance.keys import decode_public
from copydesk.provenance.reading import read_logged, read_statement
from copydesk.provenance.record import Signed
from copydesk.provenance.signers import SignerJudge
from copydesk.provenance.verify_captures import stored_bodies

__all__ = ["has_import_statement", "verify_imported"]

PASS, FAIL, ABSENT = CheckState.PASS, CheckState.FAIL, CheckState.NOT_PRESENT
# What of the other system's outcomes is bad news, and what only says that nothing can be told.
_BAD = frozenset({Outcome.DOES_NOT_VERIFY, Outcome.FORGEABLE, Outcome.NOT_ED25519})


def has_import_statement(context: Context, month: str, slug: str) -> bool:
    """Whether the article has an import statement, verified or not."""
    try:
        return context.files.read(f"articles/{month}/{slug}/{STATEMENT}.dsse.json") is not None
    except CopydeskError:
        return True


def verify_imported(context: Context, month: str, slug: str) -> Verification:
    """Verify an imported article from the newsroom's files alone.

    Returns:
        Every check, each with a reason; nothing raises on a damaged or hostile statement. It is
        never ``ok``: the newsroom has not published the article.
    """
    folder = f"articles/{month}/{slug}"
    return Verification(folder, tuple(_Judge(context, folder).checks()))


class _Judge:
    """Answers the checks of one imported article."""

    def __init__(self, context: Context, folder: str) -> None:
        self.context = context
        self.files = context.files
        self.folder = folder

    def checks(self) -> Iterator[Check]:
        """All checks in order."""
        signed, problem, unlogged = self._read()
        if signed is None:
            reason = problem or "There is no import statement."
            yield answer("form", FAIL if problem else ABSENT, reason, "imported")
            yield self._not_published()
            return
        said = signed.predicate
        yield self._about(said)
        yield answer("form", PASS, "The import statement is well formed.", "imported")
        yield from self._signed_by(signed)
        yield self._logged(signed, unlogged)
        yield self._place(said)
        yield self._text(signed)
        yield self._kept(said)
        yield self._captured(said)
        for step in said.steps:
            yield self._step(said, step)
        yield self._not_published()

    def _read(self) -> tuple[Signed[ImportedPredicate] | None, str, str]:
        """The statement; what is wrong with it; and why its log proof does not hold."""
        base = f"{self.folder}/{STATEMENT}"
        keyring = self.context.keyring
        try:
            if keyring is not None:
                return (
                    (read := read_logged(self.files, base, ImportedPredicate, keyring))[0],
                    "",
                    read[1],
                )
            signed = read_statement(self.files, f"{base}.dsse.json", ImportedPredicate, None)
        except CopydeskError as error:
            return None, error.message, ""
        return signed, "", "Without a keyring it cannot be checked."

    def _about(self, said: ImportedPredicate) -> Check:
        commit = f", commit {said.archive.commit}" if said.archive.commit else ""
        reason = (
            f"Read from a {said.archive.format} archive ({said.archive.key}{commit}) at "
            f"{said.importedAt}. This newsroom has neither reviewed nor published it."
        )
        return answer("imported", ABSENT, reason)

    def _not_published(self) -> Check:
        return answer("publication", ABSENT, "This newsroom has not published the article.")

    def _signed_by(self, signed: Signed[ImportedPredicate]) -> Iterator[Check]:
        if self.context.keyring is None:
            yield answer("keyring-chain", FAIL, self.context.keyring_problem)
            return
        judge = SignerJudge(self.context.keyring)
        problem, unknown = judge.unmatched(signed)
        if problem:
            yield answer("signature", ABSENT if unknown else FAIL, problem, "imported")
            return
        who = " and ".join(judge.name_of(keyid) for keyid in signed.keyids)
        yield answer("signature", PASS, f"Signed by {who}.", "imported")
        reason = judge.why_not(signed)
        words = reason or f"{who} may state what was found; nothing more is signed."
        yield answer("signer", FAIL if reason else PASS, words, "imported")

    def _logged(self, signed: Signed[ImportedPredicate], unlogged: str) -> Check:
        if self.context.keyring is None:
            return answer("inclusion", ABSENT, unlogged, "imported")
        if signed.proof is None:
            return answer("inclusion", FAIL, unlogged or "It has no log proof.", "imported")
        newest = self.context.log.newest
        if newest.checkpoint is None:
            state = FAIL if newest.problem else ABSENT
            return answer("inclusion", state, newest.problem or "No log is here.", "imported")
        try:
            held = signed.proof.checkpoint.size <= newest.checkpoint.size and (
                self.context.log.contains(newest.checkpoint.size, signed.proof.checkpoint)
            )
        except CopydeskError as error:
            return answer("inclusion", FAIL, error.message, "imported")
        if not held:
            reason = "The log of today does not contain the log of its proof."
            return answer("inclusion", FAIL, reason, "imported")
        return answer("inclusion", PASS, f"Entry {signed.log_index} of the log.", "imported")

    def _place(self, said: ImportedPredicate) -> Check:
        keyring = self.context.keyring
        newsroom = keyring.newest.predicate.newsroom if keyring else said.newsroom
        place = f"articles/{said.article.month}/{said.article.slug}"
        if (place, said.newsroom) == (self.folder, newsroom):
            return answer("references", PASS, "It names this place and this newsroom.", "imported")
        reason = f"It was made for {place} of {said.newsroom}."
        return answer("references", FAIL, reason, "imported")

    def _text(self, signed: Signed[ImportedPredicate]) -> Check:
        data, problem = self._bytes("article.md")
        if data is None:
            return answer("article", FAIL, problem or "article.md is not there.")
        digest = sha256_hex(data)
        if digest == signed.subject_sha256:
            return answer("article", PASS, "The text is the archive's, byte for byte.")
        reason = f"article.md is {digest}; imported was {signed.subject_sha256}."
        return answer("article", FAIL, reason)

    def _kept(self, said: ImportedPredicate) -> Check:
        wrong = []
        kept = [each for each in said.files if each.kept is not None]
        for each in kept:
            data, problem = self._bytes(f"{FOLDER}/{each.kept}")
            if data is None or sha256_hex(data) != each.sha256:
                wrong.append(f"{each.kept} {problem or 'is missing or another'}")
        if wrong:
            reason = f"{len(wrong)} of {len(kept)} are not as imported, the first: {wrong[0]}."
            return answer("import-files", FAIL, reason)
        return answer("import-files", PASS, f"All {len(kept)} are as imported.")

    def _captured(self, said: ImportedPredicate) -> Check:
        wanted = {
            (each.sha256, each.size or 0, None) for each in said.captures if each.sha256 is not None
        }
        return stored_bodies(self.files, wanted)

    def _step(self, said: ImportedPredicate, step: ImportedStep) -> Check:
        """One step: the other system's signature as it comes out now, and as it was stated."""
        what = f"{step.step}{f' ({step.says})' if step.says else ''}"
        if step.signature.outcome == "not-signed":
            return answer("import-step", ABSENT, step.signature.reason, what)
        found = self._again(said, step)
        if found is None:
            reason = "Its file is not here as it was imported, so it cannot be checked again."
            return answer("import-step", ABSENT, reason, what)
        if str(found.outcome) != step.signature.outcome:
            reason = (
                f"The import statement says {step.signature.outcome!r}, but the signature "
                f"{OUTCOME_WORDS[found.outcome]}."
            )
            return answer("import-step", FAIL, reason, what)
        state = FAIL if found.outcome in _BAD else ABSENT
        if found.outcome is Outcome.VALID:
            state = PASS
        return answer("import-step", state, _said(step.signature, found), what)

    def _again(self, said: ImportedPredicate, step: ImportedStep) -> SignatureFinding | None:
        """The other system's signature checked from the kept file."""
        kept = next((each for each in said.files if each.path == step.file), None)
        data = self._bytes(f"{FOLDER}/{kept.kept}")[0] if kept is not None else None
        if kept is None or data is None or sha256_hex(data) != kept.sha256:
            return None
        keys = _keys(step)
        if step.step == "submission":
            submission = read_submission_record(data, step.file).record
            return check_submission(submission, keys) if submission is not None else None
        record = read_provenance(data, step.file).record
        return check_publisher(record, keys) if record is not None else None

    def _bytes(self, name: str) -> tuple[bytes | None, str]:
        try:
            return self.files.read(f"{self.folder}/{name}"), ""
        except CopydeskError as error:
            return None, error.message


def _keys(step: ImportedStep) -> HeraldKeys:
    """The one key that the statement names for the step."""
    name = PUBLISHER if step.step == "publication" else step.signature.signer
    if step.signature.key is None:
        return HeraldKeys({})
    try:
        return HeraldKeys({name: decode_public(step.signature.key)})
    except CopydeskError:
        return HeraldKeys({})


def _said(signature: ImportedSignature, found: SignatureFinding) -> str:
    parts = [f"{signature.signer or 'Nobody'}: {found.reason} ({found.scheme})."]
    if found.not_covered:
        parts.append(f"It leaves open: {', '.join(found.not_covered)}.")
    return " ".join(parts)
