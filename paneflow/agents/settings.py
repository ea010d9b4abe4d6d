"""An agent's settings file with our entries in it, or without them: text in, text out.

Only entries of ours ever change, and they are told by what is in them: `_paneflow_managed` in hooks, our program in
servers. A file that is not valid JSON (comments make it invalid) or TOML, or that is not shaped as the agent wants it, is
refused: better no hook than a broken agent. JSON keeps its order, indent, byte order mark and last line end.
"""

import json
from collections.abc import Callable, Mapping, Sequence

import tomlkit
from tomlkit.exceptions import TOMLKitError

from paneflow.errors import Failed

Json = dict[str, object]

TAG = "_paneflow_managed"
TIMEOUT_S = 5
# Everything a state needs. Agents refuse names they do not know, so only what all versions in use have.
CLAUDE_EVENTS = (
    "SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PermissionRequest", "Notification", "Stop",
    "SessionEnd",
)  # fmt: skip
CODEX_EVENTS = ("SessionStart", "UserPromptSubmit", "PreToolUse", "PermissionRequest", "PostToolUse", "Stop")
GEMINI_EVENTS = (
    "SessionStart", "BeforeAgent", "BeforeTool", "AfterTool", "Notification", "AfterAgent", "SessionEnd",
)  # fmt: skip
CURSOR_EVENTS = (
    "sessionStart", "beforeSubmitPrompt", "preToolUse", "postToolUse", "afterAgentResponse", "stop", "sessionEnd",
)  # fmt: skip
COPILOT_EVENTS = (
    "sessionStart", "userPromptSubmitted", "preToolUse", "postToolUse", "notification", "errorOccurred", "agentStop",
    "sessionEnd",
)  # fmt: skip
_ABOUT_TOOLS = ("PreToolUse", "PostToolUse", "PermissionRequest", "BeforeTool", "AfterTool")

SERVER = "paneflow"


def hook_command(event: str, tool: str) -> str:
    """The shell command of a hook. The same on every machine and for every version; outside Paneflow it does nothing."""
    return f'[ -z "$PANEFLOW_BIN_DIR" ] || "$PANEFLOW_BIN_DIR/paneflow-ai-hook" {event} {tool}'


def hooks_of(tool: str, events: Sequence[str], timeout: int = TIMEOUT_S) -> Json:
    """The `hooks` object of a settings file in the form of Claude Code, which Codex and Gemini share."""
    return {event: [_group(tool, event, timeout)] for event in events}


def with_hooks(text: str, tool: str, events: Sequence[str]) -> str:
    """The JSON settings with our hooks; what we had put there before is replaced."""

    def change(settings: Json) -> None:
        if tool in _VERSIONED:
            settings.setdefault("version", 1)
        hooks = _object(settings, "hooks")
        _drop_tagged(hooks)
        for event in events:
            _array(hooks, event).append({TAG: True, **_ENTRIES.get(tool, _group)(tool, event, TIMEOUT_S)})

    return _edited(text, change)


def without_hooks(text: str) -> str:
    """The JSON settings without our hooks, and without the lists and objects that held nothing else."""

    def change(settings: Json) -> None:
        hooks = settings.get("hooks")
        if isinstance(hooks, dict) and _drop_tagged(hooks) and not hooks:
            del settings["hooks"]

    return _edited(text, change)


def has_hooks(text: str) -> bool:
    """Whether any hook of ours is in the JSON settings."""
    hooks = _parsed(text).get("hooks")
    lists = hooks.values() if isinstance(hooks, dict) else ()
    return any(_is_tagged(group) for groups in lists if isinstance(groups, list) for group in groups)


def with_server(text: str, table: str, server: Mapping[str, object]) -> str:
    """The JSON settings with our MCP server in `table`. Raises `Failed` (name_taken) if that name is another server's."""

    def change(settings: Json) -> None:
        servers = _object(settings, table)
        _check_ours(servers.get(SERVER))
        servers[SERVER] = dict(server)

    return _edited(text, change)


def without_server(text: str, table: str) -> str:
    """The JSON settings without our MCP server."""

    def change(settings: Json) -> None:
        servers = settings.get(table)
        if isinstance(servers, dict) and is_ours(servers.get(SERVER)):
            del servers[SERVER]
            if not servers:
                del settings[table]

    return _edited(text, change)


def has_server(text: str, table: str) -> bool:
    """Whether our MCP server is in the JSON settings."""
    servers = _parsed(text).get(table)
    return isinstance(servers, dict) and is_ours(servers.get(SERVER))


def with_toml_server(text: str, server: Mapping[str, object]) -> str:
    """Codex's config.toml with our MCP server; comments and layout of the rest stay."""
    document = _toml(text)
    servers = document.setdefault("mcp_servers", tomlkit.table(is_super_table=True))
    if not isinstance(servers, dict):
        raise Failed("'mcp_servers' is not a table", kind="invalid_settings")
    _check_ours(servers.get(SERVER))
    servers[SERVER] = dict(server)
    return tomlkit.dumps(document)


def without_toml_server(text: str) -> str:
    """Codex's config.toml without our MCP server."""
    document = _toml(text)
    servers = document.get("mcp_servers")
    if not isinstance(servers, dict) or not is_ours(servers.get(SERVER)):
        return text
    del servers[SERVER]
    if not servers:
        del document["mcp_servers"]
    return tomlkit.dumps(document)


def has_toml_server(text: str) -> bool:
    """Whether our MCP server is in Codex's config.toml."""
    servers = _toml(text).get("mcp_servers")
    return isinstance(servers, dict) and is_ours(servers.get(SERVER))


def is_ours(server: object) -> bool:
    """Whether an MCP server's entry starts our program, in any agent's form."""
    if not isinstance(server, Mapping):
        return False
    words = [server.get("command"), server.get("args")]
    flat = [each for word in words for each in (word if isinstance(word, list) else [word])]
    return any(isinstance(each, str) and ("paneflow_mcp" in each or "paneflow-mcp" in each) for each in flat)


def _group(tool: str, event: str, timeout: int) -> Json:
    command = {"type": "command", "command": hook_command(event, tool), "timeout": timeout}
    matcher: Json = {"matcher": "*"} if event in _ABOUT_TOOLS else {}
    return {**matcher, "hooks": [command]}


def _cursor_entry(tool: str, event: str, timeout: int) -> Json:
    return {"command": hook_command(event, tool), "timeout": timeout}


def _copilot_entry(tool: str, event: str, timeout: int) -> Json:
    return {"type": "command", "bash": hook_command(event, tool), "timeoutSec": timeout}


_VERSIONED = ("cursor", "copilot")
_ENTRIES: dict[str, Callable[[str, str, int], Json]] = {"cursor": _cursor_entry, "copilot": _copilot_entry}


def _drop_tagged(hooks: Json) -> bool:
    """Take our groups out, and lists that held nothing else. Whether there were any."""
    found = False
    for event, groups in list(hooks.items()):
        if isinstance(groups, list) and any(_is_tagged(group) for group in groups):
            found = True
            groups[:] = [group for group in groups if not _is_tagged(group)]
            if not groups:
                del hooks[event]
    return found


def _is_tagged(group: object) -> bool:
    return isinstance(group, dict) and group.get(TAG) is True


def _check_ours(server: object) -> None:
    if server is not None and not is_ours(server):
        raise Failed(f"another MCP server is called {SERVER!r} there", kind="name_taken")


def _object(parent: Json, key: str) -> Json:
    value = parent.setdefault(key, {})
    if not isinstance(value, dict):
        raise Failed(f"{key!r} is not an object", kind="invalid_settings")
    return value


def _array(parent: Json, key: str) -> list[object]:
    value = parent.setdefault(key, [])
    if not isinstance(value, list):
        raise Failed(f"{key!r} is not a list", kind="invalid_settings")
    return value


# JSON


def _edited(text: str, change: Callable[[Json], None]) -> str:
    settings = _parsed(text)
    before = json.dumps(settings)
    change(settings)
    if json.dumps(settings) == before:
        return text
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    end = "" if text.strip() and not text.endswith("\n") else "\n"
    return mark + json.dumps(settings, indent=_indent(text), ensure_ascii=False) + end


def _parsed(text: str) -> Json:
    """The object of a settings file; an empty file is an empty object."""
    body = text.removeprefix("\ufeff")
    if not body.strip():
        return {}
    try:
        found = json.loads(body, object_pairs_hook=_without_doubles)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Failed(f"not valid JSON at {where}: {error.msg}", kind="invalid_settings") from None
    if not isinstance(found, dict):
        raise Failed("not a JSON object", kind="invalid_settings")
    return found


def _without_doubles(pairs: list[tuple[str, object]]) -> Json:
    """Writing an object back would lose all but the last of keys that occur twice, so such a file is refused."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Failed("a key occurs twice in an object", kind="invalid_settings")
    return found


def _indent(text: str) -> str | int:
    for line in text.splitlines()[1:]:
        blank = line[: len(line) - len(line.lstrip())]
        if blank:
            return blank
    return 2


# TOML


def _toml(text: str) -> tomlkit.TOMLDocument:
    try:
        return tomlkit.parse(text)
    except (TOMLKitError, ValueError, RecursionError) as error:  # numbers too long for Python, tables too deep
        raise Failed(f"not valid TOML: {error}", kind="invalid_settings") from None
