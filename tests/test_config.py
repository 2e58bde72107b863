"""copydesk.toml: the file that init writes states the defaults; what is wrong is named."""

import pytest

from copydesk.config import Config, NewsroomIdentity, SiteConfig, parse_config, policy_digest
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


WRONG = {
    "not TOML": ("[newsroom", "not valid TOML"),
    "unknown section": ("[newsrom]\nname = 'x'", "newsrom"),
    "unknown key": ("[policy]\ntitle_mx = 3", "policy.title_mx"),
    "wrong type": ("[policy]\ntitle_max = 'long'", "policy.title_max"),
    "bad origin": ("[newsroom]\norigin = 'A B'", "newsroom.origin"),
    "no time at all": ("[capture]\ntimeout_seconds = 0", "capture.timeout_seconds"),
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
