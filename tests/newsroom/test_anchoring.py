"""Anchoring against real witnesses and a real time authority on this machine, and what a reader of
the bundle then sees.
"""

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from local_tsa import OPENSSL, LocalTsa
from small_newsroom import captured, make_desk, review_input

from copydesk.newsroom.amending import correct, countersign
from copydesk.newsroom.anchoring import anchor
from copydesk.newsroom.common import Desk
from copydesk.newsroom.exporting import Exporter
from copydesk.newsroom.keyrings import change_threshold
from copydesk.newsroom.layout import CONFIG, ArticlePaths
from copydesk.newsroom.review_input import parse_correction
from copydesk.newsroom.reviewing import review
from copydesk.newsroom.steps import publish, submit
from copydesk.newsroom.store import Newsroom
from copydesk.newsroom.witness_policy import POLICY
from copydesk.newsroom.witnesses import add_witness
from copydesk.provenance.bundle import Bundle, parse_bundle
from copydesk.provenance.checks import CheckState, Verification
from copydesk.provenance.keyring import load_keyring
from copydesk.provenance.keys import generate_key
from copydesk.provenance.log.note import COSIGNATURE, ED25519, VerifierKey
from copydesk.provenance.log.policy import parse_policy
from copydesk.provenance.trust import Trust
from copydesk.provenance.verify import verify_article
from copydesk.provenance.verify_bundle import verify_bundle
from copydesk.witness.server import WitnessServer
from copydesk.witness.service import WitnessService, keys_by_origin
from copydesk.witness.store import StateStore

PASS, FAIL, ABSENT = CheckState.PASS, CheckState.FAIL, CheckState.NOT_PRESENT
CORRECTION = parse_correction(b'kind = "correction"\ntext = "It first said 12."\n', "c.toml")


@contextlib.contextmanager
def witness(desk: Desk, folder: Path, name: str) -> Iterator[VerifierKey]:
    """A witness of the newsroom's log, registered and running."""
    key = generate_key()
    vkey = VerifierKey(name, key.public, COSIGNATURE)
    log = load_keyring(desk.room.files)
    origin = log.newest.predicate.newsroom
    logs = [VerifierKey(origin, public, ED25519) for public in log.log_keys(10**6)]
    with StateStore(folder / name.replace("/", "-"), vkey) as store:
        service = WitnessService(store, keys_by_origin(logs), key, clock=lambda: 1_794_300_000)
        server = WitnessServer(("127.0.0.1", 0), service.add_checkpoint)
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            add_witness(desk, vkey.text, server.url)
            yield vkey
        finally:
            server.shutdown()
            thread.join()
            server.server_close()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return make_desk(tmp_path)


def published(desk: Desk) -> ArticlePaths:
    paths = captured(desk)
    submit(desk, paths)
    review(desk, paths, review_input())
    publish(desk, paths)
    return paths


def verify(desk: Desk, paths: ArticlePaths, trust: Trust | None = None) -> Verification:
    return verify_article(desk.room.files, paths.month, paths.slug, trust=trust or Trust())


def bundle_of(desk: Desk, paths: ArticlePaths) -> Bundle:
    return parse_bundle(Exporter(desk.room).export(paths).bundle.to_bytes())


def test_without_witnesses_the_state_is_signed_and_logged_once(desk: Desk) -> None:
    paths = published(desk)
    first = anchor(desk)
    assert (first.state, first.articles, first.witnesses, first.problems) == ("signed", 1, (), ())
    again = anchor(desk)
    assert (again.state, again.size) == ("current", first.size)
    assert verify(desk, paths).state("site-state") is PASS
    assert verify_bundle(bundle_of(desk, paths)).state("site-state") is PASS


def test_two_witnesses_countersign_and_a_bundle_shows_it(desk: Desk, tmp_path: Path) -> None:
    paths = published(desk)
    with witness(desk, tmp_path, "w.example/1"), witness(desk, tmp_path, "w.example/2"):
        change_threshold(desk, "witness", 2)
        policy = parse_policy(desk.room.files.read(POLICY) or b"")
        assert policy.groups[0].threshold == 2
        done = anchor(desk)
        assert [said for _, said in done.witnesses] == ["It cosigned."] * 2
        assert not done.problems
        assert [said for _, said in anchor(desk).witnesses] == ["The note has its cosignature."] * 2
    for result in (verify(desk, paths), verify_bundle(bundle_of(desk, paths))):
        assert result.ok
        assert result.state("witnesses") is PASS
    # The reader's own policy: one witness of theirs, which never saw this log.
    stranger = VerifierKey("other.example", generate_key().public, COSIGNATURE).text
    own = parse_policy(f"witness o {stranger}\nquorum o\n".encode())
    assert verify(desk, paths, Trust(witness_policy=own)).state("witnesses") is FAIL
    theirs = desk.room.files.read(POLICY) or b""
    assert (
        verify(desk, paths, Trust(witness_policy=parse_policy(theirs))).state("witnesses") is PASS
    )


def test_a_witness_that_is_down_is_made_up_for_later(desk: Desk, tmp_path: Path) -> None:
    paths = published(desk)
    with witness(desk, tmp_path, "w.example/1"):
        pass
    done = anchor(desk)
    assert done.problems == ("Not enough witnesses yet; run it again later.",)
    result = verify(desk, paths)
    assert result.ok
    assert result.state("witnesses") is ABSENT
    with witness(desk, tmp_path, "w.example/2"):
        assert not anchor(desk).problems
    assert verify(desk, paths).state("witnesses") is PASS


def test_a_correction_after_the_anchor_is_not_vouched_for(desk: Desk, tmp_path: Path) -> None:
    paths = published(desk)
    with witness(desk, tmp_path, "w.example/1"):
        anchor(desk)
        before = bundle_of(desk, paths)
        correct(desk, paths, CORRECTION, other="eve")
        countersign(desk, paths)
        result = verify(desk, paths)
        assert result.ok
        assert result.state("witnesses") is ABSENT
        assert result.state("site-state") is ABSENT
        anchor(desk)
    assert verify(desk, paths).state("witnesses") is PASS
    after = bundle_of(desk, paths)
    assert verify_bundle(after).ok
    # A publisher who shows the record of yesterday beside the state of today is found out.
    stale = {name: data for name, data in after.files.files.items() if "correction" not in name}
    after.files.files = stale
    result = verify_bundle(after)
    assert result.state("site-state") is FAIL
    assert not result.ok
    assert verify_bundle(before).state("site-state") is PASS


@pytest.mark.skipif(OPENSSL is None, reason="no openssl command is installed")
def test_an_authority_dates_the_checkpoint(desk: Desk, tmp_path: Path) -> None:
    paths = published(desk)
    with LocalTsa(tmp_path / "tsa") as tsa:
        config = desk.room.root / CONFIG
        text = config.read_text("utf-8")
        assert 'url = ""' in text
        config.write_text(text.replace('url = ""', f'url = "{tsa.url}"'), "utf-8")
        room = Desk(Newsroom.open(desk.room.root), desk.keystore, desk.clock)
        done = anchor(room)
        assert done.timestamp == f"Dated by {tsa.url}."
        assert anchor(room).timestamp == "The checkpoint is dated already."
        root = tsa.root.pem
    assert verify(room, paths).state("timestamp") is ABSENT
    trust = Trust(tsa_roots=(root,))
    for result in (
        verify(room, paths, trust),
        verify_bundle(bundle_of(room, paths), trust),
    ):
        assert result.state("timestamp") is PASS, [c for c in result.checks if c.id == "timestamp"]
    other = LocalTsa(tmp_path / "other").root.pem
    assert verify(room, paths, Trust(tsa_roots=(other,))).state("timestamp") is FAIL


def test_an_authority_that_does_not_answer_is_a_problem_for_later(desk: Desk) -> None:
    published(desk)
    config = desk.room.root / CONFIG
    dead = 'url = "http://127.0.0.1:9/tsa"'
    config.write_text(config.read_text("utf-8").replace('url = ""', dead), "utf-8")
    room = Desk(Newsroom.open(desk.room.root), desk.keystore, desk.clock)
    done = anchor(room)
    assert done.problems
    assert not list(room.room.files.names("log/checkpoints"))
