"""What the fields of the statements mean to a verifier.

A newsroom that signs and logs whatever it likes can still not break a rule that the reader's
verifier knows: :data:`RULES` says of each field which check that is, or that the field is the
newsroom's own word (:data:`FREE`): a text, a time that it states, a digest of what is not here.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from chained_newsroom import Step

__all__ = ["CONSEQUENCES", "FREE", "WITHOUT_A_KEYRING", "checks_of"]

FREE: frozenset[str] = frozenset()
"""A change of the field is as good as the field: no check can, and none may, refuse it."""

# What fails beside `keyring-chain` where there is no keyring to judge by.
WITHOUT_A_KEYRING = frozenset(
    {"approval", "four-eyes", "publication", "references", "withdrawal", "witnesses", "signer"}
)
_ANY = frozenset({"form", "signature", "signer", "inclusion", "order", "consistency"})
CONSEQUENCES: dict[str, frozenset[str]] = {
    "source-set": _ANY | {"source-list", "captures", "references"},
    "submission": _ANY | {"article", "trace", "references", "four-eyes", "withdrawal"},
    "review": _ANY | {"article", "references", "approval", "four-eyes"},
    "publication": _ANY
    | {"article", "references", "publication", "corrections", "withdrawal", "site-state"}
    | {"approval"},
    "correction": _ANY | {"article", "corrections", "four-eyes", "site-state", "withdrawal"},
    "withdrawal": _ANY
    | {"article", "withdrawal", "four-eyes", "site-state", "source-list", "trace", "references"},
    "keyring": _ANY | WITHOUT_A_KEYRING | {"keyring-chain", "keyring-log", "keyring-pin"},
    "site-state": frozenset({"site-state", "consistency"}),
}
"""The checks that may fail as well, once a statement of that kind is not what it was."""

_CORRECTIONS = [
    (r"subject\.0\.name.*", FREE),
    (r"subject: an element more", FREE),
    (r"subject.*", {"article"}),
    (r"predicate\.(publisher|reviewer)\.(id|kind): .*", {"signer", "four-eyes"}),
    (r"predicate\.(createdAt|kind|text|reason|passage)\b.*", FREE),
]
# Of a path and a change, "path: change" in words; the first that fits says what it means.
RULES: dict[str, list[tuple[str, Collection[str]]]] = {
    "source-set": [
        (r"subject\.[0-9]\.name.*", FREE),
        (r"subject: an element more", FREE),
        (r"subject.*", {"source-list"}),
        (r"predicate\.collector\.(id|kind): .*", {"signer"}),
        (r"predicate\.capturedAt.*", FREE),
        # The other article's captures differ in what its servers said, not in their bodies.
        (r"predicate\.sources(\.0(\.captures\.0)?)?: another statement's", FREE),
        (r"predicate\.sources: .*", {"source-list"}),
        (r"predicate\.sources\.[01](\.url)?: .*", {"source-list"}),
        (r"predicate\.sources\.[01]\.captures: emptied", {"source-list"}),
        (r"predicate\.sources\.[01]\.captures: .*", FREE),
        (r"predicate\.sources\.0\.captures\.1.*", FREE),
        (r"predicate\.sources\.[01]\.captures\.0: .*", {"source-list"}),
        (r"predicate\.sources\.[01]\.captures\.0\.sha256: .*", {"source-list"}),
        (r"predicate\.sources\.[01]\.captures\.0\.chunkRoot: dropped", FREE),
        (r"predicate\.sources\.[01]\.captures\.0\.(size|chunkRoot): .*", {"captures"}),
        (
            (
                r"predicate\.sources\.[01]\.captures\.0\.(role|retrievedAt|client|finalUrl|status"
                r"|mediaType|wireSha256|headers|hops|quality|reason)\b.*"
            ),
            FREE,
        ),
    ],
    "submission": [
        *_CORRECTIONS[:3],
        (r"predicate\.contributor\.(id|kind): .*", {"signer"}),
        (r"predicate\.(sourceSet|trace)\b.*", {"references"}),
        (r"predicate\.(createdAt|contributor\.generator|humanRequest|note|supersedes)\b.*", FREE),
    ],
    "review": [
        *_CORRECTIONS[:3],
        (r"predicate\.reviewer\.(id|kind): .*", {"signer"}),
        (r"predicate\.(submission|sourceSet|trace)\b.*", {"references"}),
        (r"predicate\.verdict: to approve.*", FREE),
        (r"predicate\.verdict: .*", {"approval"}),
        (
            (
                r"predicate\.(createdAt|summary|wordCount|sourceCount|findings|concerns"
                r"|clarifications|assessments|featured|disclosures)\b.*"
            ),
            FREE,
        ),
    ],
    "publication": [
        *_CORRECTIONS[:3],
        (r"predicate\.publisher\.(id|kind): .*", {"signer", "publication"}),
        (r"predicate\.(newsroom|submission|sourceSet|trace|reviews|keyring)\b.*", {"references"}),
        (r"predicate\.article(\.(slug|month))?: .*", {"references"}),
        (r"predicate\.article\.title: .*", {"publication"}),
        # The policy's text is not part of the record.
        (r"predicate\.(version|publishedAt|policy)\b.*", FREE),
    ],
    "correction": [*_CORRECTIONS, (r"predicate\.corrects\b.*", {"corrections"})],
    "withdrawal": [
        *_CORRECTIONS,
        (r"predicate\.withdraws\b.*", {"withdrawal"}),
        (r"predicate\.removed\.[0-9]\.digest.*", {"withdrawal"}),
        (r"predicate\.removed\b.*", FREE),
    ],
    "site-state": [
        # The root is what counts; the list's own digest is for people who look at the file.
        (r"subject.*", FREE),
        (r"predicate\.createdAt.*", FREE),
        (r"predicate\.logSize: -1", FREE),
        (r"predicate\.(publisher|newsroom|logSize|articles|headsRoot)\b.*", {"site-state"}),
    ],
    "1.keyring": [(r".*", {"keyring-pin", "keyring-chain"})],
    # Entries 0 to 5 are version 1's, of which 4 ends; 6 is the new editor's, 7 the witness's.
    "2.keyring": [
        (r"subject.*", FREE),
        (r"predicate\.threshold: another statement's", FREE),
        (r"predicate\.threshold\.(editor|publisher|witness): dropped", FREE),
        (r"predicate\.threshold\.editor: .*", {"approval"}),
        (r"predicate\.threshold\.publisher: .*", {"signer", "publication"}),
        # This reader asks for witnesses of their own choice.
        (r"predicate\.threshold\.witness: .*", FREE),
        (r"predicate\.keys: swapped", FREE),
        (r"predicate\.keys: another statement's", {"signer"}),
        (r"predicate\.keys\.4: another statement's", FREE),
        (r"predicate\.keys\.4\.validUntil: (\+1|huge|dropped)", FREE),
        (r"predicate\.keys\.4\.validUntil: -1", {"keyring-log"}),
        (r"predicate\.keys\.6\.(roles\.0|name|kind): .*", {"signer"}),
        (r"predicate\.keys\.[67]\.validFrom: -1", {"keyring-log"}),
        (r"predicate\.keys\.6\.validFrom: huge", {"signer"}),
        (r"predicate\.keys\.6: dropped", {"signer"}),
        (r"predicate\.keys\.7: dropped", FREE),
        (r"predicate\.keys\.[67]\.(keyid|public): .*", {"keyring-chain"}),
        (r"predicate\.keys\.[67]\..*", FREE),
        (r"predicate\..*", {"keyring-chain"}),
    ],
}


def checks_of(step: Step, path: tuple[str | int, ...], label: str) -> Collection[str]:
    """The checks of which one must fail when that field of the statement is changed so."""
    said = f"{'.'.join(map(str, path))}: {label}"
    if step.name == "review-1" and path == ("predicate", "verdict"):
        # The newest review is what counts.
        return FREE
    for pattern, checks in RULES.get(step.name) or RULES[step.kind]:
        if re.fullmatch(pattern, said):
            return checks or FREE
    raise KeyError(f"nobody said what {said} of a {step.kind} means")
