"""The files that ``copydesk init`` writes, with every configuration key explained."""

from __future__ import annotations

__all__ = ["GIT_ATTRIBUTES", "GIT_IGNORE", "config_text", "toml_string"]

# Without this line git rewrites line ends on some machines, and every hash breaks.
GIT_ATTRIBUTES = "* -text\n*.zst binary\n"
GIT_IGNORE = ".copydesk/\nsite/\n"

_CONFIG = """# The newsroom's identity, policy and limits. `copydesk explain RULE` explains a rule.

[newsroom]
name = {name}
# Names the log in every checkpoint. Never change it: old checkpoints would no longer verify.
origin = {origin}
language = "en"

[site]
# The name on the pages; empty: the newsroom's.
title = ""
# The address that the pages will have, for feeds and canonical links; may stay empty.
base_url = ""
# Where a reader reports an error.
contact = ""
# Addresses of the newsroom's editorial principles and corrections policy, stated to machines.
publishing_principles = ""
corrections_policy = ""

[timestamp]
# An RFC 3161 authority that dates the log's checkpoints on `copydesk anchor`; empty: none.
url = ""

[capture]
# Limits of one fetch: seconds for one try, and for all tries of a source with the waits between.
timeout_seconds = 30.0
total_seconds = 60.0
# Further tries after HTTP 429 or 5xx, a broken connection, or no answer in time. The first wait
# doubles from try to try; a server that asks for more than the longest wait is not asked again.
retries = 2
retry_wait_seconds = 1.0
retry_max_wait_seconds = 20.0
max_bytes = 20971520
max_redirects = 10
# How many fetches at once, in all and for one host.
concurrency = 8
per_host = 2
user_agent = "Copydesk/0.1 (evidence capture for a newsroom)"
# Whether the data behind a page (GitHub, arXiv, PyPI, npm, CVE, RFC, DOI) is captured beside it.
raw = true
# When a page is also shown in an installed Chromium (with the extra `browser`): "auto", where it is a
# script's shell or a block; "never"; "always". The path is empty for the first one on PATH.
browser = "auto"
browser_path = ""
# For starting it and for one page; what one page may load; and how much of it is pictured (pixels).
browser_seconds = 20.0
browser_bytes = 31457280
browser_picture_height = 10000
# Whether a web archive is asked for a copy where a page's own site gives nothing, or a part ("fallback",
# "off"), where, and the pause before each further request. Pages of `allow_hosts` are not asked for.
archive = "fallback"
archive_index = "https://web.archive.org/cdx/search/cdx"
archive_replay = "https://web.archive.org/web"
archive_wait_seconds = 1.0
# "record": what robots.txt says is kept with the capture. "obey": what it disallows is not fetched.
robots = "record"
# A file of certificate authorities (PEM) beside the system's own, relative to this folder.
ca_file = ""
# Hosts that may be fetched although their address is not public (an intranet, a test server).
allow_hosts = []

# Where to connect for a host instead of asking DNS; for test set-ups only.
# [capture.resolve]
# "www.site.example" = "127.0.0.1:8080"

[watch]
# Days after publication on which `copydesk watch` looks at an article's sources again; then every
# so many days (0: never again).
days = [1, 7, 30, 90]
every_days = 180
# When to ask again where a source could not be reached, and how many seconds pass before one that
# looks changed or gone is asked a second time.
retry_days = 1
confirm_seconds = 10.0

# Another schedule for one category.
# [watch.categories.Briefing]
# days = [1, 7]
# every_days = 0

[policy]
# Characters of title and summary; a length within `near_limit` of a limit is noted.
title_min = 10
title_max = 150
summary_min = 10
summary_max = 300
near_limit = 5
# Days between the article and a web archive's copy of a source from which its age is a warning.
archive_copy_days = 30
# Files of host names, one a line, relative to this folder; empty: no list.
allowlist = ""
blocklist = ""
# A file of sites and who owns them, a host and a name a line ("cable.example Harbour Media"); empty:
# whoever registered the domain. Hosts of the newsroom's own pages, which bear out nothing.
owners = ""
own_sites = []
# Hosts where everybody publishes without an editor, beside the built-in ones.
self_published = []
# Words that this newsroom does not want outside quotations, beside the built-in ones.
loaded_words = []
# Words that mark a figure as the newsroom's own calculation, beside the built-in ones.
derived_marks = []
# So many words in a row that are a source's are too many outside quotation marks; 0: never.
copied_words = 16
# The language of the articles (ISO 639-1); empty: any.
language = "en"
# Ids of rules that this newsroom does not apply.
disabled = []
# Rules of the newsroom's own: entry points of installed packages; see docs/house-rules.md.
house_rules = []

# Phrases by which sources say that evidence is prerelease, single, anonymous, machine or self-published,
# and words by which the article says so, beside the built-in ones.
[policy.status_marks]
# anonymous = ["people in the room"]
[policy.status_labels]
# self-published = ["diary"]

# How grave a rule's findings are here, where that differs: "error", "warning", "note" or "off". A
# category may differ again, also in the numbers and words above.
[policy.severity]
# loaded-word = "note"
# [policy.categories.Briefing.severity]
# relative-date = "error"
# [policy.categories.Briefing.limits]
# title_max = 90

# Sentences that the house owes its readers, each with the names, or the hosts of cited pages, that
# call for it. `where` is "headline-and-lead" or "anywhere".
# [[policy.disclosures]]
# subject = "the ferry operator"
# sentence = "The operator pays for the newsroom's tickets."
# terms = ["Harbour Ferries"]
# hosts = ["ferries.example"]
# where = "headline-and-lead"

# Words of the body, number of sources and of owners behind them, for each category.
[policy.categories.News]
min_words = 400
max_words = 1200
min_sources = 3
min_owners = 2

[policy.categories.Analysis]
min_words = 800
max_words = 2000
min_sources = 3
min_owners = 2

[policy.categories.Briefing]
min_words = 300
max_words = 800
min_sources = 2
min_owners = 2
"""


def config_text(name: str, origin: str) -> str:
    """``copydesk.toml`` for a newsroom of that name and log origin."""
    return _CONFIG.format(name=toml_string(name), origin=toml_string(origin))


def toml_string(text: str) -> str:
    """``text`` as a TOML basic string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in escaped) + '"'
