"""`copydesk import machine-herald`: what comes in, what is stated of it, what is left as it is."""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from herald_archive import HeraldArchive, Page, Round, StorySpec
from jsonschema import Draft202012Validator

from copydesk.capture.store import read_capture
from copydesk.cli import main
from copydesk.importers.checkout import Checkout
from copydesk.importers.herald_records import Story, StoryRef
from copydesk.importers.herald_stories import read_story
from copydesk.importers.verifying import verify_imported
from copydesk.newsroom import import_reading
from copydesk.newsroom.common import Desk
from copydesk.newsroom.create import create_newsroom
from copydesk.newsroom.import_reading import ReadStory, StoryReader
from copydesk.newsroom.import_report import ImportReport, StoryState
from copydesk.newsroom.import_schema import import_schema
from copydesk.newsroom.imported import import_slug, read_imported
from copydesk.newsroom.importing import import_machine_herald
from copydesk.newsroom.keystore import Keystore
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.store import Newsroom
from copydesk.provenance.canonical import sha256_hex
from copydesk.provenance.checks import Check, CheckState, Verification
from copydesk.provenance.context import Context
from copydesk.provenance.dsse import parse_envelope, seal
from copydesk.provenance.imported import ImportedPredicate
from copydesk.provenance.keys import generate_key
from copydesk.provenance.statement import build_statement, parse_statement
from copydesk.provenance.statements import DigestSet, Subject

HERALD = os.environ.get("COPYDESK_HERALD", "")
NOW = "2031-06-01T12:00:00Z"
LF, CRLF = b"<p>one</p>\n<p>two</p>\n", b"<p>one</p>\r\n<p>two</p>\r\n"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    keystore = Keystore(tmp_path / "keys")
    create_newsroom(tmp_path / "room", keystore, name="The Port", origin="port.example/log")
    return Desk(Newsroom.open(tmp_path / "room"), keystore, lambda: NOW)


@pytest.fixture
def archive(tmp_path: Path) -> HeraldArchive:
    return HeraldArchive(tmp_path / "archive")


def run(desk: Desk, archive: HeraldArchive, **options: Any) -> ImportReport:
    return import_machine_herald(desk, Checkout(archive.root), "archive", **options)


def paths_of(spec: StorySpec) -> ArticlePaths:
    return ArticlePaths(spec.month, import_slug(spec.name))


def said_of(desk: Desk, spec: StorySpec) -> ImportedPredicate:
    said = read_imported(desk.room, paths_of(spec))
    assert said is not None
    return said


def verified(desk: Desk, spec: StorySpec) -> Verification:
    paths = paths_of(spec)
    return verify_imported(Context(desk.room.files), paths.month, paths.slug)


def check(found: Verification, name: str, about: str = "") -> Check:
    (only,) = (each for each in found.checks if each.id == name and each.about.startswith(about))
    return only


def tree(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".copydesk" not in path.parts
    }


def test_a_whole_story_comes_in(desk: Desk, archive: HeraldArchive) -> None:
    spec = archive.add(
        rounds=(Round("REQUEST_CHANGES", 20), Round("APPROVE", 40)),
        corrections=(("The ferry carried 421 riders.", "correction"),),
    )
    report = run(desk, archive)
    assert report.stories == {StoryState.IMPORTED: 1}
    assert report.unfit == []
    text = (archive.root / f"src/content/articles/{spec.key}.md").read_bytes()
    folder = desk.room.root / paths_of(spec).folder
    assert (folder / "article.md").read_bytes() == text
    kept = {path.name: path.read_bytes() for path in (folder / "imported").iterdir()}
    assert kept["submission.json"] == (archive.root / spec.submission).read_bytes()
    assert {name for name in kept if name.endswith(".json")} == {
        "submission.json", "review-1.json", "review-2.json", "provenance.json", "manifest.json",
        "article-meta.json", "corrections-1.json", "statement.dsse.json",
    }  # fmt: skip
    for page in spec.pages:
        assert page.recorded is not None
        assert read_capture(desk.room.root, sha256_hex(page.recorded)) == page.recorded


def test_the_statement_says_who_signed_what_and_whether_it_verified(
    desk: Desk, archive: HeraldArchive
) -> None:
    spec = archive.add(
        rounds=(Round("REQUEST_CHANGES", 20), Round("APPROVE", 40)),
        corrections=(("The ferry carried 421 riders.", "correction"),),
        publisher="hmac",
    )
    run(desk, archive)
    said = said_of(desk, spec)
    assert (said.importer.id, said.importedAt) == ("port.example-publisher", NOW)
    assert said.archive.commit is None
    steps = [(s.step, s.by, s.generator, s.says, s.signature.outcome) for s in said.steps]
    bot, writer, reader = spec.bot, "Writer Model 3", "Review Model 2"
    assert steps == [
        ("submission", bot, writer, "format 3", "valid"),
        ("review", None, reader, "REQUEST_CHANGES", "not-signed"),
        ("review", None, reader, "APPROVE", "not-signed"),
        ("publication", "publisher", None, None, "forgeable"),
        ("correction", None, None, "correction", "not-signed"),
    ]
    assert said.steps[0].at == spec.at
    assert said.steps[4].text == "The ferry carried 421 riders."
    assert said.steps[3].signature.notCovered == [
        "signatures_present.contributor",
        "signatures_present.publisher",
    ]
    assert [(h.name, h.matches) for h in said.steps[3].hashes] == [
        ("article_sha256", True),
        ("submission_hash", True),
    ]


def test_what_is_missing_stays_missing(desk: Desk, archive: HeraldArchive) -> None:
    spec = archive.add(pages=(), rounds=(), contributor="none")
    for kind in ("provenance", "article-meta"):
        (archive.root / f"src/content/{kind}/{spec.key}.json").unlink()
    path = archive.root / f"src/content/articles/{spec.key}.md"
    path.write_text(path.read_text().replace(f'date: "{spec.at}"\n', ""))
    run(desk, archive)
    said = said_of(desk, spec)
    assert [(s.step, s.signature.outcome) for s in said.steps] == [("submission", "missing")]
    assert said.captures == []
    assert [each.kept for each in said.files] == [None, "submission.json"]


def test_captures_are_kept_with_both_hashes_and_the_cause(
    desk: Desk, archive: HeraldArchive
) -> None:
    spec = archive.add(
        pages=(
            Page("https://a.example/", CRLF, LF),
            Page("https://b.example/", LF, gz=True),
            Page("https://c.example/", None, status=403, error="HTTP 403"),
            Page("https://d.example/", b"other", LF),
        )
    )
    report = run(desk, archive)
    found = said_of(desk, spec).captures
    assert [each.state for each in found] == ["line-ends", "matches", "not-stored", "differs"]
    assert found[0].recordedSha256 == sha256_hex(CRLF)
    assert found[0].sha256 == sha256_hex(LF)
    assert "CRLF" in found[0].reason
    assert found[2].status == "403"
    assert read_capture(desk.room.root, sha256_hex(LF)) == LF
    assert report.captures == Counter(each.state for each in found)


def test_the_second_run_changes_nothing_and_says_so(desk: Desk, archive: HeraldArchive) -> None:
    archive.add()
    archive.add(title="Another story", at="2031-03-15T09:00:00.250Z", published=False)
    run(desk, archive)
    before = tree(desk.room.root)
    report = run(desk, archive)
    assert tree(desk.room.root) == before
    assert report.unchanged
    assert report.stories == {StoryState.ALREADY: 1, StoryState.LEFT_OUT: 1}
    assert report.as_text().startswith("Nothing was changed: 1 articles were here already.")
    assert report.as_json()["changed"] is False


def test_what_changed_in_the_archive_is_said_and_left_as_it_was(
    desk: Desk, archive: HeraldArchive
) -> None:
    archive.add()
    other = archive.add(title="Another story", at="2031-03-15T09:00:00.250Z")
    run(desk, archive)
    before = tree(desk.room.root)
    (archive.root / f"sources/{other.month}/{other.slug}/source-0.html").write_bytes(b"changed")
    report = run(desk, archive)
    assert tree(desk.room.root) == before
    assert report.stories == {StoryState.ALREADY: 1, StoryState.CHANGED: 1}
    assert "has changed since it was imported" in report.left_out[0].reason


def test_new_stories_are_added_to_old_ones(desk: Desk, archive: HeraldArchive) -> None:
    archive.add()
    run(desk, archive)
    archive.add(title="Another story", at="2031-04-15T09:00:00.250Z")
    report = run(desk, archive, since="2031-04")
    assert report.stories == {StoryState.IMPORTED: 1}


def test_two_processes_come_to_the_same_as_one(tmp_path: Path, archive: HeraldArchive) -> None:
    specs = [
        archive.add(
            title=f"Story {number}",
            at=f"2031-03-{number:02}T09:00:00.250Z",
            pages=(
                Page(f"https://a.example/{number}", CRLF + b"x\r\n" * number, LF + b"x\n" * number),
            ),
            published=number != 5,
            related=("2031-03/09-story-9",),
        )
        for number in range(1, 20)
    ]
    archive.write(specs[6].submission, b"{")
    archive.write("src/content/articles/2031-03/stray.txt", b"x")
    archive.write("src/content/reviews/2031-02/nothing.json", b"x")
    keystore = Keystore(tmp_path / "keys")
    create_newsroom(tmp_path / "one", keystore, name="The Port", origin="port.example/log")
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    said = {}
    for name, jobs in (("one", 1), ("two", 2)):
        room = Desk(Newsroom.open(tmp_path / name), keystore, lambda: NOW)
        answers = [run(room, archive, jobs=jobs).as_json() for _ in range(2)]
        said[name] = [{**answer, "newsroom": ""} for answer in answers]
    assert said["one"] == said["two"]
    assert [answer["stories"]["imported"] for answer in said["two"]] == [18, 0]
    assert said["two"][0]["captures"]["line-ends"] == 18
    assert tree(tmp_path / "one") == tree(tmp_path / "two")


def test_a_story_that_takes_its_process_down_is_left_out_alone(
    desk: Desk, archive: HeraldArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    if multiprocessing.get_start_method() != "fork":
        pytest.skip("the stand-in reaches forked workers only")
    for number in range(1, 10):
        archive.add(title=f"Story {number}", at=f"2031-03-{number:02}T09:00:00.250Z")
    whole = StoryReader.read

    def deadly(self: StoryReader, ref: StoryRef) -> ReadStory:
        if ref.name.endswith("3"):
            os.kill(os.getpid(), signal.SIGKILL)
        return whole(self, ref)

    monkeypatch.setattr(StoryReader, "read", deadly)
    report = run(desk, archive, jobs=2)
    assert report.stories == {StoryState.IMPORTED: 8, StoryState.LEFT_OUT: 1}
    assert "died" in report.left_out[0].reason


def test_a_fault_of_ours_leaves_one_story_out(
    desk: Desk, archive: HeraldArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive.add()
    archive.add(title="Another story", at="2031-03-15T09:00:00.250Z")

    def faulty(files: Any, ref: StoryRef) -> Story:
        if "another" in ref.key:
            raise KeyError(ref.key)
        return read_story(files, ref)

    monkeypatch.setattr(import_reading, "read_story", faulty)
    report = run(desk, archive)
    assert report.stories == {StoryState.IMPORTED: 1, StoryState.LEFT_OUT: 1}
    assert report.left_out[0].reason.startswith("Reading it failed: KeyError.")


def test_broken_files_stop_nothing(desk: Desk, archive: HeraldArchive) -> None:
    broken = archive.add()
    archive.write(broken.submission, b"{")
    archive.write(f"src/content/reviews/{broken.month}/{broken.stem}_review.json", b"[" * 10_000)
    unreadable = archive.add(title="Another story", at="2031-03-15T09:00:00.250Z")
    archive.write(f"src/content/articles/{unreadable.key}.md", b"---\ntitle: \xff\n---\n")
    archive.write("src/content/articles/2031-99/01-x.md", b"---\ntitle: X\nsummary: Y\n---\n\nZ\n")
    last = archive.add(title="Last story", at="2031-03-16T09:00:00.250Z")
    report = run(desk, archive)
    assert list(Draft202012Validator(import_schema()).iter_errors(report.as_json())) == []
    assert report.stories == {StoryState.IMPORTED: 2, StoryState.LEFT_OUT: 2}
    assert [each.key for each in report.left_out] == [unreadable.key, "2031-99/01-x"]
    assert report.kinds == {"not-json": 1, "too-deep": 1, "front-matter": 1}
    assert [step.step for step in said_of(desk, broken).steps] == ["publication"]
    assert [each.kind for each in said_of(desk, broken).unfit] == ["not-json", "too-deep"]
    assert said_of(desk, last).unfit == []


def test_hostile_texts_stay_texts(desk: Desk, archive: HeraldArchive) -> None:
    spec = archive.add()
    model = "Model\x1b[2J\u202e\n" + "x" * 50_000
    path = archive.root / spec.submission
    value = json.loads(path.read_bytes())
    archive.write(
        spec.submission, {**value, "bot_id": "\ud800" + spec.bot, "contributor_model": model}
    )
    run(desk, archive)
    step = said_of(desk, spec).steps[0]
    assert step.by == "\\ud800" + spec.bot
    assert step.generator is not None
    assert len(step.generator) == 2_000
    assert step.signature.outcome == "unknown-key"


def test_a_captured_bomb_is_listed(desk: Desk, archive: HeraldArchive) -> None:
    spec = archive.add(pages=(Page("https://a.example/", LF, gz=True),))
    name = f"sources/{spec.month}/{spec.slug}/source-0.html.gz"
    archive.write(name, b"\x1f\x8b not gzip")
    report = run(desk, archive)
    assert said_of(desk, spec).captures[0].state == "unreadable"
    assert [(each.path, str(each.kind)) for each in report.unfit] == [(name, "compression")]


def test_related_articles_in_a_circle_are_listed(desk: Desk, archive: HeraldArchive) -> None:
    names = ["one", "two", "three"]
    specs = [
        StorySpec(
            title=f"Story {name}",
            at=f"2031-03-0{number + 1}T09:00:00.250Z",
            related=(f"2031-03/0{(number + 1) % 3 + 1}-story-{names[(number + 1) % 3]}",),
        )
        for number, name in enumerate(names)
    ]
    for spec in specs:
        archive.add(spec)
    archive.add(title="Itself", related=("2031-03/14-itself", "2031-03/01-nothing"))
    report = run(desk, archive)
    assert report.stories == {StoryState.IMPORTED: 4}
    assert [each.reason for each in report.unfit] == [
        "It names the article itself as related.",
        "Its related article 2031-03/01-nothing is not in the archive.",
        f"Related articles lead in a circle: {', '.join(spec.key for spec in specs)}.",
    ]


def test_a_damaged_place_in_the_newsroom_stops_no_other_story(
    desk: Desk, archive: HeraldArchive
) -> None:
    spec = archive.add()
    run(desk, archive)
    path = desk.room.root / f"{paths_of(spec).folder}/imported/statement.dsse.json"
    path.unlink()
    path.symlink_to(path)
    archive.add(title="Another story", at="2031-03-15T09:00:00.250Z")
    report = run(desk, archive)
    assert report.stories == {StoryState.IMPORTED: 1, StoryState.LEFT_OUT: 1}
    assert "a link leads to itself" in report.left_out[0].reason


def test_an_article_of_our_own_is_never_overwritten(desk: Desk, archive: HeraldArchive) -> None:
    spec = archive.add()
    with desk.room.locked():
        desk.room.apply({paths_of(spec).article: b"our own"})
    report = run(desk, archive)
    assert report.stories == {StoryState.LEFT_OUT: 1}
    assert desk.room.files.read(paths_of(spec).article) == b"our own"


def test_the_commit_of_the_checkout_is_named(desk: Desk, archive: HeraldArchive) -> None:
    spec = archive.add()
    commit = "a748122c" * 5
    archive.write(".git/HEAD", b"ref: refs/heads/main\n")
    archive.write(".git/packed-refs", f"# pack-refs\n{commit} refs/heads/main\n".encode())
    run(desk, archive)
    assert said_of(desk, spec).archive.commit == commit


def test_long_names_have_slugs_of_their_own() -> None:
    long = "14-" + "a-very-long-name-" * 10
    assert import_slug("14-short") == "14-short"
    assert import_slug(long + "one") != import_slug(long + "two")
    assert len(import_slug(long)) <= 80
    assert import_slug("14-Upper_case") != import_slug("14-upper_case")


# -- verify ------------------------------------------------------------------------------------


def test_an_imported_article_is_never_green(desk: Desk, archive: HeraldArchive) -> None:
    spec = archive.add()
    run(desk, archive)
    found = verified(desk, spec)
    assert not found.ok
    assert [each.id for each in found.checks if each.state is CheckState.FAIL] == []
    assert check(found, "imported").state is CheckState.NOT_PRESENT
    assert check(found, "publication").state is CheckState.NOT_PRESENT
    assert check(found, "import-step", "submission").state is CheckState.PASS
    assert check(found, "import-step", "publication").state is CheckState.PASS
    assert "signatures_present.publisher" in check(found, "import-step", "publication").reason
    assert check(found, "import-step", "review").state is CheckState.NOT_PRESENT


STATES = {
    ("contributor", "random"): CheckState.FAIL,
    ("contributor", "other-text"): CheckState.FAIL,
    ("contributor", "none"): CheckState.NOT_PRESENT,
    ("contributor", "v2-migrated"): CheckState.NOT_PRESENT,
    ("publisher", "hmac"): CheckState.FAIL,
    ("publisher", "hmac-secret"): CheckState.NOT_PRESENT,
    ("publisher", "none"): CheckState.NOT_PRESENT,
}


@pytest.mark.parametrize(("role", "way"), STATES)
def test_each_legacy_outcome_has_its_state(
    desk: Desk, archive: HeraldArchive, role: str, way: str
) -> None:
    spec = archive.add(**{role: way})
    run(desk, archive)
    step = "submission" if role == "contributor" else "publication"
    assert check(verified(desk, spec), "import-step", step).state is STATES[role, way]


DAMAGED = {
    "article.md": "article",
    "imported/submission.json": "import-files",
    "imported/statement.dsse.json": "form",
    "imported/statement.tlog-proof": "form",
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_changed_file_fails(desk: Desk, archive: HeraldArchive, name: str) -> None:
    spec = archive.add()
    run(desk, archive)
    path = desk.room.root / paths_of(spec).folder / name
    path.write_bytes(path.read_bytes() + b" ")
    assert check(verified(desk, spec), DAMAGED[name]).state is CheckState.FAIL


def test_a_missing_proof_fails(desk: Desk, archive: HeraldArchive) -> None:
    spec = archive.add()
    run(desk, archive)
    (desk.room.root / paths_of(spec).folder / "imported/statement.tlog-proof").unlink()
    assert check(verified(desk, spec), "inclusion").state is CheckState.FAIL


def test_a_statement_that_says_better_than_it_is_fails(desk: Desk, archive: HeraldArchive) -> None:
    spec = archive.add(contributor="other-text")
    run(desk, archive)
    said = said_of(desk, spec)
    first = said.steps[0]
    lie = first.model_copy(
        update={"signature": first.signature.model_copy(update={"outcome": "valid"})}
    )
    changed = said.model_copy(update={"steps": [lie, *said.steps[1:]]})
    path = desk.room.root / paths_of(spec).folder / "imported/statement.dsse.json"
    old = parse_statement(parse_envelope(path.read_bytes()).payload)
    path.write_bytes(
        seal(build_statement(old.subject, changed), [desk.signer(("publisher",), "").key])
    )
    found = check(verified(desk, spec), "import-step", "submission")
    assert found.state is CheckState.FAIL
    assert "says 'valid'" in found.reason


def test_a_statement_by_a_stranger_is_not_trusted(desk: Desk, archive: HeraldArchive) -> None:
    spec = archive.add()
    run(desk, archive)
    path = desk.room.root / paths_of(spec).folder / "imported/statement.dsse.json"
    path.write_bytes(seal(parse_envelope(path.read_bytes()).payload, [generate_key()]))
    assert check(verified(desk, spec), "signature").state is CheckState.NOT_PRESENT


def test_a_statement_of_another_place_is_found_out(desk: Desk, archive: HeraldArchive) -> None:
    spec = archive.add()
    run(desk, archive)
    folder = desk.room.root / paths_of(spec).folder
    shutil.copytree(folder, folder.with_name("another-place"))
    found = verify_imported(Context(desk.room.files), spec.month, "another-place")
    assert check(found, "references").state is CheckState.FAIL


def test_the_subject_is_the_articles_bytes(desk: Desk, archive: HeraldArchive) -> None:
    spec = archive.add()
    run(desk, archive)
    path = desk.room.root / paths_of(spec).folder / "imported/statement.dsse.json"
    statement = parse_statement(parse_envelope(path.read_bytes()).payload)
    digest = sha256_hex((desk.room.root / paths_of(spec).article).read_bytes())
    assert statement.subject == (
        Subject(name=paths_of(spec).article, digest=DigestSet(sha256=digest)),
    )


# -- the command -------------------------------------------------------------------------------


def command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, desk: Desk, *words: str
) -> tuple[int, str]:
    monkeypatch.setenv("COPYDESK_KEYS", str(desk.keystore.folder))
    capsys.readouterr()
    with pytest.raises(SystemExit) as stopped:
        main(list(words))
    return int(stopped.value.code or 0), capsys.readouterr().out


def test_the_command_answers_in_text_and_json(
    desk: Desk,
    archive: HeraldArchive,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spec = archive.add(contributor="random", publisher="hmac")
    room = str(desk.room.root)
    words = ("import", "machine-herald", str(archive.root), "--into", room)
    code, out = command(capsys, monkeypatch, desk, *words, "--format", "json")
    assert code == 0
    answer = json.loads(out)
    assert list(Draft202012Validator(import_schema()).iter_errors(answer)) == []
    assert answer["schema"] == "copydesk.import/1"
    assert answer["stories"]["imported"] == 1
    assert answer["signatures"] == {
        "submission": {"not-ed25519": 1},
        "publication": {"forgeable": 1},
    }
    code, out = command(capsys, monkeypatch, desk, *words)
    assert code == 0
    assert "Nothing was changed" in out
    assert "submission: 1 is not an Ed25519 signature" in out
    assert "publication: 1 forgeable by anyone: the secret is public" in out
    slug = paths_of(spec).slug
    code, out = command(capsys, monkeypatch, desk, "verify", slug, "--newsroom", room)
    assert code == 1
    assert "is imported, not this newsroom's own" in out
    code, out = command(capsys, monkeypatch, desk, "verify", "--captures", room)
    assert code == 0
    assert "named by no" not in out
    for step in (("capture", slug), ("submit", slug), ("publish", slug)):
        code, _ = command(capsys, monkeypatch, desk, *step, "--newsroom", room)
        assert code == 4, step


@pytest.mark.parametrize(
    "words", [("nowhere",), (".",), (".", "--since", "2031-13"), (".", "--since", "March")]
)
def test_wrong_words_are_a_usage_error(
    desk: Desk,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    words: tuple[str, ...],
) -> None:
    monkeypatch.chdir(tmp_path)
    room = str(desk.room.root)
    code, _ = command(capsys, monkeypatch, desk, "import", "machine-herald", *words, "--into", room)
    assert code == 2


def test_a_killed_run_goes_on_and_comes_to_the_same(tmp_path: Path, archive: HeraldArchive) -> None:
    for number in range(1, 29):
        archive.add(title=f"Story {number}", at=f"2031-03-{number:02}T09:00:00.250Z")
    keystore = Keystore(tmp_path / "keys")
    create_newsroom(tmp_path / "whole", keystore, name="The Port", origin="port.example/log")
    shutil.copytree(tmp_path / "whole", tmp_path / "killed")
    environment = {
        **os.environ,
        "COPYDESK_KEYS": str(tmp_path / "keys"),
        "SOURCE_DATE_EPOCH": "1900000000",
    }

    def start(room: str) -> subprocess.Popen[bytes]:
        words = ["import", "machine-herald", str(archive.root), "--into", str(tmp_path / room)]
        return subprocess.Popen(  # noqa: S603 - the test's own program
            [sys.executable, "-m", "copydesk", *words], env=environment, stdout=subprocess.PIPE
        )

    whole = start("whole")
    first = start("killed")
    folder = tmp_path / "killed/articles/2031-03"
    while first.poll() is None and (not folder.is_dir() or len(list(folder.iterdir())) < 5):
        time.sleep(0.01)
    first.send_signal(signal.SIGKILL)
    first.communicate()
    there = len(list(folder.iterdir()))
    second = start("killed")
    out = second.communicate()[0].decode()
    whole.communicate()
    assert (whole.returncode, second.returncode) == (0, 0)
    assert first.returncode == -signal.SIGKILL
    assert 5 <= there < 28
    assert " articles imported; " in out
    assert tree(tmp_path / "killed") == tree(tmp_path / "whole")


@pytest.mark.herald
@pytest.mark.skipif(not HERALD, reason="COPYDESK_HERALD names no sample archive")
def test_the_sample_archive_comes_in(desk: Desk) -> None:
    files = Checkout(Path(HERALD))
    report = import_machine_herald(desk, files, "sample", since="2026-04")
    assert report.stories == {StoryState.IMPORTED: 45, StoryState.LEFT_OUT: 1}
    assert report.signatures["publication"] == {"valid": 45}
    assert report.captures["matches"] > report.captures["differs"]
