"""A model to act on: applies actions, keeps the last outcome, and checks what holds of every model."""

from paneflow.geometry import Axis
from paneflow.ids import SurfaceId, WorkspaceId
from paneflow.model import lookup
from paneflow.model.actions import Action, CreateWorkspace, Launch, SplitPane
from paneflow.model.apply import apply
from paneflow.model.changes import Change
from paneflow.model.effects import Effect
from paneflow.model.invariants import problems
from paneflow.model.outcome import Made, Outcome
from paneflow.model.records import Model, Surface, Workspace
from paneflow.model.tree import Leaf, Node


def launch(name: str | None = None, cwd: str = "/home/me", **more: object) -> Launch:
    return Launch(cwd, name=name, **more)  # type: ignore[arg-type]  # options of the record, passed through


class Scene:
    """Reads like the test's sentences: `scene.do(…)`, `scene.surface("api")`, `scene.drawing(workspace)`."""

    def __init__(self) -> None:
        self.model = Model()
        self.outcome = Outcome(self.model)

    def do(self, action: Action) -> Made:
        self.outcome = apply(self.model, action)
        self.model = self.outcome.model
        assert list(problems(self.model)) == []
        return self.outcome.result

    def workspace(self, *names: str, title: str = "work", **more: object) -> WorkspaceId:
        """A new workspace of columns with these surfaces."""
        launches = tuple(launch(name) for name in names)
        made = self.do(CreateWorkspace(title, "/home/me", launches, **more))  # type: ignore[arg-type]  # as above
        assert made.workspace is not None
        return made.workspace

    def split(self, target: str, name: str, axis: Axis = Axis.VERTICAL, **more: object) -> SurfaceId:
        action = SplitPane(self.id(target), axis, launch(name), **more)  # type: ignore[arg-type]  # as above
        return self.do(action).surfaces[0]

    def id(self, name: str) -> SurfaceId:
        return self.surface(name).id

    def surface(self, name: str) -> Surface:
        (found,) = (each for each in lookup.all_surfaces(self.model) if each.name == name)
        return found

    def space(self, name: str) -> Workspace:
        """The workspace that a surface is in."""
        return lookup.workspace_of(self.model, self.id(name))

    def focused(self, name: str) -> str:
        """The surface in front of the focused pane of the workspace that `name` is in."""
        pane = self.model.panes[self.space(name).focused]
        return self.model.surfaces[pane.active].name

    def drawing(self, name: str) -> str:
        """The tree of the workspace `name` is in: columns joined by |, rows by /, stacks by +, the front one with *."""
        return self._draw(self.space(name).tree)

    def _draw(self, node: Node) -> str:
        if isinstance(node, Leaf):
            pane = self.model.panes[node.pane]
            marks = {pane.active: "*"} if len(pane.stack) > 1 else {}
            return "+".join(self.model.surfaces[each].name + marks.get(each, "") for each in pane.stack)
        joint = "|" if node.axis is Axis.VERTICAL else "/"
        return "(" + joint.join(self._draw(child) for child in node.children) + ")"

    def names(self) -> list[str]:
        return [surface.name for surface in lookup.all_surfaces(self.model)]

    def titles(self) -> list[str]:
        return [self.model.workspaces[each].title for each in self.model.order]

    def changes(self) -> tuple[Change, ...]:
        return self.outcome.changes

    def effects(self) -> tuple[Effect, ...]:
        return self.outcome.effects
