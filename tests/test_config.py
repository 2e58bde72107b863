"""copydesk.toml: the file that init writes states the defaults; what is wrong is named."""

import subprocess
import sys
import tomllib
from dataclasses import fields

import pytest

from copydesk.config import (
    CaptureLimits,
    Config,
    NewsroomIdentity,
    SiteConfig,
    changed,
    parse_config,
    policy_digest,
)
from copydesk.errors import ConfigError
from copydesk.newsroom.template import config_text


def test_the_written_file_states_the_defaults() -> None:
    config = parse_config(config_text('The "Daily" \\ Test\n', "daily.example/log"))
    assert config.newsroom == NewsroomIdentity(
        name='The "Daily" \\ Test\n', origin="daily.example/log"
    )
    default = Config()
    assert config.capture == default.capture
    assert config.policy == default.policy
    assert config.site == SiteConfig()
    assert config.watch == default.watch


def test_the_written_file_names_every_key() -> None:
    text = config_text("A newsroom", "newsroom.example/log")
    # The tables that a newsroom leaves out are there as comments.
    text = text.replace("# [capture.resolve]\n# ", "[capture.resolve]\n")
    text = text.replace("# [[policy.disclosures]]\n# subject", "[[policy.disclosures]]\nsubject")
    data = tomllib.loads(text.replace("# [watch.categories", "[watch.categories"))
    for section in fields(Config()):
        keys = {key.name for key in fields(getattr(Config(), section.name))}
        assert set(data[section.name]) == keys, section.name


WRONG = {
    "not TOML": ("[newsroom", "not valid TOML"),
    "unknown section": ("[newsrom]\nname = 'x'", "newsrom"),
    "unknown key": ("[policy]\ntitle_mx = 3", "policy.title_mx"),
    "wrong type": ("[policy]\ntitle_max = 'long'", "policy.title_max"),
    "bad origin": ("[newsroom]\norigin = 'A B'", "newsroom.origin"),
    "no time at all": ("[capture]\ntimeout_seconds = 0", "capture.timeout_seconds"),
    "a limit left out": ("[policy.categories.A]\nmin_words = 1", "policy.categories.A.max_words"),
    "no table": ("policy = 3", "policy: This should be a table"),
    "no day": ("[watch]\ndays = [0]", "watch.days.0"),
    "a day too many": ("[watch.categories.A]\nevery_days = -1", "watch.categories.A.every_days"),
    "too many at once": ("[capture]\nconcurrency = 5000", "capture.concurrency"),
}


@pytest.mark.parametrize(("text", "words"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_named(text: str, words: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_config(text)
    assert words in caught.value.message
    assert caught.value.fix


def test_the_policy_digest_is_of_policy_and_lists_alone() -> None:
    base = policy_digest(Config(), {})
    assert base == policy_digest(Config(site=SiteConfig(title="Other")), {})
    assert base != policy_digest(parse_config("[policy]\ntitle_max = 120"), {})
    assert base != policy_digest(Config(), {"allow.txt": b"one.example\n"})


def test_the_policy_digest_stays_what_was_signed() -> None:
    was = "74744b892a4b13379ce137f53d3239689706f62c5ca49db0d1f7e6d10d0bd1cc"
    assert policy_digest(Config(), {"a": b"x"}) == was


def test_what_is_changed_is_held_to_the_limits() -> None:
    assert changed(CaptureLimits(), per_host=16).per_host == 16
    for values in ({"per_host": 17}, {"per_hst": 1}):
        with pytest.raises(ConfigError):
            changed(CaptureLimits(), **values)


def test_a_library_without_a_file_waits_for_no_validator() -> None:
    code = "import sys, copydesk.config; print('pydantic' in sys.modules)"
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


def test_a_category_has_its_own_schedule() -> None:
    watch = parse_config("[watch]\ndays = [2]\n[watch.categories.Briefing]\ndays = [9]").watch
    assert watch.plan("Briefing").days == (9,)
    assert watch.plan("Briefing").every_days == 180
    assert watch.plan("News").days == (2,)
