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

Written by `python -m tests.bench {arguments}`; `python -m tests.bench NAME` takes one of the parts below alone.
Figures with × are ratios of one run on one machine, which is what the budgets are about; the others depend on the machine.

Machine: {machine}. One-minute load before the first benchmark: {load:.1f}.
"""


def machine() -> str:
    """What the figures depend on."""
    packages = ("PySide6_Essentials", "numpy", "pyghostty")
    versions = ", ".join(f"{name} {version(name)}" for name in packages)
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}, {python}, {versions}"


def report(parts: Iterable[Part], *, load: float, arguments: Sequence[str]) -> str:
    """The whole page."""
    page = [_HEAD.format(arguments=" ".join(arguments), machine=machine(), load=load)]
    for name, how, figures, problem in parts:
        page.append(f"## {name}\n\n{how or problem}\n")
        if figures:
            page.append(markdown(figures) + "\n")
    return "\n".join(page)
