"""`paneflow up` of twelve panes shows all prompts in under 1.5 × one shell's start plus 200 ms."""

import compileall

import pytest

from tests.support.best_of import best_of
from tests.support.cli import ROOT
from tests.support.host import running_host
from tests.support.upping import rounds

# On the machine where the budget was set `python3 -c pass` takes 22 ms, so that 200 ms are nine of its starts. A busy machine
# makes them longer, and all else alike; six keep a third in reserve.
OF_OUR_OWN = 6


@pytest.mark.timeout(180)
@best_of(4)
def test_twelve_panes_show_their_prompts_almost_as_soon_as_one() -> None:
    compileall.compile_dir(ROOT / "paneflow", quiet=2)
    with running_host() as host:
        found = rounds(host, str(ROOT), 5)
    shown, shell, python = (min(column) for column in zip(*found, strict=True))
    assert shown <= 1.5 * shell + OF_OUR_OWN * python, found
