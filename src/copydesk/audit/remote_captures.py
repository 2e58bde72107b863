"""A newsroom's captured bodies from any address that fsspec reads (extra ``dask``)."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from copydesk.capture.store import stored_path
from copydesk.errors import UsageError
from copydesk.newsroom.store import MAX_FILE_BYTES

__all__ = ["RemoteCaptures"]


class RemoteCaptures:
    """The store ``captures/`` of a newsroom, kept elsewhere.

    Args:
        url: the address of the folder that holds ``sha256/<aa>/<hex>.zst``.

    Raises:
        UsageError: fsspec is not installed, or knows no such address.
    """

    def __init__(self, url: str) -> None:
        try:
            from fsspec.core import url_to_fs  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise UsageError(
                "Captures at an address need the library fsspec.",
                fix="pip install 'copydesk[dask]'",
            ) from error
        try:
            found: tuple[Any, str] = url_to_fs(url)
        except (ValueError, ImportError) as error:
            raise UsageError(
                f"{url} cannot be read: {error}.", fix="Name another address."
            ) from error
        self._files, self._root = found

    @contextlib.contextmanager
    def here(self, digests: Iterable[str]) -> Iterator[Path]:
        """A temporary newsroom's folder that holds these bodies, as far as they are there.

        What is larger than a newsroom's file may be is not fetched; it then counts as missing.
        """
        with tempfile.TemporaryDirectory(prefix="copydesk-audit-") as name:
            root = Path(name)
            for sha256 in digests:
                self._fetch(sha256, stored_path(root, sha256))
            yield root

    def _fetch(self, sha256: str, target: Path) -> None:
        place = f"{self._root.rstrip('/')}/sha256/{sha256[:2]}/{sha256}.zst"
        try:
            size = self._files.size(place)
            if size is not None and size > MAX_FILE_BYTES:
                return
            data = self._files.cat_file(place, start=0, end=MAX_FILE_BYTES)
        except FileNotFoundError:
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
