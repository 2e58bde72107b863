"""The small words of some languages: articles, prepositions, pronouns, auxiliaries.

They tell whether a text is written in a language; a text of any subject holds many of them.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["FUNCTION_WORDS", "share_of"]

_WORDS = {
    "de": "der die das und ist in den von zu mit sich des auf für nicht ein eine einer einem einen auch als "
    "es an werden aus er hat dass sie nach wird bei um noch wie über so vor zum zur war haben nur oder aber "
    "durch man sein seine ihre ihr kann unter wenn dem im am sind mehr wurde wurden bis habe hatte",
    "en": "the of and to in a is that for it as was with be by on not he i this are or his from at which but "
    "have an had they you were their one all we can her has there been if more when will would who so no "
    "out up into than its about after over also its she him them those these said says while before",
    "es": "de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha me "
    "si sin sobre este ya entre cuando todo esta ser son dos también fue había era muy años hasta desde",
    "fr": "de la le et les des en un une du dans que qui à il est pour par sur ne se pas plus au avec ce sont "
    "son ses ou aux été mais comme on cette ont sa être leur nous vous elle deux aussi après sans même dont",
    "it": "di che la il e in a per un è del non una sono con si da le al i della gli dei nel ha alla come più "
    "ma o anche su lo dalla delle questo suo sua essere stato tra era due dopo se nella dal ai",
    "nl": "de het een en van in is dat op te zijn met voor niet aan er om ook als bij door maar naar uit dan "
    "nog over wordt werd heeft of zich die deze dit tot meer hij ze worden hebben was kan geen na onder",
    "pl": "w i na z się do nie to że jest o od po za jak przez dla ale są był co oraz tym który która które "
    "tego już tylko jego przy lub był była być ich po może także ze",
    "pt": "de a que o e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele das "
    "tem à seu sua ou ser quando muito há nos já está também só pelo pela até isso entre era depois",
    "sv": "och i att det som en på är av för med den till inte har de ett om var från men så vi kan när efter "
    "också vid nu hade över ut år under eller mot där sin sina han hon ska enligt blir",
}  # fmt: skip

FUNCTION_WORDS = {name: frozenset(words.split()) for name, words in _WORDS.items()}
"""By ISO 639-1 code."""


def share_of(words: Sequence[str], language: str) -> float:
    """Which part of ``words``, case-folded, are small words of that language; 0 of no words."""
    return sum(map(FUNCTION_WORDS[language].__contains__, words)) / len(words) if words else 0.0
