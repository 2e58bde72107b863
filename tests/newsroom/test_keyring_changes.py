"""Keys of a newsroom that change: replaced, ended, revoked, held elsewhere, signed by several."""

import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from small_newsroom import captured, make_desk, review_input

from copydesk.errors import (
    AuthorisationError,
    ConflictError,
    CopydeskError,
    NewsroomError,
    SigningKeyError,
    TransientError,
    UsageError,
)
from copydesk.newsroom import keyrings
from copydesk.newsroom.amending import countersign
from copydesk.newsroom.common import Desk
from copydesk.newsroom.keystore import Keystore
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.reviewing import review
from copydesk.newsroom.steps import publish, submit
from copydesk.provenance.checks import CheckState, Verification
from copydesk.provenance.keyring import load_keyring
from copydesk.provenance.keys import check_public
from copydesk.provenance.trust import Trust
from copydesk.provenance.verify import verify_article

ROLES = ("root", "publisher", "collector", "log")


def entry_name(role: str) -> str:
    return {"contributor": "ada", "editor": "eve"}.get(role, f"test.example-{role}")


def publish_one(desk: Desk, **keys: str) -> ArticlePaths:
    paths = captured(desk)
    submit(desk, paths, key=keys.get("contributor", ""))
    review(desk, paths, review_input(), key=keys.get("editor", ""))
    publish(desk, paths, key=keys.get("publisher", ""))
    return paths


def verify(desk: Desk, paths: ArticlePaths, pin: str = "") -> Verification:
    return verify_article(desk.room.files, paths.month, paths.slug, trust=Trust(pin=pin))


def failing(result: Verification) -> set[tuple[str, str]]:
    return {(check.id, check.about) for check in result.checks if check.state is CheckState.FAIL}


@pytest.mark.parametrize("role", ["contributor", "editor", *ROLES])
def test_a_replaced_key_leaves_the_archive_valid_and_signs_no_more(
    tmp_path: Path, role: str
) -> None:
    desk = make_desk(tmp_path)
    pin = load_keyring(desk.room.files).pin
    paths = publish_one(desk)
    name = entry_name(role)
    old = desk.keystore.load(name).keyid
    desk.keystore.create("fresh")
    done = keyrings.rotate(desk, name=name, new="fresh")
    assert not done.waiting
    assert verify(desk, paths, pin).ok
    keyring = load_keyring(desk.room.files)
    ended = keyring.entry(old)
    assert ended is not None
    assert ended.validUntil == done.index
    assert keyring.why_not(old, [role], done.index)
    assert not keyring.why_not(desk.keystore.load("fresh").keyid, [role], done.index)
    # Whatever is done next is signed by the new key, without being told which.
    keyrings.register_key(
        desk, name="bob", roles=["editor"], public=desk.keystore.create("bob").public_base64
    )
    assert verify(desk, paths, pin).ok


def test_after_the_editors_key_is_replaced_the_old_one_is_refused(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    desk.keystore.create("eve-2")
    keyrings.rotate(desk, name="eve", new="eve-2")
    paths = captured(desk)
    submit(desk, paths)
    with pytest.raises(AuthorisationError, match="counts up to log entry"):
        review(desk, paths, review_input(), key="eve")
    review(desk, paths, review_input(), key="eve-2")
    publish(desk, paths)
    assert verify(desk, paths).ok


REVOKED: dict[str, tuple[dict[str, object], bool]] = {
    "from now on": ({}, True),
    "from before its review": ({"since": 3}, False),
    "for all that it signed": ({"retroactive": True}, False),
}


@pytest.mark.parametrize(("how", "holds"), REVOKED.values(), ids=REVOKED)
def test_a_revocation_voids_what_it_says_and_no_more(
    tmp_path: Path, how: dict[str, object], holds: bool
) -> None:
    desk = make_desk(tmp_path)
    paths = publish_one(desk)
    keyrings.revoke(desk, name="eve", reason="The laptop was stolen.", **how)  # type: ignore[arg-type]
    result = verify(desk, paths)
    assert result.ok is holds
    assert failing(result) == (set() if holds else {("signer", "review-1"), ("approval", "")})
    if not holds:
        reason = next(c.reason for c in result.checks if c.id == "signer" and c.about == "review-1")
        assert "The laptop was stolen" in reason


def test_a_key_that_was_replaced_can_be_revoked_afterwards(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    old = desk.keystore.load("eve").keyid
    desk.keystore.create("eve-2")
    keyrings.rotate(desk, name="eve", new="eve-2")
    keyrings.revoke(desk, name="eve", reason="Found later.", keyid=old[:12], retroactive=True)
    entry = load_keyring(desk.room.files).entry(old)
    assert entry is not None
    assert entry.revoked is not None
    assert entry.revoked.retroactive
    rows = {row["keyid"]: row for row in keyrings.list_keys(desk.keystore, desk.room.root)}
    assert rows[old]["state"] == "revoked from the start: Found later."


REFUSED: dict[str, tuple[Callable[[Desk], object], type[CopydeskError]]] = {
    "rotate a name that nobody has": (
        lambda d: keyrings.rotate(d, name="zed", new="ada"), SigningKeyError,
    ),
    "rotate to a key that is registered": (
        lambda d: keyrings.rotate(d, name="eve", new="ada"), SigningKeyError,
    ),
    "revoke the only root key": (
        lambda d: keyrings.revoke(d, name="test.example-root", reason="x"), SigningKeyError,
    ),
    "revoke without a reason": (
        lambda d: keyrings.revoke(d, name="eve", reason=" "), SigningKeyError,
    ),
    "revoke with an endless reason": (
        lambda d: keyrings.revoke(d, name="eve", reason="x" * 30_000), SigningKeyError,
    ),
    "revoke from an entry to come": (
        lambda d: keyrings.revoke(d, name="eve", reason="x", since=10_000), UsageError,
    ),
    "more editors than there are": (
        lambda d: keyrings.change_threshold(d, "editor", 2), SigningKeyError,
    ),
    "a threshold of none": (lambda d: keyrings.change_threshold(d, "root", 0), SigningKeyError),
    "a threshold for collectors": (
        lambda d: keyrings.change_threshold(d, "collector", 1), SigningKeyError,
    ),
    "countersign what does not wait": (keyrings.countersign_keyring, NewsroomError),
}  # fmt: skip


@pytest.mark.parametrize(("act", "error"), REFUSED.values(), ids=REFUSED)
def test_a_refused_change_changes_nothing(
    tmp_path: Path, act: Callable[[Desk], object], error: type[CopydeskError]
) -> None:
    desk = make_desk(tmp_path)
    before = {name: desk.room.files.read(name) for name in desk.room.files.names("")}
    with pytest.raises(error) as caught:
        act(desk)
    assert caught.value.fix
    after = {name: desk.room.files.read(name) for name in desk.room.files.names("")}
    assert after == before


def two_roots(tmp_path: Path) -> tuple[Desk, Desk]:
    """A newsroom that asks for two root keys, the second of them on another machine."""
    desk = make_desk(tmp_path)
    other = Desk(desk.room, Keystore(tmp_path / "other-machine-test-keys"), desk.clock)
    second = other.keystore.create("second-root")
    keyrings.register_key(desk, name="second-root", roles=["root"], public=second.public_base64)
    for end in ("pem", "pub"):  # The log is kept on both machines.
        target = other.keystore.folder / f"test.example-log.{end}"
        target.write_bytes((desk.keystore.folder / f"test.example-log.{end}").read_bytes())
        target.chmod(0o600)
    assert keyrings.change_threshold(desk, "root", 2).waiting == "1 more root keys of version 5"
    keyrings.countersign_keyring(other)
    return desk, other


def test_two_root_keys_on_two_machines_sign_one_version(tmp_path: Path) -> None:
    desk, other = two_roots(tmp_path)
    before = len(load_keyring(desk.room.files).versions)
    done = keyrings.revoke(desk, name="ada", reason="Left the newsroom.")
    assert done.waiting == "1 more root keys of version 5 and 1 more root keys of version 6"
    assert len(load_keyring(desk.room.files).versions) == before
    with pytest.raises(SigningKeyError, match="has not signed"):
        keyrings.countersign_keyring(desk)
    with pytest.raises(ConflictError, match="waits for signatures"):
        keyrings.change_threshold(desk, "root", 1)
    assert not keyrings.countersign_keyring(other).waiting
    keyring = load_keyring(desk.room.files)
    assert len(keyring.versions) == before + 1
    assert not list(desk.room.files.names("keys/pending"))


def test_a_waiting_rotation_is_made_again_once_the_log_has_grown(tmp_path: Path) -> None:
    desk, other = two_roots(tmp_path)
    desk.keystore.create("eve-2")
    keyrings.rotate(desk, name="eve", new="eve-2")
    publish_one(desk)
    with pytest.raises(ConflictError, match="has grown"):
        keyrings.countersign_keyring(other)


def test_a_publication_waits_for_the_second_publisher(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    desk.keystore.create("pia")
    keyrings.register_key(desk, name="pia", roles=["publisher"])
    keyrings.change_threshold(desk, "publisher", 2)
    paths = captured(desk)
    submit(desk, paths)
    review(desk, paths, review_input())
    done = publish(desk, paths, key="pia")
    assert done.waiting
    assert verify(desk, paths).state("publication") is CheckState.NOT_PRESENT
    with pytest.raises(AuthorisationError, match="does not hold the role publisher"):
        countersign(desk, paths, key="eve")
    assert countersign(desk, paths).log_index is not None
    assert verify(desk, paths).ok


# -- keys that another program holds --------------------------------------------------------------

HSM = """import sys
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex("{seed}"))
sys.stdout.buffer.write(key.sign(sys.stdin.buffer.read()){more})
"""
TEST_SEED = "11" * 32  # a test key


def attach(desk: Desk, tmp_path: Path, more: str = "") -> None:
    public = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(TEST_SEED)).public_key()
    program = tmp_path / "hsm.py"
    program.write_text(HSM.format(seed=TEST_SEED, more=more))
    command = [sys.executable, shlex.quote(str(program))]
    desk.keystore.attach("hsm", check_public(public.public_bytes_raw()), command)


def test_a_key_in_another_program_signs_like_any_other(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    attach(desk, tmp_path)
    keyrings.rotate(desk, name="eve", new="hsm")
    assert "hsm" in desk.keystore.names()
    with pytest.raises(ConflictError):
        desk.keystore.create("hsm")
    assert verify(desk, publish_one(desk, editor="hsm")).ok


@pytest.mark.parametrize("more", ["[:-1]", " + b'x'", "[::-1]", " * 0"])
def test_a_wrong_signature_of_another_program_is_not_used(tmp_path: Path, more: str) -> None:
    desk = make_desk(tmp_path)
    attach(desk, tmp_path, more)
    with pytest.raises(TransientError, match="no signature of its key"):
        desk.keystore.load("hsm").sign(b"data")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"public": "x", "command": []}', "\xff"])
def test_a_damaged_signer_file_is_an_error(tmp_path: Path, text: str) -> None:
    desk = make_desk(tmp_path)
    (desk.keystore.folder / "bad.signer.json").write_text(text, encoding="latin-1")
    with pytest.raises(SigningKeyError):
        desk.keystore.load("bad")


def test_keys_with_and_without_a_passphrase_lie_side_by_side(tmp_path: Path) -> None:
    store = Keystore(tmp_path / "test-keys")
    store.create("plain")
    store.create("locked", passphrase=b"secret")
    assert store.load("plain", passphrase=b"secret").sign(b"x")
    assert store.load("locked", passphrase=b"secret").sign(b"x")
    with pytest.raises(SigningKeyError):
        store.load("locked")
