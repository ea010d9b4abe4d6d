import pytest

from paneflow.cli import exits
from paneflow.errors import PaneflowError


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("usage", 2),
        ("invalid_pattern", 2),
        ("invalid_document", 2),
        ("surface_not_found", 3),
        ("workspace_not_found", 3),
        ("ambiguous_target", 3),
        ("timed_out", 4),
        ("no_answer", 1),
        ("unavailable", 1),
        ("gate_closed", 1),
        ("surface_exited", 1),
        ("busy", 1),
        ("invalid_params", 1),
        ("never heard of", 1),
    ],
)
def test_a_kind_of_error_has_its_code(kind: str, code: int) -> None:
    assert exits.code_of(PaneflowError("no", kind=kind)) == code
    assert code in exits.MEANING
