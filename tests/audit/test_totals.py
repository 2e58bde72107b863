"""Totals are the same however the rows are cut into shards and in whatever order these come."""

import random
from functools import reduce
from operator import add

from hypothesis import given
from hypothesis import strategies as st

from copydesk.audit.checks import AUDIT_CHECKS, FUNNEL
from copydesk.audit.row import AuditRow, Outcome, Part, row_of
from copydesk.audit.totals import NOT_SAID, Totals
from copydesk.provenance.checks import CheckState

TEXTS = st.text(max_size=8)
COUNTS = st.lists(
    st.tuples(TEXTS, st.integers(0, 9)), max_size=3, unique_by=lambda one: one[0]
).map(tuple)
OUTCOMES = st.lists(
    st.builds(
        Outcome, st.sampled_from(list(AUDIT_CHECKS)), st.sampled_from(CheckState), TEXTS, TEXTS
    ),
    max_size=6,
    unique_by=lambda one: one.check,
).map(tuple)
ROWS = st.builds(
    AuditRow,
    article=TEXTS,
    date=st.sampled_from(["", "2026-03-04", "2026-04-01", "\n"]),
    contributor=TEXTS,
    model=st.sampled_from(["", "a model"]),
    published=st.booleans(),
    domains=st.lists(TEXTS, max_size=3, unique=True).map(tuple),
    outcomes=OUTCOMES,
    captures=COUNTS,
    sources=COUNTS,
    specifics=COUNTS,
    findings=COUNTS,
)


@given(st.lists(ROWS, max_size=12), st.integers(1, 4), st.randoms())
def test_shards_in_any_order_add_up_to_the_whole(
    rows: list[AuditRow], shards: int, chance: random.Random
) -> None:
    whole = Totals.of(rows).as_json()
    mixed = chance.sample(rows, len(rows))
    parts = [Totals.of(mixed[at::shards]) for at in range(shards)]
    chance.shuffle(parts)
    assert reduce(add, parts, Totals()).as_json() == whole


@given(
    st.builds(
        Part,
        OUTCOMES,
        st.lists(st.tuples(TEXTS, TEXTS), max_size=3).map(tuple),
        st.lists(TEXTS, max_size=3).map(tuple),
        COUNTS,
        COUNTS,
        COUNTS,
        COUNTS,
    )
)
def test_a_part_comes_back_from_its_json(part: Part) -> None:
    assert Part.from_json(part.as_json()) == part


def test_adding_leaves_both_as_they_were() -> None:
    one = Totals.of([AuditRow("a")])
    both = one + one
    assert (one.articles, both.articles) == (1, 2)


def chain(**changes: CheckState) -> AuditRow:
    states = dict.fromkeys(FUNNEL, CheckState.PASS) | {
        name.replace("_", "-"): state for name, state in changes.items()
    }
    return AuditRow("a", outcomes=tuple(Outcome(n, s, "", "") for n, s in states.items()))


def test_the_chain_is_full_only_if_every_step_holds_and_no_other_link_fails() -> None:
    assert chain().full_chain
    assert chain(specifics=CheckState.FAIL).full_chain
    assert not chain(log=CheckState.FAIL).full_chain
    assert not chain(corrections=CheckState.FAIL).full_chain
    for name in FUNNEL:
        for state in (CheckState.FAIL, CheckState.NOT_PRESENT):
            assert not chain(**{name.replace("-", "_"): state}).full_chain


def test_the_funnel_counts_what_holds_up_to_each_step() -> None:
    rows = [chain(), chain(review_before=CheckState.FAIL), chain(text_hash=CheckState.NOT_PRESENT)]
    reached = [count for _, count in Totals.of(rows).funnel()]
    assert reached == [3, 2, 2, 1, 1, 1, 1, 1]


def test_what_is_not_said_has_a_group_and_drafts_are_apart() -> None:
    totals = Totals.of([AuditRow("a", date="2026-03-01"), AuditRow("b", published=False)])
    assert (totals.articles, totals.unpublished) == (1, 1)
    assert [one.name for one in totals.groups("month")] == ["2026-03"]
    assert [one.name for one in totals.groups("model")] == [NOT_SAID]
    assert totals.groups("domain") == []


def test_a_row_takes_the_facts_of_both_halves_and_no_endless_names() -> None:
    said = Part(facts=(("contributor", "x" * 1000), ("date", "2026-03-01"), ("corrections", "2")))
    row = row_of("articles/2026-03/a", "a", [said, Part(domains=("b.example", "a.example"))])
    assert len(row.contributor) == 300
    assert (row.month, row.corrected, row.domains) == ("2026-03", 2, ("a.example", "b.example"))
