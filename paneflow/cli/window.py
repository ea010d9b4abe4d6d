"""`gui`: named here for help and completion; `__main__` begins it."""

from paneflow.cli.command import FILE, Arg, Command, Flag

GUI = Command(
    "gui",
    "Open the window, and start a host if none runs. What runs in the panes outlives the window.",
    None,
    args=(Arg("file", "A workspace document to open.", kind=FILE, optional=True),),
    flags=(Flag("--screenshot", "Save a picture of the window there, and leave.", value="FILE", kind=FILE),),
    examples=("paneflow", "paneflow gui work.toml", "paneflow gui --screenshot window.png"),
)

COMMANDS = (GUI,)
