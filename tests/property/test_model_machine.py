"""The model under random actions: what must hold of every model holds, always."""

import json
from dataclasses import replace
from typing import TypeVar

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from paneflow.errors import PaneflowError
from paneflow.geometry import Axis, Direction, Size
from paneflow.ids import GroupId, PaneId, SurfaceId, WorkspaceId
from paneflow.model import actions, changes, effects, geometry, persist, view
from paneflow.model import tree as trees
from paneflow.model.apply import apply
from paneflow.model.invariants import problems
from paneflow.model.outcome import Outcome
from paneflow.model.records import OUTSIDE, Model, Remain, Workspace, Worktree
from paneflow.model.tree import Leaf, Preset

T = TypeVar("T")

NAMES = st.sampled_from(["api", "API", "web", "", None, "x" * 70, "é\n", "shell", "api-2"])
SHARES = st.floats(0.01, 0.99)
AXES = st.sampled_from(Axis)
SIDES = st.sampled_from(Direction)
SIZES = st.builds(Size, st.integers(1, 300), st.integers(1, 100))
FLAGS = st.booleans()
PICKS = st.integers(0, 1000)
PRESETS = st.sampled_from(Preset)


class ModelMachine(RuleBasedStateMachine):
    """Picks are numbers that are brought into the range of what is there, so most actions have a real target."""

    def __init__(self) -> None:
        super().__init__()
        self.model = Model()
        self.window: dict[str, dict[int, object]] = {"workspaces": {}, "surfaces": {}, "groups": {}}
        self.used: set[SurfaceId] = set()
        self.running: set[SurfaceId] = set()

    # -- acting

    def do(self, action: actions.Action) -> Outcome | None:
        before = persist.dump(self.model)
        try:
            outcome = apply(self.model, action)
        except PaneflowError:
            assert persist.dump(self.model) == before
            return None
        self._check_changes(outcome)
        self._check_effects(outcome)
        self._update_window(outcome)
        self.model = outcome.model
        return outcome

    def _check_changes(self, outcome: Outcome) -> None:
        made = {each.surface for each in outcome.changes if isinstance(each, changes.SurfaceCreated)}
        gone = {each.surface for each in outcome.changes if isinstance(each, changes.SurfaceClosed)}
        assert made == outcome.model.surfaces.keys() - self.model.surfaces.keys()
        assert gone == self.model.surfaces.keys() - outcome.model.surfaces.keys()
        assert all(surface > max(self.used, default=0) for surface in made)
        self.used |= made
        assert len(set(outcome.changes)) == len(outcome.changes)

    def _check_effects(self, outcome: Outcome) -> None:
        """Every surface is started once and stopped once."""
        for order in outcome.effects:
            if isinstance(order, effects.SpawnSurface):
                assert order.surface not in self.running
                assert order.size == outcome.model.surfaces[order.surface].size
                self.running.add(order.surface)
            elif isinstance(order, effects.StopSurface):
                self.running.remove(order.surface)

    def _update_window(self, outcome: Outcome) -> None:
        keys = {"workspaces": "workspace_id", "surfaces": "surface_id", "groups": "group_id"}
        for message in view.deltas(self.model, outcome.model, outcome.model.agents.get):
            for table, key in keys.items():
                for item in message.get(table, []):  # type: ignore[attr-defined]  # lists, by the deltas' contract
                    if message["type"] == "changed":
                        self.window[table][item[key]] = item
                    else:
                        del self.window[table][item]

    # -- choosing

    def surface(self, pick: int) -> SurfaceId:
        return self._pick(list(self.model.surfaces), pick, SurfaceId(999_999))

    def workspace(self, pick: int) -> WorkspaceId:
        return self._pick(list(self.model.order), pick, WorkspaceId(999_999))

    def group(self, pick: int) -> GroupId | None:
        return self._pick([*self.model.groups, None], pick, None)

    def owner(self, pick: int) -> SurfaceId | None:
        return self._pick([None, OUTSIDE, *self.model.surfaces], pick, None)

    @staticmethod
    def _pick(there: list[T], pick: int, otherwise: T) -> T:
        return there[pick % len(there)] if there and pick % 23 else otherwise

    def launch(self, name: str | None, owner: int) -> actions.Launch:
        return actions.Launch("/home/me", name=name, owner=self.owner(owner), env={"A": "b"})

    # -- actions

    @rule(names=st.lists(NAMES, min_size=1, max_size=4), preset=PRESETS, focus=st.integers(0, 3), pick=PICKS, on=FLAGS)
    def create(self, names: list[str | None], preset: Preset, focus: int, pick: int, on: bool) -> None:
        launches = tuple(self.launch(name, pick) for name in names)
        size = Size(80, 24) if pick % 3 == 0 else None
        worktrees = (Worktree("/w", "/r", "b"),) if pick % 5 == 0 else ()
        self.do(
            actions.CreateWorkspace(
                "work", "/home/me", launches, preset, focus, on, self.group(pick), None, size, worktrees
            )
        )

    @rule(pick=PICKS, axis=AXES, name=NAMES, before=FLAGS, share=SHARES, whole=FLAGS, focus=FLAGS)
    def split(
        self, pick: int, axis: Axis, name: str | None, before: bool, share: float, whole: bool, focus: bool
    ) -> None:
        self.do(actions.SplitPane(self.surface(pick), axis, self.launch(name, pick), before, share, whole, focus))

    @rule(pick=PICKS, name=NAMES, show=FLAGS)
    def add(self, pick: int, name: str | None, show: bool) -> None:
        self.do(actions.AddSurface(self.surface(pick), self.launch(name, pick), show))

    @rule(pick=PICKS, undo=FLAGS)
    def close_surface(self, pick: int, undo: bool) -> None:
        self.do(actions.CloseSurface(self.surface(pick), undo))

    @rule(pick=PICKS, undo=FLAGS)
    def close_pane(self, pick: int, undo: bool) -> None:
        self.do(actions.ClosePane(self.surface(pick), undo))

    @rule(pick=PICKS, undo=FLAGS)
    def close_workspace(self, pick: int, undo: bool) -> None:
        self.do(actions.CloseWorkspace(self.workspace(pick), undo))

    @precondition(lambda self: self.model.closed)
    @rule()
    def undo(self) -> None:
        entry = self.model.closed[-1]
        outcome = self.do(actions.UndoClose())
        if outcome is not None:
            assert len(outcome.result.surfaces) == len(entry.surfaces)
            assert len(self.model.closed) < 5
            assert self.model.active == outcome.result.workspace

    @rule(pick=PICKS, kind=st.integers(0, 2), undo=FLAGS)
    def close_and_undo_restores(self, pick: int, kind: int, undo: bool) -> None:
        """An undo right after a close brings back names, folders, order, shape and shares."""
        before = self.model
        close = (
            actions.CloseSurface(self.surface(pick)),
            actions.ClosePane(self.surface(pick)),
            actions.CloseWorkspace(self.workspace(pick)),
        )[kind]
        if self.do(close) is not None and undo:
            self.do(actions.UndoClose())
            assert _portrait(self.model) == _portrait(before)

    @rule(pick=PICKS, code=st.sampled_from([0, 1, None]), remain=st.sampled_from(Remain))
    def end(self, pick: int, code: int | None, remain: Remain) -> None:
        surface = self.surface(pick)
        self.do(actions.SetRemain(surface, remain))
        self.do(actions.ReportExit(surface, code, None if code is not None else 9))
        stays = remain is Remain.ON or (remain is Remain.FAILED and code != 0)
        assert (surface in self.model.surfaces) <= stays

    @rule(pick=PICKS, kill=FLAGS)
    def respawn(self, pick: int, kill: bool) -> None:
        self.do(actions.Respawn(self.surface(pick), argv=("vim",), env={"B": ""}, kill=kill))

    @rule(pick=PICKS, name=NAMES)
    def rename(self, pick: int, name: str | None) -> None:
        self.do(actions.RenameSurface(self.surface(pick), name or ""))
        self.do(actions.RenameWorkspace(self.workspace(pick), name or ""))
        self.do(actions.ReportTitle(self.surface(pick), name or ""))

    @rule(pick=PICKS, activate=FLAGS, direction=SIDES, zoom=st.sampled_from([True, False, None]))
    def look(self, pick: int, activate: bool, direction: Direction, zoom: bool | None) -> None:
        self.do(actions.FocusSurface(self.surface(pick), activate))
        self.do(actions.FocusDirection(self.surface(pick), direction))
        self.do(actions.ToggleZoom(self.surface(pick), zoom))

    @rule(pick=PICKS, index=st.integers(0, 9))
    def order(self, pick: int, index: int) -> None:
        self.do(actions.MoveWorkspace(self.workspace(pick), index))
        self.do(actions.SelectWorkspace(self.workspace(pick + index)))

    @rule(pick=PICKS, other=PICKS, kind=st.integers(0, 3), side=SIDES, share=SHARES, whole=FLAGS, focus=FLAGS)
    def move(self, pick: int, other: int, kind: int, side: Direction, share: float, whole: bool, focus: bool) -> None:
        to: actions.Destination = (
            actions.ToPane(self.surface(other), other % 4 or None),
            actions.ToEdge(self.surface(other), side, share),
            actions.ToWorkspace(self.workspace(other)),
            actions.ToNewWorkspace(None, self.group(other), focus),
        )[kind]
        held = self.model.surfaces.keys()
        make = actions.MovePane if whole else actions.MoveSurface
        self.do(make(self.surface(pick), to, focus))
        assert self.model.surfaces.keys() == held

    @rule(pick=PICKS, other=PICKS)
    def swap(self, pick: int, other: int) -> None:
        self.do(actions.SwapPanes(self.surface(pick), self.surface(other)))

    @rule(pick=PICKS, preset=PRESETS, ratio=SHARES)
    def arrange(self, pick: int, preset: Preset, ratio: float) -> None:
        self.do(actions.ApplyPreset(self.workspace(pick), preset))
        self.do(actions.SetRatios(self.workspace(pick), (), (ratio, 1.0)))
        if pick % 2:
            self.do(actions.Equalise(self.workspace(pick)))

    @rule(pick=PICKS, preset=PRESETS, new=st.integers(0, 2))
    def lay_out(self, pick: int, preset: Preset, new: int) -> None:
        space = self.model.workspaces.get(self.workspace(pick))
        count = new + (sum(1 for _ in trees.leaves(space.tree)) if space else 1)
        layout = trees.arrange(preset, [PaneId(number) for number in range(1, count + 1)])
        self.do(actions.ApplyLayout(self.workspace(pick), layout, (self.launch(None, pick),) * new))

    @rule(pick=PICKS, side=SIDES, cells=st.integers(-30, 30), size=SIZES)
    def resize(self, pick: int, side: Direction, cells: int, size: Size) -> None:
        self.do(actions.ResizePane(self.surface(pick), side, cells, size))
        self.do(actions.SetPaneSize(self.surface(pick), cols=abs(cells), within=size))
        self.do(actions.SetSurfaceSize(self.surface(pick), size))
        self.do(actions.ResizeWorkspace(self.workspace(pick), size if cells % 2 else None))

    @rule(pick=PICKS, name=NAMES, isolated=st.sampled_from(["", "x"]))
    def group_up(self, pick: int, name: str | None, isolated: str) -> None:
        self.do(actions.CreateGroup(name or "", isolated))
        self.do(actions.SetGroup(self.workspace(pick), self.group(pick)))
        if self.model.groups:
            group = list(self.model.groups)[pick % len(self.model.groups)]
            self.do(actions.FoldGroup(group, bool(pick % 2)))
            self.do(actions.RenameGroup(group, name or ""))

    @rule(pick=PICKS, undo=FLAGS)
    def close_group(self, pick: int, undo: bool) -> None:
        group = self.group(pick)
        if group is not None:
            self.do(actions.CloseGroup(group, undo))
            assert group not in self.model.groups

    @rule(pick=PICKS, other=PICKS)
    def attach(self, pick: int, other: int) -> None:
        self.do(actions.SetOwner(self.surface(pick), self.owner(other)))
        self.do(actions.SetAgent(self.surface(pick), ("claude", other) if other % 2 else None))
        self.do(actions.SetBroadcast(f"b{other % 10}", (self.surface(pick), self.surface(other))))

    @rule()
    def start_again(self) -> None:
        """A host ends and starts: the window is new, and nothing that was saved is lost."""
        loaded = persist.load(json.loads(json.dumps(persist.dump(self.model))))
        assert loaded == replace(self.model, agents={}, broadcasts=())
        self.running = set()
        outcome = apply(loaded, actions.RestoreAll())
        self._check_effects(outcome)
        self.model = outcome.model
        self._update_from_state()

    def _update_from_state(self) -> None:
        full = view.state(self.model, self.model.agents.get)
        self.window = {
            table: {item[key]: item for item in full[table]}  # type: ignore[attr-defined]  # lists of records
            for table, key in (("workspaces", "workspace_id"), ("surfaces", "surface_id"), ("groups", "group_id"))
        }

    # -- what always holds

    @invariant()
    def nothing_is_wrong(self) -> None:
        assert list(problems(self.model)) == []

    @invariant()
    def every_surface_has_a_process_to_its_name(self) -> None:
        assert self.running == set(self.model.surfaces)

    @invariant()
    def a_window_that_follows_the_deltas_sees_what_a_new_one_sees(self) -> None:
        seen = self.window
        self._update_from_state()
        assert seen == self.window

    @invariant()
    def panes_cover_the_workspace_without_overlap(self) -> None:
        for space in self.model.workspaces.values():
            assert _covered(space) == 400 * 200


def _covered(space: Workspace) -> int:
    size = Size(400, 200)
    bars = [bar.rect for bar in geometry.dividers(space.tree, size)]
    return sum(rect.cols * rect.rows for rect in (*geometry.rects(space.tree, size).values(), *bars))


def _portrait(model: Model) -> list[object]:
    """What a person would recognise: titles, trees with shares, names and folders; no ids, and not where the focus is."""
    return [(model.workspaces[each].title, _drawn(model, model.workspaces[each].tree)) for each in model.order]


def _drawn(model: Model, node: trees.Node) -> object:
    if isinstance(node, Leaf):
        stack = model.panes[node.pane].stack
        return [(model.surfaces[each].name, model.surfaces[each].cwd, model.surfaces[each].named) for each in stack]
    children = [_drawn(model, child) for child in node.children]
    return node.axis, [round(ratio, 9) for ratio in node.ratios], children


TestModel = ModelMachine.TestCase
TestModel.settings = settings(
    max_examples=40,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate, Phase.shrink],  # `explain` traces every line, which takes minutes on Python 3.11
    database=None,
)
