import io
import sys

import pytest

from paneflow.cli import output


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain\ttext\n", "plain\ttext\n"),
        ("漢字 é", "漢字 é"),
        ("\x1b[31m\x07\r\x7f\x00", "^[[31m^G^M^?^@"),
        ("\x9b31m\x85", "<9b>31m<85>"),
        ("a\u202eb\u2066c", "a<202e>b<2066>c"),
    ],
)
def test_control_characters_are_made_visible(text: str, shown: str) -> None:
    assert output.visible(text) == shown


def test_every_control_character_but_tab_and_newline_is_made_visible() -> None:
    codes = set(range(0x20)) | set(range(0x7F, 0xA0))

    kept = {code for code in codes if chr(code) in output.visible(chr(code))}

    assert kept == {0x09, 0x0A}


@pytest.mark.parametrize(("stdout", "shown"), [(io.StringIO, "\x1b[1m"), (Terminal, "^[[1m\n")])
def test_raw_text_never_reaches_a_terminal(
    stdout: type[io.StringIO], shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = stdout()
    monkeypatch.setattr(sys, "stdout", out)

    output.text("\x1b[1m", raw=True)

    assert out.getvalue() == shown


def test_a_table_lines_up_beyond_ascii(capsys: pytest.CaptureFixture[str]) -> None:
    output.table(
        (("ID", -4), ("NAME", 6), ("CWD", 0)), [(1, "漢字", "/a"), (2, None, "/b"), (3, "e\u0301", "/c\n\x1b")]
    )

    assert capsys.readouterr().out.splitlines() == [
        "  ID  NAME    CWD",
        "   1  漢字    /a",
        "   2  -       /b",
        "   3  e\u0301       /c^J^[",
    ]


def test_complaints_name_the_program_on_each_line(capsys: pytest.CaptureFixture[str]) -> None:
    output.complain("one\ntwo \x1b[2J")

    assert capsys.readouterr().err == "paneflow: one\npaneflow: two ^[[2J\n"


def test_complaints_need_no_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = io.StringIO()
    closed.close()
    monkeypatch.setattr(sys, "stderr", closed)

    output.complain("nobody hears this")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[1;31mred\x1b[0m\n", "\x1b[1;31mred\x1b[0m\n"),
        ("\x1b[38;2;1;2;3;4:3mx\x1b[m\n", "\x1b[38;2;1;2;3;4:3mx\x1b[m\n"),
        ("\x1b[31", "^[[31\n"),
        ("\x1b[2Jm \x1b[?25m \x1b[>4;1m\n", "^[[2Jm ^[[?25m ^[[>4;1m\n"),
        ("\x1b[31\x07m\x1b]52;c;aGk=\x07\n", "^[[31^Gm^[]52;c;aGk=^G\n"),
        ("\x9b31m\x1b[\x1b[1m\u202e\n", "<9b>31m^[[\x1b[1m<202e>\n"),
    ],
)
def test_of_sequences_only_colours_and_attributes_reach_a_terminal(
    text: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = Terminal()
    monkeypatch.setattr(sys, "stdout", out)

    output.styled(text)

    assert out.getvalue() == shown
