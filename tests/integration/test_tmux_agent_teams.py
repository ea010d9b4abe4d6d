"""Agent teams in real panes: a fake lead replays the tmux calls of three generations; fake teammates log themselves."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.support.host import HostProcess, running_host
from tests.support.tmux import Shim, python

LEAD = Path(__file__).parents[1] / "support/tmux_lead.py"

# Logs argv, folder, environment and size, starts a child in its process group, and stays.
MATE = """#!{python}
import json, os, subprocess, sys, time
name = sys.argv[sys.argv.index("--agent-name") + 1]
child = subprocess.Popen(["sleep", "1000"])
size = os.get_terminal_size(0)
told = dict(argv=sys.argv[1:], cwd=os.getcwd(), env=dict(os.environ), size=list(size), pid=os.getpid(), child=child.pid)
path = os.path.join({folder!r}, name + ".json")
with open(path + ".tmp", "w") as out:
    json.dump(told, out)
os.rename(path + ".tmp", path)
time.sleep(1000)
"""


class Team:
    """A lead in a shell's pane and the files of its teammates."""

    def __init__(self, host: HostProcess, generation: str, count: int) -> None:
        self.host = host
        self.folder = host.folder / f"team-{generation}{count}"
        (self.folder / "versions").mkdir(parents=True)
        program = self.folder / "versions/2.1.211"
        program.write_text(MATE.format(python=python(), folder=str(self.folder)))
        program.chmod(0o755)
        self.names = [f"mate{index}" for index in range(count)]
        for name in self.names:
            (self.folder / name).mkdir()
        self.lead = host.new(name=f"lead-{generation}{count}")
        host.type(self.lead, f"{python()} {LEAD} {generation} {count} {self.folder}")
        self.told: dict[str, Any] = host.wait_for(lambda: self._read("lead"), 60)
        self.mates: dict[str, Any] = {name: host.wait_for(partial(self._read, name), 30) for name in self.names}

    def _read(self, name: str) -> Any:
        path = self.folder / f"{name}.json"
        return json.loads(path.read_text()) if path.exists() else None


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host() as host:
        host.new(name="person")  # a workspace that a person looks at, and that teams must not touch
        yield host


@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("generation", ["A", "B", "C"])
@pytest.mark.timeout(180)
def test_a_team_comes_up_whole(host: HostProcess, generation: str, count: int) -> None:
    focused = [row["surface_id"] for row in host.call("surface.list")["surfaces"] if row["focused"]]

    team = Team(host, generation, count)

    _probes_are_answered(team)
    panes = list(team.told["panes"].values())
    assert len(set(panes)) == count
    assert f"%{team.lead}" not in panes
    for name, mate in team.mates.items():
        assert Path(mate["cwd"]) == team.folder / name
        assert mate["env"]["TMUX_PANE"] == team.told["panes"][name]
        assert mate["env"]["TMUX"].split(",")[0] == host.socket_path
        assert mate["env"]["CLAUDE_CODE_TMUX_TRUECOLOR"] == "1"
        assert mate["argv"][mate["argv"].index("--agent-name") + 1] == name
    _shape_is_right(team, generation, count)
    _arguments_are_whole(team, generation)
    still = [row["surface_id"] for row in host.call("surface.list")["surfaces"] if row["focused"]]
    assert still == focused, "the person's focus moved"
    _killing_ends_everything(team)


def _probes_are_answered(team: Team) -> None:
    probes = team.told["probes"]
    assert probes["mouse"] == "off"
    assert probes["focus"] == "off"
    assert probes["client"] == ""
    assert probes["pane"] == f"%{team.lead}"
    assert probes["place"].endswith(f".%{team.lead}")
    assert probes["session"].startswith("$")
    assert probes["short"].count(":") == 1


def _shape_is_right(team: Team, generation: str, count: int) -> None:
    rows = [row.split() for row in team.told["shape"].splitlines()]
    lead = next(row for row in rows if row[0] == f"%{team.lead}")
    in_window = min(count, 3) if generation == "C" else count
    assert len(rows) == in_window + 1
    width, whole = int(lead[1]), int(lead[2])
    if generation != "C":
        assert width == whole * 30 // 100
    if generation != "A":
        assert lead[3] == "1", "the lead's pane is no longer the active one"
    sizes = {f"%{pane}": size for pane, size in _sizes(team.host).items()}
    for name, pane in team.told["panes"].items():
        assert sizes[pane][0] > 1, name


def _sizes(host: HostProcess) -> dict[int, tuple[int, int]]:
    rows = host.call("surface.list")["surfaces"]
    infos = {row["surface_id"]: host.call("surface.info", surface_id=row["surface_id"]) for row in rows}
    return {surface: (info["cols"], info["rows"]) for surface, info in infos.items()}


def _arguments_are_whole(team: Team, generation: str) -> None:
    for mate in team.mates.values():
        if generation == "C":
            assert mate["argv"][-1] == "two words; $HOME 'and' \"quotes\""
        else:
            assert mate["argv"][-1] == "x" * 300
            assert mate["env"]["CLAUDECODE"] == "1"


def _killing_ends_everything(team: Team) -> None:
    tmux = Shim(team.host, flags=["-S", team.host.socket_path])
    for name, pane in team.told["panes"].items():
        assert tmux("kill-pane", "-t", pane).code == 0
        mate = team.mates[name]
        team.host.wait_for(partial(_are_gone, mate["pid"], mate["child"]), 10)
        again = tmux("kill-pane", "-t", pane)
        assert (again.code, again.out, again.err) == (1, "", f"can't find pane: {pane}\n")


def _are_gone(*pids: int) -> bool:
    return not any(map(_alive, pids))


def _alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_a_pane_whose_program_failed_stays_and_one_that_succeeded_goes(host: HostProcess) -> None:
    tmux = Shim(host, "remain")
    tmux.ok("new-session", "-d", "-s", "r", "cat")
    failed = tmux.ok("split-window", "-dPF", "#{pane_id}", "cat")
    tmux.ok("set-option", "-p", "-t", failed, "remain-on-exit", "failed")

    tmux.ok("respawn-pane", "-k", "-t", failed, "--", "exit 3")

    tmux.wait_for("1 3", "display-message", "-p", "-t", failed, "#{pane_dead} #{pane_dead_status}")
    assert "Pane is dead (status 3, " in tmux.ok("capture-pane", "-p", "-t", failed)
    tmux.ok("respawn-pane", "-t", failed, "--", "true")
    tmux.wait_for(lambda out: failed not in out, "list-panes", "-F", "#{pane_id}")


def test_a_long_line_reaches_a_shell_that_starts_late(host: HostProcess) -> None:
    tmux = Shim(host, "late")
    out = host.folder / "late.txt"
    tmux.ok("new-session", "-d", "-s", "l", "sleep 3; exec bash --norc -i")
    line = f"printf %s {'y' * (4096 - 12 - len(str(out)))} >{out}"
    assert len(line) >= 4090

    tmux.ok("send-keys", "-t", "l", "-l", "--", line)
    tmux.ok("send-keys", "-t", "l", "Enter")

    wanted = "y" * (4096 - 12 - len(str(out)))
    host.wait_for(lambda: out.exists() and out.read_text() == wanted, 20)


NAMES = ["plain", "two words", "ü 🚀", 'it\'s "quoted" $HOME `x`', "#[fg=red]#(touch pwned)"]


def test_five_slow_shells_get_their_lines_whole_and_names_that_are_odd(host: HostProcess) -> None:
    tmux = Shim(host, "five")
    first = tmux.ok("new-session", "-d", "-s", "f", "-x", "120", "-y", "60", "-P", "-F", "#{pane_id}", "cat")
    outs = [host.folder / f"five{index}" for index in range(5)]

    def spawn(index: int) -> str:
        line = f"printf %s {'y' * 4000} >{outs[index]}"
        pane = tmux.ok("split-window", "-d", "-t", first, "-PF", "#{pane_id}", "sleep 3; exec bash --norc -i")
        tmux.ok("select-layout", "-t", "f", "tiled")
        tmux.ok("select-pane", "-t", pane, "-T", NAMES[index])
        tmux.ok("send-keys", "-t", pane, "-l", "--", line)
        tmux.ok("send-keys", "-t", pane, "Enter")
        return pane

    with ThreadPoolExecutor(5) as pool:
        panes = list(pool.map(spawn, range(5)))

    for out in outs:
        host.wait_for(partial(_holds, out, "y" * 4000), 25)
    titles = [tmux.ok("display-message", "-p", "-t", pane, "#{pane_title}") for pane in panes]
    assert titles == [*NAMES[:4], "#[fg=red]"], "formats in a title are expanded, and run nothing"
    assert not (host.home / "pwned").exists()


def _holds(path: Path, text: str) -> bool:
    return path.exists() and path.read_text() == text


def test_a_pane_killed_while_its_program_is_replaced_is_gone(host: HostProcess) -> None:
    tmux = Shim(host, "mid")
    tmux.ok("new-session", "-d", "-s", "m", "cat")
    with ThreadPoolExecutor(2) as pool:
        for _ in range(5):
            pane = tmux.ok("split-window", "-dPF", "#{pane_id}", "--", "cat")
            respawned = pool.submit(tmux, "respawn-pane", "-k", "-t", pane, "--", "sleep 1000")
            killed = pool.submit(tmux, "kill-pane", "-t", pane)
            assert killed.result() == (0, "", "")
            assert respawned.result() in ((0, "", ""), (1, "", f"can't find pane: {pane}\n"))
            assert pane not in tmux.ok("list-panes", "-F", "#{pane_id}")


def test_a_team_outlives_its_lead_and_is_its_own(host: HostProcess) -> None:
    lead = host.new(name="lead-that-dies")
    out = host.folder / "mate-of-the-dead"
    host.type(lead, f"tmux split-window -dPF '#{{pane_id}}' cat >{out}.tmp; mv {out}.tmp {out}")
    mate = host.wait_for(lambda: out.read_text().strip() if out.exists() else "", 20)

    host.call("surface.close", surface_id=lead)

    outside = Shim(host, flags=["-S", host.socket_path])
    assert outside.ok("display-message", "-p", "-t", mate, "#{pane_dead} #{pane_current_command}") == "0 cat"
    assert "is not yours" in outside("capture-pane", "-p", "-t", mate).err


def test_what_was_killed_has_its_id_never_given_out_again(host: HostProcess) -> None:
    tmux = Shim(host, "ids")
    tmux.ok("new-session", "-d", "-s", "i", "cat")
    first = tmux.ok("split-window", "-dPF", "#{pane_id}", "cat")
    tmux.ok("kill-pane", "-t", first)

    second = tmux.ok("split-window", "-dPF", "#{pane_id}", "cat")

    assert second != first
    assert tmux("send-keys", "-t", first, "x").err == f"can't find pane: {first}\n"
