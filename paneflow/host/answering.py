"""Answering an agent's permission question for somebody who does not look at its pane.

All is checked and the key written in one turn of the loop, so that nothing changes in between.
"""

import os
import sys

from paneflow.agents import keys
from paneflow.agents.answers import is_answerable, key_for
from paneflow.agents.session import Session
from paneflow.errors import Refused
from paneflow.host.host import Host
from paneflow.host.keystrokes import parse_keystroke
from paneflow.host.writing import writable
from paneflow.runtime.detection import is_alive
from paneflow.runtime.live_surface import LiveSurface
from paneflow.vt.styled_text import screen


def answer(host: Host, surface_id: int, question: int, choice: str) -> str:
    """Press the key of a choice; what was pressed. Raises `NotFound`, `Refused` (question_changed, question_not_shown)."""
    live = writable(host, surface_id)
    session = next((each for each in host.fleet.of(live.id) if each.question == question), None)
    if session is None or not is_answerable(session) or not _is_open(host, live, session, question):
        raise Refused(
            "that question is not open any more, or not alone; look at the pane",
            kind="question_changed",
            surface_id=surface_id,
        )
    keystroke = key_for(session, choice, screen(live.engine))
    if keystroke is None:
        raise Refused(
            f"the screen of {session.tool} does not offer it for that; look at the pane",
            kind="question_not_shown",
            surface_id=surface_id,
        )
    live.write(live.engine.encode_key(parse_keystroke(keystroke)))
    host.fleet.answered(live.id)
    return keystroke


def _is_open(host: Host, live: LiveSurface, session: Session, question: int) -> bool:
    """Whether keys reach the very agent that asked, nobody else is typing there, and nothing was typed since."""
    others = [each for each in host.fleet.of(live.id) if each is not session and each.question is not None]
    typed = live.last_input * 1000 >= question and (not live.last_typed or keys.is_answer(live.last_typed))
    return not (others or typed or live.writing.locked()) and _has_the_keyboard(live, session)


def _has_the_keyboard(live: LiveSurface, session: Session) -> bool:
    """Whether the agent's process is in the terminal's foreground; it may be stopped, or have started another program."""
    process, child = session.process, live.child
    if process is None or child is None or not is_alive(process):
        return False
    if sys.platform == "win32":
        return True  # there is no foreground there
    try:
        return os.getpgid(process.pid) == child.foreground()
    except OSError:
        return False
