"""Corrections and withdrawals: signed by two, waiting for the second, and what is refused."""

from collections.abc import Callable
from pathlib import Path

import pytest
from small_newsroom import captured, make_desk, review_input

from copydesk.errors import (
    AuthorisationError,
    ConflictError,
    CopydeskError,
    NewsroomError,
    UsageError,
    VerificationError,
)
from copydesk.newsroom.amending import correct, countersign, pending, withdraw
from copydesk.newsroom.common import Desk
from copydesk.newsroom.keyrings import rotate
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.review_input import parse_correction, parse_withdrawal
from copydesk.newsroom.reviewing import review
from copydesk.newsroom.steps import publish, submit
from copydesk.provenance.checks import CheckState
from copydesk.provenance.verify import load_record, verify_article

PUBLISHER = "test.example-publisher"
CORRECTION = parse_correction(
    b'kind = "correction"\ntext = "It first said 12."\n'
    b'passage = { field = "body", exact = "12 offices in the northern" }\n',
    "c.toml",
)
WITHDRAWAL = parse_withdrawal(b'reason = "It named a private person."\n', "w.toml")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return make_desk(tmp_path)


@pytest.fixture
def article(desk: Desk) -> ArticlePaths:
    paths = captured(desk)
    submit(desk, paths)
    review(desk, paths, review_input())
    publish(desk, paths)
    return paths


def files(desk: Desk) -> dict[str, bytes | None]:
    return {name: desk.room.files.read(name) for name in desk.room.files.names("")}


def state(desk: Desk, paths: ArticlePaths, check: str) -> CheckState:
    return verify_article(desk.room.files, paths.month, paths.slug).state(check)


@pytest.mark.parametrize(("first", "second"), [("", "eve"), ("eve", PUBLISHER)])
def test_a_correction_counts_once_both_have_signed(
    desk: Desk, article: ArticlePaths, first: str, second: str
) -> None:
    done = correct(desk, article, CORRECTION, other=second, key=first)
    assert done.waiting
    assert done.log_index is None
    assert pending(desk, article) == "correction-1"
    # While it waits, nothing of it is part of the record.
    assert state(desk, article, "corrections") is CheckState.NOT_PRESENT
    assert verify_article(desk.room.files, article.month, article.slug).ok
    finished = countersign(desk, article)
    assert finished.step == "corrected"
    assert finished.log_index is not None
    assert pending(desk, article) == ""
    record = load_record(desk.room.files, article.month, article.slug)
    assert record.verification.ok
    said = record.corrections[0].predicate
    assert (said.publisher.id, said.reviewer.id) == (PUBLISHER, "eve")
    assert len(record.corrections[0].keyids) == 2
    assert record.verification.state("four-eyes") is CheckState.PASS


def test_corrections_follow_one_another(desk: Desk, article: ArticlePaths) -> None:
    for _ in range(3):
        correct(desk, article, CORRECTION, other="eve")
        countersign(desk, article)
    record = load_record(desk.room.files, article.month, article.slug)
    assert record.verification.ok
    assert len(record.corrections) == 3
    assert record.corrections[2].predicate.corrects.digest.sha256 == record.corrections[1].sha256


def test_a_withdrawal_leaves_a_tombstone_that_verifies(desk: Desk, article: ArticlePaths) -> None:
    text = desk.room.files.read(article.article)
    withdraw(desk, article, WITHDRAWAL, other="eve")
    assert desk.room.files.read(article.article) == text
    countersign(desk, article)
    assert desk.room.files.read(article.article) is None
    assert desk.room.files.read(article.trace) is None
    record = load_record(desk.room.files, article.month, article.slug)
    assert record.verification.ok
    assert record.withdrawal is not None
    assert [item.name for item in record.withdrawal.predicate.removed] == [
        "article.md",
        "prov/trace.json",
    ]
    assert record.verification.state("withdrawal") is CheckState.PASS
    assert record.verification.state("article") is CheckState.NOT_PRESENT
    assert [paths.folder for paths in desk.room.articles()] == [article.folder]
    with pytest.raises(ConflictError, match="withdrawn"):
        withdraw(desk, article, WITHDRAWAL, other="eve")


def test_the_second_signer_must_have_seen_the_newest_state(
    desk: Desk, article: ArticlePaths
) -> None:
    correct(desk, article, CORRECTION, other="eve")
    waiting = desk.room.files.read(article.pending("correction-1"))
    countersign(desk, article)
    desk.room.apply({article.pending("correction-2"): waiting})
    with pytest.raises(ConflictError, match="newer statement"):
        countersign(desk, article)


Act = Callable[[Desk, ArticlePaths], object]
REFUSED: dict[str, tuple[Act, type[CopydeskError]]] = {
    "with somebody who is not there": (
        lambda d, a: correct(d, a, CORRECTION, other="zed"), AuthorisationError,
    ),
    "with the contributor": (
        lambda d, a: correct(d, a, CORRECTION, other="ada"), AuthorisationError,
    ),
    "with oneself": (
        lambda d, a: correct(d, a, CORRECTION, other="eve", key="eve"), AuthorisationError,
    ),
    "by the contributor": (
        lambda d, a: correct(d, a, CORRECTION, other="eve", key="ada"), AuthorisationError,
    ),
    "of words that do not stand there": (
        lambda d, a: correct(
            d, a, CORRECTION.model_copy(
                update={"passage": CORRECTION.passage.model_copy(update={"exact": "no such"})}  # type: ignore[union-attr]
            ), other="eve",
        ), UsageError,
    ),
    "countersign when nothing waits": (countersign, NewsroomError),
    "withdraw with nobody": (
        lambda d, a: withdraw(d, a, WITHDRAWAL, other=""), AuthorisationError,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("act", "error"), REFUSED.values(), ids=REFUSED)
def test_a_refused_amendment_changes_nothing(
    desk: Desk, article: ArticlePaths, act: Act, error: type[CopydeskError]
) -> None:
    before = files(desk)
    with pytest.raises(error) as caught:
        act(desk, article)
    assert caught.value.message
    assert files(desk) == before


WAITING: dict[str, tuple[Act, type[CopydeskError]]] = {
    "a second correction": (
        lambda d, a: correct(d, a, CORRECTION, other="eve"), ConflictError,
    ),
    "signed by a stranger to it": (
        lambda d, a: countersign(d, a, key="ada"), AuthorisationError,
    ),
    "signed once more by the first": (
        lambda d, a: countersign(d, a, key=PUBLISHER), AuthorisationError,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("act", "error"), WAITING.values(), ids=WAITING)
def test_what_waits_stays_as_it_is(
    desk: Desk, article: ArticlePaths, act: Act, error: type[CopydeskError]
) -> None:
    correct(desk, article, CORRECTION, other="eve")
    before = files(desk)
    with pytest.raises(error):
        act(desk, article)
    assert files(desk) == before


def test_a_damaged_waiting_statement_is_not_written(desk: Desk, article: ArticlePaths) -> None:
    correct(desk, article, CORRECTION, other="eve")
    path = article.pending("correction-1")
    data = desk.room.files.read(path) or b""
    desk.room.apply({path: data.replace(b'"sig":"', b'"sig":"A', 1).replace(b'=="', b'="', 1)})
    before = files(desk)
    with pytest.raises(CopydeskError):
        countersign(desk, article)
    assert files(desk) == before


def test_an_article_changed_after_publication_cannot_be_corrected(
    desk: Desk, article: ArticlePaths
) -> None:
    correct(desk, article, CORRECTION, other="eve")
    text = desk.room.files.read(article.article) or b""
    desk.room.apply({article.article: text.replace(b"12 offices", b"13 offices")})
    with pytest.raises(VerificationError, match="Article text"):
        countersign(desk, article)
    assert pending(desk, article) == "correction-1"


def test_after_a_rotation_the_key_that_counts_signs_unasked(
    desk: Desk, article: ArticlePaths
) -> None:
    desk.keystore.create("eve-2")
    rotate(desk, name="eve", new="eve-2")
    correct(desk, article, CORRECTION, other="eve")
    countersign(desk, article)
    record = load_record(desk.room.files, article.month, article.slug)
    assert record.verification.ok
    assert desk.keystore.load("eve-2").keyid in record.corrections[0].keyids


def test_a_withdrawal_takes_the_traces_of_earlier_rounds_too(
    desk: Desk, article: ArticlePaths
) -> None:
    earlier = f"{article.round(1)}/trace.json"
    desk.room.apply({earlier: b"{}", f"{article.round(1)}/review-1.dsse.json": b"{}"})
    withdraw(desk, article, WITHDRAWAL, other="eve")
    countersign(desk, article)
    assert desk.room.files.read(earlier) is None
    record = load_record(desk.room.files, article.month, article.slug)
    assert record.verification.ok
    assert record.withdrawal is not None
    names = [item.name for item in record.withdrawal.predicate.removed]
    assert names == ["article.md", "prov/round-1/trace.json", "prov/trace.json"]


def test_an_article_whose_text_was_lost_is_still_one_that_is_verified(
    desk: Desk, article: ArticlePaths
) -> None:
    desk.room.apply({article.article: None})
    assert [paths.folder for paths in desk.room.articles()] == [article.folder]
    assert not verify_article(desk.room.files, article.month, article.slug).ok
