"""One page in the browser: opened, left to settle, read, and closed, each within its time."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any

from copydesk.capture.browser_requests import Answers

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Page

    from copydesk.capture.browser_launch import Chromium
    from copydesk.capture.fetch import Fetcher
    from copydesk.capture.model import Capture
    from copydesk.config import CaptureLimits

__all__ = ["Rendered", "render"]

WIDTH, HEIGHT = 1280, 900
QUIET_SECONDS = 0.5
"""Without a request for so long, a page has settled."""
READ_SECONDS = 15.0
"""For reading and picturing a page; its own scripts no longer run then."""
CDP_SECONDS = 3.0
"""For one command to the browser."""
STOP_SECONDS = 10.0
"""For a page's scripts to be stopped."""
MAX_POPUPS = 5
MAX_SCROLLS = 12
WALK = {"chars": 4_000_000, "nodes": 300_000, "milliseconds": 5_000, "font": 4, "contrast": 10}

# These reach the network, or outlive the page, without a request that could be answered here.
_WITHOUT = """for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport",
"SharedWorker"]) { try { delete globalThis[name]; } catch {} }
globalThis.open = () => null; globalThis.print = () => undefined;"""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A page as the browser shows it; ``picture`` is JPEG, empty where none could be made."""

    read: dict[str, Any]
    picture: bytes
    answers: Answers
    stopped: bool


async def render(chromium: Chromium, fetcher: Fetcher, page: Capture) -> Rendered:
    """Open the capture ``page`` and read what it shows.

    Raises:
        TimeoutError: it cannot be read within its time.
        playwright.async_api.Error: the browser or the page crashed.
        ValueError: what was read is not what a page gives.
    """
    limits = fetcher.limits
    answers = Answers(fetcher, page, limits.browser_bytes)
    async with asyncio.timeout(limits.browser_seconds + 2 * READ_SECONDS):
        context = await chromium.browser.new_context(
            accept_downloads=False,
            locale="en-GB",
            reduced_motion="reduce",
            service_workers="block",
            user_agent=chromium.agent,
            viewport={"width": WIDTH, "height": HEIGHT},
        )
    try:
        async with asyncio.timeout(limits.browser_seconds + 2 * READ_SECONDS):
            await context.add_init_script(_WITHOUT)
            await context.route("**/*", answers.handle)
            await context.route_web_socket("**/*", lambda socket: socket.close())
            tab = await context.new_page()
            _close_popups(context, tab)
            tab.on("dialog", lambda dialog: dialog.dismiss())
            session = await context.new_cdp_session(tab)
            stopped = await _settle(tab, session, answers, limits)
            return await _read(session, answers, limits, stopped=stopped)
    finally:
        await _close(context, chromium)


def _close_popups(context: BrowserContext, tab: Page) -> None:
    count = 0

    async def close(other: Page) -> None:
        nonlocal count
        count += 1
        with contextlib.suppress(Exception):
            await (other if count <= MAX_POPUPS else tab).close()
            await other.close()

    context.on("page", close)


async def _settle(tab: Page, session: CDPSession, answers: Answers, limits: CaptureLimits) -> bool:
    """Until the page is loaded and quiet; whether it was stopped at its time limit instead."""
    rest = asyncio.create_task(_rest(tab, session, answers, limits))
    over = asyncio.create_task(answers.over.wait())
    try:
        await asyncio.wait(
            {rest, over}, timeout=limits.browser_seconds, return_when=asyncio.FIRST_COMPLETED
        )
    finally:
        for task in (rest, over):
            task.cancel()
        await asyncio.gather(rest, over, return_exceptions=True)
    stopped = rest.cancelled() or rest.exception() is not None
    if stopped and tab.is_closed():
        raise ValueError("the page closed itself, or crashed")
    # All at once: behind a flood of requests, each answer is long in coming.
    commands = [
        session.send("Emulation.setScriptExecutionDisabled", {"value": True}),
        session.send("Page.stopLoading"),
    ]
    if stopped:
        commands.append(session.send("Runtime.terminateExecution"))
    with contextlib.suppress(Exception):
        async with asyncio.timeout(STOP_SECONDS):
            await asyncio.gather(*commands, return_exceptions=True)
    return stopped


async def _rest(tab: Page, session: CDPSession, answers: Answers, limits: CaptureLimits) -> None:
    await tab.goto(answers.address, wait_until="load", timeout=limits.browser_seconds * 1000)
    await _quiet(answers)
    await _scroll(session)
    await _quiet(answers)


async def _quiet(answers: Answers) -> None:
    await asyncio.sleep(0.2)
    while answers.busy(QUIET_SECONDS):  # noqa: ASYNC110 - a span without an event is waited for
        await asyncio.sleep(0.05)


async def _scroll(session: CDPSession) -> None:
    """Go down the page once as a reader does: much text is only shown when it is scrolled to."""
    for place in range(1, MAX_SCROLLS + 1):
        found = await session.send(
            "Runtime.evaluate",
            {"expression": f"scrollTo(0, {place * HEIGHT}); scrollY < {(place - 1) * HEIGHT + 1}",
             "returnByValue": True},
        )  # fmt: skip
        await asyncio.sleep(0.05)
        if found["result"].get("value") is not False:
            break
    await session.send("Runtime.evaluate", {"expression": "scrollTo(0, 0)"})


async def _read(
    session: CDPSession, answers: Answers, limits: CaptureLimits, *, stopped: bool
) -> Rendered:
    walk = resources.files("copydesk.capture").joinpath("browser_walk.js").read_text("utf-8")
    async with asyncio.timeout(READ_SECONDS):
        frame = (await session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
        world = await session.send("Page.createIsolatedWorld", {"frameId": frame})
        bounds = json.dumps(WALK | {"markup": limits.max_bytes // 2})
        answer = await session.send(
            "Runtime.evaluate",
            {"expression": f"({walk})({bounds})", "contextId": world["executionContextId"],
             "returnByValue": True},
        )  # fmt: skip
    read = answer["result"].get("value")
    if not isinstance(read, dict):
        raise ValueError(str(answer.get("exceptionDetails", {}).get("text", "nothing was read")))  # noqa: TRY004 - what a page gives is a value
    if read.get("large"):
        raise ValueError("its content is larger than is kept")
    picture = b""
    with contextlib.suppress(Exception):
        async with asyncio.timeout(READ_SECONDS):
            height = min(max(int(read["height"]), HEIGHT), limits.browser_picture_height)
            shot = await session.send(
                "Page.captureScreenshot",
                {"format": "jpeg", "quality": 75, "captureBeyondViewport": True,
                 "clip": {"x": 0, "y": 0, "width": WIDTH, "height": height, "scale": 1}},
            )  # fmt: skip
            picture = base64.b64decode(shot["data"])
    return Rendered(read, picture, answers, stopped)


async def _close(context: BrowserContext, chromium: Chromium) -> None:
    """Close the page; a browser that does not is ended, and the next page gets a new one."""
    try:
        async with asyncio.timeout(CDP_SECONDS):
            await context.close()
    except Exception:  # noqa: BLE001 - a page that cannot be closed
        chromium.kill()
