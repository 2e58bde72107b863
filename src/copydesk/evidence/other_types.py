"""Plain text, JSON, feeds, PDF, pictures: there is text, or there is none, or it is an error."""

from __future__ import annotations

import re

from copydesk.evidence.answer import Answer
from copydesk.evidence.marks import Verdict, verdict
from copydesk.evidence.refusals import refuses
from copydesk.evidence.titles import says_error, says_not_found, says_refused

__all__ = ["judge_other"]

MAX_MESSAGE = 600
"""Characters of a text or a JSON object above which it is no mere message of an error."""

MAX_FAULT = 4_000
"""The same of an XML text whose root says that it is an error."""

MAX_LINES = 2
"""Line breaks from which a plain text is no mere message."""

_CAPITALS = re.compile(r"(?<=[a-z])(?=[A-Z])")
_MESSAGE_KEYS = frozenset({
    "error", "errors", "message", "msg", "detail", "details", "title", "type", "status",
    "statuscode", "status_code", "code", "reason", "documentation_url", "requestid", "request_id",
    "timestamp", "path", "success", "instance", "trace_id", "ok", "error_code", "error_description",
    "errorcode", "errormessage", "fault", "description", "hint", "help", "traceid", "correlationid",
    "request-id", "faultstring", "faultcode",
})  # fmt: skip
_SAYS = frozenset({"error", "errors", "message", "detail", "msg", "reason", "fault", "faultstring",
                   "description", "errormessage", "error_description"})  # fmt: skip
_FAILS = frozenset({"error", "errors", "fault", "faultstring", "errormessage", "error_description"})
_NOTHING = frozenset({"null", "true", "false", "{}", "[]", '""'})
_DENIED = frozenset({"401", "403", "429"})


def judge_other(answer: Answer) -> Verdict | None:
    """The verdict on a body that is not HTML; ``None`` where nothing speaks against it."""
    text = answer.text
    words = text.text.strip()
    if text.media_type.endswith("json") and words in _NOTHING:
        words = ""
    if text.signal("damaged") is not None:
        why = text.notes[0] if text.notes else "it cannot be opened"
        return verdict("damaged-file", f"No text in the PDF: {why}.")
    if text.signal("feed") == "empty":
        return verdict("empty-feed", "The feed holds no entry.")
    if words:
        return _message(answer, words)
    if text.media_type == "application/pdf":
        why = text.notes[0] if text.notes else "it holds images only, or nothing"
        return verdict("no-text", f"No text in the PDF: {why}.")
    if text.media_type.startswith("text/") or text.media_type.endswith(("json", "xml")):
        return verdict("no-text", "The body holds no text.")
    kind = text.media_type or answer.media_type or "these bytes"
    return verdict("not-text", f"No text is read from {kind}.")


def _fault(words: str) -> Verdict | None:
    """An XML text whose root says that it is an error, as stores of files answer."""
    if len(words) > MAX_FAULT:
        return None
    said = f"The body is the message of an error: “{words.replace(chr(10), ' ')[:120]}”."
    refused = any(map(_says_refused, words.split("\n")))
    return verdict("error-refused" if refused else "error-data", said)


def _says_refused(words: str) -> bool:
    """Whether a message, or its first sentence, refuses; ``AccessDenied`` and ``access_denied``, too."""
    plain = _CAPITALS.sub(" ", words.replace("_", " ").replace("-", " ")).strip()
    return bool(says_refused(plain) or says_refused(re.split(r"[.!;,(]\s", f"{plain} ")[0]))


def _message(answer: Answer, words: str) -> Verdict | None:
    """A body that is only the message of an error, with a status that says that all is well."""
    if answer.text.signal("fault") is not None:
        return _fault(words)
    if len(words) > MAX_MESSAGE:
        return None
    return _error_object(words) if answer.text.media_type.endswith("json") else _error_text(words)


def _error_text(words: str) -> Verdict | None:
    first = words.split("\n", 1)[0]
    said = f"The body says “{first[:80]}” and no more."
    if refuses(words) and words.count("\n") < MAX_LINES:
        return verdict("refused-words", said)
    if len(words) < MAX_MESSAGE // 2 and _says_refused(first):
        return verdict("refused-title", said)
    if says_refused(words) or (len(words) < 2 * len(first) and says_refused(first)):
        return verdict("refused-title", said)
    if says_not_found(words) or says_error(words):
        return verdict("error-data", said)
    return None


def _error_object(words: str) -> Verdict | None:
    pairs = dict(line.partition(":")[::2] for line in words.split("\n") if ":" in line)
    keys = {key.rpartition(".")[2].strip().lower() for key in pairs}
    roots = {key.partition(".")[0].strip().lower() for key in pairs}
    whole = bool(roots) and roots <= {"error", "errors", "fault"}
    if not whole and (not keys or not keys <= _MESSAGE_KEYS or not keys & _SAYS):
        return None
    values = [value.strip() for value in pairs.values()]
    said = f"The body is the message of an error: “{words.replace(chr(10), ' ')[:120]}”."
    if any(value in _DENIED or _says_refused(value) for value in values):
        return verdict("error-refused", said)
    named = {key.partition(".")[0].strip().lower() for key in pairs}
    flags = [
        pairs[key].strip().lower() for key in pairs if key.strip().lower() in {"success", "ok"}
    ]
    failed = bool((keys | named) & _FAILS) or "false" in flags or any(map(says_not_found, values))
    return verdict("error-data", said) if failed or "404" in values else None
