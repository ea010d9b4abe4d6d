"""How agents' states follow from what is heard and seen."""

# A scene's state moves on between two looks, which the checker does not know.
# mypy: disable-error-code="comparison-overlap"

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.agents import state
from paneflow.agents.families import FAMILIES, read
from paneflow.agents.report import Kind, Report
from paneflow.agents.session import Process, Reason, State
from tests.support.agents import CLAUDE, Scene, kind_of

OTHER = Process(200, 2.0)


def thinking() -> Scene:
    return Scene().hears("SessionStart").hears("UserPromptSubmit")


# Hooks


def test_a_session_that_has_no_prompt_yet_is_idle() -> None:
    scene = Scene().hears("SessionStart")
    assert scene.state is State.IDLE
    assert scene.agent is not None
    assert scene.agent.hooked


def test_a_tool_of_another_kind_that_ends_leaves_the_question_open() -> None:
    scene = thinking().hears("PermissionRequest", payload={"tool_name": "Bash"})
    scene.hears("PostToolUse", payload={"tool_name": "Read"})
    assert scene.state is State.WAITING
    scene.hears("PostToolUse", payload={"tool_name": "Bash"})
    assert scene.state is State.THINKING


def test_a_sub_agent_neither_ends_nor_begins_a_turn() -> None:
    scene = thinking().hears("SubagentStop", payload={"agent_id": "x"})
    assert scene.state is State.THINKING
    scene.hears("Stop").hears("PreToolUse", payload={"agent_id": "x", "tool_name": "Bash"})
    assert scene.state is State.FINISHED


def test_a_question_of_a_sub_agent_is_a_question() -> None:
    scene = thinking().hears("PermissionRequest", payload={"agent_id": "x", "tool_name": "Bash"})
    assert scene.state is State.WAITING
    scene.hears("PostToolUse", payload={"agent_id": "x", "tool_name": "Bash"})
    assert scene.state is State.THINKING


def test_a_doubled_event_changes_nothing_but_the_count_of_turns() -> None:
    for event in ("SessionStart", "PreToolUse", "PermissionRequest", "Stop", "SessionEnd"):
        once, twice = thinking().hears(event), thinking().hears(event)
        since = twice.agent.since_ms if twice.agent else None
        twice.hears(event)
        assert twice.state is once.state
        assert (twice.agent.since_ms if twice.agent else None) == since


# An event tells, once it is in, the same whether it came in order or after the other one.
EVENTS = ("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PermissionRequest", "Stop", "StopFailure",
          "SessionEnd", "exit")  # fmt: skip


def report_of(event: str) -> Report:
    if event == "exit":
        return Report(Kind.EXIT, event, exit_code=1)
    payload = {"message": f"says {event}", "last_assistant_message": f"result of {event}", "tool_name": "Bash"}
    found = read(kind_of(event), "claude", event, payload)
    assert found is not None
    return found


@pytest.mark.parametrize(("first", "second"), [(a, b) for a in EVENTS for b in EVENTS if a != b])
def test_two_events_tell_the_same_in_whatever_order_they_arrive(first: str, second: str) -> None:
    outcomes = []
    for arrival in permutations([(first, 2_000), (second, 2_050)]):
        scene = thinking().waits(3_000)
        for event, at_ms in arrival:
            scene.takes(report_of(event), at_ms=at_ms)
        assert len(scene.sessions) == 1
        session = scene.sessions[0]
        outcomes.append((session.state, session.message, session.last_result, session.exit_code, session.alive))
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize("lost", EVENTS[:-1])
def test_a_lost_event_is_made_good_by_the_next_ones(lost: str) -> None:
    scene = Scene()
    for event in ("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop", "SessionEnd"):
        if event != lost:
            scene.hears(event, payload={"tool_name": "Bash"})
    if lost == "SessionEnd":
        assert scene.state is State.FINISHED
        scene.sees().waits(state.LINGER_MS)
    assert scene.state is None


def test_an_event_late_by_far_fills_in_what_it_knows() -> None:
    scene = thinking().hears("Stop")
    scene.hears("SessionStart", at_ms=5, payload={"session_id": "abc", "transcript_path": "/t.jsonl"})
    assert scene.state is State.FINISHED
    assert scene.agent is not None
    assert (scene.agent.agent_session_id, scene.agent.transcript_path) == ("abc", "/t.jsonl")


def test_an_event_from_the_future_counts_as_now() -> None:
    scene = thinking().hears("Stop", at_ms=10**12).hears("UserPromptSubmit")
    assert scene.state is State.THINKING


# Several sessions


def test_two_sessions_of_one_agent_keep_apart() -> None:
    scene = thinking().hears("UserPromptSubmit", process=OTHER).hears("Stop")
    assert [(each.process, each.state) for each in scene.sessions] == [
        (CLAUDE, State.FINISHED),
        (OTHER, State.THINKING),
    ]


def test_a_nested_agent_has_a_row_of_its_own_and_the_more_urgent_one_is_shown() -> None:
    scene = thinking().hears("PermissionRequest", "codex", OTHER, payload={"tool_name": "Bash"})
    assert scene.agent is not None
    assert (scene.agent.tool, scene.state) == ("codex", State.WAITING)
    scene.hears("Stop", "codex", OTHER)
    assert scene.agent.tool == "claude"


def test_a_recycled_pid_is_another_session() -> None:
    scene = thinking()
    again = Process(CLAUDE.pid, CLAUDE.started + 60)
    scene.sees((again, "claude"))
    assert [(each.process, each.state) for each in scene.sessions] == [(CLAUDE, State.FINISHED), (again, State.UNKNOWN)]
    scene.waits(state.LINGER_MS)
    assert scene.state is State.UNKNOWN


def test_hooks_that_cannot_name_their_process_are_told_apart_by_session() -> None:
    one, two = {"session_id": "1"}, {"session_id": "2"}
    scene = (
        Scene()
        .hears("UserPromptSubmit", process=None, payload=one)
        .hears("UserPromptSubmit", process=None, payload=two)
    )
    scene.hears("Stop", process=None, payload=one)
    assert [each.state for each in scene.sessions] == [State.FINISHED, State.THINKING]


def test_a_session_first_only_heard_of_gets_its_process_when_that_is_seen() -> None:
    scene = Scene().hears("UserPromptSubmit", process=None).sees((CLAUDE, "claude"))
    assert [(each.process, each.state) for each in scene.sessions] == [(CLAUDE, State.THINKING)]


def test_a_session_that_is_neither_heard_nor_seen_any_more_goes() -> None:
    scene = Scene().hears("UserPromptSubmit", process=None).sees()
    assert scene.state is State.THINKING
    scene.waits(state.UNSEEN_MS).sees().waits(state.LINGER_MS)
    assert scene.state is None


def test_an_interruption_that_nobody_confirms_leaves_it_open_whether_the_turn_goes_on() -> None:
    scene = thinking()
    scene.sessions = state.interrupted(scene.sessions, CLAUDE, scene.now_ms + 5, written=False)
    assert scene.state is State.UNKNOWN
    assert scene.hears("PreToolUse").state is State.THINKING


# Processes


def test_a_process_alone_is_unknown() -> None:
    """As after a restart of the host while agents run: nothing is claimed until there is evidence."""
    scene = Scene().sees((CLAUDE, "claude"))
    assert scene.agent is not None
    assert (scene.state, scene.agent.reason, scene.agent.hooked) == (State.UNKNOWN, Reason.NO_HOOK, False)
    scene.hears("PreToolUse")
    assert (scene.state, scene.agent.hooked) == (State.THINKING, True)


def test_the_process_table_does_not_override_what_a_hook_said() -> None:
    scene = thinking().sees((CLAUDE, "claude"))
    assert (scene.state, len(scene.sessions)) == (State.THINKING, 1)


def test_a_process_below_another_agent_lives_on_while_it_is_known_to() -> None:
    scene = thinking().hears("UserPromptSubmit", "codex", OTHER)
    scene.sees((CLAUDE, "claude"), alive=frozenset({OTHER}))
    assert all(each.alive for each in scene.sessions)
    scene.sees((CLAUDE, "claude"))
    assert [each.alive for each in scene.sessions] == [True, False]


def test_a_process_that_is_gone_finishes_and_its_row_goes_soon() -> None:
    scene = thinking().sees()
    assert scene.state is State.FINISHED
    scene.waits(state.LINGER_MS - 1)
    assert scene.state is State.FINISHED
    scene.waits(1)
    assert scene.sessions == ()


@pytest.mark.parametrize("code", [0, 129, 130, 137, 143, 0xC000013A])
def test_an_end_that_somebody_wanted_is_no_error(code: int) -> None:
    scene = thinking().sees().exits(code).waits(state.LINGER_MS)
    assert scene.sessions == ()


def test_a_bad_exit_stays_until_another_agent_starts_there() -> None:
    scene = thinking().sees().exits(1).waits(3_600_000)
    assert scene.agent is not None
    assert (scene.state, scene.agent.exit_code, scene.agent.reason) == (State.ERRORED, 1, Reason.EXIT)
    scene.hears("SessionEnd")
    assert scene.state is State.ERRORED
    scene.sees((OTHER, "codex"))
    assert [each.tool for each in scene.sessions] == ["codex"]


def test_the_code_of_a_later_command_is_not_the_agents() -> None:
    scene = thinking().sees().waits(state.CODE_GRACE_MS).exits(1)
    assert scene.state is State.FINISHED


def test_the_code_of_a_command_is_not_that_of_an_agent_that_still_runs() -> None:
    scene = thinking().exits(1)
    assert scene.state is State.THINKING


def test_a_session_that_ended_is_hidden_at_once_and_shown_again_if_its_process_stays() -> None:
    scene = thinking().hears("SessionEnd")
    assert scene.state is None
    scene.waits(state.LINGER_MS)
    assert scene.state is State.IDLE


def test_a_session_that_ended_is_not_resurrected_by_its_process() -> None:
    scene = thinking().hears("SessionEnd").sees((CLAUDE, "claude"))
    assert scene.state is None
    scene.sees().waits(state.LINGER_MS)
    assert scene.sessions == ()


def test_what_arrives_after_the_exit_revives_nothing() -> None:
    scene = thinking().takes(Report(Kind.EXIT, exit_code=0)).hears("PreToolUse")
    assert scene.state is State.FINISHED


# The terminal


def test_a_notification_and_progress_tell_of_an_agent_without_hooks() -> None:
    scene = Scene().sees((CLAUDE, "claude")).is_told(State.THINKING, Reason.PROGRESS)
    assert scene.state is State.THINKING
    scene.is_told(State.WAITING, Reason.NOTIFICATION, "May I?")
    assert scene.agent is not None
    assert (scene.state, scene.agent.message, scene.agent.reason) == (State.WAITING, "May I?", Reason.NOTIFICATION)


def test_an_answer_of_the_person_closes_the_question_and_no_more_is_known() -> None:
    for scene in (
        Scene().sees((CLAUDE, "claude")).is_told(State.WAITING, Reason.NOTIFICATION, "May I?"),
        thinking().hears("PermissionRequest", payload={"tool_name": "Bash"}),
    ):
        scene.sessions = state.answered(scene.sessions, scene.now_ms, scene.now_ms + 5)
        assert scene.agent is not None
        assert (scene.state, scene.agent.reason, scene.agent.message) == (State.UNKNOWN, Reason.TYPED, None)
        scene.hears("PostToolUse", payload={"tool_name": "Bash"})
        assert scene.state is State.THINKING


def test_what_was_typed_before_a_question_is_no_answer_to_it() -> None:
    scene = thinking().hears("PermissionRequest")
    scene.sessions = state.answered(scene.sessions, scene.now_ms - 5, scene.now_ms)
    assert scene.state is State.WAITING


def test_typing_changes_nothing_else_that_a_hook_said() -> None:
    for scene in (thinking(), thinking().hears("Stop"), thinking().hears("StopFailure")):
        before = scene.sessions
        assert state.answered(before, scene.now_ms, scene.now_ms) == before


def test_an_interruption_that_the_agent_wrote_down_ends_the_turn() -> None:
    scene = thinking()
    scene.sessions = state.interrupted(scene.sessions, CLAUDE, scene.now_ms + 5, written=True)
    assert scene.agent is not None
    assert (scene.state, scene.agent.reason) == (State.FINISHED, Reason.TRANSCRIPT)
    late = scene.hears("PostToolUse", at_ms=scene.now_ms - 50)
    assert late.state is State.FINISHED


def test_the_terminal_does_not_override_a_hook() -> None:
    assert thinking().is_told(State.WAITING, Reason.NOTIFICATION, "May I?").state is State.THINKING
    assert thinking().hears("Stop").is_told(State.THINKING, Reason.PROGRESS).state is State.FINISHED


def test_the_terminal_counts_once_the_hooks_are_silent() -> None:
    scene = thinking().waits(state.STALL_MS).is_told(State.FINISHED, Reason.NOTIFICATION)
    assert scene.state is State.FINISHED


def test_progress_that_ends_says_nothing_if_none_was_seen_to_begin() -> None:
    scene = Scene().sees((CLAUDE, "claude")).is_told(State.FINISHED, Reason.PROGRESS)
    assert scene.state is State.UNKNOWN


def test_a_notification_in_a_surface_without_an_agent_makes_none() -> None:
    assert Scene().is_told(State.WAITING, Reason.NOTIFICATION, "hi").sessions == ()


def test_a_notify_program_counts_less_than_hooks() -> None:
    facts: dict[str, object] = {"last-assistant-message": "Done."}
    plain = Scene().hears("agent-turn-complete", "codex", payload=facts)
    assert plain.agent is not None
    assert (plain.state, plain.agent.hooked, plain.agent.reason) == (State.FINISHED, False, Reason.NOTIFICATION)
    hooked = Scene().hears("UserPromptSubmit", "codex").hears("agent-turn-complete", "codex", payload=facts)
    assert hooked.state is State.THINKING
    assert hooked.agent is not None
    assert hooked.agent.last_result == "Done."


# Stalls


def test_silence_in_a_turn_is_a_stall_until_something_is_heard() -> None:
    scene = thinking().waits(state.STALL_MS - 1)
    assert scene.state is State.THINKING
    assert scene.waits(1).state is State.STALLED
    assert scene.hears("PreToolUse").state is State.THINKING


def test_stalls_can_be_switched_off() -> None:
    scene = thinking().waits(3_600_000, stall_ms=None)
    assert scene.state is State.THINKING
    assert state.due_ms(scene.sessions, None) is None


@pytest.mark.parametrize("event", ["Stop", "PermissionRequest", "SessionStart"])
def test_only_a_turn_stalls(event: str) -> None:
    scene = thinking().hears(event)
    before = scene.state
    assert scene.waits(3_600_000).state is before


def test_an_agent_without_hooks_never_stalls() -> None:
    scene = Scene().sees((CLAUDE, "claude")).is_told(State.THINKING, Reason.PROGRESS).waits(3_600_000)
    assert scene.state is State.THINKING


def test_nothing_is_due_while_nothing_can_happen_by_itself() -> None:
    assert state.due_ms(Scene().hears("SessionStart").sessions) is None
    assert state.due_ms(thinking().hears("Stop").sessions) is None
    assert state.due_ms(thinking().hears("PermissionRequest").sessions) is None


# Anything


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([*FAMILIES["claude"].events, "see", "gone", "exit", "tell", "type", "wait"]),
            st.sampled_from([CLAUDE, OTHER, None]),
            st.integers(-5_000, 5_000),
        ),
        max_size=30,
    )
)
def test_whatever_happens_a_surface_with_dead_processes_ends_up_with_failures_only(
    steps: list[tuple[str, Process | None, int]],
) -> None:
    scene = Scene(now_ms=10_000)
    for step, process, shift in steps:
        match step:
            case "see":
                scene.sees(*(((process, "claude"),) if process else ()))
            case "gone":
                scene.sees()
            case "exit":
                scene.exits(shift % 3)
            case "tell":
                scene.is_told(State.WAITING, Reason.NOTIFICATION, "x")
            case "type":
                scene.sessions = state.answered(scene.sessions, scene.now_ms, scene.now_ms)
            case "wait":
                scene.waits(abs(shift))
            case _:
                scene.hears(step, process=process, at_ms=max(0, scene.now_ms + shift))
        assert len({each.process for each in scene.sessions if each.process}) == sum(
            each.process is not None for each in scene.sessions
        )
    scene.waits(state.UNSEEN_MS).sees().waits(state.LINGER_MS)
    assert all(each.state is State.ERRORED and not each.alive for each in scene.sessions)


def test_a_reminder_does_not_blur_the_question() -> None:
    scene = thinking().hears("PermissionRequest", payload={"tool_name": "Bash", "tool_input": {"command": "make"}})
    scene.hears("Notification", payload={"message": "needs your permission", "notification_type": "permission_prompt"})
    assert scene.agent is not None
    assert scene.agent.message == "Bash: make"
    scene.hears("PermissionRequest", payload={"tool_name": "Write", "tool_input": {"file_path": "/a"}})
    assert scene.agent.message == "Write: /a"


def test_a_surface_holds_so_many_sessions_however_many_are_told_of() -> None:
    """One that was seen stays; of the others the latest."""
    scene = Scene().sees((CLAUDE, "claude"))
    for number in range(200):
        scene.hears("UserPromptSubmit", process=None, payload={"session_id": str(number)})
    assert len(scene.sessions) == state.MAX_SESSIONS
    assert scene.sessions[0].process == CLAUDE
    assert scene.sessions[-1].agent_session_id == "199"


def test_a_surface_holds_so_many_sessions_however_many_are_seen() -> None:
    found = tuple((Process(number, 1.0), "codex") for number in range(1, 201))
    assert len(Scene().sees(*found).sees(*found).sessions) == state.MAX_SESSIONS


# Codex without hooks: a notify program and desktop notifications


def test_a_title_that_codex_makes_for_a_task_is_no_turn_of_its_own() -> None:
    asked = "Generate a concise, single-line task title of at most 36 characters.\n\nUser prompt:\ntouch zz"
    title = {"thread-id": "t2", "input-messages": [asked], "last-assistant-message": "Touch file"}
    scene = Scene().sees((CLAUDE, "codex")).hears("agent-turn-complete", "codex", payload=title)
    assert scene.agent is not None
    assert (scene.state, scene.agent.last_result, scene.agent.agent_session_id) == (State.UNKNOWN, None, None)
    scene.hears("agent-turn-complete", "codex", payload={**title, "thread-id": "t1", "input-messages": ["touch zz"]})
    assert (scene.state, scene.agent.agent_session_id) == (State.FINISHED, "t1")


def test_the_end_of_a_turn_beside_it_leaves_a_question_open() -> None:
    scene = Scene().sees((CLAUDE, "codex")).is_told(State.WAITING, Reason.NOTIFICATION, "Approval requested: rm x")
    scene.hears("agent-turn-complete", "codex", payload={"thread-id": "helper"})
    assert scene.agent is not None
    assert (scene.state, scene.agent.message) == (State.WAITING, "Approval requested: rm x")
    scene.is_told(State.FINISHED, Reason.NOTIFICATION)
    assert scene.state is State.FINISHED
