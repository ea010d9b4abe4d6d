"""The window as a screen reader finds it: over the accessibility bus, in another process."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.accessibility_bus import listening, missing, nodes, running_bus
from tests.support.display import Display, running_display, shown_window
from tests.support.host import HostProcess, running_host

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]


@pytest.fixture(scope="module")
def display() -> Iterator[Display]:
    if lacks := missing():
        pytest.skip(lacks)
    with running_display() as shown:
        yield shown


@pytest.fixture
def host() -> Iterator[HostProcess]:
    with running_host() as started:
        yield started


def terminal(found: list[dict[str, Any]], name: str) -> dict[str, Any]:
    """The terminal of that name; nothing while there is none."""
    return next((each for each in found if each["role"] == "terminal" and each["name"] == name), {})


def test_a_screen_reader_finds_the_window_its_panes_and_what_is_typed(display: Display, host: HostProcess) -> None:
    host.new(focus=True, pane_name="api")
    env = {**host.env, **display.env}
    with running_bus(env) as bus, shown_window(host, display, **bus) as window:
        reader = env | bus
        host.wait_for(lambda: terminal(nodes(reader), "api").get("text", "").startswith("$"), 60)
        with listening(reader) as events:
            display.type("echo hi")
            told = [json.loads(events.readline())]
            while told[-1] != ["object:text-caret-moved", len("$ echo hi"), "0"]:
                told.append(json.loads(events.readline()))
        typed = "".join(text for kind, _place, text in told if kind.startswith("object:text-changed:insert"))
        found = nodes(reader)

        assert typed == "echo hi"
        assert window.poll() is None
    parts = [(each["role"], each["name"]) for each in found]
    assert parts[0] == ("application", "paneflow")
    assert parts[1] == ("frame", "api — Paneflow")
    assert ("list", "Workspaces") in parts
    assert parts.index(("panel", "api")) < parts.index(("terminal", "api"))
    grid = terminal(found, "api")
    assert grid["text"].rstrip() == "$ echo hi"
    assert grid["caret"] == len("$ echo hi")


def test_panes_come_and_go_under_a_screen_reader_that_was_there_first(display: Display, host: HostProcess) -> None:
    first = host.new(focus=True, pane_name="api")
    with running_bus({**host.env, **display.env}) as bus:
        reader = {**host.env, **display.env, **bus}
        with listening(reader), shown_window(host, display, **bus) as window:
            host.wait_for(lambda: terminal(nodes(reader), "api"), 60)
            second = host.call("surface.split", surface_id=first, direction="vertical", name="log")["surface_id"]
            host.wait_for(lambda: terminal(nodes(reader), "log"), 30)
            host.type(second, "seq 3000")
            host.wait_for(lambda: "3000" in terminal(nodes(reader), "log").get("text", ""), 30)
            host.type(second, "exit")
            found = host.wait_for(lambda: [] if terminal(now := nodes(reader), "log") else now, 30)

            assert [each["role"] for each in found[:2]] == ["application", "frame"]
            assert terminal(found, "api")
            assert window.poll() is None
    assert "Traceback" not in (host.folder / "window.out").read_text()
