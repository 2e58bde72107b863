"""One Chromium for a run: found on this machine, never downloaded, started so that it is shut in.

Its requests are answered by Copydesk (:mod:`copydesk.capture.browser_requests`). What is not asked
that way cannot leave: the only proxy is a name that no resolver is ever asked for.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import shutil
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from copydesk import __version__

if TYPE_CHECKING:
    from playwright.async_api import Browser, Playwright

    from copydesk.config import CaptureLimits

__all__ = ["Chromium", "find_chromium", "start", "unavailable"]

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--proxy-server=http://nowhere.invalid:1",  # whatever is not answered here goes nowhere
    "--proxy-bypass-list=<-loopback>",  # this machine's own addresses too
    "--host-resolver-rules=MAP * ~NOTFOUND",  # no name is ever resolved
    "--dns-prefetch-disable",
    "--disable-quic",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-background-networking",
    "--disable-domain-reliability",
    "--no-pings",
    "--js-flags=--max-old-space-size=512",
)
CLOSE_SECONDS = 5.0


@dataclass(slots=True)
class Chromium:
    """A running browser; ``client`` names it in captures, ``agent`` is what it calls itself."""

    browser: Browser
    playwright: Playwright
    client: str
    agent: str
    sandbox: bool
    pid: int
    killed: bool = False

    @property
    def ended(self) -> bool:
        """Whether it was killed or ended by itself."""
        return self.killed or not self.browser.is_connected()

    async def close(self) -> None:
        """End it, by force if it does not end by itself."""
        with contextlib.suppress(Exception):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self.browser.close()
        if self.browser.is_connected():
            self.kill()
        with contextlib.suppress(Exception):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self.playwright.stop()

    def kill(self) -> None:
        """End it and its child processes at once; Playwright makes it a process group's leader."""
        self.killed = True
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if os.getpgid(self.pid) == self.pid:
                os.killpg(self.pid, signal.SIGKILL)
            else:
                os.kill(self.pid, signal.SIGKILL)


def find_chromium(configured: str = "") -> str | None:
    """The path of an installed Chromium: ``configured`` if it is there, else the first on PATH."""
    if configured:
        return configured if Path(configured).is_file() else None
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def unavailable(limits: CaptureLimits) -> str:
    """Why no page can be rendered here, as a sentence; empty where it can."""
    if importlib.util.find_spec("playwright") is None:
        return "No browser was used: the extra `copydesk[browser]` is not installed."
    if find_chromium(limits.browser_path) is None:
        if limits.browser_path:
            return f"No browser was used: there is no {limits.browser_path}."
        return f"No browser was used: none of {', '.join(NAMES)} is installed."
    return ""


async def start(limits: CaptureLimits) -> Chromium:
    """Start the browser.

    Raises:
        playwright.async_api.Error: it cannot be started.
        TimeoutError: it does not answer in time.
    """
    from playwright.async_api import async_playwright  # noqa: PLC0415 - an extra, and slow to import

    sandbox = not hasattr(os, "geteuid") or os.geteuid() != 0  # Chromium refuses root a sandbox
    driver = await async_playwright().start()
    try:
        async with asyncio.timeout(limits.browser_seconds):
            browser = await driver.chromium.launch(
                executable_path=find_chromium(limits.browser_path),
                headless=True,
                chromium_sandbox=sandbox,
                args=list(ARGUMENTS),
            )
            session = await browser.new_browser_cdp_session()
            version = await session.send("Browser.getVersion")
            processes = (await session.send("SystemInfo.getProcessInfo"))["processInfo"]
    except BaseException:
        await driver.stop()
        raise
    pid = next(int(one["id"]) for one in processes if one["type"] == "browser")
    client = f"copydesk/{__version__} chromium/{browser.version}"
    agent = f"{version['userAgent']} {limits.user_agent}"
    return Chromium(browser, driver, client, agent, sandbox, pid)
