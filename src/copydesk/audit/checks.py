"""What an audit asks of each article, and the codes by which it says why."""

from __future__ import annotations

from copydesk.provenance.checks import CheckKind, CheckState

__all__ = [
    "AUDIT_CHECKS",
    "BODY_CODES",
    "BODY_WORDS",
    "CHAIN",
    "CODES",
    "FUNNEL",
    "OK",
    "SOURCE_CODES",
    "CheckState",
]

OK = "ok"
"""The code of whatever passes."""

AUDIT_CHECKS: dict[str, CheckKind] = {
    "form": CheckKind(
        "Readable", "Everything that belongs to the article can be read and is accounted for."
    ),
    "publisher-signature": CheckKind(
        "Signed by the publisher", "The publisher's key signed that this article is published."
    ),
    "text-hash": CheckKind(
        "Text as signed", "The article, its trace and its list of sources have the stated hashes."
    ),
    "submission-hash": CheckKind(
        "Submission as signed",
        "The submission has the hash that it states, and what refers to it names that hash.",
    ),
    "contributor-signature": CheckKind(
        "Signed by the contributor", "The contributor's key signed the submission."
    ),
    "review-before": CheckKind(
        "Approved before publication", "The newest review before publication approves this text."
    ),
    "review-independent": CheckKind(
        "Approved by somebody else",
        "The approving reviewer has another key than the contributor or, where reviews are not "
        "signed, names another model.",
    ),
    "review-signature": CheckKind("Reviews signed", "A key of the reviewer signed each review."),
    "order": CheckKind(
        "Events in order",
        "Capture, submission, review, publication and corrections follow each other.",
    ),
    "log": CheckKind(
        "Keys and log", "The keyring is whole, and the log holds every statement, unchanged."
    ),
    "sources-captured": CheckKind(
        "Every cited source captured", "A body is recorded for every source that is cited."
    ),
    "captures": CheckKind(
        "Captures as recorded", "Every stored body has the hash that was recorded of it."
    ),
    "corrections": CheckKind(
        "Corrections", "Each correction is signed and names what it corrects."
    ),
    "specifics": CheckKind(
        "Specifics traced", "Every specific is traced to a cited source, or derived from one."
    ),
    "findings": CheckKind("No errors of policy", "No rule of the policy finds an error."),
}
"""The checks, in the order in which an article has to pass them."""

FUNNEL = (
    "publisher-signature",
    "text-hash",
    "contributor-signature",
    "review-before",
    "sources-captured",
    "captures",
    "order",
    "review-independent",
)
"""What the full chain asks for, one after the other; each must pass."""

CHAIN = tuple(name for name in AUDIT_CHECKS if name not in {"specifics", "findings"})
"""The checks on the chain of evidence, of which none may fail where the chain is full."""

BODY_CODES: dict[str, str] = {
    OK: "has the recorded hash",
    "line-ends": "its line ends were converted; undoing that brings the recorded hash back",
    "line-ends-likely": "as a conversion of line ends would leave it; it cannot be undone exactly",
    "decoded": "was decoded to text and encoded again; characters are lost",
    "uncompressed": "lies here uncompressed",
    "another-body": "is another body than the one recorded",
    "damaged": "cannot be unpacked or read",
    "too-large": "is over the limit of size",
    "outside": "its path leads out of the archive",
    "no-hash": "has no recorded hash to be compared with",
    "absent": "is not here to be compared",
}
"""What is said of one stored body."""

SOURCE_CODES: dict[str, str] = {
    "stored": "a body is recorded",
    "http-NNN": "the server answered with that status",
    "timeout": "no answer came in time",
    "fetch-failed": "nothing came for another reason, or none is given",
    "no-body": "an answer came without a body",
    "not-listed": "the list of captures does not name it",
    "no-manifest": "there is no list of captures",
    "file-missing": "the file that is named is not there or cannot be read",
}
"""What is said of one cited source; for a newsroom's failed captures also their own problem codes."""

BODY_WORDS = {
    "line-ends": "with line ends converted",
    "line-ends-likely": "with line ends likely converted",
    "decoded": "decoded and encoded again",
    "another-body": "another body",
    "too-large": "too large",
    "outside": "outside the archive",
}
"""The same in a few words, where the code is not words enough."""

CODES: dict[str, str] = {
    OK: "It holds.",
    "part-covered": "It holds, and parts of the file are not covered by it.",
    "none": "There is none.",
    "not-run": "It was not asked for.",
    "not-published": "The article is on its way; nothing of it is published.",
    "unreadable": "A file is not what its name says.",
    "bad-name": "The name is not that of an article's folder or file.",
    "link": "A link stands where a file or folder should be; it was not followed.",
    "fault": "It could not be judged.",
    "edited-since": "It holds only without what was changed after signing.",
    "forgeable": "It was made with a secret that is public: anyone could have made it.",
    "not-ed25519": "It cannot be an Ed25519 signature of anything.",
    "does-not-verify": "It is not the named signer's signature of what the file holds.",
    "missing": "The file has no signature.",
    "unknown-key": "The archive has no key of the named signer.",
    "uncheckable": "Only who has its secret could check it.",
    "unknown-scheme": "Its scheme is not known.",
    "unsigned": "It is not signed.",
    "differs": "The stated hash is another than the content has.",
    "no-review": "There is no review of it.",
    "not-approved": "The newest review before publication does not approve it.",
    "not-in-time": "No review is dated before publication.",
    "same-model": "Contributor and approving reviewer name the same model.",
    "unknown-reviewer": "The approving review does not say by which model.",
    "undated": "A date is missing that the order would be seen from.",
    "captured-after": "Sources were fetched after publication.",
    "submitted-after": "The submission is dated after its review or publication.",
    "corrected-before": "A correction is dated before the publication.",
    "disagrees": "Two files of one article say different things of the same.",
    "no-log": "The archive has no log.",
    "contradicted": "A source contradicts a specific.",
    "misattributed": "A specific stands only in a source that is not cited for it.",
    "untraced": "A specific stands in no source.",
    "undecided": "What is left is for an editor to decide, or its source cannot be read.",
    "errors": "A rule of the policy finds an error.",
    "gone": "The newsroom's signed state lists the article, and it is not here.",
    "no-text": "The article's text is not here.",
    "not-captured": "A cited source has no stored body.",
}
"""Other codes than those of bodies and of ``copydesk verify``."""
