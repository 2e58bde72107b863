"""Which reader a body goes to, in which charset, and what each makes of it."""

from __future__ import annotations

import json

import pytest

from copydesk.evidence import Label, read_evidence
from copydesk.evidence.json import MAX_DEPTH
from copydesk.evidence.read import sniff

TYPES = [
    (b"%PDF-1.7\n", "text/html", "", "application/pdf"),
    (b"\x89PNG\r\n\x1a\n", "text/html", "", "image/png"),
    (b"<!-- a --> <!DOCTYPE html><p>x", "", "", "text/html"),
    (b"\xef\xbb\xbf<html>", "", "", "text/html"),
    (b'{"a": 1}', "", "", "application/json"),
    (b'{"a": 1}', "text/plain", "", "text/plain"),
    (b"[1](x) is Markdown", "text/markdown; charset=utf-8", "", "text/markdown"),
    (b"# Notes", "", "https://a.example/notes.md", "text/markdown"),
    (b"<p>shown as it is", "text/plain", "", "text/plain"),
    (b"<?xml version='1.0'?><rss/>", "", "", "application/xml"),
    (b"<?xml version='1.0'?><!DOCTYPE html><html/>", "application/xml", "", "text/html"),
    (b"\0\1\2", "", "", "application/octet-stream"),
    (b"just words", "", "", "text/plain"),
    (b"", "", "", "text/plain"),
]


@pytest.mark.parametrize(("body", "header", "url", "kind"), TYPES)
def test_the_bytes_decide_then_header_then_suffix(
    body: bytes, header: str, url: str, kind: str
) -> None:
    assert sniff(body, header, url) == kind


CHARSETS = {
    "utf-8": ("é“x”".encode(), "", "é“x”"),
    "a byte order mark wins": (b"\xef\xbb\xbf" + "é".encode(), "text/plain; charset=latin1", "é"),
    "utf-16 by its mark": ("é".encode("utf-16"), "", "é"),
    "the header's charset": ("é".encode("cp1251", "replace") + b"\xe6", "text/plain; charset=windows-1251", "?ж"),
    "latin-1 is read as windows-1252": (b"\x93x\x94", "text/plain; charset=ISO-8859-1", "“x”"),
    "no charset, not utf-8": (b"caf\xe9", "", "café"),
    "an unknown charset": ("é".encode(), "text/plain; charset=klingon", "é"),
    "a codec that is no charset": (b"uryyb", "text/plain; charset=rot13", "uryyb"),
    "declared utf-8 that is not": (b"a\xff", "text/plain; charset=utf-8", "a\ufffd"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "header", "expected"), CHARSETS.values(), ids=CHARSETS.keys())
def test_charsets(body: bytes, header: str, expected: str) -> None:
    assert read_evidence(body, media_type=header or "text/plain").text == expected


def test_the_meta_tag_names_the_charset() -> None:
    body = "<html><meta charset='shift_jis'><p>日本".encode("cp932")
    assert read_evidence(body).visible == "日本"


def test_unreadable_characters_are_counted() -> None:
    text = read_evidence(b"a\xff\xfe", media_type="text/plain; charset=utf-8")
    assert text.notes == ("2 characters could not be read as utf-8",)


def test_json_is_lines_with_key_paths_and_numbers_as_written() -> None:
    body = {"name": "2.15.0", "assets": [{"size": 10}, {"size": 20}], "draft": False, "none": None}
    text = read_evidence(json.dumps(body).encode()[:-1] + b', "price": 1.10}')
    assert text.text == "name: 2.15.0\nassets.size: 10\nassets.size: 20\ndraft: false\nprice: 1.10"
    assert text.title == "2.15.0"
    assert text.regions[0].label is Label.VISIBLE


def test_a_long_string_stands_verbatim() -> None:
    text = read_evidence(json.dumps({"body": "# Notes\n\n* one\n* “two”"}).encode())
    assert text.text == "body:\n# Notes\n\n* one\n* “two”"


HOSTILE_JSON = {
    "deep": b"[" * 200_000,
    "deep and closed": b"[" * 900 + b"1" + b"]" * 900,
    "deep objects": b'{"a":' * 900 + b"1" + b"}" * 900,
    "a number of a million digits": b'{"a":' + b"9" * 1_000_000 + b"}",
    "millions of values": b"[" + b"1," * 2_500_000 + b"1]",
    "not finite": b'{"a": NaN, "b": 1e999}',
    "a lone surrogate": b'{"a": "\\ud800"}',
    "cut off": b'{"a": "b',
}


@pytest.mark.parametrize("body", HOSTILE_JSON.values(), ids=HOSTILE_JSON.keys())
def test_hostile_json(body: bytes) -> None:
    text = read_evidence(body, media_type="application/json")
    text.text.encode()
    assert len(text.text) <= len(body) + 2


def test_json_deeper_than_the_limit_is_left_out() -> None:
    deep: object = "too deep"
    for _ in range(MAX_DEPTH + 1):
        deep = [deep]
    assert read_evidence(json.dumps({"a": "seen", "b": deep}).encode()).text == "a: seen"


def test_xml_gives_its_character_data_and_expands_nothing() -> None:
    body = (
        b'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
        b"<r><t>One &amp; two</t><d><![CDATA[three]]></d>&e;</r>"
    )
    text = read_evidence(body).text
    assert "One & two\nthree\n&e;" in text
    assert "root:" not in text


def pdf(*lines: str) -> bytes:
    """A PDF of one page, with its cross-reference table."""
    shown = " ".join(f"({line}) Tj 0 -20 Td" for line in lines)
    stream = f"BT /F1 12 Tf 50 700 Td {shown} ET".encode()
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        (
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R"
            b"/Resources<</Font<</F1 5 0 R>>>>>>"
        ),
        b"<</Length %d>>stream\n%s\nendstream" % (len(stream), stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    out = b"%PDF-1.4\n"
    offsets = []
    for number, content in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj%s endobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return (
        out + b"xref\n0 6\n0000000000 65535 f \n" + table
        + b"trailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % len(out)
    )  # fmt: skip


def test_pdf_text() -> None:
    text = read_evidence(pdf("Revenue was 12 million", "in the third quarter"))
    assert text.text.split("\n") == ["Revenue was 12 million", "in the third quarter"]
    assert text.media_type == "application/pdf"


def test_a_damaged_pdf_says_so() -> None:
    text = read_evidence(b"%PDF-1.4\nnothing \xef\xbf\xbd here")
    assert text.text == ""
    assert text.signal("damaged") == "pdf"
