"""Answering: look which option is highlighted, move to the one that is meant, see it highlighted, press Enter."""

from time import monotonic, sleep

from paneflow.driver.definition import Definition, Dialog
from paneflow.driver.errors import DialogStuck
from paneflow.driver.link import Link
from paneflow.driver.screen import Screen, understand

STUCK_S = 5.0  # within which a dialog that was answered has to be gone
MOVE_S = 1.0  # within which a key has to move the highlight
STEP_S = 0.04


def answer(link: Link, agent: Definition, dialog: Dialog, screen: Screen) -> None:
    """Answer a known dialog and see it go. Raises `DialogStuck`."""
    if dialog.option:
        choose(link, agent, screen, dialog.option)
    else:
        link.press("enter")
    deadline = monotonic() + STUCK_S
    while _look(link, agent).dialog == dialog.name:
        if monotonic() > deadline:
            raise DialogStuck(f"agent {link.name}: the dialog {dialog.name!r} was answered and is still there")
        sleep(STEP_S)


def choose(link: Link, agent: Definition, screen: Screen, beginning: str) -> None:
    """Press Enter on the option that begins so, in lower case. Raises `DialogStuck` when it cannot be got at."""
    for _ in range(len(screen.options.labels) + 2 if screen.options else 0):
        options = screen.options
        wanted = options.find(beginning) if options else None
        if options is None or wanted is None:
            break
        if options.highlighted == wanted:
            link.press("enter")
            return
        link.press("down" if wanted > options.highlighted else "up")
        screen = _moved(link, agent, screen)
    offered = screen.options.labels if screen.options else ()
    raise DialogStuck(f"agent {link.name}: no option beginning with {beginning!r} can be chosen", options=list(offered))


def _moved(link: Link, agent: Definition, before: Screen) -> Screen:
    deadline = monotonic() + MOVE_S
    while True:
        screen = _look(link, agent)
        if screen.options != before.options or monotonic() > deadline:
            return screen
        sleep(STEP_S)


def _look(link: Link, agent: Definition) -> Screen:
    return understand(agent, link.look().text)
