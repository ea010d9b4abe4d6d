"""Sessions by name: starting, finding and ending them, and asking many at once."""

import os
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from typing import Any, NamedTuple

from paneflow.client import ensure_host
from paneflow.client.client import Client
from paneflow.driver.agents import DEFAULT, definition
from paneflow.driver.boot import Boot
from paneflow.driver.definition import Definition
from paneflow.driver.errors import AgentSessionIdConflict, SessionGone
from paneflow.driver.link import NAMESPACE, Link
from paneflow.driver.names import check_name, check_session_id, is_name, new_session_id
from paneflow.driver.outcome import Reply
from paneflow.driver.session import Session
from paneflow.errors import PaneflowError, Unavailable

BOOT_S = 60.0


def spawn(
    name: str,
    cwd: str,
    *,
    namespace: str = NAMESPACE,
    agent: str = DEFAULT,
    flags: Sequence[str] = (),
    agent_session_id: str | None = None,
    env: Mapping[str, str] | None = None,
    boot_timeout_s: float = BOOT_S,
    trust_workspace: bool = False,
    hooks: bool = True,
) -> Session:
    """Start a fresh session and return when it is ready; starts a host if none runs.

    `flags` go to the agent as they are. `trust_workspace` answers its question whether the folder is to be trusted, which the
    agent remembers for good; otherwise `WorkspaceUntrusted` is raised before any key is pressed.
    """
    known, given = definition(agent), tuple(flags)
    own = _names_conversation(known, given)
    if own and agent_session_id is not None:
        raise AgentSessionIdConflict(f"agent {name}: an id was given, and {own} says which conversation, too")
    session_id = None if own or known.fresh is None else check_session_id(agent_session_id or new_session_id())
    identity = known.fresh(session_id) if known.fresh is not None and session_id is not None else ()
    return _boot(
        name, cwd, namespace, known, (*identity, *given), session_id, env, boot_timeout_s, trust_workspace, hooks
    )


def resume(
    name: str,
    agent_session_id: str,
    cwd: str,
    *,
    namespace: str = NAMESPACE,
    agent: str = DEFAULT,
    flags: Sequence[str] = (),
    env: Mapping[str, str] | None = None,
    boot_timeout_s: float = BOOT_S,
    trust_workspace: bool = False,
    hooks: bool = True,
) -> Session:
    """Go on with a conversation in a fresh pane; its id stays the same."""
    known, given = definition(agent), tuple(flags)
    if own := _names_conversation(known, given):
        raise AgentSessionIdConflict(f"agent {name}: an id was given, and {own} says which conversation, too")
    argv = (*known.resume(check_session_id(agent_session_id, v4=known.fresh is not None)), *given)
    return _boot(name, cwd, namespace, known, argv, agent_session_id, env, boot_timeout_s, trust_workspace, hooks)


def _names_conversation(agent: Definition, flags: tuple[str, ...]) -> str | None:
    return next((flag for flag in flags if flag.partition("=")[0] in agent.identity), None)


def _boot(
    name: str,
    cwd: str,
    namespace: str,
    agent: Definition,
    flags: tuple[str, ...],
    session_id: str | None,
    env: Mapping[str, str] | None,
    timeout_s: float,
    trust: bool,  # noqa: FBT001 - private
    hooks: bool,  # noqa: FBT001
) -> Session:
    for each in (namespace, name):
        check_name(each)
    link = Link(namespace, name, ensure_host())
    reports = agent.hooks(flags) if hooks else None
    argv = (*agent.argv, *flags, *(reports or ()))
    boot = Boot(link, agent, hooks=reports is not None, trust=trust, bypass=agent.bypass(flags))
    try:
        link.call(
            "spawn",
            tool=agent.name,
            argv=list(argv),
            cwd=os.path.abspath(os.path.expanduser(cwd)),
            env={**agent.env, **(env or {})},
            agent_session_id=session_id,
        )
        return Session(link, agent, boot.wait(timeout_s, session_id))
    except BaseException:
        link.close()
        raise


def adopt(name: str, *, namespace: str = NAMESPACE, agent: str | None = None) -> Session:
    """A handle to a session that runs. Nothing is started and nothing answered. Raises `SessionGone`.

    The agent's definition is the one it was started with, unless told otherwise.
    """
    if not (is_name(name) and is_name(namespace)):
        raise SessionGone(f"agent {name}: there is no such session")
    link = Link(namespace, name)
    try:
        known = link.facts()
        return Session(link, definition(agent or known.tool), known)
    except Unavailable:
        raise SessionGone(f"agent {name}: no host is running") from None
    except PaneflowError:
        link.close()
        raise


class Recovered(NamedTuple):
    """What `recover` returns; `status` is "attached" or "resumed"."""

    session: Session
    status: str


def recover(name: str, agent_session_id: str, cwd: str, *, namespace: str = NAMESPACE, **options: Any) -> Recovered:  # noqa: ANN401
    """Adopt the session if it still runs, else resume its conversation. `options` are those of `resume`."""
    try:
        return Recovered(adopt(name, namespace=namespace, agent=options.get("agent")), "attached")
    except SessionGone:
        resumed = resume(name, agent_session_id, cwd, namespace=namespace, **options)
        return Recovered(resumed, "resumed")


def exists(name: str, *, namespace: str = NAMESPACE) -> bool:
    """Whether there is such a session."""
    return any(row["name"] == name for row in rows(namespace))


def kill(name: str, *, namespace: str = NAMESPACE) -> None:
    """End exactly that session; one that is not there is no error."""
    if is_name(name) and is_name(namespace):
        with suppress(Unavailable), closing(Link(namespace, name)) as link:
            link.call("kill")


def names(namespace: str = NAMESPACE) -> list[str]:
    """The names of a namespace's sessions, sorted."""
    return sorted(row["name"] for row in rows(namespace))


def rows(namespace: str = NAMESPACE) -> list[dict[str, Any]]:
    """What the host knows of a namespace's sessions, as `agent.list` tells it; nothing while no host runs."""
    if not is_name(namespace):
        return []
    try:
        with Client() as client:
            found: list[dict[str, Any]] = client.call("agent.list", namespace=namespace)["agents"]
    except Unavailable:
        return []
    return found


class Asked(NamedTuple):
    """One of several that were asked; `reply` or `error`."""

    name: str
    reply: Reply | None
    error: PaneflowError | None = None


def ask_all(
    sessions: Iterable[Session], text: str, *, max_s: float | None = None, idle_s: float | None = None
) -> list[Asked]:
    """Ask several sessions at once, each as it really finishes; in the order given."""
    asked = list(sessions)

    def ask(session: Session) -> Asked:
        try:
            return Asked(session.name, session.ask(text, max_s=max_s, idle_s=idle_s))
        except PaneflowError as error:
            return Asked(session.name, None, error)

    with ThreadPoolExecutor(max(1, len(asked))) as pool:
        return list(pool.map(ask, asked))
