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
        ("invalid_params", 2),
        ("too_large", 2),
        ("unknown_key", 2),
        ("offset_out_of_range", 2),
        ("generation_unknown", 2),
        ("invalid_env", 2),
        ("not_a_directory", 1),  # what is there, and what is not, can change
        ("would_submit", 1),  # another program would take it
        ("unknown_method", 1),
        ("never heard of", 1),
    ],
)
def test_a_kind_of_error_has_its_code(kind: str, code: int) -> None:
    assert exits.code_of(PaneflowError("no", kind=kind)) == code
    assert code in exits.MEANING
