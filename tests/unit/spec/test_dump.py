import pytest

from paneflow.spec.dump import dump_workspace, layout_tree, workspace_of
from paneflow.spec.pane import Layout, PaneSpec
from paneflow.spec.presets import PRESETS, preset_of, preset_tree
from paneflow.spec.tree import Split, layout_data
from paneflow.spec.workspace import WorkspaceSpec, parse_workspace

COUNTS = range(1, 13)


def read_back(spec: WorkspaceSpec) -> WorkspaceSpec:
    again, report = parse_workspace(dump_workspace(spec))
    assert report.problems == []
    return again


@pytest.mark.parametrize("layout", PRESETS)
@pytest.mark.parametrize("count", COUNTS)
def test_each_layout_is_recognised_at_every_size(layout: Layout, count: int) -> None:
    tree = preset_tree(layout, count)
    found = preset_of(tree)
    assert found is not None
    assert preset_tree(found, count) == tree  # two layouts may look the same for few panes
    assert found == layout or count <= 3


@pytest.mark.parametrize(
    ("count", "rows"),
    [
        (1, [1]),
        (2, [2]),
        (3, [2, 1]),
        (4, [2, 2]),
        (5, [3, 2]),
        (6, [3, 3]),
        (7, [3, 3, 1]),
        (10, [4, 4, 2]),
        (12, [4, 4, 4]),
    ],
)
def test_tiled_fills_rows_and_lets_the_last_stretch(count: int, rows: list[int]) -> None:
    tree = preset_tree("tiled", count)
    top = (tree,) if tree is None or tree.axis == "vertical" else tree.children
    assert [1 if row is None else len(row.children) for row in top] == rows


def test_main_vertical_gives_the_main_pane_sixty_per_cent() -> None:
    assert preset_tree("main_vertical", 3) == Split(
        "vertical", (None, Split("horizontal", (None, None), (0.5, 0.5))), (0.6, 0.4)
    )


def test_a_hair_of_difference_is_still_the_layout_and_more_is_a_tree() -> None:
    assert preset_of(Split("vertical", (None, None), (0.502, 0.498))) == "even_h"
    assert preset_of(Split("vertical", (None, None), (0.52, 0.48))) is None


def test_a_workspace_is_written_so_that_it_reads_back_the_same() -> None:
    tree = Split(
        "vertical",
        (None, Split("horizontal", (None, Split("vertical", (None, None), (0.3, 0.7))), (0.25, 0.75))),
        (0.4, 0.6),
    )
    panes = [
        PaneSpec(cwd="/home/ü x", name='a "b"', command="printf 'x\\n'\nls\t$HOME", env={"A": "1", "B_C": ""}),
        PaneSpec(),
        PaneSpec(agent="claude", prompt="hi"),
        PaneSpec(cwd="/", worktree="f/x", copy_env=False, setup="make", worktree_teardown="keep"),
    ]
    spec = workspace_of("Projet", tree, panes, focused=2)
    assert (spec.tree, spec.panes[2].focus, spec.panes[0].focus) == (tree, True, False)
    assert read_back(spec) == spec
    assert "layout" not in dump_workspace(spec)


def test_a_layout_that_fits_is_written_by_its_name() -> None:
    spec = workspace_of("w", preset_tree("tiled", 5), [PaneSpec()] * 5, focused=0)
    assert (spec.layout, spec.tree) == ("tiled", None)
    assert read_back(spec) == spec


def test_main_vertical_is_written_by_its_name_only_while_the_large_pane_has_the_focus() -> None:
    tree = preset_tree("main_vertical", 3)
    assert workspace_of("w", tree, [PaneSpec()] * 3, focused=0).layout == "main_vertical"
    assert workspace_of("w", tree, [PaneSpec()] * 3, focused=1).tree == tree


def test_a_single_pane_needs_no_layout_and_no_focus() -> None:
    assert (
        dump_workspace(workspace_of("w", None, [PaneSpec(cwd="/x")], focused=0))
        == 'name = "w"\n\n[[panes]]\ncwd = "/x"\n'
    )


def test_the_layout_of_the_socket_becomes_a_tree_and_back() -> None:
    tree = Split("horizontal", (None, Split("vertical", (None, None), (0.5, 0.5))), (0.2, 0.8))
    assert layout_tree(layout_data(tree)) == tree
    assert layout_tree({"type": "pane", "surfaces": []}) is None


@pytest.mark.parametrize(
    "layout", [None, 1, {}, {"type": "x"}, {"type": "split"}, {"type": "split", "children": [], "ratios": [1]}]
)
def test_what_is_no_layout_is_refused(layout: object) -> None:
    with pytest.raises(ValueError, match="not a layout"):
        layout_tree(layout)
