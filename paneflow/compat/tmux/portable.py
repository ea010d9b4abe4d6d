"""The program named `tmux` for systems that know no Unix sockets: Windows. It does what `client` does, with Paneflow's client.

`pip` makes a `paneflow-tmux.exe` of `run`; the host puts a copy named `tmux.exe` first on the PATH of surfaces.
"""

import os
import sys

from paneflow.client import Client, ensure_host
from paneflow.compat.tmux.version import VERSION
from paneflow.errors import PaneflowError, Unavailable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

STARTERS = ("new", "start", "at", "list-k", "lsk", "list-com", "lscm")  # beginnings of commands that start a host
READERS = ("load", "source")  # beginnings of commands that may read stdin
TAKE_VALUE = "cfLST"
A_DAY_S = 86_400.0  # some commands wait for long


def main(argv: list[str]) -> int:
    """Run one command line; returns the exit code."""
    flags, words = split(argv)
    if "V" in flags:
        return put(sys.stdout, f"tmux {VERSION}\n")
    starts = any(word.startswith(STARTERS) for word in words or ["new"])
    try:
        with ensure_host() if starts else Client() as client:
            result = client.request("tmux.exec", request(argv, words), timeout_s=A_DAY_S)
    except Unavailable:
        return put(sys.stderr, "error connecting to the host (No such file or directory)\n") or 1
    except PaneflowError as error:
        return put(sys.stderr, f"{error}\n") or 1
    return show(result)


def split(argv: list[str]) -> tuple[set[str], list[str]]:
    """The letters of the global options, and the words after them."""
    flags: set[str] = set()
    rest = list(argv)
    while rest and rest[0][:1] == "-" and len(rest[0]) > 1:
        word = rest.pop(0)
        if word == "--":
            break
        for at, letter in enumerate(word[1:], 2):
            flags.add(letter)
            if letter in TAKE_VALUE:
                if not word[at:] and rest:
                    rest.pop(0)
                break
    return flags, rest


def request(argv: list[str], words: list[str]) -> "dict[str, Any]":
    """What the host is asked. All variables may matter, but only short ones are."""
    env = {name: value for name, value in os.environ.items() if len(value) <= 8192}
    params: dict[str, Any] = {"argv": argv, "cwd": os.getcwd(), "env": env, "terminal": sys.stdin.isatty()}
    if "-" in words and any(word.startswith(READERS) for word in words):
        params["stdin"] = sys.stdin.buffer.read().decode("latin-1")
    return params


def show(result: "dict[str, Any]") -> int:
    """Print what a command line printed; returns its exit code."""
    for stream, name in ((sys.stdout, "stdout"), (sys.stderr, "stderr")):
        stream.buffer.write(result[name].encode("latin-1"))
        stream.flush()
    if result["attach"] is not None and not result["rc"]:
        from subprocess import call

        return call([sys.executable, "-m", "paneflow"])
    return int(result["rc"])


def put(stream: "Any", text: str) -> int:  # noqa: ANN401 - stdout or stderr
    """Write a text of our own."""
    stream.write(text)
    return 0


def run() -> None:
    """Be the program."""
    sys.exit(main(sys.argv[1:]))


if __name__ == "__main__":
    run()
