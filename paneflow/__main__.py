"""Where the command `paneflow` begins: to the window, to the host, or to a verb; each is imported only when it is meant."""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_HELP = {"-h", "--help"}
_WINDOW_NEEDS = {"PySide6", "shiboken6", "numpy"}


def main(argv: "Sequence[str] | None" = None) -> int:
    """Run `paneflow` with arguments (the default is the process's own) and return its exit code."""
    try:
        return _begin(list(sys.argv[1:] if argv is None else argv))
    except KeyboardInterrupt:  # while something is still being imported
        return 130


def _begin(arguments: list[str]) -> int:
    if _HELP.isdisjoint(arguments):
        if not arguments or arguments[0] == "gui":
            return _launch("window", arguments[1:])
        if arguments == ["host", "run"]:
            return _launch("host", [])
    from paneflow.cli.main import run

    return run(arguments)


def _launch(root: str, arguments: list[str]) -> int:
    from importlib import import_module

    try:
        code: int = import_module(f"paneflow.launch.{root}").main(arguments)
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in _WINDOW_NEEDS:
            raise
        sys.stderr.write(f"paneflow: the window cannot open: {error}\npaneflow: paneflow doctor says what to do\n")
        return 1
    return code


if __name__ == "__main__":
    sys.exit(main())
