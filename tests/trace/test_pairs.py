"""Figures that belong together: pairs, scores, ranges, currencies, totals with their parts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from copydesk.report import Specific

Run = Callable[..., tuple[Specific, ...]]

BOARD = (
    "The Corran harbour board voted 7 to 2 on Thursday to build a tide gate, its chair said. The board "
    "has met 3 times since March."
)
TRIAL = (
    "The trial of the vaccine cost 38 million euros, of which 21 million came from the Norlund fund and the "
    "rest from the union. Of its results 118 of the 1,240 children were lost to follow-up. Four children in "
    "the vaccine group had seizures, compared with two in the control group."
)
KING = "Aldric of Tarn became king in 1515 after a short war. He reigned, much feared, until he died in 1547."

# text, specific, source, status, what the reason holds
CASES = [
    ("The board voted 7 to 3 for a gate.", "3", BOARD, "contradicted", "7 to 2"),
    ("The board voted 7 to 2 for a gate.", "2", BOARD, "traced", ""),
    ("The board votes 7-3 for a tide gate.", "7-3", BOARD, "contradicted", "7 to 2"),
    ("The board votes 7-2 for a tide gate.", "7-2", BOARD, "traced", ""),
    ("In the trial 181 of the 1,240 children were lost.", "181", TRIAL, "contradicted", "118"),
    ("The trial of the vaccine cost 38 million dollars.", "38 million dollars", TRIAL, "contradicted", "euros"),
    ("The fund gave 21 million euros of the 38 million for the trial.", "38 million", TRIAL, "traced", ""),
    ("For the trial of the vaccine the union gave the other 17 million euros.", "17 million euros", TRIAL, "derived", "21 million"),
    ("In the vaccine trial six children had seizures, four of them in the vaccine group.", "six", TRIAL, "derived", "two"),
    ("In the vaccine trial seven children had seizures, four of them in the vaccine group.", "seven", TRIAL, "contradicted", "two"),
    ("Aldric of Tarn (king 1515-1547) was much feared.", "1515-1547", KING, "traced", ""),
    ("Aldric of Tarn (king 1515-1574) was much feared.", "1515-1574", KING, "untraced", ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "text", "source", "status", "said"), CASES, ids=[c[0] for c in CASES]
)
def test_figures_that_belong_together(
    run: Run, body: str, text: str, source: str, status: str, said: str
) -> None:
    one = next(one for one in run(body, source) if one.text == text)
    assert one.status.value == status, one.reason
    assert said in one.reason


def test_of_a_game_with_several_scores_none_denies_another(run: Run) -> None:
    game = "Velde led Tarn 1-0 after ten minutes. Tarn made it 1-1. Late in the game Velde scored twice more."
    (one,) = [one for one in run("Velde beat Tarn 3-1 in the game.", game) if one.text == "3-1"]
    assert one.status.value == "untraced"
