"""The one way to change the model."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from paneflow.model import actions, arranging, closing, editing, focusing, making, placing, undoing
from paneflow.model.actions import Action
from paneflow.model.draft import Draft
from paneflow.model.effects import Effect, ResizeSurface, SpawnSurface
from paneflow.model.facts import compare
from paneflow.model.outcome import Made, Outcome
from paneflow.model.records import Model

# Any: the table pairs each action's type with a handler of just that type, which a mapping's type cannot say.
HANDLERS: Final[dict[type[Action], Callable[[Draft, Any], Made | None]]] = {
    actions.CreateWorkspace: making.create_workspace,
    actions.SplitPane: making.split_pane,
    actions.AddSurface: making.add_surface,
    actions.CloseWorkspace: closing.close_workspace,
    actions.CloseSurface: closing.close_surface,
    actions.ClosePane: closing.close_pane,
    actions.CloseGroup: closing.close_group,
    actions.UndoClose: undoing.undo_close,
    actions.FocusSurface: focusing.focus_surface,
    actions.FocusDirection: focusing.focus_direction,
    actions.ToggleZoom: focusing.toggle_zoom,
    actions.MoveSurface: placing.move_surface,
    actions.MovePane: placing.move_pane,
    actions.SwapPanes: placing.swap_panes,
    actions.ResizePane: arranging.resize_pane,
    actions.SetPaneSize: arranging.set_pane_size,
    actions.SetRatios: arranging.set_ratios,
    actions.Equalise: arranging.equalise,
    actions.ApplyPreset: arranging.apply_preset,
    actions.ApplyLayout: arranging.apply_layout,
    actions.ResizeWorkspace: arranging.resize_workspace,
    actions.SelectWorkspace: editing.select_workspace,
    actions.RenameWorkspace: editing.rename_workspace,
    actions.MoveWorkspace: editing.move_workspace,
    actions.AddWorktree: editing.add_worktree,
    actions.RenameSurface: editing.rename_surface,
    actions.SetSurfaceSize: editing.set_surface_size,
    actions.SetOwner: editing.set_owner,
    actions.SetRemain: editing.set_remain,
    actions.SetAgent: editing.set_agent,
    actions.SetBroadcast: editing.set_broadcast,
    actions.Respawn: editing.respawn,
    actions.RestoreAll: editing.restore_all,
    actions.ReportExit: editing.report_exit,
    actions.ReportTitle: editing.report_title,
    actions.ReportCwd: editing.report_cwd,
    actions.CreateGroup: editing.create_group,
    actions.RenameGroup: editing.rename_group,
    actions.FoldGroup: editing.fold_group,
    actions.SetGroup: editing.set_group,
}


def apply(model: Model, action: Action) -> Outcome:
    """Say what an action makes of a model. Raises `NotFound`, `InvalidParams` or `Refused`; then nothing changed."""
    draft = Draft(model)
    made = HANDLERS[type(action)](draft, action)
    arranging.settle_sizes(draft)
    after = draft.model()
    changes = (*draft.events, *compare(model, after))
    return Outcome(after, changes, _effects(draft, after), made or Made())


def _effects(draft: Draft, after: Model) -> tuple[Effect, ...]:
    """The orders, new processes started at their final size, and resizes for surfaces that were there before."""
    orders = [
        replace(order, size=after.surfaces[order.surface].size)
        if isinstance(order, SpawnSurface) and order.surface in after.surfaces
        else order
        for order in draft.effects
    ]
    return (*orders, *_resizes(draft.before, after))


def _resizes(before: Model, after: Model) -> list[ResizeSurface]:
    if before.surfaces is after.surfaces:
        return []
    return [
        ResizeSurface(surface, new.size)
        for surface, new in after.surfaces.items()
        if (old := before.surfaces.get(surface)) is not None and old.size != new.size
    ]
