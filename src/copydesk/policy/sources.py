"""Rules about the sources that an article lists: how many, where from, and whether readable."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from copydesk.article import SourceRef
from copydesk.evidence.model import EvidenceSource
from copydesk.policy.length import category_rule
from copydesk.policy.lists import host_of
from copydesk.policy.registry import Context, Hit, register
from copydesk.report import FieldName, Quality, Severity

_WHY = {
    Quality.BLOCKED: "the server refused the page",
    Quality.SCRIPT_ONLY: "the page holds no text without its scripts",
    Quality.CONSENT: "only a consent page was received",
    Quality.EMPTY: "the page holds no text",
    Quality.WRONG_PAGE: "another page was received",
    Quality.MISSING: "nothing was captured",
    Quality.PARTIAL: "its text is cut off",
    Quality.PAYWALLED: "the rest is behind a paywall",
}


def _hit(context: Context, source: SourceRef, message: str, expected: str | None = None) -> Hit:
    """Stands where the body first cites the source; at 0-0 of the body where it never does."""
    place = context.cited.get(source.id, (FieldName.BODY, 0, 0))
    return Hit(*place, message, expected=expected, found=source.url)


@register(
    "min-sources",
    Severity.ERROR,
    statement="The article lists as many sources as its category asks for.",
    rationale="A story told from one source repeats that source's mistakes and its interests; a "
    "second one is the cheapest test there is.",
    fix="Add a source that reports the matter independently.",
    bad="category: News, with one source",
    good="category: News, with three sources",
    config=("categories",),
)
def min_sources(context: Context) -> Iterable[Hit]:
    """Counts listed sources, not whether they are independent of each other."""
    limits = category_rule(context)
    count = len(context.article.front.sources)
    # None at all is missing-field's finding.
    if limits is None or count == 0 or count >= limits.min_sources:
        return
    yield Hit(
        FieldName.BODY,
        0,
        0,
        f"The article lists {count} source{'' if count == 1 else 's'}; "
        f"{context.article.front.category.strip()} asks for at least {limits.min_sources}.",
        expected=f"at least {limits.min_sources}",
        found=str(count),
    )


@register(
    "source-not-https",
    Severity.ERROR,
    statement="Every source is an https address.",
    rationale="What comes over plain http may have been changed on the way, so its capture does not "
    "prove what the publisher said.",
    fix="Cite the page's https address; most sites have one at the same path.",
    bad="http://harbour.example/notice",
    good="https://harbour.example/notice",
)
def source_not_https(context: Context) -> Iterable[Hit]:
    """The scheme as listed, not where a redirect leads."""
    for source in context.article.front.sources:
        if urlsplit(source.url).scheme.lower() != "https":
            yield _hit(context, source, f"Source {source.id} is not an https address.", "https")


@register(
    "source-allowlisted",
    Severity.NOTE,
    statement="For a source that the allowlist allows, the entry and its line are noted.",
    rationale="An editor who accepts a source on the strength of the list should see which entry "
    "did it, and be able to question that entry.",
    fix="Nothing needs to be done.",
    bad="https://www.harbour.example/notice, allowed by “harbour.example” on line 3",
    good="A source that no entry allows, or a newsroom without an allowlist",
    config=("allowlist",),
)
def source_allowlisted(context: Context) -> Iterable[Hit]:
    """Silent where the newsroom has no allowlist."""
    allowed = context.lists.allowlist
    if allowed is None:
        return
    for source in context.article.front.sources:
        entry = allowed.match(source.url)
        if entry is not None:
            yield _hit(
                context,
                source,
                f"Source {source.id} is allowed by “{entry.pattern}” on line {entry.line} "
                f"of {allowed.path}.",
                f"{allowed.path}:{entry.line}: {entry.pattern}",
            )


@register(
    "source-not-allowlisted",
    Severity.WARNING,
    statement="Every source's host is on the newsroom's allowlist.",
    rationale="The list holds what the newsroom has looked at before. A host that is not on it may "
    "be good, and somebody should look before it carries a story.",
    fix="Look at the site; cite another, or have its host added to the allowlist.",
    bad="https://unheard-of.example/scoop",
    good="https://harbour.example/notice, with “harbour.example” on the list",
    config=("allowlist",),
)
def source_not_allowlisted(context: Context) -> Iterable[Hit]:
    """Silent where the newsroom has no allowlist, and for hosts that the blocklist names."""
    allowed, blocked = context.lists.allowlist, context.lists.blocklist
    if allowed is None:
        return
    for source in context.article.front.sources:
        url = source.url
        if allowed.match(url) is None and (blocked is None or blocked.match(url) is None):
            yield _hit(
                context,
                source,
                f"The site {host_of(url)} of source {source.id} is not on the allowlist {allowed.path}.",
                f"an entry of {allowed.path}",
            )


@register(
    "source-blocklisted",
    Severity.ERROR,
    statement="No source's host is on the newsroom's blocklist.",
    rationale="Link shorteners hide where a reader is led, paste sites vanish, and some sites have "
    "shown that they invent; the newsroom decided this once and does not decide it again.",
    fix="Cite where the facts were first published.",
    bad="https://short.example/a1b2",
    good="https://harbour.example/notice",
    config=("blocklist",),
)
def source_blocklisted(context: Context) -> Iterable[Hit]:
    """Silent where the newsroom has no blocklist. It wins over the allowlist."""
    blocked = context.lists.blocklist
    if blocked is None:
        return
    for source in context.article.front.sources:
        entry = blocked.match(source.url)
        if entry is not None:
            yield _hit(
                context,
                source,
                f"Source {source.id} is blocked by “{entry.pattern}” on line {entry.line} "
                f"of {blocked.path}.",
                f"no entry of {blocked.path}",
            )


@register(
    "source-not-captured",
    Severity.WARNING,
    statement="Every source was captured.",
    rationale="What was not captured cannot be compared with the article, and cannot be shown once "
    "the page has changed.",
    fix="Capture it (`copydesk capture`), hand in a saved copy, or cite another source.",
    bad="A source that answered nothing when it was fetched",
    good="A source whose page was received and kept",
)
def source_not_captured(context: Context) -> Iterable[Hit]:
    """Sources without a captured body, and sources that the evidence does not name at all.

    Where all of them lack one for the same reason, no-usable-evidence says it once.
    """
    if _common_reason(context) is not None:
        return
    known = {source.id: source for source in context.sources}
    for ref in context.article.front.sources:
        source = known.get(ref.id)
        if source is None or source.sha256 is None:
            reason = f": {source.reason.rstrip('.')}" if source and source.reason else ""
            yield _hit(context, ref, f"Source {ref.id} was not captured{reason}.", "a capture")


@register(
    "source-unusable",
    Severity.WARNING,
    statement="Every captured source holds text that can be read, and all of it.",
    rationale="A consent page, a block page or an empty shell looks like a capture and proves "
    "nothing; a story that rests on one rests on nothing. A teaser shows its first lines, and what "
    "stands behind the paywall may say otherwise.",
    fix="Capture the page another way (rendered, PDF, archive copy), or cite another source.",
    bad="A source whose capture is a cookie consent page",
    good="A source whose capture holds the article",
)
def source_unusable(context: Context) -> Iterable[Hit]:
    """Captured, and of a quality that supports nothing."""
    for source in context.sources:
        if source.sha256 is not None and not source.usable and _listed(context, source):
            ref = context.article.source(source.id)
            yield _hit(
                context,
                ref,
                _said(source),
                "the whole text" if source.legible else "readable text",
            )


@register(
    "no-usable-evidence",
    Severity.ERROR,
    statement="At least one source can be read.",
    rationale="Where no source can be read nothing was checked, and silence about the facts must "
    "not look like agreement.",
    fix="Capture the sources, or name a folder of saved pages with --evidence.",
    bad="Three sources, none of them captured",
    good="Three sources, two of them captured",
)
def no_usable_evidence(context: Context) -> Iterable[Hit]:
    """Sources are listed and none is usable."""
    count = len(context.article.front.sources)
    if count and not has_evidence(context):
        whole = "the one source" if count == 1 else f"any of the {count} sources"
        reason = _common_reason(context)
        why = f" ({reason})" if reason else ""
        in_full = " in full" if any(source.legible for source in context.sources) else ""
        yield Hit(
            FieldName.BODY,
            0,
            0,
            f"The text of {whole} could not be read{in_full}{why}, so no fact of the article was "
            "checked.",
            expected="at least one readable source",
            found="none",
        )


def has_evidence(context: Context) -> bool:
    """Whether any source is usable at all."""
    return any(source.usable for source in context.sources)


def _common_reason(context: Context) -> str | None:
    """Why none of the sources was captured, if that is one and the same reason (or none given)."""
    if any(source.sha256 is not None for source in context.sources):
        return None
    reasons = {source.reason.rstrip(".") for source in context.sources} or {""}
    return reasons.pop() if len(reasons) == 1 else None


def _listed(context: Context, source: EvidenceSource) -> bool:
    return 1 <= source.id <= len(context.article.front.sources)


def _said(source: EvidenceSource) -> str:
    if source.legible:
        return f"Only a part of source {source.id} was captured, which supports nothing alone: {_why(source)}."
    return f"The capture of source {source.id} supports nothing: {_why(source)}."


def _why(source: EvidenceSource) -> str:
    return source.reason.rstrip(".") or _WHY.get(source.quality, "its text is empty")
