"""What a verb and a host load: their start-up time is almost all of what a person waits for."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from paneflow.launch import later
from tests.support.cli import ROOT
from tests.support.host import HostProcess, running_host

NEVER = {
    "PySide6",
    "numpy",
    "asyncio",
    "jsonschema",
    "psutil",
    "cffi",
    "_cffi_backend",
    "mcp",
    "pydantic",
    "regex",
}
TOO_DEAR = {  # each costs a good part of what Python itself does
    "argparse", "dataclasses", "enum", "re", "json", "socket", "subprocess", "logging", "pathlib", "typing", "tempfile",
    "threading", "inspect", "importlib.metadata", "contextlib", "collections", "shutil", "tomllib", "difflib",
}  # fmt: skip
ONES_OWN = 22  # modules of ours that a plain verb may load

CODE = """
import sys
before = set(sys.modules)
from paneflow.__main__ import main
code = main(sys.argv[1:])
print("\\n".join(sorted(set(sys.modules) - before)), file=sys.stderr)
sys.exit(code)
"""


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host() as host:
        host.new(pane_name="api")
        yield host


def loaded(host: HostProcess, *words: str, python: tuple[str, ...] = ()) -> set[str]:
    """The modules that a verb loads beyond Python's own start."""
    command = [sys.executable, *python, "-c", CODE, *words]
    done = subprocess.run(
        command, env=host.env | {"PYTHONPATH": str(ROOT)}, cwd=ROOT, capture_output=True, text=True, timeout=30
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


@pytest.mark.parametrize(
    "line",
    [
        "ls",
        "ls --human",
        "read api",
        "search api x",
        "ps",
        "status api",
        "focus cwd:/",
        "send api x",
        "key api ctrl-l",
        "wait --match api --idle --for 20",
        "rpc system.ping",
        "--version",
    ],
)
def test_a_verb_loads_nothing_dear(host: HostProcess, line: str) -> None:
    modules = loaded(host, *line.split(" "), python=("-S",))  # so that no other package has loaded something first

    assert modules & TOO_DEAR == set()
    assert {name.partition(".")[0] for name in modules} & NEVER == set()
    assert len([name for name in modules if name.startswith("paneflow")]) <= ONES_OWN


@pytest.mark.parametrize(
    "line",
    [
        "new",
        "split h --name x",
        "host status",
        "host start",
        "schema surface.read",
        "completion bash",
        "completion panes",
        "--help",
        "ls --help",
        "hooks status",
        "mcp status",
    ],
)
def test_no_verb_loads_what_only_the_host_or_the_window_needs(host: HostProcess, line: str) -> None:
    modules = loaded(host, *line.split(" "))

    assert {name.partition(".")[0] for name in modules} & NEVER == set()
    assert not any(
        name.startswith(("paneflow.host.", "paneflow.runtime", "paneflow.vt", "paneflow.gui")) for name in modules
    )


OF_DOCUMENTS = {"re", "enum", "typing", "contextlib", "collections", "tomllib"}  # `tomllib` loads them all
OURS_FOR_DOCUMENTS = 40


def test_a_document_is_read_with_what_tomllib_needs_anyway(host: HostProcess) -> None:
    file = host.folder / "w.toml"
    file.write_text('[[panes]]\nname = "twelfth"\nprompt = "x"\n')
    modules = loaded(host, "up", str(file), python=("-S",))

    assert modules & (TOO_DEAR - OF_DOCUMENTS) == set()
    assert len([name for name in modules if name.startswith("paneflow")]) <= OURS_FOR_DOCUMENTS


ASSEMBLE = """
import asyncio, os, sys
from paneflow.launch.host import assemble
async def start():
    assemble(dict(os.environ))
    print("\\n".join(sys.modules))
asyncio.run(start())
"""


def test_a_host_starts_without_what_it_needs_only_later(host: HostProcess) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ASSEMBLE],
        env=host.env | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert done.returncode == 0, done.stderr
    modules = set(done.stdout.split())
    assert "paneflow.host.handlers.surface" in modules
    assert (
        modules & {*later.MODULES, "regex", "jsonschema", "mcp", "pydantic", "numpy", "PySide6", "paneflow.driver"}
        == set()
    )
