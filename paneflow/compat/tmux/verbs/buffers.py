"""Verbs about paste buffers, except pasting."""

import os
import time
from typing import Final

from paneflow.compat.tmux.buffers import SIZE_LIMIT, Buffer
from paneflow.compat.tmux.calls import Call
from paneflow.compat.tmux.errors import NO_BUFFER, NO_BUFFERS, TmuxError
from paneflow.compat.tmux.listing import print_listing
from paneflow.runtime.files import read_file

LIST_BUFFERS: Final = '#{buffer_name}: #{buffer_size} bytes: "#{buffer_sample}"'


def list_buffers(call: Call) -> None:
    """A line a buffer, the latest first."""
    context = call.run.context()
    print_listing(call, [context.of_buffer(buffer) for buffer in call.state.buffers.latest_first()], LIST_BUFFERS)


def set_buffer(call: Call) -> None:
    """Keep text, add to it (-a), or give a buffer another name (-n)."""
    buffers, name = call.state.buffers, call.args.get("b")
    buffer = buffers.get(name) if name is not None else None
    if (new := call.args.get("n")) is not None:
        buffer = buffer or buffers.top()
        if buffer is None:
            raise TmuxError(NO_BUFFER)
        buffers.rename(buffer.name, new)
        return
    if not call.args.words:
        raise TmuxError("no data specified")
    data = call.word(0).encode("utf-8", "surrogateescape")
    if data:
        keep(call, (buffer.data if buffer is not None and call.has("a") else b"") + data)


def keep(call: Call, data: bytes) -> None:
    """Keep bytes under the name of `-b`, or an automatic one."""
    name = call.args.get("b")
    if name is None:
        call.state.buffers.add(data, time.time(), limit=call.state.options.number("buffer-limit"))
    else:
        call.state.buffers.set(name, data, time.time())


def delete_buffer(call: Call) -> None:
    """Forget a buffer."""
    name = call.args.get("b")
    buffer = (call.state.buffers.get(name) if name is not None else None) or call.state.buffers.top()
    if buffer is None or (name is not None and buffer.name != name):
        raise TmuxError(NO_BUFFER if name is None else f"unknown buffer: {name}")
    call.state.buffers.delete(buffer.name)


def _asked(call: Call) -> Buffer:
    name = call.args.get("b")
    buffer = call.state.buffers.top() if name is None else call.state.buffers.get(name)
    if buffer is None:
        raise TmuxError(NO_BUFFERS if name is None else f"no buffer {name}")
    return buffer


def show_buffer(call: Call) -> None:
    """A buffer's bytes on stdout."""
    call.run.write(_asked(call).data)


def save_buffer(call: Call) -> None:
    """A buffer's bytes into a file; `-` is stdout."""
    data, name = _asked(call).data, call.format(call.word(0))
    if name == "-":
        call.run.write(data)
        return
    flags = os.O_WRONLY | os.O_CREAT | getattr(os, "O_NONBLOCK", 0) | (os.O_APPEND if call.has("a") else os.O_TRUNC)
    try:
        file = os.open(call.path(name), flags, 0o644)
        with open(file, "wb") as out:
            out.write(data)
    except OSError as error:
        raise TmuxError(f"{os.strerror(error.errno or 0)}: {name}") from None


def load_buffer(call: Call) -> None:
    """Keep a file's bytes; `-` is stdin."""
    keep(call, read(call, call.format(call.word(0))))


def read(call: Call, name: str) -> bytes:
    """A file as the client means it. Raises TmuxError."""
    if name == "-":
        return call.run.client.stdin or b""
    try:
        return read_file(call.path(name), SIZE_LIMIT + 1)
    except OSError as error:
        raise TmuxError(f"{call.path(name)}: {os.strerror(error.errno or 0)}") from None
