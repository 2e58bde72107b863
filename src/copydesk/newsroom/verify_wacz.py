"""``copydesk verify FILE.wacz``: the record in it, and its captures against the record."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from copydesk.capture.wacz_reading import read_wacz
from copydesk.errors import UsageError
from copydesk.provenance.checks import CheckState, Verification
from copydesk.provenance.trust import Trust
from copydesk.provenance.verify import NOBODY
from copydesk.provenance.verify_bundle import load_bundle

__all__ = ["verify_wacz"]


def verify_wacz(path: Path, trust: Trust = NOBODY) -> Verification:
    """Every check of the enclosed record, then those of the archive.

    Raises:
        UsageError: the file cannot be read.
        StatementError: it is no WACZ that a reader should open, or holds no record.
        LimitError: it is too large, or unpacks to too much.
    """
    try:
        with path.open("rb") as file:
            wacz = read_wacz(file, path.stat().st_size)
            record = load_bundle(wacz.bundle, trust)
            source_set = record.source_set
            checks = wacz.checks(source_set.predicate if source_set else None)
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror or error}.", fix="Name another file."
        ) from error
    said = record.verification
    # The bodies are in the archive and not in the bundle: the archive's check answers for them.
    kept = [each for each in said.checks if each.id != "captures" or each.state is CheckState.FAIL]
    return replace(said, checks=(*kept, *checks))
