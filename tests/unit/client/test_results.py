"""The client's types say what the method table says."""

import pytest

from paneflow.client import results
from paneflow.rpc.methods.common import SURFACE_ROW, WORKSPACE_ROW
from paneflow.rpc.shapes import Record
from paneflow.rpc.table import method


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("surface.read", results.Reading),
        ("surface.search", results.Findings),
        ("surface.send_text", results.Receipt),
        ("surface.wait", results.Waited),
        ("surface.run", results.Ran),
        ("surface.split", results.SplitOff),
        ("workspace.create", results.Created),
        ("surface.focus", results.Focused),
        ("system.capabilities", results.Capabilities),
    ],
)
def test_an_answers_type_has_the_rows_keys(name: str, typed: type) -> None:
    assert _keys(method(name).result) == typed.__required_keys__  # type: ignore[attr-defined]


def test_rows_of_lists_have_the_same_keys() -> None:
    assert _keys(SURFACE_ROW) == results.SurfaceRow.__required_keys__
    (ended,) = method("surface.ended").result.fields  # type: ignore[attr-defined]
    assert _keys(ended.shape.each) == results.ClosedRow.__required_keys__
    assert _keys(WORKSPACE_ROW) == results.WorkspaceRow.__required_keys__


def _keys(shape: object) -> set[str]:
    assert isinstance(shape, Record)
    return {field.name for field in shape.fields if field.required}
