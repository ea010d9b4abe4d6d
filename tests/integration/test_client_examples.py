"""The examples in the client's documentation, against a real host."""

import doctest
from collections.abc import Iterator
from types import ModuleType

import pytest

import paneflow.client
import paneflow.client.caller
import paneflow.client.client
from tests.support.host import HostProcess, running_host


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Iterator[HostProcess]:
    with running_host() as host:
        monkeypatch.setenv("PANEFLOW_SOCKET_PATH", host.socket_path)
        yield host


@pytest.mark.parametrize(
    ("module", "at_least"), [(paneflow.client, 2), (paneflow.client.caller, 2), (paneflow.client.client, 7)]
)
def test_the_examples_do_what_they_say(host: HostProcess, module: ModuleType, at_least: int) -> None:
    failed, attempted = doctest.testmod(module, optionflags=doctest.ELLIPSIS)

    assert failed == 0
    assert attempted >= at_least
