"""How often each rule that reads only the article fires on a real archive.

    python bench/policy_rates.py [--archive DIR] [--show RULE] [--format text|json]

The archive is a folder of Machine Herald submissions (``src/content/submissions/**/*.json`` below
DIR); COPYDESK_HERALD names it where no option does, and the default is ``../shared/herald`` beside
the checkout. Without an archive there is nothing to measure, and the run says so and ends well.
``--show RULE`` prints every hit of one rule in its sentence, which is how the rates in
``docs/adr/0006-policy-rules.md`` were judged by eye.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections import Counter, defaultdict
from pathlib import Path

from copydesk.article import Article
from copydesk.config import PolicyConfig
from copydesk.errors import ConfigError
from copydesk.importers.machine_herald import read_submission
from copydesk.policy import all_rules, apply, parse_host_list
from copydesk.policy.lists import PolicyLists
from copydesk.report import Finding

# These need captures or a trace, which this measurement does not give them.
NEEDS_EVIDENCE = {"no-usable-evidence", "source-not-captured", "source-unusable"}
AROUND = 90


def main() -> int:
    options = _options()
    folder = options.archive / "src" / "content" / "submissions"
    paths = sorted(folder.rglob("*.json")) if folder.is_dir() else []
    if not paths:
        print(f"policy_rates: no submissions below {folder}; nothing measured")
        return 0
    articles = [read_submission(path.read_bytes(), path.name) for path in paths]
    lists, config = _policy(options.archive)
    started = time.perf_counter()
    found = [(article, apply(article, (), (), config, lists)) for article in articles]
    seconds = time.perf_counter() - started
    if options.show:
        _show(options.show, found)
    else:
        _rates(found, seconds, options.format)
    return 0


def _options() -> argparse.Namespace:
    root = Path(__file__).resolve().parent.parent
    default = os.environ.get("COPYDESK_HERALD", str(root.parent / "shared" / "herald"))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--archive", type=Path, default=Path(default))
    parser.add_argument("--show", metavar="RULE")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    return parser.parse_args()


def _policy(archive: Path) -> tuple[PolicyLists, PolicyConfig]:
    path = archive / "config" / "source_allowlist.txt"
    disabled = tuple(sorted(NEEDS_EVIDENCE))
    if not path.is_file():
        return PolicyLists(), PolicyConfig(disabled=disabled)
    allowed = parse_host_list(_readable(path.read_text(encoding="utf-8")), path=path.name)
    return PolicyLists(allowlist=allowed), PolicyConfig(disabled=disabled, allowlist=path.name)


def _readable(text: str) -> str:
    """The list without the lines that are no host names, which an archive of years may hold."""
    lines = []
    for line in text.splitlines():
        try:
            parse_host_list(line, path="line")
        except ConfigError:
            print(f"policy_rates: allowlist entry left out, not a host name: {line.strip()}")
            lines.append("")
        else:
            lines.append(line)
    return "\n".join(lines)


def _rates(found: list[tuple[Article, tuple[Finding, ...]]], seconds: float, form: str) -> None:
    hits: Counter[str] = Counter()
    articles: defaultdict[str, int] = defaultdict(int)
    for _, findings in found:
        hits.update(finding.rule for finding in findings)
        for rule in {finding.rule for finding in findings}:
            articles[rule] += 1
    words = sum(article.words for article, _ in found)
    rows = [
        {
            "rule": rule.id,
            "severity": rule.severity.value,
            "hits": hits[rule.id],
            "articles": articles[rule.id],
            "per_1000_words": round(1000 * hits[rule.id] / words, 3),
        }
        for rule in all_rules()
        if rule.id not in NEEDS_EVIDENCE
    ]
    milliseconds = round(1000 * seconds / len(found), 2)
    if form == "json":
        answer = {"articles": len(found), "words": words, "ms_per_article": milliseconds}
        print(json.dumps({**answer, "rules": rows}, indent=1))
        return
    print(f"{len(found)} articles, {words:,} words, {milliseconds} ms an article")
    print(f"{'rule':28} {'severity':8} {'hits':>5} {'articles':>8} {'/1000 words':>12}")
    for row in rows:
        print("{rule:28} {severity:8} {hits:5} {articles:8} {per_1000_words:12}".format(**row))


def _show(rule_id: str, found: list[tuple[Article, tuple[Finding, ...]]]) -> None:
    for article, findings in found:
        for finding in findings:
            if finding.rule != rule_id:
                continue
            text = article.field(finding.field).text
            before = text[max(finding.start - AROUND, 0) : finding.start]
            behind = text[finding.end : finding.end + AROUND]
            where = f"{article.path[:24]} {finding.field.value}:{finding.start}"
            line = f"{before}>>{text[finding.start : finding.end]}<<{behind}"
            print(where, "|", " ".join(line.split()), "|", finding.message)


if __name__ == "__main__":
    raise SystemExit(main())
