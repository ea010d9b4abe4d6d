"""Verbs about windows."""

from paneflow.compat.tmux.calls import Call
from paneflow.compat.tmux.commands import Target
from paneflow.compat.tmux.ending import kill_pane, renumber, require_panes, require_window, unlink
from paneflow.compat.tmux.ending import kill_window as end_window
from paneflow.compat.tmux.errors import TmuxError
from paneflow.compat.tmux.glob import glob_match, regex_match
from paneflow.compat.tmux.listing import print_listing
from paneflow.compat.tmux.mirror import COMMON, workspace_of
from paneflow.compat.tmux.quoting import visible
from paneflow.compat.tmux.respawning import respawn
from paneflow.compat.tmux.spawning import Program, make_window, show_window
from paneflow.compat.tmux.state import Link, Session, Window
from paneflow.compat.tmux.targets import Found
from paneflow.ids import GroupId
from paneflow.model.actions import RenameWorkspace, SetGroup

PLACE = "#{session_name}:#{window_index}.#{pane_index}"
LIST_WINDOWS = (
    "#{window_index}: #{window_name}#{window_raw_flags} (#{window_panes} panes) [#{window_width}x#{window_height}] "
    "[layout #{window_layout}] #{window_id}#{?window_active, (active),}"
)
LIST_ALL_WINDOWS = (
    "#{session_name}:#{window_index}: #{window_name}#{window_raw_flags} (#{window_panes} panes) "
    "[#{window_width}x#{window_height}] "
)


# -- making -----------------------------------------------------------------------------------------------------------
def new_window(call: Call) -> None:
    """A window with one pane."""
    session, name = call.session, call.args.get("n")
    if call.has("S") and name is not None and call.target.index is None and _select_named(call, session, name):
        return
    index = call.target.index
    if call.has("a") or call.has("b"):
        index = make_room(session, call.target.link, before=call.has("b"))
    link = _make(call, session, index, name)
    if not call.has("d") or session.current is link:
        show_window(call.run, link)
        call.remember(Found(session, link, link.window.active, link.index))
    call.print_format(PLACE, Found(session, link, link.window.active, link.index))


def _select_named(call: Call, session: Session, name: str) -> bool:
    links = [link for link in session.ordered() if link.window.name == name]
    if len(links) > 1:
        raise TmuxError(f"multiple windows named {name}")
    if links and not call.has("d"):
        show_window(call.run, links[0])
    return bool(links)


def _make(call: Call, session: Session, index: int | None, name: str | None) -> Link:
    doomed = session.links.get(index) if index is not None else None
    if doomed is not None and not call.has("k"):
        raise TmuxError(f"create window failed: index {index} in use")
    if doomed is not None:
        require_window(call.run, doomed.window)
    program = Program(tuple(call.args.words), call.directory(call.args.get("c")), tuple(call.args.all("e")))
    shown = call.format(name, Found(session)) if name is not None else None
    was_current = doomed is not None and session.current is doomed
    try:
        link = make_window(call.run, session, program, name=shown, index=None if doomed is not None else index)
    except TmuxError as error:
        raise TmuxError(f"create window failed: {error.message}") from None
    if doomed is not None:
        unlink(call.run, doomed)
        move(session, link, doomed.index)
        if was_current:
            show_window(call.run, link)
    _share(call, session, link)
    return link


def _share(call: Call, session: Session, link: Link) -> None:
    """Sessions of one group have the same windows."""
    for member in session.group.sessions if session.group is not None else ():
        if member is not session:
            call.state.add_link(member, link.window, link.index)


def move(session: Session, link: Link, index: int) -> None:
    """Give a window another index, which is free."""
    del session.links[link.index]
    link.index = index
    session.links[index] = link


def make_room(session: Session, link: Link | None, *, before: bool) -> int:
    """Shift windows up so that the index after (`before`: of) a window is free."""
    link = link or session.current
    assert link is not None
    index = link.index if before else link.index + 1
    end = index
    while end in session.links:
        end += 1
    for each in reversed(range(index, end)):
        move(session, session.links[each], each + 1)
    return index


# -- choosing ---------------------------------------------------------------------------------------------------------
def select_window(call: Call) -> None:
    """Make a window its session's current one; -l -n -p as the three verbs below."""
    for flag, go in (("n", next_window), ("p", previous_window), ("l", last_window)):
        if call.has(flag):
            go(call)
            return
    if call.has("T") and call.session.current is call.link:
        last_window(call)
        return
    _show(call, call.link)


def next_window(call: Call) -> None:
    """The window with the next index, round the end."""
    _show(call, _beside(call.session, 1))


def previous_window(call: Call) -> None:
    """The window with the index before, round the start."""
    _show(call, _beside(call.session, -1))


def last_window(call: Call) -> None:
    """The window that was current before."""
    if not call.session.last:
        raise TmuxError("no last window")
    _show(call, call.session.last[0])


def _beside(session: Session, step: int) -> Link:
    ordered = session.ordered()
    assert session.current is not None
    return ordered[(ordered.index(session.current) + step) % len(ordered)]


def _show(call: Call, link: Link) -> None:
    show_window(call.run, link)
    call.remember_session(link.session)


def find_window(call: Call) -> None:
    """Go to the first window whose name, title or text matches; tmux shows a list when several do."""
    pattern = call.word(0)
    for link in call.session.ordered():
        if _matches(call, link.window, pattern):
            _show(call, link)
            return
    raise TmuxError(f"no windows matching: {pattern}")


def _matches(call: Call, window: Window, pattern: str) -> bool:
    everything = not any(call.has(flag) for flag in "CNT")
    texts = [window.name] if everything or call.has("N") else []
    for pane in window.panes:
        texts += [call.shim.host.title(pane.id)] if everything or call.has("T") else []
    if call.has("r"):
        return any(regex_match(pattern, text, ignore_case=call.has("i")) for text in texts)
    return any(glob_match(f"*{pattern}*", text, ignore_case=call.has("i")) for text in texts)


# -- showing and naming -----------------------------------------------------------------------------------------------
def list_windows(call: Call) -> None:
    """A line a window: of the session, or with -a of all."""
    context = call.run.context()
    sessions = call.state.ordered() if call.has("a") else [call.session]
    for session in sessions:
        contexts = [context.of_link(link) for link in session.ordered()]
        print_listing(call, contexts, LIST_ALL_WINDOWS if call.has("a") else LIST_WINDOWS)


def rename_window(call: Call) -> None:
    """Give a window a name, which then stays."""
    name_window(call, call.window, call.format(call.word(0)))


def name_window(call: Call, window: Window, name: str) -> None:
    """The same for a name that is known; an empty one is the shell's."""
    window.options.values["automatic-rename"] = "off"
    call.shim.host.do(RenameWorkspace(workspace_of(window), visible(name) or "sh"))
    window.name = call.shim.host.model.workspaces[workspace_of(window)].title


# -- ending -----------------------------------------------------------------------------------------------------------
def kill_window(call: Call) -> None:
    """End a window, or with -a all others of the session."""
    session = call.session
    if not call.has("a"):
        require_window(call.run, call.window)
        end_window(call.run, call.window)
        return
    doomed = [link.window for link in session.ordered() if link.window is not call.window]
    require_panes(call.run, [pane for window in doomed for pane in window.panes])
    for window in doomed:
        end_window(call.run, window)


def unlink_window(call: Call) -> None:
    """Take a window out of a session; -k also out of its last one."""
    others = len(list(call.state.links(call.window))) - (len(call.session.group.sessions) if call.session.group else 1)
    if not call.has("k") and not others:
        raise TmuxError("window only linked to one session")
    if not others:
        require_window(call.run, call.window)
    unlink(call.run, call.link)


def respawn_window(call: Call) -> None:
    """Start a window's first pane anew, and end the others."""
    window = call.window
    require_window(call.run, window)
    busy = [pane for pane in window.panes if pane.dead_status is None and pane.dead_signal is None]
    if busy and not call.has("k"):
        raise TmuxError(f"respawn window failed: window {call.session.name}:{call.link.index} still active")
    for pane in window.panes[1:]:
        kill_pane(call.run, pane)
    respawn(call, window.panes[0], "respawn window failed")


# -- moving -----------------------------------------------------------------------------------------------------------
def move_window(call: Call) -> None:
    """Give a window another place; with -r close the gaps between indexes."""
    if call.has("r"):
        found = call.shim.find(call.run, call.args.get("t"), Target("t", "session", can_fail=True))
        if found.session is None:
            raise TmuxError("")
        renumber(found.session)
        return
    source = _source(call)
    link_window(call)
    old = source.session
    unlink_place(call, source)
    if not call.has("s") and old.options.is_on("renumber-windows"):
        renumber(old)


def _source(call: Call) -> Link:
    link = call.source.link
    assert link is not None
    return link


def unlink_place(call: Call, link: Link) -> None:
    """Take a window out of one place, when it has another."""
    session, window = link.session, link.window
    for member in session.group.sessions if session.group is not None else [session]:
        other = next((each for each in member.ordered() if each is link or each.index == link.index), None)
        if other is not None and other.window is window:
            call.state.remove_link(member, other)
    if not any(each.window is window for each in session.ordered()):
        _regroup(call, window)  # before the session goes, and its group with all that is still in it
    if not session.links:
        call.shim.mirror.forget_session(call.state, session)


def _regroup(call: Call, window: Window) -> None:
    """A window that left its session belongs to the group of the one that has it now."""
    owner = next(call.state.links(window)).session
    if owner.id or call.state.name != COMMON:
        call.shim.host.do(SetGroup(workspace_of(window), GroupId(owner.id)))
    else:
        call.shim.host.do(SetGroup(workspace_of(window), None))


def link_window(call: Call) -> None:
    """Give a window a further place, in the same or another session."""
    source = _source(call)
    found = call.shim.find(call.run, call.args.get("t"), Target("t", "window", new_index=True))
    session, index = found.session, found.index
    assert session is not None
    if source.session is not session and source.session.group is not None and source.session.group is session.group:
        raise TmuxError("sessions are grouped")
    if call.has("a") or call.has("b"):
        index = make_room(session, found.link, before=call.has("b"))
    select = not call.has("d")
    taken = session.links.get(index) if index is not None else None
    if taken is not None:
        if taken.window is source.window:
            raise TmuxError(f"same index: {index}")
        if not call.has("k"):
            raise TmuxError(f"index in use: {index}")
        require_window(call.run, taken.window)
        select = select or session.current is taken
        if index is not None:
            _replace(call, session, taken)
    link = call.state.add_link(session, source.window, index)
    assert link is not None
    _share(call, session, link)
    if select:
        show_window(call.run, link)


def _replace(call: Call, session: Session, taken: Link) -> None:
    """Make a place free without letting the session end when it was its only one."""
    keeper = call.state.add_link(session, taken.window, max(session.links) + 1)
    unlink(call.run, taken)
    if keeper is not None:
        keeper_is_last = len(list(call.state.links(taken.window))) == 1
        if keeper_is_last:
            unlink(call.run, keeper)
        else:
            call.state.remove_link(session, keeper)


def swap_window(call: Call) -> None:
    """Let two windows change places."""
    source, target = _source(call), call.link
    if source.session is not target.session and source.session.group and source.session.group is target.session.group:
        raise TmuxError("can't move window, sessions are grouped")
    if source.window is target.window:
        return
    source.window, target.window = target.window, source.window
    if source.session is not target.session:
        _regroup(call, source.window)
        _regroup(call, target.window)
    if call.has("d"):
        show_window(call.run, target)
        if source.session is not target.session:
            show_window(call.run, source)
