"""Programs of others read what Copydesk signs: securesystemslib's DSSE, in-toto, and TUF's rules.

``in-toto`` and ``in-toto-attestation`` are not installed with the development tools, which would
drag in six more packages; what needs a package that is absent is skipped, saying so.
"""

import base64
import hashlib
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from newsroom_simulator import ARTICLE, ORIGIN, Simulator, published
from securesystemslib.dsse import Envelope as OracleEnvelope
from securesystemslib.exceptions import UnverifiedSignatureError
from securesystemslib.exceptions import VerificationError as OracleError
from securesystemslib.signer import Key, Signature, Signer, SSlibKey

from copydesk.errors import CopydeskError
from copydesk.provenance.dsse import parse_envelope
from copydesk.provenance.files import MemoryFiles
from copydesk.provenance.keyring import (
    KeyringVersion,
    add_key,
    first_keyring,
    keyring_path,
    load_keyring,
    make_entry,
    seal_keyring,
)
from copydesk.provenance.keys import PrivateKey, generate_key
from copydesk.provenance.statements import KeyringPredicate


def oracle_key(public: bytes) -> SSlibKey:
    """A raw public key as securesystemslib has it, under the id that Copydesk gives it."""
    keyid = hashlib.sha256(public).hexdigest()
    return SSlibKey(keyid, "ed25519", "ed25519", {"public": public.hex()})


def oracle_envelope(data: bytes) -> OracleEnvelope:
    return OracleEnvelope.from_dict(json.loads(data))


def room() -> Simulator:
    """A published and corrected article, and a keyring of three versions."""
    made = published()
    made.register("a-second-editor", ["editor"])
    made.register("a-second-root", ["root"])
    return made


ROOM = room()
ENVELOPES = sorted(path for path in ROOM.files.files if path.endswith(".dsse.json"))


def keyring_keys(number: int) -> tuple[list[SSlibKey], int]:
    """The root keys and the root threshold of a version, read without Copydesk."""
    payload = oracle_envelope(ROOM.files.files[keyring_path(number)]).payload
    said = json.loads(payload)["predicate"]
    keys = [
        oracle_key(base64.b64decode(entry["public"]))
        for entry in said["keys"]
        if "root" in entry["roles"] and "validUntil" not in entry and "revoked" not in entry
    ]
    return keys, said["threshold"]["root"]


# -- DSSE -----------------------------------------------------------------------------------------


def test_there_are_envelopes_of_every_step() -> None:
    assert len(ENVELOPES) == 9
    assert sum(path.startswith("keys/") for path in ENVELOPES) == 3


@pytest.mark.parametrize("path", ENVELOPES)
def test_securesystemslib_verifies_every_envelope(path: str) -> None:
    data = ROOM.files.files[path]
    envelope = oracle_envelope(data)
    mine = parse_envelope(data)
    assert (envelope.payload, envelope.payload_type) == (mine.payload, mine.payload_type)
    everybody = [oracle_key(key.public) for key in ROOM.keys.values()]
    signers = [keyid for keyid, _ in mine.signatures]
    accepted = envelope.verify(everybody, threshold=len(signers))
    assert sorted(accepted) == sorted(signers)
    assert "correction" not in path or len(accepted) == 2


@pytest.mark.parametrize("path", ENVELOPES)
def test_securesystemslib_refuses_what_was_changed(path: str) -> None:
    everybody = [oracle_key(key.public) for key in ROOM.keys.values()]
    envelope = oracle_envelope(ROOM.files.files[path])
    envelope.payload += b" "
    with pytest.raises(OracleError):
        envelope.verify(everybody, threshold=1)
    strangers = [oracle_key(generate_key().public)]
    with pytest.raises(OracleError):
        oracle_envelope(ROOM.files.files[path]).verify(strangers, threshold=1)


def test_securesystemslib_follows_the_chain_of_keyrings() -> None:
    keys, threshold = keyring_keys(1)
    for number in (1, 2, 3):
        envelope = oracle_envelope(ROOM.files.files[keyring_path(number)])
        envelope.verify(keys, threshold)
        keys, threshold = keyring_keys(number)
        envelope.verify(keys, threshold)


# -- in-toto --------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ENVELOPES)
def test_in_toto_reads_every_statement(path: str) -> None:
    proto = pytest.importorskip("in_toto_attestation.v1.statement", exc_type=ImportError)
    message = pytest.importorskip("in_toto_attestation.v1.statement_pb2", exc_type=ImportError)
    parser = pytest.importorskip("google.protobuf.json_format", exc_type=ImportError)
    payload = parse_envelope(ROOM.files.files[path]).payload
    parsed = parser.Parse(payload, message.Statement())
    proto.Statement.copy_from_pb(parsed).validate()
    assert parsed.predicate_type.startswith("urn:copydesk:")
    again = parser.MessageToDict(parsed)
    said = json.loads(payload)
    assert again == said
    if path.endswith("publication.dsse.json"):
        assert parsed.subject[0].digest["sha256"] == hashlib.sha256(ARTICLE).hexdigest()


@pytest.mark.parametrize("path", ENVELOPES)
def test_in_toto_verifies_every_envelope(path: str) -> None:
    metadata = pytest.importorskip("in_toto.models.metadata", exc_type=ImportError)
    errors = pytest.importorskip("in_toto.exceptions", exc_type=ImportError)
    data = ROOM.files.files[path]
    keyid = json.loads(data)["signatures"][0]["keyid"]
    public = next(key.public for key in ROOM.keys.values() if key.keyid == keyid)
    key = {
        "keyid": keyid,
        "keytype": "ed25519",
        "scheme": "ed25519",
        "keyval": {"public": public.hex()},
    }
    metadata.Metadata.from_dict(json.loads(data)).verify_signature(key)
    wrong = {**key, "keyval": {"public": generate_key().public.hex()}}
    with pytest.raises((errors.SignatureVerificationError, UnverifiedSignatureError, OracleError)):
        metadata.Metadata.from_dict(json.loads(data)).verify_signature(wrong)


# -- TUF ------------------------------------------------------------------------------------------


class OurSigner(Signer):
    """One of our keys as TUF's library signs with it."""

    def __init__(self, key: PrivateKey) -> None:
        self.key = key

    @property
    def public_key(self) -> SSlibKey:
        return oracle_key(self.key.public)

    def sign(self, payload: bytes) -> Signature:
        return Signature(self.key.keyid, self.key.sign(payload).hex())

    @classmethod
    def from_priv_key_uri(
        cls, priv_key_uri: str, public_key: Key, secrets_handler: Any = None
    ) -> "OurSigner":
        raise NotImplementedError


ROOTS = [generate_key() for _ in range(4)]
Rule = tuple[list[int], int]
"""Which of the keys are root, and how many must sign."""


def ours(old: Rule, new: Rule, version: int, signers: Sequence[int]) -> bool:
    """Whether our keyring takes the second version after the first."""
    entries = [make_entry(f"root-{at}", "person", ["root"], ROOTS[at].public, 0) for at in old[0]]
    first = first_keyring(ORIGIN, entries)
    first = first.model_copy(update={"threshold": {"root": old[1]}})
    files = MemoryFiles({keyring_path(1): seal_keyring(first, [ROOTS[at] for at in old[0]])})
    second = _successor(load_keyring(files).newest, old, new, version)
    files.files[keyring_path(2)] = seal_keyring(second, [ROOTS[at] for at in signers])
    try:
        return len(load_keyring(files).versions) == 2
    except CopydeskError:
        return False


def _successor(last: KeyringVersion, old: Rule, new: Rule, version: int) -> KeyringPredicate:
    """Keys are never dropped: one that is root no longer has an end."""
    predicate = add_key(last, make_entry("an-editor", "person", ["editor"], OTHER.public, 0))
    kept = [
        entry if at in new[0] else entry.model_copy(update={"validUntil": 5})
        for at, entry in zip(old[0], last.predicate.keys, strict=True)
    ]
    fresh = [
        make_entry(f"root-{at}", "person", ["root"], ROOTS[at].public, 5)
        for at in new[0]
        if at not in old[0]
    ]
    return predicate.model_copy(
        update={
            "version": version,
            "keys": [*kept, predicate.keys[-1], *fresh],
            "threshold": {"root": new[1]},
        }
    )


OTHER = generate_key()


def tufs(old: Rule, new: Rule, version: int, signers: Sequence[int]) -> bool:
    """Whether TUF's reference client takes the second root after the first."""
    api = pytest.importorskip("tuf.api.metadata", exc_type=ImportError)
    client = pytest.importorskip(
        "tuf.ngclient._internal.trusted_metadata_set", exc_type=ImportError
    )
    errors = pytest.importorskip("tuf.api.exceptions", exc_type=ImportError)
    config = pytest.importorskip("tuf.ngclient.config", exc_type=ImportError)

    def root(rule: Rule, number: int, by: Sequence[int]) -> bytes:
        said = api.Root(version=number, expires=datetime(2100, 1, 1, tzinfo=UTC))
        for at in rule[0]:
            said.add_key(oracle_key(ROOTS[at].public), "root")
        said.roles["root"].threshold = rule[1]
        metadata = api.Metadata(said)
        for at in by:
            metadata.sign(OurSigner(ROOTS[at]), append=True)
        return bytes(metadata.to_bytes())

    trusted = client.TrustedMetadataSet(root(old, 1, old[0]), config.EnvelopeType.METADATA)
    try:
        trusted.update_root(root(new, version, signers))
    except errors.RepositoryError:
        return False
    return True


@st.composite
def rules(draw: st.DrawFn) -> Rule:
    keys = sorted(draw(st.sets(st.integers(0, 3), min_size=1, max_size=3)))
    return keys, draw(st.integers(1, len(keys)))


CASE = (rules(), rules(), st.sampled_from([2, 2, 2, 1, 3]), st.sets(st.integers(0, 3), min_size=1))


@settings(max_examples=300)
@given(*CASE)
def test_a_keyring_changes_as_tufs_root_does(
    old: Rule, new: Rule, version: int, signers: set[int]
) -> None:
    assert ours(old, new, version, sorted(signers)) == tufs(old, new, version, sorted(signers))


@given(*CASE)
def test_a_keyring_changes_by_the_rule_as_it_is_written(
    old: Rule, new: Rule, version: int, signers: set[int]
) -> None:
    """The same without TUF's library: N's threshold and N+1's own, and exactly the next version."""
    wanted = (
        version == 2
        and len(signers & set(old[0])) >= old[1]
        and len(signers & set(new[0])) >= new[1]
    )
    assert ours(old, new, version, sorted(signers)) is wanted
