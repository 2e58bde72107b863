"""Runs the main job on the bundled newsroom, step by step, and then tampers with the result."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import copydesk
from copydesk.atomic import atomic_write
from copydesk.capture.model import SourceCaptures
from copydesk.capture.sources import capture_everything
from copydesk.config import CaptureLimits
from copydesk.demo.server import PageServer
from copydesk.errors import NewsroomError, UsageError, VerificationError
from copydesk.newsroom.anchoring import anchor
from copydesk.newsroom.common import Clock, Desk
from copydesk.newsroom.create import create_newsroom
from copydesk.newsroom.exporting import Exporter
from copydesk.newsroom.intake import Fetch, capture_article, take_in
from copydesk.newsroom.keyrings import register_key
from copydesk.newsroom.keystore import Keystore
from copydesk.newsroom.layout import CONFIG, ArticlePaths
from copydesk.newsroom.review_input import parse_review
from copydesk.newsroom.reviewing import review
from copydesk.newsroom.site import build_site
from copydesk.newsroom.steps import publish, submit
from copydesk.newsroom.store import Newsroom
from copydesk.provenance.bundle import parse_bundle
from copydesk.provenance.checks import CheckState, Verification
from copydesk.provenance.keyring import load_keyring
from copydesk.provenance.trust import Trust
from copydesk.provenance.verify import verify_article
from copydesk.provenance.verify_bundle import verify_bundle

__all__ = ["CONTRIBUTOR", "EDITOR", "DemoResult", "demo_folder", "run_demo"]

ORIGIN = "demo.copydesk.example/log"
NAME = "The Demo Gazette"
CONTRIBUTOR = "wren-desk-bot-01"
EDITOR = "heron-desk-bot-02"

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class DemoResult:
    """Where everything is, and what the verifier said before and after the tampering."""

    newsroom: Path
    article: ArticlePaths
    pin: str
    index_page: Path
    record_page: Path
    verification: Verification
    tampered: Path
    tampered_verification: Verification
    bundle: Path


def demo_folder() -> Path:
    """The ``demo`` folder of this checkout.

    Raises:
        UsageError: Copydesk is installed without its checkout.
    """
    folder = Path(copydesk.__file__).resolve().parents[2] / "demo"
    if not (folder / "draft.md").is_file():
        raise UsageError(
            "The demo needs a checkout of Copydesk: its pages and its draft are not installed.",
            fix="Clone the repository and run ./dev demo there.",
        )
    return folder


def run_demo(out: Path, clock: Clock, say: Say) -> DemoResult:
    """Make the newsroom in ``out`` (emptied first), publish the draft, verify, build, tamper.

    Args:
        out: a folder of the demo's own.
        clock: gives the time of each statement.
        say: called with each line of the story.

    Raises:
        VerificationError: the record does not verify, or the tampering goes unnoticed.
    """
    folder = demo_folder()
    _empty(out)
    desk = _newsroom(out, folder, clock, say)
    with PageServer(folder / "pages") as server:
        _allow(desk.room, server.resolve())
        desk = Desk(Newsroom.open(desk.room.root), desk.keystore, clock)
        say(f"2  Capture: the sources, over HTTP, from 127.0.0.1:{server.port}")
        paths = take_in(desk.room, "draft.md", (folder / "draft.md").read_bytes(), clock())
        for number, source in enumerate(capture_article(desk, paths, _fetch(clock)), 1):
            capture = source.page
            hops = f", {len(capture.hops)} redirect" if capture.hops else ""
            say(f"   [{number}] {capture.status} {capture.quality}{hops}  {capture.url}")
    say("3  Check and submit: every specific traced, the policy applied, the contributor signs")
    submitted = submit(desk, paths, key=CONTRIBUTOR)
    _say_trace(desk.room, paths, say)
    say(f"   log entry {submitted.log_index}")
    say("4  Review: an editor with another key, verdict and every concern signed")
    data = (folder / "review.toml").read_bytes()
    reviewed = review(desk, paths, parse_review(data, "review.toml"), key=EDITOR)
    say(f"   {reviewed.note} log entry {reviewed.log_index}")
    say("5  Publish: signed by the publisher, logged, verified before it is written")
    published = publish(desk, paths)
    say(f"   log entry {published.log_index}")
    say("6  Anchor: the list of newest statements, signed and logged")
    anchored = anchor(desk)
    say(f"   {anchored.articles} article, a log of {anchored.size} entries")
    return _finish(out, desk.room, paths, say)


def _empty(out: Path) -> None:
    marker = out / ".copydesk-demo"
    if out.exists() and any(out.iterdir()) and not marker.exists():
        raise NewsroomError(
            f"{out} holds files that the demo did not make.", fix="Name another folder with --out."
        )
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    marker.touch()


def _newsroom(out: Path, folder: Path, clock: Clock, say: Say) -> Desk:
    say(f"1  Newsroom: {out / 'newsroom'}")
    keystore = Keystore(out / "test-only-keys")
    create_newsroom(out / "newsroom", keystore, name=NAME, origin=ORIGIN)
    room = Newsroom.open(out / "newsroom")
    shutil.copy(folder / "allowlist.txt", room.root / "allowlist.txt")
    desk = Desk(room, keystore, clock)
    for name, role in ((CONTRIBUTOR, "contributor"), (EDITOR, "editor")):
        keystore.create(name)
        done = register_key(desk, name=name, roles=[role], kind="bot")
        say(f"   {name} registered as {role} from log entry {done.index} on")
    return desk


def _allow(room: Newsroom, resolve: Mapping[str, str]) -> None:
    """Tell the newsroom's configuration that the demo's hosts are served on this machine."""
    text = (room.root / CONFIG).read_text("utf-8")
    text = text.replace('allowlist = ""', 'allowlist = "allowlist.txt"')
    lines = [f'"{host}" = "{where}"' for host, where in sorted(resolve.items())]
    with room.locked():
        room.apply({CONFIG: (text + "\n[capture.resolve]\n" + "\n".join(lines) + "\n").encode()})


def _fetch(clock: Clock) -> Fetch:
    def fetch(urls: list[str], limits: CaptureLimits) -> tuple[SourceCaptures, ...]:
        # The demonstration comes out the same whether or not a browser is installed.
        plain = replace(limits, browser="never")
        return capture_everything(urls, limits=plain, clock=clock)

    return fetch


def _say_trace(room: Newsroom, paths: ArticlePaths, say: Say) -> None:
    summary = json.loads(room.files.read(paths.trace) or b"{}")["summary"]
    statuses = ", ".join(f"{count} {name}" for name, count in summary["by_status"].items())
    findings = ", ".join(f"{count} {name}" for name, count in summary["findings"].items())
    say(f"   {summary['specifics']} specifics: {statuses}; findings: {findings or 'none'}")


def _finish(out: Path, room: Newsroom, paths: ArticlePaths, say: Say) -> DemoResult:
    pin = load_keyring(room.files).pin
    verification = verify_article(room.files, paths.month, paths.slug, trust=Trust(pin=pin))
    _say_checks(verification, say)
    if not verification.ok:
        raise VerificationError("The demo's record does not verify.", fix="Please report this.")
    bundle = out / f"{paths.slug}.copydesk.json"
    _hand_out(room, paths, pin, bundle, say)
    site = build_site(room, room.root / "site")
    say(f"9  Pages: {site.files} files in {site.folder}; they check themselves in a browser")
    tampered = out / "tampered"
    shutil.copytree(room.root, tampered)
    say("10 Tamper: one byte of article.md changed in a copy")
    _change_one_byte(tampered / paths.article, say)
    after = verify_article(
        Newsroom.open(tampered).files, paths.month, paths.slug, trust=Trust(pin=pin)
    )
    failed = [check for check in after.checks if check.state is CheckState.FAIL]
    for check in failed:
        say(f"   FAIL  {check.title}: {check.reason}")
    if after.ok or not failed:
        raise VerificationError("The tampering went unnoticed.", fix="Please report this.")
    record = site.folder / "a" / paths.slug / "record" / "index.html"
    return DemoResult(
        room.root,
        paths,
        pin,
        site.folder / "index.html",
        record,
        verification,
        tampered,
        after,
        bundle,
    )


def _hand_out(room: Newsroom, paths: ArticlePaths, pin: str, target: Path, say: Say) -> None:
    """Write the bundle and verify it as a reader does, who has nothing else."""
    say("8  Bundle: one file for a reader, verified alone")
    made = Exporter(room).export(paths)
    atomic_write(target, made.bundle.to_bytes())
    result = verify_bundle(parse_bundle(target.read_bytes()), Trust(pin=pin))
    if not result.ok:
        raise VerificationError("The demo's bundle does not verify.", fix="Please report this.")
    say(f"   {target}, {len(made.bundle.passages)} quoted passages proved in the captures")


def _say_checks(verification: Verification, say: Say) -> None:
    say("7  Verify: offline, from files alone")
    counts = {
        state: sum(check.state is state for check in verification.checks) for state in CheckState
    }
    say(
        f"   {counts[CheckState.PASS]} checks pass, {counts[CheckState.FAIL]} fail, "
        f"{counts[CheckState.NOT_PRESENT]} not present"
    )
    for check in verification.checks:
        if check.state is not CheckState.PASS:
            say(f"   {check.state}: {check.title}: {check.reason}")


def _change_one_byte(path: Path, say: Say) -> None:
    """Change a digit of the body into another digit: the smallest lie there is."""
    data = bytearray(path.read_bytes())
    body = data.index(b"\n---", 4)
    at = next(n for n in range(body, len(data)) if data[n : n + 1].isdigit())
    before = chr(data[at])
    data[at] = ord("9") if before != "9" else ord("8")
    path.write_bytes(data)
    say(f"   byte {at}: {before!r} became {chr(data[at])!r}")
