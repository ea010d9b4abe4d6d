import pytest

from paneflow.spec.pane import PaneSpec
from paneflow.spec.preflight import Machine, check_machine
from paneflow.spec.tokens import fill, has_unclosed, substitute, tokens
from paneflow.spec.up import pane_params
from paneflow.spec.workspace import parse_workspace
from paneflow.spec.worktree import WorktreePlan

TEXT = """
name = "w"
layout = "tiled"
[[panes]]
cwd = "~/a"
agent = "claude"
prompt = "hi"
focus = true
name = "lead"
[[panes]]
cwd = "b"
command = "run"
worktree = "f/x"
worktree_teardown = "keep"
env = { PORT = "${port_offset}", URL = "http://x:${port_offset}/${" }
[[panes]]
"""


def test_the_parameters_hold_what_was_found_out_and_nothing_empty() -> None:
    spec, _ = parse_workspace(TEXT)
    plan = WorktreePlan("create", "/b.worktrees/f-x", "/b", "f/x", "")
    lead, run, empty = spec.panes

    def params(
        pane: PaneSpec, folder: str | None, port: int | None, worktree: WorktreePlan | None
    ) -> dict[str, object]:
        return pane_params(pane, folder=folder, port=port, worktree=worktree, command_of=lambda agent: f"{agent} --go")

    assert params(lead, "/home/me/a", None, None) == {
        "cwd": "/home/me/a",
        "command": "claude --go",
        "prompt": "hi",
        "focus": True,
        "name": "lead",
    }
    assert params(run, "/b.worktrees/f-x", 3010, plan) == {
        "cwd": "/b.worktrees/f-x",
        "command": "run",
        "env": {"PORT": "3010", "URL": "http://x:3010/${"},
        "managed_worktree": {
            "path": "/b.worktrees/f-x",
            "repo_root": "/b",
            "branch": "f/x",
            "teardown": "keep",
            "action": "create",
        },
    }
    assert params(empty, None, None, None) == {}


def test_folders_and_programs_that_are_missing_are_reported_with_their_place() -> None:
    spec, report = parse_workspace(TEXT.replace("/${", ""), "w.toml")
    machine = Machine(
        folder=lambda written: "/home/me/a" if written == "~/a" else None,
        missing_program=lambda agent: agent if agent == "claude" else None,
    )
    folders = check_machine(((("panes", index), pane) for index, pane in enumerate(spec.panes)), machine, report)
    assert folders == ["/home/me/a", None, None]
    assert [str(problem) for problem in report.sorted()] == [
        'w.toml:6:1: pane 1 "lead": agent: the program "claude" is not on the PATH',
        'w.toml:11:1: pane 2: cwd: there is no folder "b"',
    ]


def test_tokens_are_replaced_once_and_unknown_ones_stay() -> None:
    assert tokens("${a} $b ${c.d} ${}") == ["a", "c.d", ""]
    assert substitute("${a}${b}", {"a": "${b}", "b": "x"}) == "${b}x"
    assert substitute("${a}", {}) == "${a}"
    assert has_unclosed("${a} ${b")
    assert not has_unclosed("${a} $b}")


def test_a_text_is_filled_with_captures_once() -> None:
    assert fill("<${v}> ${v} ${x}", {"v": "${w}", "w": "!"}) == ("<${w}> ${w} ${x}", False)
    assert fill("${v}", {"v": "é" * 32_768}) == ("é" * 32_768, False)


def test_captures_that_are_too_long_lose_their_beginnings_and_the_writers_words_stay() -> None:
    text, cut = fill("before ${v} after", {"v": "é" * 40_000 + "end"})
    assert cut
    assert len(text.encode()) <= 65_536
    assert text.startswith("before [cut…] é")
    assert text.endswith("éend after")


def test_what_a_short_capture_leaves_the_long_ones_get() -> None:
    text, cut = fill("${a}${b}${d}", {"a": "a" * 10, "b": "b" * 50_000, "d": "d" * 50_000})
    assert cut
    assert 65_520 < len(text.encode()) <= 65_536
    assert text.count("a") == 10
    assert abs(text.count("b") - text.count("d")) < 2


@pytest.mark.parametrize("own", [65_530, 65_536, 70_000])
def test_captures_never_push_out_what_the_writer_wrote(own: int) -> None:
    text, cut = fill("x" * own + "${v}${w}", {"v": "v" * 9000, "w": "w" * 9000})
    assert (text, cut) == ("x" * own, True)
