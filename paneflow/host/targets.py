"""Which surface or workspace a request means. Whoever names one gets that one or an error, never another."""

import os

from paneflow.errors import AmbiguousTarget, InvalidParams, NotFound
from paneflow.host.host import Host
from paneflow.ids import SurfaceId, WorkspaceId
from paneflow.model import lookup, names
from paneflow.model.records import Surface, Workspace


def surface(host: Host, surface_id: int | None, name: str | None = None) -> Surface:
    """The surface of an id, or of an exact name without regard to case."""
    model = host.session.model
    if surface_id is not None:
        return lookup.surface(model, SurfaceId(surface_id))
    wanted = names.fold((name or "").strip())
    found = [each for each in lookup.all_surfaces(model) if names.fold(each.name) == wanted]
    if not found:
        raise NotFound(f"no surface is called {name}", kind="surface_not_found", name=name)
    if len(found) > 1:
        candidates = [{"surface_id": each.id, "name": each.name} for each in found]
        raise AmbiguousTarget(f"several surfaces are called {name}", candidates=candidates)
    return found[0]


def workspace(host: Host, index: int | None, workspace_id: int | None = None) -> Workspace:
    """The workspace at an index or of an id; the active one when neither is given."""
    model = host.session.model
    if workspace_id is not None:
        return lookup.workspace(model, WorkspaceId(workspace_id))
    if index is not None:
        return lookup.workspace_at(model, index)
    if model.active is None:
        raise NotFound("there is no workspace", kind="workspace_not_found")
    return lookup.workspace(model, model.active)


def folder(path: str | None, default: str) -> str:
    """A folder that exists, `~` expanded. Raises `InvalidParams` (not_a_directory)."""
    if path is None:
        return default if os.path.isdir(default) else home()
    full = "" if "\0" in path else os.path.expanduser(path)
    if not os.path.isabs(full) or not os.path.isdir(full):
        raise InvalidParams(f"{path} is not a folder that can be used", kind="not_a_directory", cwd=path)
    return full


def home() -> str:
    """The person's home folder, else the root."""
    path = os.path.expanduser("~")
    return path if os.path.isdir(path) else os.path.abspath(os.sep)
