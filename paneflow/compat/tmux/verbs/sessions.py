"""Verbs about sessions and about the clients that look at them."""

from paneflow.compat.tmux import targets
from paneflow.compat.tmux.calls import Call
from paneflow.compat.tmux.commands import Target
from paneflow.compat.tmux.ending import kill_session as end_session
from paneflow.compat.tmux.ending import require_session
from paneflow.compat.tmux.errors import NO_CURRENT_CLIENT, NO_SESSIONS, NOT_A_TERMINAL, TmuxError, cannot_find
from paneflow.compat.tmux.listing import print_listing
from paneflow.compat.tmux.numbers import NumberError, number
from paneflow.compat.tmux.quoting import visible
from paneflow.compat.tmux.spawning import Program, make_session, make_window, show_pane, show_window
from paneflow.compat.tmux.state import Session, SessionGroup
from paneflow.compat.tmux.targets import Found
from paneflow.geometry import Size
from paneflow.ids import GroupId
from paneflow.model.actions import RenameGroup

LIST_SESSIONS = (
    "#{session_name}: #{session_windows} windows (created #{t:session_created})"
    "#{?session_grouped, (group ,}#{session_group}#{?session_grouped,),}#{?session_attached, (attached),}"
)


def new_session(call: Call) -> None:
    """A session with its first window; without -d the caller's terminal would show it, so it has to be one."""
    args = call.args
    if call.has("t") and (args.words or call.has("n")):
        raise TmuxError("command or window name given with target")
    name = None if args.get("s") is None else checked_name(call.format(args.get("s") or "", Found()))
    existing = call.state.sessions.get(name) if name is not None else call.target.session
    if call.has("A") and existing is not None:
        return _attach(call, existing)
    if name is not None and name in call.state.sessions:
        raise TmuxError(f"duplicate session: {name}")
    if not call.has("d"):
        require_terminal(call)
    session = _make(call, name)
    if not call.has("d"):
        call.run.attach = session.id
    call.print_format("#{session_name}:", targets.from_session(session))
    call.remember_session(session)
    return None


def _make(call: Call, name: str | None) -> Session:
    args = call.args
    partner = call.target.session if call.has("t") else None
    prefix = (partner.group.name if partner.group else partner.name) if partner else args.get("t") or ""
    cwd = call.path(call.format(args.get("c") or "", Found())) if call.has("c") else call.run.client.cwd
    session = make_session(call.run, name, cwd, _size(call), prefix=prefix)
    if not call.has("E"):
        session.environment.update(session.options.items("update-environment"), call.run.client.env)
    for assignment in args.all("e"):
        session.environment.put(assignment)
    if call.has("t"):
        _join_group(call, session, partner, prefix)
    if not session.links:
        _first_window(call, session, cwd)
    return session


def _first_window(call: Call, session: Session, cwd: str) -> None:
    try:
        make_window(call.run, session, Program(tuple(call.args.words), cwd), name=call.args.get("n"))
    except TmuxError as error:
        call.shim.mirror.forget_session(call.state, session)
        raise TmuxError(f"create window failed: {error.message}") from None


def _join_group(call: Call, session: Session, partner: Session | None, name: str) -> None:
    """Let a session show the windows of another."""
    group = call.state.groups.setdefault(name, SessionGroup(name))
    for member in filter(None, (partner, session)):
        if member not in group.sessions:
            group.sessions.append(member)
        member.group = group
    if partner is None and len(group.sessions) > 1:
        partner = group.sessions[0]
    for link in partner.ordered() if partner is not None else ():
        call.state.add_link(session, link.window, link.index)


def checked_name(name: str) -> str:
    """A session's name as tmux would keep it."""
    if not name:
        raise TmuxError(f"invalid session: {name}")
    return visible(name.replace(":", "_").replace(".", "_"))


def _size(call: Call) -> Size:
    default = call.state.session_options.text("default-size").partition("x")
    cols, rows = int(default[0] or 80), int(default[2] or 24)
    return Size(_dimension(call, "x", "width", cols), _dimension(call, "y", "height", rows))


def _dimension(call: Call, flag: str, name: str, default: int) -> int:
    text = call.args.get(flag)
    if text is None or text == "-":
        return default
    try:
        return number(text, 1, 65_535)
    except NumberError as problem:
        raise TmuxError(f"{name} {problem}") from None


def require_terminal(call: Call) -> None:
    """Only a terminal can show a session; inside one of ours it would show itself."""
    _refuse_nesting(call)
    if not call.run.client.is_terminal:
        raise TmuxError(NOT_A_TERMINAL)


def _refuse_nesting(call: Call) -> None:
    if call.run.client.env.get("TMUX") and call.run.client.is_terminal:
        raise TmuxError("sessions should be nested with care, unset $TMUX to force")


def has_session(_: Call) -> None:
    """The target was found, or this would not run."""


def kill_session(call: Call) -> None:
    """End a session, or with -a all others."""
    if call.has("C"):
        return
    doomed = [each for each in call.state.ordered() if each is not call.session] if call.has("a") else [call.session]
    for session in doomed:
        require_session(call.run, session)
    for session in doomed:
        end_session(call.run, session)


def rename_session(call: Call) -> None:
    """Give a session another name."""
    session, name = call.session, checked_name(call.format(call.word(0)))
    if name == session.name:
        return
    if name in call.state.sessions:
        raise TmuxError(f"duplicate session: {name}")
    if session.id in call.shim.host.model.groups:
        call.shim.host.do(RenameGroup(GroupId(session.id), name))
    del call.state.sessions[session.name]
    session.name = name
    call.state.sessions[name] = session


def list_sessions(call: Call) -> None:
    """A line a session."""
    context = call.run.context()
    print_listing(call, [context.of_session(session) for session in call.state.ordered()], LIST_SESSIONS)


# -- clients: there are none that tmux would know; windows of Paneflow look at everything -----------------------------
def attach_session(call: Call) -> None:
    """Open a window on a session, where there is a terminal to do it from."""
    if not call.state.sessions:
        raise TmuxError(NO_SESSIONS)
    _refuse_nesting(call)
    text = call.args.get("t")
    kind = "pane" if text and set(":.") & set(text) else "session"
    found = call.shim.find(call.run, text, Target("t", kind))
    require_terminal(call)
    if found.pane is not None and found.link is not None:
        show_window(call.run, found.link)
        show_pane(call.run, found.pane)
    if found.session is not None:
        call.run.attach = found.session.id


def _attach(call: Call, session: Session) -> None:
    require_terminal(call)
    call.run.attach = session.id


def switch_client(call: Call) -> None:
    """There is no client to switch."""
    require_client(call)


def detach_client(call: Call) -> None:
    """There is no client to detach."""
    require_client(call)


def require_client(call: Call) -> None:
    """Fail as tmux does where a client is needed."""
    name = call.args.get(call.verb.client) if call.verb.client else None
    if name is not None:
        raise cannot_find("client", name.removesuffix(":"))
    raise TmuxError(NO_CURRENT_CLIENT)


def list_clients(call: Call) -> None:
    """None."""


def lock(_: Call) -> None:
    """All clients, which are none, are locked."""
