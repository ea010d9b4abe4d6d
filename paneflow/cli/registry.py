"""The verbs. One row each: name → (module, what it does). The module's `COMMANDS` holds a command or group of that name.

A verb's module is imported only when the verb is used, so a row costs nothing.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from paneflow.cli.command import Command, Group

VERBS = {
    "ls": ("panes", "List the panes."),
    "read": ("panes", "Print what a pane shows and has shown."),
    "search": ("panes", "Find lines in a pane."),
    "ps": ("fleet", "List the agents."),
    "status": ("fleet", "Tell what a pane's agent is doing."),
    "new": ("arrange", "Create a workspace."),
    "select": ("arrange", "Make a workspace the active one."),
    "split": ("arrange", "Split a pane and start a shell in the new half."),
    "focus": ("arrange", "Give a pane the focus."),
    "send": ("send", "Put text into a pane, or submit it."),
    "key": ("send", "Press keys in a pane."),
    "run": ("run", "Run a command in a pane's shell and wait for its end."),
    "wait": ("wait", "Wait for output, for quiet, or for an end."),
    "watch": ("watch", "Print events as they happen."),
    "up": ("up", "Create a workspace from a file."),
    "save": ("up", "Write a workspace to a file."),
    "flow": ("flow", "Run the steps of a file, each when what it needs is done."),
    "agent": ("agent", "Drive coding agents by name."),
    "host": ("host", "Run, start, stop the host, or tell how it is."),
    "hooks": ("hooks", "Let agents say what they do, from their own settings."),
    "pane-backend": ("pane_backend", "Serve the CustomPaneBackend protocol on standard input and output."),
    "mcp": ("mcp", "Let agents read panes, over the Model Context Protocol."),
    "rpc": ("rpc", "Call a method of the protocol."),
    "schema": ("rpc", "Print what a method takes and returns."),
    "completion": ("completion", "Print a completion script for a shell."),
    "doctor": ("doctor", "Check that everything Paneflow needs is there."),
    "gui": ("window", "Open the window."),
}
ALIASES = {"list_panes": "ls", "read_pane": "read", "search_pane": "search"}


def load(verb: str) -> "Command | Group":
    """The command or group of a verb or alias. Raises `KeyError` for what is none."""
    name = ALIASES.get(verb, verb)
    module = VERBS[name][0]
    commands = __import__(f"paneflow.cli.{module}", fromlist=("COMMANDS",)).COMMANDS
    found: Command | Group = next(command for command in commands if command.name == name)
    return found
