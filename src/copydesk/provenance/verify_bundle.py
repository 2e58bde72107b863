"""Verifies a bundle: the same checks as a newsroom's, over the files that the bundle holds."""

from __future__ import annotations

from copydesk.provenance.bundle import Bundle
from copydesk.provenance.checks import Verification
from copydesk.provenance.record import Record
from copydesk.provenance.trust import Trust
from copydesk.provenance.verify import NOBODY, Bundled, load_record, verify_article

__all__ = ["load_bundle", "verify_bundle"]


def verify_bundle(bundle: Bundle, trust: Trust = NOBODY) -> Verification:
    """Every check on the bundle's article; nothing raises on a damaged or hostile bundle."""
    return verify_article(
        bundle.files, bundle.month, bundle.slug, trust=trust, bundle=Bundled(bundle.passages)
    )


def load_bundle(bundle: Bundle, trust: Trust = NOBODY) -> Record:
    """The record that the bundle holds, read and verified."""
    return load_record(
        bundle.files,
        bundle.month,
        bundle.slug,
        trust=trust,
        bundle=Bundled(bundle.passages),
    )
