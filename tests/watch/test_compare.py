"""What a text still says of another: which anchors stand, and the verdict that follows."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from copydesk.article import read_article
from copydesk.evidence import read_evidence
from copydesk.evidence.model import EvidenceSource
from copydesk.newsroom.checking import check
from copydesk.provenance.canonical import sha256_hex
from copydesk.report import Quality, Status
from copydesk.watch.anchored import anchors_of
from copydesk.watch.compare import compare
from copydesk.watch.model import Anchor, AnchorState, Comparison, Kept, Seen, Verdict, better

URL = "https://paper.example/2026/harbour-report"
FILLER = (
    "<p>The council met on Tuesday to hear what was done with the money of the year before.</p>" * 4
)


def source(html: str) -> EvidenceSource:
    body = f"<html><head><title>Harbour report</title></head><body>{FILLER}{html}</body></html>"
    text = read_evidence(body.encode(), media_type="text/html", url=URL)
    return EvidenceSource(1, URL, sha256_hex(body.encode()), Quality.OK, text)


def anchors(article: str, old: EvidenceSource) -> list[Anchor]:
    data = f"---\ntitle: A harbour and its ferries\nsources: [{URL}]\n---\n{article}\n".encode()
    report = check(read_article(data, "a.md"), (old,))
    assert {one.status for one in report.specifics} <= {Status.TRACED, Status.DERIVED}, report
    return anchors_of(report.specifics)[1][old.sha256 or ""]


def looked(article: str, before: str, now: str, **seen: object) -> Comparison:
    old, new = source(before), source(now)
    digests = frozenset({new.sha256 or ""})
    fresh = replace(Seen(True, 200, Quality.OK, digests=digests, text=new.text), **seen)  # type: ignore[arg-type]
    kept = Kept(frozenset({old.sha256 or ""}), Quality.OK, old.text)
    return compare(kept, anchors(article, old), fresh)


COUNT = "The harbour has 14 ferries, the report says [1]."
SAID = "<p>The harbour has 14 ferries between the islands, its yearly report says.</p>"
TABLE = (
    "<table><tr><th>Year</th><th>Ferries</th></tr><tr><td>2024</td><td>12</td></tr>"
    "<tr><td>2025</td><td>14</td></tr></table>"
)
QUOTE = "“We did not expect so many passengers to come back,” Ada Brenner said [1]."
SPOKE = "<p>“We did not expect so many passengers to come back,” said Ada Brenner.</p>"

STANDS = {
    "typography": (QUOTE, SPOKE, SPOKE.replace("“", '"').replace("”", '"')),
    "line ends and spaces": (COUNT, SAID, SAID.replace(" ", "\n ").replace("<p>\n", "<p>")),
    "mark-up": (COUNT, SAID, SAID.replace("14", "<b>14</b>").replace("<p>", "<div>")),
    "a sentence before it": (COUNT, SAID, SAID.replace("<p>", "<p>It is late. ")),
    "moved": (COUNT, SAID + FILLER, "<p>All is new here.</p>" + FILLER + SAID),
    "a date in its own line": (
        "The report is of March 16, 2026 [1].",
        "<div>A report</div><div>March 16, 2026</div><div>2 comments</div>" + SAID,
        "<div>Report!</div><div>March 16, 2026</div><div>9 comments</div>" + SAID,
    ),
    "a cell of a table": (
        "In 2025 the harbour had 14 ferries [1].",
        f"<h2>Ferries of the harbour</h2>{TABLE}",
        f"<h2>Ferries of the harbour, by year</h2>{TABLE}<p>Source: the board.</p>",
    ),
    "one of two places": (COUNT, SAID + SAID.replace("its", "the"), SAID.replace("its", "the")),
}


@pytest.mark.parametrize("case", STANDS)
def test_what_stands_is_found_again(case: str) -> None:
    made = looked(*STANDS[case])
    assert made.verdict in {Verdict.ANCHORS_INTACT, Verdict.TEXT_SAME}, made
    assert not [one for one in made.changes if one.state is not AnchorState.REWORDED]


LOST = {
    "another figure": (COUNT, SAID, SAID.replace("14", "17"), "17"),
    "another unit": (
        "Repairs cost $4 million [1].",
        "<p>Repairs of the ferries cost $4 million in the last year, the auditors found.</p>",
        "<p>Repairs of the ferries cost $4 billion in the last year, the auditors found.</p>",
        "$4 billion",
    ),
    "another name": (
        QUOTE, SPOKE, SPOKE.replace("Ada Brenner", "Lena Marsh"), "Lena Marsh",
    ),
    "denied": (COUNT, SAID, SAID.replace("has 14", "has not 14"), ""),
    "the same figure elsewhere": (COUNT, SAID, "<p>Some 14 people came to the meeting.</p>", ""),
    "a figure that stands twice in its sentence": (
        COUNT,
        "<p>The harbour has 14 ferries, and the 14 crews of the islands are paid by it.</p>",
        "<p>The harbour has 15 ferries, and the 14 crews of the islands are paid by it.</p>",
        "15",
    ),
    "hidden now": (COUNT, SAID, f'<div style="display:none">{SAID}</div>', ""),
    "a word of a quotation": (QUOTE, SPOKE, SPOKE.replace("many", "few"), None),
    "cut out": (COUNT, SAID, "", ""),
}  # fmt: skip


@pytest.mark.parametrize("case", LOST)
def test_what_does_not_stand_is_lost(case: str) -> None:
    article, before, now, says = LOST[case]
    made = looked(article, before, now)
    assert made.verdict is Verdict.ANCHORS_LOST, made
    wrong = [one for one in made.changes if one.state in {AnchorState.CHANGED, AnchorState.LOST}]
    assert wrong
    if says is not None:
        assert says in {one.says for one in wrong}


def test_the_same_value_in_other_words_is_said_to_be_reworded() -> None:
    now = "<p>Between the islands the harbour now has, as its yearly report says, 14 ferries.</p>"
    made = looked(COUNT, SAID, now)
    assert made.verdict is Verdict.ANCHORS_INTACT
    assert [one.state for one in made.changes] == [AnchorState.REWORDED]
    assert made.changes[0].now.startswith("Between the islands")
    assert "1 of them in other words" in made.reason or "still stands there" in made.reason


def test_a_derived_figure_needs_all_that_it_was_derived_from() -> None:
    before = (
        "<p>The harbour in the east has 14 ferries.</p><p>The harbour in the west has 17 ferries.</p>"
        "<p>Both harbours have ferries.</p>"
    )
    old = source(before)
    places = [
        replace(anchor, specific=1, needs_all=True)
        for word in ("14", "17")
        for anchor in anchors(f"The harbour in the {'east' if word == '14' else 'west'} has {word} "
                              "ferries [1].", old)
    ]  # fmt: skip
    kept = Kept(frozenset({"x"}), Quality.OK, old.text)
    new = source(before.replace("17", "16"))
    made = compare(kept, places, Seen(True, 200, Quality.OK, text=new.text))
    assert [one.says for one in made.changes] == ["16"]
    either = [replace(one, needs_all=False) for one in places]
    assert compare(kept, either, Seen(True, 200, Quality.OK, text=new.text)).changes == ()


def test_what_only_the_data_held_is_not_lost_where_the_data_was_not_had() -> None:
    old, new = source(SAID), source("<p>The page says nothing of ferries.</p>")
    kept = Kept(frozenset({"x"}), Quality.OK, old.text)
    found = [replace(one, had=False) for one in anchors(COUNT, old)]
    seen = Seen(True, 200, Quality.OK, text=new.text, not_had="No more requests for now.")
    made = compare(kept, found, seen)
    assert (made.verdict, made.changes) == (Verdict.BLOCKED, ())
    assert "No more requests for now" in made.reason


def test_a_source_on_which_nothing_rests_has_a_verdict_too() -> None:
    old = source(SAID)
    kept = Kept(frozenset({"x"}), Quality.OK, old.text)
    same = compare(kept, [], Seen(True, 200, Quality.OK, text=source(SAID + SAID).text))
    assert same.verdict is Verdict.TEXT_SAME
    other = read_evidence(b"<p>" + b"Apples and pears. " * 90 + b"</p>", media_type="text/html")
    made = compare(kept, [], Seen(True, 200, Quality.OK, text=other))
    assert made.verdict is Verdict.REPLACED
    assert made.survival == 0


def test_a_source_that_could_not_be_read_before_is_never_called_replaced() -> None:
    wall = read_evidence(b"<p>Are you a robot?</p>", media_type="text/html")
    kept = Kept(frozenset({"x"}), Quality.BLOCKED, wall)
    made = compare(kept, [], Seen(True, 200, Quality.OK, text=source(SAID).text))
    assert made.verdict is Verdict.ANCHORS_INTACT


def test_the_ladder_has_an_order() -> None:
    assert better(Verdict.BYTES_SAME, Verdict.GONE)
    assert better(Verdict.BLOCKED, Verdict.GONE)
    assert better(Verdict.UNREACHABLE, Verdict.GONE)
    assert not better(Verdict.GONE, Verdict.GONE)


@pytest.mark.parametrize("number", [401, 402, 403, 407, 429, 451, 999])
def test_being_kept_out_is_never_gone(number: int) -> None:
    made = looked(COUNT, SAID, "", status=number, quality=Quality.BLOCKED)
    assert made.verdict is Verdict.BLOCKED


@pytest.mark.parametrize("code", ["timeout", "connect", "reset", "tls", "address-refused"])
def test_no_answer_is_never_gone(code: str) -> None:
    made = looked(COUNT, SAID, "", stored=False, status=None, problem=code, text=None)
    assert made.verdict is Verdict.UNREACHABLE


def test_what_robots_txt_disallows_is_not_asked_for_and_so_not_gone() -> None:
    made = looked(COUNT, SAID, "", stored=False, problem="robots-disallowed", text=None)
    assert made.verdict is Verdict.BLOCKED


FACTS = [SAID, SPOKE, TABLE, "<p>Repairs cost $4.5 million in 2025, the auditors found.</p>"]
ARTICLE = f"{COUNT}\n\n{QUOTE}\n\nRepairs cost $4.5 million in 2025 [1]."
FURNITURE = st.lists(
    st.builds(
        "<div>{} {} ferries, {} comments</div>".format,
        st.sampled_from(["Read on:", "Lindale has", "2 hours ago", "“Not us,” said"]),
        st.integers(1, 99),
        st.integers(0, 999),
    ),
    max_size=6,
)


@settings(max_examples=60, deadline=None)
@given(st.permutations(FACTS), FURNITURE, FURNITURE)
def test_another_order_and_other_furniture_lose_nothing(
    facts: list[str], above: list[str], below: list[str]
) -> None:
    made = looked(ARTICLE, "".join(FACTS), "".join([*above, *facts, *below]))
    assert made.verdict in {Verdict.BYTES_SAME, Verdict.TEXT_SAME, Verdict.ANCHORS_INTACT}, made


@settings(max_examples=60, deadline=None)
@given(FURNITURE, st.integers(0, 2))
def test_a_passage_that_is_cut_out_is_lost_whatever_stands_around_it(
    around: list[str], out: int
) -> None:
    facts = [fact for at, fact in enumerate((FACTS[0], FACTS[1], FACTS[3])) if at != out]
    made = looked(ARTICLE, FACTS[0] + FACTS[1] + FACTS[3], "".join([*around, *facts, *around]))
    assert made.verdict is Verdict.ANCHORS_LOST, made


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=400))
def test_whatever_a_page_says_there_is_a_verdict(text: str) -> None:
    body = text.encode("utf-8", "replace")
    old, new = source("".join(FACTS)), read_evidence(body, media_type="text/html")
    seen = Seen(True, 200, Quality.OK, digests=frozenset({"y"}), text=new)
    made = compare(Kept(frozenset({"x"}), Quality.OK, old.text), anchors(ARTICLE, old), seen)
    assert made.reason
    assert {one.specific for one in made.changes} <= set(made.specifics)
