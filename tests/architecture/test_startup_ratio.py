"""A verb may take twice what `python3 -c pass` takes; by processor time, which a busy machine does not change."""

import compileall
import os
import sys
from collections.abc import Iterator

import pytest

from tests.support.cli import ROOT
from tests.support.host import HostProcess, running_host
from tests.support.startup import ratio

BOUND = 2.0
TRIES = 4

pytestmark = pytest.mark.alone


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    compileall.compile_dir(ROOT / "paneflow", quiet=2)
    with running_host() as host:
        host.new(pane_name="api")
        yield host


@pytest.mark.parametrize("words", [["ls"], ["read", "api"], ["--version"]], ids=" ".join)
def test_a_verb_takes_at_most_twice_what_python_takes(host: HostProcess, words: list[str]) -> None:
    command = [os.path.join(os.path.dirname(sys.executable), "paneflow"), *words]
    if not os.path.exists(command[0]):
        pytest.skip("paneflow is not installed beside this Python")

    tries = []
    for _ in range(TRIES):
        tries.append(ratio(command, host.env, rounds=7))
        if tries[-1][3] <= BOUND:
            return
    pytest.fail(f"{tries}")
