"""Starts that do not turn out well are counted, and forgotten once one did."""

from pathlib import Path

from paneflow.runtime.starts import TOO_MANY, Starts


def test_too_many_bad_starts_are_told_until_one_went_well(tmp_path: Path) -> None:
    begun = [Starts(str(tmp_path)).begin() for _ in range(TOO_MANY + 2)]
    assert begun == [False] * TOO_MANY + [True] * 2
    Starts(str(tmp_path)).went_well()
    assert not Starts(str(tmp_path)).begin()


def test_a_folder_that_is_not_there_counts_nothing(tmp_path: Path) -> None:
    assert not any(Starts(str(tmp_path / "none")).begin() for _ in range(9))
    Starts(str(tmp_path / "none")).went_well()
