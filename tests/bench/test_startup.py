"""`paneflow ls` against `python3 -c pass`, whole processes on the wall: pytest -m bench -s tests/bench/test_startup.py"""

import compileall
import os
import sys

import pytest

from tests.support.cli import ROOT
from tests.support.host import running_host
from tests.support.startup import ratio

BOUND = 2.0
TRIES = 3


@pytest.mark.bench
def test_ls_takes_at_most_twice_what_python_takes() -> None:
    compileall.compile_dir(ROOT / "paneflow", quiet=2)
    command = [os.path.join(os.path.dirname(sys.executable), "paneflow"), "ls"]
    with running_host() as host:
        for number in range(3):
            host.new(pane_name=f"p{number}")
        tries = []
        for _ in range(TRIES):
            base, found, wall, cpu = ratio(command, host.env, rounds=41)
            print(
                f"\npython3 -c pass {base.wall:.1f} ms, paneflow ls {found.wall:.1f} ms: {wall:.2f}×; processor {cpu:.2f}×"
            )
            tries.append(wall)
            if wall <= BOUND:
                return
    pytest.fail(f"{tries}")
