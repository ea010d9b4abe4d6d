"""Commands that are run in a pane's shell: the true exit code and output by the shell's marks, or an honest word about it."""

import shutil
import threading
import time
from collections.abc import Iterator

import pytest

from tests.support.at_once import Played, cases
from tests.support.cli import Cli
from tests.support.host import Rpc, RpcError
from tests.support.pane import Pane, kind_of
from tests.support.shells import Kind, playing

KINDS = [Kind("bash"), Kind("zsh"), Kind("fish"), Kind("bash", False), Kind("dash", False)]


@pytest.fixture(scope="module", params=KINDS, ids=str)
def played(request: pytest.FixtureRequest) -> Iterator[Played]:
    with playing(request, globals()) as played:
        yield played


def check(pane: Pane, kind: Kind, command: str, exit_code: int, output: str) -> None:
    """Run it; without marks nobody knows the exit code, and the answer says so."""
    ran = pane.run(command, timeout_s=20)
    expected = (exit_code, "marks") if kind.integration else (None, "idle")
    assert (ran["exit_code"], ran["evidence"]) == expected, ran
    assert ran["output"] == output
    assert ran["truncated"] is False


def case_success(pane: Pane, kind: Kind) -> None:
    check(pane, kind, "echo fine", 0, "fine")


def case_failure(pane: Pane, kind: Kind) -> None:
    check(pane, kind, "sh -c 'echo bad; exit 7'", 7, "bad")
    check(pane, kind, "echo again", 0, "again")


def case_a_signal(pane: Pane, kind: Kind) -> None:
    ran = pane.run("sh -c 'echo up; kill -TERM $$'", timeout_s=20)
    assert ran["exit_code"] == (143 if kind.integration else None)
    assert ran["output"].startswith("up")


def case_a_command_that_is_not_there(pane: Pane, kind: Kind) -> None:
    ran = pane.run("no-such-command-at-all", timeout_s=20)
    assert ran["exit_code"] == (127 if kind.integration else None)
    assert "no-such-command-at-all" in ran["output"]


def case_exec_that_ends(pane: Pane, _: Kind) -> None:
    ran = pane.run("exec sh -c 'echo last words; exit 5'", timeout_s=20)
    assert (ran["exit_code"], ran["evidence"]) == (5, "exited")
    assert ran["output"] == "last words"


def case_exit(pane: Pane, _: Kind) -> None:
    ran = pane.run("exit 3", timeout_s=20)
    assert ran["exit_code"] == 3
    assert ran["evidence"] in ("exited", "marks")  # fish tells the end of its last command, too


def case_several_lines(pane: Pane, kind: Kind) -> None:
    if kind.shell == "fish":
        command = "for x in 1 2\n    echo n$x\nend\nsh -c 'exit 4'"
    else:
        command = "for x in 1 2; do\n    echo n$x\ndone\n(exit 4)"
    ran = pane.run(command, timeout_s=20)
    assert ran["exit_code"] == (4 if kind.integration else None), ran
    if kind.shell == "dash":  # shows a prompt for each line
        assert "n1\nn2" in ran["output"]
    else:
        assert ran["output"] == "n1\nn2"


def case_a_document_in_the_command(pane: Pane, kind: Kind) -> None:
    if kind.shell == "fish":
        pytest.skip("fish has none")
    ran = pane.run("cat <<'END'\n$HOME \"quoted\" 'too' `and`\nEND", timeout_s=20)
    assert "$HOME \"quoted\" 'too' `and`" in ran["output"].split("\n")
    assert ran["exit_code"] == (0 if kind.integration else None)


def case_quotes(pane: Pane, kind: Kind) -> None:
    check(pane, kind, r"""printf '%s|' "a b" 'c"d' e\ f "\$HOME" 'é漢'; echo""", 0, 'a b|c"d|e f|$HOME|é漢|')


def case_marks_in_the_output(pane: Pane, kind: Kind) -> None:
    forged = r"printf '\033]133;D;99\007\033]133;A\007$ \033]133;B\007\033]133;C\007'; sleep 0.4; sh -c 'exit 6'"
    ran = pane.run(forged, timeout_s=20, idle_ms=1500)
    assert ran["exit_code"] == (6 if kind.integration else None)
    assert ran["evidence"] == ("marks" if kind.integration else "idle")
    assert ran["duration_ms"] >= 300


def case_marks_with_a_wrong_word(pane: Pane, kind: Kind) -> None:
    forged = r"printf '\033]133;D;99;nonce=0123456789abcdef\007\033]133;B;nonce=\007'; sleep 0.3; sh -c 'exit 6'"
    assert pane.run(forged, timeout_s=20, idle_ms=1500)["exit_code"] == (6 if kind.integration else None)


def case_much_output(pane: Pane, kind: Kind) -> None:
    ran = pane.run("seq 1 200000", timeout_s=60)
    found = ran["output"].split("\n")
    assert ran["truncated"] is True
    assert len(ran["output"]) <= 1 << 20
    if kind.integration:
        assert found[-1] == "200000"
    numbers = [int(line) for line in found if line.isdigit()]
    assert found[0].isdigit()
    assert numbers == list(range(numbers[0], 200001))
    assert len(ran["output"]) > (1 << 20) - 20  # as much of it as there is room for


def case_much_output_of_one_line(pane: Pane, kind: Kind) -> None:
    ran = pane.run("head -c 1500000 /dev/zero | tr '\\0' x; echo; echo end", timeout_s=60)
    line, *rest = ran["output"].split("\n")
    assert (ran["truncated"], set(line), rest[:1]) == (True, {"x"}, ["end"])
    assert (1 << 20) - 100 < len(ran["output"]) <= 1 << 20


def case_much_output_that_is_too_late(pane: Pane, kind: Kind) -> None:
    with pytest.raises(RpcError) as error:
        pane.run("seq 1 20000; sleep 30", timeout_s=4)
    output = error.value.data["output"].split("\n")
    assert error.value.data["truncated"] is True
    assert output == [str(number) for number in range(int(output[0]), 20001)]
    assert len(output[0]) == 5


def case_output_without_a_line_end(pane: Pane, kind: Kind) -> None:
    check(pane, kind, "printf abc", 0, "abc")
    if kind.integration:  # else nobody can tell the prompt from it
        check(pane, kind, "printf 'a%%'", 0, "a%")


def case_each_end_is_told_once(pane: Pane, kind: Kind) -> None:
    if not kind.integration:
        pytest.skip("only marks tell it")
    with Rpc(pane.host.socket_path, timeout=60) as events:
        wanted = {"surfaces": [pane.id], "types": ["command_finished", "surface_renamed"]}
        events.send_line({"jsonrpc": "2.0", "id": 1, "method": "events.subscribe", "params": wanted})
        events.read_line()
        for command in ("printf abc", ")", "sh -c 'exit 3'"):
            pane.run(command, timeout_s=20)
        pane.settle()
        pane.call("surface.rename", name="over")
        told = [events.read_line() for _ in range(3)]
    assert [frame.get("exit_code") for frame in told] == [0, 3, None]


def case_a_line_that_is_wrong(pane: Pane, kind: Kind) -> None:
    for command in (")", "echo a; )", "echo a\n)\necho b"):
        ran = pane.run(command, timeout_s=20)
        if kind.integration:
            assert (ran["exit_code"], ran["evidence"]) == ({"bash": 2, "zsh": 1, "fish": 127}[kind.shell], "marks"), ran
            assert {"bash": "syntax error", "zsh": "parse error", "fish": "Unexpected"}[kind.shell] in ran["output"]
        pane.settle()
    check(pane, kind, "echo right", 0, "right")


def case_a_line_that_runs_nothing(pane: Pane, kind: Kind) -> None:
    if kind.shell == "fish":
        pytest.skip("it says nothing of one")
    check(pane, kind, "   ", 0, "")


def case_a_tab(pane: Pane, kind: Kind) -> None:
    if kind.shell == "fish":
        pytest.skip("it takes tabs out of what is pasted")
    check(pane, kind, "test 'a\tb' = \"$(printf 'a\\tb')\" && echo same", 0, "same")


def case_something_typed_at_the_prompt(pane: Pane, kind: Kind) -> None:
    pane.send("echo mine ")
    assert kind_of(lambda: pane.run("echo yours", timeout_s=20)) == "not_at_prompt"
    pane.settle()
    assert "yours" not in pane.read()
    pane.key("ctrl-c")
    pane.settle()
    check(pane, kind, "echo yours", 0, "yours")


def case_something_typed_that_is_wanted(pane: Pane, kind: Kind) -> None:
    pane.send("echo mine ")
    pane.settle()
    ran = pane.run("yours", timeout_s=20, force=True)
    assert "mine yours" in ran["output"].split("\n")


def case_something_typed_ahead(pane: Pane, kind: Kind) -> None:
    pane.send("sleep 1", submit=True)
    pane.until(lambda pane: pane.foreground().startswith("sleep"))
    pane.send("echo mine ")
    pane.until(lambda pane: not pane.foreground().startswith("sleep"))
    pane.settle()
    assert kind_of(lambda: pane.run("echo yours", timeout_s=20)) == "not_at_prompt"


def case_something_typed_and_the_prompt_drawn_again(pane: Pane, kind: Kind) -> None:
    pane.send("echo mine ")
    pane.settle()
    for draw in (lambda: pane.key("ctrl-l"), lambda: pane.call("surface.resize", cols=70, rows=20)):
        draw()
        pane.settle(300)
        assert kind_of(lambda: pane.run("echo yours", timeout_s=20)) == "not_at_prompt"
    pane.key("ctrl-c")
    pane.settle()
    check(pane, kind, "echo yours", 0, "yours")


def case_a_prompt_drawn_again_with_nothing_behind_it(pane: Pane, kind: Kind) -> None:
    if not kind.integration:
        pytest.skip("without marks nobody knows what a key does")
    pane.key("ctrl-l")
    pane.settle(400)
    check(pane, kind, "echo mine", 0, "mine")
    pane.send("echo")
    for _ in range(4):
        pane.key("backspace")
    pane.settle(400)
    pane.key("ctrl-l")
    pane.settle(400)
    check(pane, kind, "echo mine", 0, "mine")


def type_ahead(pane: Pane, text: str) -> None:
    """Text that a command left for the prompt after it."""
    pane.submit("sleep 1")
    pane.until(lambda pane: pane.foreground().startswith("sleep"))
    pane.send(text)
    pane.until(lambda pane: not pane.foreground().startswith("sleep"))
    pane.settle()


def case_something_typed_ahead_that_is_cleared(pane: Pane, kind: Kind) -> None:
    if not kind.integration:
        pytest.skip("without marks nobody knows what a key does")
    type_ahead(pane, "echo mine ")
    assert kind_of(lambda: pane.run("echo yours", timeout_s=20)) == "not_at_prompt"
    pane.key("ctrl-u")
    pane.settle(400)
    check(pane, kind, "echo yours", 0, "yours")
    type_ahead(pane, "echo mine ")
    pane.key("ctrl-u")
    pane.settle(400)
    pane.send("x")
    pane.key("backspace")
    pane.settle(400)
    check(pane, kind, "echo yours", 0, "yours")


def case_something_typed_ahead_that_is_cleared_in_part(pane: Pane, kind: Kind) -> None:
    if not kind.integration or kind.shell == "zsh":
        pytest.skip("without marks nobody knows, and zsh's ctrl-u clears all of it")
    type_ahead(pane, "echo mine")
    pane.key("left")
    pane.key("ctrl-u")
    pane.settle()
    assert kind_of(lambda: pane.run("echo yours", timeout_s=20)) == "not_at_prompt"
    pane.key("ctrl-e")
    pane.key("ctrl-u")
    pane.settle(400)
    check(pane, kind, "echo yours", 0, "yours")


def case_keys_that_went_to_another_program(pane: Pane, kind: Kind) -> None:
    if shutil.which("less") is None:
        pytest.skip("less is not installed")
    pane.submit("less /etc/passwd")
    pane.until(lambda pane: "root:" in pane.read() and pane.foreground().startswith("less"))
    pane.key("down")
    pane.key("q")
    pane.until(lambda pane: not pane.foreground().startswith("less"))
    pane.settle()
    check(pane, kind, "echo fine", 0, "fine")


def case_an_enter_of_somebody_else(pane: Pane, kind: Kind) -> None:
    if not kind.integration:
        pytest.skip("only marks tell that a line was blank")
    with Rpc(pane.host.socket_path, timeout=60) as other:
        for number in range(8):
            params = {"surface_id": pane.id, "command": f"sleep 0.2; echo n{number}", "timeout_s": 20}
            other.send_line({"jsonrpc": "2.0", "id": 1, "method": "surface.send_text", "params": {
                "surface_id": pane.id, "text": "", "submit": True}})  # fmt: skip
            other.send_line({"jsonrpc": "2.0", "id": 2, "method": "surface.run", "params": params})
            other.read_line()
            assert other.read_line()["result"]["output"] == f"n{number}"


def case_another_prompt(pane: Pane, kind: Kind) -> None:
    prompt = "function fish_prompt; printf 'two\\nlines> '; end" if kind.shell == "fish" else "PS1='two\nlines> '"
    pane.run(prompt, timeout_s=20)
    ran = pane.run("echo fine; sh -c 'exit 4'", timeout_s=20)
    assert ran["exit_code"] == (4 if kind.integration else None)
    assert ran["output"].split("\n")[0] == "fine"


def case_the_screen_is_cleared(pane: Pane, kind: Kind) -> None:
    ran = pane.run("echo before; clear; echo after", timeout_s=20)
    assert "after" in ran["output"].split("\n")
    assert ran["exit_code"] == (0 if kind.integration else None)
    assert ran["truncated"] is ("before" not in ran["output"].split("\n"))


def case_a_screen_that_has_nothing_to_lose_is_cleared(pane: Pane, kind: Kind) -> None:
    ran = pane.run("clear; echo after", timeout_s=20)
    assert (ran["output"].split("\n")[-1], ran["truncated"]) == ("after", False)


def case_too_late_and_then_the_next(pane: Pane, kind: Kind) -> None:
    with pytest.raises(RpcError) as error:
        pane.run("echo begun; sleep 30", timeout_s=1, idle_ms=300)
    assert error.value.kind == "timed_out"
    assert (error.value.data["output"], error.value.data["truncated"]) == ("begun", False)
    assert kind_of(lambda: pane.run("echo no", timeout_s=5)) == "not_at_prompt"
    pane.key("ctrl-c")
    pane.until(lambda pane: not pane.foreground().startswith("sleep"))
    pane.settle()
    check(pane, kind, "echo yes", 0, "yes")


def case_too_late_without_marks(pane: Pane, kind: Kind) -> None:
    if kind.integration:
        pytest.skip("marks tell the end")
    with pytest.raises(RpcError) as error:
        pane.run("echo begun; sleep 3", timeout_s=1.5, idle_ms=5000)
    assert error.value.kind == "timed_out"
    assert (error.value.data["output"], error.value.data["truncated"]) == ("begun", False)


def case_a_command_that_is_quiet_for_long(pane: Pane, kind: Kind) -> None:
    for command in ("sleep 1; echo late", "sleep 0.8 | cat; sleep 0.8; echo late", "sh -c 'sleep 1; echo late'"):
        ran = pane.run(command, timeout_s=20, idle_ms=200)
        assert (ran["output"], ran["evidence"]) == ("late", "marks" if kind.integration else "idle"), command
        assert ran["duration_ms"] >= 900


def case_a_job_that_is_left_in_the_background(pane: Pane, kind: Kind) -> None:
    ran = pane.run("sleep 8 &", timeout_s=20)
    assert (ran["exit_code"], ran["duration_ms"] < 5000) == (0 if kind.integration else None, True)


def case_a_program_that_stays(pane: Pane, kind: Kind) -> None:
    with pytest.raises(RpcError) as error:
        pane.run("sh -c 'echo up; exec cat'", timeout_s=2.5, idle_ms=300)
    assert (error.value.kind, error.value.data["output"]) == ("timed_out", "up")
    assert kind_of(lambda: pane.run("echo no", timeout_s=5)) == "not_at_prompt"


def case_a_job_that_comes_back_to_the_front(pane: Pane, kind: Kind) -> None:
    pane.submit("sleep 5")
    pane.until(lambda pane: pane.foreground().startswith("sleep"))
    pane.key("ctrl-z")
    pane.until(lambda pane: not pane.foreground().startswith("sleep"))
    pane.settle()
    assert pane.run("fg", timeout_s=20, idle_ms=300)["duration_ms"] >= 1000


def case_a_shell_without_job_control_has_only_quiet(pane: Pane, kind: Kind) -> None:
    if kind.integration or kind.shell == "fish":
        pytest.skip("marks tell the end, and fish always has job control")
    pane.run("set +m", timeout_s=20)
    ran = pane.run("sleep 1.5; echo late", timeout_s=20, idle_ms=300)
    assert (ran["exit_code"], ran["output"], ran["evidence"]) == (None, "", "idle")


def case_a_builtin_that_waits_has_only_quiet(pane: Pane, kind: Kind) -> None:
    if kind.integration:
        pytest.skip("marks tell the end")
    ran = pane.run("read x", timeout_s=20, idle_ms=300)
    assert (ran["exit_code"], ran["evidence"]) == (None, "idle")


def case_too_late_for_quiet(pane: Pane, kind: Kind) -> None:
    if kind.integration:
        pytest.skip("marks tell the end")
    with pytest.raises(RpcError) as error:
        pane.run("echo done", timeout_s=1.5, idle_ms=5000)
    assert (error.value.kind, error.value.data["output"]) == ("timed_out", "done")  # and no prompt


def case_interrupted(pane: Pane, kind: Kind) -> None:
    threading.Timer(0.6, interrupt, [pane.host.socket_path, pane.id]).start()
    ran = pane.run("sleep 30", timeout_s=20, idle_ms=300)
    assert (ran["exit_code"], ran["evidence"]) == ((130, "marks") if kind.integration else (None, "idle"))


def interrupt(path: str, surface: int) -> None:
    with Rpc(path) as rpc:
        rpc.call("surface.send_keystroke", surface_id=surface, keystroke="ctrl-c")


def case_output_of_a_job_in_the_background(pane: Pane, kind: Kind) -> None:
    if not kind.integration:
        pytest.skip("without marks quiet is the end")
    pane.submit("sh -c 'sleep 1; echo noise' &")
    pane.settle()
    ran = pane.run("sleep 1.5; sh -c 'exit 9'", timeout_s=20)
    assert ran["exit_code"] == 9
    assert "noise" in ran["output"]


def case_two_at_once(pane: Pane, kind: Kind) -> None:
    ran: list[dict[str, object]] = []

    def other() -> None:
        with Rpc(pane.host.socket_path, timeout=60) as rpc:
            ran.append(rpc.call("surface.run", surface_id=pane.id, command="sleep 0.4; echo one", timeout_s=30))

    thread = threading.Thread(target=other)
    thread.start()
    time.sleep(0.1)
    mine = pane.run("echo two; sh -c 'exit 2'", timeout_s=30)
    thread.join()
    assert mine["output"] == "two"
    assert ran[0]["output"] == "one"
    if kind.integration:
        assert (mine["exit_code"], ran[0]["exit_code"]) == (2, 0)


def case_the_pane_is_closed(pane: Pane, _: Kind) -> None:
    threading.Timer(0.8, close, [pane.host.socket_path, pane.id]).start()
    assert kind_of(lambda: pane.run("sh -c 'while sleep 0.1; do echo tick; done'", timeout_s=20)) == "surface_exited"


def close(path: str, surface: int) -> None:
    with Rpc(path) as rpc:
        rpc.call("surface.close", surface_id=surface)


def case_an_answer_to_a_question_of_the_command(pane: Pane, kind: Kind) -> None:
    def answer() -> None:
        with Rpc(pane.host.socket_path, timeout=60) as rpc:
            rpc.call("surface.wait", surfaces=[pane.id], pattern="sure\\?", timeout_s=10)
            rpc.call("surface.send_text", surface_id=pane.id, text="yes", submit=True)

    thread = threading.Thread(target=answer)
    thread.start()
    ran = pane.run("sh -c 'echo sure?; read x; sleep 0.5; echo $x; test $x = yes'", timeout_s=20, idle_ms=200)
    thread.join()
    assert ran["exit_code"] == (0 if kind.integration else None)
    assert ran["output"].split("\n")[-1] == "yes"


def case_a_command_that_is_not_complete(pane: Pane, kind: Kind) -> None:
    if not kind.integration:
        pytest.skip("only marks tell that no command runs")
    assert kind_of(lambda: pane.run("echo 'never closed", timeout_s=20)) == "incomplete_command"
    pane.settle()
    check(pane, kind, "echo closed", 0, "closed")


def case_several_lines_that_are_not_complete(pane: Pane, kind: Kind) -> None:
    if not kind.integration:
        pytest.skip("only marks tell that no command runs")
    assert kind_of(lambda: pane.run("echo 'never\nclosed", timeout_s=20)) == "incomplete_command"
    pane.settle()
    check(pane, kind, "echo closed", 0, "closed")


def case_an_editor_has_the_terminal(pane: Pane, _: Kind) -> None:
    if shutil.which("vim") is None:
        pytest.skip("there is no vim")
    pane.submit("vim -u NONE -N")
    pane.until(lambda pane: pane.call("surface.info")["modes"]["alternate_screen"])
    assert kind_of(lambda: pane.run("echo no", timeout_s=10)) == "not_at_prompt"
    assert "echo no" not in pane.read()


def case_the_shell_is_busy_itself(pane: Pane, kind: Kind) -> None:
    if kind.shell == "dash":
        pytest.skip("it has no line editor whose absence would tell")
    pane.submit("while true; do true; done" if kind.shell != "fish" else "while true; true; end")
    pane.until(lambda pane: "while true" in pane.read())
    pane.settle()
    assert kind_of(lambda: pane.run("echo no", timeout_s=10)) == "not_at_prompt"


def case_a_shell_within_the_shell(pane: Pane, _: Kind) -> None:
    pane.submit("bash --norc --noprofile")
    pane.settle(250)
    ran = pane.run("echo inner", timeout_s=20)
    assert (ran["exit_code"], ran["output"], ran["evidence"]) == (None, "inner", "idle")
    assert pane.run("sleep 1; echo late", timeout_s=20, idle_ms=300)["output"] == "late"
    assert pane.run("exit", timeout_s=20, idle_ms=300)["evidence"] == "idle"  # the terminal is the outer one's again


def case_a_password_prompt(pane: Pane, kind: Kind) -> None:
    if kind.shell == "fish":
        pane.submit("bash --norc --noprofile")
        pane.settle(250)
    pane.submit("stty -echo; read x; stty echo")
    pane.until(lambda pane: pane.call("surface.info")["echo"] is False)
    assert kind_of(lambda: pane.run("hunter2", timeout_s=5)) == "no_echo"


def case_from_the_command_line(pane: Pane, kind: Kind) -> None:
    cli = Cli(pane.host.env)
    done = cli("run", str(pane.id), "--", "printf", "%s\\n", "two words", "it's")
    assert done.code == 0, done
    assert '"output": "two words\\nit\'s"' in done.out
    done = cli("run", str(pane.id), "sh -c 'exit 42'", "--propagate")
    assert done.code == (42 if kind.integration else 1)
    if not kind.integration:
        assert "not known" in done.err
    if kind.integration:
        assert cli("run", str(pane.id), "sleep 20", "--timeout", "0.5").code == 4


@pytest.mark.parametrize("case", cases(globals()))
def test_running(played: Played, case: str) -> None:
    played.result(case)
