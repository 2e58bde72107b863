"""The verifier in the pages reads the lists of redacted copies, and refuses those that are none."""

from __future__ import annotations

import ipaddress
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from wacz_newsroom import OWN, PAGE, published

from copydesk.newsroom.exporting import Exporter
from copydesk.provenance.bundle import parse_bundle
from copydesk.provenance.canonical import canonical_bytes, sha256_hex
from copydesk.provenance.redaction import copy_path, list_path
from copydesk.provenance.verify_bundle import verify_bundle

NODE = shutil.which("node")
SCRIPT = Path(__file__).parents[2] / "src/copydesk/press/static/verify.js"
SHA256 = sha256_hex(PAGE)
RUN = """
const verifier = require(process.argv[1]);
const chunks = [];
process.stdin.on("data", (chunk) => chunks.push(chunk)).on("end", async () => {
  const { checks } = await verifier.verifyBundle(JSON.parse(Buffer.concat(chunks).toString("utf8")), "");
  process.stdout.write(JSON.stringify(checks.filter(({ id }) => id === "captures")));
});
"""


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    desk, paths = published(tmp_path_factory.mktemp("room"))
    exporter = Exporter(desk.room, [ipaddress.ip_address(OWN)])
    return exporter.export(paths, captures=True).bundle.to_bytes()


def said(data: bytes) -> tuple[str, str]:
    """What the script answers of the captured bodies."""
    done = subprocess.run(  # noqa: S603 - our own script on our own bundle
        [str(NODE), "-e", RUN, str(SCRIPT)],
        input=data,
        capture_output=True,
        timeout=100,
        check=True,
    )
    (check,) = json.loads(done.stdout)
    return check["state"], check["reason"]


def of_python(data: bytes) -> str:
    checks = verify_bundle(parse_bundle(data)).checks
    return next(one.state.value for one in checks if one.id == "captures")


def changed(data: bytes, **values: Any) -> bytes:
    """The bundle with other values in the list of the redacted page; ``None`` takes one out."""
    whole = json.loads(data)
    path = list_path(SHA256)
    said = {**json.loads(whole["files"][path]), **values}
    said = {name: value for name, value in said.items() if value is not None}
    whole["files"][path] = canonical_bytes(said).decode()
    return json.dumps(whole).encode()


@pytest.mark.skipif(NODE is None, reason="no Node is installed")
def test_a_redacted_copy_is_said_in_words(bundle: bytes) -> None:
    state, reason = said(bundle)
    assert (state, of_python(bundle)) == ("not-present", "not-present")
    assert (
        f"redacted copies, which cannot have the signed hash; the first is of {SHA256}: 1 places, {len(OWN)} bytes taken out"
        in reason
    )
    whole = json.loads(bundle)
    assert copy_path(SHA256) in whole["binary"]
    del whole["binary"][copy_path(SHA256)]  # a list alone is no copy
    state, reason = said(json.dumps(whole).encode())
    assert (state, "redacted" in reason) == ("not-present", False)


@pytest.mark.skipif(NODE is None, reason="no Node is installed")
@pytest.mark.parametrize(
    "values",
    [
        {"sha256": "0" * 64},
        {"size": 7},
        {"places": []},
        {"places": [{"start": 9, "end": 3, "reason": "own-address"}]},
        {"places": [{"start": 0, "end": 2**40, "reason": "own-address"}]},
        {"places": [{"start": 0, "end": 3, "reason": "a secret"}]},
        {"chunks": []},
        {"copySha256": None},
        {"more": 1},
        {"schema": "copydesk.redaction/2"},
    ],
    ids=str,
)
def test_a_list_that_is_none_fails_here_as_there(bundle: bytes, values: dict[str, Any]) -> None:
    harmed = changed(bundle, **values)
    assert of_python(harmed) == "fail"
    assert said(harmed)[0] == "fail"
