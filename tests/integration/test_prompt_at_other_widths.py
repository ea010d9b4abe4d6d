"""A shell draws its line anew when the width changes: no output above it is lost, and nothing of it stays behind."""

import shutil
from collections.abc import Iterator

import pytest

from paneflow.vt.engine import Engine
from tests.support.host import HostProcess, running_host
from tests.support.vt import ENGINES, engine

PROMPT = "user@host:/a/very/long/path/that/wraps/in/narrow> "  # 50 cells: two whole rows of 25
SHOWN = ["one", "two", "three", f"{PROMPT}typed"]
SET = {"bash": f"PS1='{PROMPT}'", "zsh": f"PROMPT='{PROMPT}'"}


@pytest.fixture(params=SET)
def shell(request: pytest.FixtureRequest) -> Iterator[tuple[HostProcess, int]]:
    if shutil.which(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    with running_host(config=f'default_shell = "{request.param}"\n') as host:
        surface = host.new()
        host.call("surface.resize", surface_id=surface, cols=80, rows=12)
        host.type(surface, SET[request.param])
        host.wait_for(lambda: host.read(surface).rstrip().endswith(PROMPT.rstrip()))
        yield host, surface


def test_no_width_costs_a_line(shell: tuple[HostProcess, int]) -> None:
    host, surface = shell
    host.type(surface, "clear; echo one; echo two; echo three")
    host.wait_for(lambda: host.read(surface).splitlines() == [*SHOWN[:3], PROMPT.rstrip()])
    host.call("surface.send_text", surface_id=surface, text="typed", paste=False)
    for cols in (80, 20, 80, 20, 30, 80, 25, 79):
        host.call("surface.resize", surface_id=surface, cols=cols, rows=12)
        joined = "\n".join(SHOWN).replace("> ", ">").replace("\n", "")
        # Where the prompt fills its rows exactly, shells begin a new row by themselves.
        host.wait_for(lambda: host.read(surface).replace("> ", ">").replace("\n", "") == joined)  # noqa: B023


@pytest.fixture
def terminal() -> Iterator[Engine]:
    made = engine(ENGINES[0], 80, 12)
    yield made
    made.close()


def test_the_line_keeps_its_rows_and_is_left_to_the_shell(terminal: Engine) -> None:
    terminal.resize(20, 12)
    terminal.feed(b"one\r\n\x1b]133;A;redraw=last\aprompt of two lines\r\n" + PROMPT.encode() + b"\x1b]133;B\atyped")
    row = terminal.cursor().row
    terminal.resize(80, 12)
    assert terminal.screen()[:3] == ["one", "prompt of two lines", ""]
    assert terminal.cursor()[:2] == (row, 0)


@pytest.mark.parametrize(
    "data",
    [
        b"\x1b]133;A\a" + PROMPT.encode() + b"\x1b]133;B\atyped",  # it does not say that it draws anew
        b"\x1b]133;A;redraw=0\a" + PROMPT.encode() + b"\x1b]133;B\atyped",
        b"\x1b]133;A;redraw=last\a$ \x1b]133;B\ax\r\n\x1b]133;C\a" + b"50 % of what a command does" * 2,
    ],
)
def test_whatever_else_is_wrapped_anew(terminal: Engine, data: bytes) -> None:
    terminal.feed(data)
    before = terminal.lines()
    terminal.resize(20, 12)
    assert terminal.lines() == before
    terminal.resize(90, 12)
    assert terminal.lines() == before
