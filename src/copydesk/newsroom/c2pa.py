"""A C2PA sidecar of an article: for readers and shops whose tools know Content Credentials only.

What it adds: a ``.c2pa`` file beside the article, in a standard form, in which the holder of an
X.509 certificate signs the SHA-256 of the article's exact bytes, together with the digest of the
newsroom's publication statement and the pin of its keyring. Any C2PA reader that is given both
files can tell whether the bytes are the same, and who signed by that certificate.

What it does not add:

- None of the checks of ``copydesk verify``. No C2PA reader follows the digests to the record: the
  review, the sources, the log and the corrections stay invisible to it.
- Trust. "Valid" is what a C2PA reader says of anybody's certificate; it says "Trusted" only of one
  under a root that the reader names or that is on the list of C2PA.
- Time. No timestamp is asked for here, so the sidecar turns "Invalid" when the certificate expires.
  It holds nothing that is not in the record: make it again with the new certificate.
- Anything inside the article. Text is never changed, and no invisible characters are put into it;
  a reader who has the text alone has nothing.

Nothing of Copydesk reads a sidecar.
"""

from __future__ import annotations

import hashlib
import io
import re
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Literal, get_args

from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

from copydesk import __version__
from copydesk.errors import LimitError, SigningKeyError, UsageError, VerificationError

__all__ = ["LABEL", "MAX_ARTICLE_BYTES", "SidecarFacts", "SourceType", "sidecar"]

LABEL = "org.copydesk.publication"
"""The label of the assertion that carries the facts."""
MAX_ARTICLE_BYTES = 16 * 1024 * 1024
MAX_PEM_BYTES = 256 * 1024

SourceType = Literal[
    "digitalCreation",
    "humanEdits",
    "trainedAlgorithmicMedia",
    "compositeWithTrainedAlgorithmicMedia",
]
"""How the text came about, in IPTC's words: by people; by people who edited something; by a
trained model; by people together with a trained model. C2PA does not go without.
"""

_SOURCE_TYPES = "http://cv.iptc.org/newscodes/digitalsourcetype/"
_SHA256 = re.compile(r"[0-9a-f]{64}")
_MEDIA_TYPE = re.compile(r"[a-z]+/[a-z0-9.+-]{1,80}")
_NOT_INSTALLED = "A C2PA sidecar needs an extra: pip install copydesk[c2pa]."
_CURVES = {"secp256r1": "es256", "secp384r1": "es384", "secp521r1": "es512"}


@dataclass(frozen=True, slots=True)
class SidecarFacts:
    """What the sidecar states of the article besides its bytes.

    Args:
        title: what C2PA readers show; the article's path or headline.
        newsroom: the newsroom's name in its log (``news.example/log``).
        statement_sha256: of the payload of the newest publication statement or correction.
        keyring_pin: the SHA-256 of keyring version 1's payload.
        source_type: see :data:`SourceType`.
    """

    title: str
    newsroom: str
    statement_sha256: str
    keyring_pin: str
    source_type: SourceType


def sidecar(
    article: bytes, media_type: str, facts: SidecarFacts, chain_pem: bytes, key_pem: bytes
) -> bytes:
    """A C2PA manifest store for a ``.c2pa`` file beside the article, read back before it is given.

    Args:
        article: the article's exact bytes.
        media_type: of those bytes, such as ``text/markdown`` or ``text/html``.
        facts: what is stated of them.
        chain_pem: the signer's certificate (PEM), then those above it; not the root of trust alone.
        key_pem: the signer's private key (PEM, not encrypted): EC, Ed25519 or RSA.

    Raises:
        UsageError: the extra is not installed, or the media type or a fact is not in its form.
        LimitError: the article or a file of certificates is too large.
        SigningKeyError: the key or the chain cannot be used for C2PA, which asks for more in a
            certificate than other uses do.
        VerificationError: the sidecar does not verify against the article.
    """
    _check(article, media_type, facts, chain_pem, key_pem)
    library = _library()
    algorithm, key = _key(key_pem, chain_pem)
    manifest = _manifest(article, media_type, facts)
    try:
        info = library.C2paSignerInfo(algorithm, chain_pem, key, None)
        with library.Signer.from_info(info) as signer, library.Builder(manifest) as builder:
            builder.set_no_embed()
            store = builder.sign(signer, media_type, io.BytesIO(article), io.BytesIO())
    except (library.C2paError, ValueError, TypeError) as error:
        raise SigningKeyError(
            f"No C2PA sidecar can be signed with this certificate and key: {_line(error)}.",
            fix="Use a certificate for C2PA (digital signature, authority key identifier and "
            "extended key usage set), with its chain.",
        ) from None
    _read_back(library, store, article, media_type)
    return bytes(store)


def _check(
    article: bytes, media_type: str, facts: SidecarFacts, chain_pem: bytes, key_pem: bytes
) -> None:
    if len(article) > MAX_ARTICLE_BYTES:
        raise LimitError(f"An article has at most {MAX_ARTICLE_BYTES} bytes.")
    if not article:
        raise UsageError("There is no article.")
    if max(len(chain_pem), len(key_pem)) > MAX_PEM_BYTES:
        raise LimitError(f"A file of certificates or a key has at most {MAX_PEM_BYTES} bytes.")
    if not _MEDIA_TYPE.fullmatch(media_type):
        raise UsageError(f"{media_type!r} is not a media type.", fix="Use text/markdown.")
    if facts.source_type not in get_args(SourceType):
        raise UsageError(
            f"{facts.source_type!r} does not say how a text came about.",
            fix=f"Use one of {', '.join(get_args(SourceType))}.",
        )
    for digest in (facts.statement_sha256, facts.keyring_pin):
        if not _SHA256.fullmatch(digest):
            raise UsageError(f"{digest!r} is not a SHA-256 in lower-case hexadecimal.")


def _library() -> ModuleType:
    try:
        import c2pa  # noqa: PLC0415 - an extra, which may be absent, and 23 MB of native code
    except (ImportError, OSError, RuntimeError):
        raise UsageError(_NOT_INSTALLED, fix="pip install copydesk[c2pa]") from None
    found: ModuleType = c2pa
    return found


def _key(key_pem: bytes, chain_pem: bytes) -> tuple[str, bytes]:
    """The algorithm's name in C2PA, and the key in the one form that the library reads."""
    try:
        key = serialization.load_pem_private_key(key_pem, password=None)
        certificate = x509.load_pem_x509_certificates(chain_pem)[0]
        same = certificate.public_key() == key.public_key()
    except Exception:  # noqa: BLE001 - the loaders have no one error for what they cannot read
        raise SigningKeyError(
            "The certificate or the private key for C2PA cannot be read.",
            fix="Give both as PEM, the key without a passphrase.",
        ) from None
    if not same:
        raise SigningKeyError(
            "The private key is not the one of the first certificate.",
            fix="Put the signer's own certificate first in the file.",
        )
    if isinstance(key, ed25519.Ed25519PrivateKey):
        algorithm = "ed25519"
    elif isinstance(key, rsa.RSAPrivateKey):
        algorithm = "ps256"
    elif isinstance(key, ec.EllipticCurvePrivateKey) and key.curve.name in _CURVES:
        algorithm = _CURVES[key.curve.name]
    else:
        raise SigningKeyError(
            "C2PA does not know this kind of key.", fix="Use P-256, P-384, P-521, Ed25519 or RSA."
        )
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8)
    return algorithm, key.private_bytes(*form, serialization.NoEncryption())


def _manifest(article: bytes, media_type: str, facts: SidecarFacts) -> dict[str, Any]:
    created = {
        "action": "c2pa.created",
        "digitalSourceType": _SOURCE_TYPES + facts.source_type,
    }
    stated = {
        "article_sha256": hashlib.sha256(article).hexdigest(),
        "statement_sha256": facts.statement_sha256,
        "keyring_pin": facts.keyring_pin,
        "newsroom": facts.newsroom,
    }
    return {
        "claim_generator_info": [{"name": "copydesk", "version": __version__}],
        "title": facts.title,
        "format": media_type,
        "assertions": [
            {"label": "c2pa.actions", "data": {"actions": [created]}},
            {"label": LABEL, "data": stated},
        ],
    }


def _read_back(library: ModuleType, store: bytes, article: bytes, media_type: str) -> None:
    """What leaves here has to be at least valid; whether it is trusted is for its readers."""
    try:
        with library.Reader(media_type, io.BytesIO(article), store) as reader:
            state = reader.get_validation_state()
    except (library.C2paError, ValueError, TypeError) as error:
        state = _line(error)
    if state not in ("Valid", "Trusted"):
        raise VerificationError(
            f"The sidecar does not verify against the article: {state}.",
            fix="Check that the certificate is valid today.",
        )


def _line(error: Exception) -> str:
    text = " ".join(str(error).split())
    return "".join(char for char in text if char.isprintable())[:300].rstrip(".")
