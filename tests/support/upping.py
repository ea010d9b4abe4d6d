"""How long `paneflow up` takes until every prompt is on view, beside one shell's start and Python's own, in turns."""

import json
import os
import subprocess
import sys
import time
from typing import Final, NamedTuple

from tests.support.host import HostProcess
from tests.support.startup import once

PANES: Final = 12
SCRIPT: Final = """#!{python}
import sys
sys.path.insert(0, {root!r})
from paneflow.__main__ import main
if __name__ == "__main__":
    sys.exit(main())
"""  # as pip installs it


class Round(NamedTuple):
    """Milliseconds: all prompts of `up`; one shell's in the same host; `python3 -c pass`."""

    shown: float
    shell: float
    python: float


def rounds(host: HostProcess, root: str, count: int) -> list[Round]:
    """Measure some times; the first, which warms caches, is left out."""
    command, file = host.folder / "paneflow", host.folder / "twelve.toml"
    command.write_text(SCRIPT.format(python=sys.executable, root=root))
    command.chmod(0o700)
    file.write_text('layout = "tiled"\n' + "".join(f'[[panes]]\nname = "p{n}"\n' for n in range(PANES)))
    return [_round(host, [str(command), "up", str(file)]) for _ in range(count + 1)][1:]


def _round(host: HostProcess, argv: list[str]) -> Round:
    began = time.perf_counter()
    done = subprocess.run(argv, env=host.env, capture_output=True, text=True, check=True)
    shown = _until_shown(host, json.loads(done.stdout)["surface_ids"], began)
    _close(host)
    began = time.perf_counter()
    shell = _until_shown(host, [host.call("workspace.create")["surface_id"]], began)
    _close(host)
    return Round(shown, shell, once([sys.executable, "-c", "pass"], os.environ).wall)


def _until_shown(host: HostProcess, surfaces: list[int], began: float) -> float:
    left = set(surfaces)
    while left:
        left = {each for each in left if "$" not in host.read(each)}
    return (time.perf_counter() - began) * 1000


def _close(host: HostProcess) -> None:
    host.call("workspace.close")
    host.wait_for(lambda: not host.children())
