"""A Machine Herald story, wherever it was read from, as outcomes and facts of an audit."""

from __future__ import annotations

from collections.abc import Iterator

from copydesk.audit.herald_events import event_outcomes
from copydesk.audit.herald_signed import signed_outcomes
from copydesk.audit.row import Outcome, fail, passed
from copydesk.importers.herald_keys import HeraldKeys
from copydesk.importers.herald_records import Story, StoryRef
from copydesk.importers.unfit import UnfitKind

__all__ = ["story_day", "story_facts", "story_form", "story_outcomes"]

# What is left out of a record that can otherwise be read, and files beside a manifest.
_MILD = frozenset({UnfitKind.FIELD, UnfitKind.NO_STORY})


def story_outcomes(story: Story, keys: HeraldKeys) -> Iterator[Outcome]:
    """Who signed, what was changed, and in what order it went."""
    yield from signed_outcomes(story, keys)
    yield from event_outcomes(story)


def story_form(story: Story) -> Outcome:
    """The check ``form``."""
    grave = [each for each in story.unfit if each.kind not in _MILD]
    if not grave:
        return passed("form", f"{len(story.digests)} files can be read.")
    first, more = grave[0], f" (and {len(grave) - 1} more)" if len(grave) > 1 else ""
    return fail("form", str(first.kind), f"{first.path}: {first.reason}{more}")


def story_day(ref: StoryRef) -> str:
    """``YYYY-MM-DD`` of an article's name, which begins with its day, or of a submission's."""
    return ref.name[:10] if ref.name.startswith(ref.month) else f"{ref.month}-{ref.name[:2]}"


def story_facts(story: Story) -> tuple[tuple[str, str], ...]:
    """What its files say of it; the article's own front matter counts first."""
    ref, article, submission = story.ref, story.article, story.submission
    facts = {
        "published": "yes" if ref.article or ref.provenance else "no",
        "corrections": str(sum(len(each.entries) for each in story.corrections)),
        "date": story_day(ref),
    }
    if submission is not None:
        facts |= {
            "contributor": submission.bot_id,
            "model": submission.contributor_model or "",
            "category": submission.category,
        }
    if article is not None:
        facts |= {
            "contributor": article.bot_id or facts.get("contributor", ""),
            "model": article.contributor_model or facts.get("model", ""),
            "category": article.category,
        }
    return tuple(sorted(facts.items()))
