"""Answering a window's questions, which wait for their answer."""

from collections.abc import Callable

from paneflow.gui.qt import QTimer
from paneflow.gui.question import Question
from tests.support.gui_window import Gui, open_question


def when_asked(gui: Gui, answer: Callable[[Question], None]) -> list[str]:
    """Answer the next question; the list gets its title."""
    titles: list[str] = []
    timer = QTimer(gui.window)
    timer.setInterval(20)

    def look() -> None:
        question = open_question()
        if question is not None:
            timer.stop()
            titles.append(question.windowTitle())
            answer(question)

    timer.timeout.connect(look)
    timer.start()
    return titles


def choose(index: int, *, remember: bool = False) -> Callable[[Question], None]:
    """The choice with that place."""
    return lambda question: question.choose(index, remember=remember)


def cancel(question: Question) -> None:
    """No choice."""
    question.reject()
