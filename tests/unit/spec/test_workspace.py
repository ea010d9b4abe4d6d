import tomllib

import jsonschema
import pytest

from paneflow.model.names import selectable
from paneflow.pty.environment import may_set
from paneflow.spec.problem import InvalidDocument, Severity, errors
from paneflow.spec.tree import Split, layout_data
from paneflow.spec.workspace import WorkspaceSpec, parse_workspace, workspace_schema

AGENTS = ("claude", "claude-code", "codex", "opencode", "gemini")
HEAD = "[[panes]]\n"


def value_of(spec: WorkspaceSpec, key: str) -> object:
    found: object = spec.panes[0] if key.startswith("pane.") else spec
    return getattr(found, key.removeprefix("pane."))


def test_the_defaults_are_those_of_the_reference() -> None:
    spec, report = parse_workspace(HEAD)
    assert report.problems == []
    assert (spec.name, spec.layout, spec.port_base, spec.tree) == ("Workspace", "even_h", 3000, None)
    pane = spec.panes[0]
    assert (pane.cwd, pane.agent, pane.command, pane.prompt, pane.name, pane.worktree, pane.setup) == (None,) * 7
    assert (pane.focus, pane.env, pane.copy_env) == (False, {}, True)
    assert (pane.setup_timeout_secs, pane.worktree_teardown) == (300, "auto")


TREE = f'tree = {{ split = "vertical", ratios = [3, 1], children = ["pane", "pane"] }}\n{HEAD}{HEAD}'
WORKTREE = f'{HEAD}cwd = "."\nworktree = "feat/x"\n'

GOOD: list[tuple[str, str, object]] = [
    (f'name = "Projet né"\n{HEAD}', "name", "Projet né"),
    (f'layout = "even_v"\n{HEAD}', "layout", "even_v"),
    (f'layout = "main_vertical"\n{HEAD}', "layout", "main_vertical"),
    (f'layout = "tiled"\n{HEAD}', "layout", "tiled"),
    (f"port_base = 65535\n{HEAD}", "port_base", 65535),
    (f'{HEAD}cwd = "~/src/My Project"', "pane.cwd", "~/src/My Project"),
    (f'{HEAD}agent = "Claude_Code"', "pane.agent", "Claude_Code"),
    (f"{HEAD}command = 'echo \"${{HOME}}\"'", "pane.command", 'echo "${HOME}"'),
    (f'{HEAD}prompt = """two\nlines ${{x}}"""', "pane.prompt", "two\nlines ${x}"),
    (f"{HEAD}focus = true", "pane.focus", True),
    (f'{HEAD}env = {{ PORT = "${{port_offset}}" }}', "pane.env", {"PORT": "${port_offset}"}),
    (f'{HEAD}env = {{ A = "http://x:${{port_offset}}/$HOME" }}', "pane.env", {"A": "http://x:${port_offset}/$HOME"}),
    (f'{HEAD}name = "api"', "pane.name", "api"),
    (WORKTREE, "pane.worktree", "feat/x"),
    (f"{WORKTREE}copy_env = false", "pane.copy_env", False),
    (f'{WORKTREE}setup = "npm ci"', "pane.setup", "npm ci"),
    (f"{WORKTREE}setup_timeout_secs = 1", "pane.setup_timeout_secs", 1),
    (f'{WORKTREE}worktree_teardown = "keep"', "pane.worktree_teardown", "keep"),
    (TREE, "tree", Split("vertical", (None, None), (0.75, 0.25))),
]


@pytest.mark.parametrize(("text", "key", "value"), GOOD)
def test_a_right_value_is_taken(text: str, key: str, value: object) -> None:
    spec, report = parse_workspace(text, agents=lambda: AGENTS)
    assert report.problems == []
    assert value_of(spec, key) == value


NODE = 'allowed: an array of at least two, each "pane" or a table with split'
BAD: list[tuple[str, str]] = [
    ("", "panes: missing; give an array of 1 to 64 items, each a table"),
    ("panes = []", "1:1: panes: 0 items; allowed: an array of 1 to 64 items, each a table"),
    ("panes = 3", "1:1: panes: found 3; allowed: an array of 1 to 64 items, each a table"),
    ("panes = [1]", "1:10: pane 1: found 1; allowed: a table"),
    (HEAD * 65, "1:1: panes: 65 items; allowed: an array of 1 to 64 items, each a table"),
    (f"[pane]\n{HEAD}", "1:1: pane: unknown key; did you mean panes?"),
    (f"name = 3\n{HEAD}", "1:1: name: found 3; allowed: a title"),
    (f'name = ""\n{HEAD}', '1:1: name: found ""; allowed: a title'),
    (f'name = "{"x" * 65}"\n{HEAD}', f'1:1: name: found "{"x" * 59}…"; allowed: at most 64 characters'),
    (
        f'layout = "even-h"\n{HEAD}',
        '1:1: layout: found "even-h"; allowed: one of "even_h", "even_v", "main_vertical", "tiled"; did you mean even_h?',
    ),
    (
        f"layout = 1\n{HEAD}",
        '1:1: layout: found 1; allowed: one of "even_h", "even_v", "main_vertical", "tiled"',
    ),
    (f'port_base = "3000"\n{HEAD}', '1:1: port_base: found "3000"; allowed: an integer from 1 to 65535'),
    (f"port_base = 0\n{HEAD}", "1:1: port_base: found 0; allowed: an integer from 1 to 65535"),
    (f"port_base = 65536\n{HEAD}", "1:1: port_base: found 65536; allowed: an integer from 1 to 65535"),
    (f"colour = 1\n{HEAD}", "1:1: colour: unknown key; allowed: one of layout, name, panes, port_base, tree"),
    (f"{HEAD}cwd = 1", "2:1: pane 1: cwd: found 1; allowed: a folder"),
    (f'{HEAD}cwd = ""', '2:1: pane 1: cwd: found ""; allowed: a folder'),
    (f"{HEAD}agent = 1", "2:1: pane 1: agent: found 1; allowed: an agent's name"),
    (f'{HEAD}agent = "cluade"', '2:1: pane 1: agent: there is no agent "cluade"; did you mean claude?'),
    (
        f'{HEAD}agent = "zzz"',
        '2:1: pane 1: agent: there is no agent "zzz"; allowed: one of claude, claude-code, codex, gemini, opencode',
    ),
    (
        f'{HEAD}agent = "codex"\ncommand = "ls"',
        "3:1: pane 1: command: both agent and command are given; allowed: one of them",
    ),
    (f"{HEAD}command = []", "2:1: pane 1: command: found []; allowed: a command"),
    (f'{HEAD}command = " "', '2:1: pane 1: command: found " "; allowed: a command'),
    (f"{HEAD}prompt = true", "2:1: pane 1: prompt: found true; allowed: a text"),
    (
        f'{HEAD}prompt = "a\\u001b[2J"',
        '2:1: pane 1: prompt: found "a\\x1b[2J"; allowed: a text without control characters',
    ),
    (f'{HEAD}focus = "yes"', '2:1: pane 1: focus: found "yes"; allowed: true or false'),
    (f"{HEAD}focus = 1", "2:1: pane 1: focus: found 1; allowed: true or false"),
    (f'{HEAD}env = "A=1"', '2:1: pane 1: env: found "A=1"; allowed: a table of strings'),
    (f"{HEAD}env = {{ A = 1 }}", "2:9: pane 1: env.A: found 1; allowed: a string"),
    (
        f'{HEAD}[panes.env]\n"A B" = "1"',
        '3:1: pane 1: env."A B": not a name of an environment variable; allowed: no =, spaces or controls',
    ),
    (
        f'{HEAD}env = {{ A = "${{port}}" }}',
        "2:9: pane 1: env.A: ${port} means nothing here; allowed: ${port_offset}",
    ),
    (f'{HEAD}env = {{ A = "${{port_offset" }}', "2:9: pane 1: env.A: ${ without a closing }"),
    (f'{HEAD}env = {{ A = "${{}}" }}', "2:9: pane 1: env.A: ${} means nothing here; allowed: ${port_offset}"),
    (f"{HEAD}name = 7", "2:1: pane 1: name: found 7; allowed: a name"),
    (f'{HEAD}name = "a\\nb"', '2:1: pane 1 "a\\nb": name: found "a\\nb"; allowed: a name without control characters'),
    (f'{HEAD}cwd = "."\nworktree = 1', "3:1: pane 1: worktree: found 1; allowed: a branch"),
    (f'{HEAD}cwd = "."\nworktree = ""', '3:1: pane 1: worktree: found ""; allowed: a branch'),
    (
        f'{HEAD}cwd = "."\nworktree = "-x"',
        '3:1: pane 1: worktree: "-x" begins with -, which git would read as an option',
    ),
    (
        f'{HEAD}cwd = "."\nworktree = "é"',
        '3:1: pane 1: worktree: "é" gives no name for a folder; allowed: a letter or digit in it',
    ),
    (
        f'{HEAD}cwd = "."\nworktree = "a..b"',
        '3:1: pane 1: worktree: "a..b" is not a branch name: no spaces, controls, .., //, @{ or any of ~^:?*[\\',
    ),
    (
        f'{HEAD}cwd = "."\nworktree = "a b"',
        '3:1: pane 1: worktree: "a b" is not a branch name: no spaces, controls, .., //, @{ or any of ~^:?*[\\',
    ),
    (
        f'{HEAD}cwd = "."\nworktree = "HEAD"',
        '3:1: pane 1: worktree: "HEAD" is not a branch name: it may not be @ or HEAD, begin with / or end in / or .',
    ),
    (
        f'{HEAD}cwd = "."\nworktree = "x.lock"',
        '3:1: pane 1: worktree: "x.lock" is not a branch name: no part may begin with . or end in .lock',
    ),
    (f'{HEAD}worktree = "x"', "2:1: pane 1: worktree: needs cwd: a folder in the repository"),
    (f"{HEAD}copy_env = true", "2:1: pane 1: copy_env: makes sense only with worktree, which is not given"),
    (f'{HEAD}setup = "x"', "2:1: pane 1: setup: makes sense only with worktree, which is not given"),
    (
        f"{HEAD}setup_timeout_secs = 5",
        "2:1: pane 1: setup_timeout_secs: makes sense only with worktree, which is not given",
    ),
    (
        f'{HEAD}worktree_teardown = "keep"',
        "2:1: pane 1: worktree_teardown: makes sense only with worktree, which is not given",
    ),
    (f'{WORKTREE}copy_env = "no"', '4:1: pane 1: copy_env: found "no"; allowed: true or false'),
    (f"{WORKTREE}setup = 1", "4:1: pane 1: setup: found 1; allowed: a command"),
    (
        f"{WORKTREE}setup_timeout_secs = 0",
        "4:1: pane 1: setup_timeout_secs: found 0; allowed: an integer from 1 to 86400",
    ),
    (
        f"{WORKTREE}setup_timeout_secs = 1.5",
        "4:1: pane 1: setup_timeout_secs: found 1.5; allowed: an integer from 1 to 86400",
    ),
    (
        f'{WORKTREE}worktree_teardown = "delete"',
        '4:1: pane 1: worktree_teardown: found "delete"; allowed: one of "auto", "keep"',
    ),
    (f'{HEAD}name = "api"\ncomand = "x"', '3:1: pane 1 "api": comand: unknown key; did you mean command?'),
    (f"tree = 1\n{HEAD}", "1:1: tree: found 1; allowed: a table with split, children and perhaps ratios"),
    (
        f'tree = {{ split = "v", children = ["pane", "pane"] }}\n{HEAD}{HEAD}',
        '1:10: tree.split: found "v"; allowed: one of "horizontal", "vertical"',
    ),
    (
        f'tree = {{ children = ["pane", "pane"] }}\n{HEAD}{HEAD}',
        '1:1: tree.split: missing; give one of "horizontal", "vertical"',
    ),
    (f'tree = {{ split = "vertical", children = ["pane"] }}\n{HEAD}', f"1:30: tree.children: {NODE}"),
    (
        f'tree = {{ split = "vertical", ratios = [1, 0], children = ["pane", "pane"] }}\n{HEAD}{HEAD}',
        "1:30: tree.ratios: found [1, 0]; allowed: 2 numbers above 0, one a child",
    ),
    (
        f'tree = {{ split = "vertical", ratios = [1], children = ["pane", "pane"] }}\n{HEAD}{HEAD}',
        "1:30: tree.ratios: found [1]; allowed: 2 numbers above 0, one a child",
    ),
    (
        f'tree = {{ split = "vertical", children = ["pane", 1] }}\n{HEAD}{HEAD}',
        "1:50: tree.children[1]: found 1; allowed: a table with split, children and perhaps ratios",
    ),
    (
        f'tree = {{ split = "vertical", children = ["pane", "pane"], size = 1 }}\n{HEAD}{HEAD}',
        "1:59: tree.size: unknown key; allowed: one of children, ratios, split",
    ),
    (TREE + HEAD, "1:1: tree: has room for 2 panes, but the document has 3"),
    ('layout = "tiled"\n' + TREE, "2:1: tree: both layout and tree are given; allowed: one of them"),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_a_wrong_document_says_where_what_and_what_is_allowed(text: str, message: str) -> None:
    _, report = parse_workspace(text, "w.toml", agents=lambda: AGENTS)
    file = "w.toml: " if not text else "w.toml:"
    assert [str(problem) for problem in report.problems] == [file + message]
    with pytest.raises(InvalidDocument) as caught:
        report.check()
    assert caught.value.kind == "invalid_document"
    assert caught.value.data["problems"] == [report.problems[0].as_dict()]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [("[[panes]]\ncwd = .", 2, 7), ("a = 1\na = 2", 2, 6), ("a = [", 1, 6)],
)
def test_what_is_not_toml_is_said_with_its_place(text: str, line: int, column: int) -> None:
    _, report = parse_workspace(text, "w.toml")
    problem = report.problems[0]
    assert (problem.line, problem.column) == (line, column)
    assert str(problem).startswith(f"w.toml:{line}:{column}: not TOML: ")
    assert len(report.problems) == 1


def test_all_errors_come_together_in_the_order_of_the_text() -> None:
    text = f'layout = 1\n{HEAD}name = "api"\nagent = "x"\ncommand = "y"\n{HEAD}worktree = "-"\nfocus = 3\nhello = 1\n'
    _, report = parse_workspace(text, agents=lambda: AGENTS)
    assert [(problem.line, problem.where, problem.key) for problem in report.sorted()] == [
        (1, "", "layout"),
        (4, 'pane 1 "api"', "panes[0].agent"),
        (5, 'pane 1 "api"', "panes[0].command"),
        (7, "pane 2", "panes[1].worktree"),
        (7, "pane 2", "panes[1].worktree"),
        (8, "pane 2", "panes[1].focus"),
        (9, "pane 2", "panes[1].hello"),
    ]


WARN: list[tuple[str, str]] = [
    (f"{HEAD}focus = true\n{HEAD}focus = true", "4:1: warning: pane 2: focus: pane 1 has the focus already"),
    (
        f'{HEAD}name = "api"\n{HEAD}name = "API"',
        '4:1: warning: pane 2 "API": name: pane 1 has this name too; it will get a number after it',
    ),
    (f'{HEAD}name = "42"', '2:1: warning: pane 1 "42": name: selectors do not take it for a name; it will be pane-42'),
    (
        f'{HEAD}name = "self"',
        '2:1: warning: pane 1 "self": name: selectors do not take it for a name; it will be pane-self',
    ),
    (f'{HEAD}env = {{ LD_PRELOAD = "x" }}', "2:9: warning: pane 1: env.LD_PRELOAD: a pane is not given this variable"),
    (
        f'{HEAD}command = "x ${{port_offset}}"',
        "2:1: warning: pane 1: command: ${port_offset} is replaced in values of env only",
    ),
]


@pytest.mark.parametrize(("text", "message"), WARN)
def test_what_is_doubtful_warns_and_goes_on(text: str, message: str) -> None:
    _, report = parse_workspace(text, "w.toml")
    assert [str(problem) for problem in report.problems] == [f"w.toml:{message}"]
    assert report.problems[0].severity is Severity.WARNING
    assert errors(report.problems) == []
    report.check()


def test_a_tree_that_is_nested_without_end_is_refused() -> None:
    nested = '{ split = "vertical", children = ["pane", "pane"] }'
    for _ in range(70):
        nested = f'{{ split = "vertical", children = ["pane", {nested}] }}'
    _, report = parse_workspace(f"tree = {nested}\n" + HEAD * 64)
    assert any("nested too deeply" in str(problem) for problem in report.problems)


def test_a_tree_becomes_the_layout_of_the_socket() -> None:
    spec, _ = parse_workspace(TREE)
    assert layout_data(spec.tree) == {
        "type": "split",
        "direction": "vertical",
        "ratios": [0.75, 0.25],
        "children": [{"type": "pane"}, {"type": "pane"}],
    }


def test_the_schema_agrees_with_the_checker() -> None:
    schema = workspace_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for text, _, _ in GOOD:
        assert validator.is_valid(tomllib.loads(text)), text
    structural = ("found", "missing; give", "unknown key", "items;", "array of at least")
    beyond = ("without control characters", "[1]; allowed: 2 numbers")  # what JSON Schema cannot say
    for text, message in BAD:
        if any(word in message for word in structural) and not any(word in message for word in beyond):
            assert not validator.is_valid(tomllib.loads(text)), text


@pytest.mark.parametrize("name", ["42", "%7", "self", "SELF", "cwd:/x", "cmdline:y", "api", "a:b", "x42"])
def test_the_names_that_are_warned_of_are_those_that_the_host_changes(name: str) -> None:
    warned = bool(parse_workspace(f'{HEAD}name = "{name}"')[1].problems)
    assert warned == (selectable(name) != name)


@pytest.mark.parametrize("name", ["TERM", "COLORTERM", "PANEFLOW_X", "LD_PRELOAD", "DYLD_X", "PATH", "LDX", "TERMINFO"])
def test_the_variables_that_are_warned_of_are_those_that_a_pane_is_not_given(name: str) -> None:
    warned = bool(parse_workspace(f'{HEAD}env = {{ {name} = "v" }}')[1].problems)
    assert warned == (not may_set(name, "v"))


@pytest.mark.parametrize("text", ["port_base = " + "9" * 5000, "x = " + "[" * 5000 + "]" * 5000, "x = 0x" + "f" * 9000])
def test_what_python_cannot_read_is_a_problem_of_the_document(text: str) -> None:
    _, report = parse_workspace(f"{text}\n[[panes]]\n")
    with pytest.raises(InvalidDocument):
        report.check()
