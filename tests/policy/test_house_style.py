"""Rules of the house: what calls for a disclosure, whose praise it is, which language it is."""

from __future__ import annotations

import pytest

from copydesk.article import read_article
from copydesk.article.function_words import FUNCTION_WORDS
from copydesk.config import parse_config
from copydesk.errors import ConfigError
from copydesk.policy import apply
from copydesk.report import Finding

ARTICLE = """---
title: "{title}"
summary: "The ferry runs again."
category: News
sources: [https://a.example/1, https://www.ferries.example/notice]
---
{body}
"""
OWED = "The operator pays for our tickets."
POLICY = """[[policy.disclosures]]
subject = "the operator"
sentence = "{sentence}"
terms = {terms}
hosts = {hosts}
where = "{where}"
"""


def of(
    rule: str, body: str, policy: str = "", title: str = "The ferry runs again"
) -> list[Finding]:
    read = read_article(ARTICLE.format(title=title, body=body).encode())
    found = apply(read, (), (), parse_config(policy).policy)
    return [item for item in found if item.rule == rule]


def policy(*, terms: str = "[]", hosts: str = "[]", where: str = "headline-and-lead") -> str:
    return POLICY.format(sentence=OWED, terms=terms, hosts=hosts, where=where)


BELOW = "It sails.\n\nHarbour Ferries said so. [It](https://www.ferries.example/notice) did."
NAMED = policy(terms='["Harbour Ferries"]')
CALLS = [
    ("a name in the lead", "Harbour  Ferries sails.", NAMED, 1),
    ("a name below the lead", BELOW, NAMED, 0),
    ("a name anywhere", BELOW, policy(terms='["Harbour Ferries"]', where="anywhere"), 1),
    ("a longer name", "Harbour Ferriesland sails.", NAMED, 0),
    ("a page of theirs", BELOW, policy(hosts='["ferries.example"]'), 1),
    ("a page of somebody else", BELOW, policy(hosts='["rries.example"]'), 0),
    ("nothing that calls for it", BELOW, policy(), 0),
]


@pytest.mark.parametrize(
    ("body", "text", "count"), [case[1:] for case in CALLS], ids=[c[0] for c in CALLS]
)
def test_what_calls_for_a_disclosure(body: str, text: str, count: int) -> None:
    found = of("disclosure-missing", body, text)
    assert len(found) == count
    assert all(item.expected == OWED for item in found)
    assert not of(
        "disclosure-missing", f"{body}\n\n*The operator\npays for our* [tickets](x).", text
    )


def test_a_disclosure_without_its_sentence_is_no_configuration() -> None:
    with pytest.raises(ConfigError, match="sentence"):
        parse_config('[[policy.disclosures]]\nsubject = "x"\n')


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("The app is seamless.", 1),
        ("An app that the operator describes as seamless.", 0),
        ("It is not seamless.", 0),
        ("It isn’t seamless.", 0),
        ("Passengers called it late. The app is seamless.", 1),
        ("The app is “seamless”.", 0),
    ],
)
def test_whose_praise_it_is(body: str, count: int) -> None:
    assert len(of("promotional-word", body)) == count


SPANISH = (
    "El barco volvió a cruzar la bahía el lunes después de dos días sin servicio, porque el timón se había "
    "roto y los pasajeros tuvieron que esperar en el muelle a los autobuses de la ciudad. "
)


def test_another_language_is_named_where_it_is_known() -> None:
    (found,) = of("other-language", SPANISH * 3)
    assert (found.expected, found.found) == ("en", "es")
    assert not of("other-language", SPANISH * 3, '[policy]\nlanguage = "es"')
    assert not of("other-language", SPANISH * 3, '[policy]\nlanguage = ""')
    assert not of("other-language", SPANISH * 3, '[policy]\nlanguage = "xx"')
    assert not of("other-language", "El barco volvió.")


def test_every_language_has_words_of_its_own() -> None:
    for name, words in FUNCTION_WORDS.items():
        others = set().union(*(own for other, own in FUNCTION_WORDS.items() if other != name))
        assert len(words - others) >= 20, name
