"""Every mutation of a published record is refused by the right check; none that means nothing is.

The classes are those of ``bench/mutations.py``, which tries all of them (over 70,000); here a part
of each, the same on every run.
"""

from collections import defaultdict
from functools import cache

import pytest
from chained_newsroom import MONTH, OTHER, SLUG
from field_rules import RULES
from file_mutations import all_mutations, read_paths
from local_tsa import NEEDS_OPENSSL, OPENSSL
from token_mutations import token_mutations

from copydesk.provenance.checks import CheckState
from copydesk.provenance.context import Context
from copydesk.provenance.files import MemoryFiles
from copydesk.provenance.statements import PREDICATES
from copydesk.provenance.verify import verify_article
from mutations import Mutation, World, bundles, failing, field_mutations, judge, worlds

GROUPS = (
    "field changed, signature kept",
    "field changed and signed again, not logged",
    "field changed, signed and logged again: breaks a rule",
    "field changed, signed and logged again: no longer a statement",
    "field changed, signed and logged again: the newsroom's own word",
    "a byte of the article",
    "a byte of the trace",
    "a byte of the capture",
    "a byte of the envelope",
    "a byte of the proof",
    "a byte of the keyring",
    "a byte of the keyring proof",
    "a byte of the checkpoint",
    "a byte of the cosigned checkpoint",
    "a byte of the tile",
    "a byte of the site-state",
    "a byte of the site-state proof",
    "a byte of a file that concerns other entries",
    "a file damaged",
    "a file left out",
    "a file left out that is not needed",
    "a file of another article",
    "a file of another article, with its proof",
    "a statement in another's place",
    "a signature in another form",
    "an envelope spelt otherwise",
    "a payload spelt otherwise and signed",
    "base64 spelt otherwise",
    "the list of newest statements",
    "a note or proof in another form",
    "a cosignature in another form",
    "a proof of a forked log",
    "the log forked",
    "the log rolled back",
    "a log signed by another",
    "a keyring signed by another",
    "an unsafe key in the keyring",
    "signed by a key that does not count",
    "one person in two places",
    "bundle: a byte of the article",
    "bundle: a byte of the trace",
    "bundle: a byte of the envelope",
    "bundle: a byte of the proof",
    "bundle: a byte of the keyring",
    "bundle: a byte of the keyring proof",
    "bundle: a byte of the checkpoint",
    "bundle: a byte of the site-state",
    "bundle: a byte of the site-state proof",
    "bundle: a file damaged",
    "bundle: a file left out",
    "bundle: a file left out that is not needed",
    "bundle: a statement in another's place",
    "bundle: a signature in another form",
    "bundle: a note or proof in another form",
    "bundle: a cosignature in another form",
    "the record as it is",
    "the listing re-ordered",
    "an unknown signature line more",
    "a file more that nothing names",
    "a proof made anew",
    "the log grown since",
    "a tile that is longer",
    "a file that is not read left out",
    "a capture packed anew",
)
TOKENS = ("a byte of the timestamp", "a timestamp that does not hold", "a timestamp left out")
# The classes on the verifier's rules are worth more of the tests' time than single bytes are.
EACH = 14
MORE = 60
WORLDS = (*worlds(), *bundles())


@cache
def by_group() -> dict[str, list[Mutation]]:
    found: dict[str, list[Mutation]] = defaultdict(list)
    for source in (field_mutations(), all_mutations(), token_mutations()):
        for mutation in source:
            found[mutation.group].append(mutation)
    return dict(found)


def part(group: str) -> list[Mutation]:
    """Mutations of the group, spread evenly over all of them."""
    every = by_group()[group]
    many = MORE if group.startswith(("field changed, signed", "signed by")) else EACH
    step = max(1, len(every) // many)
    # The steps shift a little, so that they do not always meet the same kind of change.
    return [every[min(at + at // step % step, len(every) - 1)] for at in range(0, len(every), step)]


@pytest.mark.parametrize("group", GROUPS)
def test_a_mutation_is_judged_right(group: str) -> None:
    wrong = [(each.name, reason) for each in part(group) if (reason := judge(each))]
    assert not wrong


@pytest.mark.skipif(OPENSSL is None, reason=NEEDS_OPENSSL)
@pytest.mark.parametrize("group", TOKENS)
def test_a_mutation_of_a_timestamp_is_judged_right(group: str) -> None:
    test_a_mutation_is_judged_right(group)


def test_every_class_is_tested() -> None:
    assert set(by_group()) - set(TOKENS) == set(GROUPS)
    assert sum(map(len, by_group().values())) > 50_000


@pytest.mark.parametrize("world", WORLDS, ids=("whole", "withdrawn", "bundle", "withdrawn bundle"))
def test_the_honest_record_verifies(world: World) -> None:
    result = world.verify(world.files)
    assert result.ok, failing(result)
    assert result.state("witnesses") is CheckState.PASS
    assert result.state("site-state") is CheckState.PASS


def test_the_other_article_verifies_too() -> None:
    world = worlds()[0]
    slug = OTHER.rsplit("/", 1)[-1]
    assert verify_article(MemoryFiles(world.files), MONTH, slug, trust=world.trust).ok


def test_a_mutation_that_is_accepted_is_noticed() -> None:
    # The judge itself can fail: an honest record is no mutation, and a wrong name is one.
    world = worlds()[0]
    honest = Mutation("", "", world, lambda: world.files, any_of=frozenset({"article"}))
    assert judge(honest) == "accepted"
    damaged = by_group()["a byte of the article"][0]
    misnamed = Mutation("", "", world, damaged.make, any_of=frozenset({"captures"}))
    assert "captures should fail, not article" in judge(misnamed)
    assert judge(Mutation("", "", world, damaged.make, fine=True)).startswith("refused")
    assert judge(Mutation("", "", world, lambda: 1 // 0)).startswith("raised ZeroDivisionError")  # type: ignore[arg-type,return-value]


def test_what_articles_share_is_judged_once_and_nothing_else_is() -> None:
    # Whoever verifies an archive keeps keyring, log and site-state from one article to the next.
    world = worlds()[0]
    files = MemoryFiles(world.files)
    context = Context(files)
    tried = 0
    for group in GROUPS:
        for mutation in part(group)[::2]:
            made = mutation.make() if mutation.world is world else world.files
            made = made if isinstance(made, dict) else made.files
            changed = {
                path for path in made | world.files if made.get(path) != world.files.get(path)
            }
            if not changed or any(path.startswith(("keys/", "log/", "state/")) for path in changed):
                continue
            tried += 1
            files.files = made
            shared = verify_article(files, MONTH, SLUG, trust=world.trust, context=context)
            assert shared == world.verify(made), mutation.name
    assert tried > 50
    files.files = world.files
    assert verify_article(files, MONTH, SLUG, trust=world.trust, context=context).ok


def test_every_kind_of_statement_has_rules() -> None:
    keyrings = {"1.keyring", "2.keyring"}
    # An imported statement is no step of a newsroom's own record; test_imported.py changes its own.
    assert set(RULES) - keyrings == set(PREDICATES) - {"keyring", "imported"}
    assert keyrings < set(RULES)


def test_verify_reads_what_it_says_and_no_entries() -> None:
    read = read_paths(worlds()[0])
    assert not [path for path in read if path.startswith(("log/tile/entries", OTHER))]
    assert "log/checkpoint" in read
