"""Random graphs and random luck: the scheduler never starts a task early, always ends, and leaves no task undecided."""

from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.flow.events import Aborted, Acted, Begun, Event, Finish, Matched, Start, TaskFailed, Tick
from paneflow.flow.run import OnFailure, Run, State, Status, Task, new_run
from paneflow.flow.scheduler import advance


@st.composite
def graphs(draw: st.DrawFn) -> tuple[Task, ...]:
    count = draw(st.integers(1, 12))
    order = draw(st.permutations(range(count)))  # tasks may be written before those they need
    tasks = {}
    for rank, number in enumerate(order):
        needs = draw(st.sets(st.sampled_from(order[:rank]), max_size=4)) if rank else set()
        timeout = draw(st.sampled_from([None, 1.0, 5.0]))
        variable = f"v{number}" if timeout and draw(st.booleans()) else None
        tasks[number] = Task(f"t{number}", tuple(f"t{each}" for each in sorted(needs)), timeout, variable)
    return tuple(tasks[number] for number in range(count))


def event_for(task: str, run: Run, luck: str, now: float) -> list[Event]:
    match luck:
        case "ok":
            return [Acted(task, now), Matched(task, now, "text")]
        case "fail":
            return [TaskFailed(task, now, "bad luck")]
        case "late":
            return [Acted(task, now), Tick(now + 100)]
        case _:
            return [Acted(task, now), TaskFailed(task, now, "closed")]


@settings(deadline=None, max_examples=300)
@given(
    tasks=graphs(),
    on_failure=st.sampled_from(["fail_fast", "continue"]),
    data=st.data(),
    abort_at=st.one_of(st.none(), st.integers(0, 15)),
)
def test_a_run_always_ends_with_every_task_decided_once(
    tasks: tuple[Task, ...], on_failure: OnFailure, data: st.DataObject, abort_at: int | None
) -> None:
    run, now, turn = new_run(tasks, on_failure), 0.0, 0
    started: list[str] = []
    finished = 0
    queue: list[Event] = [Begun(now)]
    while queue or run.status is None:
        if not queue:  # nothing is under way and the run goes on: only the running tasks can move it
            running = [name for name, each in run.progress.items() if each.state is State.RUNNING]
            assert running, "the run hangs"
            task = data.draw(st.sampled_from(running))
            now += 1.0
            queue = event_for(task, run, data.draw(st.sampled_from(["ok", "ok", "ok", "fail", "late", "closed"])), now)
        if turn == abort_at:
            queue.insert(0, Aborted(now, "interrupted"))
        turn += 1
        before = run
        run, actions = advance(run, queue.pop(0))
        for action in actions:
            if isinstance(action, Start):
                assert action.task not in started
                assert all(run.progress[need].state is State.READY for need in run.tasks[action.task].needs)
                started.append(action.task)
            finished += isinstance(action, Finish)
        for name, each in before.progress.items():
            if each.state in (State.READY, State.FAILED, State.SKIPPED):
                assert run.progress[name] == each, "a decided task changed"
    assert finished == 1
    assert run.status is not None
    check_end(run, started)


def check_end(run: Run, started: list[str]) -> None:
    states = {name: each.state for name, each in run.progress.items()}
    assert State.PENDING not in states.values()
    assert set(started) == {name for name, state in states.items() if state is not State.SKIPPED}
    if run.status is Status.READY:
        assert set(states.values()) == {State.READY}
    if run.status is Status.FAILED:
        assert State.FAILED in states.values()
        if run.on_failure == "continue":
            assert State.RUNNING not in states.values()
            check_skipped(run)
    for name, state in states.items():
        variable = run.tasks[name].variable
        if state is State.READY and variable:
            assert variable in run.captures


def check_skipped(run: Run) -> None:
    dead = (State.FAILED, State.SKIPPED)
    for name, each in run.progress.items():
        needs_dead = any(run.progress[need].state in dead for need in run.tasks[name].needs)
        assert (each.state is State.SKIPPED) == needs_dead
