"""What the verification of one article after another of the same newsroom asks for again and again:
the keyring, its place in the log, the newest checkpoint, the site-state. Each is read and verified
once, when first asked for.
"""

from __future__ import annotations

from copydesk.errors import CopydeskError
from copydesk.provenance.files import Files
from copydesk.provenance.keyring import Keyring, load_keyring
from copydesk.provenance.verify_log import KeyringLog, LogView, keyring_log
from copydesk.provenance.verify_state import StateView

__all__ = ["Context"]


class Context:
    """A newsroom's files with what is common to all its articles.

    It is right for as long as the keyring, the log and the site-state stay as they are: make a new
    one after each change.

    Args:
        files: the newsroom, or a bundle's files.
        keyring: the verified keyring of these files, where the caller has it.
    """

    def __init__(self, files: Files, keyring: Keyring | None = None) -> None:
        self.files = files
        self.keyring_problem = ""
        if keyring is None:
            keyring, self.keyring_problem = _keyring(files)
        self.keyring = keyring
        self.log = LogView(files, keyring)
        self.keyring_log = keyring_log(self.log, keyring) if keyring else KeyringLog()
        self.state = StateView(files, keyring)


def _keyring(files: Files) -> tuple[Keyring | None, str]:
    try:
        return load_keyring(files), ""
    except CopydeskError as error:
        return None, error.message
