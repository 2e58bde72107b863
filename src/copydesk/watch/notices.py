"""New lines by which a page says that it was wrong: a correction, an editor's note, a retraction."""

from __future__ import annotations

import re

from copydesk.evidence.model import EvidenceText
from copydesk.trace.words import tokenise

__all__ = ["MAX_NOTICES", "find_notices"]

MAX_NOTICES = 5
_SHOWN = 400
# A link to a page of corrections is no notice: a notice has a sentence.
_MIN_WORDS = 8
# "Update" is not among them: pages are updated all the time, and say so on every load.
_MARK = re.compile(
    r"^\W*(?:corrections?|clarification|editor['’]?s['’]? note|retraction|retracted|this (?:article|"
    r"story|paper) (?:has been|was) (?:corrected|retracted)|an earlier version of this|erratum|errata|"
    r"korrektur|berichtigung|richtigstellung|anmerkung der redaktion|rectificatif|rectification|"
    r"correcci[oó]n|fe de erratas|fe de errores|rectificaci[oó]n|correzione|rettifica|errata corrige|"
    r"corre[cç][aã]o|correctie|rectificatie|rättelse|rettelse|sprostowanie|исправление|поправка|訂正)"
    r"(?!\w)",
    re.IGNORECASE,
)


def find_notices(old: EvidenceText, new: EvidenceText) -> tuple[str, ...]:
    """The notices that a reader of ``new`` sees and that ``old`` did not have, at most
    :data:`MAX_NOTICES`, each on one line. A heading counts with the line under it.
    """
    lines = [" ".join(line.split()) for line in new.visible.split("\n")]
    lines = [line for line in lines if line]
    marked = [at for at, line in enumerate(lines) if _MARK.match(line)]
    if not marked:
        return ()
    known = {" ".join(line.split()) for line in old.visible.split("\n")}
    found: dict[str, None] = {}
    for at in marked:
        notice = lines[at]
        if notice not in known and len(tokenise(notice).words) < _MIN_WORDS:
            notice = " ".join(lines[at : at + 2])
            if lines[at + 1 : at + 2] and lines[at + 1] in known:
                continue
        if notice not in known and len(tokenise(notice).words) >= _MIN_WORDS:
            found[notice if len(notice) <= _SHOWN else notice[: _SHOWN - 1] + "…"] = None
        if len(found) >= MAX_NOTICES:
            break
    return tuple(found)
