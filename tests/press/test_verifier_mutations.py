"""The verifier in the pages refuses each mutation of a bundle that ``copydesk verify`` refuses, and
no other.
"""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from chained_newsroom import FOLDER, MONTH, ORIGIN, SLUG
from file_mutations import all_mutations

from copydesk.errors import CopydeskError
from copydesk.provenance.bundle import Bundle, Bundler
from copydesk.provenance.files import MemoryFiles
from copydesk.provenance.trust import Trust
from copydesk.provenance.verify_bundle import verify_bundle
from mutations import Mutation, failing, field_mutations

NODE = shutil.which("node")
SCRIPT = Path(__file__).parents[2] / "src/copydesk/press/static/verify.js"
# What a browser leaves to ``copydesk verify``.
ELSEWHERE = {"captures", "timestamp", "passages"}
# One in so many: of single bytes, and of everything else.
BYTES, OTHERS = 400, 40

RUN = """
const verifier = require(process.argv[1]);
const chunks = [];
process.stdin.on("data", (chunk) => chunks.push(chunk)).on("end", async () => {
  const failed = [];
  for (const [bundle, pin] of JSON.parse(Buffer.concat(chunks).toString("utf8"))) {
    const { checks } = await verifier.verifyBundle(JSON.parse(bundle), pin);
    failed.push(checks.filter(({ state }) => state === "fail").map(({ id }) => id));
  }
  process.stdout.write(JSON.stringify(failed));
});
"""


def bundled(mutation: Mutation) -> Bundle | None:
    made = mutation.make()
    files = made if isinstance(made, MemoryFiles) else MemoryFiles(made)
    if mutation.world.bundled:
        return Bundle(ORIGIN, FOLDER, files)
    try:
        return Bundler(files).bundle(MONTH, SLUG)
    except CopydeskError:
        return None  # What cannot be exported is in no page.


def wanted() -> list[Mutation]:
    every = [*field_mutations(), *all_mutations()]
    ours = [m for m in every if m.world.bundled or "logged again" in m.group or "key" in m.group]
    single = [m for m in ours if m.world.bundled and ": a byte of" in m.group]
    # The page compares the words of the title that it shows, not marks that nobody sees.
    others = [
        m for m in ours if ": a byte of" not in m.group and "from right to left" not in m.name
    ]
    return single[::BYTES] + others[::OTHERS]


@pytest.mark.skipif(NODE is None, reason="no Node is installed")
def test_the_page_judges_each_mutation_as_verify_does() -> None:
    asked = [(m, made) for m in wanted() if (made := bundled(m)) is not None]
    text = json.dumps([[made.to_bytes().decode(), m.world.trust.pin] for m, made in asked])
    ended = subprocess.run(  # noqa: S603 - a fixed command
        [str(NODE), "-e", RUN, str(SCRIPT)], input=text.encode(), capture_output=True, check=False,
        timeout=100,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr.decode(errors="replace")[-2000:]
    answers: list[list[str]] = json.loads(ended.stdout)
    wrong: list[Any] = []
    for (mutation, made), answer in zip(asked, answers, strict=True):
        ours = failing(verify_bundle(made, Trust(pin=mutation.world.trust.pin))) - ELSEWHERE
        if bool(ours) != bool(set(answer) - ELSEWHERE):
            wrong.append((mutation.group, mutation.name, sorted(ours), answer))
    assert not wrong
    assert len(asked) > 150
