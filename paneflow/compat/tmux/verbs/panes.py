"""Verbs about panes."""

from paneflow.compat.tmux.calls import Call
from paneflow.compat.tmux.ending import kill_pane as end_pane
from paneflow.compat.tmux.ending import require_panes
from paneflow.compat.tmux.errors import TmuxError, not_served
from paneflow.compat.tmux.layout import Kind
from paneflow.compat.tmux.listing import print_listing
from paneflow.compat.tmux.neighbours import neighbour
from paneflow.compat.tmux.numbers import NumberError, number
from paneflow.compat.tmux.respawning import respawn
from paneflow.compat.tmux.spawning import Place, Program, make_pane, show_pane
from paneflow.compat.tmux.state import Pane, Window
from paneflow.compat.tmux.targets import Found
from paneflow.compat.tmux.verbs.windows import PLACE
from paneflow.compat.tmux.zooming import unzoom, zoom
from paneflow.geometry import Direction
from paneflow.ids import SurfaceId
from paneflow.model.actions import ReportTitle

MOST = 2**31 - 1
LIST_PANES = (
    "#{pane_index}: [#{pane_width}x#{pane_height}] [history #{history_size}/#{history_limit}, #{history_bytes} bytes] "
    "#{pane_id}#{?pane_active, (active),}#{?pane_dead, (dead),}"
)
DIRECTIONS = {"L": Direction.LEFT, "R": Direction.RIGHT, "U": Direction.UP, "D": Direction.DOWN}


def split_window(call: Call) -> None:
    """A new pane beside or below another."""
    if call.has("I") and not call.args.words:
        raise not_served("split-window -I")
    window, pane = call.window, call.pane
    along = Kind.ROW if call.has("h") else Kind.COLUMN
    whole = (window.width, window.height) if call.has("f") else window.rectangle(pane)[2:]
    size = _split_size(call, whole[0] if along is Kind.ROW else whole[1])
    unzoom(call.run, window)
    place = Place(along, size, before=call.has("b"), full=call.has("f"))
    program = Program(tuple(call.args.words), call.directory(call.args.get("c")), tuple(call.args.all("e")))
    made = make_pane(call.run, call.session, pane, place, program)
    if not call.has("d"):
        show_pane(call.run, made)
        call.remember(Found(call.session, call.link, made, call.link.index))
    if call.has("Z") and window.active is not None:
        zoom(call.run, window.active)
    call.print_format(PLACE, Found(call.session, call.link, made, call.link.index))


def _split_size(call: Call, whole: int) -> int:
    """`-l 20`, `-l 20%`, `-p 20`; -1 for halves."""
    length, share = call.args.get("l"), call.args.get("p")
    try:
        if length is not None and length.endswith("%"):
            return whole * number(length[:-1], 0, MOST) // 100
        if length is not None:
            return number(length, 0, MOST)
        return whole * number(share, 0, MOST) // 100 if share is not None else -1
    except NumberError as problem:
        if length is None:
            raise TmuxError(f"create pane failed: -p {problem}") from None
        raise TmuxError(f"{'percentage' if length.endswith('%') else 'lines'} {problem}") from None


def list_panes(call: Call) -> None:
    """A line a pane: of the window, with -s of the session, with -a of all."""
    context = call.run.context()
    if call.has("a"):
        links = [link for session in call.state.ordered() for link in session.ordered()]
        template = "#{session_name}:#{window_index}." + LIST_PANES
    elif call.has("s"):
        links, template = call.session.ordered(), "#{window_index}." + LIST_PANES
    else:
        links, template = [call.link], LIST_PANES
    for link in links:
        print_listing(call, [context.of_pane(link, pane) for pane in link.window.panes], template)


def kill_pane(call: Call) -> None:
    """End a pane, or with -a all others of its window."""
    doomed = [pane for pane in call.window.panes if pane is not call.pane] if call.has("a") else [call.pane]
    require_panes(call.run, doomed)
    unzoom(call.run, call.window)
    for pane in doomed:
        end_pane(call.run, pane)


def respawn_pane(call: Call) -> None:
    """Start a pane's program again, or another one."""
    respawn(call, call.pane, "respawn pane failed")


# -- choosing ---------------------------------------------------------------------------------------------------------
def select_pane(call: Call) -> None:
    """Make a pane its window's active one; or mark, name, style it, or take its input."""
    if call.has("l"):
        last_pane(call)
        return
    if call.has("m") or call.has("M"):
        _mark(call)
        return
    pane: Pane | None = call.pane
    if (style := call.args.get("P")) is not None:
        call.pane.options.values.update({"window-style": style, "window-active-style": style})
    if call.has("g"):
        call.run.print(call.pane.options.text("window-style"))
        return
    for flag, direction in DIRECTIONS.items():
        if call.has(flag):
            pane = neighbour(call.window, call.pane, direction)
            break
    if pane is not None:
        _select(call, pane)


def _select(call: Call, pane: Pane) -> None:
    if call.has("e") or call.has("d"):
        pane.input_off = not call.has("e")
    elif (title := call.args.get("T")) is not None:
        call.shim.host.do(ReportTitle(SurfaceId(pane.id), call.format(title)))
    elif pane is not call.window.active:
        _activate(call, pane)
        call.remember(Found(call.session, call.link, pane, call.link.index))


def _activate(call: Call, pane: Pane) -> None:
    zoomed = unzoom(call.run, pane.window)
    show_pane(call.run, pane)
    if zoomed and call.has("Z"):
        zoom(call.run, pane)


def _mark(call: Call) -> None:
    marked = call.state.marked
    is_marked = marked is not None and marked[0] is call.link and marked[1] is call.pane
    call.state.marked = None if call.has("M") or is_marked else (call.link, call.pane)


def last_pane(call: Call) -> None:
    """The pane that was active before; of two the other one."""
    window = call.window
    pane = window.last or _other(window)
    if pane is None:
        raise TmuxError("no last pane")
    if call.has("e") or call.has("d"):
        pane.input_off = not call.has("e")
        return
    _activate(call, pane)
    call.remember(Found(call.session, call.link, pane, call.link.index))


def _other(window: Window) -> Pane | None:
    if len(window.panes) != 2:
        return None
    return next(pane for pane in window.panes if pane is not window.active)
