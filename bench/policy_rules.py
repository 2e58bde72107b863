"""How right each editorial rule is on labelled cases: precision and recall, tuned and held-out part.

    python bench/policy_rules.py [--family NAME]… [--rule ID]… [--show RULE] [--held-out] [--json]
                                 [--check | --pin [--lower]] [--rates]

The cases are ``bench/policy_cases/FAMILY.json``, in the form that ``bench/support/policy_case.py``
states. A case counts for its own rule only: a bad one is found where findings of the rule lie on all
expected words, a good one is a false alarm where the rule fires at all. A third of the cases, by the
SHA-256 of the id, is held out: it is measured and never looked at while a rule is made. Errors and
warnings of other rules on good cases are counted apart. ``--show RULE`` prints what it missed and its
false alarms (``--held-out`` those of the held-out part too; ``--show others`` the alarms of other
rules). ``--rates`` writes what ``copydesk explain`` shows.
``--check`` compares with bench/policy_floors.json, which holds each family's digest too.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "support"))

from accuracy_figures import Figure, count, share, table
from accuracy_floors import gate
from policy_case import Judged, judge, read_cases
from rule_rates import RATES, case_digests, rates

from copydesk.policy import all_rules
from copydesk.report import Finding, Severity

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "bench" / "policy_cases"
FLOORS = ROOT / "bench" / "policy_floors.json"
OTHERS = "others"
# Precision that a severity must have earned; a note needs none.
TARGETS = {Severity.ERROR: 0.9, Severity.WARNING: 0.7}
_WIDTH = 150


def measure(judged: Sequence[Judged]) -> list[Figure]:
    """The figures of every family: precision and recall of each rule, of each part and of both."""
    figures: list[Figure] = []
    for family in dict.fromkeys(one.case.family for one in judged):
        own = [one for one in judged if one.case.family == family]
        for name in sorted({one.case.rule for one in own}):
            of_rule = [one for one in own if one.case.rule == name]
            figures += _of_rule(family, name, of_rule)
        good = [one for one in own if one.case.good]
        alarms = sum(bool(one.others) for one in good)
        figures.append(count(family, "good cases with an alarm of another rule", alarms, len(good)))
    return figures


def _of_rule(family: str, name: str, judged: Sequence[Judged]) -> Iterable[Figure]:
    # Cases may be written before their rule is.
    target = next((TARGETS.get(one.severity) for one in all_rules() if one.id == name), None)
    parts = (
        ("", judged),
        (", tuned", [one for one in judged if not one.case.held_out]),
        (", held out", [one for one in judged if one.case.held_out]),
    )
    for part, cases in parts:
        bad = [one for one in cases if not one.case.good]
        found = sum(one.right for one in bad)
        false = sum(bool(one.false) for one in cases)
        goal = None if part else target
        yield share(family, f"{name} precision{part}", found, found + false, target=goal)
        yield share(family, f"{name} recall{part}", found, len(bad))


def show(judged: Iterable[Judged], wanted: str, *, held_out: bool) -> None:
    """Print what a rule missed and where it fired wrongly, or the alarms of other rules."""
    for one in judged:
        if one.case.held_out and not held_out:
            continue
        if wanted == OTHERS:
            for finding in one.others if one.case.good else ():
                _print("ALARM", one, finding)
        elif one.case.rule == wanted:
            for words in one.missed:
                print(f"MISSED {one.case.id}: {words!r}\n    {one.case.about}")
            for finding in one.false:
                _print("FALSE", one, finding)


def _print(kind: str, one: Judged, finding: Finding) -> None:
    words = one.article.field(finding.field).text[finding.start : finding.end]
    print(f"{kind} {one.case.id}: {finding.rule} on {' '.join(words.split())[:_WIDTH]!r}")
    print(f"    {finding.message}\n    {one.case.about}")


def main(arguments: list[str] | None = None) -> int:
    options = _options(arguments)
    cases = read_cases(options.cases)
    cases = [one for one in cases if not options.family or one.family in options.family]
    cases = [one for one in cases if not options.rule or one.rule in options.rule]
    judged = [judge(one) for one in cases]
    if options.show:
        show(judged, options.show, held_out=options.held_out)
        return 0
    if options.rates:
        RATES.write_text(rates(judged, case_digests(options.cases)), encoding="utf-8")
    figures = measure(judged)
    if options.json:
        print(json.dumps(_as_json(figures, judged), ensure_ascii=False, indent=1))
    else:
        print(table(figures))
        total = Counter("good" if one.case.good else "bad" for one in judged)
        print(f"\n{len(judged)} cases: {total['bad']} bad, {total['good']} good")
    digests = {
        name: found
        for name, found in case_digests(options.cases).items()
        if not options.family or name in options.family
    }
    return gate(options, options.floors, figures, digests)


def _as_json(figures: Iterable[Figure], judged: Iterable[Judged]) -> dict[str, object]:
    """The figures, and of every case whether it came out right."""
    cases = [
        {"id": one.case.id, "rule": one.case.rule, "good": one.case.good, "right": one.right}
        for one in judged
    ]
    return {"figures": [one.as_json() for one in figures], "cases": cases}


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--family", action="append", help="only this file's; may be given again")
    parser.add_argument("--rule", action="append", help="only this rule's; may be given again")
    parser.add_argument("--show", metavar="RULE", help=f"single cases of a rule, or {OTHERS!r}")
    parser.add_argument("--held-out", action="store_true", help="with --show: that part too")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--check", action="store_true", help="end with 1 where a floor is broken")
    parser.add_argument("--pin", action="store_true", help="write the floors; none gives way")
    parser.add_argument("--rates", action="store_true", help="write what `copydesk explain` says")
    parser.add_argument("--lower", action="store_true", help="with --pin: floors may give way")
    parser.add_argument("--cases", type=Path, default=CASES, help=argparse.SUPPRESS)
    parser.add_argument("--floors", type=Path, default=FLOORS, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.rates and (options.rule or options.family):
        parser.error("--rates is of all cases")
    if options.rule and (options.check or options.pin):
        parser.error("one rule's cases have no floors of their own: leave out --rule")
    return options


if __name__ == "__main__":
    raise SystemExit(main())
