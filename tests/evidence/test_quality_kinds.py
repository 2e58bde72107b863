"""Kinds of page that declare themselves nowhere, each beside a good page that nearly is one."""

import pytest

from copydesk.evidence import judge, read_evidence
from copydesk.evidence.marks import Verdict
from copydesk.report import Quality

SITE = "https://news.example"
DEEP = f"{SITE}/2026/11/harbour-ferry-timetable-winter"
BRIEF = "<h1>Harbour: the ferry timetable for winter</h1><p>The harbour office will run eleven ferries a day from 3 November, it said on Tuesday.</p>"
LONG = BRIEF + "".join(
    f"<p>On day {n} the harbour office counted {n * 3} ferries, and wrote them into its book.</p>"
    for n in range(1, 60)
)
CONSENT = "<p>We and our 214 partners use cookies to store information on your device and to show personalised advertising.</p><p>You can withdraw your consent in the privacy settings at any time, and object to legitimate interest.</p>"


def page(body: str, title: str = "News", head: str = "") -> str:
    return (
        f"<!doctype html><html><head><title>{title}</title>{head}</head><body>{body}</body></html>"
    )


def verdict_of(body: str, *, url: str = DEEP, final: str = "") -> Verdict:
    text = read_evidence(body.encode(), media_type="text/html; charset=utf-8", url=url)
    return judge(
        text, status=200, media_type="text/html", url=url, final_url=final or url, size=len(body)
    )


BAD = {
    "pay-or-agree": (
        "consent-words",
        page(
            f"{BRIEF}<div>{CONSENT}<p>Or subscribe for 2 pounds a month and read without advertising.</p><button>Accept and read</button></div>"
        ),
    ),
    "untitled-wall": ("consent-words", page(f"{CONSENT}<button>OK, got it</button>", "News 7")),
    "plea": (
        "script-shell",
        page(
            "<nav><a href='/a'>Town</a></nav><p>This application requires JavaScript to be enabled in your browser.</p><script src='/a.js'></script>"
        ),
    ),
    "skeleton": (
        "script-shell",
        page("<main aria-busy='true'><h2>Agenda</h2></main><script>1</script>" + "<i>Town</i><br>" * 60),
    ),
    "hole": (
        "script-shell",
        page(
            "<p>The harbour's portal</p><x-portal></x-portal><script src='/a.js'></script>"
            + "<b>Town</b><br>" * 60
        ),
    ),
    "cut": ("cut-mark-up", page(LONG).partition("day 40")[0].replace("<body>", "<body><div>")),
    "cut-script": ("cut-mark-up", page(f"{LONG}<script>window.a=[").removesuffix("</body></html>")),
    "goes-on": (
        "goes-on",
        page(
            f"{BRIEF}<p>The first boat will leave the north quay at 06.20 and the…</p><a href='https://post.example/a'>Continue reading</a>"
        ),
    ),
    "unfolds": ("goes-on", page(f"{BRIEF}<button>Show full article</button>")),
    "loading": ("goes-on", page(f"{BRIEF}<p>Loading the rest of this story…</p>")),
    "pages": (
        "further-pages",
        page(f"<article>{LONG}</article><a href='?page=2'>2</a><a href='?page=3'>3</a>"),
    ),
    "page-paths": (
        "further-pages",
        page(f"<article>{LONG}</article><a href='{DEEP}/2/'>Next page</a>"),
    ),
    "ticker": (
        "older-entries",
        page(f"<div class='liveblog'>{BRIEF}</div><button>Load more</button>"),
    ),
    "sells-the-rest": (
        "paywall-words",
        page(
            f"{BRIEF}<h3>Subscribe to continue reading</h3><p>From 1 pound a week, cancel at any time.</p>"
        ),
    ),
    "absent": (
        "not-found-words",
        page("<p>The article you are looking for has been removed by its author.</p>"),
    ),
    "gone-beside-others": (
        "not-found-title",
        page("<h1>Page not found</h1>" + "<p>Snow fell on the coast road, and lorries slid.</p>" * 30),
    ),
    "no-such-matter": (
        "another-matter",
        page(
            "<h1>Best slots</h1>" + "<p>This provider pays a bonus to everybody who asks.</p>" * 30
        ),
    ),
    "machine": (
        "refused-words",
        page("<p>Our systems take you for an automated visitor.</p><p>Incident 18-2211</p>"),
    ),
    "members-form": (
        "login-form",
        page("<h1>Join Quay</h1><form><input type=email><input type=password><button>Join</button></form>", "Sign up | Quay"),
    ),
    "reader-only": (
        "notice-words",
        page("<p>Thank you for your visit. We are sorry that we have nothing to show you today.</p>", "Quay"),
    ),
    "fault-in-words": (
        "error-words",
        page("<p>Our site is down for maintenance. Please try again later.</p>", "Quay"),
    ),
    "trace": ("error-words", page("<p>SQLSTATE[HY000] [2002] Connection refused</p>", "Quay")),
    "led-on": ("refresh-stub", page("<p>You will be redirected in a moment.</p>", "Quay")),
    "sought": ("not-found-words", page("<p>The page you were trying to reach has drifted off.</p>", "Quay")),
    "bare": ("script-shell", page("<p>Getting ready</p><script src='/a.js'></script>", "Quay")),
    "frame": (
        "script-shell",
        page("<h1>Report</h1><p>Loading the document, please wait</p><script src='/a.js'></script>", "Report"),
    ),
    "host-for-sale": (
        "parked-domain",
        page("<h1>news.example</h1><p>Make an offer to its owner.</p>", "news.example"),
    ),
    "stopped-host": (
        "placeholder",
        page("<h1>Account suspended</h1><p>Contact your hosting provider.</p>", "Suspended"),
    ),
    "later-page": (
        "further-pages",
        page(f"<article>{LONG}</article><p>3 of 12</p>", head=f"<link rel=prev href='{DEEP}/2'>"),
    ),
    "left-out": ("goes-on", page(f"{BRIEF}<p>The boat was late because the crew had gone […]</p>")),
}  # fmt: skip
URLS = {
    "later-page": f"{DEEP}/3",
    "no-such-matter": f"{SITE}/mill-restoration-timber-frame-survey",
    "reader-only": f"{SITE}/lamp-keeper",
}


@pytest.mark.parametrize("kind", BAD)
def test_a_page_of_a_kind_is_known(kind: str) -> None:
    mark, body = BAD[kind]
    assert verdict_of(body, url=URLS.get(kind, DEEP)).mark == mark


GOOD = {
    "banner-below": page(f"{BRIEF}<div>{CONSENT}<button>Accept</button><button>Reject</button></div>"),
    "banner-without-choice": page(f"{BRIEF}<div>{CONSENT}<button>OK</button></div>"),
    "plea-for-a-map": page(f"{BRIEF}<div id='map'></div><noscript>The map needs JavaScript.</noscript><script src='/m.js'></script>"),
    "optional-tags": f"<!doctype html><html><body><title>Ferry</title>{BRIEF}<p>The first boat leaves at 06.20",
    "ellipsis-of-its-own": page(f"{LONG}<p>And so it goes…</p><a href='/more'>Read more posts</a>"),
    "list-of-teasers": page(BRIEF + "".join(f"<p>Boat {n} is…</p><a href='/{n}'>Read more</a>" for n in range(4))),
    "list-with-pages": page(f"{LONG}<a href='?page=2'>2</a>"),
    "comments-with-pages": page(f"<article>{LONG}</article><a href='?cpage=2'>2</a><a href='?page=2#comments'>2</a>"),
    "next-post": page(f"<article>{LONG}</article>", head=f"<link rel=next href='{SITE}/2026/11/other/2/'>"),
    "more-of-others": page(f"{BRIEF}<button>Load more</button>"),
    "offer-above": page(f"<p>Subscribe to read the full report</p>{LONG}"),
    "meter": page(f"{BRIEF}<p>You have read 2 of 5 free articles this month.</p>"),
    "news-of-a-removal": page("<h1>The post of the harbour master has been filled</h1><p>The town has named her on Tuesday.</p>"),
    "name-in-a-text": page("<h1>Our boats</h1>" + "<p>The ferry of the harbour has a timetable of its own.</p>" * 30),
    "sections-of-a-law": page(f"<article>{BRIEF}</article>", head=f"<link rel=prev href='{SITE}/2026/11/ferry-act/11'>"),
    "reply-with-a-login": page(f"{BRIEF}<p>You must be logged in to reply.</p>"),
    "old-table": f"<html><body>{BRIEF.replace('</p>', '')}<table><tr><td>Hercules<td>1911<tr><td>Samson",
    "fault-in-the-news": page(f"{BRIEF}<p>The site was down for maintenance; the office says sorry.</p>"),
    "figures-below-a-loader": page("<h1>Harbour, ferry: level</h1><div id=c>Loading chart…</div><dl><dd>712 cm</dd></dl><script src='/c.js'></script>"),
    "robots-in-the-news": page("<h1>Harbour: robots count the ferry</h1><p>If you see a robot on the quay, mail us.</p>"),
}  # fmt: skip


@pytest.mark.parametrize("kind", GOOD)
def test_a_good_page_near_a_kind_is_not_condemned(kind: str) -> None:
    found = verdict_of(GOOD[kind])
    assert found.quality is Quality.OK, found


def test_a_search_that_answers_for_a_page_is_another_page() -> None:
    found = "<h1>Search</h1><p>418 results, sorted by date and by nothing else at all.</p>"
    none = "<h1>Search</h1><p>Your search for “harbour ferry timetable” gave 0 results.</p>"
    final = f"{SITE}/search?q=x"
    assert verdict_of(page(found), final=final).mark == "redirect-to-search"
    assert verdict_of(page(none), final=final).mark == "not-found-words"
    assert verdict_of(page(none), url=final).quality is Quality.OK


def test_the_forms_of_a_word_are_one_in_address_and_title() -> None:
    url = f"{SITE}/ferry-cut"
    text = read_evidence(page("<h1>Eleven ferries</h1>").encode(), url=url)
    found = judge(text, status=200, url=url, final_url="https://other.example/sale", size=900)
    assert found.quality is Quality.OK


@pytest.mark.parametrize(
    "body",
    [
        f"<aside>{'si' * 200_000}</aside>",
        f"<nav>{'only article member ' * 20_000}</nav>",
        f"<nav>{'[' * 400_000}</nav>",
        "<nav>" + "<p>Log in to comment here</p>" * 10_000 + "</nav>",
        "".join(f"<a href='/{n}?page=2'>{n}: read the full story</a><br>" for n in range(10_000)),
    ],
)
def test_hostile_lines_are_judged_without_being_read_to_their_end(body: str) -> None:
    assert verdict_of(page(f"{BRIEF}{body}")).quality is Quality.OK
