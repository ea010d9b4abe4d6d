"""Waits against everything that makes others match too early, too late or never: in bash, zsh, fish and sh, with and without
shell integration.

Each case gets a pane of its own in the host of its kind of shell; they play at once (`tests/support/at_once.py`).
"""

import shlex
import shutil
import sys
import time
from collections.abc import Iterator

import pytest

from tests.support.at_once import Played, cases
from tests.support.pane import Pane, kind_of
from tests.support.shells import Kind, playing

KINDS = [
    Kind("bash", True), Kind("bash", False), Kind("zsh", True), Kind("zsh", False), Kind("fish", True), Kind("dash", False),
]  # fmt: skip


@pytest.fixture(scope="module", params=KINDS, ids=str)
def played(request: pytest.FixtureRequest) -> Iterator[Played]:
    with playing(request, globals(), zshrc="unsetopt zle_bracketed_paste_magic 2>/dev/null\n") as played:
        yield played


def case_the_typed_command_holds_the_pattern(pane: Pane, _: Kind) -> None:
    began = time.monotonic()
    assert pane.submit_and_wait("sleep 0.5; echo DONE", "DONE")[-1] == "DONE"
    assert time.monotonic() - began >= 0.5


def case_a_command_that_prints_nothing_does_not_match_itself(pane: Pane, _: Kind) -> None:
    assert kind_of(lambda: pane.submit_and_wait("true NEEDLE", "NEEDLE", timeout_s=0.8)) == "timed_out"


def case_the_same_line_a_second_time_counts(pane: Pane, _: Kind) -> None:
    for _each in range(3):
        began = time.monotonic()
        assert "DONE" in pane.submit_and_wait("sleep 0.3; echo DONE", "^DONE$")
        assert time.monotonic() - began >= 0.3


def case_a_match_split_by_a_pause(pane: Pane, _: Kind) -> None:
    assert pane.submit_and_wait("printf FIN; sleep 0.3; printf 'ISHED\\n'", "^FINISHED")


def case_a_coloured_match(pane: Pane, _: Kind) -> None:
    assert pane.submit_and_wait("printf '\\033[31mFI\\033[1;32mNI\\033[0mSHED\\n'", "^FINISHED")


def case_a_progress_bar_that_overwrites_itself(pane: Pane, _: Kind) -> None:
    assert pane.submit_and_wait("printf ' 10%%\\r 50%%\\rGO 77%%\\r100%%\\n'", r"GO 77%")


def case_a_line_that_is_cleared_at_once(pane: Pane, _: Kind) -> None:
    assert "FOUND" in pane.submit_and_wait("printf 'FOUND\\n\\033[H\\033[2J\\033[3J'", "^FOUND$")


def case_clear_and_then_a_command(pane: Pane, _: Kind) -> None:
    assert "DONE" in pane.submit_and_wait("clear; sleep 0.2; echo DONE", "^DONE$")


def case_the_alternate_screen_in_and_out(pane: Pane, _: Kind) -> None:
    inside = "printf '\\033[?1049h\\033[HINSIDE'; sleep 0.3; printf '\\033[?1049lOUTSIDE\\n'"
    wait = pane.armed("OUTSIDE$")
    assert pane.submit_and_wait(inside, "^INSIDE")
    assert wait.lines()


def case_old_text_that_a_resize_draws_again_does_not_match(pane: Pane, _: Kind) -> None:
    pane.submit_and_wait("echo OLD; echo NEEDLE", "^NEEDLE$")
    pane.settle()
    wait = pane.armed("NEEDLE", timeout_s=1)
    for cols in (40, 100, 61, 120):
        pane.call("surface.resize", cols=cols, rows=30)
        time.sleep(0.1)  # each size is told to the shell, which draws its prompt again
    assert wait.outcome() == "timed_out"


def case_a_storm_of_resizes_during_the_wait(pane: Pane, _: Kind) -> None:
    wait = pane.armed("^DONE " + "x" * 60 + "$")
    pane.submit("sleep 0.4; echo DONE " + "x" * 60)
    for step in range(60):
        pane.call("surface.resize", cols=33 + step * 7 % 80, rows=10 + step * 3 % 30)
    assert len(wait.lines()) == 1


def case_a_wrapped_line_matches_as_one(pane: Pane, _: Kind) -> None:
    pane.call("surface.resize", cols=40, rows=20)
    pane.settle()
    assert pane.submit_and_wait("printf 'A%0100dZ\\n' 7", "^A0+7Z$")


def case_a_typed_command_that_wraps_does_not_match_itself(pane: Pane, _: Kind) -> None:
    pane.call("surface.resize", cols=30, rows=20)
    pane.settle()
    began = time.monotonic()
    text = "sleep 0.6; : a-rather-long-comment-that-wraps-about; echo NEE''DLE; echo NEEDLE"
    assert "NEEDLE" in pane.submit_and_wait(text, "NEEDLE")
    assert time.monotonic() - began >= 0.6


def case_a_wrapped_prompt_does_not_hide_the_match(pane: Pane, kind: Kind) -> None:
    pane.call("surface.resize", cols=20, rows=20)
    long = "a-prompt-that-is-longer-than-the-line> "
    pane.submit(f"function fish_prompt; echo -n '{long}'; end" if kind.shell == "fish" else f"PS1='{long}'")
    pane.settle()
    began = time.monotonic()
    assert "DONE" in pane.submit_and_wait("sleep 0.4; echo DONE", "DONE")
    assert time.monotonic() - began >= 0.4


def _waits_in(pane: Pane, shell: str) -> None:
    """What is typed into a shell that runs in the pane's own is waited for, and does not match itself."""
    pane.submit(shell)
    pane.settle(250)
    began = time.monotonic()
    assert "INNER" in pane.submit_and_wait("sleep 0.3; echo INNER", "INNER")
    assert time.monotonic() - began >= 0.3


def case_a_nested_shell(pane: Pane, _: Kind) -> None:
    _waits_in(pane, "bash --norc --noprofile")


def case_exec_of_another_shell(pane: Pane, _: Kind) -> None:
    _waits_in(pane, "exec zsh -f" if shutil.which("zsh") else "exec bash --norc")


def case_a_pty_within_the_pty(pane: Pane, _: Kind) -> None:
    _waits_in(pane, "script -qc 'bash --norc --noprofile' /dev/null")


def case_two_hundred_thousand_lines(pane: Pane, _: Kind) -> None:
    one = pane.armed("^123456$", timeout_s=80)
    assert "END" in pane.submit_and_wait("seq 1 200000; echo END", "^END$", timeout_s=80)
    assert one.lines() == ["123456"]


def case_the_pane_is_closed(pane: Pane, _: Kind) -> None:
    wait = pane.armed("never")
    pane.call("surface.close")
    assert wait.outcome() == "surface_exited"
    assert wait.took < 5


def case_the_shell_ends_and_its_last_words_match(pane: Pane, _: Kind) -> None:
    wait = pane.armed("^LAST$")
    pane.submit("echo LAST; exit")
    assert wait.lines() == ["LAST"]


def case_the_program_is_interrupted(pane: Pane, _: Kind) -> None:
    pane.submit("sleep 30; echo SLEPT")
    pane.until(lambda pane: pane.foreground().startswith("sleep"))
    wait = pane.armed("BACK")
    pane.key("ctrl-c")
    pane.until(lambda pane: not pane.foreground().startswith("sleep"))
    pane.settle()
    pane.submit("echo BA''CK")
    assert "BACK" in wait.lines()
    assert wait.took < 14


def case_a_program_that_turns_echo_off(pane: Pane, kind: Kind) -> None:
    if kind.shell == "fish":
        pane.submit("bash --norc --noprofile")
        pane.settle(250)
    pane.submit_and_wait('stty -echo; echo off; read x; stty echo; echo "got:$x"', "^off")
    wait = pane.armed("got:secret")
    pane.send("secret", submit=True, force=True)
    assert wait.lines() == ["got:secret"]


MASKING = """
import sys, termios, tty
sign, rest, old = sys.argv[1], sys.argv[2:], termios.tcgetattr(0)
tty.setraw(0)
print("Pass", "word: ", sep="", end="", flush=True)
got = ""
while (char := sys.stdin.read(1)) not in "\\r\\n":
    got += char
    print(sign, end="", flush=True)
print("\\b \\b" * len(got) * len(sign) if rest else "", end="\\r\\n")
termios.tcsetattr(0, termios.TCSANOW, old)
print("got=" + got)
"""


def case_a_program_that_masks_what_is_typed(pane: Pane, _: Kind) -> None:
    script = pane.host.folder / f"masking{pane.id}.py"
    script.write_text(MASKING)
    for options in ("'*'", "'●'", "'**'", "''", "'*' erased"):
        pane.submit_and_wait(f"{shlex.quote(sys.executable)} {script} {options}", "^Password:")
        wait = pane.armed("got=secret", timeout_s=5)
        pane.send("secret", submit=True, force=True)
        assert wait.lines() == ["got=secret"], options
        pane.settle()


def case_a_shell_that_masks_what_is_typed(pane: Pane, kind: Kind) -> None:
    if kind.shell != "fish":
        pytest.skip("it shows nothing")
    pane.submit_and_wait("read -s -P 'ask''ed> ' x; echo got=$x", "^asked>")
    wait = pane.armed("got=secret", timeout_s=5)
    pane.send("secret", submit=True, force=True)
    assert wait.lines() == ["got=secret"]


def case_a_program_that_prints_back_what_it_is_told(pane: Pane, _: Kind) -> None:
    pane.submit("cat")
    pane.until(lambda pane: pane.foreground() == "cat")
    pane.settle()
    assert pane.submit_and_wait("hello", "hello") == ["hello"]


def case_a_prompt_of_two_lines_with_a_right_hand_side(pane: Pane, kind: Kind) -> None:
    prompts = {
        "bash": ["PS1='\\w NEEDLE\\n\\$ '"],
        "zsh": ["PS1=$'%~ NEEDLE\\n%# '; RPS1='right'"],
        "fish": ["function fish_prompt; echo NEEDLE; echo -n '> '; end; function fish_right_prompt; echo right; end"],
        "dash": ["PS1='NEEDLE", "$ '"],
    }
    for line in prompts[kind.shell]:
        pane.submit(line)
    pane.settle()
    began = time.monotonic()
    assert "DONE" in pane.submit_and_wait("sleep 0.3; echo DONE", "^DONE$")
    assert time.monotonic() - began >= 0.3


def case_text_typed_ahead_of_the_prompt(pane: Pane, _: Kind) -> None:
    pane.submit("sleep 0.5")
    began = time.monotonic()
    assert pane.submit_and_wait("sleep 0.5; echo AHEAD", "AHEAD")[-1].endswith("AHEAD")
    assert time.monotonic() - began >= 0.9


def case_text_that_comes_back_from_the_history(pane: Pane, kind: Kind) -> None:
    if kind.shell == "dash":
        pytest.skip("it has none")
    pane.submit("true NEEDLE")
    pane.settle()
    wait = pane.armed("NEEDLE", timeout_s=1)
    pane.key("up")
    pane.until(lambda pane: pane.read().count("true NEEDLE") == 2)
    assert wait.outcome() == "timed_out"


def case_a_program_that_showed_nothing_of_what_it_was_sent(pane: Pane, _: Kind) -> None:
    pane.submit("seq 1 500 | less")
    pane.until(lambda pane: pane.call("surface.info")["modes"]["alternate_screen"])
    pane.settle()
    pane.send("/300", submit=True)
    pane.settle()
    pane.send("q")
    pane.until(lambda pane: not pane.call("surface.info")["modes"]["alternate_screen"])
    pane.settle()
    assert kind_of(lambda: pane.submit_and_wait("true quick NEEDLE", "NEEDLE", timeout_s=0.8)) == "timed_out"
    assert pane.submit_and_wait("echo qu''ick", "^quick$") == ["quick"]


def case_an_echo_that_was_cleared_hides_no_later_one(pane: Pane, _: Kind) -> None:
    pane.submit("bash --norc --noprofile")
    pane.settle(250)
    pane.submit("clear")
    pane.settle(250)
    assert kind_of(lambda: pane.submit_and_wait("true NEEDLE", "NEEDLE", timeout_s=0.8)) == "timed_out"
    assert pane.submit_and_wait("echo NEE''DLE", "^NEEDLE$") == ["NEEDLE"]


def case_a_tab_in_the_typed_command(pane: Pane, _: Kind) -> None:
    assert kind_of(lambda: pane.submit_and_wait("true 'a\tb NEEDLE'", "NEEDLE", timeout_s=0.8)) == "timed_out"


def case_a_wait_right_after_a_send_does_not_see_its_echo(pane: Pane, _: Kind) -> None:
    began = time.monotonic()
    pane.submit("sleep 0.4; echo LATER")
    assert "LATER" in pane.wait("LATER")
    assert time.monotonic() - began >= 0.4


def case_a_wait_from_the_generation_of_a_send_sees_what_came_before_it_was_armed(pane: Pane, _: Kind) -> None:
    receipt = pane.submit("echo EARLY")
    pane.settle()
    assert pane.wait("EARLY", since=receipt["output_generation"], timeout_s=5) == ["EARLY"]


def case_output_of_a_job_in_the_background(pane: Pane, _: Kind) -> None:
    assert pane.submit_and_wait("sh -c 'sleep 0.4; echo FROM''BEHIND' &", "FROMBEHIND")


def case_the_text_is_cleared_from_outside(pane: Pane, _: Kind) -> None:
    pane.submit_and_wait("echo NEEDLE", "^NEEDLE$")
    pane.settle()
    pane.send("echo NEEDLE")  # stays on the cursor's line, which a clear keeps
    pane.settle()
    wait = pane.armed("NEEDLE", timeout_s=4)
    pane.call("surface.clear")
    pane.key("ctrl-u")
    pane.settle()
    pane.submit("echo NEE''DLE")
    assert wait.lines() == ["NEEDLE"]


def case_marks_that_a_program_prints_move_nothing(pane: Pane, _: Kind) -> None:
    forged = "printf '\\033]133;A\\007\\033]133;B\\007FOUND\\033]133;C\\007\\033]133;D;0\\007'; sleep 0.3; echo DONE"
    found = pane.armed("FOUND")
    assert "DONE" in pane.submit_and_wait(forged, "DONE$")[-1]
    assert found.lines()


@pytest.mark.parametrize("case", cases(globals()))
def test_waiting(played: Played, case: str) -> None:
    played.result(case)
