"""What models are told of the command lines of panes."""

import pytest

from paneflow_mcp.panes import list_panes
from tests.support.host import running_host


def test_secrets_of_command_lines_are_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with running_host() as host:
        monkeypatch.setenv("PANEFLOW_SOCKET_PATH", host.socket_path)
        surface = host.new(pane_name="login")
        host.type(surface, "printf '\\033]2;psql --password hunter2\\007'; sh -c 'sleep 60; :' login --token abc123def")
        host.wait_for(lambda: "abc123def" in str(host.call("surface.list")))
        row = list_panes().panes[0]
    assert "--token [masked]" in row.cmd
    assert "abc123def" not in row.cmd
    assert "psql --password [masked]" in row.title
