"""The words for captures on the reader's pages: what each is, and what publishers ask of machines."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "ASSOCIATION_WORDS",
    "CAPTURE_TERMS",
    "OUTCOME_WORDS",
    "RESERVATION_WORDS",
    "ROBOTS_WORDS",
    "ROLE_WORDS",
    "CaptureTerms",
]

ROLE_WORDS = {
    "page": ("Page as received", ""),
    "rendered-dom": ("Page after its scripts ran", "Made here, in a browser, from the page as received."),
    "visible-text": ("Text that a browser shows", "Read here from the page after its scripts ran."),
    "screenshot": ("Picture of the page", "Taken here, in a browser."),
    "raw": ("Raw data from the site’s interface", "What the page is made from, with what it says of itself."),
    "pdf": ("PDF", ""),
    "archive-copy": (
        "Copy held by a web archive",
        "Not the page itself: what an archive kept of it, read because the page could not be had whole.",
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class CaptureTerms:
    """What three lines of a capture are called, by what it is."""

    facts: str = "It says of itself"
    address: str = "Final address"
    made: str = "How it was fetched"


CAPTURE_TERMS = {
    "archive-copy": CaptureTerms("About the copy", "Copy’s address"),
    "raw": CaptureTerms(address="Data’s address"),
    **dict.fromkeys(
        ("rendered-dom", "visible-text", "screenshot"),
        CaptureTerms("In the browser", made="How it was made"),
    ),
}

OUTCOME_WORDS = {
    "stored": "Archived",
    "failed": "Not archived: the fetch failed",
    "refused": "Not archived: it was refused here",
}

ROBOTS_WORDS = {
    "allowed": "Allows this address.",
    "disallowed": "Disallows this address for programs.",
    "unknown": "Could not be had.",
}

RESERVATION_WORDS = {
    "noarchive": "that no copy be shown (noarchive)",
    "nosnippet": "that no passage be shown (nosnippet)",
    "noai": "that it not be used for artificial intelligence (noai)",
    "noimageai": "that its pictures not be used for artificial intelligence (noimageai)",
    "tdm-reservation": "that it not be mined for text and data (tdm-reservation)",
}

# What GitHub's author_association says of whoever wrote it, beside the project.
ASSOCIATION_WORDS = {
    "OWNER": "OWNER: the project is theirs",
    "MEMBER": "MEMBER: of the organisation that the project is of",
    "COLLABORATOR": "COLLABORATOR: asked to work on the project",
    "CONTRIBUTOR": "CONTRIBUTOR: has changed the project before",
    "FIRST_TIME_CONTRIBUTOR": "FIRST_TIME_CONTRIBUTOR: has not changed the project before",
    "FIRST_TIMER": "FIRST_TIMER: has changed no project there before",
    "MANNEQUIN": "MANNEQUIN: stands for somebody without an account",
    "NONE": "NONE: no part in the project",
}
