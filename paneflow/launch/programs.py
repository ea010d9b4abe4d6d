"""The folder of programs that comes first on the PATH of surfaces."""

import logging
import os
import shutil
import sys
import sysconfig

from paneflow import paths

log = logging.getLogger(__name__)


def programs_dir(state_dir: str) -> str | None:
    """The shims; on Windows, where only an .exe is found by name, a folder of our own with a copy of pip's launcher."""
    if sys.platform == "win32":
        return launchers_dir(sysconfig.get_path("scripts"), state_dir)
    folder = os.path.join(paths.resources_dir(), "shims")
    return folder if os.path.isdir(folder) else None


def launchers_dir(scripts: str, state_dir: str) -> str | None:
    """A folder with `tmux.exe`, made from the `paneflow-tmux.exe` in `scripts`; None where pip made none."""
    made = os.path.join(scripts, "paneflow-tmux.exe")
    folder = os.path.join(state_dir, "bin")
    target = os.path.join(folder, "tmux.exe")
    if not os.path.isfile(made):
        return None
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        shutil.copyfile(made, target)
    except OSError as error:  # one that runs cannot be replaced, and need not be
        if not os.path.isfile(target):
            log.warning("%s cannot be made: %s", target, error)
            return None
    return folder
