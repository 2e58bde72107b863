"""Captured bytes as evidence text, with labelled regions, and how far they can serve."""

from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.evidence.quality import judge
from copydesk.evidence.read import read_evidence, sniff

__all__ = ["EvidenceSource", "EvidenceText", "Label", "Region", "judge", "read_evidence", "sniff"]
