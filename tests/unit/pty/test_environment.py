"""What a child finds in its environment."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paneflow.pty.environment import child_environment, is_foreign, may_set

IDENTITY = {"PANEFLOW_SURFACE_ID": "7", "PANEFLOW_SOCKET_PATH": "/run/p.sock"}


def env(
    inherited: dict[str, str], *layers: dict[str, str], platform: str = "linux", bin_dir: str | None = None
) -> dict[str, str]:
    return child_environment(inherited, layers=layers, identity=IDENTITY, bin_dir=bin_dir, platform=platform)


def test_a_child_knows_its_terminal() -> None:
    found = env({})
    assert (found["TERM"], found["COLORTERM"], found["TERM_PROGRAM"]) == ("xterm-256color", "truecolor", "paneflow")
    assert found["PANEFLOW_SURFACE_ID"] == "7"


@pytest.mark.parametrize(
    "name",
    ["TMUX", "TMUX_PANE", "STY", "WT_SESSION", "KITTY_WINDOW_ID", "WEZTERM_PANE", "ZELLIJ", "VTE_VERSION",
     "ITERM_SESSION_ID", "ALACRITTY_SOCKET", "GHOSTTY_RESOURCES_DIR", "VSCODE_IPC_HOOK", "CLAUDECODE",
     "CLAUDE_CODE_SESSION_ID", "CLAUDE_CODE_SSE_PORT", "PSMUX_SESSION", "CLAUDE_PANE_BACKEND_SOCKET",
     "PANEFLOW_WORKSPACE_ID", "PANEFLOW_SURFACE_TOKEN", "COLUMNS", "LINES", "WINDOWID"],
)  # fmt: skip
def test_what_another_terminal_said_of_itself_does_not_reach_a_child(name: str) -> None:
    assert name not in env({name: "theirs"})


@pytest.mark.parametrize(
    "name", ["CLAUDE_CODE_USE_BEDROCK", "EDITOR", "SSH_AUTH_SOCK", "DISPLAY", "LD_LIBRARY_PATH", "PANEFLOW_CONFIG"]
)
def test_the_persons_own_settings_do(name: str) -> None:
    assert env({name: "mine"})[name] == "mine"


def test_later_layers_win_and_nothing_wins_over_the_identity() -> None:
    found = env(
        {"A": "host", "B": "host", "C": "host"},
        {"B": "config", "C": "config", "TERM": "dumb", "PANEFLOW_SURFACE_ID": "1"},
        {"C": "pane", "COLORTERM": "no"},
    )
    assert (found["A"], found["B"], found["C"]) == ("host", "config", "pane")
    assert (found["TERM"], found["COLORTERM"], found["PANEFLOW_SURFACE_ID"]) == ("xterm-256color", "truecolor", "7")


@pytest.mark.parametrize(
    "name", ["LD_PRELOAD", "DYLD_INSERT_LIBRARIES", "", "A=B", "A\0", "A B", "A\n", "TERM", "PANEFLOW_X"]
)
def test_a_pane_may_not_set(name: str) -> None:
    assert not may_set(name, "value")
    assert env({}, {name: "value"}).get(name) != "value"


def test_a_value_with_a_zero_byte_is_dropped() -> None:
    assert "A" not in env({}, {"A": "x\0y"})


def test_names_differ_only_in_case_on_windows() -> None:
    found = env({"Path": r"C:\Windows"}, {"path": r"D:\bin"}, platform="win32")
    assert [key for key in found if key.lower() == "path"] == ["PATH"]
    assert found["PATH"] == r"D:\bin"


@pytest.mark.parametrize("path", ["/usr/bin:/bin", "/usr/bin:/shims:/bin", "/shims:/usr/bin:/bin", ""])
def test_our_programs_come_first_on_the_path_once(path: str) -> None:
    found = env({"PATH": path}, bin_dir="/shims")
    assert found["PATH"].split(":")[0] == "/shims"
    assert found["PATH"].split(":").count("/shims") == 1
    assert found["PANEFLOW_BIN_DIR"] == "/shims"


def test_a_language_is_set_only_where_none_is() -> None:
    assert env({})["LANG"] == "C.UTF-8"
    assert env({}, platform="darwin")["LANG"] == "en_US.UTF-8"
    assert env({"LANG": "fr_FR.UTF-8"})["LANG"] == "fr_FR.UTF-8"
    assert "LANG" not in env({"LC_ALL": "de_DE.UTF-8"})


@given(st.dictionaries(st.text(), st.text(), max_size=5))
def test_whatever_a_pane_asks_for_the_result_can_be_given_to_a_program(wild: dict[str, str]) -> None:
    for key, value in env({}, wild).items():
        assert key
        assert "=" not in key
        assert "\0" not in key + value


def test_foreign_is_by_name_not_by_luck() -> None:
    assert not is_foreign("TERMINFO")
    assert not is_foreign("TMUXINATOR_CONFIG")
