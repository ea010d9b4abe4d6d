"""Running git: bounded in time, never asking anything, and deaf to the caller's own repository."""

import os
import subprocess
from typing import Final

from paneflow.errors import Failed, TimedOut

QUERY_S: Final = 10.0
CHANGE_S: Final = 120.0  # a checkout of a large repository
_OWN = {"LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0"}
_NOT_OURS = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_NAMESPACE")


def git(folder: str, *args: str, timeout_s: float = QUERY_S, stdin: bytes = b"", ok: tuple[int, ...] = (0,)) -> str:
    """The output of a git command run in `folder`.

    Raises `Failed` (`git_missing`, or `git_failed` with git's own words) for any exit status not in `ok`, and `TimedOut`.
    """
    env = {name: value for name, value in os.environ.items() if name not in _NOT_OURS} | _OWN
    try:
        done = subprocess.run(
            ["git", "-C", folder, *args],
            input=stdin,
            capture_output=True,
            env=env,
            timeout=timeout_s,
            check=False,
            start_new_session=True,  # Ctrl-C in our terminal must not stop it half way
        )
    except FileNotFoundError as error:
        raise Failed("the program git is not on the PATH", kind="git_missing") from error
    except subprocess.TimeoutExpired as error:
        raise TimedOut(f"git {args[0]} took longer than {timeout_s:g} s in {folder}") from error
    if done.returncode not in ok:
        words = done.stderr.decode(errors="replace").strip()
        raise Failed(f"git {args[0]} failed in {folder}: {words}", kind="git_failed", stderr=words)
    return os.fsdecode(done.stdout)
