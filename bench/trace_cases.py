"""The part of bench/accuracy.py about the errors that reviewers found: ``--set cases``.

python bench/trace_cases.py [--show missed|false] [--format text|json]
"""

from __future__ import annotations

import sys

from accuracy import main

if __name__ == "__main__":
    raise SystemExit(main(["--set", "cases", *sys.argv[1:]]))
