"""What `doctor` looks at. A check yields findings; it never raises for what it finds."""

import os
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec

from paneflow import paths
from paneflow.cli import display
from paneflow.client.client import Client
from paneflow.errors import PaneflowError

GOOD, NOTE, BAD = "ok", "note", "bad"


class Finding:
    """One result: how it stands, about what, in words, and what a person can do."""

    def __init__(self, level: str, subject: str, text: str, hint: str = "") -> None:
        self.level, self.subject, self.text, self.hint = level, subject, text, hint

    def as_data(self) -> dict[str, str]:
        """For JSON."""
        return {"level": self.level, "subject": self.subject, "text": self.text, "hint": self.hint}


def python() -> Iterator[Finding]:
    """The interpreter's version."""
    version = ".".join(map(str, sys.version_info[:3]))
    yield Finding(GOOD, "python", f"{version}, {sys.executable}")


def socket_folder() -> Iterator[Finding]:
    """Whether the folder of the socket is ours alone."""
    path = paths.socket_path()
    folder = os.path.dirname(path)
    if sys.platform == "win32":
        return
    if len(os.fsencode(path)) > 100:
        yield Finding(BAD, "socket", f"{path} is too long for a socket", "set PANEFLOW_SOCKET_PATH to a shorter path")
    try:
        found = os.lstat(folder)
    except FileNotFoundError:
        yield Finding(GOOD, "socket folder", f"{folder} will be made by the host")
        return
    except OSError as error:
        yield Finding(BAD, "socket folder", f"{folder}: {error.strerror}", "make it readable for you")
        return
    if os.path.islink(folder) or found.st_uid != os.geteuid():
        yield Finding(BAD, "socket folder", f"{folder} is a link or not yours", "remove it; the host refuses it")
    elif found.st_mode & 0o077:
        yield Finding(BAD, "socket folder", f"{folder} is open to others", f"chmod 700 {folder}")
    else:
        yield Finding(GOOD, "socket folder", folder)


def host() -> Iterator[Finding]:
    """Whether a host answers, with which engine, and which gates are open."""
    try:
        with Client(timeout_s=3.0) as client:
            capabilities = client.capabilities()
    except PaneflowError as error:
        yield Finding(NOTE, "host", error.message)
        return
    yield Finding(GOOD, "host", f"version {capabilities['version']}, engine {capabilities['engine']}")
    shut = [name for name, is_open in capabilities["gates"].items() if not is_open]
    if shut:
        hint = "start the host with PANEFLOW_IPC_SCRIPTING=1 to let programs write to panes"
        yield Finding(NOTE, "gates", f"closed: {', '.join(shut)}", hint)
    else:
        yield Finding(GOOD, "gates", "open")


def engine() -> Iterator[Finding]:
    """Which engines can be loaded."""
    chosen = os.environ.get("PANEFLOW_ENGINE")
    if find_spec("pyghostty") and chosen != "pyte":
        yield Finding(GOOD, "engine", "libghostty-vt")
    elif find_spec("pyte"):
        yield Finding(NOTE, "engine", "pyte, which is slower and knows less", "install pyghostty where it has a wheel")
    else:
        yield Finding(BAD, "engine", "neither pyghostty nor pyte is installed", "pip install paneflow")


def shells() -> Iterator[Finding]:
    """The person's shell, and whether its integration files are there."""
    shell = os.environ.get("SHELL") or "/bin/sh"
    if os.access(shell, os.X_OK):
        yield Finding(GOOD, "shell", shell)
    else:
        yield Finding(BAD, "shell", f"{shell} cannot be run", "set SHELL, or default_shell in the configuration")
    folder = os.path.join(paths.resources_dir(), "shell-integration")
    known = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    if known:
        yield Finding(GOOD, "shell integration", ", ".join(known))
    else:
        yield Finding(NOTE, "shell integration", f"{folder} is missing", "reinstall Paneflow")


def configuration() -> Iterator[Finding]:
    """What is wrong with the configuration file."""
    from paneflow.spec.config import parse_config

    file = paths.config_file()
    try:
        with open(file, encoding="utf-8-sig") as stream:
            text = stream.read()
    except FileNotFoundError:
        yield Finding(GOOD, "configuration", f"{file} is not there, so the defaults hold")
        return
    except (OSError, UnicodeDecodeError) as error:
        yield Finding(BAD, "configuration", f"{file} cannot be read: {error}")
        return
    _, problems = parse_config(text, file)
    for problem in problems:
        yield Finding(BAD if problem.severity == "error" else NOTE, "configuration", str(problem))
    if not problems:
        yield Finding(GOOD, "configuration", file)


def window() -> Iterator[Finding]:
    """Whether the window could open here."""
    if not find_spec("PySide6") or not find_spec("numpy"):
        yield Finding(NOTE, "window", "PySide6 or numpy is not installed", "pip install 'paneflow[gui]'")
        return
    lacking = _lacking_library()
    if lacking:
        hint = "on Debian and Ubuntu, sh packaging/run.sh installs it as root, or prints the command"
        yield Finding(NOTE, "window", lacking, hint)
    elif reason := display.trouble(os.environ):
        yield Finding(NOTE, "window", reason)
    else:
        yield Finding(GOOD, "window", "PySide6 and its libraries load")


def fonts() -> Iterator[Finding]:
    """Which font a terminal gets."""
    from shutil import which

    if not which("fc-match"):
        return
    name = _output(["fc-match", "-f", "%{family}", "monospace"])
    if name:
        yield Finding(GOOD, "fonts", f"monospace is {name}")
    else:
        yield Finding(NOTE, "fonts", "there is no monospace font", "install fonts-dejavu or another one")


def _lacking_library() -> str:
    """What the loader says that it misses for Qt's window plugin; empty if nothing. In another process: it is heavy."""
    code = (
        "import ctypes, os, PySide6, PySide6.QtGui\n"
        "plugin = os.path.join(os.path.dirname(PySide6.__file__), 'Qt/plugins/platforms/libqxcb.so')\n"
        "os.path.exists(plugin) and ctypes.CDLL(plugin)"
    )
    said = _output([sys.executable, "-c", code], errors=True)
    return said.strip().splitlines()[-1] if said.strip() else ""


def _output(command: list[str], *, errors: bool = False) -> str:
    import subprocess

    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return done.stderr if errors else done.stdout


CHECKS: tuple[Callable[[], Iterator[Finding]], ...] = (
    python,
    socket_folder,
    host,
    engine,
    shells,
    configuration,
    window,
    fonts,
)
