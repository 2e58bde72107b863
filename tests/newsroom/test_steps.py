"""From a draft to a published, corrected record; and every step that is refused."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from small_newsroom import DRAFT, REVIEW, TIME, captured, fetch, make_desk, review_input

from copydesk.errors import (
    AuthorisationError,
    ConflictError,
    CopydeskError,
    SigningKeyError,
    UsageError,
    VerificationError,
)
from copydesk.newsroom.amending import correct, countersign
from copydesk.newsroom.common import Desk
from copydesk.newsroom.intake import capture_article, take_in
from copydesk.newsroom.keyrings import list_keys, register_key
from copydesk.newsroom.keystore import Keystore
from copydesk.newsroom.layout import ArticlePaths
from copydesk.newsroom.review_input import parse_correction
from copydesk.newsroom.reviewing import review
from copydesk.newsroom.site import build_site
from copydesk.newsroom.steps import publish, submit
from copydesk.newsroom.store import DirectoryFiles, Newsroom
from copydesk.provenance.checks import CheckState
from copydesk.provenance.keyring import load_keyring
from copydesk.provenance.trust import Trust
from copydesk.provenance.verify import load_record, verify_article

CORRECTION = b'kind = "correction"\ntext = "It first said 12."\n'


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return make_desk(tmp_path)


def published(desk: Desk) -> ArticlePaths:
    paths = captured(desk)
    submit(desk, paths, note="For the evening.")
    review(desk, paths, review_input())
    publish(desk, paths)
    return paths


def test_a_draft_becomes_a_record_that_verifies(desk: Desk) -> None:
    paths = published(desk)
    for number in (1, 2):
        correct(desk, paths, parse_correction(CORRECTION, "c.toml"), other="eve")
        done = countersign(desk, paths)
        assert done.statement.endswith(f"correction-{number}.dsse.json")
    pin = load_keyring(desk.room.files).pin
    record = load_record(desk.room.files, paths.month, paths.slug, trust=Trust(pin=pin))
    assert record.verification.ok
    assert record.article_bytes == DRAFT.encode()
    assert record.submission is not None
    assert record.submission.predicate.note == "For the evening."
    assert record.trace is not None
    traced = {s["text"]: s["status"] for s in record.trace["specifics"]}
    assert traced["$4.5 million"] == "traced"
    assert record.source_set is not None
    outcomes = [c.outcome for s in record.source_set.predicate.sources for c in s.captures]
    assert outcomes == ["stored", "failed"]
    order = [record.source_set, record.submission, *record.reviews, record.publication]
    indices = [item.log_index for item in [*order, *record.corrections] if item is not None]
    assert indices == sorted(i for i in indices if i is not None)
    assert len(indices) == 6


def test_a_copy_verifies_without_keys_and_elsewhere(desk: Desk, tmp_path: Path) -> None:
    paths = published(desk)
    target = tmp_path / "elsewhere"
    for name in desk.room.files.names(""):
        if name.startswith(".copydesk"):
            continue
        copy = target / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(desk.room.files.read(name) or b"")
    assert verify_article(DirectoryFiles(target), paths.month, paths.slug).ok


def test_a_second_round_keeps_the_first(desk: Desk) -> None:
    paths = captured(desk)
    first = submit(desk, paths)
    no = REVIEW.replace('"approve"', '"request-changes"') + (
        '[[concerns]]\nid = "a"\ntext = "Why 12?"\nresolution = "Open."\n'
    )
    review(desk, paths, review_input(no))
    with pytest.raises(AuthorisationError, match="does not approve"):
        publish(desk, paths)
    changed = DRAFT.replace("names a cost", "names one cost")
    (desk.room.root / paths.article).write_bytes(changed.encode())
    with pytest.raises(ConflictError, match="changed after"):
        submit(desk, paths)
    capture_article(desk, paths, fetch)
    submit(desk, paths)
    review(desk, paths, review_input())
    publish(desk, paths)
    record = load_record(desk.room.files, paths.month, paths.slug)
    assert record.verification.ok
    assert record.submission is not None
    assert record.submission.predicate.supersedes is not None
    assert record.submission.predicate.supersedes.digest.sha256 == first.sha256
    kept = {name.rsplit("/", 1)[-1] for name in desk.room.files.names(paths.round(1))}
    assert {"submission.dsse.json", "review-1.dsse.json", "trace.json"} <= kept


def test_without_the_log_key_steps_wait_for_the_publisher(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    away = Keystore(tmp_path / "test-only-laptop")
    away.folder.mkdir()
    for name in ("ada", "eve", "test.example-collector"):
        for end in ("pem", "pub"):
            (desk.keystore.folder / f"{name}.{end}").rename(away.folder / f"{name}.{end}")
    laptop = Desk(desk.room, away, desk.clock)
    paths = captured(laptop)
    assert submit(laptop, paths).log_index is None
    assert review(laptop, paths, review_input()).log_index is None
    with pytest.raises(SigningKeyError):
        publish(laptop, paths)
    assert publish(desk, paths).log_index == 6
    assert verify_article(desk.room.files, paths.month, paths.slug).ok


Refusal = tuple[Callable[[Desk], object], type[CopydeskError], str]


def submit_uncaptured(desk: Desk) -> object:
    return submit(desk, take_in(desk.room, "d.md", DRAFT.encode(), TIME))


def submit_twice(desk: Desk) -> object:
    paths = captured(desk)
    submit(desk, paths)
    return submit(desk, paths)


def submit_with_other_sources(desk: Desk) -> object:
    paths = captured(desk)
    other = DRAFT.replace("  - https://two.example/note\n", "")
    (desk.room.root / paths.article).write_bytes(other.encode())
    return submit(desk, paths)


def submit_with_the_editors_key(desk: Desk) -> object:
    return submit(desk, captured(desk), key="eve")


def review_before_submission(desk: Desk) -> object:
    return review(desk, captured(desk), review_input())


def review_by_the_contributor(desk: Desk) -> object:
    desk.keystore.create("both")
    register_key(desk, name="both", roles=["contributor", "editor"])
    paths = captured(desk)
    submit(desk, paths, key="both")
    return review(desk, paths, review_input(), key="both")


def review_of_changed_text(desk: Desk) -> object:
    paths = captured(desk)
    submit(desk, paths)
    (desk.room.root / paths.article).write_bytes(DRAFT.replace("12", "13").encode())
    return review(desk, paths, review_input())


def review_with_an_unknown_rule(desk: Desk) -> object:
    paths = captured(desk)
    submit(desk, paths)
    extra = '[[findings]]\nrule = "no-such-rule"\nresolution = "dismissed"\n'
    return review(desk, paths, review_input(REVIEW + extra))


def review_that_repeats_an_id(desk: Desk) -> object:
    paths = captured(desk)
    submit(desk, paths)
    twice = '[[concerns]]\nid = "a"\ntext = "t"\nresolution = "r"\n' * 2
    return review(desk, paths, review_input(REVIEW + twice))


def review_with_an_endless_clarification(desk: Desk) -> object:
    paths = captured(desk)
    submit(desk, paths)
    long = f'[[clarifications]]\nid = "a"\ntext = "{"x" * 30_000}"\n'
    return review(desk, paths, review_input(REVIEW + long))


def correct_with_an_endless_text(desk: Desk) -> object:
    long = f'kind = "correction"\ntext = "{"x" * 30_000}"\n'.encode()
    return correct(desk, published(desk), parse_correction(long, "c.toml"), other="eve")


def approve_with_undecided_errors(desk: Desk) -> object:
    paths = captured(desk, DRAFT.replace("category: Briefing", "category: News"))
    submit(desk, paths)
    return review(desk, paths, review_input())


def publish_without_review(desk: Desk) -> object:
    paths = captured(desk)
    submit(desk, paths)
    return publish(desk, paths)


def publish_twice(desk: Desk) -> object:
    return publish(desk, published(desk))


def capture_after_publication(desk: Desk) -> object:
    return capture_article(desk, published(desk), fetch)


def publish_with_a_damaged_trace(desk: Desk) -> object:
    paths = captured(desk)
    submit(desk, paths)
    review(desk, paths, review_input())
    (desk.room.root / paths.trace).write_bytes(b"{}")
    return publish(desk, paths)


def correct_before_publication(desk: Desk) -> object:
    return correct(desk, captured(desk), parse_correction(CORRECTION, "c.toml"), other="eve")


def take_in_over_a_published_one(desk: Desk) -> object:
    published(desk)
    return take_in(desk.room, "d.md", DRAFT.replace("names", "gives").encode(), TIME)


def take_in_another_with_the_same_slug(desk: Desk) -> object:
    captured(desk, DRAFT.replace("date:", "slug: same\ndate:"))
    other = DRAFT.replace("date:", "slug: same\ndate:").replace("Council runs", "City runs")
    return take_in(desk.room, "d.md", other.encode(), TIME)


def register_twice(desk: Desk) -> object:
    return register_key(desk, name="ada", roles=["editor"])


def register_an_unsafe_key(desk: Desk) -> object:
    zero = "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
    return register_key(desk, name="zed", roles=["editor"], public=zero)


def register_an_unknown_role(desk: Desk) -> object:
    desk.keystore.create("zed")
    return register_key(desk, name="zed", roles=["boss"])


REFUSALS: dict[str, Refusal] = {
    "submit before capture": (submit_uncaptured, ConflictError, "not captured"),
    "submit twice": (submit_twice, ConflictError, "already submitted"),
    "submit with other sources": (submit_with_other_sources, ConflictError, "listed now"),
    "submit with the editor's key": (submit_with_the_editors_key, AuthorisationError, "role"),
    "review before submission": (review_before_submission, ConflictError, "not submitted"),
    "review by the contributor": (review_by_the_contributor, AuthorisationError, "own"),
    "review of changed text": (review_of_changed_text, ConflictError, "changed after"),
    "review with an unknown rule": (review_with_an_unknown_rule, UsageError, "no-such-rule"),
    "review that repeats an id": (review_that_repeats_an_id, UsageError, "unique"),
    "review with an endless text": (
        review_with_an_endless_clarification, UsageError, "20000 characters",
    ),
    "correct with an endless text": (
        correct_with_an_endless_text, UsageError, "20000 characters",
    ),
    "approve with undecided errors": (
        approve_with_undecided_errors, VerificationError, "undecided",
    ),
    "publish without review": (publish_without_review, AuthorisationError, "no review"),
    "publish twice": (publish_twice, ConflictError, "published"),
    "capture after publication": (capture_after_publication, ConflictError, "published"),
    "publish with a damaged trace": (publish_with_a_damaged_trace, VerificationError, "Trace"),
    "correct before publication": (correct_before_publication, ConflictError, "not published"),
    "take in over a published one": (take_in_over_a_published_one, ConflictError, "published"),
    "take in another with the same slug": (
        take_in_another_with_the_same_slug, ConflictError, "another article",
    ),
    "register a name twice": (register_twice, SigningKeyError, "already"),
    "register an unsafe key": (register_an_unsafe_key, SigningKeyError, "not a safe"),
    "register an unknown role": (register_an_unknown_role, SigningKeyError, "boss"),
}  # fmt: skip


@pytest.mark.parametrize(("attempt", "error", "words"), REFUSALS.values(), ids=REFUSALS)
def test_a_refused_step_says_why_and_changes_nothing(
    desk: Desk, attempt: Callable[[Desk], object], error: type[CopydeskError], words: str
) -> None:
    with pytest.raises(error) as caught:
        attempt(desk)
    assert words in caught.value.message
    assert caught.value.fix
    before = {name: desk.room.files.read(name) for name in desk.room.files.names("")}
    assert not [name for name in before if "commit" in name or "staging" in name]


def test_keys_are_listed_with_their_roles(desk: Desk) -> None:
    rows = {row["name"]: row for row in list_keys(desk.keystore, desk.room.root)}
    assert rows["ada"]["roles"] == ["contributor"]
    assert rows["test.example-root"]["private"]


def test_pages_are_built_and_a_failing_record_stops_the_build(desk: Desk) -> None:
    paths = published(desk)
    built = build_site(desk.room, desk.room.root / "site")
    assert (built.folder / "a" / paths.slug / "record" / "index.html").is_file()
    files = built.folder / "a" / paths.slug / "record" / "files"
    downloaded = verify_article(Newsroom.open(files).files, paths.month, paths.slug)
    assert downloaded.ok
    assert downloaded.state("captures") is CheckState.NOT_PRESENT
    (desk.room.root / paths.trace).write_bytes(b"{}")
    with pytest.raises(VerificationError):
        build_site(desk.room, desk.room.root / "site")
    assert (built.folder / "index.html").is_file()


def test_a_folder_of_other_files_is_not_overwritten(desk: Desk, tmp_path: Path) -> None:
    published(desk)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("keep")
    with pytest.raises(ConflictError):
        build_site(desk.room, tmp_path / "mine")
    assert (tmp_path / "mine" / "notes.txt").read_text() == "keep"


# A child publishes and is killed with SIGKILL at its nth call of a function that writes.
CHILD = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, {support!r})
from small_newsroom import TIME
from copydesk.newsroom.common import Desk
from copydesk.newsroom.keystore import Keystore
from copydesk.newsroom.steps import publish
from copydesk.newsroom.store import Newsroom
root = Path(sys.argv[1])
desk = Desk(Newsroom.open(root / "room"), Keystore(root / "test-only-keys"), lambda: TIME)
paths = desk.room.articles()[0]
left = int(sys.argv[2])
def dying(real):
    def call(*args, **kwargs):
        global left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*args, **kwargs)
    return call
for name in ("replace", "fsync", "unlink", "rmdir", "mkdir"):
    setattr(os, name, dying(getattr(os, name)))
publish(desk, paths)
"""


def test_kill_at_any_write_of_publishing_leaves_a_draft_or_a_publication(
    desk: Desk, tmp_path: Path
) -> None:
    paths = captured(desk)
    submit(desk, paths)
    review(desk, paths, review_input())
    support = str(Path(__file__).resolve().parents[1] / "support")
    seen = set()
    for number in (1, 3, 8, 14, 20, 200):
        root = tmp_path / f"copy-{number}"
        shutil.copytree(tmp_path / "room", root / "room")
        shutil.copytree(tmp_path / "test-only-keys", root / "test-only-keys")
        child = [sys.executable, "-c", CHILD.format(support=support), str(root), str(number)]
        code = subprocess.run(child, check=False, capture_output=True).returncode  # noqa: S603
        room = Newsroom.open(root / "room")
        result = verify_article(room.files, paths.month, paths.slug)
        published_now = room.files.read(paths.statement("publication")) is not None
        failed = [check for check in result.checks if check.state is CheckState.FAIL]
        assert not failed, (number, failed)
        seen.add(published_now)
        if code == 0:
            assert published_now
            break
        again = Desk(room, Keystore(root / "test-only-keys"), lambda: TIME)
        if not published_now:
            publish(again, paths)
        assert verify_article(room.files, paths.month, paths.slug).ok
    assert seen == {True, False}


def test_the_newsroom_is_only_plain_files_named_in_the_design(desk: Desk) -> None:
    paths = published(desk)
    names = [name for name in desk.room.files.names("") if not name.startswith(".copydesk/")]
    allowed = (
        "copydesk.toml", ".gitattributes", ".gitignore", "keys/", "captures/sha256/", "log/",
        f"{paths.folder}/article.md", f"{paths.folder}/prov/",
    )  # fmt: skip
    assert all(name.startswith(allowed) for name in names), names
    assert not [name for name in names if name.endswith(".pem")]
    prov = {name.rsplit("/", 1)[-1] for name in desk.room.files.names(paths.prov)}
    assert prov == {
        "source-set.dsse.json", "source-set.tlog-proof", "trace.json",
        "submission.dsse.json", "submission.tlog-proof",
        "review-1.dsse.json", "review-1.tlog-proof",
        "publication.dsse.json", "publication.tlog-proof",
    }  # fmt: skip
    assert json.loads(desk.room.files.read(paths.trace) or b"")["schema"] == "copydesk.trace/1"
