"""Each mark by a page that carries it, beside a good page that nearly does; all written for this."""

import json

import pytest

from copydesk.evidence import judge, read_evidence
from copydesk.evidence.marks import Verdict
from copydesk.report import Quality

SITE = "https://news.example"
DEEP = f"{SITE}/2026/11/harbour-ferry-timetable-winter-changes"
LONG = "".join(
    f"<p>On day {n} the harbour office counted {n * 3} ferries, and wrote them into its book.</p>"
    for n in range(1, 60)
)
SHORT = "<p>Please choose one of the areas below to go on reading our pages.</p>"


def page(title: str, body: str, head: str = "") -> str:
    return (
        f"<!doctype html><html><head><title>{title}</title>{head}</head><body>{body}</body></html>"
    )


def verdict_of(
    body: str | bytes,
    *,
    url: str = DEEP,
    final: str = "",
    status: int = 200,
    headers: tuple[tuple[str, str], ...] = (),
    media_type: str = "text/html; charset=utf-8",
) -> Verdict:
    data = body.encode() if isinstance(body, str) else body
    text = read_evidence(data, media_type=media_type, url=url)
    return judge(
        text, status=status, media_type=media_type, url=url, final_url=final or url,
        size=len(data), headers=headers,
    )  # fmt: skip


def linked(**values: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(values)}</script>'


WRONG = {
    "title-differs": (page("Weather in the hills today", SHORT), DEEP, ""),
    "redirect-to-root": (page("Welcome", SHORT * 9), DEEP, f"{SITE}/"),
    "redirect-to-section": (page("Older pieces", SHORT), DEEP, f"{SITE}/2026/11"),
    "other-site": (page("Buy shoes", SHORT), DEEP, "https://shoes.example/sale"),
    "canonical-above": (
        page("Welcome", SHORT, f'<link rel="canonical" href="{SITE}/">'), f"{SITE}/a/b/ferries", "",
    ),
    "not-the-file": (page("Our documents", SHORT), f"{SITE}/files/budget.pdf", ""),
    "parked-domain": (page("This domain is for sale", SHORT), f"{SITE}/x", ""),
}  # fmt: skip


@pytest.mark.parametrize("mark", WRONG)
def test_another_page_than_the_cited_one(mark: str) -> None:
    body, url, final = WRONG[mark]
    found = verdict_of(body, url=url, final=final)
    assert (found.quality, found.mark) == (Quality.WRONG_PAGE, mark)
    assert found.reason


RIGHT = {
    "a long article under another headline": (page("Boats keep new hours", LONG), DEEP, ""),
    "a short page that its address names": (page("Winter changes: ferry", SHORT), DEEP, ""),
    "the words stand in its text": (
        page("Notice", "<p>The harbour ferry timetable changes in winter."), DEEP, "",
    ),
    "moved under a new address": (
        page("Harbour ferry timetable", LONG), DEEP, f"{SITE}/transport/harbour-ferry-timetable",
    ),
    "another host of the same paper": (
        page("Harbour ferry timetable", LONG), DEEP, "https://edition.news.example/ferry",
    ),
    "a title in another script": (page("港のフェリーの時刻表", "<p>" + "港。" * 99), DEEP, ""),
    "an address that only leads on": (page("Boats", LONG), "https://doi.org/10.1/x", f"{SITE}/p/9"),
    "a number for an address": (page("Weather in the hills", SHORT), f"{SITE}/?p=1234", ""),
    "an article about parked domains": (page("When a domain is for sale", LONG), f"{SITE}/x", ""),
}  # fmt: skip


@pytest.mark.parametrize("case", RIGHT)
def test_the_cited_page_is_not_condemned(case: str) -> None:
    body, url, final = RIGHT[case]
    assert verdict_of(body, url=url, final=final).quality is Quality.OK


WALLS = {
    "bot-check-header": (page("x", SHORT), {"headers": (("cf-mitigated", "challenge"),), "status": 403}),
    "refused-status": (page("No", SHORT), {"status": 999}),
    "payment-status": (page("Pay", SHORT), {"status": 402}),
    "not-found-title": (page("Page not found", SHORT), {}),
    "partial-status": (page("Harbour ferry timetable", LONG), {"status": 206}),
    "declared-not-free": (
        page("Harbour ferry timetable", SHORT * 4, linked(isAccessibleForFree=False)), {},
    ),
    "declared-words": (page("Harbour ferry timetable", SHORT * 20, linked(wordCount=1900)), {}),
}  # fmt: skip
QUALITY = {
    "bot-check-header": Quality.BLOCKED, "refused-status": Quality.BLOCKED,
    "payment-status": Quality.PAYWALLED, "not-found-title": Quality.MISSING,
    "partial-status": Quality.PARTIAL, "declared-not-free": Quality.PAYWALLED,
    "declared-words": Quality.PARTIAL,
}  # fmt: skip


@pytest.mark.parametrize("mark", WALLS)
def test_something_stands_in_the_page_s_place(mark: str) -> None:
    body, how = WALLS[mark]
    found = verdict_of(body, **how)  # type: ignore[arg-type]
    assert (found.quality, found.mark) == (QUALITY[mark], mark)


GOOD = {
    "a complete article that declares itself not free": page(
        "Harbour ferry timetable", LONG, linked(isAccessibleForFree=False)
    ),
    "an article on a missing page": page("“Page not found”: ferries lost online", LONG),
    "a form for a newsletter": page(
        "Harbour ferry timetable", LONG + "<form><input type=email><button>Send</button></form>"
    ),
    "a login in the menu": page(
        "Harbour ferry timetable", "<form><input type=password><button>Go</button></form>" + LONG
    ),
    "about as many words as declared": page("Harbour ferry", LONG, linked(wordCount=1000)),
}


@pytest.mark.parametrize("case", GOOD)
def test_a_good_page_with_a_wall_s_marks_is_ok(case: str) -> None:
    assert verdict_of(GOOD[case]).quality is Quality.OK


def test_a_challenge_with_a_good_status_is_told_by_its_header() -> None:
    found = verdict_of(page("One moment", SHORT), headers=(("cf-mitigated", "challenge"),))
    assert found.quality is Quality.BLOCKED


@pytest.mark.parametrize(
    ("body", "media_type", "mark"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(300), "image/png", "not-text"),
        (b"%PDF-1.4\n" + "\ufffd".encode() * 400, "application/pdf", "damaged-file"),
        (b"", "text/plain", "no-body"),
    ],
)
def test_what_is_no_text(body: bytes, media_type: str, mark: str) -> None:
    assert verdict_of(body, media_type=media_type).mark == mark


@pytest.mark.parametrize("address", ["http://[", "", "https://x.example:bad/", "a" * 9000])
def test_an_address_that_is_none_stops_nothing(address: str) -> None:
    assert isinstance(verdict_of(page("A title", SHORT), url=address), Verdict)
