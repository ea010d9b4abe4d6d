"""Every exit code, from real processes against a real host."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from paneflow.cli.command import INT, SECONDS, Arg, Flag
from paneflow.cli.grammar import Leaf, leaves
from tests.support.cli import Cli, lonely_env
from tests.support.host import HostProcess, host_folder, running_host


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host() as host:
        host.new(pane_name="api")
        host.call("surface.split", direction="h", name="api-logs")
        yield host


@pytest.fixture(scope="module")
def locked() -> Iterator[Cli]:
    with running_host({}) as host:
        host.new(pane_name="api")
        yield Cli(host.env)


@pytest.fixture
def alone() -> Iterator[Cli]:
    with host_folder() as folder:
        yield Cli(lonely_env(folder))


def shown(value: object) -> str:
    """A parameter's part in a test's name."""
    return " ".join(value) if isinstance(value, list) else str(value)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["ls"], 0),
        (["list_panes", "--human"], 0),
        (["read", "api"], 0),
        (["read_pane", "1", "--lines", "1"], 0),
        (["search_pane", "api", "nothing"], 0),
        (["ps"], 0),
        (["status", "api"], 0),
        (["focus", "api"], 0),
        (["select", "0"], 0),
        (["key", "api", "ctrl-l"], 0),
        (["rpc", "system.ping"], 0),
        (["schema"], 0),
        (["host", "status"], 0),
        (["host", "start"], 0),
        (["completion", "panes"], 0),
        (["wait", "--match", "api", "--idle", "--for", "50"], 0),
        (["help"], 0),
        (["help", "ls"], 0),
        (["send", "--help"], 0),
        (["host", "--help"], 0),
        (["-V"], 0),
        # the host says no
        (["new", "--cwd", "/no/such/folder"], 1),
        (["run", "api", ""], 2),
        # a value is out of range or unknown, whoever finds that
        (["read", "api", "--offset", "99999"], 2),
        (["key", "api", "enter"], 2),
        (["key", "api", "ctrl-l", "ctrl-m"], 2),
        (["key", "api", "nonsense"], 2),
        (["key", "api", "ctrl-l", "--repeat", "0"], 2),
        (["key", "api", "ctrl-l", "down", "--repeat", "200"], 2),
        (["search", "api", "x" * 600], 2),
        (["search", "api", ""], 2),
        (["split", "h", "--name", "x" * 300], 2),
        (["split", "h", "--command", ""], 2),
        (["send", "api", "x" * 70_000], 2),
        (["rpc", "no.method"], 2),
        (["rpc", "surface.read", '{"surface_id": true}'], 2),
        (["schema", "no.method"], 2),
        # the words are wrong
        (["lss"], 2),
        (["--nonsense"], 2),
        (["read"], 2),
        (["read", "api", "--lines", "many"], 2),
        (["read", "api", "--liens", "3"], 2),
        (["split", "x"], 2),
        (["split", "h", "--env", "novalue"], 2),
        (["select", "first"], 2),
        (["send", "api", ""], 2),
        (["send", "api", "x", "--broadcast", "--report-file", "a"], 2),
        (["send", "api", "x", "--report-file", ""], 2),
        (["wait", "--match", "api"], 2),
        (["wait", "--pattern", "x"], 2),
        (["wait", "--match", "api", "--pattern", "("], 2),
        (["wait", "--match", "api", "--pattern", ""], 2),
        (["wait", "--match", "api", "--pattern", "x", "--any", "--all"], 2),
        (["wait", "--match", "api", "--idle", "--any"], 2),
        (["watch", "--type", "nonsense"], 2),
        (["host"], 2),
        (["host", "explode"], 2),
        (["host", "run", "--fast"], 2),
        (["rpc", "system.ping", "[]"], 2),
        (["rpc", "system.ping", "{"], 2),
        (["completion", "tcsh"], 2),
        (["run", "api"], 2),
        # the target is not there, or several are
        (["read", "nobody"], 3),
        (["read", "99"], 3),
        (["read", "0"], 3),
        (["read", "99999999999999999"], 3),
        (["send", "%0", "x"], 3),
        (["wait", "--match", "0", "--exit"], 3),
        (["ls", "--workspace", "99999999"], 3),
        (["save", "--workspace", "99999999", "-"], 3),
        (["read", "api-l", "--json"], 0),
        (["read", "a"], 3),
        (["read", "cwd:/"], 3),
        (["read", "self"], 3),
        (["search", "nobody", "x"], 3),
        (["status", "nobody"], 3),
        (["focus", "99"], 3),
        (["select", "99"], 3),
        (["select", "99999999"], 3),
        (["split", "h", "--target", "nobody"], 3),
        (["send", "nobody", "x"], 3),
        (["send", "nobody", "x", "--broadcast"], 3),
        (["key", "nobody", "ctrl-l"], 3),
        (["run", "nobody", "true"], 3),
        (["wait", "--match", "nobody", "--idle"], 3),
        (["wait", "--match", "99", "--idle"], 3),
        (["wait", "--match", "api-", "--pattern", "x", "--timeout", "0.01"], 4),
        (["watch", "--surface", "nobody"], 3),
        (["rpc", "surface.read", '{"surface_id": 99}'], 3),
        # too late
        (["wait", "--match", "api", "--pattern", "never", "--timeout", "0.05"], 4),
        (["wait", "--match", "cwd:/", "--pattern", "never", "--timeout", "0.05", "--any"], 4),
        (["send", "api", "true", "--submit", "--wait", "never-[0-9]", "--timeout", "0.2"], 4),
    ],
    ids=shown,
)
def test_a_command_line_ends_with_its_code(host: HostProcess, words: list[str], code: int) -> None:
    done = Cli(host.env)(*words)

    assert done.code == code, done
    assert all(line.startswith("paneflow: ") for line in done.err.splitlines())
    assert bool(done.err) == (code != 0)


def words_of(leaf: Leaf) -> list[Arg | Flag]:
    return [*leaf.command.args, *leaf.command.flags]


NUMBERS = [(leaf, word) for leaf in leaves() for word in words_of(leaf) if word.kind in (INT, SECONDS)]


@pytest.mark.parametrize(("leaf", "word"), NUMBERS, ids=lambda each: each.name)
def test_a_number_that_is_out_of_range_is_told_as_it_was_written(alone: Cli, leaf: Leaf, word: Arg | Flag) -> None:
    """Before a host is asked, for each number that any verb takes."""
    for given in (str(word.low - 1), f"{word.high + 1}", "99999999999999999999999", "1e99", "x1", "", "nan"):
        done = alone(*leaf.path, *([word.name] if isinstance(word, Flag) else []), given)
        first = done.err.splitlines()[0]
        assert (done.code, done.out) == (2, ""), done
        assert first.startswith(f"paneflow: {word.name} is a "), first
        assert first.endswith(f" from {word.low} to {word.high}, not {given!r}"), first


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["read", "api", "--offset", "99999"], r"--offset must be at most \d+, .*, not 99999"),
        (["search", "api", "x" * 600], "pattern must have 1 to 512 characters, not 600"),
        (["send", "api", "x", "--wait", "x" * 5000], "--wait must have 1 to 4096 characters, not 5000"),
        (["wait", "--match", "api", "--pattern", "x" * 5000], "--pattern must have 1 to 4096 characters, not 5000"),
        (["new", "--pane-name", "x" * 300], "--pane-name must have 1 to 256 characters, not 300"),
        (["split", "h", "--command", ""], "--command must have 1 to 65536 characters, not 0"),
        (["key", "api", "x" * 70], "keystroke must have 1 to 64 characters, not 70"),
        (["key", "api", "a", "b", "--repeat", "200"], "400 keys in all are more than .* 256"),
        (["key", "api", "enter"], "enter would submit, .*paneflow send TARGET '' --submit does"),
        (["rpc", "surface.resize", '{"surface_id": 1, "cols": 1000000, "rows": 1}'],
         "surface.resize: params.cols must be 1 to 1000, not 1000000"),
    ],
    ids=shown,
)  # fmt: skip
def test_what_the_host_finds_wrong_is_told_in_the_words_of_the_command_line(
    host: HostProcess, words: list[str], message: str
) -> None:
    done = Cli(host.env)(*words)

    assert done.code == 2
    assert re.fullmatch(f"paneflow: {message}", done.err.splitlines()[0]), done.err


@pytest.mark.parametrize(
    "words", [["send", "api", "x"], ["send", "cwd:/", "x", "--broadcast"], ["key", "api", "ctrl-c"]], ids=" ".join
)
def test_a_closed_gate_is_a_failure_that_says_how_to_open_it(locked: Cli, words: list[str]) -> None:
    done = locked(*words)

    assert (done.code, done.out) == (1, "")
    assert "PANEFLOW_IPC_SCRIPTING=1" in done.err


@pytest.mark.parametrize(
    "words", [["ls"], ["read", "1"], ["watch"], ["rpc", "system.ping"], ["new"], ["host", "status"]], ids=" ".join
)
def test_without_a_host_every_verb_fails_and_starts_none(alone: Cli, words: list[str]) -> None:
    done = alone(*words)

    assert done.code == 1
    assert "no host" in done.err + done.out
    assert list(Path(alone.env["XDG_RUNTIME_DIR"]).iterdir()) == []


def test_an_unknown_verb_starts_nothing_and_suggests(alone: Cli) -> None:
    done = alone("serach", "api", "x")

    assert (done.code, done.out) == (2, "")
    assert done.err.splitlines()[0] == "paneflow: there is no verb 'serach'; did you mean search?"
    assert list(Path(alone.env["XDG_RUNTIME_DIR"]).iterdir()) == []
    assert not Path(alone.env["PANEFLOW_STATE"]).exists()


def test_a_pane_that_ends_during_a_wait_is_a_failure(host: HostProcess) -> None:
    host.new(pane_name="doomed")

    done = Cli(host.env)("send", "doomed", "exit", "--submit", "--wait", "never-[0-9]", "--timeout", "20")

    assert (done.code, done.out) == (1, ""), done
