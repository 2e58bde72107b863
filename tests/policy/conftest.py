"""Makes the loader of the fixture pairs importable beside the tests (importlib mode has no path)."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
