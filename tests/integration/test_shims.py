"""The shims are invisible: the program gets its own words, input, process, and its end is its own."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from paneflow.agents import settings

ROOT = Path(__file__).parents[2]
SHIMS = ROOT / "resources/shims"
AGENTS = ("claude", "codex", "gemini", "opencode")

REAL = """\
import json, os, sys
given = sys.stdin.buffer.read()
facts = {"argv": sys.argv[1:], "stdin": given.hex(), "pid": os.getpid(), "env": dict(os.environ)}
with open(os.environ["FACTS"], "w") as file:
    json.dump(facts, file)
how = os.environ.get("HOW", "0")
if how.startswith("-"):
    os.kill(os.getpid(), -int(how))
sys.exit(int(how))
"""


class Shimmed:
    """A home with a real program of each agent's name behind the shims."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.facts = folder, folder / "facts"
        self.bin = folder / "real bin"
        self.bin.mkdir()
        for agent in AGENTS:
            program = self.bin / agent
            program.write_text(f"#!{sys.executable}\n{REAL}")
            program.chmod(0o755)
        self.env = {
            "PATH": f"{SHIMS}:{self.bin}:/usr/bin:/bin",
            "HOME": str(folder),
            "FACTS": str(self.facts),
            "PANEFLOW_SOCKET_PATH": "/nonexistent",
            "PANEFLOW_BIN_DIR": str(SHIMS),
        }

    def run(self, agent: str, *words: str, stdin: bytes = b"", **env: str) -> "subprocess.CompletedProcess[bytes]":
        return subprocess.run(
            [SHIMS / agent, *words], input=stdin, capture_output=True, env={**self.env, **env}, timeout=20
        )

    def told(self) -> dict[str, object]:
        found: dict[str, object] = json.loads(self.facts.read_text())
        return found


@pytest.fixture
def shimmed(tmp_path: Path) -> Shimmed:
    return Shimmed(tmp_path)


WORDS = ("-p", "a  b", "", "$HOME `x` 'q' \"d\"", "*", "ü\n", "--", "-c")


@pytest.mark.parametrize("agent", AGENTS)
def test_words_and_input_arrive_as_they_were_given(shimmed: Shimmed, agent: str) -> None:
    stdin = bytes(range(256)) * 64
    assert shimmed.run(agent, *WORDS, stdin=stdin).returncode == 0
    told = shimmed.told()
    argv = told["argv"]
    assert isinstance(argv, list)
    assert tuple(argv[-len(WORDS) :]) == WORDS
    assert told["stdin"] == stdin.hex()


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("how", ["0", "1", "42", "255", "-9", "-15", "-2"])
def test_the_end_is_the_programs_own(shimmed: Shimmed, agent: str, how: str) -> None:
    assert shimmed.run(agent, HOW=how).returncode == int(how)


@pytest.mark.parametrize("agent", AGENTS)
def test_the_program_takes_over_the_process(shimmed: Shimmed, agent: str) -> None:
    with subprocess.Popen([SHIMS / agent], stdin=subprocess.DEVNULL, env=shimmed.env) as process:
        process.wait(20)
    told = shimmed.told()
    env = told["env"]
    assert isinstance(env, dict)
    assert told["pid"] == process.pid
    assert (env["PANEFLOW_AI_PID"], env["PANEFLOW_AI_TOOL"]) == (str(process.pid), agent)


@pytest.mark.parametrize("agent", AGENTS)
def test_without_the_real_program_it_is_as_without_the_shim(shimmed: Shimmed, agent: str) -> None:
    done = shimmed.run(agent, PATH=f"{SHIMS}:{SHIMS}/:/usr/bin:/bin")
    assert done.returncode == 127
    assert done.stderr == f"{agent}: command not found\n".encode()
    assert done.stdout == b""


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("env", [{"PANEFLOW_SOCKET_PATH": ""}, {"PANEFLOW_AGENT_HOOKS": "off"}])
def test_outside_paneflow_or_switched_off_it_adds_nothing(shimmed: Shimmed, agent: str, env: dict[str, str]) -> None:
    shimmed.env.update(env)
    shimmed.run(agent, "hi")
    told = shimmed.told()
    assert told["argv"] == ["hi"]
    assert isinstance(told["env"], dict)
    assert not set(told["env"]) & {"GEMINI_CLI_SYSTEM_DEFAULTS_PATH", "OPENCODE_CONFIG_CONTENT", "PANEFLOW_AI_PID"}


def test_another_hosts_shims_are_passed_over(shimmed: Shimmed, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    for each in SHIMS.iterdir():
        (other / each.name).symlink_to(each)
    assert shimmed.run("claude", PATH=f"{SHIMS}:{other}:{shimmed.bin}:/usr/bin:/bin").returncode == 0
    assert shimmed.told()["argv"]


WRAPPER = """#!/bin/sh
IFS=:
for folder in $PATH; do
    [ "$folder/claude" = "$0" ] || [ ! -x "$folder/claude" ] || {{ {start} "$folder/claude" "$@"; exit; }}
done
"""


@pytest.mark.parametrize("wrappers", [1, 3])
@pytest.mark.parametrize("env", [{}, {"PANEFLOW_AGENT_HOOKS": "off"}, {"PANEFLOW_SHIM_DEPTH": "x 1"}])
def test_wrappers_that_look_for_the_next_program_themselves_find_it(
    shimmed: Shimmed, tmp_path: Path, wrappers: int, env: dict[str, str]
) -> None:
    """They find the shim first, which must not find them again and again."""
    folders = [tmp_path / f"wrapper {number}" for number in range(wrappers)]
    for folder in folders:
        folder.mkdir()
        (folder / "claude").write_text(WRAPPER.format(start="exec"))
        (folder / "claude").chmod(0o755)
    path = ":".join(map(str, [SHIMS, *folders, shimmed.bin, "/usr/bin", "/bin"]))
    shimmed.env.update(env)
    assert shimmed.run("claude", "a b", PATH=path).returncode == 0
    argv = shimmed.told()["argv"]
    assert isinstance(argv, list)
    assert argv[-1] == "a b"
    assert argv.count("--settings") <= 1


def test_a_wrapper_that_starts_itself_without_end_is_ended(shimmed: Shimmed, tmp_path: Path) -> None:
    folder = tmp_path / "wrapper"
    folder.mkdir()
    (folder / "claude").write_text(WRAPPER.format(start=""))
    (folder / "claude").chmod(0o755)
    done = shimmed.run("claude", PATH=f"{SHIMS}:{folder}:/usr/bin:/bin")
    assert done.returncode == 127


def test_a_folder_of_the_path_may_be_empty_missing_or_a_file(shimmed: Shimmed, tmp_path: Path) -> None:
    (tmp_path / "claude").mkdir()  # not a program
    path = f":{SHIMS}::{tmp_path}:/nonexistent:/etc/passwd:{shimmed.bin}:/usr/bin:/bin:"
    assert shimmed.run("claude", PATH=path).returncode == 0
    assert shimmed.told()["argv"]


# What each adds


def test_claude_gets_its_hooks_as_settings(shimmed: Shimmed) -> None:
    shimmed.run("claude", "hello")
    argv = shimmed.told()["argv"]
    assert isinstance(argv, list)
    assert argv[0] == "--settings"
    given = json.loads(Path(argv[1]).read_text())
    assert given == {"hooks": settings.hooks_of("claude", settings.CLAUDE_EVENTS)}


@pytest.mark.parametrize(
    "words",
    [
        ("--settings", "{}"),
        ("--settings={}", "x"),
        ("mcp", "list"),
        ("--version",),
        ("-p", "x", "--settings", "f"),
        ("update",),
    ],
)
def test_claude_is_left_alone_where_hooks_have_no_place(shimmed: Shimmed, words: tuple[str, ...]) -> None:
    shimmed.run("claude", *words)
    assert shimmed.told()["argv"] == list(words)


def codex_overrides(shimmed: Shimmed) -> dict[str, object]:
    argv = shimmed.told()["argv"]
    assert isinstance(argv, list)
    words = [argv[at + 1] for at, word in enumerate(argv) if word == "-c"]
    found: dict[str, object] = {}
    for word in words:
        key, _, value = str(word).partition("=")
        try:
            found[key] = tomllib.loads(f"x = {value}")["x"]
        except tomllib.TOMLDecodeError:
            found[key] = value
    return found


def test_codex_is_asked_to_notify(shimmed: Shimmed) -> None:
    shimmed.run("codex", "fix it")
    assert codex_overrides(shimmed) == {
        "notify": [f"{SHIMS}/paneflow-ai-hook", "agent-turn-complete", "codex"],
        "tui.notification_method": "osc9",
        "tui.notification_condition": "always",
    }


@pytest.mark.parametrize(
    ("config", "left"),
    [
        ('notify = ["mine"]\n', {"tui.notification_method", "tui.notification_condition"}),
        ('[tui]\nnotification_method = "bel"\n', {"notify"}),
        ('# notify = ["mine"]\n', {"notify", "tui.notification_method", "tui.notification_condition"}),
    ],
)
def test_what_a_person_has_set_in_codex_stays(shimmed: Shimmed, tmp_path: Path, config: str, left: set[str]) -> None:
    (tmp_path / "config.toml").write_text(config)
    shimmed.run("codex", CODEX_HOME=str(tmp_path))
    assert set(codex_overrides(shimmed)) == left


@pytest.mark.parametrize("words", [("login",), ("--version",), ("mcp", "list")])
def test_codex_is_left_alone_where_nothing_is_to_notify(shimmed: Shimmed, words: tuple[str, ...]) -> None:
    shimmed.run("codex", *words)
    assert shimmed.told()["argv"] == list(words)


def test_gemini_gets_its_hooks_as_defaults(shimmed: Shimmed) -> None:
    shimmed.run("gemini")
    env = shimmed.told()["env"]
    assert isinstance(env, dict)
    hooks = json.loads(Path(env["GEMINI_CLI_SYSTEM_DEFAULTS_PATH"]).read_text())["hooks"]
    assert set(hooks) == set(settings.GEMINI_EVENTS)
    shimmed.run("gemini", GEMINI_CLI_SYSTEM_DEFAULTS_PATH="/mine")
    told = shimmed.told()["env"]
    assert isinstance(told, dict)
    assert told["GEMINI_CLI_SYSTEM_DEFAULTS_PATH"] == "/mine"


def test_opencode_gets_its_plugin(shimmed: Shimmed) -> None:
    shimmed.run("opencode")
    env = shimmed.told()["env"]
    assert isinstance(env, dict)
    (plugin,) = json.loads(env["OPENCODE_CONFIG_CONTENT"])["plugin"]
    assert Path(plugin.removeprefix("file://")).is_file()
    shimmed.run("opencode", OPENCODE_CONFIG_CONTENT="{}")
    told = shimmed.told()["env"]
    assert isinstance(told, dict)
    assert told["OPENCODE_CONFIG_CONTENT"] == "{}"


def test_the_generated_hooks_are_current() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "packaging/generate_hooks.py", "--check"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("shell", ["sh", "bash", "dash"])
@pytest.mark.parametrize("folder", [None, "plain", "with space", "q'u\"o$te"])
def test_a_hook_command_works_in_any_shell_and_from_any_folder(tmp_path: Path, shell: str, folder: str | None) -> None:
    env = {"PATH": os.environ["PATH"], "OUT": str(tmp_path / "out")}
    if folder:
        place = tmp_path / folder
        place.mkdir()
        (place / "paneflow-ai-hook").write_text('#!/bin/sh\necho "$@" > "$OUT"\n')
        (place / "paneflow-ai-hook").chmod(0o755)
        env["PANEFLOW_BIN_DIR"] = str(place)
    done = subprocess.run([shell, "-c", settings.hook_command("Stop", "claude")], env=env, capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert not folder or (tmp_path / "out").read_text() == "Stop claude\n"


def test_a_tmux_that_is_switched_off_is_the_real_one(shimmed: Shimmed) -> None:
    real = shimmed.bin / "tmux"
    real.write_text(f"#!{sys.executable}\n{REAL}")
    real.chmod(0o755)
    shimmed.run("tmux", "new", "-s", "a b", PANEFLOW_TMUX_SHIM="off")
    assert shimmed.told()["argv"] == ["new", "-s", "a b"]
