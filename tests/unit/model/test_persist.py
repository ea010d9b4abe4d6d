"""Saving and loading, and trees as plain data."""

import copy
import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from paneflow.geometry import Axis, Size
from paneflow.ids import PaneId
from paneflow.model import persist, plain
from paneflow.model import tree as trees
from paneflow.model.actions import AddSurface, CloseSurface, CreateGroup, ReportExit, SetGroup, SetRemain
from paneflow.model.records import OUTSIDE, Model, Remain, Worktree
from tests.support.model import Scene, launch


def rich() -> Scene:
    """Something of everything that is saved."""
    scene = Scene()
    scene.workspace("a", "b", size=Size(80, 24), worktrees=(Worktree("/w", "/r", "topic"),))
    scene.do(AddSurface(scene.id("a"), launch("tab", argv=("vim", "é"), owner=OUTSIDE, env={"TOKEN": "s3cret"})))
    scene.split("b", "c", Axis.HORIZONTAL, share=0.3)
    scene.do(SetRemain(scene.id("c"), Remain.ON))
    scene.do(ReportExit(scene.id("c"), None, 9))
    scene.split("b", "gone")
    scene.do(CloseSurface(scene.id("gone")))
    scene.do(SetGroup(scene.space("a").id, scene.do(CreateGroup("team", "other")).group))
    return scene


def document() -> dict[str, Any]:
    return copy.deepcopy(persist.dump(rich().model))


def test_a_model_comes_back_from_json_as_it_was() -> None:
    model = rich().model

    assert persist.load(json.loads(json.dumps(persist.dump(model)))) == model
    assert persist.load(persist.dump(Model())) == Model()


def test_values_of_the_environment_are_not_saved() -> None:
    text = json.dumps(persist.dump(rich().model))

    assert "TOKEN" in text
    assert "s3cret" not in text


def test_a_save_that_may_lag_reserves_ids() -> None:
    model = rich().model

    loaded = persist.load(persist.dump(model, reserve=100))

    assert loaded.counters.surface == model.counters.surface + 100
    assert replace(loaded, counters=model.counters) == model


def damaged(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    data = document()
    change(data)
    return data


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.update(version=2), "version: 2 is newer than this program knows (1)"),
        (lambda d: d.update(version="1"), "version: expected a whole number from 1"),
        (lambda d: d.pop("panes"), "panes: missing"),
        (lambda d: d.update(extra=1), "extra: unknown key"),
        (lambda d: d.update(surfaces={}), "surfaces: expected a list"),
        (lambda d: d["surfaces"].append(3), "surfaces[4]: expected an object"),
        (lambda d: d["surfaces"][1].update(cwd=None), "surfaces[1].cwd: expected text"),
        (lambda d: d["surfaces"][1].update(named=1), "surfaces[1].named: expected true or false"),
        (lambda d: d["surfaces"][1].update(argv=["x", 1]), "surfaces[1].argv: expected a list of texts"),
        (lambda d: d["surfaces"][1].update(command=7), "surfaces[1].command: expected text or null"),
        (lambda d: d["surfaces"][1].update(size=[0, 5]), "surfaces[1].size: expected [columns, rows]"),
        (lambda d: d["surfaces"][1].update(size=None), "surfaces[1].size: expected [columns, rows]"),
        (lambda d: d["surfaces"][1].update(remain="maybe"), "surfaces[1].remain: expected one of off, on, failed"),
        (lambda d: d["surfaces"][1].update(exited={"code": 1}), "surfaces[1].exited.signal: missing"),
        (lambda d: d["surfaces"][1].update(colour="red"), "surfaces[1].colour: unknown key"),
        (lambda d: d["surfaces"][1].update(id=True), "surfaces[1].id: expected a whole number from 1"),
        (lambda d: d["surfaces"][1].update(id=1), "an id is used twice"),
        (lambda d: d["surfaces"][1].update(name="A"), "the names of surfaces are not unique"),
        (lambda d: d["surfaces"][1].update(name="x\x07"), "a name is not clean: 'x\\x07'"),
        (lambda d: d["surfaces"][1].update(owner=99), "surface 2: its owner does not exist"),
        (lambda d: d["surfaces"][1].update(owner=2), "surface 2: it owns itself"),
        (lambda d: d["panes"][0].update(active=2), "pane 1: the surface in front is not one of at most 64 stacked"),
        (lambda d: d["panes"][0].update(workspace=7), "workspace 1: the tree's leaves are not its panes"),
        (lambda d: d["workspaces"][0].update(focused=77), "workspace 1: the focused pane is not in the tree"),
        (lambda d: d["workspaces"][0].update(group=77), "workspace 1: its group does not exist"),
        (lambda d: d["workspaces"][0].update(tree=[]), "workspaces[0].tree: layout: expected an object"),
        (lambda d: d["workspaces"][0]["tree"]["children"][0].update(pane="1"),
         "workspaces[0].tree.pane: expected a whole number from 1"),
        (lambda d: d.update(active=5), "the active workspace does not exist"),
        (lambda d: d["counters"].update(surface=2), "the counter of surface ids is not above every id in use"),
        (lambda d: d["closed"][0].update(left=None),
         "a closed workspace's tree does not hold the panes that were closed and left"),
        (lambda d: d["closed"][0].update(surfaces=[]), "a closed pane has no closed surface"),
        (lambda d: d["groups"].append({**d["groups"][0], "id": 2}), "the counter of group ids is not above every id in use"),
    ],
)  # fmt: skip
def test_a_damaged_document_is_refused_with_the_place(change: Callable[[dict[str, Any]], object], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        persist.load(damaged(change))


@pytest.mark.parametrize("junk", [None, [], "x", 3, {}])
def test_what_is_no_document_at_all_is_refused(junk: object) -> None:
    with pytest.raises(ValueError, match=r"expected|missing"):
        persist.load(junk)


def test_a_plain_tree_comes_back_with_what_its_leaves_carried() -> None:
    tree = trees.arrange(trees.Preset.TILED, [PaneId(number) for number in (1, 2, 3)])

    data = plain.to_plain(tree, lambda pane: {"name": f"p{pane}"})

    assert plain.from_plain(json.loads(json.dumps(data))) == (tree, [{"name": "p1"}, {"name": "p2"}, {"name": "p3"}])


def test_ratios_may_be_left_out_and_are_brought_to_one() -> None:
    leaf = {"type": "pane"}
    data: dict[str, object] = {"type": "split", "direction": "vertical", "children": [leaf, leaf]}

    assert plain.from_plain(data)[0] == trees.even(Axis.VERTICAL, [trees.Leaf(PaneId(1)), trees.Leaf(PaneId(2))])
    assert plain.from_plain({**data, "ratios": [3, 1]})[0].ratios == (0.75, 0.25)  # type: ignore[union-attr]  # a split


def nested(depth: int) -> dict[str, object]:
    node: dict[str, object] = {"type": "pane"}
    for level in range(depth):
        direction = ("horizontal", "vertical")[level % 2]
        node = {"type": "split", "direction": direction, "children": [node, {"type": "pane"}]}
    return node


SPLIT = {"type": "split", "direction": "vertical", "children": [{"type": "pane"}, {"type": "pane"}]}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "layout: expected an object"),
        ({"type": "tab"}, 'layout.type: expected "pane" or "split"'),
        ({**SPLIT, "direction": "h"}, 'layout.direction: expected "horizontal" or "vertical"'),
        ({**SPLIT, "children": [{"type": "pane"}]}, "layout.children: expected a list of at least two"),
        ({**SPLIT, "children": [{"type": "pane"}, 1]}, "layout.children[1]: expected an object"),
        ({**SPLIT, "ratios": [1]}, "layout.ratios: expected 2 numbers above 0"),
        ({**SPLIT, "ratios": [1, 0]}, "layout.ratios: expected 2 numbers above 0"),
        ({**SPLIT, "ratios": [1, True]}, "layout.ratios: expected 2 numbers above 0"),
        ({**SPLIT, "ratios": [1, float("nan")]}, "layout.ratios: expected 2 numbers above 0"),
        ({**SPLIT, "color": 1}, "layout: unknown key color"),
        ({**SPLIT, "children": [{"type": "pane"}] * 65}, "layout.children[64]: more than 64 panes"),
    ],
)
def test_a_plain_tree_that_is_none_is_refused_with_the_place(data: object, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        plain.from_plain(data)


def test_a_tree_nested_beyond_reason_is_refused() -> None:
    assert len(plain.from_plain(nested(60))[1]) == 61
    with pytest.raises(ValueError, match="nested too deeply"):
        plain.from_plain(nested(65))
