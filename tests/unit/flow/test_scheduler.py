from paneflow.flow.events import (
    Aborted,
    Acted,
    Action,
    Begun,
    Event,
    Finish,
    Matched,
    Spawned,
    Start,
    TaskFailed,
    Tick,
)
from paneflow.flow.run import OnFailure, Run, State, Status, Task, new_run
from paneflow.flow.scheduler import advance


def begun(*tasks: Task, on_failure: OnFailure = "fail_fast") -> tuple[Run, tuple[Action, ...]]:
    return advance(new_run(tasks, on_failure), Begun(0.0))


def after(run: Run, *events: Event) -> tuple[Run, tuple[Action, ...]]:
    actions: tuple[Action, ...] = ()
    for event in events:
        run, more = advance(run, event)
        actions += more
    return run, actions


def states(run: Run) -> dict[str, str]:
    return {name: each.state.value for name, each in run.progress.items()}


DIAMOND = (Task("a"), Task("b", ("a",)), Task("c", ("a",)), Task("d", ("b", "c")))


def test_all_tasks_without_needs_start_at_once() -> None:
    _, actions = begun(Task("a"), Task("b"), Task("c", ("a",)))
    assert actions == (Start("a"), Start("b"))


def test_a_diamond_starts_each_task_when_all_it_needs_is_ready() -> None:
    run, _ = begun(*DIAMOND)
    run, actions = after(run, Acted("a", 1.0))
    assert actions == (Start("b"), Start("c"))
    run, actions = after(run, Acted("b", 2.0))
    assert actions == ()
    run, actions = after(run, Acted("c", 3.0))
    assert actions == (Start("d"),)
    run, actions = after(run, Acted("d", 4.0))
    assert actions == (Finish(),)
    assert (run.status, run.ended) == (Status.READY, 4.0)
    assert set(states(run).values()) == {"ready"}


def test_a_task_with_a_barrier_is_ready_only_when_its_output_matched() -> None:
    run, _ = begun(Task("a", timeout_s=10, variable="out"), Task("b", ("a",)))
    run, actions = after(run, Spawned("a", 0.5, 7), Acted("a", 1.0))
    assert (actions, run.progress["a"].state, run.next_deadline()) == ((), State.RUNNING, 11.0)
    run, actions = after(run, Matched("a", 2.0, "text"))
    assert actions == (Start("b"),)
    assert run.captures == {"out": "text"}
    assert (run.progress["a"].surface_id, run.next_deadline()) == (7, None)


def test_a_match_before_the_task_acted_or_after_it_ended_changes_nothing_twice() -> None:
    run, _ = begun(Task("a", timeout_s=10), Task("b", ("a",)))
    run, _ = after(run, Acted("a", 1.0), Matched("a", 2.0))
    again, actions = after(run, Matched("a", 3.0), Acted("a", 3.0), TaskFailed("a", 3.0, "late"))
    assert (again, actions) == (run, ())


def test_a_barrier_that_is_not_met_in_time_fails_its_task() -> None:
    run, _ = begun(Task("a", timeout_s=1.5))
    run, actions = after(run, Acted("a", 1.0), Tick(2.4))
    assert (run.status, actions) == (None, ())
    run, actions = after(run, Tick(2.5))
    assert actions == (Finish(),)
    assert run.progress["a"].error == "not ready within 1.5 s"
    assert run.timed_out()
    assert run.status is Status.FAILED


def test_the_deadline_starts_when_the_task_has_acted_and_not_before() -> None:
    run, _ = begun(Task("a", timeout_s=1))
    run, _ = after(run, Tick(100.0), Acted("a", 100.0), Tick(100.9))
    assert run.progress["a"].state is State.RUNNING


def test_fail_fast_skips_what_waits_and_leaves_running_what_runs() -> None:
    run, _ = begun(Task("a"), Task("b"), Task("c", ("a",)))
    run, actions = after(run, TaskFailed("b", 1.0, "no shell"))
    assert actions == (Finish(),)
    assert states(run) == {"a": "running", "b": "failed", "c": "skipped"}
    assert run.progress["c"].error == "not started: b failed"
    assert run.status is Status.FAILED


def test_continue_skips_only_what_needed_the_failed_task() -> None:
    run, _ = begun(*DIAMOND, Task("e", ("d",)), Task("x"), on_failure="continue")
    run, actions = after(run, Acted("a", 1.0), TaskFailed("b", 2.0, "lost"))
    assert actions == (Start("b"), Start("c"))
    assert states(run) == {"a": "ready", "b": "failed", "c": "running", "d": "skipped", "e": "skipped", "x": "running"}
    assert run.progress["d"].error == "needs b, which failed"
    assert run.progress["e"].error == "needs d, which was skipped"
    run, actions = after(run, Acted("c", 3.0), Acted("x", 4.0))
    assert actions == (Finish(),)
    assert run.status is Status.FAILED


def test_two_barriers_that_end_at_one_moment_both_fail() -> None:
    run, _ = begun(Task("a", timeout_s=1), Task("b", timeout_s=1))
    run, actions = after(run, Acted("a", 0.0), Acted("b", 0.0), Tick(1.0))
    assert states(run) == {"a": "failed", "b": "failed"}
    assert actions == (Finish(),)


def test_an_abort_ends_the_run_and_leaves_the_panes() -> None:
    run, _ = begun(Task("a", timeout_s=5), Task("b", ("a",)))
    run, actions = after(run, Acted("a", 1.0), Aborted(2.0, "interrupted", interrupted=True))
    assert actions == (Finish(),)
    assert states(run) == {"a": "running", "b": "skipped"}
    assert (run.status, run.interrupted, run.next_deadline()) == (Status.ABORTED, True, None)


def test_after_the_end_nothing_changes() -> None:
    run, _ = begun(Task("a"))
    run, _ = after(run, Acted("a", 1.0))
    assert after(run, Tick(9.0), Aborted(9.0, "x"), Acted("a", 9.0)) == (run, ())


def test_events_about_tasks_that_are_unknown_are_ignored() -> None:
    run, _ = begun(Task("a"))
    assert after(run, Acted("zz", 1.0), TaskFailed("zz", 1.0, "x"), Matched("zz", 1.0), Spawned("zz", 1.0, 3)) == (
        run,
        (),
    )
