"""Other forms of one name: a country and its people, two spellings of English, a head left out.

What stands here says that two printings name the same thing. Whether a source has one of them is
for :mod:`copydesk.trace.names`.
"""

from __future__ import annotations

import re

from copydesk.trace.words import word_set

__all__ = ["DIRECTIONS", "GENERIC", "PEOPLES", "ROLES", "aliases", "forms", "one_spelling"]

# A country and its people. Each line may hold several families, set apart by strokes.
_FAMILIES = """us america american americans usa|uk britain british briton britons|eu europe european europeans
afghanistan afghan afghans|albania albanian|algeria algerian|angola angolan|argentina argentine argentinian
armenia armenian|australia australian australians|austria austrian|azerbaijan azerbaijani azeri|bahrain bahraini
bangladesh bangladeshi|belarus belarusian|belgium belgian|bolivia bolivian|bosnia bosnian|botswana botswanan
brazil brazilian|bulgaria bulgarian|cambodia cambodian|cameroon cameroonian|canada canadian|chad chadian|chile chilean
china chinese|colombia colombian|congo congolese|croatia croatian croat|cuba cuban|cyprus cypriot|czechia czech
denmark danish dane|ecuador ecuadorian|egypt egyptian|england english|eritrea eritrean|estonia estonian
ethiopia ethiopian|finland finnish finn|france french|gabon gabonese|georgia georgian|germany german|ghana ghanaian
greece greek|guatemala guatemalan|guinea guinean|haiti haitian|honduras honduran|hungary hungarian|iceland icelandic
india indian|indonesia indonesian|iran iranian|iraq iraqi|ireland irish|israel israeli|italy italian|jamaica jamaican
japan japanese|jordan jordanian|kazakhstan kazakh|kenya kenyan|korea korean|kosovo kosovan kosovar|kuwait kuwaiti
kyrgyzstan kyrgyz|laos laotian|latvia latvian|lebanon lebanese|liberia liberian|libya libyan|lithuania lithuanian
luxembourg luxembourgish|macedonia macedonian|madagascar malagasy|malaysia malaysian|mali malian|malta maltese
mexico mexican|moldova moldovan|mongolia mongolian|montenegro montenegrin|morocco moroccan|mozambique mozambican
myanmar burma burmese|namibia namibian|nepal nepali nepalese|netherlands dutch|nicaragua nicaraguan|niger nigerien
nigeria nigerian|norway norwegian|oman omani|pakistan pakistani|palestine palestinian|panama panamanian
paraguay paraguayan|peru peruvian|philippines philippine filipino|poland polish pole|portugal portuguese|qatar qatari
romania romanian|russia russian|rwanda rwandan|scotland scottish scot|senegal senegalese|serbia serbian serb
singapore singaporean|slovakia slovak|slovenia slovenian slovene|somalia somali|spain spanish|sudan sudanese
sweden swedish swede|switzerland swiss|syria syrian|taiwan taiwanese|tajikistan tajik|tanzania tanzanian|thailand thai
tibet tibetan|tunisia tunisian|turkey turkish turkiye|turkmenistan turkmen|uganda ugandan|ukraine ukrainian
uruguay uruguayan|uzbekistan uzbek|venezuela venezuelan|vietnam vietnamese|wales welsh|yemen yemeni|zambia zambian
zimbabwe zimbabwean|africa african|asia asian|arabia arab arabian|antarctica antarctic|crimea crimean
paris parisian|london londoner|moscow muscovite|vienna viennese|venice venetian|islam islamic|california californian
texas texan|hawaii hawaiian|florida floridian|quebec quebecois|bavaria bavarian|catalonia catalan|sicily sicilian"""


def _families(text: str) -> dict[str, frozenset[str]]:
    found = [word_set(family) for family in text.replace("\n", "|").split("|")]
    return {word: family for family in found for word in family}


_COUNTRIES = _families(_FAMILIES)
PEOPLES = frozenset(_COUNTRIES)
"""Countries and their peoples, case-folded."""

_ALIKE = _COUNTRIES | _families("north northern|south southern|east eastern|west western")
DIRECTIONS = frozenset(_ALIKE) - PEOPLES
"""What a source may write small before the name of a country."""

# Names of several words and what else stands for them.
_ALIASES = {
    "united states": "us america american americans usa",
    "united states of america": "us america american usa",
    "united kingdom": "uk britain british",
    "great britain": "uk british",
    "european union": "eu europe european",
    "european commission": "eu ec",
    "united nations": "un",
    "saudi arabia": "saudi",
    "south korea": "korea korean",
    "north korea": "korea korean dprk",
    "new zealand": "nz zealander",
    "united arab emirates": "uae emirati",
    "czech republic": "czechia czech",
    "artificial intelligence": "ai",
    "world war": "wwi wwii",
    "white house": "administration",
}

GENERIC = word_set(
    "fc afc cf sc club football inc corp corporation ltd limited llc plc co company companies group holdings "
    "sr jr senior junior tournament championship championships city county state province river lake mountain "
    "airport island islands region district league team cup series franchise band brand website app model "
    "project programme program platform foundation"
)
"""Heads that say what kind of thing a name is; a source may leave them out."""

ROLES = word_set(
    "chief officer executive technology president vice director senior professor associate minister "
    "secretary general attorney senator representative governor ceo cto cfo coo cmo vp evp svp dr doctor based whether "
    "sir dame lord lady king queen prince princess pope bishop archbishop cardinal judge justice captain "
    "colonel lieutenant sergeant major commander admiral mayor chancellor premier congressman congresswoman "
    "councillor chairman chairwoman chair co-founder cofounder founder coach manager player striker "
    "midfielder defender goalkeeper driver actor actress singer writer author director producer analyst "
    "spokesman spokeswoman spokesperson editor reporter host presenter"
)
"""Words before a person's name that are no part of it."""

_SPELLINGS = (
    (re.compile(r"is(?=(?:e|es|ed|ing|ation|ations|er|ers)\Z)"), "iz"),
    (re.compile(r"ys(?=(?:e|es|ed|ing|er|ers)\Z)"), "yz"),
    (re.compile(r"(?<=[a-z]{2})our(?=s?\Z|ed\Z|ing\Z|ite|able|hood)"), "or"),
    (re.compile(r"(?<=[bt])re(?=s?\Z)"), "er"),
    (re.compile(r"ence(?=s?\Z)"), "ense"),
    (re.compile(r"ogue(?=s?\Z)"), "og"),
    (re.compile(r"mme(?=s?\Z)"), "m"),
)


def one_spelling(word: str) -> str:
    """A case-folded word with British and American spelling made one; not always a word."""
    if len(word) < 5:
        return word
    for pattern, put in _SPELLINGS:
        word = pattern.sub(put, word, count=1)
    return word


def forms(word: str) -> list[str]:
    """Other forms of a case-folded word: a country for its people and the other way, a plural for
    its singular.
    """
    found = [word.removesuffix("s"), word + "s"]
    for form in (word, word.removesuffix("s")):
        found += sorted(_ALIKE.get(form, ()))
    return [form for form in dict.fromkeys(found) if form != word and len(form) > 1]


def aliases(words: list[str]) -> list[str]:
    """Single words that stand for a name of several, case-folded."""
    return _ALIASES.get(" ".join(words), "").split()
