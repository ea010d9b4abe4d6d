"""`send --report-file`: asking an agent to leave its answer in a file and to say when it is there."""

import os

from paneflow.cli.command import Usage


def report_path(given: str) -> str:
    """The file, absolute: the agent may be in another folder. Raises `Usage` for a path that cannot be one."""
    if not given or given.endswith(("/", os.sep)) or "\n" in given or "\r" in given:
        raise Usage(f"--report-file needs the path of a file, not {given!r}")
    path = os.path.abspath(os.path.expanduser(given))
    if os.path.isdir(path):
        raise Usage(f"--report-file: {path} is a folder")
    return path


def sentinel(path: str) -> str:
    """The line that says that the report is complete."""
    return f"REPORT_DONE {path}"


def instruction(path: str) -> str:
    """What is added to the text that is sent."""
    return (
        f"\n\nWhen you have your answer, save all of it, unabridged, as the file {path}"
        f" (replace what is there). After that, and not before, output this line alone:\n{sentinel(path)}"
    )
