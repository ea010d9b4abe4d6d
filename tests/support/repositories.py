"""Real git repositories in a temporary folder, deaf to the user's own git settings."""

import contextlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.host import SCRIPTING, HostProcess, running_host

ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.org",
    "GIT_ALLOW_PROTOCOL": "file",
}


def own_settings(patch: pytest.MonkeyPatch) -> None:
    """Make the git that tests start deaf, too."""
    for name, value in ENVIRONMENT.items():
        patch.setenv(name, value)


@contextlib.contextmanager
def git_host(patch: pytest.MonkeyPatch) -> Iterator[HostProcess]:
    """A host with the gate open, for repositories that tests make."""
    own_settings(patch)
    with running_host({**SCRIPTING, **ENVIRONMENT}) as host:
        yield host


def run_git(folder: Path, *args: str) -> str:
    """What git prints; raises when it fails."""
    done = subprocess.run(["git", "-C", str(folder), *args], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def make_repository(folder: Path, *, ignore: str = ".env*\nnode_modules/\n") -> Path:
    """A repository with one commit on main and a `.gitignore`."""
    folder.mkdir(parents=True)
    run_git(folder, "init", "--quiet", "--initial-branch=main")
    (folder / ".gitignore").write_text(ignore)
    (folder / "web").mkdir()
    (folder / "web" / "index.html").write_text("hello\n")
    return commit(folder, "first")


def commit(folder: Path, message: str) -> Path:
    """Commit all there is."""
    run_git(folder, "add", "--all")
    run_git(folder, "commit", "--quiet", "--allow-empty", "--message", message)
    return folder
