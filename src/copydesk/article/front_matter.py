"""The front matter: a small, safe part of YAML, in which every value knows where it stands.

Only plain keys with strings, lists of strings and one level of nested keys are read. Values stay
strings (``2026-11-09`` is not turned into a date, ``no`` not into false). Anchors, aliases, tags
and duplicate keys are refused, and so is a value that YAML would silently cut at `` #``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import yaml

from copydesk.errors import ArticleError, InternalError, LimitError
from copydesk.textmap import MappedText, MappedTextBuilder

__all__ = ["Block", "Node", "parse_front_matter", "split_front_matter"]

# Front matter is a dozen lines; more is a mistake or an attack on the YAML reader.
MAX_FRONT_MATTER_CHARS = 64 * 1024
MAX_NODES = 5_000

_FENCE = re.compile(r"---[ \t]*(?:\r\n|\n|\Z)")
_CLOSE = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\r\n|\n|\Z)", re.MULTILINE)

# Lines that YAML reads in one way only: `key: value` and `  - value`, where the value is in double
# quotes without escapes, or begins with a letter or digit and has no colon before a space, no hash
# after one, and no two spaces in a row.
_VALUE = r"(\"[^\"\\\n]*\"|[A-Za-z0-9](?:[^ :#\n]|:(?=[^ \n])|(?<=[^ ])#| (?=[^ #\n]))*)"
_KEY_LINE = re.compile(rf"([a-z_]{{1,64}}):(?: {_VALUE})?\n")
_ITEM_LINE = re.compile(rf"  - {_VALUE}\n")
# Beyond these: YAML's other line breaks, what it calls not printable, byte order marks.
_PLAIN_TEXT = re.compile(
    "[\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]*"
)
MAX_PLAIN_LINES = 1_000


@dataclass(frozen=True, slots=True)
class Node:
    """A scalar (``text``), a list (``items``) or a mapping (``keys``) of the front matter.

    ``start`` and ``end`` are code points of the file after a byte order mark.
    """

    start: int
    end: int
    text: str | None = None
    origin: MappedText | None = None
    items: tuple[Node, ...] | None = None
    keys: dict[str, Node] | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """The front matter's YAML and where it and the body begin in the file (code points)."""

    yaml: str
    yaml_start: int
    body_start: int


def split_front_matter(text: str) -> Block | None:
    """Find the front matter of ``text`` (the file without its byte order mark).

    Returns:
        The block, or ``None`` when the text does not begin with a ``---`` line.

    Raises:
        ArticleError: it begins but never ends.
        LimitError: it is longer than :data:`MAX_FRONT_MATTER_CHARS`.
    """
    opening = _FENCE.match(text)
    if opening is None:
        return None
    closing = _CLOSE.search(text, opening.end())
    if closing is None:
        raise ArticleError(
            "The front matter begins with --- but no second --- line ends it.",
            fix="Put a line of three dashes after the last front matter key.",
            location="line 1",
        )
    if closing.start() - opening.end() > MAX_FRONT_MATTER_CHARS:
        raise LimitError(
            f"The front matter is over {MAX_FRONT_MATTER_CHARS} characters.",
            fix="Move running text into the body.",
        )
    return Block(text[opening.end() : closing.start()], opening.end(), closing.end())


def parse_front_matter(block: Block) -> dict[str, Node]:
    """Read the block's keys.

    Raises:
        ArticleError: not YAML, not a mapping, or something that this small part of YAML leaves
            out; the location names the line of the file.
    """
    plain = _plain_keys(block)
    return _yaml_keys(block) if plain is None else plain


def _plain_keys(block: Block) -> dict[str, Node] | None:
    """The keys of a block of nothing but plain lines, thirty times faster than the YAML reader;
    ``None`` where that must decide.
    """
    text, base = block.yaml, block.yaml_start
    if not text or text.count("\n") > MAX_PLAIN_LINES or not _PLAIN_TEXT.fullmatch(text):
        return None
    keys: dict[str, Node] = {}
    at = 0
    while at < len(text):
        line = _KEY_LINE.match(text, at)
        if line is None or line[1] in keys or line[1] == "null":
            return None
        at = line.end()
        if line[2] is not None:
            node = _plain_scalar(line, 2, base)
        else:
            node, at = _plain_list(text, at, base)
        if node is None:
            return None
        keys[line[1]] = node
    return keys


def _plain_list(text: str, at: int, base: int) -> tuple[Node | None, int]:
    """The list whose first line begins at ``at``, and where it ends."""
    start, items = at + 2, []
    while (line := _ITEM_LINE.match(text, at)) is not None:
        item = _plain_scalar(line, 1, base)
        if item is None:
            return None, at
        items.append(item)
        at = line.end()
    return (Node(base + start, base + at, items=tuple(items)) if items else None), at


def _plain_scalar(line: re.Match[str], group: int, base: int) -> Node | None:
    raw, start, end = line[group], line.start(group), line.end(group)
    if raw == "null":
        return None
    quoted = raw.startswith('"')
    value = raw[1:-1] if quoted else raw
    origin = MappedText.identity(value, base + start + quoted)
    return Node(base + start, base + end, text=value, origin=origin)


def _yaml_keys(block: Block) -> dict[str, Node]:
    """The long way; raises as :func:`parse_front_matter`."""
    try:
        events = list(_bounded(yaml.parse(block.yaml, Loader=yaml.SafeLoader)))
    except yaml.YAMLError as error:
        raise _yaml_error(error) from error
    reader = _Reader(events, block)
    root = reader.document()
    if root is None:
        return {}
    if root.keys is None:
        raise ArticleError(
            "The front matter is not a list of `key: value` lines.",
            fix="Write one key a line, such as `title: …`.",
            location="line 2",
        )
    return root.keys


def _bounded(events: Iterator[yaml.Event]) -> Iterator[yaml.Event]:
    for count, event in enumerate(events):
        if count > MAX_NODES:
            raise LimitError(
                f"The front matter holds more than {MAX_NODES} values.",
                fix="Keep front matter to the keys of the documentation.",
            )
        yield event


def _yaml_error(error: yaml.YAMLError) -> ArticleError:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "not YAML"
    line = (mark.line if mark else 0) + 2
    return ArticleError(
        f"The front matter cannot be read: line {line}: {problem}.",
        fix="Put the value in double quotes if it holds a colon, a hash or a quotation mark.",
        location=f"line {line}",
    )


def _span(event: yaml.Event) -> tuple[int, int, int]:
    """Start, end and line of an event; PyYAML's own reader always sets the marks."""
    if event.start_mark is None or event.end_mark is None:
        raise InternalError("The YAML reader gave an event without its place.")
    return event.start_mark.index, event.end_mark.index, event.start_mark.line


class _Reader:
    """Turns the event list into nodes; depth is bounded by :meth:`_node`."""

    MAX_DEPTH = 4

    def __init__(self, events: list[yaml.Event], block: Block) -> None:
        self.events = events
        self.at = 0
        self.block = block

    def document(self) -> Node | None:
        skipped = (yaml.StreamStartEvent, yaml.DocumentStartEvent)
        while isinstance(self.events[self.at], skipped):
            self.at += 1
        if isinstance(self.events[self.at], yaml.StreamEndEvent):
            return None
        root = self._node(0)
        if not isinstance(self.events[self.at + 1], yaml.StreamEndEvent):
            raise self._error(self.events[self.at + 1], "a second YAML document begins")
        return root

    def _error(self, event: yaml.Event, what: str) -> ArticleError:
        line = _span(event)[2] + 2
        return ArticleError(
            f"The front matter cannot be read: line {line}: {what}.",
            fix="Use plain `key: value` lines and `- item` lists.",
            location=f"line {line}",
        )

    def _node(self, depth: int) -> Node:
        event = self.events[self.at]
        if depth > self.MAX_DEPTH:
            raise self._error(event, "values are nested too deeply")
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise self._error(event, "anchors and aliases are not used here")
        if getattr(event, "tag", None):
            raise self._error(event, "YAML tags are not used here")
        if isinstance(event, yaml.ScalarEvent):
            self.at += 1
            return self._scalar(event)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(event, depth)
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(event, depth)
        raise self._error(event, "something is here that is not a value")

    def _sequence(self, event: yaml.Event, depth: int) -> Node:
        self.at += 1
        items = []
        while not isinstance(self.events[self.at], yaml.SequenceEndEvent):
            items.append(self._node(depth + 1))
        end = _span(self.events[self.at])[1]
        self.at += 1
        base = self.block.yaml_start
        return Node(base + _span(event)[0], base + end, items=tuple(items))

    def _mapping(self, event: yaml.Event, depth: int) -> Node:
        self.at += 1
        keys: dict[str, Node] = {}
        while not isinstance(self.events[self.at], yaml.MappingEndEvent):
            key_event = self.events[self.at]
            key = self._node(depth + 1)
            if key.text is None:
                raise self._error(key_event, "a key must be one word")
            if key.text in keys:
                raise self._error(key_event, f"the key `{key.text}` stands here twice")
            keys[key.text] = self._node(depth + 1)
        end = _span(self.events[self.at])[1]
        self.at += 1
        base = self.block.yaml_start
        return Node(base + _span(event)[0], base + end, keys=keys)

    def _scalar(self, event: yaml.ScalarEvent) -> Node:
        start, end, _ = _span(event)
        raw = self.block.yaml[start:end]
        after = self.block.yaml[end:].split("\n", 1)[0]
        if event.style is None and raw and re.match(r"[ \t]+#", after):
            raise self._error(event, "YAML cuts this value at ` #`; put it in quotation marks")
        base = self.block.yaml_start
        value = "" if event.style is None and event.value in {"~", "null"} else event.value
        origin = _align(value, raw, base + start, event.style)
        return Node(base + start, base + end, text=value, origin=origin)


def _align(value: str, raw: str, base: int, style: str | None) -> MappedText:
    """Map each code point of a decoded scalar to the file.

    Where the decoded text stands in the file as it is, that is a shift; otherwise escapes and
    folded lines are walked in step. A code point that cannot be placed maps to the whole scalar.
    """
    inside, skip = (raw[1:-1], 1) if style in {'"', "'"} else (raw, 0)
    if inside == value:
        return MappedText.identity(value, base + skip)
    builder = MappedTextBuilder()
    at = inside.find("\n") + 1 if style in {"|", ">"} else 0
    for char in value:
        size = _unit(inside, at, char, style)
        while size == 0 and at < len(inside) and inside[at].isspace():
            at += 1
            size = _unit(inside, at, char, style)
        if size == 0:
            builder.replaced(char, base, base + len(raw))
            continue
        builder.replaced(char, base + skip + at, base + skip + at + size)
        at += size
    return builder.build()


_ESCAPE = re.compile(
    r"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|\r?\n[ \t]*|.)", re.DOTALL
)
_FOLD = re.compile(r"[ \t]*\r?\n\s*|[ \t]")


def _unit(raw: str, at: int, char: str, style: str | None) -> int:
    """How many raw code points at ``at`` stand for the decoded ``char``; 0: none do."""
    if at >= len(raw):
        return 0
    if style == '"' and raw[at] == "\\":
        found = _ESCAPE.match(raw, at)
        return len(found.group()) if found else 0
    if style == "'" and raw.startswith("''", at) and char == "'":
        return 2
    if char in " \n":
        folded = _FOLD.match(raw, at)
        return len(folded.group()) if folded else 0
    return 1 if raw[at] == char else 0
