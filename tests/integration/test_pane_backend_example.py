"""The protocol's complete example, line for line as its reference has it, by a program in a pane."""

import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.host import HostProcess, host_folder
from tests.support.pane_backend import backend_path

# → what is sent, ← what comes, `...` what differs from run to run. The panes are %1 and %3 there.
EXAMPLE = r"""
→ {"id":1,"method":"initialize","params":{"protocol_version":"2","capabilities":[]}}
← {"id":1,"result":{"protocol_version":"2","capabilities":["events","capture","run_shell"],"self_context_id":"%1"}}
→ {"id":2,"method":"spawn_agent","params":{"command":["pwsh","-NoLogo"],"wait_ready":true,"mode":"split"}}
← {"id":2,"result":{"context_id":"%3","ready":true,"elapsed_ms":980,"data_version":1,"created_via":"split"}}
→ {"id":3,"method":"exec","params":{"context_id":"%3","command":"cargo test","capture":true,"timeout_ms":120000}}
← {"method":"exec_completed","params":{"context_id":"%3","exit_code":0,"command":"cargo test","elapsed_ms":4301}}
← {"id":3,"result":{"exit_code":0,"stdout":"test result: ok. 42 passed\n","stderr":"","elapsed_ms":4301}}
→ {"id":4,"method":"capture","params":{"context_id":"%3","clean":true}}
← {"id":4,"result":{"text":"test result: ok. 42 passed\n$","data_version":4,"context_id":"%3"}}
→ {"id":5,"method":"kill","params":{"context_id":"%3"}}
← {"id":5,"result":{}}
← {"method":"context_exited","params":{"context_id":"%3","exit_code":-1}}
"""
VARIES = {"elapsed_ms", "data_version", "text"}


@pytest.fixture
def host() -> Iterator[HostProcess]:
    with host_folder() as folder:
        programs = folder / "bin"
        programs.mkdir()
        shells = {
            "pwsh": '#!/bin/sh\nprintf "test result: ok. 42 passed\\n$ "; read x\n',
            "cargo": '#!/bin/sh\n[ "$*" = test ] && echo "test result: ok. 42 passed"\n',
        }
        for name, text in shells.items():
            (programs / name).write_text(text)
            (programs / name).chmod(0o755)
        host = HostProcess(folder, {})
        host.env["PATH"] = f"{programs}:{host.env['PATH']}"
        try:
            yield host.start()
        finally:
            host.close()


@pytest.mark.timeout(60)
def test_the_complete_example_is_answered_as_written(host: HostProcess) -> None:
    host.new(name="the person's")
    names: dict[str, str] = {}
    with socket.socket(socket.AF_UNIX) as backend:
        backend.settimeout(20)
        backend.connect(backend_path(host))
        with backend.makefile("rb") as stream:
            for row in EXAMPLE.strip().splitlines():
                arrow, text = row[0], row[2:]
                if arrow == "→":
                    for name, ours in names.items():
                        text = text.replace(f'"{name}"', f'"{ours}"')
                    backend.sendall(text.encode() + b"\n")
                    continue
                wanted = json.loads(text)
                while (came := json.loads(stream.readline())).get("method") == "context_ready":
                    pass
                assert masked(came, wanted, names) == masked(wanted, wanted, names)


def masked(line: dict[str, Any], wanted: dict[str, Any], names: dict[str, str]) -> object:
    """A line with ids by their names in the example, and with the types of what varies; the order of members counts."""
    body, example = (each.get("result") or each.get("params") or {} for each in (line, wanted))
    for key in ("context_id", "self_context_id"):
        if key in body:
            names.setdefault(example[key], body[key]) if body is not example else None
            assert body[key] in (example[key], names[example[key]])
    return (
        line.get("id"),
        line.get("method"),
        [(key, type(value) if key in VARIES or key.endswith("context_id") else value) for key, value in body.items()],
    )
