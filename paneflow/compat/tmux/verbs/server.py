"""Verbs about the server itself, and messages."""

import getpass
import glob as files
import os
import sys

from paneflow.compat.tmux.calls import Call
from paneflow.compat.tmux.commands import VERBS
from paneflow.compat.tmux.ending import kill_session, require_session
from paneflow.compat.tmux.errors import NO_SUCH_FILE, TmuxError, not_served
from paneflow.compat.tmux.formats import expand
from paneflow.compat.tmux.mirror import COMMON
from paneflow.compat.tmux.numbers import NumberError, number
from paneflow.compat.tmux.ownership import owns
from paneflow.compat.tmux.scripts import Line, read_script
from paneflow.compat.tmux.variables import VARIABLES
from paneflow.compat.tmux.verbs.buffers import read
from paneflow.compat.tmux.verbs.sessions import require_client

MESSAGE = "[#{session_name}] #{window_index}:#{window_name}, current pane #{pane_index} - (%H:%M %d-%b-%y)"
COMMANDS = "#{command_list_name}#{?command_list_alias, (#{command_list_alias}),} #{command_list_usage}"


def start_server(_: Call) -> None:
    """It runs, or this would not."""


def kill_server(call: Call) -> None:
    """End every session of this server; the common one only for who owns everything in it."""
    host, caller = call.shim.host, call.run.client.surface
    panes = list(call.state.panes.values())
    if call.state.name == COMMON and caller is not None:
        others = [pane for pane in panes if not owns(host.model, caller, pane.id)]
        if others:
            raise TmuxError(
                f"kill-server would end {len(others)} panes that are not yours; to end everything: paneflow host stop --force"
            )
    for session in call.state.ordered():
        require_session(call.run, session)
    for session in call.state.ordered():
        kill_session(call.run, session)


def list_commands(call: Call) -> None:
    """The commands and what they take."""
    wanted = call.word(0)
    template = call.args.get("F") or COMMANDS
    for verb in VERBS:
        if wanted and wanted not in (verb.name, verb.alias):
            continue
        extra = {
            "command_list_name": verb.name,
            "command_list_alias": verb.alias,
            "command_list_usage": verb.usage,
        }
        if line := expand(template, call.run.context().with_extra(extra)):
            call.run.print(line)


def display_message(call: Call) -> None:
    """Print a format (-p). Without -p a client would show it, and there is none."""
    if call.has("I"):
        raise not_served("display-message -I")
    if call.has("F") and call.args.words:
        raise TmuxError("only one of -F or argument must be given")
    if call.has("d"):
        try:
            number(call.args.get("d"), 0, 2**32 - 1)
        except NumberError as problem:
            raise TmuxError(f"delay {problem}") from None
    if call.has("a"):
        _print_all(call)
        return
    text = call.word(0) if call.args.words else call.args.get("F") or MESSAGE
    message = text if call.has("l") else call.format(text, with_time=True)
    if call.has("p"):
        call.run.print(message)


def _print_all(call: Call) -> None:
    context = call.run.context().of_found(call.target)
    for name in sorted(VARIABLES):
        value = context.find(name)
        if value is not None:
            call.run.print(f"{name}={value}")


def show_messages(call: Call) -> None:
    """Messages of a client, which there is none of."""
    require_client(call)


PROMPTS = ("command", "search", "target", "window-target")


def show_prompt_history(call: Call) -> None:
    """What was typed at a client's prompts: nothing, since there are none."""
    for kind in _prompts(call):
        call.run.print(f"History for {kind}:\n\n")


def clear_prompt_history(call: Call) -> None:
    """Nothing is left to clear."""
    _prompts(call)


def _prompts(call: Call) -> tuple[str, ...]:
    kind = call.args.get("T")
    if kind is not None and kind not in PROMPTS:
        raise TmuxError(f"invalid type: {kind}")
    return PROMPTS if kind is None else (kind,)


def server_access(call: Call) -> None:
    """Only the same user is let in, and that cannot be changed; -l says who, and as in tmux not that root may."""
    if call.has("l"):
        if sys.platform == "win32" or os.getuid():
            call.run.print(f"{getpass.getuser()} (W)")
        return
    if not call.args.words:
        raise TmuxError("missing user argument")
    raise not_served("server-access", "only your own processes may connect")


async def source_file(call: Call) -> None:
    """Run the commands of files, `-` being stdin; -n only reads them, -q passes over missing ones."""
    for word in call.args.words:
        path = call.format(word) if call.has("F") else word
        for name in _paths(call, path):
            await _source(call, name)


def _paths(call: Call, path: str) -> list[str]:
    if path == "-":
        return ["-"]
    found = sorted(files.glob(call.path(path)))
    if not found and not call.has("q"):
        call.run.fail(TmuxError(f"{path}: {NO_SUCH_FILE}"))
    return found


async def _source(call: Call, name: str) -> None:
    text = read(call, name).decode("utf-8", "surrogateescape")
    lines, problems = read_script(call.run, text)
    if problems:
        for place, message in problems:
            call.run.fail(TmuxError(f"{name}:{place}: {message}"))
        return
    if call.has("n"):
        return
    for line in lines:
        await _run_line(call, line)


async def _run_line(call: Call, line: Line) -> None:
    if line.command is None:
        name, _, value = line.assignment.partition("=")
        call.state.environment.set(name, value, hidden=line.hidden)
        return
    failed_before = call.run.code
    call.run.code = 0
    await call.shim.run_commands(call.run, [line.command])
    call.run.code = call.run.code or failed_before
