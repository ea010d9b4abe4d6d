"""What the sidebar keeps of a line that has no room."""

from paneflow.gui.qt import QApplication, QFontMetrics
from paneflow.gui.sidebar_delegate import elide_mode
from paneflow.gui.sidebar_rows import Line


def test_an_agents_line_keeps_its_state_and_a_folders_both_ends() -> None:
    metrics = QFontMetrics(QApplication.font())
    agent, folder = Line("claude waits · 2 min  reviewer", color=0xFF0000), Line("~/projects/a/long/way/down/harbor")
    room = metrics.horizontalAdvance("claude waits · 2 min …")
    shown = metrics.elidedText(agent.text, elide_mode(agent), room)
    assert shown.startswith("claude waits · 2")
    assert shown.endswith("…")
    cut = metrics.elidedText(folder.text, elide_mode(folder), room)
    assert cut.startswith("~/")
    assert cut.endswith("harbor")
