"""Lets shells report folder, prompts and exit codes without a change to anybody's files. Pure.

Each shell is started so that it reads our file and then, or before, all that it would have read anyway. The files are in
`resources/shell-integration`; they also put PANEFLOW_BIN_DIR back to the front of the PATH after start-up files ran.
"""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

NONCE: Final = "PANEFLOW_SHELL_NONCE"  # a word that the shell's own marks carry, and text that a program prints cannot


class _Started(NamedTuple):
    argv: list[str]
    env: dict[str, str]


def integrate(
    argv: Sequence[str], env: Mapping[str, str], resources: str, *, nonce: str = "", platform: str = sys.platform
) -> tuple[list[str], dict[str, str]]:
    """The argv and environment that make a known interactive shell load its integration; others come back unchanged.

    `resources` is the folder of the integration's files. A shell that runs a script or a command is left alone.
    """
    name = bare_name(argv[0])
    start = _SHELLS.get(name)
    if start is None or (name == "bash" and platform == "darwin" and argv[0] == "/bin/bash"):  # Apple's ignores ENV
        return list(argv), dict(env)
    started = start(list(argv), dict(env), resources)
    if started is None:
        return list(argv), dict(env)
    if nonce:
        started.env[NONCE] = nonce
    return started.argv, started.env


def bare_name(program: str) -> str:
    """A program's name without its folder and what marks a login shell or a Windows program: "bash"."""
    return os.path.basename(program.replace("\\", "/")).lower().removesuffix(".exe").removeprefix("-")


def keep_path(
    env: Mapping[str, str], inherited: Mapping[str, str], resources: str, *, platform: str = sys.platform
) -> dict[str, str]:
    """The environment in which `bash -lc` finds Paneflow's programs though /etc/profile replaced the PATH.

    bash reads BASH_ENV after a login shell's files when it runs a command. `inherited` is the host's own environment: a
    host that runs in a surface does not pass its own BASH_ENV on as the person's.
    """
    if platform == "win32":
        return dict(env)
    given = env.get("BASH_ENV", "")
    if "PANEFLOW_BIN_DIR" in inherited and given == inherited.get("BASH_ENV"):
        given = inherited.get("PANEFLOW_BASH_ENV", "")
    kept = {"PANEFLOW_BASH_ENV": given} if given else {}
    return {**env, **kept, "BASH_ENV": os.path.join(resources, "bash", "command.bash")}


def as_started(command_line: str) -> str:
    """A process's command line without what `integrate` added: what a person would say they run."""
    line = (
        command_line.replace(" --posix", "", 1)
        if os.path.basename(command_line.split(" ")[0]) == "bash"
        else command_line
    )
    return line.partition(" -NoExit -Command . '")[0] if line.endswith("paneflow.ps1'") else line


def _bash(argv: list[str], env: dict[str, str], resources: str) -> _Started | None:
    how, rest, words = "plain", [], iter(argv[1:])
    for word in words:
        if word in ("-l", "--login"):
            how = "login" + how.removeprefix("plain")
        elif word in ("--norc", "--noprofile"):
            how += " " + word[2:]
        elif word in ("--rcfile", "--init-file"):
            env["PANEFLOW_BASH_RC"] = next(words, "")
        elif word == "-i":
            rest.append(word)
        else:
            return None  # a script, a command, or an option whose meaning --posix would change
    env["PANEFLOW_BASH_START"] = how
    if "ENV" in env:
        env["PANEFLOW_ENV"] = env["ENV"]
    if "HISTFILE" not in env and env.get("HOME"):
        env["HISTFILE"] = os.path.join(env["HOME"], ".bash_history")
        env["PANEFLOW_HISTFILE"] = "1"
    env["ENV"] = os.path.join(resources, "bash", "start.bash")
    return _Started([argv[0], "--posix", *rest], env)


def _zsh(argv: list[str], env: dict[str, str], resources: str) -> _Started | None:
    if any(word not in ("-l", "--login", "-i") for word in argv[1:]):
        return None
    if "ZDOTDIR" in env:
        env["PANEFLOW_ZDOTDIR"] = env["ZDOTDIR"]
    env["ZDOTDIR"] = os.path.join(resources, "zsh")
    return _Started(argv, env)


def _fish(argv: list[str], env: dict[str, str], resources: str) -> _Started | None:
    if any(word not in ("-l", "--login", "-i", "--interactive") for word in argv[1:]):
        return None
    folder = os.path.join(resources, "fish")
    given = env.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"  # what the standard says for an empty one
    env["XDG_DATA_DIRS"] = f"{folder}:{given}"
    env["PANEFLOW_FISH_DATA_DIR"] = folder
    return _Started(argv, env)


def _pwsh(argv: list[str], env: dict[str, str], resources: str) -> _Started | None:
    if any(word.lower() not in ("-nologo", "-noexit", "-l", "-login") for word in argv[1:]):
        return None
    script = os.path.join(resources, "pwsh", "paneflow.ps1").replace("'", "''")
    return _Started([*argv, *(() if "-NoExit" in argv else ("-NoExit",)), "-Command", f". '{script}'"], env)


_SHELLS: Final[dict[str, Callable[[list[str], dict[str, str], str], _Started | None]]] = {
    "bash": _bash,
    "zsh": _zsh,
    "fish": _fish,
    "pwsh": _pwsh,
    "powershell": _pwsh,
}
