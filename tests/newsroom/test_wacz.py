"""A WACZ of an article's captures: read by an independent reader, and compared with what was signed."""

import gzip
import io
import ipaddress
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from wacz_newsroom import DENIED, OWN, PAGE, published
from warcio.archiveiterator import ArchiveIterator
from warcio.recordloader import ArcWarcRecord

from copydesk.capture import wacz_reading
from copydesk.capture.wacz import BUNDLE, DIGEST, PACKAGE, WARC, surt
from copydesk.capture.warc import digest
from copydesk.cli import main
from copydesk.errors import LimitError, StatementError
from copydesk.newsroom.exporting import Exporter
from copydesk.newsroom.verify_wacz import verify_wacz
from copydesk.provenance.canonical import sha256_hex
from copydesk.provenance.checks import CheckState

OWN_ADDRESS = ipaddress.ip_address(OWN)
Files = dict[str, bytes]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes, bytes]:
    """The newsroom, and its article's WACZ as it is and redacted."""
    desk, paths = published(tmp_path_factory.mktemp("room"))
    whole = Exporter(desk.room, []).export_wacz(paths).data
    assert whole == Exporter(desk.room, []).export_wacz(paths).data
    return desk.room.root, whole, Exporter(desk.room, [OWN_ADDRESS]).export_wacz(paths).data


def unzipped(data: bytes) -> Files:
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def zipped(files: Files) -> bytes:
    """A WACZ of these files whose own manifest is right, as whoever changes them would leave it."""
    package = json.loads(files[PACKAGE])
    package["resources"] = [
        {"name": path, "path": path, "hash": f"sha256:{sha256_hex(data)}", "bytes": len(data)}
        for path, data in files.items()
        if path not in {PACKAGE, DIGEST}
    ]
    told = json.dumps(package).encode()
    files = files | {
        PACKAGE: told,
        DIGEST: json.dumps({"path": PACKAGE, "hash": f"sha256:{sha256_hex(told)}"}).encode(),
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path, data in files.items():
            archive.writestr(path, data)
    return out.getvalue()


def states(tmp_path: Path, data: bytes) -> dict[str, tuple[CheckState, str]]:
    path = tmp_path / "x.wacz"
    path.write_bytes(data)
    return {check.id: (check.state, check.reason) for check in verify_wacz(path).checks}


def records(data: bytes) -> list[tuple[ArcWarcRecord, bytes]]:
    """As warcio reads them, every digest checked."""
    stream = io.BytesIO(unzipped(data)[WARC])
    return [
        (each, each.content_stream().read())
        for each in ArchiveIterator(stream, check_digests="raise")
    ]


def test_another_reader_finds_every_capture_with_its_bytes(made: tuple[Path, bytes, bytes]) -> None:
    found = [
        (each.rec_type, each.rec_headers.get_header("WARC-Target-URI"), body)
        for each, body in records(made[1])
    ]
    one, now = "https://one.example/report", "https://one.example/report/now"
    assert [each[:2] for each in found] == [
        ("warcinfo", None), ("response", one), ("response", now), ("conversion", f"urn:dom:{now}"),
        ("resource", f"urn:text:{now}"), ("resource", f"urn:view:{now}"), ("response", one),
        ("response", "https://api.one.example/report"), ("metadata", "https://two.example/note"),
        ("response", "https://three.example/refused"),
    ]  # fmt: skip
    assert found[2][2] == PAGE
    assert found[9][2] == DENIED
    assert b"code: timeout\r\nmessage: No answer within 30 seconds.\r\n" in found[8][2]


def test_headers_dates_and_relations_are_those_of_the_captures(
    made: tuple[Path, bytes, bytes],
) -> None:
    found = [each for each, _ in records(made[1])]
    hop, page, rendered, text, _, archive = found[1:7]
    assert hop.http_headers.statusline == "301 Moved Permanently"
    assert hop.http_headers.get_header("location") == "https://one.example/report/now"
    assert page.http_headers.get_header("content-encoding") is None
    assert page.http_headers.get_header("x-archive-orig-content-encoding") == "gzip"
    assert page.http_headers.get_header("content-length") == str(len(PAGE))
    assert page.rec_headers.get_header("WARC-IP-Address") == "93.184.215.14"
    key = page.rec_headers.get_header("WARC-Record-ID")
    assert rendered.rec_headers.get_header("WARC-Refers-To") == key
    assert text.rec_headers.get_header("WARC-Concurrent-To") == key
    assert archive.rec_headers.get_header("WARC-Date") == "2026-10-01T08:00:00Z"
    assert archive.rec_headers.get_header("Copydesk-Role") == "archive-copy"
    assert "archive.example" in archive.rec_headers.get_header("Copydesk-Fetched-From")


def test_the_index_leads_to_each_record(made: tuple[Path, bytes, bytes]) -> None:
    files = unzipped(made[1])
    lines = files["indexes/index.cdx"].decode().splitlines()
    assert lines == sorted(lines)
    for line in lines:
        value = json.loads(line.split(" ", 2)[2])
        start = int(value["offset"])
        member = gzip.decompress(files[WARC][start : start + int(value["length"])])
        assert f"WARC-Target-URI: {value['url']}\r\n".encode() in member
        # A digest of the payload, which is the block where there is no HTTP head.
        assert value["digest"].encode() in member
    pages = [json.loads(line) for line in files["pages/pages.jsonl"].splitlines()]
    assert pages[0]["format"] == "json-pages-1.0"
    assert [page["url"] for page in pages[1:]] == [
        "https://one.example/report/now", "https://one.example/report", "https://three.example/refused",
    ]  # fmt: skip


def test_the_digest_form_is_rfc_4648_base32() -> None:
    # SHA-256 of the empty string (FIPS 180-4), in base32.
    assert digest(b"") == "sha256:4OYMIQUY7QOBJGX36TEJS35ZEQT24QPEMSNZGTFESWMRW6CSXBKQ===="


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("https://www.One.example/A/b?z=1&a=2", "example,one)/a/b?a=2&z=1"),
        ("http://one.example:8080", "example,one:8080)/"),
        ("urn:view:https://one.example/", "urn:view:https://one.example/"),
    ],
)
def test_index_keys(url: str, key: str) -> None:
    assert surt(url) == key


def test_a_whole_one_passes_and_a_redacted_one_says_so(
    made: tuple[Path, bytes, bytes], tmp_path: Path
) -> None:
    found = states(tmp_path, made[1])
    assert found["archive-file"][0] is found["archive-records"][0] is CheckState.PASS
    assert any(OWN.encode() in body for _, body in records(made[1]))
    found = states(tmp_path, made[2])
    state, reason = found["archive-records"]
    assert state is CheckState.NOT_PRESENT
    assert f"redacted copy of {sha256_hex(PAGE)}: 1 places, {len(OWN)} bytes" in reason
    assert not any(state is CheckState.FAIL for state, _ in found.values())
    for each, body in records(made[2]):
        assert OWN.encode() not in body
        redacted = each.rec_headers.get_header("Copydesk-Redacted")
        assert (redacted is not None) == (b"X" * len(OWN) in body)


def change_body(data: bytes) -> bytes:
    return data.replace(b"12 offices", b"13 offices")


def change_status(data: bytes) -> bytes:
    return data.replace(b"HTTP/1.1 403 Forbidden", b"HTTP/1.1 200 Forbidden")


def change_date(data: bytes) -> bytes:
    return data.replace(b"WARC-Date: 2026-10-01", b"WARC-Date: 2026-11-01")


def change_reason(data: bytes) -> bytes:
    return data.replace(b"within 30 seconds", b"within 31 seconds")


@pytest.mark.parametrize(
    "change",
    [change_body, change_status, change_date, change_reason],
    ids=lambda each: each.__name__,
)
def test_a_changed_record_fails_though_every_hash_of_the_format_is_right(
    made: tuple[Path, bytes, bytes], tmp_path: Path, change: Callable[[bytes], bytes]
) -> None:
    files = unzipped(made[1])
    members = []
    for each in wacz_reading._members(io.BytesIO(files[WARC])):
        changed = change(each)
        if changed != each and b"\r\n\r\n" in changed:
            head, _, block = changed.partition(b"\r\n\r\n")
            old, new = (digest(part.partition(b"\r\n\r\n")[2][:-4]) for part in (each, changed))
            changed = head.replace(old.encode(), new.encode()) + b"\r\n\r\n" + block
        members.append(changed)
    assert b"".join(members) != gzip.decompress(files[WARC])
    files[WARC] = b"".join(gzip.compress(each) for each in members)
    found = states(tmp_path, zipped(files))
    assert found["archive-file"][0] is CheckState.PASS
    assert found["archive-records"][0] is CheckState.FAIL


def test_records_cannot_be_left_out_doubled_or_added(
    made: tuple[Path, bytes, bytes], tmp_path: Path
) -> None:
    files = unzipped(made[1])
    members = list(wacz_reading._members(io.BytesIO(files[WARC])))
    failure = next(number for number, each in enumerate(members) if b"code: timeout" in each)
    foreign = members[-1].replace(b"Record-ID: <urn:uuid:", b"Record-ID: <urn:uuid:0")
    for changed in (
        members[:failure] + members[failure + 1 :],
        [*members, members[-1]],
        [*members, foreign],
        members[1:],
        [],
    ):
        files[WARC] = b"".join(gzip.compress(each) for each in changed)
        assert states(tmp_path, zipped(files))["archive-records"][0] is CheckState.FAIL
    # A body may be left out, as it may be in a bundle; that is said.
    files[WARC] = b"".join(gzip.compress(each) for each in members[:-1])
    state, reason = states(tmp_path, zipped(files))["archive-records"]
    assert (state, reason[:28]) == (CheckState.NOT_PRESENT, "6 of 7 stored bodies are her")


@pytest.mark.parametrize("harm", ["cut", "not-gzip", "one-member"])
def test_a_damaged_archive_is_said(
    made: tuple[Path, bytes, bytes], tmp_path: Path, harm: str
) -> None:
    files = unzipped(made[1])
    data = files[WARC]
    files[WARC] = {
        "cut": data[:-20], "not-gzip": b"WARC/1.1\r\n", "one-member": gzip.compress(gzip.decompress(data))
    }[harm]  # fmt: skip
    assert states(tmp_path, zipped(files))["archive-records"][0] is CheckState.FAIL


def test_the_manifest_is_checked(made: tuple[Path, bytes, bytes], tmp_path: Path) -> None:
    files = unzipped(made[1])
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path, data in files.items():
            archive.writestr(path, data + (b"\n" if path.endswith(".cdx") else b""))
    assert states(tmp_path, out.getvalue())["archive-file"][0] is CheckState.FAIL
    with zipfile.ZipFile(out, "a") as archive:
        archive.writestr("extra.txt", b"unlisted")
    assert states(tmp_path, out.getvalue())["archive-file"][0] is CheckState.FAIL


def hostile(name: str, good: bytes) -> bytes:
    """A WACZ with one thing that no WACZ has."""
    out = io.BytesIO(good)
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive:
        if name == "many":
            for number in range(1_001):
                archive.writestr(f"f{number}", b"")
        elif name == "bomb":
            archive.writestr("zeros.json", bytes(50_000_000))
        elif name == "link":
            entry = zipfile.ZipInfo("link")
            entry.external_attr = 0o120777 << 16
            archive.writestr(entry, "/etc/passwd")
        elif name == "bzip2":
            archive.writestr("a.json", b"{}", zipfile.ZIP_BZIP2)
        elif name == "case":
            archive.writestr(BUNDLE.upper(), b"{}")
        else:
            archive.writestr(name, b"x")
    return out.getvalue()


@pytest.mark.parametrize(
    "name",
    [
        "many",
        "bomb",
        "link",
        "bzip2",
        "case",
        "../up",
        "/etc/passwd",
        "a/../../b",
        "a//b",
        "C:\\x",
        "x\ny",
        "folder/",
    ],
)
def test_a_hostile_zip_is_refused(made: tuple[Path, bytes, bytes], name: str) -> None:
    data = hostile(name, made[1])
    with pytest.raises((StatementError, LimitError)):
        wacz_reading.read_wacz(io.BytesIO(data), len(data))


@pytest.mark.filterwarnings("ignore:Duplicate name:UserWarning")
def test_a_name_that_stands_twice_is_refused(made: tuple[Path, bytes, bytes]) -> None:
    data = hostile(BUNDLE, made[1])
    with pytest.raises(StatementError, match="twice"):
        wacz_reading.read_wacz(io.BytesIO(data), len(data))


def test_entries_that_share_their_bytes_are_refused(made: tuple[Path, bytes, bytes]) -> None:
    """As the worst of bombs are built: many names in the directory, one packed file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("a", bytes(range(256)) * 400)
        for number in range(50):
            entry = zipfile.ZipInfo(f"b{number}")
            first = archive.getinfo("a")
            entry.header_offset, entry.CRC = first.header_offset, first.CRC
            entry.file_size, entry.compress_size = first.file_size, first.compress_size
            archive.filelist.append(entry)
            archive.NameToInfo[entry.filename] = entry
        archive._didModify = True  # type: ignore[attr-defined] # zipfile has no public way to build this
    data = out.getvalue()
    assert made
    with pytest.raises(LimitError, match="overlap"):
        wacz_reading.read_wacz(io.BytesIO(data), len(data))


def test_a_record_that_unpacks_to_too_much_ends_at_the_limit(
    made: tuple[Path, bytes, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wacz_reading, "MAX_RECORD_BYTES", 1_000_000)
    files = unzipped(made[1])
    files[WARC] += gzip.compress(bytes(30_000_000))
    state, reason = states(tmp_path, zipped(files))["archive-records"]
    assert (state, "over 1,000,000 bytes" in reason) == (CheckState.FAIL, True)


@pytest.mark.parametrize(
    "data", [b"PK\x03\x04", b"PK\x03\x04" + bytes(300), b"PK\x05\x06" + bytes(18)]
)
def test_what_is_no_zip_is_said(data: bytes) -> None:
    with pytest.raises(StatementError):
        wacz_reading.read_wacz(io.BytesIO(data), len(data))


def test_the_commands(
    made: tuple[Path, bytes, bytes],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COPYDESK_OWN_ADDRESSES", OWN)
    monkeypatch.chdir(made[0])
    out, slug = tmp_path / "a.wacz", next(Path("articles").glob("*/*")).name

    def run(*words: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as stopped:
            main(list(words))
        return int(stopped.value.code or 0), capsys.readouterr().out

    code, said = run("export", slug, "--wacz", "--out", str(out), "--format", "json")
    assert (code, json.loads(said)["bodies"]) == (0, 7)
    assert out.read_bytes() == made[2]
    monkeypatch.chdir(tmp_path)
    code, said = run("verify", str(out))
    assert code == 0
    assert "redacted copy of" in said
    out.write_bytes(hostile("../up", made[2]))
    assert run("verify", str(out))[0] == 2
