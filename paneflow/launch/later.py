"""What a host does not need to start: loaded where it is used, and soon after the start in any case.

So nobody waits for it at either time, and what cannot be loaded stands in the log at once.
"""

import asyncio
import logging
from importlib import import_module
from typing import Final

MODULES: Final = ("paneflow.rpc.masking", "paneflow.compat.tmux.verbs")
AFTER_S: Final = 1.0  # by then what waited for the host has its first answers

log = logging.getLogger(__name__)


async def load_later() -> None:
    """Load it, in a thread."""
    await asyncio.sleep(AFTER_S)
    for name in MODULES:
        try:
            await asyncio.to_thread(import_module, name)
        except Exception:
            log.exception("%s cannot be loaded", name)
