"""Of several places that hold a specific, the record shows the one that says it best."""

from copydesk.article import read_article
from copydesk.evidence import EvidenceSource, EvidenceText, Label, read_evidence
from copydesk.evidence.model import Region
from copydesk.report import Quality, Specific, Status
from copydesk.trace import trace

URLS = ("https://one.example/a", "https://two.example/b")


def source(number: int, text: EvidenceText) -> EvidenceSource:
    return EvidenceSource(number, URLS[number - 1], "0" * 64, Quality.OK, text)


def traced(body: str, *texts: EvidenceText) -> list[Specific]:
    listed = "".join(f"- {url}\n" for url in URLS[: len(texts)])
    article = read_article(f"---\ntitle: T\nsources:\n{listed}---\n{body}\n".encode())
    sources = [source(number, text) for number, text in enumerate(texts, 1)]
    return list(trace(article, sources).specifics)


def plain(text: str) -> EvidenceText:
    return read_evidence(text.encode(), media_type="text/plain")


def test_the_very_value_speaks_before_a_rounded_one() -> None:
    near = plain(
        "Each new group of the default backend takes 197 MiB of GPU memory on this machine."
    )
    exact = plain("We expect that a group will take 200 MiB of memory.")
    (found,) = traced("Each new group takes about 200 MiB of GPU memory.", near, exact)
    assert found.status is Status.TRACED
    assert found.evidence[0].exact == "200 MiB"


def test_what_a_reader_sees_speaks_before_metadata() -> None:
    seen = "The council runs 12 offices in the north."
    text = f"{seen}\ndescription: {seen}"
    regions = (Region(0, len(seen), Label.VISIBLE), Region(len(seen) + 1, len(text), Label.META))
    for order in (regions, regions[::-1]):
        (found,) = traced("The council runs 12 offices in the north.", EvidenceText(text, order))
        assert found.evidence[0].start < len(seen)


def test_a_part_of_a_name_is_no_claim() -> None:
    text = plain("The pages describe one all-reduce for each process group of the new backend.")
    for found in traced("None of the pages describe a process group.", text):
        assert "all" not in [evidence.exact for evidence in found.evidence]
