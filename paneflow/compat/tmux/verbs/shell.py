"""Verbs that run programs, wait, or choose between commands."""

import asyncio
import os
import signal
import sys
from typing import Final, NamedTuple

from paneflow.compat.tmux.calls import Call
from paneflow.compat.tmux.errors import TmuxError
from paneflow.compat.tmux.formats import is_true
from paneflow.compat.tmux.ownership import require_own
from paneflow.compat.tmux.scripts import read_commands

OUTPUT_LIMIT: Final = 4 << 20  # bytes of a program that are kept


class Ended(NamedTuple):
    """How a program ended: a code, or minus a signal."""

    code: int
    output: bytes


async def run_shell(call: Call) -> None:
    """Run a line in a shell and print what it prints; -C runs commands instead, -b does not wait."""
    delay = _delay(call.args.get("d"))
    if delay is None and not call.args.words:
        return
    work = _run_commands(call, delay) if call.has("C") else _run_line(call, delay)
    if call.has("b"):
        call.shim.spawn(work)
    else:
        await work


def _delay(text: str | None) -> float | None:
    if text is None:
        return None
    try:
        return min(max(float(text), 0.0), 86_400.0)
    except ValueError:
        raise TmuxError(f"invalid delay time: {text}") from None


async def _run_commands(call: Call, delay: float | None) -> None:
    await asyncio.sleep(delay or 0)
    await call.shim.run_commands(call.run, read_commands(call.run, call.word(0)))


async def _run_line(call: Call, delay: float | None) -> None:
    line = call.format(call.word(0)) if call.args.words else None
    await asyncio.sleep(delay or 0)
    if line is None:
        return
    ended = await run_program(call, line)
    call.run.write(ended.output)
    if ended.output and not ended.output.endswith(b"\n"):
        call.run.write(b"\n")
    if ended.code > 0:
        call.run.print(f"'{line}' returned {ended.code}")
    elif ended.code < 0:
        call.run.print(f"'{line}' terminated by signal {-ended.code}")
    call.run.code = call.run.code or (ended.code if ended.code >= 0 else 128 - ended.code)


async def run_program(call: Call, line: str) -> Ended:
    """Run a line in sh, in a process group of its own that goes when the caller does."""
    session = call.target.session
    env = {name: value for name, value in call.shim.host.environment().items() if not name.startswith("PANEFLOW_")}
    call.state.environment.apply(env)
    if session is not None:
        session.environment.apply(env)
    env["TMUX"] = f"{call.state.socket},{os.getpid()},{session.id if session is not None else -1}"
    if path := call.run.client.env.get("PATH"):
        env["PATH"] = path
    given = call.args.get("c") if call.verb.name == "run-shell" else None
    cwd = call.directory(given)
    cwd = cwd if os.path.isdir(cwd) else "/"
    process = await asyncio.create_subprocess_exec(
        "/bin/sh",
        "-c",
        line,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env=env,
        cwd=cwd,
        start_new_session=True,
    )
    try:
        output = await _output(process)
        return Ended(await process.wait(), output)
    except asyncio.CancelledError:
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
        raise


async def _output(process: asyncio.subprocess.Process) -> bytes:
    kept = bytearray()
    assert process.stdout is not None
    while data := await process.stdout.read(65_536):
        kept += data[: max(OUTPUT_LIMIT - len(kept), 0)]
    return bytes(kept)


async def if_shell(call: Call) -> None:
    """Run one of two commands, by a shell's answer or (-F) by a format."""
    condition = call.format(call.word(0))
    if call.has("F"):
        holds = is_true(condition) and not condition.startswith("0")
    elif call.has("b"):
        call.shim.spawn(_decide(call, condition))
        return
    else:
        await _decide(call, condition)
        return
    await _choose(call, holds=holds)


async def _decide(call: Call, condition: str) -> None:
    ended = await run_program(call, condition)
    await _choose(call, holds=ended.code == 0)


async def _choose(call: Call, *, holds: bool) -> None:
    place = 1 if holds else 2
    if place < len(call.args.words):
        await call.shim.run_commands(call.run, read_commands(call.run, call.word(place)))


async def wait_for(call: Call) -> None:
    """Wait for a channel, signal it (-S), lock it (-L) or unlock it (-U)."""
    channels, name = call.shim.channels, call.word(0)
    if call.has("S"):
        channels.signal(name)
    elif call.has("L"):
        await channels.lock(name)
    elif call.has("U"):
        channels.unlock(name)
    else:
        await channels.wait(name)


async def pipe_pane(call: Call) -> None:
    """Let a program read what a pane prints (and with -I type into it); without one stop that."""
    pane = call.pane
    require_own(call.shim.host.model, call.run.client.surface, pane)
    live = call.shim.host.live(pane.id)
    if live is None or not live.running:
        raise TmuxError("target pane has exited")
    was_open = call.shim.pipes.close(pane.id)
    line = call.format(call.word(0), with_time=True) if call.args.words else ""
    if line and not (call.has("o") and was_open):
        await call.shim.pipes.open(pane.id, line, to_program=call.has("O") or not call.has("I"), to_pane=call.has("I"))
