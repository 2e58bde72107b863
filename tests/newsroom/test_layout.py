import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.errors import UsageError
from copydesk.newsroom.layout import ArticlePaths, article_paths, check_slug, make_slug

SLUGS = {
    "PyTorch 2.15 Makes It the Default": "pytorch-215-makes-it-the-default",
    "Café's “Émigré” — 1,200 seats": "cafes-emigre-1200-seats",
    "  What?!  ": "what",
    "A" * 200: "a" * 80,
    "one " * 40: "one-" * 19 + "one",
}


@pytest.mark.parametrize(("title", "slug"), SLUGS.items())
def test_slugs(title: str, slug: str) -> None:
    assert make_slug(title) == slug
    assert check_slug(slug) == slug


@given(st.text(max_size=60))
def test_any_title_gives_a_slug_or_an_error(title: str) -> None:
    try:
        slug = make_slug(title)
    except UsageError:
        return
    assert check_slug(slug) == slug


@pytest.mark.parametrize("bad", ["", "A", "a--b", "-a", "a/b", "..", "a\n", "a" * 81])
def test_what_is_no_slug(bad: str) -> None:
    with pytest.raises(UsageError):
        check_slug(bad)


@pytest.mark.parametrize("month", ["2026-13", "26-01", "2026-1", "2026-01-01", "../.."])
def test_what_is_no_month(month: str) -> None:
    with pytest.raises(UsageError):
        ArticlePaths(month, "a")


def test_paths_of_an_article() -> None:
    paths = article_paths("articles/2026-11/a-b/prov/trace.json")
    assert paths is not None
    assert paths.statement("review-1") == "articles/2026-11/a-b/prov/review-1.dsse.json"
    assert article_paths("articles/2026-11") is None
    assert article_paths("captures/sha256/aa/x.zst") is None
