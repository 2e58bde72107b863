"""Time `read_evidence` on every page of a folder of saved sources.

Usage: evidence_speed.py FOLDER   (searched for manifest.json files)
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections import Counter
from pathlib import Path

from copydesk.capture.folder import read_folder
from copydesk.evidence import read_evidence


def main(folder: Path) -> None:
    times: list[tuple[float, int]] = []
    qualities: Counter[str] = Counter()
    manifests = sorted(folder.rglob("manifest.json"))
    for manifest in manifests:
        rows = json.loads(manifest.read_bytes())["sources"]
        urls = [row["url"] for row in rows]
        qualities.update(s.quality.value for s in read_folder(manifest.parent, urls))
        for row in rows:
            if not row.get("file", "") or not row["file"].endswith(".html"):
                continue
            body = (manifest.parent / row["file"]).read_bytes()
            start = time.perf_counter()
            read_evidence(body, media_type=row.get("content_type") or "")
            times.append((1000 * (time.perf_counter() - start), len(body)))
    values = sorted(t for t, _ in times)
    near = [t for t, size in times if 100_000 <= size <= 200_000]
    print(f"manifests {len(manifests)}, pages {len(times)}, qualities {dict(qualities)}")
    print(
        f"ms a page: median {statistics.median(values):.1f}, "
        f"p95 {values[int(0.95 * len(values))]:.1f}, max {values[-1]:.1f}; "
        f"pages of 100-200 KB: median {statistics.median(near):.1f} ({len(near)} pages)"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
