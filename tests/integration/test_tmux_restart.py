"""What tmux's users set is there again after the host was started anew; ids go on."""

import json
from pathlib import Path

import pytest

from tests.support.host import HostProcess, running_host
from tests.support.tmux import Shim

pytestmark = pytest.mark.timeout(90)
SHOWN = (
    "#{session_id} #{window_index} #{window_id} #{pane_id} #{window_name}#{window_flags} #{@mine} "
    "#{pane_width}x#{pane_height}"
)


def kept_file(host: HostProcess) -> Path:
    return Path(host.env["PANEFLOW_STATE"]) / "tmux.json"


def furnished(host: HostProcess) -> Shim:
    """A server on which everything that is kept was set."""
    tmux = Shim(host, "kept")
    tmux.ok(
        "set-option",
        "-g",
        "base-index",
        "3",
        ";",
        "set-option",
        "-s",
        "escape-time",
        "7",
        ";",
        "new-session",
        "-d",
        "-s",
        "k",
        "-x",
        "90",
        "-y",
        "20",
    )
    tmux.ok("set-option", "-s", "command-alias[101]", "zz=list-windows")
    tmux.ok("new-window", "-d", "-t", "k:9", "-n", "nine")
    tmux.ok("new-window", "-d", "-t", "k:5", "-n", "five")
    tmux.ok("select-window", "-t", "k:9", ";", "select-window", "-t", "k:5")
    tmux.ok("split-window", "-d", "-h", "-l", "30", "-t", "k:5")
    tmux.ok("set-option", "-p", "-t", "k:9.0", "@mine", "pane ü \x01")
    tmux.ok("set-option", "-w", "-t", "k:5", "@mine", "window")
    tmux.ok("set-option", "-t", "k", "default-command", "cat")
    tmux.ok("set-buffer", "-b", "named", "two\nlines")
    tmux.ok("set-buffer", "automatic")
    return tmux


def state_of(tmux: Shim) -> list[str]:
    return [
        tmux.ok("list-panes", "-s", "-t", "k", "-F", SHOWN),
        tmux.ok("show-options", "-t", "k"),
        tmux.ok("display-message", "-p", "-t", "k", "#{base-index} #{escape-time} #{session_stack} #{session_created}"),
        tmux.ok("show-options", "-s", "command-alias"),
        tmux.ok("list-buffers", "-F", "#{buffer_name} #{buffer_size} #{buffer_created}"),
        tmux.ok("show-buffer"),
        tmux.ok("show-buffer", "-b", "named"),
    ]


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_indexes_options_and_buffers_outlive_the_host(end: str) -> None:
    with running_host({}) as host:
        tmux = furnished(host)
        before = state_of(tmux)
        if end == "kill":
            host.wait_for(lambda: kept_file(host).exists() and "automatic" in kept_file(host).read_text())
            host.wait_for(lambda: "nine" in (kept_file(host).parent / "state.json").read_text())
        getattr(host, end)()
        host.start()

        assert state_of(tmux) == before
        pane = tmux.ok("new-window", "-dP", "-t", "k:", "-F", "#{pane_id} #{window_index}")
        assert pane.split()[0] not in before[0]
        assert pane.split()[1] == "4", "the first that is free from base-index on"
        tmux.ok("set-buffer", "next")
        assert tmux.ok("show-buffer", "-b", "buffer1") == "next"
        assert (kept_file(host).stat().st_mode & 0o777) == 0o600


@pytest.mark.parametrize("wrong", ["{", '{"version":2,"servers":{}}'], ids=["half", "a later version"])
def test_a_file_that_is_not_understood_keeps_no_host_from_starting(wrong: str) -> None:
    with running_host({}) as host:
        Shim(host, "w").ok("new-session", "-d", "-s", "w")
        host.stop()
        kept_file(host).write_text(wrong)
        host.start()
        assert Shim(host, "w").ok("list-sessions", "-F", "#{session_name}") == "w"
        assert [each.read_text() for each in kept_file(host).parent.glob("tmux.json.corrupt-*")] == [wrong]


def test_no_buffer_is_written_down_where_no_text_is() -> None:
    with running_host({}, config="[host]\nsave_scrollback = false\n") as host:
        tmux = Shim(host, "b")
        tmux.ok("new-session", "-d", ";", "set-buffer", "secret", ";", "set-option", "-g", "@mine", "kept")
        host.stop()
        assert "kept" in kept_file(host).read_text()
        assert not json.loads(kept_file(host).read_text())["servers"].popitem()[1]["buffers"]


def test_what_is_gone_or_wrong_in_it_is_passed_over() -> None:
    with running_host({}) as host:
        tmux = Shim(host, "g")
        tmux.ok("new-session", "-d", "-s", "g", ";", "set-option", "-g", "@x", "1")
        host.stop()
        document = json.loads(kept_file(host).read_text())
        server = next(iter(document["servers"].values()))
        session = next(iter(server["sessions"].values()))
        session["options"] = {"no-such-option": "1", "base-index": "2"}
        session["windows"] = {"7": 987654, "8": next(iter(session["windows"].values()))}
        server["sessions"]["987654"] = session
        server["panes"]["987654"] = server["windows"]["987654"] = {"@x": "1"}
        kept_file(host).write_text(json.dumps(document))

        host.start()

        assert tmux.ok("show-options", "-gv", "@x") == "1"
        assert tmux.ok("list-windows", "-F", "#{window_index}") == "8"
        assert tmux.ok("show-options", "-v", "base-index") == "2"
