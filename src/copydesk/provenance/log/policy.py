"""Policies: which logs and witnesses a reader relies on, and how many (C2SP tlog-policy).

A policy file has lines ``log <vkey> [<url>]``, ``witness <name> <vkey> [<url>]``, ``group <name>
<any|all|k> <name>…`` and one ``quorum <name>``; ``quorum none`` asks for no witness. The
specification leaves two things open that are closed here: log keys are of type 0x01 and witness
keys of type 0x04 (Copydesk knows no others), and a log's own key is nobody's witness.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from copydesk.errors import LimitError, SigningKeyError, StatementError
from copydesk.provenance.log.cosignature import cosigned_by
from copydesk.provenance.log.note import (
    COSIGNATURE,
    ED25519,
    Note,
    VerifierKey,
    parse_vkey,
    signed_by,
)

__all__ = [
    "NONE",
    "Cosigned",
    "Group",
    "Log",
    "Policy",
    "PolicyAnswer",
    "Witness",
    "parse_policy",
    "satisfied",
]

# The specification recommends to support at least 32 of each.
MAX_LOGS = 32
MAX_WITNESSES = 32
MAX_GROUPS = 32
MAX_POLICY_BYTES = 64 * 1024

# The quorum that needs nobody; no witness and no group may have this name.
NONE = "none"

_FIX = "Correct the line; the format is that of c2sp.org/tlog-policy."
_OCTETS = re.compile(rb"[\t\n\x20-\x7e\x80-\xff]*")
_SPACE = re.compile(rb"[ \t]+")
_COUNT = re.compile(r"[1-9][0-9]{0,3}")
# A time later than the year 9999 has no date that people could read.
_MAX_DATE = 253_402_300_799


@dataclass(frozen=True, slots=True)
class Log:
    """A log: its key, whose name is the log's origin, and where it is (unchecked text)."""

    key: VerifierKey
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Witness:
    """A witness: its name in this policy, its key, its submission prefix (unchecked text)."""

    name: str
    key: VerifierKey
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """A group of witnesses and groups; it witnessed what ``threshold`` of its members did."""

    name: str
    threshold: int
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy; ``groups`` are in order of definition, members before those that name them."""

    logs: tuple[Log, ...]
    witnesses: tuple[Witness, ...]
    groups: tuple[Group, ...]
    quorum: str


@dataclass(frozen=True, slots=True)
class Cosigned:
    """A witness that cosigned, and when it says so (seconds since 1970)."""

    name: str
    key: VerifierKey
    time: int


@dataclass(frozen=True, slots=True)
class PolicyAnswer:
    """What a policy says of a note.

    Attributes:
        log: the origin of the log whose key signed the note and whose checkpoint it is; ``None``
            if no log of the policy did.
        cosigned: the witnesses with a valid cosignature.
        broken: names of witnesses whose line is there and does not verify.
        quorum: whether enough witnesses cosigned.
        valid: ``quorum``, and the log's signature where the policy names logs.
        reason: both, in words.
    """

    log: str | None
    cosigned: tuple[Cosigned, ...]
    broken: tuple[str, ...]
    quorum: bool
    valid: bool
    reason: str


def parse_policy(data: bytes) -> Policy:
    r"""Parse a policy file.

    Names are opaque octets to the specification; one that is no UTF-8 is shown with ``\xNN``.

    Raises:
        StatementError: a line is not of the format; ``location`` names it.
        LimitError: too large, or too many logs, witnesses or groups.
    """
    if len(data) > MAX_POLICY_BYTES:
        raise LimitError(f"The policy is over {MAX_POLICY_BYTES:,} bytes.", fix="Shorten it.")
    if not data.endswith(b"\n"):
        raise _error("The policy's last line does not end in a newline; is it cut off?")
    draft = _Draft()
    for number, line in enumerate(data[:-1].split(b"\n"), start=1):
        try:
            draft.read(line)
        except SigningKeyError as error:
            raise _error(error.message, number, fix=error.fix) from error
        except StatementError as error:
            raise _error(error.message, number) from error
    if draft.quorum is None:
        raise _error("The policy has no quorum line; `quorum none` asks for no witness.")
    return Policy(
        tuple(draft.logs), tuple(draft.witnesses), tuple(draft.groups), quorum=draft.quorum
    )


def satisfied(policy: Policy, note: Note) -> PolicyAnswer:
    """Whether the note of a checkpoint satisfies the policy. Reads no clock.

    A raw key counts once, under whichever names it stands; a log's key never counts as a witness.
    """
    origin = note.text.partition("\n")[0]
    log = next(
        (
            each.key.name
            for each in policy.logs
            if each.key.name == origin and signed_by(note, origin, each.key.public)
        ),
        None,
    )
    cosigned, broken = _witnesses(policy, note)
    reached, why = _quorum(policy, {each.name for each in cosigned})
    said = [_log_in_words(policy, log), why, _times_in_words(cosigned)]
    if broken:
        said.append(f"A cosignature does not verify: {_list(broken)}.")
    return PolicyAnswer(
        log,
        cosigned,
        broken,
        quorum=reached,
        valid=reached and (log is not None or not policy.logs),
        reason=" ".join(part for part in said if part),
    )


@dataclass
class _Draft:
    """A policy while its lines are read."""

    logs: list[Log] = field(default_factory=list)
    witnesses: list[Witness] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    quorum: str | None = None
    names: set[str] = field(default_factory=set)
    members: set[str] = field(default_factory=set)

    def read(self, line: bytes) -> None:
        if not _OCTETS.fullmatch(line):
            raise _error("A policy holds no control characters but tab and newline.")
        words = [_decode(word) for word in _SPACE.split(line.strip(b" \t"))]
        if words == [""] or words[0].startswith("#"):
            return
        match words:
            case ["log", vkey, *url] if len(url) <= 1:
                self.log(parse_vkey(vkey), *url)
            case ["witness", name, vkey, *url] if len(url) <= 1:
                self.witness(name, parse_vkey(vkey), *url)
            case ["group", name, count, _, *_]:
                self.group(name, count, tuple(words[3:]))
            case ["quorum", name]:
                self.set_quorum(name)
            case _:
                raise _error("It is no log, witness, group or quorum line of a policy.")

    def log(self, key: VerifierKey, url: str | None = None) -> None:
        if key.kind != ED25519:
            raise _error("A log's key has the signature type 0x01.")
        self.new_key(key)
        _limit("logs", len(self.logs), MAX_LOGS)
        self.logs.append(Log(key, url))

    def witness(self, name: str, key: VerifierKey, url: str | None = None) -> None:
        if key.kind != COSIGNATURE:
            raise _error("A witness's key has the signature type 0x04.")
        self.new_key(key)
        _limit("witnesses", len(self.witnesses), MAX_WITNESSES)
        self.new_name(name)
        self.witnesses.append(Witness(name, key, url))

    def group(self, name: str, count: str, members: tuple[str, ...]) -> None:
        _limit("groups", len(self.groups), MAX_GROUPS)
        for member in members:
            if member not in self.names:
                raise _error(f"{member!r} is not defined on a line before.")
            if member in self.members:
                raise _error(f"{member!r} is a member twice; it could then count twice.")
            self.members.add(member)
        self.new_name(name)
        words = {"any": "1", "all": str(len(members))}
        number = words.get(count, count)
        if not _COUNT.fullmatch(number) or int(number) > len(members):
            raise _error(f"{count!r} is not any, all or a number from 1 to {len(members)}.")
        self.groups.append(Group(name, int(number), members))

    def set_quorum(self, name: str) -> None:
        if self.quorum is not None:
            raise _error("The policy has a second quorum line.")
        if name != NONE and name not in self.names:
            raise _error(f"{name!r} is not defined on a line before.")
        self.quorum = name

    def new_name(self, name: str) -> None:
        if name == NONE or name in self.names:
            raise _error(f"The name {name!r} is taken.")
        self.names.add(name)

    def new_key(self, key: VerifierKey) -> None:
        known = [log.key for log in self.logs] + [witness.key for witness in self.witnesses]
        if any(key.public == each.public for each in known):
            raise _error(f"The key of {key.name} is in the policy already, whatever its name.")


def _witnesses(policy: Policy, note: Note) -> tuple[tuple[Cosigned, ...], tuple[str, ...]]:
    counted = {log.key.public for log in policy.logs}
    cosigned, broken = [], []
    for witness in policy.witnesses:
        key = witness.key
        if key.public in counted:
            continue
        time = cosigned_by(note, key.name, key.public)
        if time is not None:
            counted.add(key.public)
            cosigned.append(Cosigned(witness.name, key, time))
        elif any((name, hash_) == (key.name, key.hash) for name, hash_, _ in note.signatures):
            broken.append(witness.name)
    return tuple(cosigned), tuple(broken)


def _quorum(policy: Policy, cosigned: set[str]) -> tuple[bool, str]:
    if policy.quorum == NONE:
        return True, "The policy asks for no witness."
    done = set(cosigned)
    for group in policy.groups:
        if len(done & set(group.members)) >= group.threshold:
            done.add(group.name)
    reached = policy.quorum in done
    state = "is reached" if reached else "is not reached"
    group_ = next((each for each in policy.groups if each.name == policy.quorum), None)
    if group_ is None:
        word = "it cosigned" if reached else "it did not cosign"
        return reached, f"The quorum, the witness {policy.quorum}, {state}: {word}."
    missing = [name for name in dict.fromkeys(group_.members) if name not in done]
    have = len(set(group_.members)) - len(missing)
    why = f"{have} of {len(group_.members)} members of {group_.name} did, {group_.threshold} must"
    lacking = f"; missing: {_list(missing)}" if missing and not reached else ""
    return reached, f"The quorum {state}: {why}{lacking}."


def _log_in_words(policy: Policy, log: str | None) -> str:
    if not policy.logs:
        return ""
    return f"Signed by the log {log}." if log else "No log of the policy signed the checkpoint."


def _times_in_words(cosigned: tuple[Cosigned, ...]) -> str:
    said = [f"{each.name} at {_date(each.time)}" for each in cosigned]
    return f"Cosigned by {_list(said)}." if said else ""


def _date(time: int) -> str:
    if time > _MAX_DATE:
        return f"second {time}"
    return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)


def _decode(octets: bytes) -> str:
    return octets.decode("utf-8", "backslashreplace")


def _limit(what: str, have: int, most: int) -> None:
    if have >= most:
        raise LimitError(f"The policy has over {most} {what}.", fix="Name fewer.")


def _error(message: str, line: int | None = None, *, fix: str = _FIX) -> StatementError:
    return StatementError(message, fix=fix, location=f"line {line}" if line else None)
