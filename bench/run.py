"""Every measurement in this folder, one after the other: `./dev bench [NAME ...]`."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main() -> int:
    wanted = sys.argv[1:]
    scripts = sorted(path for path in HERE.glob("*.py") if path.name != "run.py")
    chosen = [path for path in scripts if not wanted or path.stem in wanted]
    if not chosen:
        print("no such measurement; there are: " + ", ".join(path.stem for path in scripts))
        return 2
    worst = 0
    for script in chosen:
        print(f"== {script.stem}", flush=True)
        done = subprocess.run([sys.executable, str(script)], check=False)  # noqa: S603 - our own
        worst = max(worst, done.returncode)
    return worst


if __name__ == "__main__":
    sys.exit(main())
