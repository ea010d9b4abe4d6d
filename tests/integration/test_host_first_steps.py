"""A host that runs a real shell and is driven over its socket."""

from collections.abc import Iterator

import pytest

from tests.support.host import HostProcess, RpcError, running_host


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host() as host:
        yield host


def test_a_shell_runs_what_is_typed_and_its_output_can_be_read(host: HostProcess) -> None:
    surface = host.new(name="api")
    host.type(surface, "echo hi-$((20+22))")
    assert "\nhi-42\n" in host.wait_for_text(surface, "\nhi-42\n")


def test_a_missing_surface_is_an_error_and_not_the_focused_one(host: HostProcess) -> None:
    host.new()
    with pytest.raises(RpcError) as error:
        host.call("surface.send_text", surface_id=99999, text="x")
    assert (error.value.code, error.value.kind) == (-32602, "surface_not_found")


def test_a_split_runs_a_program_instead_of_a_shell(host: HostProcess) -> None:
    first = host.new()
    argv = ["sh", "-c", 'printf "<%s>" "$@"; exec sleep 60', "sh", "a b", "$(id)"]
    made = host.call("surface.split", surface_id=first, direction="v", argv=argv)
    host.wait_for_text(made["surface_id"], "<a b><$(id)>")
    with pytest.raises(RpcError, match="give one of them"):
        host.call("surface.split", surface_id=first, direction="v", argv=argv, command="ls")
