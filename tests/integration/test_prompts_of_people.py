"""Commands run in shells as people set them up: prompts made anew, hooks that print, slow prompts, traces, vi's keys."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.support.host import HostProcess, Rpc, running_host
from tests.support.pane import Pane, kind_of

FILES = {"bash": ".bashrc", "zsh": ".zshrc", "fish": ".config/fish/config.fish"}
COMMANDS = [
    ("echo fine", 0, "fine"), ("sh -c 'echo bad; exit 7'", 7, "bad"), ("printf abc", 0, "abc"), ("true", 0, ""),
]  # fmt: skip


class Setup(NamedTuple):
    """A start-up file of a shell."""

    shell: str
    name: str
    text: str

    def __str__(self) -> str:
        return f"{self.shell}: {self.name}"


def traced(output: str) -> str:
    """Without the lines that `set -x` prints."""
    return "\n".join(line for line in output.split("\n") if not line.startswith("+"))


SETUPS = [
    Setup("bash", "PROMPT_COMMAND prints", "PS1='$ '; PROMPT_COMMAND='echo before the prompt; sleep 0.5'"),
    Setup("bash", "several PROMPT_COMMANDs print", "PS1='$ '; PROMPT_COMMAND=('echo one' 'echo two')"),
    Setup("bash", "PS1 made anew", 'f() { local s=$?; PS1="[$s] \\w $RANDOM\\n> "; }; PROMPT_COMMAND=f'),
    Setup("bash", "a slow prompt", "PS1='$(sleep 1.5)$ '"),
    Setup("bash", "PS0", "PS1='$ '; PS0='[started \\t]\\n'"),
    Setup("bash", "trace", "PS1='$ '; set -x"),
    Setup("bash", "a trap before each command", "PS1='$ '; trap 'printf \"\\e]0;%s\\a\" \"$BASH_COMMAND\"' DEBUG"),
    Setup("bash", "vi with its mode shown", "set -o vi; bind 'set show-mode-in-prompt on'; PS1='$ '"),
    Setup("bash", "unset variables are errors", "set -u; PS1='$ '"),
    Setup("bash", "no printf of its own", "printf() { builtin printf abc; }; PS1='$ '"),
    Setup("zsh", "PS1 made anew by a hook", 'autoload -Uz add-zsh-hook; f() { PS1="%~ $RANDOM> " }; add-zsh-hook precmd f'),
    Setup("zsh", "two lines, a right side", "precmd() { print above }; PS1=$'%~\\n%(?.%F{green}.%F{red})> %f'; RPROMPT='%*'"),
    Setup("zsh", "vi and its mode", "bindkey -v; f() { RPS1=$KEYMAP; zle reset-prompt }; zle -N zle-line-init f; PS1='%# '"),
    Setup("zsh", "slow hooks", "precmd() { sleep 1.5 }; PS1='%# '"),
    Setup("zsh", "a slow prompt", "setopt prompt_subst; PS1='$(sleep 1.5)%# '"),
    Setup("zsh", "preexec prints", "preexec() { print running }; PS1='%# '"),
    Setup("zsh", "arrays from zero", "setopt ksh_arrays no_unset; PS1='%# '"),
    Setup("zsh", "no mark of a missing line end", "unsetopt prompt_sp prompt_cr; PS1='%# '"),
    Setup("zsh", "trace", "setopt xtrace; PS1='%# '"),
    Setup("fish", "vi", "fish_vi_key_bindings"),
    Setup("fish", "a slow prompt", "function fish_prompt; sleep 1.5; echo '> '; end"),
    Setup("fish", "handlers print", "function y -e fish_preexec; echo pre; end; function z -e fish_postexec; echo post; end"),
    Setup("fish", "two sides", "function fish_prompt; echo a; echo -n b; end; function fish_right_prompt; echo c; end"),
]  # fmt: skip


@pytest.fixture(scope="module", params=FILES)
def host(request: pytest.FixtureRequest) -> Iterator[HostProcess]:
    path = shutil.which(request.param)
    if path is None:
        pytest.skip(f"{request.param} is not installed")
    with running_host(config=f'default_shell = "{path}"\n') as host:
        yield host


def shell_of(host: HostProcess) -> str:
    return Path((host.folder / "config" / "config.toml").read_text().split('"')[1]).name


def write(host: HostProcess, text: str) -> None:
    """What the next shell reads at its start."""
    file = host.home / FILES[shell_of(host)]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text + "\n")


def new(host: HostProcess) -> int:
    """A pane, at once: its shell may be anywhere in its start."""
    surface: int = host.call("workspace.create")["surface_id"]
    return surface


def run(rpc: Rpc, surface: int, command: str) -> tuple[Any, ...]:
    ran = rpc.call("surface.run", surface_id=surface, command=command, timeout_s=15)
    return ran["exit_code"], ran["output"], ran["evidence"]


def test_each_set_up_tells_ends_and_outputs(host: HostProcess) -> None:
    wrong = []
    for each in (each for each in SETUPS if each.shell == shell_of(host)):
        write(host, each.text)
        with Rpc(host.socket_path, timeout=60) as rpc:
            surface = new(host)
            for command, code, output in COMMANDS[: 2 if "slow" in each.name else None]:
                ran = run(rpc, surface, command)
                if each.name == "trace":
                    ran = (ran[0], traced(ran[1]), ran[2])
                if ran != (code, output, "marks"):
                    wrong.append((str(each), command, ran))
            text = rpc.call("surface.read", surface_id=surface, lines=4000, fenced=False)["text"]
            if "nonce" in text:
                wrong.append((str(each), "the word shows", text))
    assert wrong == []


def test_start_up_files_may_be_slow(host: HostProcess) -> None:
    write(host, "echo loading; sleep 4")
    with Rpc(host.socket_path, timeout=60) as rpc:
        assert run(rpc, new(host), "sh -c 'echo hi; exit 3'") == (3, "hi", "marks")


def test_a_command_right_behind_an_enter_is_not_taken_for_that_one(host: HostProcess) -> None:
    write(host, "")
    with Pane(host) as pane, Rpc(host.socket_path, timeout=60) as rpc:
        for command in ("sleep 0.3; sh -c 'echo first; exit 9'", "true"):
            sent = {"surface_id": pane.id, "text": command, "submit": True}
            mine = {"surface_id": pane.id, "command": "sh -c 'echo second; exit 4'", "timeout_s": 15}
            for number, (method, params) in enumerate((("send_text", sent), ("run", mine))):
                rpc.send_line({"jsonrpc": "2.0", "id": number, "method": f"surface.{method}", "params": params})
            answers = {answer["id"]: answer for answer in (rpc.read_line(), rpc.read_line())}
            ran = answers[1]["result"]
            assert (ran["exit_code"], ran["output"], ran["evidence"]) == (4, "second", "marks")


def test_vi_commands_do_not_eat_what_is_run(host: HostProcess) -> None:
    shell = shell_of(host)
    if shell == "fish":
        pytest.skip("what is typed there is told by the cursor, which escape moves")
    write(host, "set -o vi; PS1='$ '" if shell == "bash" else "bindkey -v; KEYTIMEOUT=1; PS1='%# '")
    with Pane(host) as pane:
        assert run(pane.rpc, pane.id, "echo before")[1] == "before"
        pane.key("escape")
        pane.settle(300)
        assert run(pane.rpc, pane.id, "echo whole") == (0, "whole", "marks")


def test_hooks_that_are_taken_away_cost_the_exit_code_and_no_time(host: HostProcess) -> None:
    taken = {
        "bash": "PROMPT_COMMAND='echo mine'",
        "zsh": "precmd_functions=()",
        "fish": "functions -e __paneflow_postexec",
    }
    write(host, "")
    with Pane(host) as pane:
        run(pane.rpc, pane.id, taken[shell_of(host)])
        ran = pane.run("sh -c 'sleep 0.8; echo late; exit 3'", timeout_s=10)
    assert ran["output"].split("\n")[0] == "late"
    assert ran["exit_code"] in (None, 3)  # zsh's mark of a missing line end tells it all the same
    assert ran["duration_ms"] < 5000


def refusal(pane: Pane, command: str) -> str:
    """The kind of the error that a run ends with."""
    return kind_of(lambda: pane.run(command, timeout_s=20))


HISTORY = {"bash": "PS1='$ '; shopt -s histverify", "zsh": "PS1='%# '; setopt hist_verify"}


def test_a_line_that_the_shell_leaves_to_be_edited_is_cleared_and_refused(host: HostProcess) -> None:
    shell = shell_of(host)
    if shell not in HISTORY:
        pytest.skip("it has no such history")
    for more in ("", "sleep 0.6"):
        write(
            host,
            HISTORY[shell] + (f"; PROMPT_COMMAND='{more}'" if shell == "bash" else f"; precmd() {{ {more or ':'} }}"),
        )
        with Pane(host) as pane:
            assert run(pane.rpc, pane.id, "echo x") == (0, "x", "marks")
            assert refusal(pane, "echo !!") == "incomplete_command"
            assert run(pane.rpc, pane.id, "echo y") == (0, "y", "marks")
            for line in ("echo !!", "echo a\necho !!")[: 2 if shell == "bash" else 1]:  # zsh takes both as one
                pane.settle(900)  # at the prompt, which slow hooks keep off for a while
                pane.submit(line)
                if "\n" in line:  # its second line waits for the shell to read it, and would come behind a run
                    pane.until(lambda pane: "echo echo a" in pane.read())
                assert refusal(pane, "echo z") == "not_at_prompt"
                pane.key("ctrl-c")
                pane.settle(900)
                assert run(pane.rpc, pane.id, "echo z") == (0, "z", "marks")


def test_a_line_that_is_left_by_what_was_typed_ahead_is_no_place_for_another(host: HostProcess) -> None:
    shell = shell_of(host)
    if shell not in HISTORY:
        pytest.skip("it has no such history")
    write(host, HISTORY[shell])
    with Pane(host) as pane:
        pane.submit("sleep 1")
        pane.until(lambda pane: pane.foreground().startswith("sleep"))
        pane.submit("echo !!")
        assert refusal(pane, "echo z") == "not_at_prompt"


def test_a_line_that_the_history_refuses_tells_so(host: HostProcess) -> None:
    shell = shell_of(host)
    if shell not in HISTORY:
        pytest.skip("it has no such history")
    write(host, HISTORY[shell].split(";")[0])
    with Pane(host) as pane:
        for command in ('echo "hi!there"', "!nothing-like-it", 'echo "hi!there"'):
            code, output, evidence = run(pane.rpc, pane.id, command)
            assert (code, evidence) == (1, "marks"), command
            assert output.startswith(shell)
            assert "event not found" in output
        assert run(pane.rpc, pane.id, "for x in 1 2; do\n  echo n$x\ndone") == (0, "n1\nn2", "marks")
        assert run(pane.rpc, pane.id, "echo 'one\ntwo'; (exit 4)") == (4, "one\ntwo", "marks")


def test_a_line_that_ran_nothing_and_left_nothing_stands_in_nobodys_way(host: HostProcess) -> None:
    write(host, "")
    with Pane(host) as pane:
        for line in ("", "   ", "# nothing" if shell_of(host) == "bash" else ""):
            pane.submit(line)
            pane.settle(300)
            pane.call("surface.resize", cols=70 + len(line), rows=20)
            pane.settle(300)
            assert run(pane.rpc, pane.id, "echo fine") == (0, "fine", "marks")
