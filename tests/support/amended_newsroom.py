"""A newsroom of the simulator up to a step, and what a verification of it fails; for tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from newsroom_simulator import (
    FOLDER,
    MONTH,
    SLUG,
    Simulator,
)

from copydesk.provenance.checks import CheckState, Verification
from copydesk.provenance.dsse import parse_envelope
from copydesk.provenance.keyring import (
    add_key,
    load_keyring,
    make_entry,
)
from copydesk.provenance.keys import PrivateKey
from copydesk.provenance.statement import parse_statement
from copydesk.provenance.statements import Actor
from copydesk.provenance.trust import Trust
from copydesk.provenance.verify import verify_article

PROV = f"{FOLDER}/prov"


def verify(room: Simulator) -> Verification:
    return verify_article(room.files, MONTH, SLUG, trust=Trust(pin=load_keyring(room.files).pin))


def failing(result: Verification) -> set[str]:
    return {check.id for check in result.checks if check.state is CheckState.FAIL}


def person(name: str) -> Actor:
    return Actor(id=name, kind="person")


def until_review(room: Simulator | None = None) -> Simulator:
    room = room or Simulator()
    room.capture()
    room.submit()
    room.review()
    return room


def plain() -> Simulator:
    """Published, and nothing after it."""
    room = until_review()
    room.publish()
    return room


def keyring_with(room: Simulator, name: str, roles: list[str], key: PrivateKey) -> None:
    last = load_keyring(room.files).newest
    room.change_keyring(add_key(last, make_entry(name, "person", roles, key.public, room.size())))


Case = tuple[Callable[[], Simulator], set[str]]


def parse_statement_of(room: Simulator, name: str) -> Any:
    envelope = parse_envelope(room.files.files[f"{PROV}/{name}.dsse.json"])
    return parse_statement(envelope.payload).predicate
