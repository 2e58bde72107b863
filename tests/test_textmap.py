import pytest

from copydesk.textmap import MappedText, MappedTextBuilder


def test_pieces_map_back() -> None:
    builder = MappedTextBuilder()
    builder.verbatim("ab", 3)
    builder.inserted(" ", 5)
    builder.replaced("&", 6, 11)
    text = builder.build()
    assert text.text == "ab &"
    assert text.to_origin(0, 2) == (3, 5)
    assert text.to_origin(2, 4) == (6, 11)
    assert text.to_origin(1, 3) == (4, 5)


@pytest.mark.parametrize("span", [(0, 0), (2, 1), (0, 9), (-1, 2)])
def test_a_span_outside_is_refused(span: tuple[int, int]) -> None:
    with pytest.raises(IndexError, match="outside"):
        MappedText.identity("abc").to_origin(*span)
