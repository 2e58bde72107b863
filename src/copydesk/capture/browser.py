"""The step that shows a source in a real browser: its rendered mark-up, its text, its picture."""

from __future__ import annotations

import asyncio
import hashlib
from typing import TYPE_CHECKING, Self

from copydesk.capture import browser_launch
from copydesk.capture.model import Capture, CaptureProblem, Outcome, Role
from copydesk.evidence import Verdict, judge, read_evidence
from copydesk.evidence.read import sniff
from copydesk.evidence.visible import MEDIA_TYPE, write_visible
from copydesk.report import Quality

if TYPE_CHECKING:
    from copydesk.capture.browser_page import Rendered
    from copydesk.capture.fetch import Fetcher

__all__ = ["BrowserStep", "needs_browser"]

_SHELLS = frozenset({Quality.SCRIPT_ONLY, Quality.BLOCKED, Quality.EMPTY})


def needs_browser(page: Capture, mode: str) -> bool:
    """Whether ``page`` is to be shown in a browser: where asked for, or where it is a shell.

    Args:
        page: the capture of the page itself.
        mode: ``capture.browser``: ``never``, ``always`` or ``auto``. A consent wall is not opened at
            ``auto``: nothing is ever clicked, so a browser would get the same.
    """
    if mode == "never" or page.role is not Role.PAGE:
        return False
    return mode == "always" or (page.quality in _SHELLS and _is_html(page))


def _is_html(page: Capture) -> bool:
    return bool(page.body) and sniff(page.body or b"", page.media_type, page.url) == "text/html"


class BrowserStep:
    """A step of one run; it starts the browser when the first page needs it, and ends it on exit."""

    def __init__(self) -> None:
        self._chromium: browser_launch.Chromium | None = None
        # One page at a time: a hostile one must not take the browser away from another.
        self._turn = asyncio.Lock()

    async def __call__(
        self, fetcher: Fetcher, captures: tuple[Capture, ...], *, mode: str = ""
    ) -> tuple[Capture, ...]:
        """The variants to add to ``captures``: rendered mark-up, visible text, picture.

        ``mode`` stands in the place of ``capture.browser``; see :func:`needs_browser`.
        """
        page, limits = captures[0], fetcher.limits
        mode = mode or limits.browser
        if not needs_browser(page, mode):
            return ()
        missing = browser_launch.unavailable(limits)
        if missing:
            asked = mode == "always"
            return (_none(fetcher, page, "no-browser", missing),) if asked else ()
        if not _is_html(page):
            said = "No browser was used: there is no HTML page to show."
            return (_none(fetcher, page, "nothing-to-show", said),)
        async with self._turn:
            return await self._shown(fetcher, page)

    async def _shown(self, fetcher: Fetcher, page: Capture) -> tuple[Capture, ...]:
        from copydesk.capture.browser_page import render  # noqa: PLC0415 - needs the extra

        try:
            chromium = await self._running(fetcher)
            rendered = await render(chromium, fetcher, page)
            return await asyncio.to_thread(_variants, fetcher.clock(), chromium, page, rendered)
        except TimeoutError:
            said = f"The browser did not show the page within {fetcher.limits.browser_seconds:g} seconds."
            return (_none(fetcher, page, "timeout", said),)
        except Exception as error:  # noqa: BLE001 - a capture is a result whatever happens
            said = (str(error).strip().splitlines() or [type(error).__name__])[0][:300]
            said = f"The browser could not show the page: {said}"
            return (_none(fetcher, page, "browser", said),)

    async def _running(self, fetcher: Fetcher) -> browser_launch.Chromium:
        if self._chromium is not None and self._chromium.ended:
            await self._chromium.close()
            self._chromium = None
        if self._chromium is None:
            self._chromium = await browser_launch.start(fetcher.limits)
        return self._chromium

    async def __aenter__(self) -> Self:
        """Nothing is started yet."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """End the browser, if it was started."""
        if self._chromium is not None:
            await self._chromium.close()
            self._chromium = None


def _none(fetcher: Fetcher, page: Capture, code: str, said: str) -> Capture:
    return Capture(
        url=page.url,
        outcome=Outcome.FAILED,
        retrieved_at=fetcher.clock(),
        client=page.client,
        final_url=page.final_url,
        reason=said,
        problem=CaptureProblem(code, said),
        role=Role.RENDERED,
        derived_from=page.sha256,
    )


def _variants(
    now: str, chromium: browser_launch.Chromium, page: Capture, rendered: Rendered
) -> tuple[Capture, ...]:
    read, answers = rendered.read, rendered.answers
    url = str(read["url"])[:4_096]
    notes = _notes(chromium, rendered)
    facts = (
        ("requests", str(answers.made)),
        ("requests refused", str(answers.refused)),
        ("hosts asked", ", ".join(list(answers.hosts)[:20])),
        ("frames not read", str(read["frames"])),
    )
    made: list[Capture] = []

    def add(
        role: Role, body: bytes, media_type: str, verdict: Verdict, source: str | None
    ) -> Capture:
        made.append(
            Capture(
                url=page.url, outcome=Outcome.STORED, retrieved_at=now, client=chromium.client,
                final_url=url, status=answers.status, media_type=media_type, size=len(body),
                sha256=hashlib.sha256(body).hexdigest(), quality=verdict.quality,
                reason=" ".join(filter(None, (verdict.reason, *notes))), body=body, role=role,
                mark=verdict.mark,
                derived_from=source, facts=facts,
            )
        )  # fmt: skip
        return made[-1]

    body = str(read["markup"]).encode("utf-8", "replace")
    kind = "text/html; charset=utf-8"
    verdict = judge(
        read_evidence(body, media_type=kind), status=answers.status, media_type=kind,
        url=page.url, final_url=url, size=len(body),
    )  # fmt: skip
    source = add(Role.RENDERED, body, kind, verdict, page.sha256).sha256
    text = write_visible(url, str(read["title"]), read["segments"], cut=bool(read["cut"]))
    add(Role.TEXT, text, MEDIA_TYPE, verdict, source)
    if rendered.picture:
        said = Verdict(Quality.EMPTY, "", "A picture: no text is read from it.")
        add(Role.SCREENSHOT, rendered.picture, "image/jpeg", said, source)
    return tuple(made)


def _notes(chromium: browser_launch.Chromium, rendered: Rendered) -> list[str]:
    notes = []
    if rendered.stopped:
        notes.append("The page did not come to rest in its time; what there was is kept.")
    if not chromium.sandbox:
        notes.append("Shown without the browser's sandbox, since Copydesk runs as root.")
    return notes
