"""What a document needs of this machine: folders and programs. The questions are asked through functions passed in."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from paneflow.spec.pane import PaneSpec
from paneflow.spec.positions import Path
from paneflow.spec.problem import Report


class Machine(NamedTuple):
    """How to ask: `folder` makes a written path absolute (~, links) or answers None when it is no folder; `program`
    names the binary that an agent needs and is not there, or None.
    """

    folder: Callable[[str], str | None]
    missing_program: Callable[[str], str | None]


def check_machine(panes: Iterable[tuple[Path, PaneSpec]], machine: Machine, report: Report) -> list[str | None]:
    """Report folders and agents' programs that are not there; answer each pane's absolute folder, None if it has none."""
    folders: list[str | None] = []
    for path, pane in panes:
        folder = None if pane.cwd is None else machine.folder(pane.cwd)
        folders.append(folder)
        if pane.cwd is not None and folder is None and not report.is_wrong(*path, "cwd"):
            report.add((*path, "cwd"), f'there is no folder "{pane.cwd}"', found=pane.cwd)
        if pane.agent is not None and not report.is_wrong(*path, "agent"):
            program = machine.missing_program(pane.agent)
            if program is not None:
                report.add((*path, "agent"), f'the program "{program}" is not on the PATH', found=pane.agent)
    return folders
