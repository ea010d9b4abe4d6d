import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from paneflow.cli import agent_line

Configure = Callable[[str], None]


@pytest.fixture
def configure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Configure]:
    monkeypatch.setenv("PANEFLOW_CONFIG", str(tmp_path / "config.toml"))

    def write(text: str) -> None:
        (tmp_path / "config.toml").write_text(text)
        agent_line.settings.cache_clear()

    agent_line.settings.cache_clear()
    yield write
    agent_line.settings.cache_clear()


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("claude", "claude"),
        ("Claude_Code", "claude"),
        ("kiro", "kiro-cli chat"),
        ("cursor", "cursor-agent"),
        ("agy", "agy"),
    ],
)
def test_a_known_agent_starts_as_its_launcher_says(configure: Configure, name: str, line: str) -> None:
    assert agent_line.agent_line(name) == line


def test_permission_questions_are_switched_off_only_when_asked_for(configure: Configure) -> None:
    configure("claude_code_bypass_permissions = true")
    assert agent_line.agent_line("claude") == "claude --dangerously-skip-permissions"
    assert agent_line.agent_line("codex") == "codex"


def test_the_configuration_changes_an_agent_by_any_of_its_names(configure: Configure) -> None:
    configure('[agents.claude]\ncommand = "my-claude"\nargs = ["--model", "a b"]\nenv = { A = "1" }\n')
    assert agent_line.agent_line("claude-code") == "my-claude --model 'a b'"
    assert agent_line.agent_env("Claude") == {"A": "1"}
    assert agent_line.agent_env("codex") == {}


def test_the_configuration_adds_an_agent(configure: Configure) -> None:
    configure('[agents.mine]\ncommand = "/opt/mine --tui"\n')
    assert "mine" in agent_line.agent_names()
    assert agent_line.agent_line("Mine") == "/opt/mine --tui"


def test_a_wrong_configuration_counts_as_none(configure: Configure) -> None:
    configure("agents = 3")
    assert agent_line.agent_line("claude") == "claude"


def test_a_program_that_is_missing_is_named(
    configure: Configure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert agent_line.missing_program("cursor") == "cursor-agent"
    (tmp_path / "cursor-agent").write_text("#!/bin/sh\n")
    os.chmod(tmp_path / "cursor-agent", 0o755)
    assert agent_line.missing_program("cursor") is None
