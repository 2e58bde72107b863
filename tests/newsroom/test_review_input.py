"""The review file: the documented example is read; what is wrong is named."""

import re
from pathlib import Path

import pytest

from copydesk.article import read_article
from copydesk.errors import UsageError
from copydesk.newsroom.review_input import (
    PassageInput,
    clarifications,
    concerns,
    locate,
    parse_correction,
    parse_review,
)

DOCS = Path(__file__).resolve().parents[2] / "docs" / "review-file.md"
EXAMPLES = re.findall(r"```toml\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
ARTICLE = read_article(
    b"---\ntitle: A long title\n---\nIt will be removed. **42** offices, 12 offices, and 42 offices.\n"
)


def test_the_documented_examples_are_read() -> None:
    review = parse_review(EXAMPLES[0].encode(), "review.toml")
    assert review.verdict == "approve-with-corrections"
    (concern,) = concerns(ARTICLE, review)
    assert concern.passage is not None
    assert (concern.passage.start, concern.passage.end) == (0, 12)
    (clarification,) = clarifications(ARTICLE, review)
    assert clarification.passage is not None
    assert clarification.passage.exact == "will be removed"
    assert parse_correction(EXAMPLES[1].encode(), "c.toml").kind == "correction"


WRONG = {
    "not TOML": (b"verdict =", "not TOML"),
    "not UTF-8": (b"\xff", "not TOML"),
    "no verdict": (b"summary = 'x'", "verdict"),
    "unknown verdict": (
        EXAMPLES[0].replace("approve-with-corrections", "fine").encode(),
        "verdict",
    ),
    "unknown field": (EXAMPLES[0].replace("[reviewer]", "[reviewr]").encode(), "reviewr"),
    "an assessment is missing": (re.sub(r"(?m)^tone.*$", "", EXAMPLES[0]).encode(), "tone"),
}


@pytest.mark.parametrize(("data", "words"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_named(data: bytes, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_review(data, "review.toml")
    assert words in caught.value.message


@pytest.mark.parametrize("exact", ["not there", "offices"])
def test_words_must_stand_there_once(exact: str) -> None:
    with pytest.raises(UsageError, match="stand"):
        locate(ARTICLE, PassageInput(field="body", exact=exact))
