"""Variables that a pane is not given are named in the answer; those that there cannot be are refused."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.cli import Cli
from tests.support.host import HostProcess, RpcError, running_host


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host() as host:
        host.new(pane_name="first")
        yield host


def calls(host: HostProcess, env: dict[str, str]) -> dict[str, dict[str, Any]]:
    surface = host.call("surface.list")["surfaces"][0]["surface_id"]
    return {
        "workspace.create": {"env": env},
        "workspace.up": {"panes": [{}, {"env": env}]},
        "surface.split": {"surface_id": surface, "direction": "v", "env": env},
        "surface.new": {"surface_id": surface, "env": env},
        "agent.spawn": {
            "namespace": "n", "name": "a", "tool": "claude", "argv": ["sleep", "60"], "cwd": "/", "env": env,
        },
    }  # fmt: skip


METHODS = ["workspace.create", "workspace.up", "surface.split", "surface.new", "agent.spawn"]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("name", "value"), [("A=B", "x"), ("", "x"), ("A B", "x"), ("A\n", "x"), ("A", "x\0y")])
def test_a_variable_that_there_cannot_be_is_refused_and_nothing_is_made(
    host: HostProcess, method: str, name: str, value: str
) -> None:
    before = host.call("surface.list")["surfaces"]
    with pytest.raises(RpcError) as refused:
        host.call(method, **calls(host, {"GOOD": "1", name: value})[method])
    assert (refused.value.kind, refused.value.code, refused.value.data["names"]) == ("invalid_env", -32602, [name])
    assert len(host.call("surface.list")["surfaces"]) == len(before)


@pytest.mark.parametrize("method", METHODS)
def test_a_variable_that_is_not_given_to_panes_is_named(host: HostProcess, method: str) -> None:
    given = {"MINE": "1", "TERM": "dumb", "LD_PRELOAD": "/x.so", "PANEFLOW_SURFACE_ID": "1"}
    made = host.call(method, **calls(host, given)[method])
    assert made["env_left_out"] == ["LD_PRELOAD", "PANEFLOW_SURFACE_ID", "TERM"]


def test_nothing_is_said_where_all_are_given(host: HostProcess) -> None:
    assert "env_left_out" not in host.call("workspace.create", env={"MINE": "1"})


def test_the_verbs_say_it_on_stderr(host: HostProcess) -> None:
    cli = Cli(host.env)
    for words in (("new",), ("split", "v")):
        done = cli(*words, "--env", "LD_PRELOAD=/x.so", "--env", "A=1")
        assert (done.code, done.err) == (0, "paneflow: a pane is not given LD_PRELOAD\n")
    wrong = cli("new", "--env", "A B=1")
    assert (wrong.code, wrong.err) == (2, "paneflow: env: 'A B' cannot be set\n")
