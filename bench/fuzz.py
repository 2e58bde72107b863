"""Fuzzes every parser, guided by coverage: 1,000,000 inputs without a crash or a run-away.

Atheris is not a dependency of Copydesk: ``pip install atheris`` (CPython 3.11; there are wheels for
Linux) into the environment that runs this, or into a folder that ``PYTHONPATH`` names.

``python bench/fuzz.py [--runs N] [--only NAME]``: N inputs for each parser, one process each. The
parsers and what must hold of them are in ``tests/support/parsers.py``, and the first inputs are
those of a real record. A parser may refuse (``CopydeskError``); any other exception, an input that
takes over ``--timeout`` seconds or more than 2 GB is a finding, and its input is kept.

Python is instrumented; what pydantic, cryptography and zstandard do natively is not seen, only run.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Longer inputs are another copy of the same; those that matter are in BOMBS and tests/provenance.
MAX_BYTES = 16_384
MAX_BUNDLE = 65_536
# The keyring's two signatures, or a whole record, are checked on every input.
SLOW = {"record": 16, "bundle": 8, "keyring": 4}
TOKENS = (
    "{}", "[]", "null", "true", "NaN", "-0", "1e9", "1.0", "9007199254740992", "\\\\ud800", "\\\\u0000",
    "index ", "quorum ", "group ", "witness ", "log ", "any", "all", "none", "c2sp.org/tlog-proof@v1",
    "cosignature/v1", "payloadType", "predicateType", "urn:copydesk:", "</script>",
)  # fmt: skip


def child(name: str, runs: int, timeout: int, folder: Path) -> None:
    """Fuzz one parser; ends the process."""
    import atheris  # noqa: PLC0415

    sys.path.insert(0, str(ROOT / "tests" / "support"))
    with atheris.instrument_imports(include=["copydesk"]):
        import parsers  # noqa: PLC0415
    corpus = folder / "corpus"
    corpus.mkdir()
    for number, seed in enumerate(parsers.seeds(name)):
        (corpus / str(number)).write_bytes(seed)
    words = "".join(f'"{token}"\n' for token in TOKENS)
    (folder / "words").write_text(words.replace('"{', '"\\x7b'), encoding="utf-8")
    one = _counting(lambda data: parsers.refuses_or_holds(name, data), folder / "found.json")
    atheris.Setup(
        [
            sys.argv[0], f"-runs={runs}", f"-max_len={MAX_BUNDLE if name == 'bundle' else MAX_BYTES}", f"-timeout={timeout}",
            "-rss_limit_mb=2048", f"-dict={folder / 'words'}", f"-artifact_prefix={folder}/",
            "-seed=1", str(corpus),
        ],
        one,
    )  # fmt: skip
    atheris.Fuzz()


def _counting(take: Callable[[bytes], bool], path: Path) -> Callable[[bytes], None]:
    """The parser, with what it has done so far in a file: libFuzzer ends the process as it likes."""
    done = {"inputs": 0, "taken": 0, "slowest": 0.0, "bytes": 0}
    began = time.perf_counter()

    def one(data: bytes) -> None:
        start = time.perf_counter()
        taken = take(data)
        now = time.perf_counter()
        done["inputs"] += 1
        done["taken"] += taken
        if now - start > done["slowest"]:
            done["slowest"], done["bytes"] = now - start, len(data)
        if done["inputs"] % 100 == 0:
            path.write_text(json.dumps({**done, "seconds": now - began}), encoding="utf-8")

    return one


def parent(names: list[str], runs: int, timeout: int) -> int:
    print(f"{'inputs':>10} {'taken':>9} {'seconds':>8} {'slowest':>9} {'bytes':>7}  parser")
    total, failed = 0, []
    for name in names:
        with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
            asked = runs // SLOW.get(name, 1)
            command = [
                sys.executable, __file__, "--child", name, "--runs", str(asked),
                "--timeout", str(timeout), "--folder", folder,
            ]  # fmt: skip
            ended = subprocess.run(command, capture_output=True, check=False)  # noqa: S603
            file = Path(folder) / "found.json"
            done = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
            if ended.returncode != 0 or not done:
                failed.append(name)
                print(ended.stderr.decode("utf-8", "replace")[-3000:])
                for path in Path(folder).glob("*-*"):
                    print(f"{path.name}: {path.read_bytes()[:500]!r}")
        if done:
            total += done["inputs"]
            print(
                f"{done['inputs']:10,} {done['taken']:9,} {done['seconds']:8.0f} "
                f"{done['slowest'] * 1000:6.0f} ms {done['bytes']:7,}  {name}",
                flush=True,
            )
    print(f"{total:10,} in all; {', '.join(failed) or 'nothing'} failed")
    return 1 if failed else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=66_000, help="inputs for each parser")
    parser.add_argument("--only", action="append", help="this parser only")
    parser.add_argument("--timeout", type=int, default=20, help="seconds for one input")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(options.child, options.runs, options.timeout, options.folder)
        return 0
    sys.path.insert(0, str(ROOT / "tests" / "support"))
    from parsers import PARSERS  # noqa: PLC0415

    return parent(options.only or list(PARSERS), options.runs, options.timeout)


if __name__ == "__main__":
    sys.exit(main())
