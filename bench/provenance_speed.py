"""How fast records are verified, archives audited and logs appended to, beside the bare floor.

    python bench/provenance_speed.py [--records N] [--log N] [--cores N] [--checkpoints step|day]

The floor is what no verifier can go below: the same Ed25519 verifications by OpenSSL and SHA-256
over the same bytes, with nothing parsed (for an append: the signatures and hashes, and the same
bytes written and flushed once). "wall" is the time that passed, "CPU" the processor time that it
took, which says what the wall time would be on a machine that does nothing else; floor and ratio
are of CPU time, and of wall time where files are flushed. All are medians of single runs, in which
nothing is remembered from the run before. Newsroom and log are made in a temporary folder.

An archive is audited with a checkpoint for each step (as where one machine holds every key) and
with one for twenty articles (as where a day's statements are logged together): each distinct
checkpoint costs one more verification.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from copydesk.newsroom.run_files import RunFiles
from copydesk.newsroom.store import DirectoryFiles
from copydesk.newsroom.transaction import apply_changes
from copydesk.newsroom.verifying import Audit, verify_articles
from copydesk.provenance import keys
from copydesk.provenance.bundle import Bundler, parse_bundle
from copydesk.provenance.canonical import sha256_hex
from copydesk.provenance.context import Context
from copydesk.provenance.dsse import parse_envelope, signers_of
from copydesk.provenance.keyring import load_keyring
from copydesk.provenance.keys import generate_key
from copydesk.provenance.log.proof import parse_proof
from copydesk.provenance.log.tiles import append
from copydesk.provenance.reading import why_not_logged
from copydesk.provenance.statement import parse_statement
from copydesk.provenance.verify import verify_article
from copydesk.provenance.verify_bundle import verify_bundle

sys.path.insert(0, str(Path(__file__).resolve().parent))
from support.synthetic_newsroom import (
    ORIGIN,
    Newsroom,
    Shape,
    a_checkpoint_a_day,
    a_checkpoint_a_step,
    build,
    large_log,
    log_all,
)

RUNS = 40
SAMPLE = 200
LOGGING = {"step": a_checkpoint_a_step, "day": a_checkpoint_a_day}
Check = tuple[bytes, bytes, bytes]
"""Public key, signature, message."""
Changes = dict[str, bytes | None]


class Time(NamedTuple):
    """Seconds."""

    wall: float
    cpu: float


@dataclass(frozen=True)
class Work:
    """What a floor repeats: signatures to verify, bytes to hash."""

    checks: tuple[Check, ...]
    pieces: tuple[bytes, ...]

    def do(self) -> None:
        for public, signature, message in self.checks:
            Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
        for piece in self.pieces:
            hashlib.sha256(piece).digest()


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="copydesk-bench-") as name:
        folder = Path(name)
        with _said(f"newsroom of {options.records:,} records"):
            room = build(folder / "newsroom", options.records, Shape(trace=1024 * options.trace))
        _print([("figure", "target", "wall", "CPU", "floor", "ratio")])
        for kind in options.checkpoints:
            with _said(f"its log, a checkpoint a {kind}"):
                log_all(room, LOGGING[kind])
            if kind == options.checkpoints[0]:
                _print(bundle_rows(room))
            _print(audit_rows(room, kind, options.cores))
        with _said(f"log of {options.log:,} entries"):
            key = generate_key()
            large_log(folder / "log", options.log, key)
        _print(append_rows(folder / "log", key, options.log))
    print("load average:", ", ".join(f"{load:.1f}" for load in os.getloadavg()))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--records", type=int, default=10_000)
    parser.add_argument("--log", type=int, default=1_000_000)
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--trace", type=int, default=100, help="KB of each trace.json")
    parser.add_argument("--checkpoints", nargs="+", choices=tuple(LOGGING), default=["step", "day"])
    return parser.parse_args()


# -- one bundle -----------------------------------------------------------------------------------


def bundle_rows(room: Newsroom) -> list[Sequence[str]]:
    """Verifying one bundle, with and without its captures, cold; and where the time goes."""
    month, slug = room.articles[len(room.articles) // 2]
    files = DirectoryFiles(room.folder)
    rows: list[Sequence[str]] = []
    for what, captures in (("without captures", []), ("with five captures", _captures(room))):
        bundle = Bundler(files).bundle(month, slug, captures=captures)
        data = bundle.to_bytes()
        work = Work(
            tuple(_recorded(lambda given=data: _verify(given))), tuple(bundle.files.files.values())
        )
        own, floor = [], []
        for _ in range(RUNS):
            _forget()
            own.append(_timed(lambda given=data: _verify(given)))
            floor.append(_timed(work.do))
        rows.append(_row(f"verify a bundle {what}", "20 ms", own, floor))
        if not captures:
            rows += _split(DirectoryFiles(room.folder), f"articles/{month}/{slug}/prov", data)
    return rows


def _verify(data: bytes) -> None:
    found = verify_bundle(parse_bundle(data))
    assert found.ok, [check for check in found.checks if check.state == "fail"]


def _captures(room: Newsroom) -> list[str]:
    return [path.stem for path in sorted((room.folder / "captures").rglob("*.zst"))]


def _split(files: DirectoryFiles, prov: str, bundle: bytes) -> list[Sequence[str]]:
    """The parts of it, each on its own; what is left are the checks and the article's text."""
    keyring = load_keyring(files)
    names = ("source-set", "submission", "review-1", "publication")
    data = {name: files.read(f"{prov}/{name}.dsse.json") or b"" for name in names}
    proofs = {name: files.read(f"{prov}/{name}.tlog-proof") or b"" for name in names}
    sealed = {name: parse_envelope(item) for name, item in data.items()}
    read = {name: parse_statement(item.payload) for name, item in sealed.items()}

    def parse() -> None:
        parse_bundle(bundle)
        for item in data.values():
            parse_statement(parse_envelope(item).payload)

    def sign() -> None:
        for item in sealed.values():
            assert signers_of(item, keyring.public_keys())

    def prove() -> None:
        for name, item in read.items():
            proof, envelope = parse_proof(proofs[name]), sha256_hex(data[name])
            assert not why_not_logged(item.kind, item.sha256, envelope, proof, keyring)

    def digest() -> None:
        sha256_hex(bundle)

    parts = {"parse": parse, "hash": digest, "signatures": sign, "proofs": prove}
    return [
        (f"  of which {name}", "", *_ms(_repeated(part)), "", "") for name, part in parts.items()
    ]


def _repeated(part: Callable[[], object]) -> list[Time]:
    times = []
    for _ in range(RUNS):
        _forget()
        times.append(_timed(part))
    return times


# -- an archive -----------------------------------------------------------------------------------


def audit_rows(room: Newsroom, kind: str, cores: int) -> list[Sequence[str]]:
    """Auditing the whole newsroom from disk."""
    floor = _audit_floor(room, cores)
    rows: list[Sequence[str]] = []
    for what, captures in (("", False), (", captures hashed", True)):
        audit = Audit(room.folder, captures=captures)
        before, start = _children(), time.perf_counter()
        count = sum(result.ok for result in verify_articles(audit, jobs=cores))
        wall, cpu = time.perf_counter() - start, _children() - before
        assert count == len(room.articles)
        name = f"audit, a checkpoint a {kind}{what}"
        rates = (f"{count / wall:,.0f}/s", f"{count / cpu * cores:,.0f}/s")
        bare = ("", "") if captures else (f"{floor:,.0f}/s", f"{floor * cpu / count / cores:.1f}")
        rows.append((name, "2,000/s", *rates, *bare))
    return rows


def _children() -> float:
    """CPU seconds of the worker processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _audit_floor(room: Newsroom, cores: int) -> float:
    """Records a second of the bare work of a sample, on as many cores."""
    part = room.articles[:: max(len(room.articles) // SAMPLE, 1)][:SAMPLE]
    files = RunFiles(DirectoryFiles(room.folder), captures=False)
    context = Context(files)

    def verify() -> None:
        for month, slug in part:
            verify_article(files, month, slug, context=context)

    _forget()
    checks = tuple(_recorded(verify))
    prefixes = [f"articles/{month}/{slug}" for month, slug in part]
    names = [name for prefix in prefixes for name in DirectoryFiles(room.folder).names(prefix)]
    work = Work(checks, tuple((room.folder / name).read_bytes() for name in names))
    return cores * len(part) / statistics.median(_timed(work.do).cpu for _ in range(5))


# -- a log ----------------------------------------------------------------------------------------


def append_rows(folder: Path, key: keys.PrivateKey, size: int) -> list[Sequence[str]]:
    """Appending the four statements of one article."""
    new = [b'{"v":1,"kind":"review","number":%d}' % number for number in range(4)]

    def work_out() -> Changes:
        return append(DirectoryFiles(folder), new, key, ORIGIN).changes

    def write() -> None:
        apply_changes(folder, work_out())

    flushed, bare = [], []
    for _ in range(RUNS):
        data = b"".join(item for item in work_out().values() if item is not None)
        _forget()
        flushed.append(_timed(write))
        bare.append(_timed(lambda given=data: _append_floor(given, key, folder)))
    with _unflushed():
        quick = _repeated(write)
    where = f"append 4 to {size:,}"
    floor = statistics.median(each.wall for each in bare)
    ratio = statistics.median(each.wall for each in flushed) / floor
    return [
        (f"{where}, flushed", "20 ms", *_ms(flushed), f"{1000 * floor:.2f} ms", f"{ratio:.1f}"),
        (f"{where}, not flushed", "", *_ms(quick), "", ""),
        (f"{where}, worked out only", "", *_ms(_repeated(work_out)), "", ""),
    ]


def _append_floor(message: bytes, key: keys.PrivateKey, folder: Path) -> None:
    """The old checkpoint verified, the new one signed, the bytes hashed, and written as one."""
    signature = key.sign(message[:100])
    Ed25519PublicKey.from_public_bytes(key.public).verify(signature, message[:100])
    hashlib.sha256(message).digest()
    with (folder / "floor").open("wb") as file:
        file.write(message)
        file.flush()
        os.fsync(file.fileno())


@contextlib.contextmanager
def _unflushed() -> Iterator[None]:
    real = os.fsync
    os.fsync = lambda _: None  # type: ignore[assignment]
    try:
        yield
    finally:
        os.fsync = real


# -- measuring ------------------------------------------------------------------------------------


def _recorded(run: Callable[[], None]) -> list[Check]:
    """Every signature that OpenSSL is asked about during a run that remembers nothing."""
    seen: list[Check] = []
    real = keys._verify  # noqa: SLF001 - counted where it happens

    def noted(public: bytes, signature: bytes, data: bytes) -> bool:
        seen.append((public, signature, data))
        return real(public, signature, data)

    keys._verify = noted  # noqa: SLF001
    try:
        _forget()
        run()
    finally:
        keys._verify = real  # noqa: SLF001
    return seen


def _forget() -> None:
    """Empty every cache of the package: each figure is that of a first time."""
    for name, module in list(sys.modules.items()):
        if name.startswith("copydesk"):
            for value in list(vars(module).values()):
                clear = getattr(value, "cache_clear", None)
                if callable(clear):
                    clear()


def _timed(run: Callable[[], object]) -> Time:
    wall, cpu = time.perf_counter(), time.process_time()
    run()
    return Time(time.perf_counter() - wall, time.process_time() - cpu)


def _ms(times: list[Time]) -> tuple[str, ...]:
    """Wall and CPU time."""
    return tuple(f"{1000 * statistics.median(each):.2f} ms" for each in zip(*times, strict=True))


def _row(name: str, target: str, own: list[Time], floor: list[Time]) -> Sequence[str]:
    bare = statistics.median(each.cpu for each in floor)
    ratio = statistics.median(each.cpu for each in own) / bare
    return name, target, *_ms(own), f"{1000 * bare:.2f} ms", f"{ratio:.1f}"


@contextlib.contextmanager
def _said(what: str) -> Iterator[None]:
    start = time.perf_counter()
    yield
    print(f"({what}: {time.perf_counter() - start:.1f} s)", flush=True)


def _print(rows: Sequence[Sequence[str]]) -> None:
    for name, *cells in rows:
        print(name.ljust(44), *(cell.rjust(9) for cell in cells), flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
