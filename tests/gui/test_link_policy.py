"""Which links open, which are asked about, which are refused."""

import socket
from pathlib import Path

import pytest

from paneflow.gui.link_policy import Verdict, decide, file_at


@pytest.mark.parametrize("address", ["https://example.org/a?b=c#d", "http://localhost:8000/", "mailto:a@example.org"])
def test_ordinary_addresses_open(address: str) -> None:
    assert decide(address).verdict is Verdict.OPEN


@pytest.mark.parametrize("address", ["ssh://host", "javascript:alert(1)", "vscode://file/x", "x", "paneflow://run"])
def test_other_schemes_are_asked_about(address: str) -> None:
    assert decide(address).verdict is Verdict.ASK


@pytest.mark.parametrize("address", ["https://еxample.org/", "https://xn--80ak6aa92e.com/"])
def test_hosts_that_look_like_others_are_asked_about(address: str) -> None:
    assert decide(address).verdict is Verdict.ASK


@pytest.mark.parametrize(
    "address", ["https://a/" + "x" * 3000, "https://a/\u202egnp", "https://[bad", "file://other/etc"]
)
def test_what_cannot_be_judged_is_refused(address: str) -> None:
    assert decide(address).verdict is Verdict.REFUSE


def test_files_open_here_and_programs_are_asked_about(tmp_path: Path) -> None:
    text, program = tmp_path / "a.txt", tmp_path / "run.sh"
    text.write_text("x")
    program.write_text("#!/bin/sh\n")
    program.chmod(0o700)
    assert decide(text.as_uri()).verdict is Verdict.OPEN
    assert decide(f"file://{socket.gethostname()}{text}").verdict is Verdict.OPEN
    assert decide(tmp_path.as_uri()).verdict is Verdict.OPEN
    assert decide(program.as_uri()).verdict is Verdict.ASK
    assert decide((tmp_path / "gone").as_uri()).verdict is Verdict.REFUSE


def test_a_word_names_a_file_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x")
    found = file_at("a.py:12:3", str(tmp_path))
    assert found is not None
    assert (found.path, found.line) == (str(tmp_path / "a.py"), 12)
    assert file_at("gone.py:1", str(tmp_path)) is None
    plain = file_at("a.py", str(tmp_path))
    assert plain is not None
    assert plain.line is None
