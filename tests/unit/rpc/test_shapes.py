"""Shapes accept what their JSON Schema accepts, and say what is wrong in words."""

import pytest

from paneflow.errors import InvalidParams
from paneflow.rpc.method import Method
from paneflow.rpc.shapes import (
    Bool,
    Choice,
    Either,
    Field,
    Int,
    Json,
    Many,
    Map,
    Maybe,
    Number,
    Problem,
    Record,
    Shape,
    Str,
)

WRONG: list[tuple[Shape, Json, str]] = [
    (Bool(), 1, "must be true or false, not a number"),
    (Int(), True, "must be a whole number, not a boolean"),
    (Int(), "1", "must be a whole number, not a string"),
    (Int(), 1.5, "must be a whole number, not a number"),
    (Int(1, 10), 11, "must be 1 to 10, not 11"),
    (Int(0), -1, "must be at least 0, not -1"),
    (Number(0, 5), 5.5, "must be 0 to 5, not 5.5"),
    (Number(), None, "must be a number, not null"),
    (Number(), float("nan"), "must be a finite number"),
    (Number(0), float("inf"), "must be a finite number"),
    (Str(1), "", "must have at least 1 characters, not 0"),
    (Str(0, 3), "four", "must have at most 3 characters, not 4"),
    (Choice("h", "v"), "x", "must be one of h, v, not 'x'"),
    (Choice("h", "v"), ["h"], "must be one of h, v, not a list"),
    (Many(Int()), {}, "must be a list, not an object"),
    (Many(Int(), 1), [], "must have at least 1 entries, not 0"),
    (Map(Str()), [], "must be an object, not a list"),
    (Maybe(Int()), "x", "must be a whole number, not a string"),
    (Either(Choice("a"), Record(), "a or a tree"), 7, "must be a or a tree, not 7"),
]


@pytest.mark.parametrize(("shape", "value", "message"), WRONG)
def test_a_wrong_value_is_named_with_what_is_allowed(shape: Shape, value: Json, message: str) -> None:
    problems: list[Problem] = []
    shape.check(value, "params.x", problems)
    assert problems == [("params.x", message)]


@pytest.mark.parametrize(
    ("shape", "value"),
    [
        (Bool(), False),
        (Int(1, 3), 3),
        (Int(), 3.0),
        (Number(), 1),
        (Str(1, 3), "abc"),
        (Choice("h"), "h"),
        (Many(Int()), [1, 2]),
        (Map(Bool()), {"a": True}),
        (Maybe(Int()), None),
        (Record(open=True), {"anything": 1}),
    ],
)
def test_a_right_value_passes(shape: Shape, value: Json) -> None:
    problems: list[Problem] = []
    shape.check(value, "x", problems)
    assert problems == []


def test_all_problems_of_a_request_are_told_at_once() -> None:
    row = Method("a.b", "Do.", Field("n", Int(), required=True), Field("ok", Bool()), result=Record())
    with pytest.raises(InvalidParams) as caught:
        row.check({"ok": 1, "other": 2})
    assert caught.value.data["problems"] == [
        {"path": "params.ok", "message": "must be true or false, not a number"},
        {"path": "params.other", "message": "is unknown; known are n, ok"},
        {"path": "params.n", "message": "is missing"},
    ]


def test_defaults_are_filled_in_and_null_means_absent() -> None:
    row = Method("a.b", "Do.", Field("n", Maybe(Int()), default=3), Field("s", Str()), result=Record())
    assert row.check({"n": None}) == {"n": 3, "s": None}
    assert row.check(None) == {"n": 3, "s": None}


def test_a_whole_number_is_handed_on_as_one_however_it_was_written() -> None:
    row = Method("a.b", "Do.", Field("n", Int(0, 9)), Field("x", Number()), result=Record())
    taken = row.check({"n": 3.0, "x": 3.0})
    assert (taken, type(taken["n"]), type(taken["x"])) == ({"n": 3, "x": 3.0}, int, float)


@pytest.mark.parametrize(("shape", "value"), [(Int(1, 256), 99999999), (Int(1, 256), -1), (Number(0, 1), 123456789.5)])
def test_a_number_that_is_out_of_range_is_told_as_it_was_given(shape: Shape, value: float) -> None:
    problems: list[Problem] = []
    shape.check(value, "x", problems)
    assert problems[0][1].endswith(f", not {value}")


@pytest.mark.parametrize("given", [{}, {"a": 1, "b": 2}])
def test_exactly_one_of_several_params_is_wanted(given: dict[str, object]) -> None:
    row = Method("a.b", "Do.", Field("a", Int()), Field("b", Int()), result=Record(), one_of=("a", "b"))
    with pytest.raises(InvalidParams, match="exactly one of a, b"):
        row.check(given)


def test_the_inner_problem_of_an_alternative_is_told() -> None:
    problems: list[Problem] = []
    tree = Record(Field("axis", Str(), required=True))
    Either(Choice("even_h"), tree, "a preset or a tree").check({"axis": 3}, "layout", problems)
    assert problems == [("layout.axis", "must be a string, not a number")]
