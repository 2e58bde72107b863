"""A timestamp authority on this machine, for tests: real RFC 3161 tokens, made by ``openssl``.

``openssl ts -reply`` answers requests as an authority does (over HTTP too); :meth:`LocalTsa.token`
makes the same kind of token by ``openssl cms``, with any time, text and certificate, so that tests
can have what no honest authority would sign. All keys are made for the test and thrown away.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from loopback import Loopback

from copydesk.provenance import der

OPENSSL = shutil.which("openssl")
NEEDS_OPENSSL = "needs the openssl command, which is not installed here"

SHA256 = "2.16.840.1.101.3.4.2.1"
POLICY = "1.3.6.1.4.1.32473.1"
TST_INFO = "1.2.840.113549.1.9.16.1.4"
DAY = timedelta(days=1)

Key = ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey

_CONFIG = """\
[ tsa ]
default_tsa = copydesk_test
[ copydesk_test ]
serial = {folder}/serial
crypto_device = builtin
signer_digest = sha256
default_policy = {policy}
other_policies = {policy}
digests = sha256, sha384
ess_cert_id_chain = no
ess_cert_id_alg = {named_by}
"""


@dataclass(frozen=True)
class Issued:
    """A certificate and its key."""

    certificate: x509.Certificate
    key: Key

    @property
    def pem(self) -> bytes:
        return self.certificate.public_bytes(serialization.Encoding.PEM)

    @property
    def der(self) -> bytes:
        return self.certificate.public_bytes(serialization.Encoding.DER)


def now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


def make_key(kind: str) -> Key:
    if kind == "rsa":
        return rsa.generate_private_key(65537, 2048)
    return ec.generate_private_key(ec.SECP256R1())


def issue(
    name: str,
    issuer: Issued | None = None,
    *,
    kind: str = "ec",
    key: Key | None = None,
    serial: int | None = None,
    authority: bool = False,
    uses: tuple[x509.ObjectIdentifier, ...] = (),
    critical: bool = True,
    country: str = "",
    start: datetime | None = None,
    end: datetime | None = None,
) -> Issued:
    """A certificate of ``name``, signed by ``issuer`` or, without one, by itself."""
    key = key or make_key(kind)
    parts = [
        x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Test keys only"),
        x509.NameAttribute(NameOID.COMMON_NAME, name),
    ]
    if country:  # any text, as a careless authority may write it
        with warnings.catch_warnings(action="ignore"):
            parts.append(x509.NameAttribute(NameOID.COUNTRY_NAME, country, _validate=False))
    subject = x509.Name(parts)
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer.certificate.subject if issuer else subject)
        .public_key(key.public_key())
        .serial_number(serial or x509.random_serial_number())
        .not_valid_before(start or now() - 365 * DAY)
        .not_valid_after(end or now() + 365 * DAY)
        .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
    )
    if uses:
        builder = builder.add_extension(x509.ExtendedKeyUsage(uses), critical=critical)
    signer = issuer.key if issuer else key
    return Issued(builder.sign(signer, hashes.SHA256()), key)


class LocalTsa(Loopback):
    """An authority with a root, and a certificate for timestamps below it.

    Args:
        folder: where keys and answers are kept while it lives.
        kind: ``ec`` or ``rsa``.
        root: another authority's root, to be below the same.
        **certificate: further arguments of :func:`issue`, for the timestamp certificate.
    """

    def __init__(
        self, folder: Path, kind: str = "ec", root: Issued | None = None, **certificate: object
    ) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.root = root or issue("Test timestamp root", kind=kind, authority=True)
        options = {"kind": kind, "uses": (ExtendedKeyUsageOID.TIME_STAMPING,), **certificate}
        self.signer = issue("Test timestamp authority", self.root, **options)  # type: ignore[arg-type]
        self.answer: Callable[[bytes], tuple[int, bytes]] = lambda query: (200, self.reply(query))
        self.media_type = "application/timestamp-reply"
        self.drip = False  # whether more bytes follow the answer, one at a time
        self.requests: list[tuple[str, bytes]] = []

    # -- answers ----------------------------------------------------------------------------------

    def reply(
        self, query: bytes, chain: tuple[Issued, ...] = (), named_by: str = "sha256"
    ) -> bytes:
        """What ``openssl ts -reply`` answers.

        ``chain`` are certificates to send as well; ``named_by`` is the digest by which the signed
        attributes name the signer's certificate (sha1 is RFC 3161's own, the others RFC 5816's).
        """
        config = self.folder / "tsa.cnf"
        words = _CONFIG.format(folder=self.folder, policy=POLICY, named_by=named_by)
        config.write_text(words, encoding="utf-8")
        (self.folder / "request.tsq").write_bytes(query)
        serial = self.folder / "serial"
        if not serial.exists():
            serial.write_text("1000\n", encoding="ascii")
        more = ["-chain", self._file("chain.pem", *chain)] if chain else []
        self._openssl(
            "ts", "-reply", "-config", str(config), "-queryfile", "request.tsq",
            "-signer", self._file("signer.pem", self.signer), "-inkey", self._key(self.signer),
            "-out", "reply.tsr", *more,
        )  # fmt: skip
        return (self.folder / "reply.tsr").read_bytes()

    def token(
        self,
        text: bytes,
        at: datetime,
        *,
        signer: Issued | None = None,
        chain: tuple[Issued, ...] = (),
        info: bytes | None = None,
        content_type: str = TST_INFO,
        options: tuple[str, ...] = ("-cades",),
        digest: str = "sha256",
    ) -> bytes:
        """A granted response over ``text`` that says it was made at ``at``."""
        signer = signer or self.signer
        (self.folder / "info.der").write_bytes(info or tst_info(text, at))
        more = ["-certfile", self._file("chain.pem", *chain)] if chain else []
        self._openssl(
            "cms", "-sign", "-binary", "-nodetach", *options, "-nosmimecap",
            "-econtent_type", content_type, "-in", "info.der", "-md", digest,
            "-signer", self._file("signer.pem", signer), "-inkey", self._key(signer),
            "-outform", "DER", "-out", "token.der", *more,
        )  # fmt: skip
        granted = der.encode(der.SEQUENCE, der.encode_integer(0))
        return der.encode(der.SEQUENCE, granted, (self.folder / "token.der").read_bytes())

    def _openssl(self, *words: str) -> None:
        assert OPENSSL is not None
        done = subprocess.run(  # noqa: S603 - a fixed command with files of the test
            [OPENSSL, *words], cwd=self.folder, capture_output=True, check=False, timeout=60
        )
        assert done.returncode == 0, done.stderr.decode(errors="replace")

    def _file(self, name: str, *certificates: Issued) -> str:
        path = self.folder / name
        path.write_bytes(b"".join(one.pem for one in certificates))
        return str(path)

    def _key(self, issued: Issued) -> str:
        path = self.folder / "key.pem"
        path.write_bytes(
            issued.key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        return str(path)

    # -- HTTP -------------------------------------------------------------------------------------

    def handler(self) -> type[BaseHTTPRequestHandler]:
        """Answers time-stamp queries."""
        return _handler(self)

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}/tsa"


def _handler(tsa: LocalTsa) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Keep quiet."""

        def do_POST(self) -> None:
            query = self.rfile.read(int(self.headers["Content-Length"]))
            tsa.requests.append((self.headers["Content-Type"], query))
            status, body = tsa.answer(query)
            self.send_response(status)
            self.send_header("Content-Type", tsa.media_type)
            if 300 <= status < 400:
                self.send_header("Location", "/elsewhere")
            self.end_headers()
            try:
                for at in range(0, len(body), 65536):
                    self.wfile.write(body[at : at + 65536])
                if tsa.drip:
                    for _ in range(100):
                        self.wfile.write(b".")
                        self.wfile.flush()
                        time.sleep(0.1)
            except OSError:
                return

    return Handler


def tst_info(
    text: bytes,
    at: datetime,
    *,
    algorithm: str = SHA256,
    nonce: int | None = None,
    fraction: str = "",
    digest: bytes | None = None,
) -> bytes:
    """A TSTInfo (RFC 3161, section 2.4.2)."""
    imprint = der.encode(
        der.SEQUENCE,
        der.encode(der.SEQUENCE, der.encode_oid(algorithm), der.encode(der.NULL)),
        der.encode(der.OCTET_STRING, digest or hashlib.sha256(text).digest()),
    )
    stated = at.astimezone(UTC).strftime("%Y%m%d%H%M%S") + fraction + "Z"
    parts = [
        der.encode_integer(1),
        der.encode_oid(POLICY),
        imprint,
        der.encode_integer(0xABC),
        der.encode(der.GENERALIZED_TIME, stated.encode("ascii")),
    ]
    if nonce is not None:
        parts.append(der.encode_integer(nonce))
    return der.encode(der.SEQUENCE, *parts)
