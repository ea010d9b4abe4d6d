"""`paneflow flow run` against a real host and real shells."""

import json
import os
import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.agents import install_fakes
from tests.support.cli import Cli, Done
from tests.support.host import SCRIPTING, HostProcess, host_folder, running_host


@pytest.fixture(scope="module")
def shared() -> Iterator[HostProcess]:
    with running_host() as host:
        yield host


@pytest.fixture
def host(shared: HostProcess) -> Iterator[HostProcess]:
    """The module's host, without workspaces."""
    yield shared
    while shared.call("workspace.list")["workspaces"]:
        shared.call("workspace.close", index=0)


@pytest.fixture
def cli(host: HostProcess) -> Cli:
    return Cli(host.env)


def flow_file(host: HostProcess, text: str) -> str:
    (host.folder / "f.toml").write_text(text)
    return str(host.folder / "f.toml")


def flow(host: HostProcess, cli: Cli, text: str, *words: str) -> Done:
    return cli("flow", "run", flow_file(host, text), *words, timeout=90)


def report(done: Done) -> Any:
    return json.loads(done.out)


def states(done: Done) -> dict[str, str]:
    return {step["id"]: step["status"] for step in report(done)["steps"]}


def shell(name: str, command: str, *, needs: str = "", ready: str = "", more: str = "") -> str:
    """A step that runs a command in a pane. What it waits for is never in the command as it is typed."""
    lines = [f'[[step]]\nid = "{name}"', f"pane = {{ command = '''{command}''' }}"]
    lines += [f"needs = {json.dumps(needs.split())}"] if needs else []
    lines += [f"ready = {{ pattern = '{ready}', timeout_secs = 20 }}"] if ready else []
    return "\n".join([*lines, more, ""])


def test_a_diamond_runs_in_order_and_all_is_ready(host: HostProcess, cli: Cli) -> None:
    stamp = f"{host.folder}/order"
    text = "".join(
        shell(name, f"echo {name} >> {stamp}; echo {name}-$((40+2))", needs=needs, ready=f"^{name}-42")
        for name, needs in (("a", ""), ("b", "a"), ("c", "a"), ("d", "b c"))
    )
    done = flow(host, cli, text, "--json")
    assert (done.code, report(done)["status"]) == (0, "ready"), done.err
    assert set(states(done).values()) == {"ready"}
    order = (host.folder / "order").read_text().split()
    assert (order[0], sorted(order[1:3]), order[3]) == ("a", ["b", "c"], "d")
    assert "a → RUNNING" in done.err
    assert "d → READY" in done.err
    assert all(step["surface_id"] and step["duration_ms"] > 0 for step in report(done)["steps"])


def test_a_fan_out_over_eight_starts_all_at_once(host: HostProcess, cli: Cli) -> None:
    items = [f"i{n}" for n in range(8)]
    text = (
        f'[[step]]\nid = "w"\nforeach = {json.dumps(items)}\n'
        "pane = { command = '''echo $X-$((40+2))''', env = { X = '${item}' } }\n"
        "ready = { pattern = '^${item}-42', timeout_secs = 30 }\n"
    )
    done = flow(host, cli, text, "--json")
    assert done.code == 0, done.err
    assert list(states(done)) == [f"w[{item}]" for item in items]
    assert {row["name"] for row in host.call("surface.list")["surfaces"]} == {f"w-{item}" for item in items}
    running = [line for line in done.err.splitlines() if "RUNNING" in line]
    ready = [line for line in done.err.splitlines() if "READY" in line]
    assert done.err.index(running[-1]) < done.err.index(ready[0])


CAPTURE = (
    shell(
        "ask",
        "printf 'answer %d\\n' $((20+22)); sleep 3",
        ready="^answer [0-9]+$",
        more='capture = { var = "said", lines = 1 }',
    )
    + '[[step]]\nid = "tell"\nneeds = ["ask"]\nsubmit = true\npane = { prompt = "echo got: ${said}" }\n'
    + "ready = { pattern = '^got: answer 42', timeout_secs = 20 }\n"
)


def test_what_one_step_captured_is_typed_by_a_later_one(host: HostProcess, cli: Cli) -> None:
    done = flow(host, cli, CAPTURE, "--json")
    assert done.code == 0, done.err


def test_a_barrier_is_not_met_by_its_own_prompt(host: HostProcess, cli: Cli) -> None:
    text = (
        shell("pane", "stty -echo 2>/dev/null; stty echo; echo up-$((1+1))", ready="^up-2")
        + '[[step]]\nid = "echo"\nneeds = ["pane"]\nsend = { target = "pane", text = "sleep 0.5 # say DONE", submit = true }\n'
        + "ready = { pattern = 'DONE', timeout_secs = 2 }\n"
    )
    done = flow(host, cli, text, "--json")
    assert (done.code, states(done)["echo"]) == (4, "failed"), done.err
    assert report(done)["steps"][1]["error"] == "not ready within 2 s"


def test_output_from_before_does_not_meet_a_barrier(host: HostProcess, cli: Cli) -> None:
    text = (
        shell("pane", "echo DO''NE", ready="^DONE")
        + '[[step]]\nid = "again"\nneeds = ["pane"]\nsend = { target = "pane", text = "sleep 0.1", submit = true }\n'
        + "ready = { pattern = '^DONE', timeout_secs = 1.5 }\n"
    )
    assert flow(host, cli, text).code == 4


def test_fail_fast_leaves_the_rest_and_continue_runs_what_it_can(host: HostProcess, cli: Cli) -> None:
    text = (
        shell("bad", "echo never", ready="^no such line$").replace("timeout_secs = 20", "timeout_secs = 1")
        + shell("after", "true", needs="bad")
        + shell("good", "sleep 2; echo ok-$((1+1))", ready="^ok-2")
        + shell("last", "true", needs="good")
    )
    fast = flow(host, cli, text, "--json")
    assert fast.code == 4
    assert states(fast) == {"bad": "failed", "after": "skipped", "good": "running", "last": "skipped"}
    on = flow(host, cli, '[defaults]\non_failure = "continue"\n' + text, "--json")
    assert on.code == 4
    assert states(on) == {"bad": "failed", "after": "skipped", "good": "ready", "last": "ready"}
    assert report(on)["steps"][1]["error"] == "needs bad, which failed"


def test_plain_output_has_a_line_a_change_and_a_table(host: HostProcess, cli: Cli) -> None:
    done = flow(host, cli, shell("only", "true"))
    lines = done.out.splitlines()
    assert done.code == 0
    assert [line[11:] for line in lines[:2]] == ["only → RUNNING", "only → READY"]
    assert lines[2:] == ["---", "only                     READY"]


def test_a_pane_that_is_closed_fails_its_step(host: HostProcess, cli: Cli) -> None:
    with cli.running("flow", "run", flow_file(host, shell("one", "true", ready="^never$")), "--json") as process:
        surface = host.wait_for(lambda: host.call("surface.list")["surfaces"])[0]["surface_id"]
        time.sleep(0.5)  # the barrier is up, or comes up: both must end the step
        host.call("surface.close", surface_id=surface)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 1, err
    step = json.loads(out)["steps"][0]
    assert step["status"] == "failed"
    assert "the pane was closed" in step["error"]


def test_ctrl_c_ends_the_run_with_a_report_and_leaves_the_panes(host: HostProcess, cli: Cli) -> None:
    text = shell("one", "true", ready="^never$") + shell("two", "true", needs="one")
    with cli.running("flow", "run", flow_file(host, text), "--json") as process:
        host.wait_for(lambda: host.call("surface.list")["surfaces"])
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=30)
    data = json.loads(out)
    assert (process.returncode, data["status"], data["aborted"]) == (130, "aborted", True)
    assert [step["status"] for step in data["steps"]] == ["running", "skipped"]
    assert len(host.call("surface.list")["surfaces"]) == 1


def test_a_dry_run_lists_the_units_and_makes_nothing(host: HostProcess, cli: Cli) -> None:
    done = flow(host, cli, CAPTURE, "--dry-run", "--json")
    assert done.code == 0
    assert [unit["id"] for unit in report(done)["units"]] == ["ask", "tell"]
    assert report(done)["units"][1]["detail"]["prompt"] == "echo got: ${said}"
    assert host.call("workspace.list")["workspaces"] == []


def test_a_wrong_document_is_usage_and_makes_nothing(host: HostProcess, cli: Cli) -> None:
    done = flow(host, cli, shell("a", "true", needs="b") + shell("b", "true", needs="a"))
    assert (done.code, done.out) == (2, "")
    assert "a -> b -> a is a cycle" in done.err
    assert host.call("workspace.list")["workspaces"] == []


def test_a_closed_gate_refuses_a_flow_that_submits_before_anything_is_made() -> None:
    with running_host({}) as host:
        cli = Cli(host.env)
        for words in ((), ("--dry-run",)):
            done = flow(host, cli, CAPTURE, *words)
            assert done.code == 1
            assert "the gate for that is closed" in done.err
        assert host.call("workspace.list")["workspaces"] == []
        assert flow(host, cli, shell("a", "true")).code == 0  # nothing is submitted here
        host.kill()
        assert "whether the gate is open is not known" in flow(host, cli, CAPTURE, "--dry-run").err


def test_a_gate_that_closes_on_the_way_aborts_with_a_report() -> None:
    text = (
        shell("one", "sleep 2; echo up-$((1+1))", ready="^up-2")
        + '[[step]]\nid = "two"\nneeds = ["one"]\nsend = { target = "one", text = "x", submit = true }\n'
    )
    with (
        running_host({}, config="ai_unrestricted = true\n") as host,
        Cli(host.env).running("flow", "run", flow_file(host, text), "--json") as process,
    ):
        host.wait_for(lambda: host.call("surface.list")["surfaces"])
        (host.folder / "config" / "config.toml").write_text("ai_unrestricted = false\n")
        host.call("config.reload")
        out, err = process.communicate(timeout=60)
        data = json.loads(out)
        assert (process.returncode, data["status"]) == (1, "aborted"), err
        assert data["steps"][0]["status"] == "ready"


def test_a_host_that_goes_away_on_the_way_aborts_with_a_report() -> None:
    with (
        running_host() as host,
        Cli(host.env).running(
            "flow", "run", flow_file(host, shell("one", "true", ready="^never$")), "--json"
        ) as process,
    ):
        host.wait_for(lambda: host.call("surface.list")["surfaces"])
        time.sleep(0.5)  # the barrier is up, or comes up: both must end the run
        host.kill()
        out, err = process.communicate(timeout=60)
        data = json.loads(out)
        assert (process.returncode, data["status"], data["aborted"]) == (1, "aborted", True), err
        assert data["error"]


def test_an_agent_is_given_what_another_step_found_and_answers() -> None:
    with host_folder() as folder:
        programs = install_fakes(folder / "programs", "claude")
        with running_host({**SCRIPTING, "PATH": f"{programs}:{os.environ['PATH']}"}) as host:
            text = (
                shell(
                    "find",
                    "echo found-$((40+2)); sleep 3",
                    ready="^found-42$",
                    more='capture = { var = "it", lines = 1 }',
                )
                + '[[step]]\nid = "agent"\nneeds = ["find"]\nsubmit = true\n'
                + 'pane = { agent = "claude", prompt = "look at ${it}" }\n'
                + "ready = { pattern = \"got 'look at found-42'\", timeout_secs = 20 }\n"
                + 'capture = { var = "reply", lines = 2 }\n'
                + '[[step]]\nid = "again"\nneeds = ["agent"]\nsend = { target = "agent", text = "more", submit = true }\n'
                + "ready = { pattern = \"got 'more'\", timeout_secs = 20 }\n"
            )
            done = flow(host, Cli(host.env), text, "--json")
            assert done.code == 0, done.err
            assert states(done) == {"find": "ready", "agent": "ready", "again": "ready"}


def test_captures_that_are_too_long_are_told_of_and_the_writers_words_arrive(host: HostProcess, cli: Cli) -> None:
    out = host.folder / "out"
    text = (
        shell(
            "long",
            "seq -f %0190.0f 500; sleep 1; printf 'done-%d\\n' $((40+2))",
            ready="^done-42$",
            more='capture = { var = "log", lines = 400 }',
        )
        + shell("cat", f"echo up-$((1+1)); cat > {out}", ready="^up-2")
        + '[[step]]\nid = "tell"\nneeds = ["long", "cat"]\n'
        + 'send = { target = "cat", text = "${log}\\nTHE QUESTION", submit = true }\n'
    )
    done = flow(host, cli, text, "--json")
    assert done.code == 0, done.err
    assert "tell: the captures are too long for one text; their beginnings are left out" in done.err
    written = host.wait_for(lambda: found if "THE QUESTION\n" in (found := out.read_text()) else "")
    assert written.startswith("[cut…] ")
    assert "done-42" in written.splitlines()[-3:]
    assert 65_000 < len(written.encode()) <= 65_537


@pytest.mark.parametrize(
    ("target", "error"),
    [
        ("nope", "no pane matches 'nope'; there are"),
        ("self", "self is the pane that the command runs in, but it runs in none"),
    ],
)
def test_a_target_that_is_not_there_is_not_called_a_closed_pane(
    host: HostProcess, cli: Cli, target: str, error: str
) -> None:
    send = f'send = {{ target = "{target}", text = "x", submit = true }}'
    done = flow(host, cli, shell("a", "true") + f'[[step]]\nid = "s"\nneeds = ["a"]\n{send}\n', "--json")
    assert done.code == 1
    assert report(done)["steps"][1]["error"].startswith(error)
