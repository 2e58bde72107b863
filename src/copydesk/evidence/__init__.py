"""Evidence: captured bytes in, labelled text with offsets and an honest quality out."""

from copydesk.evidence.marks import Verdict
from copydesk.evidence.model import EvidenceSource, EvidenceText, Label, Region
from copydesk.evidence.quality import judge
from copydesk.evidence.read import read_evidence

__all__ = [
    "EvidenceSource",
    "EvidenceText",
    "Label",
    "Region",
    "Verdict",
    "judge",
    "read_evidence",
]
