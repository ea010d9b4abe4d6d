# ruff: noqa: E501 - one row a command
"""Every command of tmux 3.3a, with the flags that 3.5a added, as data: name, alias, flags, arguments, usage, targets.

`flags` is in getopt's notation: a letter, followed by `:` if it takes a value and by `::` if that may be missing.
"""

from typing import Final, NamedTuple


class Target(NamedTuple):
    """What the value of a target flag names."""

    flag: str
    kind: str  # session, window or pane
    can_fail: bool = False  # a missing target is no error: formats are then empty
    new_index: bool = False  # a window index that need not exist yet
    marked: bool = False  # the marked pane is the default


class Verb(NamedTuple):
    """One command. `upper` is -1 when any number of arguments is allowed."""

    name: str
    alias: str
    flags: str
    lower: int
    upper: int
    usage: str
    source: Target | None = None
    target: Target | None = None
    starts: bool = False  # starts a server when none runs
    client: str = ""  # the flag that names a client
    client_optional: bool = False  # no client is no error


# fmt: off
VERBS: Final[tuple[Verb, ...]] = (
    Verb("attach-session", "attach", "c:dEf:rt:x", 0, 0, "[-dErx] [-c working-directory] [-f flags] [-t target-session]", starts=True),
    Verb("bind-key", "bind", "nrN:T:", 1, -1, "[-nr] [-T key-table] [-N note] key [command [arguments]]"),
    Verb("break-pane", "breakp", "abdPF:n:s:t:", 0, 0, "[-abdP] [-F format] [-n window-name] [-s src-pane] [-t dst-window]", source=Target("s", "pane"), target=Target("t", "window", new_index=True)),
    Verb("capture-pane", "capturep", "ab:CeE:JNpPqS:Tt:", 0, 0, "[-aCeJNpPq] [-b buffer-name] [-E end-line] [-S start-line] [-t target-pane]", target=Target("t", "pane")),
    Verb("choose-buffer", "", "F:f:K:NO:rt:Z", 0, 1, "[-NrZ] [-F format] [-f filter] [-K key-format] [-O sort-order] [-t target-pane] [template]", target=Target("t", "pane")),
    Verb("choose-client", "", "F:f:K:NO:rt:Z", 0, 1, "[-NrZ] [-F format] [-f filter] [-K key-format] [-O sort-order] [-t target-pane] [template]", target=Target("t", "pane")),
    Verb("choose-tree", "", "F:f:GK:NO:rst:wZ", 0, 1, "[-GNrswZ] [-F format] [-f filter] [-K key-format] [-O sort-order] [-t target-pane] [template]", target=Target("t", "pane")),
    Verb("clear-history", "clearhist", "Ht:", 0, 0, "[-t target-pane]", target=Target("t", "pane")),
    Verb("clear-prompt-history", "clearphist", "T:", 0, 0, "[-T type]"),
    Verb("clock-mode", "", "t:", 0, 0, "[-t target-pane]", target=Target("t", "pane")),
    Verb("command-prompt", "", "1bFkiI:Np:t:T:", 0, 1, "[-1bFkiN] [-I inputs] [-p prompts] [-t target-client] [-T type] [template]", client="t"),
    Verb("confirm-before", "confirm", "bc:p:t:y", 1, 1, "[-b] [-p prompt] [-t target-client] command", client="t"),
    Verb("copy-mode", "", "deHMs:t:uq", 0, 0, "[-eHMuq] [-s src-pane] [-t target-pane]", source=Target("s", "pane"), target=Target("t", "pane")),
    Verb("customize-mode", "", "F:f:Nt:Z", 0, 0, "[-NZ] [-F format] [-f filter] [-t target-pane]", target=Target("t", "pane")),
    Verb("delete-buffer", "deleteb", "b:", 0, 0, "[-b buffer-name]"),
    Verb("detach-client", "detach", "aE:s:t:P", 0, 0, "[-aP] [-E shell-command] [-s target-session] [-t target-client]", source=Target("s", "session", can_fail=True), client="t"),
    Verb("display-menu", "menu", "c:t:OT:x:y:", 1, -1, "[-O] [-c target-client] [-t target-pane] [-T title] [-x position] [-y position] name key command ...", target=Target("t", "pane"), client="c"),
    Verb("display-message", "display", "ac:d:lINpt:F:v", 0, 1, "[-aINpv] [-c target-client] [-d delay] [-F format] [-t target-pane] [message]", target=Target("t", "pane", can_fail=True), client="c", client_optional=True),
    Verb("display-panes", "displayp", "bd:Nt:", 0, 1, "[-bN] [-d duration] [-t target-client] [template]", client="t"),
    Verb("display-popup", "popup", "Bb:Cc:d:e:Eh:s:S:t:T:w:x:y:", 0, -1, "[-BCE] [-b border-lines] [-c target-client] [-d start-directory] [-e environment] [-h height] [-s style] [-S border-style] [-t target-pane][-T title] [-w width] [-x position] [-y position] [shell-command]", target=Target("t", "pane"), client="c"),
    Verb("find-window", "findw", "CiNrt:TZ", 1, 1, "[-CiNrTZ] [-t target-pane] match-string", target=Target("t", "pane")),
    Verb("has-session", "has", "t:", 0, 0, "[-t target-session]", target=Target("t", "session")),
    Verb("if-shell", "if", "bFt:", 2, 3, "[-bF] [-t target-pane] shell-command command [command]", target=Target("t", "pane", can_fail=True)),
    Verb("join-pane", "joinp", "bdfhvp:l:s:t:", 0, 0, "[-bdfhv] [-l size] [-s src-pane] [-t dst-pane]", source=Target("s", "pane", marked=True), target=Target("t", "pane")),
    Verb("kill-pane", "killp", "at:", 0, 0, "[-a] [-t target-pane]", target=Target("t", "pane")),
    Verb("kill-server", "", "", 0, 0, ""),
    Verb("kill-session", "", "aCt:", 0, 0, "[-aC] [-t target-session]", target=Target("t", "session")),
    Verb("kill-window", "killw", "at:", 0, 0, "[-a] [-t target-window]", target=Target("t", "window")),
    Verb("last-pane", "lastp", "det:Z", 0, 0, "[-deZ] [-t target-window]", target=Target("t", "window")),
    Verb("last-window", "last", "t:", 0, 0, "[-t target-session]", target=Target("t", "session")),
    Verb("link-window", "linkw", "abdks:t:", 0, 0, "[-abdk] [-s src-window] [-t dst-window]", source=Target("s", "window")),
    Verb("list-buffers", "lsb", "F:f:", 0, 0, "[-F format] [-f filter]"),
    Verb("list-clients", "lsc", "F:f:t:", 0, 0, "[-F format] [-t target-session]", target=Target("t", "session")),
    Verb("list-commands", "lscm", "F:", 0, 1, "[-F format] [command]", starts=True),
    Verb("list-keys", "lsk", "1aNP:T:", 0, 1, "[-1aN] [-P prefix-string] [-T key-table] [key]", starts=True),
    Verb("list-panes", "lsp", "asF:f:t:", 0, 0, "[-as] [-F format] [-f filter] [-t target-window]", target=Target("t", "window")),
    Verb("list-sessions", "ls", "F:f:", 0, 0, "[-F format] [-f filter]"),
    Verb("list-windows", "lsw", "F:f:at:", 0, 0, "[-a] [-F format] [-f filter] [-t target-session]", target=Target("t", "session")),
    Verb("load-buffer", "loadb", "b:t:w", 1, 1, "[-b buffer-name] [-t target-client] path", client="t", client_optional=True),
    Verb("lock-client", "lockc", "t:", 0, 0, "[-t target-client]", client="t"),
    Verb("lock-server", "lock", "", 0, 0, ""),
    Verb("lock-session", "locks", "t:", 0, 0, "[-t target-session]", target=Target("t", "session")),
    Verb("move-pane", "movep", "bdfhvp:l:s:t:", 0, 0, "[-bdfhv] [-l size] [-s src-pane] [-t dst-pane]", source=Target("s", "pane", marked=True), target=Target("t", "pane")),
    Verb("move-window", "movew", "abdkrs:t:", 0, 0, "[-abdkr] [-s src-window] [-t dst-window]", source=Target("s", "window")),
    Verb("new-session", "new", "Ac:dDe:EF:f:n:Ps:t:x:Xy:", 0, -1, "[-AdDEPX] [-c start-directory] [-e environment] [-F format] [-f flags] [-n window-name] [-s session-name] [-t target-session] [-x width] [-y height] [shell-command]", target=Target("t", "session", can_fail=True), starts=True),
    Verb("new-window", "neww", "abc:de:F:kn:PSt:", 0, -1, "[-abdkPS] [-c start-directory] [-e environment] [-F format] [-n window-name] [-t target-window] [shell-command]", target=Target("t", "window", new_index=True)),
    Verb("next-layout", "nextl", "t:", 0, 0, "[-t target-window]", target=Target("t", "window")),
    Verb("next-window", "next", "at:", 0, 0, "[-a] [-t target-session]", target=Target("t", "session")),
    Verb("paste-buffer", "pasteb", "db:prs:t:", 0, 0, "[-dpr] [-s separator] [-b buffer-name] [-t target-pane]", target=Target("t", "pane")),
    Verb("pipe-pane", "pipep", "IOot:", 0, 1, "[-IOo] [-t target-pane] [shell-command]", target=Target("t", "pane")),
    Verb("previous-layout", "prevl", "t:", 0, 0, "[-t target-window]", target=Target("t", "window")),
    Verb("previous-window", "prev", "at:", 0, 0, "[-a] [-t target-session]", target=Target("t", "session")),
    Verb("refresh-client", "refresh", "A:B:cC:Df:F:l::LRSt:U", 0, 1, "[-cDlLRSU] [-A pane:state] [-B name:what:format] [-C XxY] [-f flags] [-t target-client] [adjustment]", client="t"),
    Verb("rename-session", "rename", "t:", 1, 1, "[-t target-session] new-name", target=Target("t", "session")),
    Verb("rename-window", "renamew", "t:", 1, 1, "[-t target-window] new-name", target=Target("t", "window")),
    Verb("resize-pane", "resizep", "DLMRTt:Ux:y:Z", 0, 1, "[-DLMRTUZ] [-x width] [-y height] [-t target-pane] [adjustment]", target=Target("t", "pane")),
    Verb("resize-window", "resizew", "aADLRt:Ux:y:", 0, 1, "[-aADLRU] [-x width] [-y height] [-t target-window] [adjustment]", target=Target("t", "window")),
    Verb("respawn-pane", "respawnp", "c:e:kt:", 0, -1, "[-k] [-c start-directory] [-e environment] [-t target-pane] [shell-command]", target=Target("t", "pane")),
    Verb("respawn-window", "respawnw", "c:e:kt:", 0, -1, "[-k] [-c start-directory] [-e environment] [-t target-window] [shell-command]", target=Target("t", "window")),
    Verb("rotate-window", "rotatew", "Dt:UZ", 0, 0, "[-DUZ] [-t target-window]", target=Target("t", "window")),
    Verb("run-shell", "run", "bd:Ct:c:", 0, 2, "[-bC] [-d delay] [-t target-pane] [shell-command]", target=Target("t", "pane", can_fail=True)),
    Verb("save-buffer", "saveb", "ab:", 1, 1, "[-a] [-b buffer-name] path"),
    Verb("select-layout", "selectl", "Enopt:", 0, 1, "[-Enop] [-t target-pane] [layout-name]", target=Target("t", "pane")),
    Verb("select-pane", "selectp", "DdegLlMmP:RT:t:UZ", 0, 0, "[-DdeLlMmRUZ] [-T title] [-t target-pane]", target=Target("t", "pane")),
    Verb("select-window", "selectw", "lnpTt:", 0, 0, "[-lnpT] [-t target-window]", target=Target("t", "window")),
    Verb("send-keys", "send", "c:FHKlMN:Rt:X", 0, -1, "[-FHlMRX] [-N repeat-count] [-t target-pane] key ...", target=Target("t", "pane")),
    Verb("send-prefix", "", "2t:", 0, 0, "[-2] [-t target-pane]", target=Target("t", "pane")),
    Verb("server-access", "", "adlrw", 0, 1, "[-adlrw] [-t target-pane] [user]", client_optional=True),
    Verb("set-buffer", "setb", "ab:t:n:w", 0, 1, "[-aw] [-b buffer-name] [-n new-buffer-name] [-t target-client] data", client="t", client_optional=True),
    Verb("set-environment", "setenv", "Fhgrt:u", 1, 2, "[-Fhgru] [-t target-session] name [value]", target=Target("t", "session", can_fail=True)),
    Verb("set-hook", "", "agpRt:uw", 1, 2, "[-agpRuw] [-t target-pane] hook [command]", target=Target("t", "pane", can_fail=True)),
    Verb("set-option", "set", "aFgopqst:uUw", 1, 2, "[-aFgopqsuUw] [-t target-pane] option [value]", target=Target("t", "pane", can_fail=True)),
    Verb("set-window-option", "setw", "aFgoqt:u", 1, 2, "[-aFgoqu] [-t target-window] option [value]", target=Target("t", "window", can_fail=True)),
    Verb("show-buffer", "showb", "b:", 0, 0, "[-b buffer-name]"),
    Verb("show-environment", "showenv", "hgst:", 0, 1, "[-hgs] [-t target-session] [name]", target=Target("t", "session", can_fail=True)),
    Verb("show-hooks", "", "gpt:w", 0, 1, "[-gpw] [-t target-pane]", target=Target("t", "pane", can_fail=True)),
    Verb("show-messages", "showmsgs", "JTt:", 0, 0, "[-JT] [-t target-client]", client="t"),
    Verb("show-options", "show", "AgHpqst:vw", 0, 1, "[-AgHpqsvw] [-t target-pane] [option]", target=Target("t", "pane", can_fail=True)),
    Verb("show-prompt-history", "showphist", "T:", 0, 0, "[-T type]"),
    Verb("show-window-options", "showw", "gvt:", 0, 1, "[-gv] [-t target-window] [option]", target=Target("t", "window", can_fail=True)),
    Verb("source-file", "source", "t:Fnqv", 1, -1, "[-Fnqv] path ..."),
    Verb("split-window", "splitw", "bc:de:fF:hIl:p:Pt:vZ", 0, -1, "[-bdefhIPvZ] [-c start-directory] [-e environment] [-F format] [-l size] [-t target-pane][shell-command]", target=Target("t", "pane")),
    Verb("start-server", "start", "", 0, 0, "", starts=True),
    Verb("suspend-client", "suspendc", "t:", 0, 0, "[-t target-client]", client="t"),
    Verb("swap-pane", "swapp", "dDs:t:UZ", 0, 0, "[-dDUZ] [-s src-pane] [-t dst-pane]", source=Target("s", "pane", marked=True), target=Target("t", "pane")),
    Verb("swap-window", "swapw", "ds:t:", 0, 0, "[-d] [-s src-window] [-t dst-window]", source=Target("s", "window", marked=True), target=Target("t", "window")),
    Verb("switch-client", "switchc", "lc:EFnpt:rT:Z", 0, 0, "[-ElnprZ] [-c target-client] [-t target-session] [-T key-table]", client="c"),
    Verb("unbind-key", "unbind", "anqT:", 0, 1, "[-anq] [-T key-table] key"),
    Verb("unlink-window", "unlinkw", "kt:", 0, 0, "[-k] [-t target-window]", target=Target("t", "window")),
    Verb("wait-for", "wait", "LSU", 1, 1, "[-L|-S|-U] channel"),
)
# fmt: on

# Names that stand for a command with arguments (the default of tmux's command-alias option).
COMMAND_ALIASES: Final[dict[str, tuple[str, ...]]] = {
    "split-pane": ("split-window",),
    "splitp": ("split-window",),
    "server-info": ("show-messages", "-JT"),
    "info": ("show-messages", "-JT"),
    "choose-window": ("choose-tree", "-w"),
    "choose-session": ("choose-tree", "-s"),
}
