"""Panes as requests describe them → what the model launches."""

import os
from collections.abc import Mapping
from typing import NamedTuple, cast

from paneflow.errors import InvalidParams
from paneflow.host.caller import Caller
from paneflow.host.host import Host
from paneflow.host.targets import folder
from paneflow.ids import SurfaceId
from paneflow.model.actions import Launch
from paneflow.model.outcome import Made
from paneflow.model.plain import from_plain
from paneflow.model.records import Worktree
from paneflow.model.tree import Node
from paneflow.pty.child import PtyChild
from paneflow.pty.environment import is_protected, is_well_formed
from paneflow.runtime.facts import late
from paneflow.runtime.type_ahead import COMMAND, PREFILL, TypeAhead
from paneflow.vt.paste import clean

Pane = Mapping[str, object]


class Planned(NamedTuple):
    """A layout and the panes for it."""

    tree: Node
    panes: list[Pane]


def launch(pane: Pane, default_cwd: str, owner: SurfaceId | None = None) -> Launch:
    """One pane's launch. Raises `InvalidParams` (not_a_directory, invalid_env)."""
    env = cast("Mapping[str, str]", pane.get("env") or {})
    check_env(env)
    return Launch(
        cwd=folder(_text(pane, "cwd"), default_cwd),
        command=_text(pane, "command"),
        env=env,
        name=_text(pane, "name") or _text(pane, "custom_name"),
        owner=owner,
    )


def check_env(env: Mapping[str, object]) -> None:
    """Raise `InvalidParams` (invalid_env) for variables that no system takes."""
    wrong = [name for name, value in env.items() if not (isinstance(value, str) and is_well_formed(name, value))]
    if wrong:
        raise InvalidParams(f"env: {', '.join(map(repr, wrong))} cannot be set", kind="invalid_env", names=wrong)


def left_out(*envs: Mapping[str, str] | None) -> dict[str, object]:
    """For the answer: the names of variables that panes are not given, if there are any."""
    names = sorted({name for env in envs for name in env or () if is_protected(name)})
    return {"env_left_out": names} if names else {}


def owner(host: Host, caller: Caller) -> SurfaceId | None:
    """Whose the surfaces are that a caller makes: the surface it runs in, or nobody's for a person."""
    return None if caller.person else host.callers.surface_of(caller.pid)


def planned(layout: object) -> Planned:
    """A layout tree with its panes; each leaf carries a pane's fields, or its surfaces of which the first counts.

    Raises `InvalidParams` (invalid_layout).
    """
    try:
        tree, carried = from_plain(layout)
    except ValueError as error:
        raise InvalidParams(str(error), kind="invalid_layout") from None
    return Planned(tree, [_pane(each) for each in carried])


def _pane(carried: Pane) -> Pane:
    surfaces = carried.get("surfaces")
    if isinstance(surfaces, list) and surfaces and isinstance(surfaces[0], dict):
        carried = surfaces[0]
    for key, kind in (("cwd", str), ("command", str), ("name", str), ("env", dict)):
        if not isinstance(carried.get(key, kind()), kind | None):
            raise InvalidParams(f"a pane's {key} must be a {kind.__name__}", kind="invalid_layout")
    return carried


def _text(pane: Pane, key: str) -> str | None:
    value = pane.get(key)
    return value if isinstance(value, str) and value else None


def worktree(pane: Pane) -> Worktree | None:
    """The worktree that a pane lives in, if it came with one. Raises `InvalidParams`."""
    told = pane.get("managed_worktree")
    if not isinstance(told, Mapping):
        return None
    path, root, branch = (_text(told, key) for key in ("path", "repo_root", "branch"))
    if not (path and root and branch and os.path.isabs(path)):
        raise InvalidParams("managed_worktree needs path, repo_root and branch")
    return Worktree(path, root, branch, "keep" if told.get("teardown") == "keep" else "auto")


def check_started(host: Host, made: Made) -> None:
    """Raise `Failed` (spawn_failed) when one of the surfaces that were just made has no program."""
    errors = host.session.spawn_errors
    failed = [errors.pop(surface) for surface in made.surfaces if surface in errors]
    if failed:
        raise failed[0]


def prefill(host: Host, surface: SurfaceId, prompt: str | None) -> None:
    """Fill a prompt in once the program in the surface is ready for it; it is never submitted."""
    if not prompt:
        return
    session = host.session

    def fill(ready: bool) -> None:  # noqa: FBT001 - of `TypeAhead`
        if not ready:
            session.bus.publish(late(session.model, surface))
        live = session.surfaces.get(surface)
        if live is not None and live.running:
            bracketed = live.engine.modes().bracketed_paste
            text = clean(prompt) if bracketed else " ".join(clean(prompt).split("\n"))
            live.sent.text(live.generation, text)
            live.write(live.engine.encode_paste(text))

    def child() -> PtyChild | None:
        live = session.surfaces.get(surface)
        return None if live is None else live.child

    live = session.surfaces.get(surface)
    if live is None or live.due is None:
        TypeAhead(session.bus, surface, COMMAND, fill, child)
    else:  # ready is the shell, or the program that its command starts, which a slow shell may begin late
        live.due.append(lambda typed: TypeAhead(session.bus, surface, PREFILL, fill, child) if typed else fill(True))
