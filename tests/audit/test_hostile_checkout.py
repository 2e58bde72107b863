"""A checkout made to harm, imported and audited: listed things and findings, never a traceback.

Each way of harm is done to one story of two. The other one must come in and be judged as if nothing
was; a second import must find nothing to do.
"""

import errno
import gzip
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from herald_archive import HeraldArchive, Page, StorySpec

from copydesk.cli import main
from copydesk.importers import archive_files, checkout, herald_stories

PAGE = Page("https://port.example/ferry", b"<p>The ferry carried 412 riders.</p>\n")
SECRET = b"nobody may read this 4711"


class Harmed:
    """An archive of two stories, of which one is to be harmed."""

    def __init__(self, root: Path) -> None:
        self.archive = HeraldArchive(root / "archive")
        self.root, self.outside = self.archive.root, root / "outside"
        self.outside.mkdir()
        (self.outside / "secret.html").write_bytes(SECRET)
        (self.outside / "secret.json").write_bytes(b'{"title": "nobody may read this 4711"}')
        self.whole = self.archive.add(title="A whole story", at="2031-03-10T09:00:00.250Z")
        self.spec: StorySpec = self.archive.add(
            pages=(PAGE,), corrections=(("It carried 421 riders.", "correction"),)
        )

    def path(self, kind: str) -> Path:
        spec = self.spec
        return self.root / {
            "article": f"src/content/articles/{spec.key}.md",
            "submission": spec.submission,
            "review": f"src/content/reviews/{spec.month}/{spec.stem}_review.json",
            "record": f"src/content/provenance/{spec.key}.json",
            "meta": f"src/content/article-meta/{spec.key}.json",
            "corrections": f"src/content/corrections/{spec.month}/{spec.slug[:20]}.json",
            "manifest": f"sources/{spec.month}/{spec.slug}/manifest.json",
            "capture": f"sources/{spec.month}/{spec.slug}/source-0.html",
            "key": "config/keys/publisher.pub",
        }[kind]  # fmt: skip

    def change(self, kind: str, **values: Any) -> None:
        path = self.path(kind)
        path.write_text(json.dumps({**json.loads(path.read_bytes()), **values}))

    def change_entry(self, **values: Any) -> None:
        (entry,) = json.loads(self.path("manifest").read_bytes())["sources"]
        self.change("manifest", sources=[{**entry, **values}])


RECORDS = ("submission", "review", "record", "meta", "corrections", "manifest")
FILES = ("article", *RECORDS, "capture", "key")


def every(files: tuple[str, ...], harm: Callable[[Path], object]) -> Callable[[Harmed], None]:
    def done(made: Harmed) -> None:
        for kind in files:
            harm(made.path(kind))

    return done


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])


def sparse(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(1 << 30)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def device(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


def not_utf8(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"e", b"\xff", 40))


def twice(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"{", b'{"title": 1, "title": 2, ', 1))


def deep(path: Path) -> None:
    path.write_bytes(b'{"a":' * 50_000 + b"1" + b"}" * 50_000)


def numbers(path: Path) -> None:
    value = json.loads(path.read_bytes())
    strange = ["NaN", "Infinity", "-Infinity", "9" * 5_000, "1e999999", "-0.0"]
    text = ",".join(f'"{name}": {one}' for name, one in zip(value, strange, strict=False))
    path.write_text(f"{{{text}}}")


def link_out(made: Harmed) -> None:
    for kind in FILES:
        path = made.path(kind)
        path.unlink()
        path.symlink_to(made.outside / ("secret.json" if path.suffix == ".json" else "secret.html"))


def folder_link_out(made: Harmed) -> None:
    place = made.path("manifest").parent
    place.rename(made.outside / "captures")
    (made.outside / "captures" / "source-0.html").write_bytes(SECRET)
    place.symlink_to(made.outside / "captures")
    (made.root / "src/content/articles/2031-05").symlink_to(made.outside)


def bomb(made: Harmed) -> None:
    path = made.path("capture")
    path.unlink()
    block = gzip.compress(bytes(1 << 26), 9, mtime=0)
    path.with_name("source-0.html.gz").write_bytes(block * 16)
    made.change_entry(file="source-0.html.gz")


def captures_named(name: str) -> Callable[[Harmed], None]:
    def done(made: Harmed) -> None:
        made.change_entry(file=name)

    return done


def odd_names(made: Harmed) -> None:
    for top in ("src/content/articles", "src/content/submissions", "sources", "config/keys"):
        for name in ("a\nb.md", "a\x1b[31m.json", "\udcff.json", "..md", "-rf", "x" * 250):
            (made.root / top / "2031-03").mkdir(parents=True, exist_ok=True)
            (made.root / top / "2031-03" / name).write_bytes(b"{}")
            (made.root / top / name).write_bytes(b"{}")


def dates(made: Harmed) -> None:
    for when in ("0000-00-00T00:00:00Z", "99999-99-99T99:99:99Z", "2031-02-30T25:61:61.250Z"):
        for kind, name in (
            ("submission", "timestamp"), ("review", "timestamp"), ("record", "created_at"),
            ("corrections", "date"), ("manifest", "fetched_at"),
        ):  # fmt: skip
            made.change(kind, **{name: when})
        made.change_entry(fetched_at=when)
        text = made.path("article").read_text()
        made.path("article").write_text(text.replace(made.spec.at, when))
    (made.root / "src/content/articles/9999-99").mkdir()
    (made.root / "src/content/articles/9999-99/99-x.md").write_bytes(
        made.path("article").read_bytes()
    )


def circle(made: Harmed) -> None:
    keys = [made.spec.key, made.whole.key]
    third = made.archive.add(title="A third", related=(keys[0],), at="2031-03-20T09:00:00.250Z")
    made.change("meta", related_articles=[{"slug": made.whole.key}, {"slug": made.spec.key}])
    made.archive.write(
        f"src/content/article-meta/{made.whole.key}.json",
        {"topic": "x", "featured": False, "related_articles": [{"slug": third.key}]},
    )


def types(made: Harmed) -> None:
    for kind in RECORDS:
        value = json.loads(made.path(kind).read_bytes())
        other = [None, [], {}, [[1]], True, -1.5, "\ud800\x00"]
        names = enumerate(value)
        made.path(kind).write_text(json.dumps({n: other[at % len(other)] for at, n in names}))


HARM: dict[str, Callable[[Harmed], None]] = {
    "cut off": every(FILES, cut),
    "emptied": every(FILES, lambda path: path.write_bytes(b"")),
    "gone": every(("submission", "review", "record", "meta", "manifest"), Path.unlink),
    "1 GB": every(FILES, sparse),
    "a folder in its place": every(FILES, folder),
    "a pipe in its place": every(FILES, pipe),
    "an endless device in its place": every(FILES, device),
    "not UTF-8": every(FILES, not_utf8),
    "a key twice": every(RECORDS, twice),
    "nested deeply": every(RECORDS, deep),
    "strange numbers": every(RECORDS, numbers),
    "a link out of the archive": link_out,
    "a folder's link out of the archive": folder_link_out,
    "a bomb": bomb,
    "a capture named ..": captures_named(".."),
    "a capture above": captures_named("../../../../outside/secret.html"),
    "a capture with a whole path": captures_named("/etc/passwd"),
    "a capture of another line": captures_named("a\nb.html"),
    "odd names": odd_names,
    "dates out of range": dates,
    "related in a circle": circle,
    "other types": types,
}


def answered(capfd: pytest.CaptureFixture[str], *words: str | Path) -> dict[str, Any]:
    with pytest.raises(SystemExit) as stopped:
        main([*map(str, words), "--format", "json"])
    shown = capfd.readouterr()
    assert stopped.value.code in {0, 1}, shown.err
    assert "Traceback" not in shown.err
    assert "nobody may read this" not in shown.out
    value: dict[str, Any] = json.loads(shown.out)
    return value


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Harmed:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("COPYDESK_KEYS", str(tmp_path / "keys"))
    return Harmed(tmp_path)


def imported_and_audited(
    made: Harmed, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What an import and an audit say; what must hold of both whatever the harm."""
    room = tmp_path / "room"
    answered(capfd, "init", room, "--name", "The Port", "--origin", "port.example/log")
    command = ("import", "machine-herald", made.root, "--into", room, "--jobs", "1")
    first = answered(capfd, *command)
    before = contents(room)
    assert answered(capfd, *command)["changed"] is False
    assert contents(room) == before
    assert not any(SECRET in data for data in before.values())
    slug = made.whole.name
    assert f"articles/2031-03/{slug}/imported/statement.dsse.json" in before
    audit = ("audit", "--jobs", "1", "--csv", tmp_path / "rows.csv")
    found = answered(capfd, *audit, made.root, "--html", tmp_path / "page.html")
    own = answered(capfd, *audit, room)
    for value, name in ((found, made.whole.key), (own, f"articles/2031-03/{slug}")):
        (row,) = (one for one in value["articles"] if one["article"] == name)
        assert {one["check"]: one["state"] for one in row["checks"]}["text-hash"] == "pass"
        assert "Please report" not in json.dumps(value)
    assert "Please report" not in json.dumps(first)
    return first, found


def contents(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".copydesk" not in path.parts
    }


@pytest.mark.parametrize("harm", HARM)
def test_harm_to_one_story_ends_in_what_is_said_of_it(
    harm: str, made: Harmed, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    HARM[harm](made)
    said, found = imported_and_audited(made, tmp_path, capfd)
    listed = said["unfit"]["count"] + len(said["not_imported"])
    told = harm in {"dates out of range", "a capture named ..", "gone"}
    assert listed or told
    assert found["totals"]["failing"] or found["totals"]["stray"]


def test_a_file_that_the_system_does_not_give_is_listed(
    made: Harmed, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {made.path(kind).name for kind in ("review", "capture", "manifest")}
    whole = os.open

    def refused(path: Any, *words: Any, **more: Any) -> int:
        if path in names and more.get("dir_fd") is not None:
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return whole(path, *words, **more)

    monkeypatch.setattr(checkout.os, "open", refused)
    said, _ = imported_and_audited(made, tmp_path, capfd)
    assert said["unfit"]["by_kind"]["unreadable"] >= 2


def test_a_folder_of_endless_names_is_cut(
    made: Harmed, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkout, "MAX_NAMES", 50)
    for number in range(60):
        made.archive.write(f"src/content/reviews/2031-04/{number}.json", b"{}")
    said, _ = imported_and_audited(made, tmp_path, capfd)
    assert said["unfit"]["by_kind"]["too-many"] >= 1
    assert archive_files.MAX_NAMES > 50


def test_what_the_records_of_one_story_have_together_is_bounded(
    made: Harmed, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    size = sum(made.path(kind).stat().st_size for kind in RECORDS)
    monkeypatch.setattr(herald_stories, "MAX_STORY_BYTES", 2 * size)
    review = made.path("review")
    for number in range(2, 40):
        review.with_name(f"{review.stem}_{number}.json").write_bytes(review.read_bytes())
    said, _ = imported_and_audited(made, tmp_path, capfd)
    assert said["unfit"]["by_kind"]["too-large"] >= 1


def test_a_story_of_more_files_than_a_statement_may_name_is_left_out(
    made: Harmed, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    review = made.path("review")
    for number in range(2, 2_200):
        review.with_name(f"{review.stem}_{number}.json").write_bytes(review.read_bytes())
    said, _ = imported_and_audited(made, tmp_path, capfd)
    assert [one["story"] for one in said["not_imported"]] == [made.spec.key]


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is Linux's")
@pytest.mark.parametrize("harm", ["a bomb", "1 GB", "nested deeply"])
def test_a_process_of_little_memory_comes_to_the_end(
    harm: str, made: Harmed, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    HARM[harm](made)
    room = tmp_path / "room"
    answered(capfd, "init", room, "--name", "The Port", "--origin", "port.example/log")
    limited = "import resource, sys; from copydesk.cli import main; size = 700 << 20; "
    limited += "resource.setrlimit(resource.RLIMIT_AS, (size, size)); main(sys.argv[1:])"
    for words in (
        ("import", "machine-herald", made.root, "--into", room),
        ("audit", made.root),
        ("audit", room),
    ):
        command = [sys.executable, "-c", limited, *map(str, words), "--jobs", "1"]
        ended = subprocess.run(  # noqa: S603 - the test's own program
            [*command, "--format", "json"], capture_output=True, text=True, check=False
        )
        assert ended.returncode in {0, 1}, ended.stderr
        assert json.loads(ended.stdout)
        assert "Please report" not in ended.stdout
