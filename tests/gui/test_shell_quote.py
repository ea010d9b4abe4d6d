"""Dropped files reach the shell as one word each."""

import shutil
import subprocess

import pytest

from paneflow.gui.shell_quote import dropped, quoted

AWKWARD = ["/a b/c", "/it's", '/say "hi"', "/$HOME/`id`", "/back\\slash", "/ünï/日本", "/semi;colon&more", "/plain.txt"]


@pytest.mark.parametrize("shell", ["bash", "/bin/sh", "zsh", "fish"])
@pytest.mark.parametrize("path", AWKWARD)
def test_the_shell_itself_reads_the_path_back(shell: str, path: str) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"there is no {shell}")
    told = subprocess.run(
        [program, "-c", f"printf %s {quoted(path, shell)}"], capture_output=True, text=True, check=True
    )
    assert told.stdout == path


def test_windows_shells_have_their_own_quotes() -> None:
    assert quoted(r"C:\a b\it's", "pwsh.exe") == r"'C:\a b\it''s'"
    assert quoted(r"C:\a b", "cmd.exe") == r'"C:\a b"'
    assert quoted(r"C:\plain", "cmd") == r"C:\plain"


def test_several_files_have_a_space_after_each() -> None:
    assert dropped(["/a", "/b c"], "bash") == "/a '/b c' "
