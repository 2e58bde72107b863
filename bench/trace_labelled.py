"""The part of bench/accuracy.py about public data with human labels.

python bench/trace_labelled.py [--show missed|false] [--format text|json] [--limit N]
"""

from __future__ import annotations

import sys

from accuracy import main

SETS = ("summedits", "faithbench", "wice")

if __name__ == "__main__":
    chosen = [] if "--set" in sys.argv else [part for name in SETS for part in ("--set", name)]
    raise SystemExit(main([*chosen, *sys.argv[1:]]))
