"""Whether the captured bodies are those that the signed source set states."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

import zstandard

from copydesk.errors import CopydeskError
from copydesk.provenance.canonical import sha256_hex
from copydesk.provenance.checks import Check, CheckState, answer
from copydesk.provenance.chunks import chunk_root
from copydesk.provenance.files import Files
from copydesk.provenance.record import Signed
from copydesk.provenance.redaction import copy_path, list_path, parse_redaction
from copydesk.provenance.statements import SourceSetPredicate

__all__ = ["captures", "stored_bodies"]

# No capture is kept that is larger; a larger claim is not worth a reader's memory.
MAX_BODY_BYTES = 256 * 1024 * 1024
PASS, FAIL, ABSENT = CheckState.PASS, CheckState.FAIL, CheckState.NOT_PRESENT


def captures(files: Files, source_set: Signed[SourceSetPredicate] | None) -> Check:
    """The check ``captures``."""
    entries = [
        capture
        for entry in (source_set.predicate.sources if source_set else [])
        for capture in entry.captures
        if capture.sha256 is not None and capture.size is not None
    ]
    wanted = {(entry.sha256 or "", entry.size or 0, entry.chunkRoot) for entry in entries}
    return stored_bodies(files, wanted)


def stored_bodies(files: Files, wanted: AbstractSet[tuple[str, int, str | None]]) -> Check:
    """The check ``captures`` of bodies by their SHA-256, size in bytes and chunk root, if any."""
    if not wanted:
        return answer("captures", ABSENT, "No source has a stored body.")
    found = _Found()
    for sha256, size, chunks in sorted(wanted, key=str):
        found.add(sha256, *_state(files, sha256, size, chunks))
    return found.answer(len(wanted))


@dataclass
class _Found:
    """The digests that are not here or wrong, and the redacted copies, in words."""

    missing: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    redacted: list[str] = field(default_factory=list)

    def add(self, sha256: str, state: str, said: str) -> None:
        if state == "missing":
            self.missing.append(sha256)
        elif state:
            self.wrong.append(f"{sha256} ({state})")
        elif said:
            self.redacted.append(said)

    def answer(self, count: int) -> Check:
        if self.wrong:
            reason = f"{len(self.wrong)} stored bodies do not match, the first: {self.wrong[0]}."
            return answer("captures", FAIL, reason)
        reasons = []
        if self.redacted:
            reasons.append(
                f"{len(self.redacted)} of {count} stored bodies are here as redacted copies, which "
                f"cannot have the signed hash; the first is a {self.redacted[0]}."
            )
        if self.missing:
            reasons.append(
                f"{len(self.missing)} of {count} stored bodies are not here to be checked."
            )
        if reasons:
            return answer("captures", ABSENT, " ".join(reasons))
        return answer("captures", PASS, f"All {count} stored bodies match their hashes.")


def _state(files: Files, sha256: str, size: int, chunks: str | None) -> tuple[str, str]:
    """What is wrong with the body, or with its redacted copy; and of a copy what it is, in words."""
    state = _capture_state(files, sha256, size, chunks)
    return _redacted_state(files, sha256, size, chunks) if state == "missing" else (state, "")


def _redacted_state(files: Files, sha256: str, size: int, chunks: str | None) -> tuple[str, str]:
    """``missing`` and nothing where there is no redacted copy; else why the copy is not the signed
    body but for its redacted places (empty when it is), and what it is, in words.
    """
    try:
        data, packed = files.read(list_path(sha256)), files.read(copy_path(sha256))
        if data is None or packed is None:
            return "missing", ""
        redaction = parse_redaction(data)
        if redaction.sha256 != sha256:
            return "redacted copy of another body", redaction.said
        copy = _unpacked(packed, size)
    except (CopydeskError, zstandard.ZstdError) as error:
        return str(error) or "damaged", "redacted copy"
    if copy is None:
        return "redacted copy of another size", redaction.said
    rest = "all other kilobytes are as signed" if chunks else "the rest cannot be compared"
    return redaction.problem(copy, size, chunks), f"{redaction.said} taken out; {rest}"


def _capture_state(files: Files, sha256: str, size: int, chunks: str | None) -> str:
    """``""`` when the stored body has its hash, and the chunk root under which its passages are
    proved; ``missing`` when it is not there, else why not.
    """
    try:
        data = files.read(f"captures/sha256/{sha256[:2]}/{sha256}.zst")
        if data is None:
            return "missing"
        if size > MAX_BODY_BYTES:
            return "too large to be checked"
        body = _unpacked(data, size)
        if body is None:
            return "of another size"
    except (CopydeskError, zstandard.ZstdError) as error:
        return str(error) or "damaged"
    if len(body) != size or sha256_hex(body) != sha256:
        return "another body"
    return "" if chunks is None or chunk_root(body) == chunks else "of another chunk root"


def _unpacked(data: bytes, size: int) -> bytes | None:
    """The body in one frame that states ``size`` and ends where the file ends; ``None`` where it
    states another, so that the reader unpacks no more than is expected.

    Raises:
        ZstdError: damaged.
    """
    if size > MAX_BODY_BYTES or zstandard.get_frame_parameters(data).content_size != size:
        return None
    return zstandard.ZstdDecompressor().decompress(
        data, max_output_size=size, allow_extra_data=False
    )
