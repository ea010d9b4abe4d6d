"""The man page, made from the commands' own data."""

from paneflow.cli import registry
from paneflow.cli.exits import MEANING
from paneflow.cli.grammar import leaves
from paneflow.cli.help import usage_of


def page() -> str:
    """`paneflow.1` as roff, for man(7)."""
    parts = [_HEAD, ".SH COMMANDS\n"]
    for leaf in leaves():
        command = leaf.command
        parts.append(
            f".SS {_escaped(leaf.name)}\n.B {_escaped(usage_of(command, leaf.name))}\n.PP\n{_line(command.doc)}"
        )
        words = [(arg.shown, arg.doc) for arg in command.args] + [(flag.shown, flag.doc) for flag in command.flags]
        parts += [f".TP\n.B {_escaped(shown)}\n{_line(doc)}" for shown, doc in words]
        if command.notes:
            parts.append(f".PP\n{_line(command.notes)}")
        if command.examples:
            examples = "".join(_line(example) for example in command.examples)
            parts.append(f".PP\n.nf\n{examples}.fi\n")
    parts.append(".SH EXIT STATUS\n" + "".join(f".TP\n.B {code}\n{_line(text)}" for code, text in MEANING.items()))
    parts.append(_ENVIRONMENT)
    return "".join(parts)


def aliases() -> str:
    """The older words for some verbs, in one sentence."""
    return ", ".join(f"{alias} is {verb}" for alias, verb in registry.ALIASES.items())


def _line(text: str) -> str:
    escaped = _escaped(text)
    return ("\\&" if escaped[:1] in (".", "'") else "") + escaped + "\n"


def _escaped(text: str) -> str:
    """As roff that every reader takes: ASCII only, since not all of them know in what the file is encoded."""
    return text.replace("\\", "\\e").replace("-", "\\-").replace("…", "...")


_HEAD = f""".\\" Made by packaging/generate.py from the command line's own data. Change it there.
.TH PANEFLOW 1
.SH NAME
paneflow \\- terminal multiplexer with a window, a headless host and an automation socket
.SH SYNOPSIS
.B paneflow
[\\-\\-help | \\-\\-version | verb ...]
.SH DESCRIPTION
Without arguments the window opens; with a verb, Paneflow does that one thing and says how it went by its exit status.
The panes belong to the host, a process that outlives windows and terminals.
.PP
A target is the id of a pane (42 or %42), its name or what only its name begins with, cmdline:TEXT for what runs in it,
cwd:DIR for where it is, or self inside a pane. Older words for verbs: {aliases()}.
"""

_ENVIRONMENT = """.SH ENVIRONMENT
.TP
.B PANEFLOW_SOCKET_PATH
The endpoint of the host, instead of paneflow/paneflow.sock in the runtime folder.
.TP
.B PANEFLOW_IPC_SCRIPTING
1 when the host starts: programs may write to panes.
.TP
.B PANEFLOW_CONFIG, PANEFLOW_STATE
The configuration file, and the folder of saved state.
.TP
.B PANEFLOW_SURFACE_ID
Set in every pane: its own id.
"""
