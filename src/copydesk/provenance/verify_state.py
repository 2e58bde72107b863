"""Whether the newsroom had signed something newer about the article (check ``site-state``)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from copydesk.errors import CopydeskError
from copydesk.provenance.checks import Check, CheckState, answer
from copydesk.provenance.files import Files
from copydesk.provenance.heads import (
    HEAD_PROOF,
    HEADS,
    SITE_STATE,
    HeadProof,
    parse_head_proof,
)
from copydesk.provenance.heads_list import HeadsList
from copydesk.provenance.keyring import Keyring
from copydesk.provenance.log.note import Checkpoint
from copydesk.provenance.reading import ArticleFiles, read_logged
from copydesk.provenance.record import Signed
from copydesk.provenance.signers import SignerJudge
from copydesk.provenance.statements import Model, SiteStatePredicate

__all__ = ["StateRead", "StateView", "read_state", "site_state"]

PASS, FAIL, ABSENT = CheckState.PASS, CheckState.FAIL, CheckState.NOT_PRESENT


@dataclass(frozen=True, slots=True)
class StateRead:
    """The site-state as read; ``problem`` says why nothing of it counts."""

    statement: Signed[SiteStatePredicate] | None = None
    problem: str = ""

    def checkpoints(self) -> list[Checkpoint]:
        """The checkpoint that its proof leads to, if the proof holds."""
        proof = self.statement.proof if self.statement else None
        return [proof.checkpoint] if proof else []


def read_state(files: Files, keyring: Keyring | None) -> StateRead:
    """Read the site-state; nothing raises."""
    if keyring is None:
        return StateRead()
    try:
        return StateRead(*read_logged(files, SITE_STATE, SiteStatePredicate, keyring))
    except CopydeskError as error:
        return StateRead(problem=error.message)


class StateView:
    """The site-state of one newsroom, read and verified once, with the tree of its heads."""

    def __init__(self, files: Files, keyring: Keyring | None) -> None:
        self.files = files
        self.keyring = keyring

    @cached_property
    def read(self) -> StateRead:
        """The statement, or why it does not count."""
        return read_state(self.files, self.keyring)

    @cached_property
    def untrusted(self) -> str:
        """Why the statement that was read is not to be trusted; empty when it is."""
        state = self.read.statement
        return _untrusted(state, self.keyring) if state and self.keyring else ""

    def proof(self, folder: str) -> HeadProof | None:
        """The place of the article's newest statement in the list.

        Raises:
            StatementError: the list, or the proof that stands for it, is damaged.
        """
        data = self.files.read(HEAD_PROOF)
        if data is not None:
            return parse_head_proof(data)
        if self.listed is None:
            return None
        if isinstance(self.listed, CopydeskError):
            raise self.listed.with_traceback(None)
        return self.listed.proof(folder)

    @cached_property
    def listed(self) -> HeadsList | CopydeskError | None:
        """The list of newest statements, or why it cannot be read."""
        try:
            heads = self.files.read(HEADS)
            return None if heads is None else HeadsList(heads)
        except CopydeskError as error:
            return error


def site_state(view: StateView, found: ArticleFiles) -> Check:
    """The check ``site-state``."""
    if view.keyring is None:
        return answer("site-state", ABSENT, "Without a keyring it cannot be checked.")
    state, problem = view.read.statement, view.read.problem
    if state is None and not problem:
        return answer("site-state", ABSENT, "No signed list of newest statements is here.")
    reason = problem or view.untrusted
    if reason or state is None:
        return answer("site-state", FAIL, f"The list of newest statements: {reason}")
    try:
        if not any(view.files.read(path) is not None for path in (HEAD_PROOF, HEADS)):
            return answer("site-state", ABSENT, "What the signed state lists is not here.")
        return _judge(found, state.predicate, view.proof(found.folder))
    except CopydeskError as error:
        return answer("site-state", FAIL, error.message)


def _untrusted(state: Signed[SiteStatePredicate], keyring: Keyring) -> str:
    judge = SignerJudge(keyring)
    if not state.keyids or judge.unmatched(state)[0]:
        return judge.unmatched(state)[0] or "it is not properly signed."
    if state.log_index is None or state.log_index < state.predicate.logSize:
        return "the log does not hold it after what it lists."
    if state.predicate.newsroom != keyring.newest.predicate.newsroom:
        return "it is another newsroom's."
    return judge.why_not(state)


def _judge(found: ArticleFiles, state: SiteStatePredicate, proof: HeadProof | None) -> Check:
    newest = found.newest()
    if newest is None or newest.log_index is None:
        return answer("site-state", ABSENT, "The article has no logged publication.")
    state_of, reason = _compare(found, newest, state, proof)
    return answer("site-state", state_of, reason)


def _compare(
    found: ArticleFiles,
    newest: Signed[Model],
    state: SiteStatePredicate,
    proof: HeadProof | None,
) -> tuple[CheckState, str]:
    when = f"the state of {state.createdAt}, log entry {state.logSize}"
    here = (found.folder, newest.sha256, len(found.corrections))
    listed = (proof.leaf.article, proof.leaf.head, proof.leaf.corrections) if proof else None
    if proof is not None and not proof.under(state.headsRoot, state.articles):
        return FAIL, f"The article's newest statement is not that of {when}."
    if listed == here:
        return PASS, f"Nothing newer was signed as of {when}."
    if newest.log_index is not None and newest.log_index >= state.logSize:
        return ABSENT, f"This record is newer than {when}."
    if listed is None or listed[0] != found.folder:
        return FAIL, f"The article is not listed in {when}."
    return FAIL, (
        f"A newer statement was withheld: {when} has {listed[2]} corrections and the newest "
        f"statement {listed[1][:16]}…, which is not here."
    )
