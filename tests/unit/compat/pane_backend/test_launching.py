import pytest

from paneflow.compat.pane_backend.launching import argv, line_argv


@pytest.mark.parametrize(
    ("command", "shell", "bare", "wanted"),
    [
        ([], None, False, ()),
        ([], "fish", True, ("fish",)),
        (["cat", "-n"], None, False, ("cat", "-n")),
        (["claude", "-p"], None, True, ("claude", "--bare", "-p")),
        (["/opt/Claude/bin/x"], None, True, ("/opt/Claude/bin/x", "--bare")),
        (["node"], None, True, ("node",)),
        (["a b", "$x"], "/bin/bash", False, ("/bin/bash", "-c", 'exec "$@"', "/bin/bash", "a b", "$x")),
        (["a", "b"], "fish", False, ("fish", "-c", "exec $argv", "a", "b")),
        (["a", "it's"], "pwsh", False, ("pwsh", "-NoLogo", "-Command", "& 'a' 'it''s'")),
        (["a", "b"], "cmd.exe", False, ("cmd.exe", "/d", "/c", "a", "b")),
    ],
)
def test_what_is_started(command: list[str], shell: str | None, bare: bool, wanted: tuple[str, ...]) -> None:
    assert argv(command, shell=shell, bare=bare) == wanted


@pytest.mark.parametrize(
    ("shell", "platform", "wanted"),
    [
        ("/bin/zsh", "linux", ["/bin/zsh", "-c", "ls"]),
        ("pwsh", "linux", ["pwsh", "-NoLogo", "-Command", "ls"]),
        ("powershell.exe", "win32", ["powershell.exe", "-NoLogo", "-Command", "ls"]),
        ("cmd.exe", "win32", ["cmd.exe", "/d", "/c", "ls"]),
    ],
)
def test_a_line_runs_in_the_shell_that_is_named(shell: str, platform: str, wanted: list[str]) -> None:
    assert line_argv(shell, "ls", platform) == wanted
