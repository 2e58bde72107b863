"""The words a page shows for a place of the article are those that a reader sees."""

from copydesk.article import read_article
from copydesk.press.view_specifics import ArticleText
from copydesk.report import FieldName

BODY = "One sentence.\n\n[Pull request 7](https://one.example/a), opened in May, is open.\n\nLast **one** here.\n"


def test_a_passage_that_begins_with_a_link_is_shown_without_mark_up() -> None:
    text = ArticleText(read_article(BODY.encode()))
    start = BODY.index("[Pull")
    quote = text.quote(FieldName.BODY, start, BODY.index("),") + 1)
    assert (quote.prefix, quote.exact) == ("", "Pull request 7")
    assert quote.suffix.startswith(", opened in May")


def test_a_place_inside_mark_up_is_found() -> None:
    text = ArticleText(read_article(BODY.encode()))
    at = BODY.index("one** here")
    quote = text.quote(FieldName.BODY, at, at + 3)
    assert (quote.prefix, quote.exact, quote.suffix) == ("Last ", "one", " here.")
