"""A newsroom on disk to be audited: one honest article, and copies of it that are not."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from newsroom_simulator import FOLDER, SLUG, Simulator, published

from copydesk.newsroom.template import config_text

__all__ = ["CAPTURE", "FOLDER", "MONTH_FOLDER", "newsroom_on_disk", "written"]

MONTH_FOLDER = FOLDER.rpartition("/")[0]


def written(folder: Path, files: Mapping[str, bytes]) -> Path:
    """The files below ``folder``."""
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


def newsroom_on_disk(folder: Path, *, copies: int = 0, room: Simulator | None = None) -> Path:
    """A newsroom; each copy is the article under another slug, with another last word."""
    files = dict((room or published()).files.files)
    for path, data in list(files.items()):
        if path.startswith(f"{FOLDER}/"):
            for number in range(copies):
                changed = data + b"Copy %d.\n" % number if path.endswith(".md") else data
                files[path.replace(SLUG, f"copy-{number:03d}")] = changed
    files["copydesk.toml"] = config_text("Sim", "sim.example/log").encode()
    return written(folder, files)


CAPTURE = next(path for path in published().files.files if path.startswith("captures/"))
