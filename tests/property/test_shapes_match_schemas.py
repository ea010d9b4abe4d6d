"""The hand-written checks and the published schemas agree: that is what lets the host run without a schema library."""

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paneflow.errors import InvalidParams
from paneflow.rpc.method import Method
from paneflow.rpc.shapes import Anything, Bool, Choice, Either, Int, Json, Many, Map, Maybe, Number, Record, Shape, Str
from paneflow.rpc.table import methods

ROWS = methods()
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 5000)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def plausible(shape: Shape) -> st.SearchStrategy[Json]:
    """Values that are mostly right for a shape, so that both verdicts are met often."""
    match shape:
        case Bool():
            return st.booleans()
        case Int() | Number():
            return st.integers(int(shape.low or 0), int(min(shape.high or 5000, 2**53)))
        case Str():
            return st.text(min_size=shape.low, max_size=min(shape.high or 12, shape.low + 12))
        case Choice():
            return st.sampled_from(shape.values)
        case Many():
            return st.lists(plausible(shape.each), min_size=shape.low, max_size=shape.low + 2)
        case Map():
            return st.dictionaries(st.text(max_size=4), plausible(shape.each), max_size=2)
        case Maybe():
            return st.none() | plausible(shape.shape)
        case Either():
            return plausible(shape.first) | plausible(shape.second)
        case Record():
            needed = {f.name: plausible(f.shape) for f in shape.fields if f.required}
            return st.fixed_dictionaries(
                needed, optional={f.name: plausible(f.shape) for f in shape.fields if not f.required}
            )
        case Anything():
            return JSON
        case _:
            raise AssertionError(shape)


def requests() -> st.SearchStrategy[tuple[Method, Json]]:
    def for_row(row: Method) -> st.SearchStrategy[tuple[Method, Json]]:
        broken = st.dictionaries(st.sampled_from([f.name for f in row.params] or ["x"]), JSON, max_size=4)
        return st.tuples(st.just(row), plausible(row.shape) | broken | JSON.filter(lambda value: value is not None))

    return st.sampled_from(list(ROWS.values())).flatmap(for_row)


@settings(max_examples=1500, deadline=None, suppress_health_check=list(HealthCheck))
@given(requests())
def test_check_and_schema_give_the_same_verdict(request_: tuple[Method, Json]) -> None:
    row, params = request_
    valid = jsonschema.Draft202012Validator(row.params_schema()).is_valid(params)
    try:
        row.check(params)
    except InvalidParams:
        assert not valid
    else:
        assert valid


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS.keys())
def test_every_schema_is_a_valid_schema_and_every_example_fits(row: Method) -> None:
    jsonschema.Draft202012Validator.check_schema(row.params_schema())
    jsonschema.Draft202012Validator.check_schema(row.result.schema())
    if row.example:
        params, result = row.example
        jsonschema.validate(params, row.params_schema(), jsonschema.Draft202012Validator)
        jsonschema.validate(result, row.result.schema(), jsonschema.Draft202012Validator)
