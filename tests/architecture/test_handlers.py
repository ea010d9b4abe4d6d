"""The method table and the host's handlers agree, both ways."""

import inspect
from importlib import import_module
from types import ModuleType

import pytest

from paneflow.host.dispatcher import bind
from paneflow.rpc import table
from paneflow.rpc.method import Method

ROWS = list(table.methods().values())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_row_has_a_handler_with_just_its_params(row: Method) -> None:
    bound = bind(row)
    assert bound is not None
    params = list(inspect.signature(bound.handler).parameters.values())
    assert [param.name for param in params[:2]] == ["host", "caller"]
    assert all(param.kind is param.KEYWORD_ONLY for param in params[2:])
    assert [param.name for param in params[2:]] == [bound.words[field.name] for field in row.params]


def functions(module: ModuleType) -> set[str]:
    return {
        name.removesuffix("_")
        for name, value in vars(module).items()
        if inspect.isfunction(value) and value.__module__ == module.__name__ and not name.startswith("_")
    }


@pytest.mark.parametrize("group", table.GROUPS)
def test_a_handler_has_a_row(group: str) -> None:
    verbs = {row.name.partition(".")[2] for row in ROWS if row.name.startswith(group + ".")}
    assert functions(import_module(f"paneflow.host.handlers.{group}")) == verbs
