"""Texts to measure the trace's time with: invented articles and pages, and texts meant to be slow."""

from __future__ import annotations

import random
import re
from itertools import cycle, islice

__all__ = ["ADVERSARIAL", "adversarial", "article", "page", "prose"]


def _listed(text: str) -> list[str]:
    return text.split()


_SYLLABLES = _listed(
    "ba be bri ca cor da den dra el fa fen gar gle ha hol in ka kel la lin lo mar mer mo na nor o pa "
    "pel ra ren ro sa sel sta ta ten tor u va ver wi yor zan"
)
_GLUE = _listed("the of and to in a for on with that by at from as was were said after which")
_UNITS = ("million", "billion", "percent", "km", "tonnes", "people", "days", "GB", "MW", "homes")
# How a page of a newspaper is made: of 300 kB some 20 kB are text, the rest scripts and styles.
_SCRIPT = '<script>window.__data={{"k{0}":[{0},1,2],"fn":function(a){{return a+{0};}}}};</script>\n'


def _vocabulary(pick: random.Random) -> list[str]:
    return ["".join(pick.choices(_SYLLABLES, k=pick.randint(2, 4))) for _ in range(6_000)]


def _figure(pick: random.Random) -> str:
    sort = pick.random()
    if sort < 0.25:
        return f"${pick.randint(1, 999)}.{pick.randint(0, 9)} {pick.choice(_UNITS[:2])}"
    if sort < 0.45:
        return f"{pick.randint(1, 99)}.{pick.randint(0, 9)} percent"
    if sort < 0.6:
        return f"{pick.choice(('May', 'June', 'October'))} {pick.randint(1, 28)}, 20{pick.randint(10, 26)}"
    return f"{pick.randint(2, 90_000):,} {pick.choice(_UNITS[3:])}"


def prose(words: int, seed: int) -> list[str]:
    """Sentences of ``words`` words in all, with figures, names and quotations as news has them."""
    pick = random.Random(seed)  # noqa: S311 - a text to measure with
    # The words are of one language, whoever writes: only rank in frequency differs.
    vocabulary = _vocabulary(random.Random(1))  # noqa: S311 - as above
    weights = [1 / (rank + 5) for rank in range(len(vocabulary))]
    drawn = iter(pick.choices(vocabulary, weights, k=words + 64))
    sentences, made = [], 0
    while made < words:
        size = pick.randint(12, 26)
        parts = [
            next(drawn, "va") if pick.random() < 0.6 else pick.choice(_GLUE) for _ in range(size)
        ]
        if pick.random() < 0.55:
            parts.insert(pick.randint(1, size - 1), _figure(pick))
        if pick.random() < 0.4:
            name = (
                f"{pick.choice(vocabulary[:400]).title()} {pick.choice(vocabulary[:800]).title()}"
            )
            parts.insert(pick.randint(1, size - 1), name)
        if pick.random() < 0.08:
            parts[2:8] = ["“" + " ".join(parts[2:8]) + ",”"]
        text = " ".join(parts)
        sentences.append(text[0].upper() + text[1:] + ".")
        made += len(text.split())
    return sentences


def article(words: int, sources: list[str], said: list[str], seed: int) -> bytes:
    """An article of that length as Markdown; most of its sentences are drawn from ``said``."""
    pick = random.Random(seed)  # noqa: S311 - a text to measure with
    own = prose(max(200, words // 3), seed + 1)
    # News has some 120 specifics in 1,000 words; these have one in nearly every sentence.
    said, own = ([one for one in many if re.search(r"\d", one)] for many in (said, own))
    body: list[str] = []
    made = 0
    while made < words:
        sentences = [pick.choice(said if pick.random() < 0.7 else own) for _ in range(4)]
        number = pick.randint(1, len(sources))
        body.append(f"{' '.join(sentences)} [{number}]({sources[number - 1]})\n")
        made += sum(len(one.split()) for one in sentences)
    listed = "".join(f"  - {url}\n" for url in sources)
    head = f"---\ntitle: A measured day\ndate: 2026-11-30\nsources:\n{listed}---\n\n"
    return (head + "\n".join(body)).encode()


def page(size: int, sentences: list[str]) -> bytes:
    """A page of ``size`` bytes that says these sentences, as newspapers make them."""
    paragraphs = "".join(
        f"<p class='body-text css-{at}'>{' '.join(sentences[at : at + 3])}</p>\n"
        for at in range(0, len(sentences), 3)
    )
    head = "<!doctype html><html><head><title>Measured</title>\n"
    text = f"</head><body><main>{paragraphs}</main></body></html>"
    left = size - len((head + text).encode())
    scripts = "".join(islice((_SCRIPT.format(at) for at in cycle(range(1000))), max(0, left // 80)))
    return (head + scripts + " " * max(0, left - len(scripts)) + text).encode()


ADVERSARIAL: dict[str, str] = {
    "digits": "1234567890", "commas": "1,", "comma groups": "123,456,", "points": "1.",
    "brackets": "[(", "closed brackets": "[a](b)", "double quotes": '"', "curly quotes": "“a ”b ",
    "nested quotes": "“a ‘b “c ", "apostrophes": "a's ", "capitals": "ABC", "capital words": "Aa Bb ",
    "initials": "A.", "slashes": "a/", "digits and slashes": "1/2/", "hyphens": "a-", "dashes": "1–",
    "no spaces": "abcdefghij", "mixed": "a1B2", "equal numbers": "42 ", "equal money": "$42 million ",
    "number words": "twenty one hundred ", "months": "May 1, ", "one in": "one in ", "and": "5 and ",
    "to": "from 5 to ", "percent": "5%", "spaces": " ", "tabs": "\t", "lines": "\n", "dollars": "$",
    "colons": "1:2:", "versions": "v1.2.", "addresses": "http://a.", "marks": "a\u0301\u0301",
    "accents": "é", "ellipses": "…", "not": "not ", "first": "the first only ", "hundreds": "hundreds of ",
    "headings": "1.2 Aa\n", "bars": "a | 1 | ", "stops": "a. ", "names": "Mr. A. B. Cc of the ",
}  # fmt: skip


def adversarial(name: str, size: int) -> str:
    """The text of that name, about ``size`` code points long; it ends in what breaks the pattern."""
    unit = ADVERSARIAL[name]
    return unit * (size // len(unit)) + "!x"
