"""Verbs that arrange panes: layouts, sizes, and moving panes about."""

from paneflow.compat.tmux import layout_string
from paneflow.compat.tmux.calls import Call
from paneflow.compat.tmux.ending import require_panes
from paneflow.compat.tmux.errors import TmuxError
from paneflow.compat.tmux.layout import Kind
from paneflow.compat.tmux.layout_presets import NAMES, arrange, find_layout, spread_out
from paneflow.compat.tmux.layout_string import LayoutError
from paneflow.compat.tmux.moving import give_window, move_into, swap
from paneflow.compat.tmux.naming import shown_name, start_command
from paneflow.compat.tmux.numbers import NumberError, number, percentage
from paneflow.compat.tmux.spawning import Place, show_pane, show_window, window_size
from paneflow.compat.tmux.state import Pane, Window
from paneflow.compat.tmux.targets import Found
from paneflow.compat.tmux.verbs.windows import PLACE, make_room, name_window, unlink_place
from paneflow.compat.tmux.zooming import unzoom, zoom

MOST = 2**31 - 1
WINDOW_LARGEST = 10_000


# -- layouts ----------------------------------------------------------------------------------------------------------
def select_layout(call: Call) -> None:
    """A layout by name or string, the one before (-o), or panes spread evenly (-E)."""
    window = call.window
    unzoom(call.run, window)
    before, window.old_layout = window.old_layout, layout_string.dump(window.layout.root)
    try:
        _choose_layout(call, window, before)
    except LayoutError as error:
        window.old_layout = before
        raise TmuxError(str(error)) from None
    call.shim.mirror.push(window)


def _choose_layout(call: Call, window: Window, before: str) -> None:
    if call.has("n") or call.has("p"):
        _step(window, 1 if call.has("n") else -1)
        return
    if call.has("E"):
        spread_out(window.layout, call.pane.id)
        return
    name = call.word(0) or (before if call.has("o") else "")
    preset = None if call.has("o") else find_layout(name) if name else window.layout_name
    if preset:
        _arrange(window, preset)
    elif name:
        try:
            layout_string.apply(window.layout, name, [pane.id for pane in window.panes])
        except LayoutError as error:
            raise LayoutError(f"{error}: {name}") from None


def _arrange(window: Window, preset: str) -> None:
    options = {name: window.options.text(name) for name in _MAIN_OPTIONS}
    arrange(window.layout, preset, [pane.id for pane in window.panes], (window.width, window.height), options)
    window.layout_name = preset


_MAIN_OPTIONS = ("main-pane-width", "main-pane-height", "other-pane-width", "other-pane-height")


def _step(window: Window, step: int) -> None:
    place = NAMES.index(window.layout_name) + step if window.layout_name else (0 if step > 0 else -1)
    _arrange(window, NAMES[place % len(NAMES)])


def next_layout(call: Call) -> None:
    """The next of the five."""
    _other_layout(call, 1)


def previous_layout(call: Call) -> None:
    """The one before."""
    _other_layout(call, -1)


def _other_layout(call: Call, step: int) -> None:
    window = call.window
    unzoom(call.run, window)
    window.old_layout = layout_string.dump(window.layout.root)
    _step(window, step)
    call.shim.mirror.push(window)


# -- sizes ------------------------------------------------------------------------------------------------------------
def resize_pane(call: Call) -> None:
    """Give a pane another size, or with -Z all of the window."""
    window, pane = call.window, call.pane
    if call.has("T") or call.has("M"):
        return
    if call.has("Z"):
        if not unzoom(call.run, window):
            zoom(call.run, pane)
        return
    unzoom(call.run, window)
    adjustment = _adjustment(call)
    _resize_to(call, window, pane)
    moves = {"L": (Kind.ROW, -1), "R": (Kind.ROW, 1), "U": (Kind.COLUMN, -1), "D": (Kind.COLUMN, 1)}
    chosen = next((moves[flag] for flag in "LRUD" if call.has(flag)), None)
    if chosen is not None:
        window.layout.resize_by(pane.id, chosen[0], chosen[1] * adjustment)
    call.shim.mirror.push(window)


def _resize_to(call: Call, window: Window, pane: Pane) -> None:
    sizes = (("x", "width", Kind.ROW, window.width), ("y", "height", Kind.COLUMN, window.height))
    for flag, name, along, whole in sizes:
        text = call.args.get(flag)
        if text is None:
            continue
        try:
            window.layout.resize_to(pane.id, along, percentage(text, 0, MOST, whole))
        except NumberError as problem:
            raise TmuxError(f"{name} {problem}") from None


def _adjustment(call: Call) -> int:
    try:
        return number(call.word(0), 1, MOST) if call.args.words else 1
    except NumberError as problem:
        raise TmuxError(f"adjustment {problem}") from None


def resize_window(call: Call) -> None:
    """Give a window a size of its own."""
    window, adjustment = call.window, _adjustment(call)
    width = _window_size(call, "x", "width", window.width)
    height = _window_size(call, "y", "height", window.height)
    if call.has("A") or call.has("a"):  # the largest or smallest client's; without any, what a new window gets
        width, height = window_size(call.run, call.session)
    elif call.has("L") or call.has("R"):
        width += adjustment if call.has("R") else -min(adjustment, width)
    elif call.has("U") or call.has("D"):
        height += adjustment if call.has("D") else -min(adjustment, height)
    window.options.values["window-size"] = "manual"
    window.layout.resize(max(min(width, WINDOW_LARGEST), 1), max(min(height, WINDOW_LARGEST), 1))
    call.shim.mirror.push(window)


def _window_size(call: Call, flag: str, name: str, now: int) -> int:
    if not call.has(flag):
        return now
    try:
        return number(call.args.get(flag), 1, WINDOW_LARGEST)
    except NumberError as problem:
        raise TmuxError(f"{name} {problem}") from None


# -- panes that move --------------------------------------------------------------------------------------------------
def rotate_window(call: Call) -> None:
    """Let every pane take the place of the one before (-D: after) it."""
    window = call.window
    zoomed = unzoom(call.run, window)
    cells = [window.layout.leaf(pane.id) for pane in window.panes]
    active = window.panes.index(window.active) if window.active is not None else 0
    if call.has("D"):
        window.panes.insert(0, window.panes.pop())
    else:
        window.panes.append(window.panes.pop(0))
    for cell, pane in zip(cells, window.panes, strict=True):
        cell.pane = pane.id
    call.shim.mirror.push(window)
    show_pane(call.run, window.panes[active])
    if zoomed and call.has("Z"):
        zoom(call.run, window.panes[active])
    call.remember(Found(call.session, call.link, window.active, call.link.index))


def swap_pane(call: Call) -> None:
    """Let two panes change places."""
    target, source = call.pane, call.source_pane
    panes = target.window.panes
    if call.has("D") or call.has("U"):
        source = panes[(panes.index(target) + (1 if call.has("D") else -1)) % len(panes)]
    if source is target:
        return
    for window in (source.window, target.window):
        unzoom(call.run, window)
    swap(call.run, source, target, follow=not call.has("d"))


def join_pane(call: Call) -> None:
    """Move a pane beside another one, of the same or another window."""
    target, source = call.pane, call.source_pane
    if source is target:
        raise TmuxError("source and target panes must be different")
    require_panes(call.run, [source])
    for window in (target.window, source.window):
        unzoom(call.run, window)
    place = Place(Kind.ROW if call.has("h") else Kind.COLUMN, _join_size(call, target), call.has("b"), call.has("f"))
    move_into(call.run, source, target, place)
    if not call.has("d"):
        show_pane(call.run, source)
        show_window(call.run, call.link)
        call.remember_session(call.session)


def _join_size(call: Call, target: Pane) -> int:
    _, _, width, height = target.window.rectangle(target)
    whole = width if call.has("h") else height
    length, share = call.args.get("l"), call.args.get("p")
    try:
        if length is not None:
            return percentage(length, 0, MOST, whole)
        return whole * number(share, 0, 100) // 100 if share is not None else -1
    except NumberError as problem:
        raise TmuxError(f"size {problem}") from None


def break_pane(call: Call) -> None:
    """Give a pane a window of its own."""
    source, link, session = call.source_pane, call.source.link, call.session
    assert link is not None
    require_panes(call.run, [source])
    index = call.target.index
    if call.has("a") or call.has("b"):
        index = make_room(session, call.target.link, before=call.has("b"))
    unzoom(call.run, source.window)
    if len(source.window.panes) == 1:
        _move_whole(call)
        return
    if index is not None and index in session.links:
        raise TmuxError(f"index in use: {index}")
    name = call.args.get("n")
    made = give_window(call.run, session, source, name or shown_name(start_command(source.argv)) or "sh", index)
    if name is not None:
        made.window.options.values["automatic-rename"] = "off"
    if not call.has("d"):
        show_window(call.run, made)
        call.remember_session(session)
    call.print_format(PLACE, Found(session, made, source, made.index))


def _move_whole(call: Call) -> None:
    """The only pane of a window: the window itself moves."""
    link, session = call.source.link, call.session
    assert link is not None
    window = link.window
    made = call.state.add_link(session, window, call.target.index)
    if made is None:
        raise TmuxError(f"index in use: {call.target.index}")
    if not call.has("d"):
        show_window(call.run, made)
    if (name := call.args.get("n")) is not None:
        name_window(call, window, name)
    unlink_place(call, link)
