"""Split trees as shapes."""

import pytest

from paneflow.geometry import Axis
from paneflow.ids import PaneId
from paneflow.model import tree as trees
from paneflow.model.invariants import shape_problems
from paneflow.model.tree import Leaf, Node, Preset, Split

A, B, C, D = (PaneId(number) for number in (1, 2, 3, 4))
COLUMNS, ROWS = Axis.VERTICAL, Axis.HORIZONTAL


def shares(tree: Node) -> list[float]:
    assert isinstance(tree, Split)
    return [round(ratio, 6) for ratio in tree.ratios]


def test_the_new_half_takes_half_of_the_targets_share() -> None:
    tree = trees.insert(trees.arrange(Preset.EVEN_H, [A, B]), B, COLUMNS, Leaf(C))

    assert list(trees.leaves(tree)) == [A, B, C]
    assert shares(tree) == [0.5, 0.25, 0.25]


def test_a_split_along_the_same_axis_adds_a_sibling_and_one_across_nests() -> None:
    columns = trees.insert(Leaf(A), A, COLUMNS, Leaf(B))

    assert isinstance(columns, Split)
    assert trees.insert(columns, A, COLUMNS, Leaf(C)).children == (Leaf(A), Leaf(C), Leaf(B))  # type: ignore[union-attr]  # a split by construction
    nested = trees.insert(columns, A, ROWS, Leaf(C))
    assert nested == Split(COLUMNS, (Split(ROWS, (Leaf(A), Leaf(C)), (0.5, 0.5)), Leaf(B)), (0.5, 0.5))


def test_before_puts_the_new_pane_first_and_share_is_the_new_ones() -> None:
    tree = trees.insert(Leaf(A), A, ROWS, Leaf(B), before=True, share=0.25)

    assert tree == Split(ROWS, (Leaf(B), Leaf(A)), (0.25, 0.75))


def test_splitting_the_whole_puts_the_new_pane_beside_everything() -> None:
    rows = trees.arrange(Preset.EVEN_V, [A, B])

    assert trees.insert_whole(rows, COLUMNS, Leaf(C)) == Split(COLUMNS, (rows, Leaf(C)), (0.5, 0.5))
    assert shares(trees.insert_whole(rows, ROWS, Leaf(C), share=0.2)) == [0.4, 0.4, 0.2]


def test_removing_a_pane_splits_its_share_equally_among_its_siblings() -> None:
    tree = trees.with_ratios(trees.arrange(Preset.EVEN_H, [A, B, C]), (), [0.5, 0.3, 0.2])

    rest = trees.remove(tree, A)

    assert rest is not None
    assert shares(rest) == [0.55, 0.45]


def test_removing_a_pane_dissolves_the_split_that_held_it_and_keeps_trees_flat() -> None:
    inner = Split(COLUMNS, (Leaf(C), Leaf(D)), (0.5, 0.5))
    tree = Split(COLUMNS, (Leaf(A), Split(ROWS, (Leaf(B), inner), (0.5, 0.5))), (0.5, 0.5))

    rest = trees.remove(tree, B)

    assert rest == Split(COLUMNS, (Leaf(A), Leaf(C), Leaf(D)), (0.5, 0.25, 0.25))


def test_removing_the_only_pane_leaves_nothing() -> None:
    assert trees.remove(Leaf(A), A) is None


@pytest.mark.parametrize(("gone", "heir"), [(A, B), (B, C), (C, B), (D, C)])
def test_the_previous_sibling_inherits_the_focus_and_from_the_first_the_next(gone: PaneId, heir: PaneId) -> None:
    tree = Split(COLUMNS, (Leaf(A), Split(ROWS, (Leaf(B), Leaf(C)), (0.5, 0.5)), Leaf(D)), (0.3, 0.3, 0.4))

    assert trees.heir(tree, gone) == heir


def test_ratios_are_brought_to_a_sum_of_one_and_none_vanishes() -> None:
    assert trees.tidy_ratios([2, 1, 1]) == (0.5, 0.25, 0.25)
    tiny = trees.tidy_ratios([1, 1e-9])
    assert tiny[1] > 0.001
    assert trees.tidy_ratios(tiny) == tiny


def test_a_path_finds_the_split_that_ratios_are_set_for() -> None:
    tree = trees.arrange(Preset.TILED, [A, B, C, D])

    assert trees.path_to(tree, D) == (1, 1)
    changed = trees.with_ratios(tree, (1,), [3, 1])
    assert trees.at_path(changed, (1,)) == Split(COLUMNS, (Leaf(C), Leaf(D)), (0.75, 0.25))
    assert trees.at_path(tree, (2,)) is None
    assert trees.at_path(tree, (0, 0, 0)) is None
    assert trees.path_to(tree, PaneId(9)) is None


def test_equalise_makes_every_split_even() -> None:
    tree = trees.insert(trees.insert(trees.insert(Leaf(A), A, ROWS, Leaf(B)), B, ROWS, Leaf(C)), C, COLUMNS, Leaf(D))

    even = trees.equalise(tree)

    assert shares(even) == [0.333333] * 3
    assert list(shape_problems(even)) == []


def test_keep_takes_out_every_other_pane() -> None:
    tree = trees.arrange(Preset.TILED, [A, B, C, D])

    assert list(trees.leaves(trees.keep(tree, {B, C}))) == [B, C]


@pytest.mark.parametrize("preset", list(Preset))
def test_one_pane_is_a_leaf_in_every_preset(preset: Preset) -> None:
    assert trees.arrange(preset, [A]) == Leaf(A)


def test_main_vertical_gives_the_main_pane_sixty_per_cent_and_keeps_the_others_order() -> None:
    tree = trees.arrange(Preset.MAIN_VERTICAL, [A, B, C], main=B)

    assert tree == Split(COLUMNS, (Leaf(B), Split(ROWS, (Leaf(A), Leaf(C)), (0.5, 0.5))), (0.6, 0.4))
