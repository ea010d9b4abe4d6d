"""Gemini CLI: driven by its screen and its hooks. The form of its chats on disk is not documented, so they are not read."""

from paneflow.driver.definition import Definition, Dialog

DEFINITION = Definition(
    name="gemini",
    argv=("gemini",),
    fresh=None,
    resume=lambda session_id: ("--resume", session_id),
    identity=("--resume", "-r"),
    dialogs=(
        Dialog("login", ("How would you like to authenticate",), asks_for="login"),
        Dialog(
            "trust",
            ("Do you trust the files in this folder", "Do you trust this folder"),
            "trust folder",
            asks_for="trust",
        ),
    ),
    prompt=" > ",
    hints=("Type your message",),
    pointer="●",
    frame="│╭╮╰╯─",
    working=("esc to cancel",),
    permission=("Allow execution", "Apply this change", "Do you want to proceed"),
    interrupted=("Request cancelled",),
    dialog_end=("Use Enter to select", "Enter to select"),
)
