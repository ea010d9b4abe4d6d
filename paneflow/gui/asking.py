"""Questions about what may go while they are asked."""

from collections.abc import Collection

from paneflow.gui.question import Answer, Question
from paneflow.gui.workbench import Workbench


def ask_about(bench: Workbench, question: Question, surfaces: Collection[int] = ()) -> Answer:
    """Wait for the answer. It is no choice when the surfaces go meanwhile, or the host; and while another one is asked."""
    asks = [each for each in bench.window.children() if isinstance(each, Question) and each.isVisible()]
    if asks:
        question.deleteLater()
        return Answer(None, remember=False)

    def look() -> None:
        gone = bool(surfaces) and not bench.model.surfaces.keys() & surfaces
        if gone or not bench.link.is_attached:
            question.reject()

    bench.refreshed.connect(look)
    bench.link.lost.connect(look)
    try:
        return question.ask()
    finally:
        bench.refreshed.disconnect(look)
        bench.link.lost.disconnect(look)
