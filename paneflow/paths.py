"""Where Paneflow keeps things, per system. Nobody else knows these paths. Cheap to import: no pathlib.

runtime   the socket and its lock; gone after a reboot
state     saved workspaces, scrollback, logs, the audit log
config    config.toml and themes, edited by people
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

PIPE = r"\\.\pipe\paneflow"
PANE_BACKEND_PIPE = r"\\.\pipe\psmux-claude-backend-paneflow"


def runtime_dir(env: "Mapping[str, str]" = os.environ) -> str:
    """The folder of the socket; private to the user (checked by the host before it binds)."""
    base = env.get("XDG_RUNTIME_DIR")
    if base and os.path.isabs(base):
        return os.path.join(base, "paneflow")
    if sys.platform == "win32":
        return os.path.join(_local_app_data(env), "run")
    return os.path.join(env.get("TMPDIR") or "/tmp", f"paneflow-{os.getuid()}")  # noqa: S108 - checked by the host


def socket_path(env: "Mapping[str, str]" = os.environ) -> str:
    """The endpoint: `PANEFLOW_SOCKET_PATH` if it is absolute (or a pipe name), else the platform's."""
    explicit = env.get("PANEFLOW_SOCKET_PATH")
    if explicit and (os.path.isabs(explicit) or explicit.startswith("\\\\.\\pipe\\")):
        return explicit
    if sys.platform == "win32":
        return PIPE
    return os.path.join(runtime_dir(env), "paneflow.sock")


def pane_backend_path(main: str) -> str:
    """The endpoint of the CustomPaneBackend that goes with a main endpoint: a socket beside it, or a pipe."""
    if sys.platform == "win32":
        return PANE_BACKEND_PIPE
    return os.path.join(os.path.dirname(main), "pane-backend.sock")


def state_dir(env: "Mapping[str, str]" = os.environ) -> str:
    """The folder of saved state; `PANEFLOW_STATE` overrides."""
    return env.get("PANEFLOW_STATE") or _folder(env, "XDG_STATE_HOME", ".local/state")


def config_file(env: "Mapping[str, str]" = os.environ) -> str:
    """The configuration; `PANEFLOW_CONFIG` overrides."""
    return env.get("PANEFLOW_CONFIG") or os.path.join(_folder(env, "XDG_CONFIG_HOME", ".config"), "config.toml")


def resources_dir() -> str:
    """Files that ship with Paneflow: beside the package in a checkout, inside it when installed."""
    here = os.path.dirname(os.path.abspath(__file__))
    installed = os.path.join(here, "_resources")
    return installed if os.path.isdir(installed) else os.path.join(os.path.dirname(here), "resources")


def _folder(env: "Mapping[str, str]", variable: str, below_home: str) -> str:
    if sys.platform == "win32":
        return _local_app_data(env)
    base = env.get(variable)
    if base and os.path.isabs(base):
        return os.path.join(base, "paneflow")
    home = env.get("HOME") or os.path.expanduser("~")
    if sys.platform == "darwin":
        return os.path.join(home, "Library/Application Support/paneflow")
    return os.path.join(home, below_home, "paneflow")


def _local_app_data(env: "Mapping[str, str]") -> str:
    return os.path.join(env.get("LOCALAPPDATA") or os.path.expanduser(r"~\AppData\Local"), "paneflow")
