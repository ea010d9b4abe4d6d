"""Kinds of shells, and cases that are played in each of them: `case_NAME(pane, kind)`, every one in a pane of its own.

@pytest.fixture(scope="module", params=KINDS, ids=str)
def played(request): ... with playing(request, globals()) as played: yield played
"""

import contextlib
import shutil
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from tests.support.at_once import Played, wanted
from tests.support.host import running_host
from tests.support.pane import Pane


class Kind(NamedTuple):
    """A shell, and whether it gets the integration."""

    shell: str
    integration: bool = True

    def __str__(self) -> str:
        return self.shell if self.integration else f"{self.shell}-plain"


@contextlib.contextmanager
def playing(request: pytest.FixtureRequest, namespace: Mapping[str, Any], zshrc: str = "") -> Iterator[Played]:
    """The cases of a module in a host of the fixture's kind of shell; skipped where that is not installed."""
    kind: Kind = request.param
    path = shutil.which(kind.shell)
    if path is None:
        pytest.skip(f"{kind.shell} is not installed")
    config = f'default_shell = "{path}"\nshell_integration = {str(kind.integration).lower()}\n'
    with running_host(config=config) as host:
        (host.home / ".zshrc").write_text(f"PS1='%# '\n{zshrc}")

        def play(name: str) -> None:
            with Pane(host) as pane:
                namespace[f"case_{name}"](pane, kind)

        played = Played(wanted(request, kind), play)
        yield played
        played.close()
