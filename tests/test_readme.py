"""The README says what the command says of itself, and names what is there."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_help_in_the_readme_is_the_commands_own() -> None:
    shown = re.search(r"```\n\$ copydesk --help\n(.*?)\n```", README, re.DOTALL)
    assert shown is not None
    done = subprocess.run(
        [sys.executable, "-c", "from copydesk.cli import main; main(['--help'])"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "COLUMNS": "100"},
    )
    said = done.stdout.replace("-c [OPTIONS]", "copydesk [OPTIONS]")
    assert [line.rstrip() for line in shown.group(1).splitlines() if line.strip()] == [
        line.rstrip() for line in said.splitlines() if line.strip()
    ]


def test_every_link_of_the_readme_leads_to_a_file() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", README)
    local = [link for link in links if "://" not in link]
    assert len(local) > 5
    assert [link for link in local if not (ROOT / link).exists()] == []


def test_every_command_of_the_readme_exists() -> None:
    used = set(re.findall(r"^copydesk (\w+)", README, re.MULTILINE))
    listed = set(re.findall(r"^  (\w+)  ", README, re.MULTILINE))
    assert used
    assert used <= listed
