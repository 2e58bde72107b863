"""Sentences that refuse their reader, beside sentences about refusals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copydesk.evidence.refusals import ALONE, MAX_REFUSAL, refuses
from copydesk.evidence.titles import (
    says_consent,
    says_error,
    says_login,
    says_not_found,
    says_paid,
    says_parked,
    says_placeholder,
    says_refused,
)

REFUSED = [
    "Sorry, you have been blocked.",
    "Your request has been blocked by our firewall.",
    "We are sorry; visitors from your country are not permitted to browse this site.",
    "But your computer or network may be sending automated queries.",
    "Please wait while we check your browser for bots.",
    "Cette requête a été bloquée par une sécurité activée sur l'hébergement.",
    "Ihre Anfrage wurde aus Sicherheitsgründen blockiert.",
    "Su dirección IP ha sido bloqueada.",
    "Il tuo indirizzo IP è stato bloccato.",
    "Seu acesso foi bloqueado.",
    "Ваш IP-адрес заблокирован.",
    "您的请求已被拦截。",
]
TOLD = [
    "The council refused the request of the lamp shop by five votes to four.",
    "The bank said that its customers’ access had been restricted for an hour.",
    "“Your request has been blocked”, it said on every screen of the town hall.",
    "Two roads were blocked on Monday. The ferry ran.",
    "Anybody may check whether the boat is in.",
]


@pytest.mark.parametrize("text", REFUSED)
def test_a_sentence_that_refuses_its_reader(text: str) -> None:
    assert refuses(text)


@pytest.mark.parametrize("text", TOLD)
def test_a_report_refuses_nobody(text: str) -> None:
    assert refuses(text) == ""


def test_a_longer_text_needs_a_reference_too_and_a_long_one_is_none() -> None:
    longer = REFUSED[0] + " The lamp is lit." * (ALONE // 16)
    assert refuses(longer) == ""
    assert refuses(f"{longer} Reference ID: 1f2e")
    assert refuses(REFUSED[0] + " x" * MAX_REFUSAL + " Reference ID: 1f2e") == ""


@given(st.text(max_size=3000))
def test_any_text_is_read(text: str) -> None:
    for says in (
        refuses, says_consent, says_error, says_login, says_not_found, says_paid, says_parked,
        says_placeholder, says_refused,
    ):  # fmt: skip
        assert isinstance(says(text), str)


@pytest.mark.parametrize(
    ("says", "title"),
    [
        (says_not_found, "Oops! That page can’t be found – Lantern Street"),
        (says_not_found, "404 页面不存在"),
        (says_not_found, "This job is no longer available"),
        (says_error, "courtrecords.example | 522: Connection timed out"),
        (says_refused, "This content is not available in your location"),
        (says_refused, "¿Eres humano o un robot?"),
        (says_placeholder, "Welcome to nginx!"),
        (says_paid, "Subscribe to read | Pink Gazette"),
        (says_consent, "Bevor Sie zu YouTube weitergehen"),
    ],
)
def test_titles_that_say_it(says: object, title: str) -> None:
    assert callable(says)
    assert says(title)


@pytest.mark.parametrize(
    "title",
    [
        "404 Media raises money", "Ring not found in the wreck", "Access denied to vessels",
        "Forbidden City reopens", "Puzzles that only people fail", "The page that moved a town",
        "Subscribers to pay more for ferries", "Index of prices rises", "A welcome to engines",
        "Video shows ferry aground", "Site of the battle found",
    ],
)  # fmt: skip
def test_headlines_that_do_not(title: str) -> None:
    for says in (
        says_error, says_login, says_not_found, says_paid, says_parked, says_placeholder,
        says_refused,
    ):  # fmt: skip
        assert says(title) == ""
