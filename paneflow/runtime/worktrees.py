"""Looks after managed worktrees: removes each once its workspace is closed, if nothing in it could be lost."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Final

from paneflow.errors import Failed
from paneflow.model.records import Worktree
from paneflow.runtime.bus import Fact
from paneflow.runtime.facts import Notice, WorktreesLeft
from paneflow.runtime.session import GRACE, Session
from paneflow.worktree import record
from paneflow.worktree.claim import Claim
from paneflow.worktree.make import has_branch, note_closed, orphans, release, tidy
from paneflow.worktree.record import ManagedWorktree

AFTER_S: Final = GRACE + 0.5  # by then the closed surfaces' processes are gone

Remove = Callable[[ManagedWorktree, str], str | None]
log = logging.getLogger(__name__)


class WorktreeKeeper:
    """Belongs to the loop's thread; git runs in another. `records` is the folder of owner records.

    A worktree without a record there is not ours, and is left alone whatever a caller said of it.
    """

    def __init__(self, session: Session, records: str) -> None:
        self._session, self._records = session, records
        self._loop = asyncio.get_running_loop()
        self._work: set[asyncio.Task[None]] = set()
        session.bus.subscribe(self._hear)

    def sweep(self) -> None:
        """Release what a crash between making a worktree and making its workspace left."""
        self._begin(self._sweep())

    def _hear(self, fact: Fact) -> None:
        if isinstance(fact, WorktreesLeft):
            self._begin(self._note_closed(fact.worktrees))
            self._loop.call_later(AFTER_S, lambda: self._begin(self._release(fact.worktrees)))

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = self._loop.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _note_closed(self, worktrees: Sequence[Worktree]) -> None:
        for worktree in worktrees:
            try:
                with Claim(self._records, worktree.path):
                    await asyncio.to_thread(note_closed, worktree.path, self._records)
            except (Failed, OSError) as error:
                log.info("that %s was closed is not noted: %s", worktree.path, error)

    async def _release(self, worktrees: Sequence[Worktree]) -> None:
        for worktree in worktrees:
            found = await asyncio.to_thread(record.load, self._records, worktree.path)
            if found is not None and worktree.path not in self._in_use():
                await self._remove(replace(found, teardown=worktree.teardown), release)

    async def _sweep(self) -> None:
        for worktree in await asyncio.to_thread(orphans, self._records, self._in_use()):
            if worktree.path not in self._in_use():
                await self._remove(worktree, tidy)

    async def _remove(self, worktree: ManagedWorktree, remove: Remove) -> None:
        try:
            with Claim(self._records, worktree.path):  # an `up` may be at work on it
                if worktree.path in self._in_use():
                    return
                reason = await asyncio.to_thread(remove, worktree, self._records)
        except (Failed, OSError) as error:
            log.info("the worktree %s was left alone: %s", worktree.path, error)
            return
        if reason is None:
            stays = await asyncio.to_thread(has_branch, worktree)
            rest = f"; its branch {worktree.branch} stays" if stays else ""
            log.info("removed the worktree %s%s", worktree.path, rest)
            return
        log.info("kept the worktree %s: %s", worktree.path, reason)
        if worktree.teardown != "keep":  # else it was asked for
            self._session.bus.publish(Notice("warning", f"the worktree {worktree.path} stays: {reason}"))

    def _in_use(self) -> set[str]:
        """Worktrees of workspaces that are there; one may have come back meanwhile."""
        return {each.path for space in self._session.model.workspaces.values() for each in space.worktrees}
