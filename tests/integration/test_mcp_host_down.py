"""The MCP server without a host: it serves, says what it has, and every call is a clear error."""

import contextlib
import os
import socket
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import anyio
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError
from mcp_types import TextContent

from paneflow_mcp.server import build
from tests.support.host import host_folder


@pytest.fixture
def no_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PANEFLOW_SOCKET_PATH", str(tmp_path / "none.sock"))
    return tmp_path / "none.sock"


def test_it_lists_three_read_only_tools_with_output_schemas() -> None:
    async def scene() -> None:
        async with Client(build()) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert set(tools) == {"list_panes", "read_pane", "search_pane"}
            for tool in tools.values():
                assert tool.annotations is not None
                assert tool.annotations.read_only_hint is True
                assert tool.output_schema is not None
            assert set(tools["read_pane"].input_schema["properties"]) == {"target", "lines", "offset"}
            assert set(tools["search_pane"].input_schema["properties"]) == {"target", "pattern", "max_matches"}
            assert tools["list_panes"].input_schema["properties"] == {}
            templates = (await client.list_resource_templates()).resource_templates
            assert [each.uri_template for each in templates] == ["pane://{name}/content"]

    anyio.run(scene)


@pytest.mark.usefixtures("no_host")
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [("list_panes", {}), ("read_pane", {"target": "api"}), ("search_pane", {"target": "api", "pattern": "x"})],
)
def test_a_call_says_that_no_host_answers(tool: str, arguments: dict[str, object]) -> None:
    async def scene() -> None:
        async with Client(build()) as client:
            answer = await client.call_tool(tool, arguments)
            assert answer.is_error
            assert isinstance(answer.content[0], TextContent)
            assert "none.sock" in answer.content[0].text

    anyio.run(scene)


@pytest.mark.usefixtures("no_host")
def test_resources_say_that_no_host_answers() -> None:
    async def scene() -> None:
        async with Client(build()) as client:
            with pytest.raises(MCPError, match=r"none\.sock"):
                await client.list_resources()
            with pytest.raises(MCPError, match=r"none\.sock"):
                await client.read_resource("pane://api/content")

    anyio.run(scene)


@pytest.mark.usefixtures("no_host")
@pytest.mark.parametrize(
    "arguments", [{"target": "api", "lines": 0}, {"target": ""}, {"target": "api", "lines": 4001}, {}]
)
def test_arguments_out_of_range_are_refused(arguments: dict[str, object]) -> None:
    async def scene() -> None:
        async with Client(build()) as client:
            answer = await client.call_tool("read_pane", arguments)
            assert answer.is_error
            assert isinstance(answer.content[0], TextContent)
            assert "none.sock" not in answer.content[0].text

    anyio.run(scene)


def test_it_serves_on_standard_input_and_output(no_host: Path) -> None:
    async def scene() -> None:
        env = {**os.environ, "PANEFLOW_SOCKET_PATH": str(no_host)}
        params = StdioServerParameters(command=sys.executable, args=["-m", "paneflow_mcp"], env=env)
        async with Client(stdio_client(params)) as client:
            assert client.server_info is not None
            assert client.server_info.name == "paneflow"
            assert len((await client.list_tools()).tools) == 3
            assert (await client.call_tool("list_panes", {})).is_error

    anyio.run(scene)


@pytest.mark.timeout(60)
def test_while_a_host_hangs_other_requests_are_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = []

    async def scene() -> None:
        async with Client(build()) as client:

            async def ask(name: str, request: Callable[[], Awaitable[object]]) -> None:
                with contextlib.suppress(MCPError):
                    await request()
                told.append(name)

            async with anyio.create_task_group() as group:
                group.start_soon(ask, "tool", lambda: client.call_tool("list_panes", {}))
                group.start_soon(ask, "resources", client.list_resources)
                group.start_soon(ask, "resource", lambda: client.read_resource("pane://api/content"))
                await anyio.sleep(0.2)
                await ask("quick", client.list_tools)
                hung.close()

    with host_folder() as folder, socket.socket(socket.AF_UNIX) as hung:
        hung.bind(str(folder / "s"))
        hung.listen(8)
        monkeypatch.setenv("PANEFLOW_SOCKET_PATH", str(folder / "s"))
        anyio.run(scene)
    assert told[0] == "quick"
    assert len(told) == 4
