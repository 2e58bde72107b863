"""Pages of articles that were imported from another system's archive.

They stand apart, below ``imported/``, and say on top that the newsroom has neither reviewed nor
published them. What is said of the other system's signatures comes from the verification; the text is
shown only where it is the one that the import statement names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from copydesk.article.model import Article
from copydesk.config import Config
from copydesk.press import wording
from copydesk.press.body import render_body
from copydesk.press.templating import environment
from copydesk.provenance.checks import IMPORT_CHECKS, Check, CheckState, Verification
from copydesk.provenance.imported import ImportedPredicate, ImportedStep

__all__ = ["ImportedArticle", "render_imported"]

# The newsroom's own part of it: where one of these fails, nothing that is shown can be relied on.
_OWN = ("form", "signature", "signer", "inclusion", "references", "article", "import-files")
_WORDS = {
    CheckState.PASS: "Pass",
    CheckState.FAIL: "Fail",
    CheckState.NOT_PRESENT: "Not present",
}
_STEPS = {
    "submission": "Handed in",
    "review": "Reviewed",
    "earlier-review": "Reviewed, an earlier submission",
    "publication": "Published there",
    "correction": "Corrected there",
}
_SHORT = {
    "valid": "verifies with a key of the archive",
    "edited-since": "verifies only as it was before the file was changed",
    "does-not-verify": "does not verify",
    "forgeable": "forgeable by anyone: made with a public secret",
    "not-ed25519": "is no signature of the kind that it claims",
    "unknown-key": "cannot be checked: no key",
    "uncheckable": "cannot be checked: its secret is not known",
    "unknown-scheme": "cannot be checked: its scheme is not known",
    "missing": "not signed",
    "not-signed": "not signed",
}
_CAPTURES = {
    "matches": "as recorded",
    "line-ends": "as recorded but for converted line ends",
    "line-ends-likely": "not as recorded; converted line ends are likely",
    "differs": "not as recorded",
    "no-hash": "no hash was recorded",
    "not-stored": "was not kept",
    "unreadable": "cannot be read",
}


@dataclass(frozen=True, slots=True)
class ImportedArticle:
    """One imported article: what was stated of it, what verifying that gave, and its text.

    ``said`` is ``None`` where the statement cannot be read, ``article`` where the text cannot be.
    """

    month: str
    slug: str
    said: ImportedPredicate | None
    article: Article | None
    verification: Verification

    @property
    def href(self) -> str:
        """The page's path below ``imported/``."""
        return f"{self.month}/{self.slug}/index.html"

    @property
    def broken(self) -> tuple[Check, ...]:
        """Those of the newsroom's own checks that fail, or all where no signature was found good."""
        found = [each for each in self.verification.checks if each.id in _OWN]
        failed = [each for each in found if each.state is CheckState.FAIL]
        unsigned = self.verification.state("signature") is not CheckState.PASS
        return tuple(failed or (found if unsigned else ()))

    @property
    def title(self) -> str:
        """The text's title; without it what the statement says, or the slug."""
        if self.article is not None and not self.broken:
            return self.article.title.text or self.slug
        return self.said.article.title if self.said is not None and not self.broken else self.slug


def render_imported(
    items: Sequence[ImportedArticle], config: Config, frame: dict[str, str]
) -> dict[str, bytes]:
    """A page for each imported article, and a list of them, newest month first.

    Args:
        items: the articles.
        config: the newsroom's.
        frame: what every page of the site has, without ``root``.

    Returns:
        Site-relative path to bytes; nothing where there is no imported article.
    """
    if not items:
        return {}
    ordered = sorted(items, key=lambda item: (item.month, item.slug), reverse=True)
    title = config.site.title or config.newsroom.name
    index = environment().get_template("imported_index.html.j2")
    pages = {
        "imported/index.html": index.render(
            **frame, root="../", items=ordered, page_title=f"Imported articles · {title}"
        ).encode()
    }
    for item in ordered:
        pages[f"imported/{item.href}"] = _page(item, frame, title, config.newsroom.name)
    return pages


def _page(item: ImportedArticle, frame: dict[str, str], site: str, newsroom: str) -> bytes:
    text = item.article if item.article is not None and not item.broken else None
    body = Markup(render_body(text)[0]) if text is not None else ""  # noqa: S704 - sanitised there
    said = item.said if not item.broken else None
    steps = said.steps if said is not None else []
    return (
        environment()
        .get_template("imported.html.j2")
        .render(
            **frame,
            root="../../../",
            page_title=f"Imported: {item.title} · {site}",
            item=item,
            newsroom=newsroom,
            text=text,
            body=body,
            said=said,
            read_on=wording.moment(said.importedAt) if said is not None else "",
            steps=[_step(each) for each in steps],
            corrections=[each for each in steps if each.step == "correction"],
            captures=[(each.url, _CAPTURES[each.state]) for each in said.captures] if said else [],
            checks=[
                (each.state.value, _WORDS[each.state], each.title, each.reason)
                for each in item.verification.checks
            ],
            source=next((each for each in said.files if each.kept is None), None) if said else None,
            meaning=IMPORT_CHECKS["import-step"].meaning,
        )
        .encode()
    )


def _step(step: ImportedStep) -> dict[str, str]:
    """One row of the other system's record."""
    who = step.by or "not named"
    return {
        "what": _STEPS[step.step] + (f" ({step.says})" if step.says else ""),
        "who": f"{who}, {step.generator}" if step.generator else who,
        "at": step.at or "no time stated",
        "signature": _SHORT[step.signature.outcome],
        "open": ", ".join(step.signature.notCovered),
    }
