"""Many articles verified: in order, the same on one core and on two, faults as values."""

import multiprocessing
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from newsroom_simulator import FOLDER, MONTH, SLUG, published

from copydesk.errors import NewsroomError
from copydesk.newsroom import run_files, verifying
from copydesk.newsroom.run_files import RunFiles
from copydesk.newsroom.store import DirectoryFiles
from copydesk.newsroom.verifying import CHUNK, Audit, article_folders, verify_articles
from copydesk.newsroom.workers import AHEAD_PER_WORKER
from copydesk.provenance.checks import CheckState
from copydesk.provenance.trust import Trust
from copydesk.provenance.verify import verify_article

COPIES = CHUNK + 9


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One honest article, and copies of it under other slugs, which are not honest."""
    folder = tmp_path_factory.mktemp("newsroom")
    for path, data in published().files.files.items():
        places = [path]
        if path.startswith(FOLDER):
            places += [path.replace(SLUG, f"copy-{n:03d}") for n in range(COPIES)]
        for place in places:
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            (folder / place).write_bytes(data)
    (folder / "articles" / MONTH / "draft" / "prov").mkdir(parents=True)
    (folder / "articles" / MONTH / "draft" / "article.md").write_bytes(b"# A draft\n")
    return folder


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_article_is_verified_in_order_as_it_is_alone(root: Path, jobs: int) -> None:
    results = list(verify_articles(Audit(root), jobs=jobs))
    slugs = [result.article.rpartition("/")[2] for result in results]
    assert slugs == sorted(slugs)
    assert len(slugs) == COPIES + 1
    assert [result.article for result in results if result.ok] == [FOLDER]
    for result in (results[0], results[-1]):
        alone = verify_article(DirectoryFiles(root), MONTH, result.article.rpartition("/")[2])
        failed = tuple(check for check in alone.checks if check.state is CheckState.FAIL)
        assert result.failed == failed
        assert result.counts == tuple(alone.as_json()["counts"].values())
        assert result.error is None


def test_drafts_are_left_out_unless_asked_for(root: Path) -> None:
    audit = Audit(root, published_only=False)
    draft = [r for r in verify_articles(audit, jobs=1) if r.article.endswith("/draft")]
    assert len(draft) == 1
    assert not draft[0].ok
    assert draft[0].as_json()["counts"]["fail"] == 0


def test_captures_can_be_left_out(root: Path) -> None:
    counts = {
        captures: next(verify_articles(Audit(root, captures=captures), [(MONTH, SLUG)])).counts
        for captures in (True, False)
    }
    passed, failed, absent = counts[True]
    assert counts[False] == (passed - 1, failed, absent + 1)


def test_the_readers_pin_is_asked_for(root: Path) -> None:
    audit = Audit(root, trust=Trust(pin="0" * 64))
    (result,) = verify_articles(audit, [(MONTH, SLUG)])
    assert not result.ok
    assert [check.id for check in result.failed] == ["keyring-pin"]


def test_an_article_that_is_not_there_is_no_crash(root: Path) -> None:
    audit = Audit(root, published_only=False)
    places = [("2000-01", "none"), (MONTH, SLUG), ("..", "..")]
    assert [result.ok for result in verify_articles(audit, places)] == [False, True, False]


def deadly(files: object, month: str, slug: str, **rest: object) -> object:
    if slug.endswith("3"):
        os.kill(os.getpid(), signal.SIGKILL)
    if slug.endswith("4"):
        raise RecursionError
    if slug.endswith("5"):
        raise NewsroomError("No.", fix="None.")
    return verify_article(files, month, slug, **rest)  # type: ignore[arg-type]


@pytest.mark.skipif(
    multiprocessing.get_start_method() != "fork", reason="the stand-in reaches forked workers only"
)
def test_what_kills_its_worker_is_named_and_the_run_goes_on(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verifying, "verify_article", deadly)
    results = list(verify_articles(Audit(root), jobs=2))
    assert [r.article for r in results] == [
        f"articles/{month}/{slug}" for month, slug in article_folders(root) if slug != "draft"
    ]
    for result in results:
        code = result.error["code"] if result.error else ""
        assert code == {"3": "internal", "4": "internal", "5": "newsroom-invalid"}.get(
            result.article[-1], ""
        )
    died = next(r for r in results if r.article.endswith("3"))
    assert "died" in died.as_json()["error"]["message"]


def test_articles_are_not_named_far_ahead(root: Path) -> None:
    named = 0

    def stream() -> Iterator[tuple[str, str]]:
        nonlocal named
        for _ in range(40 * CHUNK):
            named += 1
            yield MONTH, SLUG

    results = verify_articles(Audit(root), stream(), jobs=2)
    for _ in range(CHUNK):
        next(results)
    assert named <= 2 * AHEAD_PER_WORKER * CHUNK + 2 * CHUNK
    results.close()


def test_links_in_place_of_articles_are_not_entered(tmp_path: Path, root: Path) -> None:
    (tmp_path / "articles").mkdir()
    (tmp_path / "articles" / "2026-10").symlink_to(root / "articles" / MONTH)
    (tmp_path / "articles" / "no-month").mkdir()
    assert list(article_folders(tmp_path)) == []
    assert list(article_folders(tmp_path / "none")) == []


# -- the files of a run ---------------------------------------------------------------------------


def test_a_run_reads_what_the_newsroom_reads(root: Path) -> None:
    base = DirectoryFiles(root)
    files = RunFiles(base)
    for _ in range(2):
        for path in [*base.names(""), "none", f"{FOLDER}/prov/none", "articles/none/none", FOLDER]:
            try:
                expected: object = base.read(path)
            except NewsroomError:
                with pytest.raises(NewsroomError):
                    files.read(path)
                continue
            assert files.read(path) == expected
    for prefix in ("", "keys", "log", f"{FOLDER}/prov", f"{FOLDER}/", FOLDER, "articles/none/prov"):
        assert list(files.names(prefix)) == list(base.names(prefix))
    files.close()
    assert not files._open


def test_a_run_follows_no_link_out(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "submission.dsse.json").write_bytes(b"outside")
    article = tmp_path / "room" / "articles" / "2026-11" / "a"
    article.mkdir(parents=True)
    (article / "prov").symlink_to(outside)
    files = RunFiles(DirectoryFiles(tmp_path / "room"))
    path = "articles/2026-11/a/prov/submission.dsse.json"
    with pytest.raises(NewsroomError, match="regular file"):
        files.read(path)
    (article / "prov").unlink()
    (article / "prov").mkdir()
    (article / "prov" / "submission.dsse.json").symlink_to(outside / "submission.dsse.json")
    with pytest.raises(NewsroomError, match="regular file"):
        files.read(path)
    assert list(files.names("articles/2026-11/a/prov")) == []
    files.close()


def test_a_run_keeps_few_folders_open_and_few_bytes(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_files, "MAX_KEPT_BYTES", 10)
    files = RunFiles(DirectoryFiles(root))
    assert files.read("log/checkpoint") == (root / "log" / "checkpoint").read_bytes()
    assert files._kept == {}
    for n in range(COPIES):
        assert files.read(f"articles/{MONTH}/copy-{n:03d}/prov/trace.json")
        assert len(files._open) <= run_files.MAX_OPEN
    files.close()


def test_shared_files_are_read_once(root: Path) -> None:
    class Counting(DirectoryFiles):
        reads: list[str] = []  # noqa: RUF012 - one test's

        def read(self, path: str) -> bytes | None:
            self.reads.append(path)
            return super().read(path)

    base = Counting(root)
    files = RunFiles(base)
    for _ in range(3):
        files.read("keys/1.keyring.dsse.json")
        files.read("state/none")
    assert base.reads == ["keys/1.keyring.dsse.json", "state/none"]
