"""Which writes are allowed."""

import pytest

from paneflow.errors import Refused
from paneflow.host.gate import Gates, gates, require
from paneflow.rpc.method import KEYSTROKE, WINDOW, WRITE


@pytest.mark.parametrize(
    ("env", "unrestricted", "expected"),
    [
        ({}, False, Gates(False, False)),
        ({"PANEFLOW_IPC_SCRIPTING": "1"}, False, Gates(True, True)),
        ({"PANEFLOW_IPC_SCRIPTING": "true"}, False, Gates(False, False)),
        ({"PANEFLOW_IPC_SCRIPTING": ""}, False, Gates(False, False)),
        ({}, True, Gates(True, False)),
    ],
)
def test_the_environment_opens_both_gates_and_ai_unrestricted_only_that_of_text(
    env: dict[str, str], unrestricted: bool, expected: Gates
) -> None:
    assert gates(env, unrestricted=unrestricted) == expected


@pytest.mark.parametrize("capability", [WRITE, KEYSTROKE])
def test_a_closed_gate_refuses_and_says_how_to_open_it(capability: str) -> None:
    with pytest.raises(Refused, match="PANEFLOW_IPC_SCRIPTING=1") as error:
        require(capability, Gates(False, False), person=False)
    assert error.value.kind == "gate_closed"


@pytest.mark.parametrize("capability", [None, WRITE, KEYSTROKE, WINDOW])
def test_a_person_passes_every_gate(capability: str | None) -> None:
    require(capability, Gates(False, False), person=True)


def test_what_is_for_windows_is_refused_to_others_with_every_gate_open() -> None:
    with pytest.raises(Refused) as error:
        require(WINDOW, Gates(True, True), person=False)
    assert error.value.kind == "not_permitted"
