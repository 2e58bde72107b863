"""Machine Herald submissions as articles."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from copydesk.errors import ArticleError, CopydeskError
from copydesk.importers.machine_herald import is_submission, read_submission

HERALD = Path(
    os.environ.get("COPYDESK_HERALD")
    or Path(__file__).resolve().parents[2].parent / "shared" / "herald"
)


def submission(**article: Any) -> bytes:
    base = {
        "title": "A title of 12 words",
        "category": "News",
        "summary": "A summary.",
        "tags": ["a"],
        "sources": ["https://one.example/a"],
        "body_markdown": "Body with [a link](https://one.example/a).\n",
    }
    return json.dumps({"bot_id": "bot-1", "article": {**base, **article}}).encode()


def test_fields_are_the_decoded_strings() -> None:
    article = read_submission(
        submission(title='Caf\u00e9 "5"', body_markdown="a\n\n\u201cb\u201d 7")
    )
    assert article.title.text == 'Caf\u00e9 "5"'
    assert article.body.text == "a\n\n\u201cb\u201d 7"
    assert article.front.contributor == "bot-1"
    assert article.title.file_span(0, 1) is None


def test_a_source_listed_twice_counts_once() -> None:
    urls = ["https://one.example/a", "https://one.example/a/", "https://two.example/b"]
    article = read_submission(submission(sources=urls))
    assert [(s.id, s.url) for s in article.front.sources] == [(1, urls[0]), (2, urls[2])]


REFUSED = {
    "not JSON": b"{",
    "a list": b"[]",
    "no article": b"{}",
    "title is a number": submission(title=3),
    "source is null": submission(sources=[None]),
    "lone surrogate": b'{"article": {"title": "\\ud800"}}',
    "deep": b"[" * 100_000,
    "url with a space": submission(sources=["https://one.example/a b"]),
}


@pytest.mark.parametrize("data", REFUSED.values(), ids=REFUSED)
def test_bad_submissions_are_refused_in_words(data: bytes) -> None:
    with pytest.raises(ArticleError) as caught:
        read_submission(data)
    assert caught.value.fix


def test_markdown_is_not_taken_for_a_submission() -> None:
    assert not is_submission(b"---\ntitle: T\n---\n{}")
    assert is_submission(b'\xef\xbb\xbf {"article": {}}')


@given(
    st.recursive(
        st.none() | st.text() | st.integers(),
        lambda x: (
            st.lists(x)
            | st.dictionaries(
                st.sampled_from(["article", "title", "sources", "body_markdown", "tags"]), x
            )
        ),
        max_leaves=12,
    )
)
@settings(max_examples=150, deadline=None)
def test_any_json_is_read_or_refused(value: Any) -> None:
    try:
        read_submission(json.dumps(value).encode())
    except CopydeskError as error:
        message = error.message
    else:
        message = "read"
    assert message


@pytest.mark.herald
def test_the_whole_sample_is_read() -> None:
    files = sorted(HERALD.glob("src/content/submissions/*/*.json"))
    if not files:
        pytest.skip(f"no sample archive at {HERALD}; set COPYDESK_HERALD")
    assert len(files) == 98
    for file in files:
        article = read_submission(file.read_bytes(), file.name)
        assert article.title.text
        assert article.words > 100
        assert article.front.sources
