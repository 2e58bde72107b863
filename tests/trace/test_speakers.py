"""Who is said to have said it, in the article and in its sources."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from copydesk.report import Specific
from copydesk.trace.said import attribution

Run = Callable[..., tuple[Specific, ...]]

WORDS = "the tide will not wait"

# A text with the words in it, and who it lets say them; "" where it does not say.
SAID = [
    (f"“{WORDS},” said Oda Brekke.", "Oda Brekke"),
    (f"“{WORDS},” Brekke said on Friday.", "Brekke"),
    (f"“{WORDS},” said the port's director, Oda Brekke, in May.", "Oda Brekke"),
    (f"“{WORDS},” said Brig. Gen. Oda Brekke of the guard.", "Oda Brekke"),
    (f"“{WORDS},” said founder and CEO Oda Brekke.", "Oda Brekke"),
    (f"“{WORDS},” Oda Brekke, who runs the port, told the Sund Courier.", "Oda Brekke"),
    (f"“{WORDS},” according to Oda Brekke, the director.", "Oda Brekke"),
    (f"“{WORDS}” — Oda Brekke", "Oda Brekke"),
    (f"Oda Brekke, the port's director, told reporters that “{WORDS}”.", "Oda Brekke"),
    (f"Oda Brekke of Bronfield warned: “{WORDS}.”", "Oda Brekke"),
    (f"According to Oda Brekke, “{WORDS}”.", "Oda Brekke"),
    (f"A spokesperson for Nordhavn Games, Oda Brekke, called it “{WORDS}”.", "Oda Brekke"),
    (f"“We wait,” Oda Brekke said. “Believe me, {WORDS}.”", "Oda Brekke"),
    (f"Jon Lie: Good morning.\nOda Brekke: I say {WORDS}, as ever.", "Oda Brekke"),
    (f"Director Oda Brekke also spoke:\nIt is that {WORDS}.", "Director Oda Brekke"),
    (f"Oda Brekke came in May. “{WORDS},” she said.", "Oda Brekke"),
    (f"“We know,” said Oda Brekke.\n“And {WORDS}. That is all.”", "Oda Brekke"),
    (f"“{WORDS}.” Jon Lie said that he agreed.", ""),
    (f"It is known that “{WORDS}”. Oda Brekke left in May.", ""),
    (f"The report says “{WORDS}”.", ""),
]


@pytest.mark.parametrize(("text", "who"), SAID, ids=[case[0][:60] for case in SAID])
def test_attribution(text: str, who: str) -> None:
    start = text.index(WORDS)
    found = attribution(text, start, start + len(WORDS))
    assert (found.name if found else "") == who


SOURCE = (
    "Sund, 3 May. “The tide will not wait for the ferry,” said Oda Brekke, the port's director.\n"
    "Jon Lie, who leads the union, answered her. “The roster was overdue for years,” Lie told members.\n"
    "“Nobody asked the crews about it,” he said. Brekke did not reply.\n"
    "Nordhavn Lines wrote in a statement that “no sailing was cancelled on that day”.\n"
)
# The article's text and whether the speaker is another one than the source's.
WRONG = [
    ("“The tide will not wait for the ferry,” said Oda Brekke.", ""),
    ("“The tide will not wait for the ferry,” said Jon Lie.", "Oda Brekke"),
    ("Jon Lie told us that “the tide will not wait for the ferry”.", "Oda Brekke"),
    ("“The roster was overdue for years,” Brekke said.", "Jon Lie"),
    ("“The roster was overdue for years,” said the union.", ""),
    ("“The roster was overdue for years,” according to Sund Radio.", ""),
    ("“No sailing was cancelled on that day,” said Oda Brekke.", ""),
    ("“Nobody asked the crews about it,” Jon Lie said.", ""),
]


@pytest.mark.parametrize(("body", "who"), WRONG, ids=[case[0][:60] for case in WRONG])
def test_another_speaker(run: Run, body: str, who: str) -> None:
    (one,) = [one for one in run(body, SOURCE) if one.kind.value == "quote"]
    assert one.status.value == ("contradicted" if who else "traced"), one.reason
    assert f"to {who}" in one.reason or not who
