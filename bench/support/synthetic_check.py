"""An invented article with an evidence folder, of any size: what `copydesk check ARTICLE --evidence
DIR` has to read. The pages have the make-up of saved news pages: a page of 300 KB has 18,000
characters of text and some 1,800 elements, the rest is script, style and attributes.
"""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import dataclass
from pathlib import Path

_PLACES = ("Marlow Quay", "Thornby", "East Harrow", "Kestrel Bay", "Dunmere", "Aldwick")
_BODIES = ("Harbour Board", "County Council", "Port Authority", "Ferry Company", "Water Trust")
_PEOPLE = ("Ida Farrow", "Tomas Wrenfield", "Nell Aspinall", "Jonah Pryce", "Greta Holloway")
_FILLER = (
    "the plan was put to the people who use the quay and to those who live beside it",
    "nobody at the meeting asked for a vote before the report had been read in full",
    "work on the old wall goes on while the new one is being paid for",
    "a decision on the rest is expected when the figures of the season are known",
    "the two sides have met since the spring without an agreement on the lower road",
)


@dataclass(frozen=True)
class Shape:
    """How large: words of the article, number of pages, bytes and characters of text of each."""

    words: int = 1_000
    pages: int = 6
    page_bytes: int = 300_000
    page_text: int = 18_000


ORDINARY = Shape(page_bytes=50_000, page_text=10_000)
LARGE = Shape()


def write_check(folder: Path, shape: Shape) -> tuple[Path, Path]:
    """Write ``article.md`` and ``evidence/``; returns both paths."""
    rng = random.Random(7)  # noqa: S311 - the same article every time
    urls = [f"https://news-{n}.example/2026/{n}/report" for n in range(1, shape.pages + 1)]
    facts: list[list[str]] = [[] for _ in urls]
    paragraphs = []
    words = at = 0
    while words < shape.words:
        number = at % len(urls)
        said = [_fact(rng), _fact(rng)]
        facts[number] += said
        filler = ". ".join(text.capitalize() for text in rng.sample(_FILLER, 2))
        text = f"{said[0]} {filler}. {said[1]} So [the report]({urls[number]}) says."
        paragraphs.append(text)
        words += len(text.split())
        at += 1
    evidence = folder / "evidence"
    evidence.mkdir(parents=True)
    rows = []
    for number, url in enumerate(urls, 1):
        body = _page(rng, facts[number - 1], shape).encode()
        name = f"{number}.html"
        (evidence / name).write_bytes(body)
        rows.append(
            {
                "url": url,
                "file": name,
                "sha256": hashlib.sha256(body).hexdigest(),
                "status_code": 200,
                "content_type": "text/html; charset=utf-8",
            }
        )
    (evidence / "manifest.json").write_text(json.dumps({"sources": rows}), encoding="utf-8")
    article = folder / "article.md"
    article.write_text(_front(urls) + "\n\n".join(paragraphs) + "\n", encoding="utf-8")
    return article, evidence


def _front(urls: list[str]) -> str:
    listed = "".join(f"  - {url}\n" for url in urls)
    return (
        '---\ntitle: "Harbour boards along the coast say what their walls will cost"\n'
        'summary: "Six reports name sums, dates and lengths for the works on the coast."\n'
        f"category: News\nsources:\n{listed}date: 2026-11-09\n---\n\n"
    )


def _fact(rng: random.Random) -> str:
    """A sentence with four or five specifics."""
    place, body, who = rng.choice(_PLACES), rng.choice(_BODIES), rng.choice(_PEOPLE)
    day, month = rng.randint(1, 28), rng.choice(("March", "June", "September"))
    return rng.choice(
        (
            (
                f"The {place} {body} set aside ${rng.randint(2, 90)}.{rng.randint(1, 9)} million on "
                f"{day} {month} 2026 for a wall of {rng.randint(120, 2400)} metres at {place}."
            ),
            (
                f"“We have waited {rng.randint(2, 30)} years for these {rng.randint(12, 99)} berths”, "
                f"{who} of the {place} {body} said on {day} {month}."
            ),
            (
                f"Traffic at {place} rose by {rng.randint(2, 48)}.{rng.randint(1, 9)} % to "
                f"{rng.randint(11, 990)},{rng.randint(100, 999)} crossings, the {body} counted."
            ),
        )
    )


def _page(rng: random.Random, facts: list[str], shape: Shape) -> str:
    """One saved page: the facts among other paragraphs, within what surrounds an article."""
    paragraphs = list(facts)
    while sum(map(len, paragraphs)) < shape.page_text * 0.6:
        paragraphs.append(". ".join(text.capitalize() for text in rng.sample(_FILLER, 3)) + ".")
    rng.shuffle(paragraphs)
    body = "\n".join(f'<p class="c-body__text u-mb-4">{text}</p>' for text in paragraphs)
    links = "\n".join(
        f'<li class="nav__item"><a class="nav__link" href="/section/{n}" data-track="nav-{n}">'
        f"<span>{rng.choice(_PLACES)} and {rng.choice(_BODIES)}</span></a></li>"
        for n in range(int(shape.page_text * 0.4) // 30)
    )
    head = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Report</title>'
    page = f'<nav><ul>{links}</ul></nav><main><article class="c-body">{body}</article></main>'
    room = max(shape.page_bytes - len(page) - 400, 0)
    state = json.dumps({"id": rng.getrandbits(64), "modules": ["a" * 60] * (room // 130)})
    style = ".c-body__text{margin:0 0 1rem;color:#222}\n" * (room // 2 // 42)
    return (
        f"{head}<style>{style}</style><script>window.__STATE__={state}</script></head>"
        f"<body>{page}</body></html>"
    )
