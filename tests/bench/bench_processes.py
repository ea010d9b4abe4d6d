"""Whole processes against `python3 -c pass` on the wall, run in turns."""

import compileall
import os
import statistics
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tests.bench.figures import Figure, against
from tests.support.host import running_host
from tests.support.startup import Times, once, ratio

ROOT = Path(__file__).parents[2]
SHIMS = ROOT / "resources" / "shims"
BIN = Path(sys.executable).parent
SCRIPT = """#!{python}
import sys
sys.path.insert(0, {root!r})
from paneflow.__main__ import main
if __name__ == "__main__":
    sys.exit(main())
"""  # as pip installs it


def bench_verbs(quick: bool) -> Iterator[Figure]:
    """`paneflow ls` and `--version` as whole processes against `python3 -c pass`, in turns; medians of the wall clock."""
    rounds = 11 if quick else 61
    compileall.compile_dir(ROOT / "paneflow", quiet=2)
    with running_host() as host:
        for number in range(3):
            host.new(pane_name=f"p{number}")
        command = host.folder / "paneflow"
        command.write_text(SCRIPT.format(python=sys.executable, root=str(ROOT)))
        command.chmod(0o700)
        bare: list[float] = []
        for words, bound in ((["ls"], 2.0), (["--version"], None)):
            base, found, wall, cpu = ratio([str(command), *words], host.env, rounds=rounds)
            bare.append(base.wall)
            name = f"paneflow {words[0]} ÷ python3 -c pass"
            yield Figure(name, wall, "×", bound)
            yield Figure(f"{name}, processor time", cpu, "×")
            yield Figure(f"paneflow {words[0]}", found.wall, "ms")
        yield Figure("python3 -c pass", statistics.median(bare), "ms")


def bench_hooks(quick: bool) -> Iterator[Figure]:
    """What an agent waits for when it runs a hook or the `tmux` shim, against `python3 -c pass`, in turns; medians."""
    rounds = 11 if quick else 61
    with running_host() as host:
        surface = host.new()
        env = {
            "PATH": os.environ["PATH"],
            "PANEFLOW_PYTHON": sys.executable,
            "PANEFLOW_SOCKET_PATH": host.socket_path,
            "PANEFLOW_SURFACE_ID": str(surface),
        }
        base, hook = _in_turns([str(SHIMS / "paneflow-ai-hook"), "Stop", "claude"], env, rounds)
        yield against("paneflow-ai-hook ÷ python3 -c pass", hook, base, at_most=2.5)
        inside = _environment(host.call("surface.info", surface_id=surface)["pid"])
        inside["PATH"] = f"{BIN}:{inside['PATH']}"  # the same python3 as the bare one
        for words in (["display-message", "-p", "#{pane_id}"], ["list-panes"]):
            base, shim = _in_turns([str(SHIMS / "tmux"), *words], inside, rounds)
            yield against(f"tmux {words[0]} ÷ python3 -c pass", shim, base, at_most=2.5)


def _in_turns(argv: Sequence[str], env: Mapping[str, str], rounds: int) -> tuple[float, float]:
    bare = [sys.executable, "-c", "pass"]
    pairs: list[tuple[Times, Times]] = [(once(bare, env), once(argv, env)) for _ in range(rounds)]
    return statistics.median(pair[0].wall for pair in pairs), statistics.median(pair[1].wall for pair in pairs)


def _environment(pid: int) -> dict[str, str]:
    """What a shell of a surface was started with (Linux)."""
    entries = Path(f"/proc/{pid}/environ").read_bytes().decode().split("\0")
    return dict(entry.split("=", 1) for entry in entries if "=" in entry)
