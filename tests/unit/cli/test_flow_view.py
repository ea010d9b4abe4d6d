import io
import itertools

from paneflow.cli.flow_view import LinesView, LiveView
from paneflow.flow.events import Acted, Begun, Event, TaskFailed
from paneflow.flow.run import Run, Task, new_run
from paneflow.flow.scheduler import advance


def runs(*events: Event, count: int = 2) -> list[Run]:
    """The run before the first event and after each."""
    states = [new_run(tuple(Task(f"t{n}") for n in range(count)), "continue")]
    for event in (Begun(0.0), *events):
        states.append(advance(states[-1], event)[0])
    return states


def show(view: LinesView | LiveView, states: list[Run]) -> None:
    for now, (before, after) in enumerate(itertools.pairwise(states)):
        view.change(before, after, float(now))
    view.end(states[-1], float(len(states)))


def test_lines_tell_each_change_once_and_end_with_a_table() -> None:
    out = io.StringIO()
    show(LinesView(out), runs(Acted("t0", 1.0), TaskFailed("t1", 2.0, "no\x1b[2Jluck")))
    assert out.getvalue().splitlines() == [
        "[    0.0s] t0 → RUNNING",
        "[    0.0s] t1 → RUNNING",
        "[    1.0s] t0 → READY",
        "[    2.0s] t1 → FAILED (no^[[2Jluck)",
        "---",
        "t0                       READY",
        "t1                       FAILED   no^[[2Jluck",
    ]


def test_the_live_view_draws_over_itself_and_leaves_the_table() -> None:
    out = io.StringIO()
    show(LiveView(out, lambda: (80, 24)), runs(Acted("t0", 1.0)))
    first, second, last = out.getvalue().split("\x1b[2F\x1b[J")
    assert first == "t0  RUNNING      0.0s\nt1  RUNNING      0.0s\n"
    assert second == "t0  READY        1.0s\nt1  RUNNING      1.0s\n"
    assert last.startswith("---\n")


def test_a_note_goes_above_the_live_view_without_acting_on_the_terminal() -> None:
    out = io.StringIO()
    view = LiveView(out, lambda: (80, 24))
    before, after = runs()
    view.change(before, after, 0.0)
    view.note("setup: \x1b]0;title\x07 done\n")
    view.tick(after, 1.0)
    assert "\x1b[2F\x1b[Jsetup: ^[]0;title^G done\nt0" in out.getvalue()


def test_the_live_view_fits_a_small_terminal() -> None:
    out = io.StringIO()
    view = LiveView(out, lambda: (12, 6))
    before, after = runs(count=20)
    view.change(before, after, 0.0)
    lines = out.getvalue().splitlines()
    assert len(lines) == 5
    assert max(map(len, lines)) <= 15
    assert lines[-1] == "… and 16 more"
