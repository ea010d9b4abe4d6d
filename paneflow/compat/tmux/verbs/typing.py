"""Verbs that type into panes and read what is in them."""

import time
from functools import partial

from paneflow.compat.tmux.calls import Call
from paneflow.compat.tmux.ending import require_panes
from paneflow.compat.tmux.errors import (
    NO_ALTERNATE_SCREEN,
    NO_CURRENT_CLIENT,
    NOT_IN_MODE,
    TmuxError,
    cannot_find,
    not_served,
)
from paneflow.compat.tmux.keys import Key, control_byte, key_event, key_name, parse_key, typed_text
from paneflow.compat.tmux.numbers import NumberError, number
from paneflow.compat.tmux.ownership import require_own
from paneflow.compat.tmux.state import Pane
from paneflow.errors import NotFound
from paneflow.runtime.long_text import styled_text
from paneflow.vt.engine import Engine
from paneflow.vt.paste import clean
from paneflow.vt.styled_text import Look

MOST = 2**32 - 1
MAX_TYPED = 1 << 20  # bytes of one call
LEAVE_MODE = frozenset({"q", "Escape", "C-c"})


# -- typing -----------------------------------------------------------------------------------------------------------
def send_keys(call: Call) -> None:
    """Type keys by name and text as it is; -l all of it as text, -H bytes in hexadecimal."""
    pane = call.pane
    require_panes(call.run, [pane])
    repeat = _repeat(call)
    if call.has("X"):
        _mode_command(pane, call.word(0))
        return
    if call.has("M"):
        raise TmuxError("no mouse target")
    if call.has("K"):
        raise TmuxError(NO_CURRENT_CLIENT)
    if call.has("R") and (live := call.shim.host.live(pane.id)) is not None:
        live.engine.reset()
    words = [call.format(word) for word in call.args.words] if call.has("F") else call.args.words
    if pane.mode:
        _keys_in_mode(pane, words)
        return
    data = b"".join(_typed(call, pane, word) for word in words)
    if len(data) * repeat > MAX_TYPED:
        raise TmuxError("too much to type")
    type_into(call, pane, data * repeat)


def _repeat(call: Call) -> int:
    if not call.has("N"):
        return 1
    try:
        return number(call.args.get("N"), 1, MOST)
    except NumberError as problem:
        raise TmuxError(f"repeat count {problem}") from None


def _typed(call: Call, pane: Pane, word: str) -> bytes:
    """What one argument types."""
    if call.has("H"):
        try:
            code = int(word, 16)
        except ValueError:
            return b""
        return bytes([code]) if 0 <= code <= 255 else b""
    key = None if call.has("l") else parse_key(word)
    encoded = encode(call, pane, key) if key is not None else b""
    return encoded or word.encode("utf-8", "surrogateescape")


def encode(call: Call, pane: Pane, key: Key) -> bytes:
    """A key as the pane's program wants it; b"" if it is none that can be sent."""
    if (char := typed_text(key)) is not None:
        return char.encode("utf-8", "surrogateescape")
    event, live = key_event(key), call.shim.host.live(pane.id)
    if event is None or live is None:
        return b""
    return live.engine.encode_key(event) or control_byte(key)


def type_into(call: Call, pane: Pane, data: bytes) -> None:
    """Type bytes into a pane, and into all of its window while `synchronize-panes` is on."""
    together = pane.window.panes if pane.options.is_on("synchronize-panes") else [pane]
    for each in together:
        if data and not each.input_off and (each is pane or each.options.is_on("synchronize-panes")):
            require_panes(call.run, [each])
            call.shim.host.write(each.id, data)


def send_prefix(call: Call) -> None:
    """Type the prefix key."""
    require_panes(call.run, [call.pane])
    key = parse_key(call.session.options.text("prefix2" if call.has("2") else "prefix"))
    if key is not None:
        type_into(call, call.pane, encode(call, call.pane, key))


# -- modes: only that one is on, and how it is left -------------------------------------------------------------------
def copy_mode(call: Call) -> None:
    """Put a pane into copy mode, or with -q out of any: keys then no longer reach its program."""
    call.pane.mode = "" if call.has("q") else "copy-mode"


def clock_mode(call: Call) -> None:
    """The same with a clock."""
    call.pane.mode = "clock-mode"


def _mode_command(pane: Pane, command: str) -> None:
    if not pane.mode:
        raise TmuxError(NOT_IN_MODE)
    if command != "cancel":
        raise not_served("send-keys -X", command)
    pane.mode = ""


def _keys_in_mode(pane: Pane, words: list[str]) -> None:
    for word in words:
        key = parse_key(word)
        if key is not None and key_name(key) in LEAVE_MODE:
            pane.mode = ""
            return


# -- reading ----------------------------------------------------------------------------------------------------------
async def capture_pane(call: Call) -> None:
    """What a pane shows or has shown, on stdout or in a buffer."""
    require_own(call.shim.host.model, call.run.client.surface, call.pane)
    data = await _captured(call)
    if call.has("p"):
        call.run.write(data.removesuffix(b"\n") + b"\n")
        return
    name = call.args.get("b")
    if name is not None:
        call.state.buffers.set(name, data, time.time())
    else:
        call.state.buffers.add(data, time.time(), limit=call.state.options.number("buffer-limit"))


async def _captured(call: Call) -> bytes:
    live = call.shim.host.live(call.pane.id)
    if live is None or call.has("P"):
        return b""
    if call.has("a"):
        if live.engine.modes().alternate_screen:
            raise not_served("capture-pane -a", "the screen behind the alternate one cannot be read")
        if not call.has("q"):
            raise TmuxError(NO_ALTERNATE_SCREEN)
        return b""
    look = Look(codes=call.has("e"), escape=call.has("C"), join=call.has("J"), keep_blanks=call.has("N"))
    try:
        return await styled_text(call.shim.host.session, live, partial(_range, call), look)
    except NotFound:
        raise cannot_find("pane", f"%{call.pane.id}") from None


def _range(call: Call, engine: Engine) -> tuple[int, int]:
    total = engine.scrollbar().total
    history = max(total - engine.rows, 0)
    end = history + engine.rows - 1
    start = _line(call.args.get("S"), history, dash=0, otherwise=history, end=end)
    stop = _line(call.args.get("E"), history, dash=end, otherwise=end, end=end)
    return min(start, stop), max(start, stop)


def _line(given: str | None, history: int, *, dash: int, otherwise: int, end: int) -> int:
    """A line of `-S` or `-E`: 0 is the screen's first, negative ones are history."""
    if given == "-":
        return dash
    try:
        return min(max(history + number(given, -(2**31), 32_767), 0), end)
    except NumberError:
        return otherwise


def clear_history(call: Call) -> None:
    """Forget what has left the screen."""
    require_panes(call.run, [call.pane])
    live = call.shim.host.live(call.pane.id)
    if live is not None:
        live.engine.clear(scrollback_only=True)


# -- pasting ----------------------------------------------------------------------------------------------------------
def paste_buffer(call: Call) -> None:
    """Type a buffer's text; with -p as a paste where the program asked for that."""
    pane, buffers, name = call.pane, call.state.buffers, call.args.get("b")
    require_panes(call.run, [pane])
    buffer = buffers.top() if name is None else buffers.get(name)
    if buffer is None:
        if name is not None:
            raise TmuxError(f"no buffer {name}")
        return
    separator = call.args.get("s")
    if separator is None:
        separator = "\n" if call.has("r") else "\r"
    content = clean(buffer.data.decode("utf-8", "surrogateescape")).replace("\n", separator)
    live = call.shim.host.live(pane.id)
    bracketed = call.has("p") and live is not None and live.engine.modes().bracketed_paste
    start, end = (b"\x1b[200~", b"\x1b[201~") if bracketed else (b"", b"")
    if not pane.input_off:
        call.shim.host.write(pane.id, start + content.encode("utf-8", "surrogateescape") + end)
    if call.has("d"):
        buffers.delete(buffer.name)
