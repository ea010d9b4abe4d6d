"""`paneflow up` and `paneflow save` against a real host, real shells and real repositories."""

import json
import os
import socket
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli import Cli
from tests.support.host import HostProcess, running_host
from tests.support.repositories import ENVIRONMENT, make_repository, own_settings, run_git
from tests.unit.spec.test_flow import BAD as BAD_FLOWS
from tests.unit.spec.test_workspace import BAD as BAD_WORKSPACES


@pytest.fixture(autouse=True)
def _own_git_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    own_settings(monkeypatch)


@pytest.fixture
def host() -> Iterator[HostProcess]:
    with running_host({"PANEFLOW_IPC_SCRIPTING": "1", **ENVIRONMENT}) as host:
        yield host


@pytest.fixture(scope="module")
def lasting() -> Iterator[HostProcess]:
    """A host for tests that make nothing."""
    with running_host({}) as host:
        yield host


@pytest.fixture
def cli(host: HostProcess) -> Cli:
    return Cli(host.env)


def document(host: HostProcess, text: str, name: str = "w.toml") -> str:
    (host.folder / name).write_text(text)
    return str(host.folder / name)


def up(cli: Cli, file: str) -> Any:
    done = cli("up", file)
    assert done.code == 0, done.err
    return json.loads(done.out)


def test_up_makes_a_workspace_with_names_folders_variables_and_focus(host: HostProcess, cli: Cli) -> None:
    (host.folder / "My Ünï").mkdir()
    file = document(
        host,
        'name = "Project"\nlayout = "main_vertical"\n'
        '[[panes]]\nname = "api"\ncwd = "My Ünï"\ncommand = "echo port=$PORT in=$(pwd)"\nenv = { PORT = "${port_offset}" }\n'
        '[[panes]]\nname = "notes"\nprompt = "not submitted"\nfocus = true\n',
    )
    made = up(cli, file)
    assert (made["title"], made["panes"], made["labels"]) == ("Project", 2, ["api", "notes"])
    api, notes = made["surface_ids"]
    shown = host.wait_for_text(api, "port=30")
    assert f"in={host.folder}/My Ünï" in shown
    host.wait_for_text(notes, "not submitted")
    rows = {row["name"]: row for row in host.call("surface.list")["surfaces"]}
    assert rows["notes"]["focused"]
    assert rows["api"]["cwd"] == str(host.folder / "My Ünï")


def test_a_pane_without_cwd_starts_where_the_document_is(lasting: HostProcess) -> None:
    (lasting.folder / "proj").mkdir(exist_ok=True)
    file = document(lasting, "[[panes]]\n", "proj/w.toml")
    cli = Cli(lasting.env)
    assert json.loads(cli("up", file, "--dry-run").out)["panes"] == [{"cwd": str(lasting.folder / "proj")}]
    piped = cli("up", "/dev/stdin", "--dry-run", stdin="[[panes]]\n")
    assert json.loads(piped.out)["panes"] == [{"cwd": str(cli.cwd)}]


def test_panes_get_ports_ten_apart_and_none_that_is_taken(lasting: HostProcess) -> None:
    pane = '[[panes]]\nenv = { P = "${port_offset}" }\n'
    file = document(lasting, f"port_base = 41230\n{pane}{pane}[[panes]]\n")
    with socket.create_server(("127.0.0.1", 41233)):
        panes = json.loads(Cli(lasting.env)("up", file, "--dry-run").out)["panes"]
    assert [each.get("env", {}).get("P") for each in panes] == ["41240", "41250", None]


def test_a_dry_run_needs_no_host_and_makes_nothing(host: HostProcess, cli: Cli) -> None:
    repo = make_repository(host.folder / "app")
    file = document(host, f'[[panes]]\ncwd = "{repo}/web"\nworktree = "x"\nsetup = "touch made"\n')
    host.kill()
    done = cli("up", file, "--dry-run")
    assert done.code == 0, done.err
    told = json.loads(done.out)["panes"][0]["managed_worktree"]
    assert (told["action"], told["path"]) == ("create", str(repo.parent / "app.worktrees" / "x"))
    assert not (repo.parent / "app.worktrees").exists()


WRONG = [
    ('[[panes]]\ncwd = "/no/such"\n', '2:1: pane 1: cwd: there is no folder "/no/such"'),
    ('[[panes]]\nagent = "codex"\n', '2:1: pane 1: agent: the program "codex" is not on the PATH'),
    (
        '[[panes]]\ncwd = "/"\nworktree = "x"\n',
        "3:1: pane 1: worktree: the folder given as cwd is in no git repository",
    ),
    ("[[panes]]\ncolour = 1\n", "2:1: pane 1: colour: unknown key"),
    ("[[panes]\n", "not TOML"),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_a_wrong_document_is_usage_and_makes_nothing(lasting: HostProcess, text: str, message: str) -> None:
    file = document(lasting, f'{text}[[panes]]\nname = "good"\n')
    done = Cli(lasting.env)("up", file)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert all(line.startswith("paneflow: ") for line in done.err.splitlines())
    assert lasting.call("workspace.list")["workspaces"] == []


def test_a_file_that_is_not_there_or_no_text_is_usage(lasting: HostProcess) -> None:
    cli = Cli(lasting.env)
    assert cli("up", "/no/such.toml").err == "paneflow: /no/such.toml: No such file or directory\n"
    assert cli("up", "/no/such.toml").code == 2
    (lasting.folder / "x").write_bytes(b"\xff\xfe")
    assert cli("up", str(lasting.folder / "x")).code == 2


def test_more_than_a_host_takes_at_once_is_usage(lasting: HostProcess) -> None:
    pane = f'[[panes]]\ncommand = "cat"\nprompt = "{"x" * 65_000}"\n'
    done = Cli(lasting.env)("up", document(lasting, pane * 5), "--dry-run")
    assert (done.code, done.out) == (2, "")
    assert "all panes together are too long: the request has 325," in done.err


def test_a_worktree_is_made_with_env_files_and_setup_before_the_pane_starts(host: HostProcess, cli: Cli) -> None:
    repo = make_repository(host.folder / "app")
    (repo / ".env").write_text("SECRET=1")
    file = document(
        host,
        f'[[panes]]\ncwd = "{repo}/web"\nworktree = "feat/x"\nsetup = "echo setting up; cat ../.env > from-setup"\n'
        'command = "echo here=$(pwd)"\n',
    )
    done = cli("up", file)
    assert done.code == 0, done.err
    folder = repo.parent / "app.worktrees" / "feat-x"
    assert "setting up" in done.err
    assert "copied .env" in done.err
    assert (folder / "web" / "from-setup").read_text() == "SECRET=1"
    host.wait_for_text(json.loads(done.out)["surface_ids"][0], f"here={folder}/web")
    assert run_git(folder, "branch", "--show-current") == "feat/x"
    again = cli("up", file)
    assert again.code == 0
    assert "reused" in again.err
    assert "setting up" not in again.err


def test_a_setup_that_fails_warns_and_the_pane_starts(host: HostProcess, cli: Cli) -> None:
    repo = make_repository(host.folder / "app")
    done = cli("up", document(host, f'[[panes]]\ncwd = "{repo}"\nworktree = "x"\nsetup = "exit 7"\n'))
    assert done.code == 0
    assert "setup ended with code 7; the pane starts all the same" in done.err


def test_when_a_later_worktree_fails_nothing_is_left(host: HostProcess, cli: Cli) -> None:
    repo, other = make_repository(host.folder / "app"), make_repository(host.folder / "other")
    hook = other / ".git/hooks/post-checkout"
    hook.write_text("#!/bin/sh\necho no such luck >&2\nexit 1\n")
    hook.chmod(0o755)
    file = document(host, f'[[panes]]\ncwd = "{repo}"\nworktree = "x"\n[[panes]]\ncwd = "{other}"\nworktree = "y"\n')
    done = cli("up", file)
    assert done.code == 1
    assert "no such luck" in done.err
    nothing_is_left(host, repo, other)


def test_when_the_host_is_gone_before_the_end_nothing_is_left(host: HostProcess, cli: Cli) -> None:
    repo = make_repository(host.folder / "app")
    file = document(host, f'[[panes]]\ncwd = "{repo}"\nworktree = "x"\nsetup = "kill -9 {host.pid}; sleep 0.2"\n')
    done = cli("up", file)
    assert done.code == 1
    assert "no host answers" in done.err
    assert run_git(repo, "branch", "--list", "x") == ""
    assert not (repo.parent / "app.worktrees").exists()


def test_when_the_folder_vanishes_before_the_end_nothing_is_left(host: HostProcess, cli: Cli) -> None:
    repo = make_repository(host.folder / "app")
    gone = host.folder / "gone"
    gone.mkdir()
    file = document(
        host, f'[[panes]]\ncwd = "{repo}"\nworktree = "x"\nsetup = "rmdir {gone}"\n[[panes]]\ncwd = "{gone}"\n'
    )
    done = cli("up", file)
    assert done.code == 1
    assert "is not a folder that can be used" in done.err
    nothing_is_left(host, repo)


def nothing_is_left(host: HostProcess, *repositories: Path) -> None:
    for repo in repositories:
        assert run_git(repo, "for-each-ref", "--format=%(refname:short)", "refs/heads") == "main"
        assert not repo.with_name(f"{repo.name}.worktrees").exists()
    assert host.call("workspace.list")["workspaces"] == []
    records = host.state / "worktrees"
    assert not records.exists() or os.listdir(records) == []


def with_worktree(host: HostProcess, cli: Cli, more: str = "") -> Path:
    repo = make_repository(host.folder / "app")
    up(cli, document(host, f'[[panes]]\ncwd = "{repo}"\nworktree = "x"\n{more}'))
    return repo.parent / "app.worktrees" / "x"


def test_a_clean_worktree_goes_when_its_workspace_closes_and_its_branch_stays(host: HostProcess, cli: Cli) -> None:
    folder = with_worktree(host, cli)
    host.call("workspace.close")
    host.wait_for(lambda: not folder.parent.exists())
    assert run_git(host.folder / "app", "branch", "--list", "x").strip() == "x"


def test_a_worktree_with_work_in_it_stays_and_is_named(host: HostProcess, cli: Cli) -> None:
    folder = with_worktree(host, cli)
    (folder / "work.txt").write_text("mine")
    host.call("workspace.close")
    host.wait_for(lambda: f"kept the worktree {folder}: 1 file with changes" in host.output())
    assert (folder / "work.txt").read_text() == "mine"


def test_a_worktree_that_another_workspace_uses_stays(host: HostProcess, cli: Cli) -> None:
    folder = with_worktree(host, cli)
    up(cli, str(host.folder / "w.toml"))
    other = make_repository(host.folder / "other")
    up(cli, document(host, f'[[panes]]\ncwd = "{other}"\nworktree = "y"\n', "other.toml"))
    for index in (2, 0):
        host.call("workspace.close", index=index)
    host.wait_for(lambda: not (other.parent / "other.worktrees").exists())
    assert folder.is_dir()


def test_what_a_crash_left_is_removed_when_a_host_starts(host: HostProcess, cli: Cli) -> None:
    folder = with_worktree(host, cli)
    host.call("workspace.close")
    host.kill()  # before the worktree is looked after
    assert folder.is_dir()
    host.start()
    host.wait_for(lambda: not folder.parent.exists())


def test_save_writes_what_up_reproduces(host: HostProcess, cli: Cli) -> None:
    tree = (
        'name = "Mixed"\n[tree]\nsplit = "vertical"\nratios = [0.3, 0.7]\n'
        'children = ["pane", { split = "horizontal", ratios = [0.25, 0.75], children = ["pane", "pane"] }]\n'
    )
    panes = "".join(f'[[panes]]\nname = "p{n}"\ncwd = "/tmp"\n' for n in range(3))
    up(cli, document(host, tree + panes))
    saved = str(host.folder / "saved.toml")
    assert cli("save", saved).code == 0
    layout = host.call("workspace.current")["layout"]
    text = Path(saved).read_text()
    assert tomllib.loads(text)["tree"]["ratios"] == [0.3, 0.7]
    host.call("workspace.close")
    assert up(cli, saved)["labels"] == ["p0", "p1", "p2"]
    again = host.call("workspace.current")["layout"]
    assert shape(again) == shape(layout)


def test_save_names_a_layout_that_fits_and_writes_to_stdout(host: HostProcess, cli: Cli) -> None:
    up(cli, document(host, 'layout = "tiled"\n' + "[[panes]]\n" * 4))
    host.new(name="second")
    data = tomllib.loads(cli("save", "--workspace", "0", "-").out)
    assert (data["layout"], len(data["panes"])) == ("tiled", 4)
    assert tomllib.loads(cli("save", "--workspace", "1", "-").out)["name"] == "second"
    assert cli("save", "--workspace", "9", "-").code == 3


def shape(layout: dict[str, Any]) -> object:
    if layout["type"] == "pane":
        return [(each["name"], each["cwd"]) for each in layout["surfaces"]]
    return layout["direction"], [round(ratio, 3) for ratio in layout["ratios"]], [shape(c) for c in layout["children"]]


def may_not_be_read(link: str) -> bool:
    try:
        os.readlink(link)
    except PermissionError:
        return True
    return False


@pytest.mark.skipif(not may_not_be_read("/proc/1/root"), reason="a process that may look into the first one")
def test_a_folder_behind_a_link_that_may_not_be_read_is_usage(lasting: HostProcess) -> None:
    done = Cli(lasting.env)("up", document(lasting, '[[panes]]\ncwd = "/proc/1/root/x"\n'))
    assert done.code == 2
    assert 'pane 1: cwd: there is no folder "/proc/1/root/x"' in done.err


def test_save_keeps_the_worktrees_of_panes(host: HostProcess, cli: Cli) -> None:
    repo = make_repository(host.folder / "app")
    up(
        cli,
        document(
            host,
            f'[[panes]]\ncwd = "{repo}"\n[[panes]]\ncwd = "{repo}/web"\nworktree = "x"\nworktree_teardown = "auto"\n',
        ),
    )
    saved = str(host.folder / "saved.toml")
    assert cli("save", saved).code == 0
    panes = tomllib.loads(Path(saved).read_text())["panes"]
    assert [(each["cwd"], each.get("worktree")) for each in panes] == [(str(repo), None), (str(repo / "web"), "x")]
    host.call("workspace.close")
    host.wait_for(lambda: not (repo.parent / "app.worktrees").exists())
    made = up(cli, saved)
    host.wait_for_text(made["surface_ids"][1], "$")
    assert host.call("surface.list")["surfaces"][1]["cwd"] == f"{repo}.worktrees/x/web"


def test_save_tells_of_folders_that_are_gone(host: HostProcess, cli: Cli) -> None:
    gone = host.folder / "gone"
    gone.mkdir()
    host.call("workspace.create", cwd=str(gone), pane_name="lost")
    gone.rmdir()
    done = cli("save", "-")
    assert (done.code, done.err) == (0, f"paneflow: lost: {gone} is not there; up refuses the file until it is\n")


BAD_ONES = """
import os, sys
from paneflow.cli.main import run
codes = [run([*sys.argv[1].split(), os.path.join(sys.argv[2], name)]) for name in sorted(os.listdir(sys.argv[2]))]
print(codes)
"""


@pytest.mark.parametrize(("verb", "bad"), [("up", BAD_WORKSPACES), ("flow run", BAD_FLOWS)])
def test_no_wrong_document_makes_anything(lasting: HostProcess, verb: str, bad: list[tuple[str, str]]) -> None:
    folder = lasting.folder / f"bad {verb}"
    folder.mkdir()
    for number, (text, _) in enumerate(bad):
        (folder / f"{number:03}.toml").write_text(text)
    before = sorted(lasting.folder.rglob("*.worktrees"))
    argv = [sys.executable, "-c", BAD_ONES, verb, str(folder)]
    done = subprocess.run(argv, env=Cli(lasting.env).env, capture_output=True, text=True, timeout=60)
    assert done.stdout == f"{[2] * len(bad)}\n", done.stderr
    assert len(bad) >= 60
    assert lasting.call("workspace.list")["workspaces"] == []
    assert sorted(lasting.folder.rglob("*.worktrees")) == before
