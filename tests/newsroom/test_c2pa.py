"""The optional C2PA sidecar; without the extra, only what is refused before it is needed."""

from __future__ import annotations

import hashlib
import importlib.util
import io
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from copydesk.errors import LimitError, SigningKeyError, UsageError
from copydesk.newsroom.c2pa import LABEL, MAX_ARTICLE_BYTES, SidecarFacts, sidecar

needs_c2pa = pytest.mark.skipif(
    importlib.util.find_spec("c2pa") is None,
    reason="needs the extra c2pa (pip install copydesk[c2pa]), which is not installed here",
)

ARTICLE = b"# Council opens 12 offices\n\nThe council opened 12 offices.\n"
FACTS = SidecarFacts(
    title="articles/2026-11/offices/article.md",
    newsroom="news.example/log",
    statement_sha256="ab" * 32,
    keyring_pin="cd" * 32,
    source_type="compositeWithTrainedAlgorithmicMedia",
)

Key = ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey | rsa.RSAPrivateKey


def make(kind: str) -> Key:
    if kind == "rsa":
        return rsa.generate_private_key(65537, 2048)
    if kind == "ed25519":
        return ed25519.Ed25519PrivateKey.generate()
    return ec.generate_private_key({"p256": ec.SECP256R1, "p384": ec.SECP384R1}[kind]())


def certificate(
    name: str, key: Key, issuer: str, signer: Key, *, authority: bool
) -> x509.Certificate:
    """In the profile that C2PA asks for."""

    def named(text: str) -> x509.Name:
        organisation = x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Test keys only")
        return x509.Name([organisation, x509.NameAttribute(NameOID.COMMON_NAME, text)])

    at = datetime.now(UTC)
    usage = x509.KeyUsage(
        digital_signature=not authority, content_commitment=False, key_encipherment=False,
        data_encipherment=False, key_agreement=False, key_cert_sign=authority,
        crl_sign=authority, encipher_only=False, decipher_only=False,
    )  # fmt: skip
    above = x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key())
    builder = (
        x509.CertificateBuilder()
        .subject_name(named(name))
        .issuer_name(named(issuer))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(at - timedelta(days=1))
        .not_valid_after(at + timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(above, critical=False)
    )
    if not authority:
        mail = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.EMAIL_PROTECTION])
        builder = builder.add_extension(mail, critical=False)
    digest = None if isinstance(signer, ed25519.Ed25519PrivateKey) else hashes.SHA256()
    return builder.sign(signer, digest)


def pem(*certificates: x509.Certificate) -> bytes:
    return b"".join(one.public_bytes(serialization.Encoding.PEM) for one in certificates)


def private(key: Key) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.TraditionalOpenSSL
        if isinstance(key, ec.EllipticCurvePrivateKey)
        else serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def signer(kind: str = "p256") -> tuple[bytes, bytes, bytes]:
    """A chain, its key, and the root."""
    root_key, key = make(kind), make(kind)
    root = certificate("C2PA test root", root_key, "C2PA test root", root_key, authority=True)
    leaf = certificate("C2PA test desk", key, "C2PA test root", root_key, authority=False)
    return pem(leaf, root), private(key), pem(root)


def read(store: bytes, article: bytes, root: bytes = b"") -> tuple[str, dict[str, Any]]:
    import c2pa  # noqa: PLC0415 - an extra, which may be absent

    settings = c2pa.Settings.from_dict({"trust": {"user_anchors": root.decode()}} if root else {})
    with c2pa.Reader(
        "text/markdown", io.BytesIO(article), store, context=c2pa.Context(settings)
    ) as reader:
        return reader.get_validation_state(), json.loads(reader.json())


@needs_c2pa
@pytest.mark.parametrize("kind", ["p256", "p384", "ed25519", "rsa"])
def test_a_reader_of_c2pa_finds_the_article_and_the_record(kind: str) -> None:
    chain, key, root = signer(kind)
    store = sidecar(ARTICLE, "text/markdown", FACTS, chain, key)
    state, manifests = read(store, ARTICLE, root)
    assert state == "Trusted"
    assert read(store, ARTICLE)[0] == "Valid"  # under nobody's root, which is worth nothing
    active = manifests["manifests"][manifests["active_manifest"]]
    assert active["title"] == FACTS.title
    assert active["claim_generator_info"][0]["name"] == "copydesk"
    stated = {one["label"]: one["data"] for one in active["assertions"]}
    assert stated[LABEL] == {
        "article_sha256": hashlib.sha256(ARTICLE).hexdigest(),
        "statement_sha256": FACTS.statement_sha256,
        "keyring_pin": FACTS.keyring_pin,
        "newsroom": FACTS.newsroom,
    }


@needs_c2pa
def test_another_article_does_not_match() -> None:
    chain, key, root = signer()
    store = sidecar(ARTICLE, "text/markdown", FACTS, chain, key)
    state, manifests = read(store, ARTICLE.replace(b"12", b"13"), root)
    assert state == "Invalid"
    assert "assertion.dataHash.mismatch" in json.dumps(manifests)


@needs_c2pa
def test_a_changed_statement_digest_does_not_match() -> None:
    chain, key, root = signer()
    store = sidecar(ARTICLE, "text/markdown", FACTS, chain, key)
    written = FACTS.statement_sha256.encode()
    assert written in store
    assert read(store.replace(written, b"00" * 32), ARTICLE, root)[0] == "Invalid"


@needs_c2pa
def test_a_certificate_that_c2pa_does_not_take() -> None:
    key = make("p256")
    root = certificate("Plain", key, "Plain", key, authority=True)
    with pytest.raises(SigningKeyError, match="No C2PA sidecar") as caught:
        sidecar(ARTICLE, "text/markdown", FACTS, pem(root), private(key))
    assert "\n" not in caught.value.message


@needs_c2pa
def test_a_key_of_another_certificate_or_none() -> None:
    chain, key, _ = signer()
    with pytest.raises(SigningKeyError, match="not the one"):
        sidecar(ARTICLE, "text/markdown", FACTS, chain, signer()[1])
    for wrong_chain, wrong_key in ((b"", key), (chain, b""), (chain, chain), (b"\0", b"\xff")):
        with pytest.raises(SigningKeyError, match="cannot be read"):
            sidecar(ARTICLE, "text/markdown", FACTS, wrong_chain, wrong_key)


def test_what_is_refused_at_once() -> None:
    with pytest.raises(LimitError):
        sidecar(bytes(MAX_ARTICLE_BYTES + 1), "text/markdown", FACTS, b"", b"")
    with pytest.raises(LimitError):
        sidecar(ARTICLE, "text/markdown", FACTS, bytes(300_000), b"")
    with pytest.raises(UsageError):
        sidecar(b"", "text/markdown", FACTS, b"", b"")
    with pytest.raises(UsageError, match="media type"):
        sidecar(ARTICLE, "markdown\0", FACTS, b"", b"")
    for facts in (replace(FACTS, statement_sha256=""), replace(FACTS, keyring_pin="AB" * 32)):
        with pytest.raises(UsageError, match="SHA-256"):
            sidecar(ARTICLE, "text/markdown", facts, b"", b"")
    unknown = replace(FACTS, source_type="magic")  # type: ignore[arg-type] # as from a command line
    with pytest.raises(UsageError, match="came about"):
        sidecar(ARTICLE, "text/markdown", unknown, b"", b"")


def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "c2pa", None)
    with pytest.raises(UsageError, match=r"pip install copydesk\[c2pa\]"):
        sidecar(ARTICLE, "text/markdown", FACTS, b"", b"")
