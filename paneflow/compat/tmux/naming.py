"""How commands are shown: as a pane's start command, and as the automatic name of a window. Pure."""

from collections.abc import Sequence

from paneflow.compat.tmux.quoting import escape


def start_command(argv: Sequence[str]) -> str:
    """An argv as one line, quoted where the parser would need it."""
    return " ".join(escape(word) for word in argv)


def shown_name(command: str) -> str:
    """The program of a command line, without path, login dash and `exec`."""
    name = command.removeprefix('"').partition('"')[0].removeprefix("exec ")
    name = name.lstrip(" -").partition(" ")[0]
    while len(name) > 1 and not (name[-1].isprintable() and not name[-1].isspace()):
        name = name[:-1]
    return name.rstrip("/").rpartition("/")[2] or "/" if name.startswith("/") else name
