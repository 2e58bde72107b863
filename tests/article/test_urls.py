import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.article import same_page_key

SAME = [
    ("https://one.example/a", "https://one.example/a/"),
    ("https://one.example/a", "https://ONE.example/a#part"),
    ("https://one.example/a", "http://www.one.example:80/a"),
    ("https://one.example/caf%C3%A9", "https://one.example/café"),
    ("https://one.example/a%20b", "https://one.example/a b"),
]
OTHER = [
    ("https://one.example/a", "https://one.example/b"),
    ("https://one.example/a", "https://one.example/a?x=1"),
    ("https://one.example/a", "https://two.example/a"),
    ("https://one.example/a", "https://one.example:8443/a"),
]


@pytest.mark.parametrize(("one", "two"), SAME)
def test_two_spellings_of_one_page(one: str, two: str) -> None:
    assert same_page_key(one) == same_page_key(two)


@pytest.mark.parametrize(("one", "two"), OTHER)
def test_two_pages(one: str, two: str) -> None:
    assert same_page_key(one) != same_page_key(two)


@given(st.text(alphabet=st.characters(codec=None), max_size=40))
def test_any_text_has_a_key(text: str) -> None:
    assert isinstance(same_page_key(f"https://one.example/{text}\ud800"), str)
    assert isinstance(same_page_key(text), str)
