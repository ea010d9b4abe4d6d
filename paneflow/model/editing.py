"""What is said about surfaces, workspaces and groups: names, sizes, owners, order, and what their programs report."""

from dataclasses import replace

from paneflow.errors import InvalidParams, Refused
from paneflow.geometry import clamp
from paneflow.ids import GroupId
from paneflow.model import actions, names
from paneflow.model.changes import SurfaceExited, SurfaceRespawned
from paneflow.model.closing import close, drop_group_if_empty
from paneflow.model.draft import Draft
from paneflow.model.effects import RespawnSurface, SpawnSurface
from paneflow.model.limits import MAX_BROADCASTS, MAX_GROUPS, MAX_TITLE
from paneflow.model.making import checked_path, name_for, require_room_for_workspace
from paneflow.model.outcome import Made
from paneflow.model.records import OUTSIDE, Broadcast, Exit, Group, Remain


def rename_surface(draft: Draft, action: actions.RenameSurface) -> None:
    """A chosen name, or an automatic one again."""
    surface = draft.surface(action.surface)
    name = name_for(draft, action.name, surface, but=surface.id)
    draft.put(replace(surface, name=name, named=bool(names.clean(action.name))))


def set_surface_size(draft: Draft, action: actions.SetSurfaceSize) -> None:
    """Another size, as far as terminals take it."""
    draft.put(replace(draft.surface(action.surface), size=clamp(action.size)))


def set_owner(draft: Draft, action: actions.SetOwner) -> None:
    """Another owner; a surface cannot own what owns it."""
    surface, above = draft.surface(action.surface), action.owner
    while above is not None and above != OUTSIDE:
        if above == surface.id:
            raise InvalidParams("a surface cannot own itself", kind="bad_owner", surface_id=surface.id)
        above = draft.surface(above).owner
    draft.put(replace(surface, owner=action.owner))


def set_remain(draft: Draft, action: actions.SetRemain) -> None:
    """For the next time its process ends."""
    draft.put(replace(draft.surface(action.surface), remain=action.remain))


def set_agent(draft: Draft, action: actions.SetAgent) -> None:
    """Attach or take away."""
    draft.surface(action.surface)
    if action.agent is None:
        draft.agents.pop(action.surface, None)
    else:
        draft.agents[action.surface] = action.agent


def set_broadcast(draft: Draft, action: actions.SetBroadcast) -> None:
    """A surface is in one broadcast group at most: joining one leaves the other."""
    name = _required_name(action.name)
    members = tuple(dict.fromkeys(draft.surface(each).id for each in action.surfaces))
    others = [each for each in draft.broadcasts if each.name != name]
    left = [replace(each, surfaces=tuple(s for s in each.surfaces if s not in members)) for each in others]
    groups = [each for each in left if each.surfaces]
    if members:
        groups.append(Broadcast(name, members))
    if len(groups) > MAX_BROADCASTS:
        message = f"there are {MAX_BROADCASTS} broadcast groups already"
        raise Refused(message, kind="too_many_broadcasts", limit=MAX_BROADCASTS)
    draft.broadcasts = tuple(groups)


def report_exit(draft: Draft, action: actions.ReportExit) -> None:
    """Close it, or keep it with its exit status."""
    surface = draft.surface(action.surface)
    draft.note(SurfaceExited(surface.id, action.code, action.signal))
    failed = action.code != 0
    if surface.remain is Remain.ON or (surface.remain is Remain.FAILED and failed):
        draft.put(replace(surface, exited=Exit(action.code, action.signal)))
    else:
        close(draft, [surface.id], undo=False)


def report_title(draft: Draft, action: actions.ReportTitle) -> None:
    """As the program says, cleaned."""
    surface = draft.surface(action.surface)
    draft.put(replace(surface, title=names.clean(action.title, MAX_TITLE)))


def report_cwd(draft: Draft, action: actions.ReportCwd) -> None:
    """As the shell says."""
    draft.put(replace(draft.surface(action.surface), cwd=checked_path(action.cwd)))


def respawn(draft: Draft, action: actions.Respawn) -> None:
    """A new process in the same surface."""
    surface = draft.surface(action.surface)
    if surface.exited is None and not action.kill:
        raise Refused("its process still runs", kind="still_running", surface_id=surface.id)
    changed = replace(
        surface,
        cwd=surface.cwd if action.cwd is None else checked_path(action.cwd),
        env_names=tuple(sorted({*surface.env_names, *action.env})),
        exited=None,
        restored=False,
    )
    if action.argv is not None or action.command is not None:
        changed = replace(changed, argv=action.argv or (), command=action.command)
    draft.put(changed)
    draft.note(SurfaceRespawned(surface.id))
    draft.require(RespawnSurface(surface.id, changed.cwd, changed.argv, changed.command, action.env))


def restore_all(draft: Draft, _action: actions.RestoreAll) -> None:
    """No command is run again: every surface gets a shell under its old text."""
    for surface in list(draft.surfaces.values()):
        draft.put(replace(surface, restored=True, exited=None))
        draft.require(SpawnSurface(surface.id, surface.cwd, surface.size, scrollback_of=surface.id))


def select_workspace(draft: Draft, action: actions.SelectWorkspace) -> None:
    """Make it the active one."""
    draft.active = draft.workspace(action.workspace).id


def rename_workspace(draft: Draft, action: actions.RenameWorkspace) -> None:
    """Another title; titles need not be unique."""
    draft.put(replace(draft.workspace(action.workspace), title=_required_name(action.title)))


def move_workspace(draft: Draft, action: actions.MoveWorkspace) -> None:
    """Another place in the order."""
    workspace = draft.workspace(action.workspace).id
    draft.order.remove(workspace)
    draft.order.insert(max(action.index, 0), workspace)


def add_worktree(draft: Draft, action: actions.AddWorktree) -> None:
    """One more to look after; the same path replaces."""
    space = draft.workspace(action.workspace)
    others = tuple(each for each in space.worktrees if each.path != action.worktree.path)
    draft.put(replace(space, worktrees=(*others, action.worktree)))


def create_group(draft: Draft, action: actions.CreateGroup) -> Made:
    """A group without workspaces yet."""
    if len(draft.groups) >= MAX_GROUPS:
        raise Refused(f"there are {MAX_GROUPS} groups already", kind="too_many_groups", limit=MAX_GROUPS)
    group = Group(draft.next_group(), _free_group_name(draft, action.name, action.set), action.set)
    draft.put(group)
    return Made(group=group.id, names=(group.name,))


def rename_group(draft: Draft, action: actions.RenameGroup) -> None:
    """Another name, free in its set."""
    group = draft.group(action.group)
    draft.put(replace(group, name=_free_group_name(draft, action.name, group.set, but=group.id)))


def _free_group_name(draft: Draft, name: str, isolated: str, *, but: GroupId | None = None) -> str:
    cleaned = _required_name(name)
    if any((each.set, each.name) == (isolated, cleaned) and each.id != but for each in draft.groups.values()):
        raise Refused(f"there is a group {cleaned} already", kind="name_taken", name=cleaned)
    return cleaned


def fold_group(draft: Draft, action: actions.FoldGroup) -> None:
    """Only how the sidebar shows it."""
    draft.put(replace(draft.group(action.group), folded=action.folded))


def set_group(draft: Draft, action: actions.SetGroup) -> None:
    """Into a group or out of one. Another set has a cap of its own."""
    space = draft.workspace(action.workspace)
    if action.group == space.group:
        return
    _check_set(draft, space.group, action.group)
    draft.put(replace(space, group=action.group))
    if space.group is not None:
        drop_group_if_empty(draft, space.group)


def _check_set(draft: Draft, old: GroupId | None, new: GroupId | None) -> None:
    old_set = "" if old is None else draft.groups[old].set
    new_set = "" if new is None else draft.group(new).set
    if new_set != old_set:
        require_room_for_workspace(draft, new)


def _required_name(name: str) -> str:
    cleaned = names.clean(name)
    if not cleaned:
        raise InvalidParams("a name needs a visible character", kind="empty_name")
    return cleaned
