"""Runs paneflow/compat/tmux/client.py from its compiled form: reading the source would double what a call takes."""

from _frozen_importlib_external import SourceFileLoader
from posix import R_OK, access

here = __file__.rpartition("/")[0] or "."
for code in (here + "/../../compat/tmux/client.py", here + "/../../paneflow/compat/tmux/client.py"):
    if access(code, R_OK):
        scope = {"__name__": "paneflow_tmux", "__file__": code}
        exec(SourceFileLoader("paneflow_tmux", code).get_code("paneflow_tmux"), scope)  # noqa: S102 - our own file, compiled beside it
        scope["run"]()
