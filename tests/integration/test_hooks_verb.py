"""`paneflow hooks` and `paneflow mcp` on settings files as people have them."""

import itertools
import json
import os
import stat
import sys
from pathlib import Path

import pytest

from paneflow.cli.main import run
from paneflow.cli.settings_file import change
from paneflow.errors import Failed
from tests.support.agents import install_fakes

USERS = {"model": "opus", "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]}}


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where Claude Code's settings are; the folder is there, the file is not."""
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    (tmp_path / ".claude").mkdir()
    return tmp_path / ".claude/settings.json"


def backup_of(path: Path) -> Path:
    return path.with_name(path.name + ".paneflow.bak")


def tagged(path: Path) -> int:
    groups = [group for groups in json.loads(path.read_text()).get("hooks", {}).values() for group in groups]
    return sum(group.get("_paneflow_managed") is True for group in groups)


@pytest.mark.parametrize("agent", ["codex", "gemini", "cursor", "copilot"])
def test_on_windows_hooks_are_refused_where_no_posix_shell_would_run_them(
    settings: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, agent: str
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert run(["hooks", "setup", "--agent", agent]) == 1
    assert "POSIX shell" in capsys.readouterr().err
    assert run(["hooks", "setup"]) == 0
    assert tagged(settings)
    assert [each.name for each in settings.parent.parent.iterdir()] == [".claude"]


def test_setup_status_uninstall(settings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings.write_text(json.dumps(USERS, indent=4))
    assert run(["hooks", "status"]) == 0
    assert "claude: not installed" in capsys.readouterr().out
    assert run(["hooks", "setup"]) == 0
    assert tagged(settings) == 8
    assert json.loads(backup_of(settings).read_text()) == USERS
    assert run(["hooks", "status"]) == 0
    assert "claude: installed" in capsys.readouterr().out
    assert run(["hooks", "uninstall"]) == 0
    assert settings.read_text() == json.dumps(USERS, indent=4)


def test_a_second_setup_touches_nothing(settings: Path) -> None:
    settings.write_text(json.dumps(USERS))
    run(["hooks", "setup"])
    before, backup = settings.stat(), backup_of(settings).read_text()
    assert run(["hooks", "setup"]) == 0
    assert (settings.stat().st_mtime_ns, settings.stat().st_ino) == (before.st_mtime_ns, before.st_ino)
    assert backup_of(settings).read_text() == backup


def test_a_later_setup_does_not_spoil_the_backup(settings: Path) -> None:
    settings.write_text(json.dumps(USERS))
    run(["hooks", "setup"])
    text = settings.read_text().replace("UserPromptSubmit claude", "OldEvent claude")
    settings.write_text(text)
    assert run(["hooks", "setup"]) == 0
    assert tagged(settings) == 8
    assert "OldEvent" not in settings.read_text()
    assert json.loads(backup_of(settings).read_text()) == USERS


def test_there_need_be_no_file_nor_folder(settings: Path, tmp_path: Path) -> None:
    settings.parent.rmdir()
    assert run(["hooks", "setup"]) == 0
    assert tagged(settings) == 8
    assert not backup_of(settings).exists()
    assert stat.S_IMODE(settings.stat().st_mode) == 0o600
    assert run(["hooks", "setup", "--agent", "codex"]) == 0
    assert json.loads((tmp_path / ".codex/hooks.json").read_text())["hooks"]["Stop"]
    assert run(["hooks", "setup", "--agent", "gemini"]) == 0
    assert json.loads((tmp_path / ".gemini/settings.json").read_text())["hooks"]["AfterAgent"]


@pytest.mark.parametrize(
    ("agent", "place"), [("cursor", ".cursor/hooks.json"), ("copilot", ".copilot/hooks/paneflow.json")]
)
def test_agents_with_a_form_of_their_own_get_that(settings: Path, tmp_path: Path, agent: str, place: str) -> None:
    path = tmp_path / place
    path.parent.mkdir(parents=True)
    path.write_text('{"version": 1, "hooks": {"stop": [{"command": "mine"}]}}')
    before = path.read_text()
    assert run(["hooks", "setup", "--agent", agent]) == 0
    written = json.loads(path.read_text())
    assert written["version"] == 1
    entry = written["hooks"]["sessionStart"][0]
    assert f'/paneflow-ai-hook" sessionStart {agent}' in (entry.get("command") or entry.get("bash"))
    assert written["hooks"]["stop"][0] == {"command": "mine"}
    assert run(["hooks", "uninstall", "--agent", agent]) == 0
    assert json.loads(path.read_text()) == json.loads(before)


def test_a_symlink_stays_one(settings: Path, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.json"
    real.write_text(json.dumps(USERS))
    settings.symlink_to(real)
    assert run(["hooks", "setup"]) == 0
    assert settings.is_symlink()
    assert tagged(real) == 8
    assert backup_of(real).exists()


def test_the_mode_stays(settings: Path) -> None:
    settings.write_text("{}")
    settings.chmod(0o640)
    run(["hooks", "setup"])
    assert stat.S_IMODE(settings.stat().st_mode) == 0o640


def test_a_read_only_file_is_refused(settings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings.write_text("{}")
    settings.chmod(0o444)
    assert run(["hooks", "setup"]) == 1
    assert f"{settings} is read-only" in capsys.readouterr().err
    assert settings.read_text() == "{}"
    assert not backup_of(settings).exists()


@pytest.mark.parametrize(
    "text",
    ['{"a": 1, // mine\n}', "/* x */ {}", "{", "[]", '{"hooks": 3}', '{"hooks": {"Stop": "x"}}', '{"a": 1, "a": 2}'],
)
def test_what_cannot_be_read_is_refused_and_left_alone(
    settings: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    settings.write_text(text)
    assert run(["hooks", "setup"]) == 1
    error = capsys.readouterr().err
    assert error.startswith("paneflow: ")
    assert str(settings) in error
    assert settings.read_text() == text
    assert [each.name for each in settings.parent.iterdir()] == ["settings.json"]


def test_bytes_that_are_no_text_are_refused(settings: Path) -> None:
    settings.write_bytes(b"\xff\xfe{}")
    assert run(["hooks", "setup"]) == 1
    assert settings.read_bytes() == b"\xff\xfe{}"


def test_a_byte_order_mark_and_windows_line_ends_are_no_obstacle(settings: Path) -> None:
    settings.write_bytes(b'\xef\xbb\xbf{\r\n  "a": 1\r\n}\r\n')
    assert run(["hooks", "setup"]) == 0
    assert settings.read_bytes().startswith(b"\xef\xbb\xbf{")
    assert json.loads(settings.read_text("utf-8-sig"))["a"] == 1


def test_a_folder_in_its_place_is_an_error_not_a_crash(settings: Path) -> None:
    settings.mkdir()
    assert run(["hooks", "setup"]) == 1


def test_usage() -> None:
    assert run(["hooks"]) == 2
    assert run(["hooks", "setup", "--agent", "emacs"]) == 2
    assert run(["hooks", "--help"]) == 0
    assert run(["mcp", "install", "emacs"]) == 2


# The MCP server

PLACES = {
    "codex": (".codex/config.toml", "# mine\nmodel = 'x'\n"),
    "gemini": (".gemini/settings.json", '{"theme": "dark"}'),
    "opencode": (".config/opencode/opencode.json", '{"theme": "dark"}'),
}


@pytest.mark.parametrize("agent", PLACES)
def test_the_server_is_registered_and_taken_out(
    settings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], agent: str
) -> None:
    place, text = PLACES[agent]
    path = tmp_path / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    assert run(["mcp", "install", agent]) == 0
    assert "paneflow_mcp" in path.read_text()
    assert "mine" in path.read_text() or agent != "codex"
    assert run(["mcp", "install", agent]) == 0
    assert run(["mcp", "status", agent]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[1].startswith(f"{agent}: already registered")
    assert told[2].startswith(f"{agent}: registered")
    assert run(["mcp", "uninstall", agent]) == 0
    assert path.read_text().split() == text.split() or json.loads(path.read_text()) == json.loads(text)


def test_one_agent_that_refuses_does_not_keep_the_others(
    settings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".gemini").mkdir()
    (tmp_path / ".gemini/settings.json").write_text("// no")
    assert run(["mcp", "install"]) == 1
    told = capsys.readouterr()
    assert "claude: not installed here" in told.out
    assert "opencode: registered" in told.out
    assert "gemini" in told.err


def test_claude_is_told_through_its_own_command_line(
    settings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program = install_fakes(tmp_path / "bin") / "claude"
    program.write_text(
        '#!/bin/sh\necho "$@" >> "$HOME/calls"\n'
        'case $2 in get) grep -q "mcp add" "$HOME/calls" && echo "args: -m paneflow_mcp";; *) :;; esac\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    assert run(["mcp", "install", "claude"]) == 0
    assert run(["mcp", "install", "claude"]) == 0
    assert run(["mcp", "uninstall", "claude"]) == 0
    calls = (tmp_path / "calls").read_text().splitlines()
    assert any(
        call.startswith("mcp add --scope user paneflow -- ") and call.endswith("-m paneflow_mcp") for call in calls
    )
    assert "mcp remove --scope user paneflow" in calls
    assert capsys.readouterr().out.splitlines()[1] == "claude: already registered"


def test_nothing_but_settings_is_written(settings: Path, tmp_path: Path) -> None:
    run(["hooks", "setup"])
    run(["mcp", "install"])
    files = {str(Path(folder, name).relative_to(tmp_path)) for folder, _, names in os.walk(tmp_path) for name in names}
    assert files == {
        ".claude/settings.json",
        ".codex/config.toml",
        ".gemini/settings.json",
        ".config/opencode/opencode.json",
    }


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_what_is_not_a_file_is_refused(settings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A named pipe would be waited for without end."""
    os.mkfifo(settings)
    assert run(["hooks", "setup"]) == 1
    assert "is not a file" in capsys.readouterr().err


def test_what_others_write_meanwhile_is_not_lost(settings: Path) -> None:
    settings.write_text("{}")
    writes = iter(['{"model": "opus"}', '{"model": "haiku"}'])

    def edit(text: str) -> str:
        for written in writes:
            settings.write_text(written)  # another editor, between our reading and our writing
            break
        return json.dumps({**json.loads(text), "ours": True})

    assert change(str(settings), edit, backup=True)
    assert json.loads(settings.read_text()) == {"model": "haiku", "ours": True}
    assert json.loads(backup_of(settings).read_text()) == {"model": "haiku"}
    assert sorted(each.name for each in settings.parent.iterdir()) == [settings.name, backup_of(settings).name]


def test_a_file_that_never_rests_is_left_alone(settings: Path) -> None:
    numbers = itertools.count()

    def edit(text: str) -> str:
        settings.write_text(str(next(numbers)))
        return text + "x"

    with pytest.raises(Failed, match="keeps writing"):
        change(str(settings), edit, backup=False)
    assert settings.read_text().isdigit()
