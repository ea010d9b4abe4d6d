"""Where the programs of a bundle begin: `paneflow`, `paneflow-mcp`, `paneflow-ai-hook` and, on Windows, `paneflow-window`.

A bundle needs no Python on the machine, so it is its own: what Paneflow or its shims give to a Python (`-m`, `-IS`, `-c`) is
done here by the Python inside. It can do no more for whoever starts it than any Python could.
"""

import os
import sys

_MODULES = {"paneflow-mcp": "paneflow_mcp"}


def main() -> int:
    """Be the program that was asked for; its exit code."""
    _forget_bundle()
    words = sys.argv[1:]
    name = os.path.splitext(os.path.basename(sys.executable))[0]
    if name == "paneflow-ai-hook":
        from paneflow.cli.hook import run

        run()
        return 0
    if name in _MODULES:
        return _module(_MODULES[name])
    if len(words) > 1 and words[0] == "-m" and words[1] in ("paneflow", "paneflow_mcp"):
        sys.argv[1:] = words[2:]
        return _module(words[1])
    if len(words) > 1 and words[0] == "-IS":
        import runpy

        sys.argv = words[1:]
        runpy.run_path(words[1], run_name="__main__")
        return 0
    if len(words) > 1 and words[0] == "-c":
        sys.argv = ["-c", *words[2:]]
        exec(words[1], {"__name__": "__main__"})
        return 0
    return _module("paneflow")


def _module(name: str) -> int:
    if name == "paneflow_mcp":
        from paneflow_mcp.__main__ import main as serve

        serve()
        return 0
    from paneflow.__main__ import main as begin

    return begin(sys.argv[1:])


def _forget_bundle() -> None:
    """Undo what the bundle's starter put into the environment: programs in panes must not load our libraries."""
    for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
        before = os.environ.pop(f"{name}_ORIG", None)
        os.environ.pop(name, None)
        if before is not None:
            os.environ[name] = before
    for name in [each for each in os.environ if each.startswith("_PYI_")]:
        del os.environ[name]


if __name__ == "__main__":
    sys.exit(main())
