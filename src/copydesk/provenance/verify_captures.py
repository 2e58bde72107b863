"""Whether the captured bodies are those that the signed source set states."""

from __future__ import annotations

import zstandard

from copydesk.errors import CopydeskError
from copydesk.provenance.canonical import sha256_hex
from copydesk.provenance.checks import Check, CheckState, answer
from copydesk.provenance.chunks import chunk_root
from copydesk.provenance.files import Files
from copydesk.provenance.record import Signed
from copydesk.provenance.statements import SourceSetPredicate

__all__ = ["captures"]

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
    if not wanted:
        return answer("captures", ABSENT, "No source has a stored body.")
    missing: list[str] = []
    wrong: list[str] = []
    for sha256, size, chunks in sorted(wanted, key=str):
        state = _capture_state(files, sha256, size, chunks)
        (missing if state == "missing" else wrong if state else []).append(sha256)
    if wrong:
        reason = f"{len(wrong)} stored bodies do not match, the first: {wrong[0]}."
        return answer("captures", FAIL, reason)
    if missing:
        reason = f"{len(missing)} of {len(wanted)} stored bodies are not here to be checked."
        return answer("captures", ABSENT, reason)
    return answer("captures", PASS, f"All {len(wanted)} stored bodies match their hashes.")


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
        # The frame states its size, which bounds what is unpacked; it ends where the file ends.
        if zstandard.get_frame_parameters(data).content_size != size:
            return "of another size"
        body = zstandard.ZstdDecompressor().decompress(
            data, max_output_size=size, allow_extra_data=False
        )
    except (CopydeskError, zstandard.ZstdError) as error:
        return str(error) or "damaged"
    if len(body) != size or sha256_hex(body) != sha256:
        return "another body"
    return "" if chunks is None or chunk_root(body) == chunks else "of another chunk root"
