"""Our entries go into an agent's settings and out again, and nothing else changes."""

import json
import tomllib

import pytest
from hypothesis import given
from hypothesis import settings as settings_of_hypothesis
from hypothesis import strategies as st

from paneflow.agents import settings
from paneflow.errors import Failed

USERS = {
    "model": "opus",
    "hooks": {
        "Stop": [{"hooks": [{"type": "command", "command": "say done"}]}],
        "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "./check.sh"}]}],
    },
    "permissions": {"allow": ["Bash(ls:*)"], "ünïcode": "✓"},
}
EVENTS = settings.CLAUDE_EVENTS
SERVER = {"command": "/usr/bin/python3", "args": ["-m", "paneflow_mcp"]}


def with_hooks(text: str) -> str:
    return settings.with_hooks(text, "claude", EVENTS)


def test_hooks_stand_beside_the_persons_own() -> None:
    after = json.loads(with_hooks(json.dumps(USERS)))
    assert set(after["hooks"]) == set(EVENTS)
    assert after["hooks"]["Stop"][0] == USERS["hooks"]["Stop"][0]  # type: ignore[index]
    added = after["hooks"]["Stop"][1]
    assert added["_paneflow_managed"] is True
    assert added["hooks"][0]["timeout"] == 5
    assert added["hooks"][0]["command"].endswith('/paneflow-ai-hook" Stop claude')
    assert {key: after[key] for key in after if key != "hooks"} == {key: USERS[key] for key in USERS if key != "hooks"}


def test_the_same_call_again_changes_nothing() -> None:
    once = with_hooks(json.dumps(USERS, indent=4))
    assert with_hooks(once) == once
    assert settings.has_hooks(once)


@pytest.mark.parametrize("text", ["", "  \n", "{}", json.dumps(USERS), json.dumps(USERS, indent="\t") + "\n"])
def test_taking_the_hooks_out_leaves_what_was_there(text: str) -> None:
    after = settings.without_hooks(with_hooks(text))
    assert json.loads(after) == (json.loads(text) if text.strip() else {})
    assert not settings.has_hooks(after)


scalars = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
values = scalars | st.lists(scalars, max_size=2) | st.dictionaries(st.text(max_size=5), scalars, max_size=2)


@settings_of_hypothesis(max_examples=50, deadline=None)
@given(
    st.dictionaries(st.text(max_size=5), values, max_size=3),
    st.dictionaries(st.sampled_from(EVENTS), st.lists(values, min_size=1, max_size=2), max_size=3),
)
def test_in_and_out_again_is_nothing_for_any_settings(rest: dict[str, object], hooks: dict[str, list[object]]) -> None:
    whole = {**rest, **({"hooks": hooks} if hooks else {})}
    if not hooks:
        whole.pop("hooks", None)
    assert json.loads(settings.without_hooks(with_hooks(json.dumps(whole)))) == whole


def test_indent_order_byte_order_mark_and_the_last_line_end_stay() -> None:
    text = '\ufeff{\n\t"b": 1,\n\t"a": "ü"\n}'
    after = with_hooks(text)
    assert after.startswith('\ufeff{\n\t"b": 1,\n\t"a": "ü",\n\t"hooks": {\n\t\t')
    assert after.endswith("}")


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1, // mine\n"b": 2}',
        '/* mine */ {"a": 1}',
        '{"a": 1,}',
        '{"a": [1, 2,\n# x\n3]}',
        '{"a": 1} trailing',
        "not json",
        "[]",
        '"text"',
        '{"hooks": []}',
        '{"hooks": {"Stop": {}}}',
        '{"a": 1, "a": 2}',
    ],
)
def test_what_cannot_be_read_or_is_shaped_otherwise_is_refused(text: str) -> None:
    with pytest.raises(Failed) as caught:
        with_hooks(text)
    assert caught.value.kind == "invalid_settings"


def test_an_error_says_where() -> None:
    with pytest.raises(Failed, match="line 2, column 3"):
        with_hooks('{\n  // here\n  "a": 1}')


# MCP servers


def test_a_server_stands_beside_the_others_and_goes_alone() -> None:
    before = json.dumps({"mcpServers": {"other": {"command": "x"}}, "theme": "dark"})
    after = settings.with_server(before, "mcpServers", SERVER)
    assert json.loads(after)["mcpServers"] == {"other": {"command": "x"}, "paneflow": SERVER}
    assert settings.has_server(after, "mcpServers")
    assert settings.with_server(after, "mcpServers", SERVER) == after
    assert json.loads(settings.without_server(after, "mcpServers")) == json.loads(before)


def test_another_server_of_our_name_is_left_alone() -> None:
    text = json.dumps({"mcp": {"paneflow": {"command": ["their-thing"]}}})
    with pytest.raises(Failed) as caught:
        settings.with_server(text, "mcp", SERVER)
    assert caught.value.kind == "name_taken"
    assert settings.without_server(text, "mcp") == text
    assert not settings.has_server(text, "mcp")


TOML = """\
# my settings
model = "gpt-5"   # the good one

[mcp_servers.docs]   # keep
command = "docs"

[tui]
theme = 'x'
"""


def test_toml_keeps_its_comments() -> None:
    after = settings.with_toml_server(TOML, SERVER)
    assert tomllib.loads(after)["mcp_servers"]["paneflow"] == SERVER
    for line in TOML.splitlines():
        assert line in after
    assert settings.with_toml_server(after, SERVER) == after
    assert settings.without_toml_server(after) == TOML


@pytest.mark.parametrize("text", ["", "# nothing\n", "model = 'x'\n"])
def test_toml_without_servers_gets_one_and_loses_it(text: str) -> None:
    after = settings.with_toml_server(text, SERVER)
    assert settings.has_toml_server(after)
    assert tomllib.loads(settings.without_toml_server(after)) == tomllib.loads(text)


def test_broken_toml_is_refused() -> None:
    with pytest.raises(Failed, match="TOML"):
        settings.with_toml_server("a = = 1", SERVER)
    with pytest.raises(Failed) as caught:
        settings.with_toml_server("mcp_servers = 3", SERVER)
    assert caught.value.kind == "invalid_settings"
