"""How often `copydesk watch` would cry wolf: pages that only churn, and pages captured twice.

Run: python bench/watch_noise.py [--pages N] [--seed N] [--herald DIR] [--show]

Part 1 makes N pages and loads each again with what real pages change on every load (nonces, ads,
dates, counters, teasers), one kind at a time and all at once, and then with a real edit. For each
rung it counts the loads that it would have reported. Part 2, where the sample archive of a real
newsroom is there (COPYDESK_HERALD), traces its articles, puts such churn among the paragraphs of
their sources and compares; then once more with one figure changed that an article rests on. --show
prints the alarms of the first, to be read by hand.
"""

import argparse
import gzip
import hashlib
import json
import os
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from copydesk.article import read_article
from copydesk.evidence import judge, read_evidence
from copydesk.evidence.model import EvidenceSource
from copydesk.importers.machine_herald import read_submission
from copydesk.newsroom.checking import check
from copydesk.newsroom.evidence import evidence_from_folder
from copydesk.report import Quality, Report
from copydesk.watch.anchored import anchors_of
from copydesk.watch.compare import compare
from copydesk.watch.model import ALARMS, Anchor, Comparison, Kept, Seen

DEFAULT = Path(__file__).resolve().parents[1].parent / "shared" / "herald"
URL = "https://paper.example/2026/harbour-report"

PLACES = ["Nordhavn", "Eastmoor", "Lindale", "Varby", "Skerrie", "Ostmark", "Tarn Bay", "Helle"]
THINGS = ["ferries", "offices", "clinics", "schools", "boats", "libraries", "trams", "bridges"]
VERBS = ["runs", "owns", "repaired", "sold", "opened", "inspected", "insured", "rented out"]
NAMES = ["Ada Brenner", "Tomas Vikander", "Ines Okafor", "Lena Marsh", "Piet Holm"]
RUNNING = (
    "the council said in a report on the budget that work in the harbour would go on through the "
    "winter because the contract for the quay had been signed before the rules were changed and "
    "nobody expected the price of steel to fall again before the end of the season"
)
WORDS = RUNNING.split()


def dice(seed: int) -> random.Random:
    """Chance that is the same for a seed: nothing here is a secret."""
    return random.Random(seed)  # noqa: S311


class Maker:
    """One page and its article, always the same for a seed."""

    def __init__(self, seed: int) -> None:
        self.random = dice(seed)
        pick = self.random.choice
        self.place, self.thing, self.name = pick(PLACES), pick(THINGS), pick(NAMES)
        self.count = self.random.randint(11, 98)
        self.cost = self.random.randint(12, 97) / 10
        self.share = self.random.randint(101, 899) / 10
        self.facts = [
            f"{self.place} {pick(VERBS)} {self.count} {self.thing}, according to the yearly report.",
            f"The repairs of the {self.thing} cost ${self.cost} million in 2025, the auditors found.",
            f"Use of the {self.thing} in {self.place} rose by {self.share}% over the last year.",
            f"“We did not expect so many people to come back after the winter,” said {self.name}.",
        ]
        self.paragraphs = [self.filler() for _ in range(self.random.randint(6, 14))]
        for fact in self.facts:
            at = self.random.randrange(len(self.paragraphs))
            self.paragraphs[at] = f"{self.paragraphs[at]} {fact}"

    def filler(self) -> str:
        words = [self.random.choice(WORDS) for _ in range(self.random.randint(18, 40))]
        return " ".join(words).capitalize() + "."

    def article(self) -> bytes:
        return (
            f"---\ntitle: {self.place} and its {self.count} {self.thing}\n"
            f"summary: What the yearly report says.\ncategory: News\nsources: [{URL}]\n---\n"
            f"{self.place} has {self.count} {self.thing} [1]. Their repairs cost ${self.cost} million "
            f"in 2025 [1]. Use of the {self.thing} rose by {self.share}% [1].\n\n"
            f"“We did not expect so many people to come back after the winter,” {self.name} said "
            "[1].\n"
        ).encode()

    def page(self, load: random.Random, churn: frozenset[str], edit: str = "") -> bytes:
        new = {kind: load if kind in churn else dice(1) for kind in CHURN}
        paragraphs = EDITS[edit](self, list(self.paragraphs)) if edit else self.paragraphs
        nonce, ad, date = new["nonce"], new["ads"], new["dates"]
        count, teaser, menu = new["counters"], new["teasers"], new["layout"]
        talk, strip = new["comments"], new["notices"]
        body = [f"<p>{text}</p>" for text in paragraphs]
        body.insert(len(body) // 2, f"<aside class=ad>{_advert(ad)}</aside>")
        blocks = [
            f"<header><nav>{_menu(menu)}</nav></header>",
            f"<article><h1>{self.place} counts its {self.thing}</h1>",
            f"<time>Updated {date.randint(1, 23)} hours ago</time>",
            f"<span>{count.randint(2, 900)} comments</span> <span>{count.randint(2, 900)} shares",
            f"</span>{''.join(body)}</article>",
            f"<section><h2>More stories</h2><ul>{_teasers(teaser)}</ul></section>",
            f"<section><h2>Readers write</h2>{_comments(talk)}</section>",
            f"<div role=dialog>{_strip(strip)}</div>",
            f"<footer>© {date.randint(2024, 2027)} The Paper</footer>",
        ]
        return (
            f"<!doctype html><html><head><title>{self.place} counts its {self.thing}</title>"
            f'<script nonce="{nonce.getrandbits(64):x}">var session="{nonce.getrandbits(64):x}"'
            f"</script></head><body>{''.join(blocks)}</body></html>"
        ).encode()


def _advert(source: random.Random) -> str:
    goods = ["Mattresses", "Cruises", "Hearing aids", "Phone plans", "Garden sheds"]
    more = [
        "Book by Friday and save.",
        "Limited offer!",
        "See why so many people switch to us today.",
    ]
    return f"{source.choice(goods)} from ${source.randint(9, 99)}. {source.choice(more)}"


def _menu(source: random.Random) -> str:
    names = ["Home", "World", "Business", "Sport", "Weather", "Opinion", "Video", "Puzzles"]
    return " ".join(f"<a href=#>{name}</a>" for name in source.sample(names, 6))


def _teasers(source: random.Random) -> str:
    rows = [
        f"<li><a href=#>{source.choice(PLACES)} {source.choice(VERBS)} {source.randint(2, 99)} "
        f"{source.choice(THINGS)}</a> {source.randint(1, 59)} min ago</li>"
        for _ in range(6)
    ]
    return "".join(rows)


def _comments(source: random.Random) -> str:
    """Sentences with names and figures, in the page's own subject."""
    rows = [
        f"<p>{source.choice(NAMES)}, {source.randint(1, 23)} hours ago: I counted "
        f"{source.randint(2, 99)} {source.choice(THINGS)} in {source.choice(PLACES)} last week, and "
        f"nobody told us that they cost ${source.randint(12, 97) / 10} million.</p>"
        for _ in range(5)
    ]
    return "".join(rows)


def _strip(source: random.Random) -> str:
    """What a site lays over its pages."""
    return source.choice(
        [
            "",
            "<p>We and our 812 partners store information on your device. You can object at any time.</p>",
            "<p>Our editors choose five stories a day: sign up for the letter that 40,000 people read.</p>",
            "<p>You have read 3 of 5 free articles this month. Subscribe for $4 a week.</p>",
        ]
    )


def _figure(page: Maker, paragraphs: list[str]) -> list[str]:
    old, new = f" {page.count} {page.thing}", f" {page.count + 3} {page.thing}"
    return [text.replace(old, new) for text in paragraphs]


def _no_quote(page: Maker, paragraphs: list[str]) -> list[str]:
    return [text.replace(page.facts[3], "") for text in paragraphs]


def _moved(_: Maker, paragraphs: list[str]) -> list[str]:
    return paragraphs[::-1]


def _denied(_: Maker, paragraphs: list[str]) -> list[str]:
    return [text.replace(" rose by ", " never rose by ") for text in paragraphs]


def _another(page: Maker, paragraphs: list[str]) -> list[str]:
    other = Maker(page.random.randint(10**6, 10**7))
    words = [" ".join(dice(n).sample(WORDS, 20)) + "." for n in range(len(paragraphs))]
    return [*words, f"{other.name} was not asked about it."]


CHURN = ("nonce", "ads", "dates", "counters", "teasers", "layout", "comments", "notices")
EDITS: dict[str, Callable[[Maker, list[str]], list[str]]] = {
    "figure changed": _figure,
    "quotation taken out": _no_quote,
    "negation put in": _denied,
    "paragraphs reordered": _moved,
    "another page": _another,
}


def source_of(body: bytes) -> EvidenceSource:
    text = read_evidence(body, media_type="text/html", url=URL)
    return EvidenceSource(1, URL, hashlib.sha256(body).hexdigest(), Quality.OK, text)


def look(article: bytes, before: bytes, now: bytes) -> tuple[Comparison, bool]:
    """The comparison, and whether all of the visible text is the same."""
    old, new = source_of(before), source_of(now)
    report = check(read_article(article, "a.md"), (old,))
    anchors = anchors_of(report.specifics).get(1, {}).get(old.sha256 or "", [])
    verdict = judge(
        new.text, status=200, media_type="text/html", url=URL, final_url=URL, size=len(now)
    )
    seen = Seen(True, 200, verdict.quality, verdict.reason, digests=_digests(new), text=new.text)
    same = old.text.visible.split() == new.text.visible.split()
    return compare(Kept(_digests(old), Quality.OK, old.text), anchors, seen), same


def _digests(source: EvidenceSource) -> frozenset[str]:
    return frozenset({source.sha256} if source.sha256 else ())


def generated(pages: int, seed: int) -> None:
    print(f"Generated: {pages} pages, each loaded again. Loads that each rung would report:\n")
    print(f"  {'what changed':<24}{'bytes':>8}{'all text':>10}{'sentences':>11}{'alarm':>8}")
    kinds = [
        *((kind, frozenset({kind}), "") for kind in CHURN),
        ("all of these", frozenset(CHURN), ""),
    ]
    kinds += [(name, frozenset(CHURN), name) for name in EDITS]
    for name, churn, edit in kinds:
        counts: Counter[str] = Counter()
        verdicts: Counter[str] = Counter()
        for number in range(pages):
            page = Maker(seed + number)
            before = page.page(dice(1), frozenset())
            now = page.page(dice(seed + number), churn, edit)
            made, same = look(page.article(), before, now)
            verdicts[made.verdict.value] += 1
            counts["bytes"] += before != now
            counts["text"] += not same
            counts["prose"] += made.verdict.value not in {"bytes-same", "text-same"}
            counts["alarm"] += made.verdict in ALARMS
        shares = [100 * counts[key] / pages for key in ("bytes", "text", "prose", "alarm")]
        row = f"{shares[0]:>7.0f}%{shares[1]:>9.0f}%{shares[2]:>10.0f}%{shares[3]:>7.0f}%"
        said = ", ".join(f"{count} {name}" for name, count in verdicts.most_common())
        print(f"  {name:<24}{row}   {said}")


def archived(herald: Path) -> Iterator[tuple[list[EvidenceSource], Report, Path]]:
    """Each article of the archive with its sources and its trace."""
    folders = {}
    for manifest in sorted(herald.glob("sources/*/*/manifest.json")):
        name = json.loads(manifest.read_bytes()).get("submission_file", "")
        folders[Path(name).name] = manifest.parent
    for path in sorted(herald.glob("src/content/submissions/*/*.json")):
        if path.name in folders:
            article = read_submission(path.read_bytes(), path.name)
            sources = evidence_from_folder(article, folders[path.name])
            yield list(sources), check(article, sources), folders[path.name]


def bodies(folder: Path) -> dict[str, bytes]:
    """The saved page of each address of an evidence folder."""
    entries = json.loads((folder / "manifest.json").read_bytes())["sources"]
    found = {}
    for entry in entries:
        name = entry.get("file") or ""
        for path in (folder / name, folder / f"{name}.gz"):
            if name and path.is_file():
                data = path.read_bytes()
                found[entry["url"]] = gzip.decompress(data) if path.suffix == ".gz" else data
    return found


def churned(body: bytes, source: random.Random) -> bytes:
    """A real page with other advertisements, teasers and counters among its paragraphs."""
    parts = re.split(rb"(</p>)", body)
    for at in range(1, len(parts), 10):
        ad = f"<aside>{_advert(source)}</aside><ul>{_teasers(source)}</ul>"
        parts[at] += f"{ad}<span>{source.randint(2, 900)} comments</span>".encode()
    return b"".join(parts)


def edited(body: bytes, anchor: Anchor) -> bytes | None:
    """The page with the anchor's figure changed in place, where the mark-up does not divide it."""
    before = anchor.prefix.rpartition("\n")[2][-12:]
    after = anchor.suffix.partition("\n")[0][:12]
    old = f"{before}{anchor.exact}{after}".encode()
    digit = re.search(r"\d", anchor.exact)
    if digit is None or len(before + after) < 12 or body.count(old) != 1:
        return None
    other = "7" if digit.group() != "7" else "4"
    exact = anchor.exact[: digit.start()] + other + anchor.exact[digit.end() :]
    return body.replace(old, f"{before}{exact}{after}".encode())


def real(herald: Path, *, show: bool) -> None:
    """Real pages: churn that must not alarm, and one changed figure that must."""
    noise: Counter[str] = Counter()
    edits: Counter[str] = Counter()
    took: list[float] = []
    for sources, report, folder in archived(herald):
        pages = bodies(folder)
        for old in sources:
            body = pages.get(old.url)
            anchors = anchors_of(report.specifics).get(old.id, {}).get(old.sha256 or "", [])
            if body is None or not anchors or old.text.media_type != "text/html":
                continue
            source = dice(len(body))
            now = churned(body, source)
            begun = time.process_time()
            made = _compared(old, anchors, now)
            took.append(1000 * (time.process_time() - begun))
            noise[made.verdict.value] += 1
            if show and made.verdict in ALARMS:
                _show(old.url, made)
            _edit(old, anchors, body, source, edits, show=show)
    print(f"\nReal pages of the archive with churn put in: {sum(noise.values())}")
    print("  " + ", ".join(f"{name} {count}" for name, count in noise.most_common()))
    print(
        f"  reading and comparing one, of the processor: median {median(took):.0f} ms, longest {max(took):.0f} ms"
    )
    print(f"Real pages with one figure changed and churn put in: {sum(edits.values())}")
    print("  " + ", ".join(f"{name} {count}" for name, count in edits.most_common()))


def _edit(
    old: EvidenceSource,
    anchors: list[Anchor],
    body: bytes,
    source: random.Random,
    edits: Counter[str],
    *,
    show: bool,
) -> None:
    places = Counter(anchor.specific for anchor in anchors)
    for anchor in anchors:
        changed = edited(body, anchor) if places[anchor.specific] == 1 else None
        if changed is None:
            continue
        made = _compared(old, anchors, churned(changed, source))
        mine = [change for change in made.changes if change.specific == anchor.specific]
        state = mine[0].state.value if mine else "not noticed"
        edits[f"{state}, with both values" if mine and mine[0].says else state] += 1
        if show and state not in {"changed", "lost"}:
            print(f"\nnot seen as changed: {anchor.exact!r} of {old.url}")
            _show(old.url, made)
        return


def _compared(old: EvidenceSource, anchors: list[Anchor], body: bytes) -> Comparison:
    text = read_evidence(body, media_type=old.text.media_type, url=old.url)
    digests = frozenset({hashlib.sha256(body).hexdigest()})
    seen = Seen(True, 200, old.quality, digests=digests, text=text)
    return compare(Kept(_digests(old), old.quality, old.text), anchors, seen)


def _show(url: str, made: Comparison) -> None:
    print(f"\n{made.verdict.value} {url}\n  {made.reason} survival {made.survival}")
    for change in made.changes:
        print(f"  {change.state.value}: said {change.said!r}, says {change.says!r} {change.note}")
        print(f"    was: {change.was}\n    now: {change.now}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=100)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--herald", type=Path, default=os.environ.get("COPYDESK_HERALD") or DEFAULT)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    generated(options.pages, options.seed)
    herald = Path(options.herald)
    if not (herald / "sources").is_dir():
        print(f"\nskipped: no sample archive at {herald}; set COPYDESK_HERALD")
        return 0
    real(herald, show=options.show)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
