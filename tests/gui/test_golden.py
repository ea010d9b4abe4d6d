"""Panes look as they did when somebody last looked at them (`python -m tests.support.golden` makes the pictures anew)."""

import numpy as np
import pytest

from paneflow.gui.qt import QImage
from tests.support.golden import FOLDER, SCENES, pixels

MEAN, FAR, FAR_SHARE = 1.0, 48, 0.01  # another FreeType may shade edges a little differently, not move a line


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_looks_as_before(name: str) -> None:
    expected, shown = pixels(QImage(str(FOLDER / f"{name}.png"))), pixels(SCENES[name]())

    assert shown.shape == expected.shape
    difference = np.abs(shown - expected)
    assert difference.mean() < MEAN
    assert (difference.max(axis=2) > FAR).mean() < FAR_SHARE


def test_every_picture_belongs_to_a_scene() -> None:
    assert {path.stem for path in FOLDER.glob("*.png")} == set(SCENES)
