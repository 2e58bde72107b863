"""Words that meet in one line, in any language: texts for some, pages that are not there, the reader."""

import pytest

from copydesk.evidence.offers import offer_in
from copydesk.evidence.refusals import asks_login, keeps_out
from copydesk.evidence.word_classes import not_there, only_for_some, speaks_to_reader

ONLY = (
    "This article is only for subscribers.",
    "Dieser Artikel ist nur für Abonnenten.",
    "Acest articol este disponibil doar pentru abonați.",
    "Το περιεχόμενο είναι διαθέσιμο μόνο σε συνδρομητές",
    "Материал доступен только подписчикам",
)
NOT_ONLY = (
    "The meeting is only for members.",
    "Only the article on page 3 names the buyer.",
    "Subscribers told us that the article was wrong.",
    "This article is only for subscribers, said the paper when it was asked why its report on the harbour could not be read by those who live there.",
)


@pytest.mark.parametrize("line", ONLY)
def test_a_text_for_those_who_pay_is_known_in_its_language(line: str) -> None:
    assert only_for_some(line)


@pytest.mark.parametrize("line", NOT_ONLY)
def test_two_of_three_words_or_prose_are_no_such_line(line: str) -> None:
    assert not only_for_some(line)


def test_a_page_that_is_not_there_needs_all_three_words() -> None:
    assert not_there("Страницата, която търсите, вече не съществува.")
    assert not_there("Tražena stranica ne postoji.")
    assert not not_there("The page exists.")
    assert not not_there("The ferry was not found.")


def test_a_notice_speaks_to_its_reader_and_a_report_does_not() -> None:
    assert speaks_to_reader("Ihre Sitzung ist abgelaufen.\nBitte starten Sie die Suche erneut.")
    assert not speaks_to_reader(
        "The council sold the lamp by one vote.\nThe buyer is a dentist. You can visit him."
    )
    assert not speaks_to_reader("You must be there at 10:30, says the office. You pay 118 crowns.")
    assert not speaks_to_reader("OK")


def test_a_login_is_asked_for_where_nothing_else_is_said() -> None:
    assert asks_login(["Forum", "Please log in to view this topic."])
    assert not asks_login(["The lamp was lit in 1904.", "You must be logged in to reply."] * 2)
    assert not asks_login(["Please log in to comment."])
    assert not asks_login(["x" * 900, "Please log in to view this topic."])


def test_readers_are_kept_out_by_place_age_or_a_machine_but_not_in_a_report() -> None:
    assert keeps_out("Sorry, this film is only available to viewers in Lune.")
    assert keeps_out("Are you over 18?\nYes\nNo")
    assert keeps_out("Please disable your ad blocker.")
    assert not keeps_out("The ferry is slow.")
    assert not keeps_out(
        "The film is available to viewers in Lune.\n" + "The festival opens in the old lamp room with a silent film. " * 2
    )  # fmt: skip


@pytest.mark.parametrize(
    "lines",
    [
        ["Two boats.", "Vil du lese hele saken?", "Bli abonnent for 1 krone."],
        ["Two boats.", "To read the full report, start with a free trial of Post Pro."],
        ["Two boats.", "Чтобы дочитать, оформите подписку"],
    ],
)
def test_what_is_held_back_and_what_it_takes_make_an_offer(lines: list[str]) -> None:
    words, sure = offer_in(lines)
    assert words == lines[1]
    assert not sure


@pytest.mark.parametrize(
    "lines",
    [
        ["Two boats.", "Log in to comment on the full story."],
        ["Two boats.", "Download the full text (PDF)"],
        ["Read the full story with a trial.", "The boats sail from the north quay in the morning, and from the south quay at night. " * 3],
    ],
)  # fmt: skip
def test_a_comment_a_file_and_an_offer_above_a_text_sell_nothing(lines: list[str]) -> None:
    assert offer_in(lines) == ("", False)
