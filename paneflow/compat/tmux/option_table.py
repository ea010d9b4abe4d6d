# ruff: noqa: E501 - one row an option
"""tmux's options and hooks as data: type, scope, default and allowed values of each.

Values are kept in the words tmux shows them with (`on`, `red`, `C-b`), so nothing is converted to be printed. What
an option means is up to whoever reads it; most only matter to tmux's own screen and are kept for those who ask.
"""

from typing import Final, NamedTuple


class Option(NamedTuple):
    """One option. `scope` is server, session, window, or "window pane" for one that both may have."""

    name: str
    kind: str  # string, number, flag, choice, colour, key or command
    scope: str
    default: str | tuple[str, ...]  # a tuple makes it an array
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 2**31 - 1
    style: bool = False
    separator: str = " ,"  # what cuts a value into an array's items; "" never does
    pattern: str = ""


# fmt: off
OPTIONS: Final[tuple[Option, ...]] = (
    Option("backspace", "key", "server", "C-?"),
    Option("buffer-limit", "number", "server", "50", least=1),
    Option("command-alias", "string", "server", ("split-pane=split-window", "splitp=split-window", "server-info=show-messages -JT", "info=show-messages -JT", "choose-window=choose-tree -w", "choose-session=choose-tree -s",), separator=","),
    Option("copy-command", "string", "server", ""),
    Option("cursor-colour", "colour", "window pane", "none"),
    Option("cursor-style", "choice", "window pane", "default", choices=("default", "blinking-block", "block", "blinking-underline", "underline", "blinking-bar", "bar")),
    Option("default-terminal", "string", "server", "tmux-256color"),
    Option("editor", "string", "server", "/usr/bin/vi"),
    Option("escape-time", "number", "server", "500"),
    Option("exit-empty", "flag", "server", "on"),
    Option("exit-unattached", "flag", "server", "off"),
    Option("extended-keys", "choice", "server", "off", choices=("off", "on", "always")),
    Option("focus-events", "flag", "server", "off"),
    Option("history-file", "string", "server", ""),
    Option("message-limit", "number", "server", "1000"),
    Option("prompt-history-limit", "number", "server", "100"),
    Option("set-clipboard", "choice", "server", "external", choices=("off", "external", "on")),
    Option("terminal-overrides", "string", "server", (), separator=","),
    Option("terminal-features", "string", "server", ("xterm*:clipboard:ccolour:cstyle:focus:title", "screen*:title", "rxvt*:ignorefkeys"), separator=","),
    Option("user-keys", "string", "server", (), separator=","),
    Option("activity-action", "choice", "session", "other", choices=("none", "any", "current", "other")),
    Option("assume-paste-time", "number", "session", "1"),
    Option("base-index", "number", "session", "0"),
    Option("bell-action", "choice", "session", "any", choices=("none", "any", "current", "other")),
    Option("default-command", "string", "session", ""),
    Option("default-shell", "string", "session", "/bin/sh"),
    Option("default-size", "string", "session", "80x24", pattern="[0-9]*x[0-9]*"),
    Option("destroy-unattached", "flag", "session", "off"),
    Option("detach-on-destroy", "choice", "session", "on", choices=("off", "on", "no-detached")),
    Option("display-panes-active-colour", "colour", "session", "red"),
    Option("display-panes-colour", "colour", "session", "blue"),
    Option("display-panes-time", "number", "session", "1000", least=1),
    Option("display-time", "number", "session", "750"),
    Option("history-limit", "number", "session", "2000"),
    Option("key-table", "string", "session", "root"),
    Option("lock-after-time", "number", "session", "0"),
    Option("lock-command", "string", "session", "lock -np"),
    Option("message-command-style", "string", "session", "bg=black,fg=yellow", style=True, separator=","),
    Option("message-style", "string", "session", "bg=yellow,fg=black", style=True, separator=","),
    Option("mouse", "flag", "session", "off"),
    Option("prefix", "key", "session", "C-b"),
    Option("prefix2", "key", "session", "None"),
    Option("renumber-windows", "flag", "session", "off"),
    Option("repeat-time", "number", "session", "500", most=32767),
    Option("set-titles", "flag", "session", "off"),
    Option("set-titles-string", "string", "session", '#S:#I:#W - "#T" #{session_alerts}'),
    Option("silence-action", "choice", "session", "other", choices=("none", "any", "current", "other")),
    Option("status", "choice", "session", "on", choices=("off", "on", "2", "3", "4", "5")),
    Option("status-bg", "colour", "session", "default"),
    Option("status-fg", "colour", "session", "default"),
    Option("status-format", "string", "session", ()),
    Option("status-interval", "number", "session", "15"),
    Option("status-justify", "choice", "session", "left", choices=("left", "centre", "right", "absolute-centre")),
    Option("status-keys", "choice", "session", "emacs", choices=("emacs", "vi")),
    Option("status-left", "string", "session", "[#{session_name}] "),
    Option("status-left-length", "number", "session", "10", most=32767),
    Option("status-left-style", "string", "session", "default", style=True, separator=","),
    Option("status-position", "choice", "session", "bottom", choices=("top", "bottom")),
    Option("status-right", "string", "session", '#{?window_bigger,[#{window_offset_x}#,#{window_offset_y}] ,}"#{=21:pane_title}" %H:%M %d-%b-%y'),
    Option("status-right-length", "number", "session", "40", most=32767),
    Option("status-right-style", "string", "session", "default", style=True, separator=","),
    Option("status-style", "string", "session", "bg=green,fg=black", style=True, separator=","),
    Option("update-environment", "string", "session", ("DISPLAY", "KRB5CCNAME", "SSH_ASKPASS", "SSH_AUTH_SOCK", "SSH_AGENT_PID", "SSH_CONNECTION", "WINDOWID", "XAUTHORITY",)),
    Option("visual-activity", "choice", "session", "off", choices=("off", "on", "both")),
    Option("visual-bell", "choice", "session", "off", choices=("off", "on", "both")),
    Option("visual-silence", "choice", "session", "off", choices=("off", "on", "both")),
    Option("word-separators", "string", "session", "!\"#$%&'()*+,-./:;<=>?@[\\]^`{|}~"),
    Option("aggressive-resize", "flag", "window", "off"),
    Option("allow-passthrough", "choice", "window pane", "off", choices=("off", "on", "all")),
    Option("allow-rename", "flag", "window pane", "off"),
    Option("alternate-screen", "flag", "window pane", "on"),
    Option("automatic-rename", "flag", "window", "on"),
    Option("automatic-rename-format", "string", "window", "#{?pane_in_mode,[tmux],#{pane_current_command}}#{?pane_dead,[dead],}"),
    Option("clock-mode-colour", "colour", "window", "blue"),
    Option("clock-mode-style", "choice", "window", "24", choices=("12", "24")),
    Option("copy-mode-match-style", "string", "window", "bg=cyan,fg=black", style=True, separator=","),
    Option("copy-mode-current-match-style", "string", "window", "bg=magenta,fg=black", style=True, separator=","),
    Option("copy-mode-mark-style", "string", "window", "bg=red,fg=black", style=True, separator=","),
    Option("fill-character", "string", "window", ""),
    Option("main-pane-height", "string", "window", "24"),
    Option("main-pane-width", "string", "window", "80"),
    Option("mode-keys", "choice", "window", "emacs", choices=("emacs", "vi")),
    Option("mode-style", "string", "window", "bg=yellow,fg=black", style=True, separator=","),
    Option("monitor-activity", "flag", "window", "off"),
    Option("monitor-bell", "flag", "window", "on"),
    Option("monitor-silence", "number", "window", "0"),
    Option("other-pane-height", "string", "window", "0"),
    Option("other-pane-width", "string", "window", "0"),
    Option("pane-active-border-style", "string", "window", "#{?pane_in_mode,fg=yellow,#{?synchronize-panes,fg=red,fg=green}}", style=True, separator=","),
    Option("pane-base-index", "number", "window", "0", most=65535),
    Option("pane-border-format", "string", "window pane", '#{?pane_active,#[reverse],}#{pane_index}#[default] "#{pane_title}"'),
    Option("pane-border-indicators", "choice", "window", "colour", choices=("off", "colour", "arrows", "both")),
    Option("pane-border-lines", "choice", "window", "single", choices=("single", "double", "heavy", "simple", "number")),
    Option("pane-border-status", "choice", "window", "off", choices=("off", "top", "bottom")),
    Option("pane-border-style", "string", "window", "default", style=True, separator=","),
    Option("pane-colours", "colour", "window pane", ()),
    Option("popup-style", "string", "window", "default", style=True, separator=","),
    Option("popup-border-style", "string", "window", "default", style=True, separator=","),
    Option("popup-border-lines", "choice", "window", "single", choices=("single", "double", "heavy", "simple", "rounded", "padded", "none")),
    Option("remain-on-exit", "choice", "window pane", "off", choices=("off", "on", "failed")),
    Option("remain-on-exit-format", "string", "window pane", "Pane is dead (#{?#{!=:#{pane_dead_status},},status #{pane_dead_status},}#{?#{!=:#{pane_dead_signal},},signal #{pane_dead_signal},}, #{t:pane_dead_time})"),
    Option("scroll-on-clear", "flag", "window pane", "on"),
    Option("synchronize-panes", "flag", "window pane", "off"),
    Option("window-active-style", "string", "window pane", "default", style=True, separator=","),
    Option("window-size", "choice", "window", "latest", choices=("largest", "smallest", "manual", "latest")),
    Option("window-style", "string", "window pane", "default", style=True, separator=","),
    Option("window-status-activity-style", "string", "window", "reverse", style=True, separator=","),
    Option("window-status-bell-style", "string", "window", "reverse", style=True, separator=","),
    Option("window-status-current-format", "string", "window", "#I:#W#{?window_flags,#{window_flags}, }"),
    Option("window-status-current-style", "string", "window", "default", style=True, separator=","),
    Option("window-status-format", "string", "window", "#I:#W#{?window_flags,#{window_flags}, }"),
    Option("window-status-last-style", "string", "window", "default", style=True, separator=","),
    Option("window-status-separator", "string", "window", " "),
    Option("window-status-style", "string", "window", "default", style=True, separator=","),
    Option("wrap-search", "flag", "window", "on"),
    Option("xterm-keys", "flag", "window", "on"),
)

SESSION_HOOKS: Final = (
    "after-bind-key", "after-capture-pane", "after-copy-mode", "after-display-message", "after-display-panes",
    "after-kill-pane", "after-list-buffers", "after-list-clients", "after-list-keys", "after-list-panes",
    "after-list-sessions", "after-list-windows", "after-load-buffer", "after-lock-server", "after-new-session",
    "after-new-window", "after-paste-buffer", "after-pipe-pane", "after-queue", "after-refresh-client",
    "after-rename-session", "after-rename-window", "after-resize-pane", "after-resize-window", "after-save-buffer",
    "after-select-layout", "after-select-pane", "after-select-window", "after-send-keys", "after-set-buffer",
    "after-set-environment", "after-set-hook", "after-set-option", "after-show-environment", "after-show-messages",
    "after-show-options", "after-split-window", "after-unbind-key", "alert-activity", "alert-bell", "alert-silence",
    "client-active", "client-attached", "client-detached", "client-focus-in", "client-focus-out", "client-resized",
    "client-session-changed", "session-closed", "session-created", "session-renamed", "session-window-changed",
    "window-linked", "window-unlinked",
)
PANE_HOOKS: Final = (
    "pane-died", "pane-exited", "pane-focus-in", "pane-focus-out", "pane-mode-changed", "pane-set-clipboard",
    "pane-title-changed",
)
WINDOW_HOOKS: Final = (
    "window-layout-changed", "window-pane-changed", "window-renamed", "window-resized",
)
# fmt: on

HOOKS: Final = (
    *(Option(name, "command", "session", (), separator="") for name in SESSION_HOOKS),
    *(Option(name, "command", "window pane", (), separator="") for name in PANE_HOOKS),
    *(Option(name, "command", "window", (), separator="") for name in WINDOW_HOOKS),
)
TABLE: Final[dict[str, Option]] = {option.name: option for option in (*OPTIONS, *HOOKS)}

# Spellings that are taken for another.
OTHER_NAMES: Final = {
    "display-panes-color": "display-panes-colour",
    "display-panes-active-color": "display-panes-active-colour",
    "clock-mode-color": "clock-mode-colour",
    "cursor-color": "cursor-colour",
    "pane-colors": "pane-colours",
}
