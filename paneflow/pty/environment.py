"""The environment of a child, as pure data: what it inherits, what it must not, and who may override what.

Later layers win: the host's own environment without other terminals' identities, what Paneflow says of itself, the
configuration's `[terminal.env]`, the pane's own variables, and last what identifies the pane, which nothing overrides.
"""

import sys
from collections.abc import Iterable, Mapping
from typing import Final

from paneflow import __version__

ALWAYS: Final = {
    "TERM": "xterm-256color",
    "COLORTERM": "truecolor",
    "TERM_PROGRAM": "paneflow",
    "TERM_PROGRAM_VERSION": __version__,
    "SHLVL": "0",  # the shell makes it 1
}
PROTECTED: Final = frozenset({"TERM", "COLORTERM"})  # and every PANEFLOW_*

# What another terminal, multiplexer or agent said of itself to the host: a child that believes it talks to the wrong one.
FOREIGN: Final = frozenset(
    {
        "TMUX", "TMUX_PANE", "STY", "WINDOW", "WINDOWID", "COLUMNS", "LINES", "TERMCAP", "OLDPWD", "TERM_SESSION_ID",
        "LC_TERMINAL", "LC_TERMINAL_VERSION", "WT_SESSION", "WT_PROFILE_ID", "VTE_VERSION", "COLORFGBG", "TILIX_ID",
        "TERMINATOR_UUID", "TERMINATOR_DBUS_NAME", "TERMINATOR_DBUS_PATH", "TERMINAL_EMULATOR", "INSIDE_EMACS",
        "CLAUDECODE", "CLAUDE_CODE_SESSION_ID", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SSE_PORT",
        "CLAUDE_CODE_CHILD_SESSION", "CLAUDE_CODE_TMUX_TRUECOLOR", "CLAUDE_CODE_EXECPATH",
        "CLAUDE_PANE_BACKEND_SOCKET", "PI_PANE_BACKEND_SOCKET", "CODEX_THREAD_ID", "AI_AGENT",
    }
)  # fmt: skip
FOREIGN_PREFIXES: Final = (
    "KITTY_", "WEZTERM_", "ALACRITTY_", "GHOSTTY_", "ITERM_", "KONSOLE_", "ZELLIJ", "WARP_", "VSCODE_", "TERM_PROGRAM",
    "GNOME_TERMINAL_", "PSMUX", "PANEFLOW_", "CMUX_", "WAVETERM", "HYPER_",
)  # fmt: skip
KEPT: Final = frozenset({"PANEFLOW_CONFIG", "PANEFLOW_STATE", "PANEFLOW_HOOK_LOG"})
LOADER_PREFIXES: Final = ("LD_", "DYLD_")  # a pane's settings must not load code into programs


def child_environment(
    inherited: Mapping[str, str],
    *,
    layers: Iterable[Mapping[str, str]] = (),
    identity: Mapping[str, str],
    bin_dir: str | None = None,
    platform: str = sys.platform,
) -> dict[str, str]:
    """The whole environment of a child.

    `layers` are the configuration's and the pane's variables, later ones win; `identity` names the pane
    (PANEFLOW_SURFACE_ID and the like) and wins over all; `bin_dir` is put first on the PATH.
    """
    fold = platform == "win32"  # names differ only in case there
    env = {_name(key, fold): value for key, value in inherited.items() if not is_foreign(_name(key, fold))}
    env.update(ALWAYS)
    if not any(env.get(name) for name in ("LANG", "LC_ALL", "LC_CTYPE")):
        env["LANG"] = "C.UTF-8" if platform == "linux" else "en_US.UTF-8"
    for layer in layers:
        env.update({_name(key, fold): value for key, value in layer.items() if may_set(_name(key, fold), value)})
    env.update(identity)
    if bin_dir:
        separator = ";" if fold else ":"
        rest = [part for part in env.get("PATH", "").split(separator) if part and part != bin_dir]
        env["PATH"] = separator.join([bin_dir, *rest])
        env["PANEFLOW_BIN_DIR"] = bin_dir
    return env


def is_foreign(name: str) -> bool:
    """Whether a variable of the host's environment belongs to another terminal."""
    return name in FOREIGN or (name.startswith(FOREIGN_PREFIXES) and name not in KEPT)


def may_set(name: str, value: str) -> bool:
    """Whether a person or program may give a pane this variable: well formed, not the loader's, not protected."""
    return is_well_formed(name, value) and not is_protected(name)


def is_well_formed(name: str, value: str) -> bool:
    """Whether there can be such a variable at all."""
    return bool(name) and "=" not in name and name.isprintable() and " " not in name and "\0" not in value


def is_protected(name: str) -> bool:
    """Whether a variable is Paneflow's own or the loader's: a pane is given none of these by people or programs."""
    return name in PROTECTED or name.startswith(("PANEFLOW_", *LOADER_PREFIXES))


def _name(name: str, fold: bool) -> str:  # noqa: FBT001 - private
    return name.upper() if fold else name
