import json
import re
import tomllib

import jsonschema
import pytest

from paneflow.spec.config import Config, config_data, config_schema, parse_config
from paneflow.spec.config_text import default_text, set_key
from paneflow.spec.problem import Severity


def test_an_empty_text_gives_the_documented_defaults() -> None:
    config, problems = parse_config("")
    assert problems == []
    assert config == Config()
    assert (config.ai_unrestricted, config.ai_injection_fence, config.submit_paste_delay_ms) == (False, True, 70)
    assert (config.terminal.scrollback_lines, config.terminal.env) == (10_000, {})
    assert (config.font_size, config.line_height) == (13.0, 1.2)


GOOD: list[tuple[str, str, object]] = [
    ('default_shell = "/bin/zsh"', "default_shell", "/bin/zsh"),
    ('theme = "Mine"', "theme", "Mine"),
    ("font_size = 14", "font_size", 14.0),
    ('font_fallbacks = ["A", "B"]', "font_fallbacks", ("A", "B")),
    ('option_as_meta = "left"', "option_as_meta", "left"),
    ("option_as_meta = false", "option_as_meta", False),
    ("ai_unrestricted = true", "ai_unrestricted", True),
    ("submit_paste_delay_ms = 5000", "submit_paste_delay_ms", 5000),
    ("agent_stall_detection = false", "agent_stall_detection", False),
    ('[terminal]\nenv = { EDITOR = "vim" }', "terminal.env", {"EDITOR": "vim"}),
    ('[terminal.env]\nEMPTY = ""', "terminal.env", {"EMPTY": ""}),
    ("terminal.scrollback_lines = 100", "terminal.scrollback_lines", 100),
    ('terminal.cursor_shape = "beam"', "terminal.cursor_shape", "beam"),
    ('terminal.cursor_color = "#fc0"', "terminal.cursor_color", "#fc0"),
    ('terminal.osc52 = "off"', "terminal.osc52", "off"),
    ("window.opacity = 0.9", "window.opacity", 0.9),
    ('window.on_close = "keep_running"', "window.on_close", "keep_running"),
    ("notifications.long_command_secs = 0", "notifications.long_command_secs", 0),
    ("reads.mask_secrets = true", "reads.mask_secrets", True),
    ("host.linger_secs = 60", "host.linger_secs", 60),
    ("pane_backend.discovery_file = false", "pane_backend.discovery_file", False),
    ("tmux.shim = false", "tmux.shim", False),
    ('[shortcuts]\n"Ctrl-Shift-T" = "none"', "shortcuts", {"ctrl+shift+t": "none"}),
]


@pytest.mark.parametrize(("text", "key", "value"), GOOD)
def test_a_right_value_is_taken(text: str, key: str, value: object) -> None:
    config, problems = parse_config(text)
    assert problems == []
    found: object = config
    for part in key.split("."):
        found = getattr(found, part)
    assert found == value


def test_agents_and_commands_become_records() -> None:
    config, problems = parse_config('[agents.claude]\nargs = ["-v"]\n[[commands]]\nname = "T"\ncommand = "make"\n')
    assert problems == []
    assert config.agents["claude"].args == ("-v",)
    assert config.commands[0].command == "make"


BAD: list[tuple[str, str]] = [
    ("theme = 5", "1:1: theme: found 5; allowed: the name of a theme"),
    ('theme = " "', '1:1: theme: found " "; allowed: the name of a theme'),
    (
        'default_shell = "a\\u0000b"',
        '1:1: default_shell: found "a\\x00b"; allowed: a program without control characters',
    ),
    ("ai_unrestricted = 1", "1:1: ai_unrestricted: found 1; allowed: true or false"),
    ('ai_injection_fence = "no"', '1:1: ai_injection_fence: found "no"; allowed: true or false'),
    ("submit_paste_delay_ms = 9", "1:1: submit_paste_delay_ms: found 9; allowed: an integer from 10 to 5000"),
    (
        "submit_paste_delay_ms = 70.0",
        "1:1: submit_paste_delay_ms: found 70.0; allowed: an integer from 10 to 5000",
    ),
    (
        "submit_paste_delay_ms = true",
        "1:1: submit_paste_delay_ms: found true; allowed: an integer from 10 to 5000",
    ),
    ("font_size = nan", "1:1: font_size: found nan; allowed: a number from 6 to 72"),
    ("line_height = 3", "1:1: line_height: found 3; allowed: a number from 1 to 2.5"),
    (
        'option_as_meta = "top"',
        '1:1: option_as_meta: found "top"; allowed: true, false, "left", "right", "both", "none"',
    ),
    (
        "agent_stall_threshold_secs = 29",
        "1:1: agent_stall_threshold_secs: found 29; allowed: an integer from 30 to 86400",
    ),
    ("font_fallbacks = [1]", "1:19: font_fallbacks[0]: found 1; allowed: a font's name"),
    ("terminal = 1", "1:1: terminal: found 1; allowed: a table"),
    (
        "[terminal]\nscrollback_lines = 99",
        "2:1: terminal.scrollback_lines: found 99; allowed: an integer from 100 to 100000",
    ),
    ("[terminal.env]\nA = 1", "2:1: terminal.env.A: found 1; allowed: a string"),
    (
        '[terminal.env]\n"A=B" = "1"',
        '2:1: terminal.env."A=B": not a name of an environment variable; allowed: no =, spaces or controls',
    ),
    (
        'terminal.cursor_color = "red"',
        '1:1: terminal.cursor_color: found "red"; allowed: a colour such as "#ffcc00"',
    ),
    (
        'terminal.bell = "vissual"',
        '1:1: terminal.bell: found "vissual"; allowed: one of "none", "visual", "sound", "both"; did you mean visual?',
    ),
    ("window.opacity = 0.1", "1:1: window.opacity: found 0.1; allowed: a number from 0.2 to 1"),
    ('[shortcuts]\n"ctrl+" = "x"', '2:1: shortcuts."ctrl+": not a chord: a key is missing after the modifiers'),
    (
        '[shortcuts]\nt = "x"',
        "2:1: shortcuts.t: would take a key away from typing; allowed: with ctrl, alt, super or mod",
    ),
    ('[shortcuts]\n"ctrl+t" = "x"\n"ctrl-t" = "y"', "3:1: shortcuts.ctrl-t: the chord ctrl+t is bound already"),
    ('[[commands]]\nname = "x"', "1:1: commands[0].command: missing; give a command"),
    ("agents = { a = 1 }", "1:12: agents.a: found 1; allowed: a table"),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_a_wrong_value_is_named_with_its_place_and_what_is_allowed(text: str, message: str) -> None:
    config, problems = parse_config(text, "c.toml")
    assert [str(problem) for problem in problems] == [f"c.toml:{message}"]
    assert config == Config()


def test_all_errors_come_together_in_the_order_of_the_text() -> None:
    _, problems = parse_config("[window]\nopacity = 5\nzoom = 1\n[terminal]\nbell = 1\n[reads]\nmask_secrets = 0")
    assert [(problem.line, problem.key) for problem in problems] == [
        (2, "window.opacity"),
        (3, "window.zoom"),
        (5, "terminal.bell"),
        (7, "reads.mask_secrets"),
    ]


def test_an_unknown_key_warns_with_the_nearest_name_and_the_rest_counts() -> None:
    config, problems = parse_config("fnt_size = 3\nfont_size = 20\nagents.claude.colour = 1", "c.toml")
    assert [problem.severity for problem in problems] == [Severity.WARNING] * 2
    assert str(problems[0]) == "c.toml:1:1: warning: fnt_size: unknown key; did you mean font_size?"
    assert config.font_size == 20.0
    assert "claude" in config.agents


def test_an_action_that_does_not_exist_is_named_when_the_actions_are_known() -> None:
    text = '[shortcuts]\n"ctrl+t" = "nwe_tab"\n"ctrl+n" = "none"'
    _, problems = parse_config(text, "c.toml", actions=("new_tab", "close_tab"))
    assert [str(problem) for problem in problems] == [
        'c.toml:2:1: shortcuts."ctrl+t": there is no action "nwe_tab"; did you mean new_tab?'
    ]


def test_a_text_that_is_not_toml_gives_the_defaults_and_the_place() -> None:
    config, problems = parse_config('theme = "Mine"\nbell = ', "c.toml")
    assert config == Config()
    assert str(problems[0]).startswith("c.toml:2:8: not TOML: ")


def test_a_huge_or_deep_text_is_refused_without_trouble() -> None:
    assert "allowed: at most" in str(parse_config("#" * (1 << 20) + "#")[1][0])
    assert parse_config("a = " + "[" * 5000)[1][0].severity is Severity.ERROR


def test_the_default_text_is_right_as_it_stands_and_with_every_key_uncommented() -> None:
    assert parse_config(default_text()) == (Config(), [])
    keys = [line.removeprefix("# ") if _is_key(line) else line for line in default_text().splitlines()]
    config, problems = parse_config("\n".join(keys))
    assert problems == []
    assert config.font_family == "JetBrains Mono"
    assert config.agents["claude"].args == ("--verbose",)


def _is_key(line: str) -> bool:
    return line.startswith("# ") and (" = " in line or line.startswith("# ["))


def test_every_key_is_documented_in_the_default_text() -> None:
    for key in _leaves(config_data(Config())):
        assert f"{key} = " in default_text() or re.search(rf"[\[.]{key}[.\]]", default_text()), key


def _leaves(data: dict[str, object]) -> list[str]:
    names: list[str] = []
    for key, value in data.items():
        names += _leaves(value) if isinstance(value, dict) and value else [key]
    return names


def test_the_schema_is_valid_and_agrees_with_the_checker() -> None:
    schema = config_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for text, _, _ in GOOD:
        assert validator.is_valid(tomllib.loads(text)), text
    structural = [text for text, message in BAD if "shortcuts" not in message]
    for text in structural:
        if not any(word in text for word in ("u0000", "nan", "70.0")):  # JSON knows none of these three
            assert not validator.is_valid(tomllib.loads(text)), text


def test_the_configuration_is_plain_data() -> None:
    assert json.loads(json.dumps(config_data(Config())))["terminal"]["scrollback_lines"] == 10_000


WRITTEN = """# my config
font_size = 13  # just right
mystery = "kept"

[terminal]
# quiet please
bell = "none"
"""


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("font_size",), 15.0),
        (("theme",), "Mine"),
        (("terminal", "bell"), "sound"),
        (("terminal", "env", "A"), "x"),
        (("shortcuts", "ctrl+shift+t"), "none"),
        (("font_fallbacks",), ("A", "B")),
    ],
)
def test_setting_a_key_keeps_comments_and_unknown_keys(path: tuple[str, ...], value: object) -> None:
    changed = set_key(WRITTEN, path, value)
    for kept in ("# my config", 'mystery = "kept"', "# quiet please"):
        assert kept in changed
    found: object = tomllib.loads(changed)
    for part in path:
        assert isinstance(found, dict)
        found = found[part]
    assert found == (list(value) if isinstance(value, tuple) else value)


def test_removing_a_key_leaves_the_rest() -> None:
    changed = set_key(WRITTEN, ("terminal", "bell"), None)
    assert tomllib.loads(changed) == {"font_size": 13, "mystery": "kept", "terminal": {}}
    assert set_key(WRITTEN, ("window", "opacity"), None) == WRITTEN


def test_a_text_that_cannot_be_changed_is_refused() -> None:
    with pytest.raises(ValueError, match="not TOML"):
        set_key("a = ", ("b",), 1)
    with pytest.raises(ValueError, match="terminal is not a table"):
        set_key("terminal = 1", ("terminal", "bell"), "none")


@pytest.mark.parametrize("table", ["terminal.env", "agents.claude.env"])
def test_a_variable_that_panes_are_not_given_is_warned_of(table: str) -> None:
    _, problems = parse_config(f'[{table}]\nLD_PRELOAD = "/x.so"\nEDITOR = "vi"\n')
    assert [(each.severity, each.key) for each in problems] == [("warning", f"{table}.LD_PRELOAD")]
