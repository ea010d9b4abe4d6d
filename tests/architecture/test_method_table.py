"""The table is complete: rows and handlers match both ways, generated files are current, names are the field's."""

import inspect
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from paneflow.host.dispatcher import bind
from paneflow.rpc.method import CAPABILITIES, Method
from paneflow.rpc.table import GROUPS, method, methods

ROOT = Path(__file__).resolve().parents[2]
ROWS = methods()


def test_generated_files_are_current() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "packaging/generate.py", "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS.keys())
def test_a_row_is_well_formed(row: Method) -> None:
    assert re.fullmatch(r"[a-z]+\.[a-z_]+", row.name)
    assert row.doc.endswith(".")
    assert row.capability is None or row.capability in CAPABILITIES
    assert all(re.fullmatch(r"[a-z_]+", field.name) for field in row.params)
    assert len({field.name for field in row.params}) == len(row.params)


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS.keys())
def test_a_row_has_a_handler_with_the_same_params(row: Method) -> None:
    bound = bind(row)
    assert bound is not None
    names = [parameter.name for parameter in inspect.signature(bound.handler).parameters.values()]
    # A name that Python or its builtins use ("with", "list") has an underscore after it.
    assert {name.rstrip("_") for name in names[2:]} == {field.name for field in row.params}, row.name


@pytest.mark.parametrize("group", GROUPS)
def test_a_public_function_of_a_handler_module_is_a_method(group: str) -> None:
    module = import_module(f"paneflow.host.handlers.{group}")
    public = {
        name
        for name, value in vars(module).items()
        if inspect.isfunction(value) and value.__module__ == module.__name__ and not name.startswith("_")
    }
    assert {name.rstrip("_") for name in public} == {
        name.partition(".")[2] for name in ROWS if name.startswith(f"{group}.")
    }


def test_an_unknown_method_names_the_nearest() -> None:
    from paneflow.errors import NotFound

    with pytest.raises(NotFound, match=r"surface\.read"):
        method("surface.raed")
    with pytest.raises(NotFound):
        method("nothing")
