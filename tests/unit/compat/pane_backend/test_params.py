import pytest

from paneflow.compat.pane_backend import metadata
from paneflow.compat.pane_backend.errors import BackendError
from paneflow.compat.pane_backend.params import Params


def test_null_is_the_same_as_left_out() -> None:
    given = Params({"a": None})

    assert given.maybe_text("a") is given.maybe_text("b") is None
    assert given.flag("a", default=True) is True
    assert given.whole("a", 5) == 5
    assert given.environment("a") == {}


def test_nothing_is_coerced() -> None:
    given = Params(
        {"one": 1, "yes": True, "text": "x", "list": ["a", 1], "map": {"a": 1}, "half": 1.5, "less": -1, "whole": 2.0}
    )

    assert given.whole("whole") == 2
    for read in (
        lambda: given.text("one"),
        lambda: given.flag("one", default=False),
        lambda: given.whole("yes"),
        lambda: given.whole("text"),
        lambda: given.whole("half"),
        lambda: given.whole("less"),
        lambda: given.words("text"),
        lambda: given.words("list"),
        lambda: given.environment("map"),
        lambda: given.choice("text", ("y", "z")),
        lambda: given.text("missing"),
        lambda: Params([]),
    ):
        with pytest.raises(BackendError) as error:
            read()
        assert error.value.code == -32602


def test_huge_and_odd_numbers_are_refused() -> None:
    for value in (2**53, float("inf"), float("nan"), 1e300):
        with pytest.raises(BackendError):
            Params({"n": value}).whole("n")


def test_metadata_has_six_members_whatever_was_given() -> None:
    assert metadata.plain(metadata.read({})) == dict.fromkeys(metadata.Metadata._fields)
    assert metadata.read({"disallowed_tools": [], "more": 1}) == metadata.Metadata(disallowed_tools=[])
    assert metadata.plain(metadata.read(None)) is None
