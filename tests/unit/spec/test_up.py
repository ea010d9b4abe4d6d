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


def test_a_filled_text_is_cut_to_what_one_write_may_hold() -> None:
    assert fill("<${v}>", {"v": "x"}) == "<x>"
    long = fill("${v}", {"v": "é" * 40_000})
    assert len(long.encode()) <= 65_536
    assert long.endswith("é […cut]")
