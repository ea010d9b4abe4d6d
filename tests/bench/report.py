"""The page `specs/benchmarks.md`."""

import os
import platform
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from pathlib import Path

from tests.bench.figures import Figure, markdown

REPORT = Path(__file__).parents[2] / "specs" / "benchmarks.md"

Part = tuple[str, str, list[Figure], str]  # name, how it is taken, figures, what went wrong

_HEAD = """# Benchmarks

`python -m tests.bench --write` measures everything and writes this page; `python -m tests.bench --write NAME` takes one part
anew. Figures with × are ratios of one run on one machine: that is what the budgets are about; the others depend on the machine.

Machine: {machine}.
"""
_PART = "## "


def machine() -> str:
    """What the figures depend on."""
    packages = ("PySide6_Essentials", "numpy", "pyghostty")
    versions = ", ".join(f"{name} {version(name)}" for name in packages)
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}, {python}, {versions}"


def report(before: str, parts: Iterable[Part], order: Sequence[str], *, load: float) -> str:
    """The page `before` with some parts taken anew, in the order of all benchmarks."""
    written = {section.partition("\n")[0]: _PART + section.strip() + "\n" for section in before.split("\n" + _PART)[1:]}
    for name, how, figures, problem in parts:
        told = [f"{_PART}{name}", how or problem, f"Load of the machine before: {load:.1f}."]
        written[name] = "\n\n".join([*told, *([markdown(figures)] if figures else [])]) + "\n"
    return "\n".join([_HEAD.format(machine=machine()), *(written[name] for name in order if name in written)])
