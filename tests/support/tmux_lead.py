"""A fake lead of an agent team, run in a pane: replays what Claude Code asks of tmux, in one of its three ways.

    python tmux_lead.py GENERATION TEAMMATES FOLDER

Teammates are spawned all at once, each by its own chain of tmux processes. What tmux printed goes to FOLDER/lead.json.
Standard library only; no terminal is given to the calls, as in the original.
"""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

PANE = os.environ["TMUX_PANE"]
SOCKET = os.environ["TMUX"].split(",")[0]
COLOURS = ["blue", "green", "yellow", "magenta", "cyan"]


class Lead:
    """Records every call and what came of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.calls: list[tuple[list[str], int, str, str]] = []
        self.panes: dict[str, str] = {}
        self.lock = threading.Lock()

    def tmux(self, *argv: str) -> str:
        done = subprocess.run(["tmux", *argv], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        with self.lock:
            self.calls.append((list(argv), done.returncode, done.stdout, done.stderr))
        if done.returncode or done.stderr:
            raise SystemExit(f"{argv}: {done}")
        return done.stdout.strip()

    def command(self, name: str) -> str:
        """The shell line that starts a teammate: longer than what an old terminal takes in one piece."""
        padding = "x" * 300
        return (
            f"cd {self.folder / name} && env CLAUDECODE=1 CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS=1 "
            f"{self.folder}/versions/2.1.211 --agent-id {name}@session-1 --agent-name {name} --team-name t "
            f"--agent-color blue --padding {padding}"
        )


def generation_a(lead: Lead, name: str, index: int, leader: threading.Lock) -> None:
    """Type the command into a shell."""
    with leader:  # the first teammate is split off the lead, the others off an existing teammate
        panes = lead.tmux("list-panes", "-t", target_window(lead), "-F", "#{pane_id}").split()
        if len(panes) == 1:
            pane = lead.tmux("split-window", "-t", PANE, "-h", "-l", "70%", "-P", "-F", "#{pane_id}")
        else:
            pane = lead.tmux("split-window", "-t", panes[-1], "-v", "-P", "-F", "#{pane_id}")
    lead.panes[name] = pane
    colour = COLOURS[index]
    lead.tmux("select-pane", "-t", pane, "-P", f"bg=default,fg={colour}")
    lead.tmux("set-option", "-p", "-t", pane, "pane-border-style", f"fg={colour}")
    lead.tmux("select-pane", "-t", pane, "-T", name)
    lead.tmux("set-option", "-p", "-t", pane, "pane-border-format", f"#[fg={colour},bold] #{{pane_title}} #[default]")
    lead.tmux("set-option", "-w", "-t", target_window(lead), "pane-border-status", "top")
    lead.tmux("select-layout", "-t", target_window(lead), "main-vertical")
    lead.tmux("resize-pane", "-t", PANE, "-x", "30%")
    if index % 2:
        lead.tmux("send-keys", "-t", pane, lead.command(name), "Enter")
    else:
        lead.tmux("send-keys", "-t", pane, "-l", "--", lead.command(name))
        lead.tmux("send-keys", "-t", pane, "Enter")


def generation_b(lead: Lead, name: str, index: int, leader: threading.Lock) -> None:
    """A placeholder, then the command in its place."""
    at = ("-S", SOCKET)
    with leader:
        window = lead.tmux(*at, "display-message", "-t", PANE, "-p", "#{window_id}")
        panes = lead.tmux(*at, "list-panes", "-t", window, "-F", "#{pane_id}").split()
        if len(panes) == 1:
            pane = lead.tmux(
                *at, "split-window", "-d", "-t", PANE, "-h", "-l", "70%", "-P", "-F", "#{pane_id}", "--", "cat"
            )
        else:
            pane = lead.tmux(*at, "split-window", "-d", "-t", panes[-1], "-v", "-P", "-F", "#{pane_id}", "--", "cat")
    lead.panes[name] = pane
    colour = COLOURS[index]
    lead.tmux(*at, "set-option", "-p", "-t", pane, "window-style", f"bg=default,fg={colour}")
    lead.tmux(*at, "set-option", "-p", "-t", pane, "pane-border-style", f"fg={colour}")
    lead.tmux(*at, "set-option", "-p", "-t", pane, "pane-active-border-style", f"fg={colour}")
    lead.tmux(*at, "select-pane", "-t", pane, "-T", name)
    lead.tmux(
        *at, "set-option", "-p", "-t", pane, "pane-border-format", f"#[fg={colour},bold] #{{pane_title}} #[default]"
    )
    lead.tmux(*at, "list-panes", "-t", window, "-F", "#{pane_id}")
    lead.tmux(*at, "set-option", "-w", "-t", window, "pane-border-status", "top")
    lead.tmux(*at, "select-layout", "-t", window, "main-vertical")
    lead.tmux(*at, "resize-pane", "-t", PANE, "-x", "30%")
    lead.tmux(*at, "set-option", "-p", "-t", pane, "remain-on-exit", "failed")
    lead.tmux(*at, "respawn-pane", "-k", "-t", pane, "--", lead.command(name))


def generation_c(lead: Lead, name: str, index: int, leader: threading.Lock) -> None:
    """The command at once: in a split for the first half of a team, in windows for the rest."""
    at = ("-S", SOCKET)
    window = lead.tmux(*at, "display-message", "-p", "#{window_id}")
    program = [
        str(lead.folder / "versions/2.1.211"),
        "--agent-name",
        name,
        "--prompt",
        "two words; $HOME 'and' \"quotes\"",
    ]
    if index < 3:
        where = ["split-window", "-d", "-t", window, *(("-h", "-l", "70%") if index == 0 else ("-v",))]
    else:
        where = ["new-window", "-d", "-n", name]
    pane = lead.tmux(*at, *where, "-P", "-F", "#{pane_id}", "-c", str(lead.folder / name), "--", *program)
    lead.panes[name] = pane


def target_window(lead: Lead) -> str:
    return lead.tmux("display-message", "-t", PANE, "-p", "#{session_name}:#{window_index}")


SPAWN = {"A": generation_a, "B": generation_b, "C": generation_c}


def main(generation: str, count: int, folder: Path) -> None:
    lead = Lead(folder)
    assert lead.tmux("-V").startswith("tmux 3")
    probes = {
        "mouse": lead.tmux("show", "-Av", "mouse"),
        "focus": lead.tmux("show", "-gv", "focus-events"),
        "client": lead.tmux("display-message", "-p", "#{client_termtype}#{client_control_mode}"),
        "pane": lead.tmux("display-message", "-p", "#{pane_id}"),
        "place": lead.tmux("display-message", "-p", "#{session_name}:#{window_id}.#{pane_id}"),
        "session": lead.tmux("display", "-p", "-F", "#{session_id}", "-t", PANE),
        "short": lead.tmux("display-message", "-t", PANE, "-p", "#S:#I"),
    }
    leader = threading.Lock()
    names = [f"mate{index}" for index in range(count)]
    threads = [
        threading.Thread(target=SPAWN[generation], args=(lead, name, index, leader)) for index, name in enumerate(names)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    shape = lead.tmux("list-panes", "-F", "#{pane_id} #{pane_width} #{window_width} #{pane_active}")
    told = {"probes": probes, "panes": lead.panes, "calls": lead.calls, "shape": shape}
    (folder / "lead.tmp").write_text(json.dumps(told))
    (folder / "lead.tmp").rename(folder / "lead.json")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
