import pytest

from paneflow.errors import Failed
from paneflow.spec.ports import allocate_ports, wants_port


def free(_port: int) -> bool:
    return True


def test_only_panes_that_want_a_port_get_one_ten_apart() -> None:
    assert allocate_ports([True, False, True], 3000, free) == [3000, None, 3010]


@pytest.mark.parametrize("taken", [3000, 3005, 3009])
def test_one_taken_port_of_ten_moves_on_to_the_next_ten(taken: int) -> None:
    assert allocate_ports([True, True], 3000, lambda port: port != taken) == [3010, 3020]


def test_all_ten_ports_are_probed() -> None:
    probed: list[int] = []

    def probe(port: int) -> bool:
        probed.append(port)
        return True

    allocate_ports([True], 3000, probe)
    assert probed == list(range(3000, 3010))


@pytest.mark.parametrize(("base", "panes"), [(65_527, 1), (65_526, 2), (65_535, 1)])
def test_past_the_last_port_is_an_error_and_never_a_port_given_twice(base: int, panes: int) -> None:
    with pytest.raises(Failed, match=f"from port_base {base} up to 65535") as caught:
        allocate_ports([True] * panes, base, free)
    assert caught.value.kind == "no_free_port"


def test_the_last_ten_ports_are_still_given() -> None:
    assert allocate_ports([True], 65_526, free) == [65_526]


def test_a_pane_wants_a_port_when_a_value_of_its_environment_says_so() -> None:
    assert wants_port(["x", "http://localhost:${port_offset}/"])
    assert not wants_port(["$port_offset", "${port}"])
