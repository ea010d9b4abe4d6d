"""Which agent a name means, and which a process is."""

import pytest

from paneflow.agents.launchers import LAUNCHERS, further_programs, launcher, tool_of


@pytest.mark.parametrize(
    ("name", "tool"),
    [("claude", "claude"), ("Claude_Code", "claude"), (" kiro ", "kiro"), ("factory", "factory"), ("vim", None)],
)
def test_a_name_or_alias_means_one_agent(name: str, tool: str | None) -> None:
    found = launcher(name)
    assert (found.name if found else None) == tool


@pytest.mark.parametrize(
    ("name", "argv", "tool"),
    [
        ("claude", ["claude"], "claude"),
        ("node", ["node", "/usr/local/bin/gemini", "-y"], "gemini"),
        ("node", ["/usr/bin/node", "--no-warnings", "/opt/x/gemini.js"], "gemini"),
        ("MainThread", ["node", "/usr/bin/codex"], "codex"),
        ("python3.11", ["/usr/bin/python3.11", "/tmp/bin/opencode"], "opencode"),
        ("codex.exe", ["C:\\tools\\codex.exe"], "codex"),
        ("claude-watch", ["claude-watch"], None),
        ("vim", ["vim", "claude"], None),
        ("node", ["node"], None),
        ("bash", ["bash", "-c", "claude --help"], None),
        ("", [], None),
        ("droid", ["droid"], "factory"),
    ],
)
def test_a_process_is_recognised_by_the_exact_name_of_its_program(name: str, argv: list[str], tool: str | None) -> None:
    assert tool_of(name, argv) == tool


def test_no_two_agents_share_a_name_or_a_program() -> None:
    names = [name for each in LAUNCHERS for name in {each.name, *each.aliases}]
    programs = [program for each in LAUNCHERS for program in each.programs]
    assert len(names) == len(set(names))
    assert len(programs) == len(set(programs))


def test_a_configuration_can_add_agents_and_their_programs() -> None:
    commands = {
        "mine": "/opt/my-agent --fast",
        "claude": "claude-next",
        "bare": None,
        "odd": "'unclosed",
        "script": "python x.py",
    }
    more = further_programs(commands)
    assert more == {"my-agent": "mine", "claude-next": "claude", "bare": "bare"}
    assert tool_of("my-agent", (), more) == "mine"
    assert tool_of("node", ["node", "/usr/bin/claude-next"], more) == "claude"
    assert tool_of("claude", (), more) == "claude"
