from paneflow.flow.events import Aborted, Acted, Begun, Event, Spawned, TaskFailed, Tick
from paneflow.flow.report import exit_status, live_lines, report, summary_lines, transition_line, transitions
from paneflow.flow.run import OnFailure, Run, Task, new_run
from paneflow.flow.scheduler import advance


def run_of(*events: Event, on_failure: OnFailure = "fail_fast") -> Run:
    run = new_run((Task("build"), Task("test[a]", ("build",), timeout_s=2.0)), on_failure)
    for event in (Begun(100.0), *events):
        run, _ = advance(run, event)
    return run


def test_the_report_names_each_step_with_state_duration_surface_and_error() -> None:
    run = run_of(Spawned("build", 100.2, 7), Acted("build", 101.5), TaskFailed("test[a]", 102.0, "pane closed"))
    assert report("demo", run) == {
        "flow": "demo",
        "status": "failed",
        "aborted": False,
        "error": None,
        "steps": [
            {"id": "build", "status": "ready", "duration_ms": 1500, "surface_id": 7, "error": None},
            {"id": "test[a]", "status": "failed", "duration_ms": 500, "surface_id": None, "error": "pane closed"},
        ],
    }


def test_the_exit_status_tells_success_failure_time_out_and_interruption_apart() -> None:
    done = (Acted("build", 101.0), Acted("test[a]", 102.0))
    assert exit_status(run_of(TaskFailed("build", 101.0, "x"))) == 1
    assert exit_status(run_of(*done, Tick(104.0))) == 4
    assert exit_status(run_of(Aborted(101.0, "interrupted", interrupted=True))) == 130
    assert exit_status(run_of(*done, Aborted(103.0, "the host is gone"))) == 1


def test_an_aborted_run_says_why_and_leaves_running_what_ran() -> None:
    data = report("demo", run_of(Aborted(101.0, "the gate was closed")))
    assert (data["status"], data["aborted"], data["error"]) == ("aborted", True, "the gate was closed")
    assert [step["status"] for step in data["steps"]] == ["running", "skipped"]


def test_transitions_become_lines_with_the_time_since_the_beginning() -> None:
    before = run_of(Acted("build", 101.0))
    after = run_of(Acted("build", 101.0), TaskFailed("test[a]", 112.3, "pane closed"))
    assert [transition_line(each) for each in transitions(before, after, 112.3)] == [
        "[   12.3s] test[a] → FAILED (pane closed)"
    ]


def test_the_summary_is_a_table_after_a_rule() -> None:
    assert list(summary_lines(run_of(TaskFailed("build", 101.0, "no shell")))) == [
        "---",
        "build                    FAILED   no shell",
        "test[a]                  SKIPPED  not started: build failed",
    ]
    assert list(summary_lines(run_of(Aborted(101.0, "interrupted"))))[-1] == "aborted: interrupted"


def test_the_live_view_has_one_line_a_task_with_its_age() -> None:
    assert list(live_lines(run_of(Acted("build", 101.0)), now=103.5)) == [
        "build    READY        1.0s",
        "test[a]  RUNNING      2.5s",
    ]
