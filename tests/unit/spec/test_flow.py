import tomllib

import jsonschema
import pytest

from paneflow.spec.flow import flow_schema, parse_flow
from paneflow.spec.problem import InvalidDocument, Severity
from paneflow.spec.units import dry_run

AGENTS = ("claude", "codex")
A = '[[step]]\nid = "a"\npane = {}\n'  # three lines, on which most of the wrong steps below stand


def step(body: str, name: str = "b") -> str:
    return f'{A}[[step]]\nid = "{name}"\n{body}\n'  # the body begins on line 6


def test_the_defaults_are_those_of_the_reference() -> None:
    flow, report = parse_flow(A)
    assert report.problems == []
    spec = flow.spec
    assert (spec.name, spec.layout, spec.port_base) == ("flow", "even_h", 3000)
    assert (spec.defaults.timeout_secs, spec.defaults.on_failure) == (None, "fail_fast")
    (unit,) = flow.units
    assert (unit.id, unit.needs, unit.item, unit.ready, unit.variable, unit.submit) == (
        "a",
        (),
        None,
        None,
        None,
        False,
    )
    assert unit.pane is not None
    assert unit.pane.name == "a"
    assert not flow.submits


GOOD: list[str] = [
    'name = "n"\nlayout = "tiled"\nport_base = 4000\n[defaults]\ntimeout_secs = 5\non_failure = "continue"\n' + A,
    step('needs = ["a"]\nsend = { target = "a", text = "hi" }'),
    step('needs = ["a"]\nsend = { target = "cmdline:vim", text = "", submit = true }'),
    step('foreach = ["x", "y z"]\npane = { cwd = "${item}", env = { P = "${item}:${port_offset}" } }'),
    step(
        'pane = { command = "x" }\nready = { pattern = "a|b", timeout_secs = 0.5 }\ncapture = { var = "v_1", lines = 500 }'
    ),
    step('submit = true\npane = { agent = "claude", prompt = "do" }'),
    step('foreach = ["x"]\npane = { name = "w-${item}", cwd = ".", worktree = "f/${item}", prompt = "${item}" }'),
]


@pytest.mark.parametrize("text", GOOD)
def test_a_right_document_is_taken(text: str) -> None:
    flow, report = parse_flow(text, agents=lambda: AGENTS)
    assert report.problems == []
    assert len(flow.units) >= 1
    assert jsonschema.Draft202012Validator(flow_schema()).is_valid(tomllib.loads(text))


READY = 'ready = { pattern = "x", timeout_secs = 1 }\n'
LONG_CYCLE = "".join(f'[[step]]\nid = "{a}"\nneeds = ["{b}"]\npane = {{}}\n' for a, b in ("st", "tu", "us"))
BAD: list[tuple[str, str]] = [
    ("", " step: missing; give an array of 1 to 256 items, each a table"),
    ("step = []", "1:1: step: 0 items; allowed: an array of 1 to 256 items, each a table"),
    ("step = 1", "1:1: step: found 1; allowed: an array of 1 to 256 items, each a table"),
    (f"[[steps]]\n{A}", "1:1: steps: unknown key; did you mean step?"),
    (f"name = 1\n{A}", "1:1: name: found 1; allowed: a title"),
    (
        f'layout = "grid"\n{A}',
        '1:1: layout: found "grid"; allowed: one of "even_h", "even_v", "main_vertical", "tiled"',
    ),
    (f"port_base = -1\n{A}", "1:1: port_base: found -1; allowed: an integer from 1 to 65535"),
    (
        f"defaults.timeout_secs = 0\n{A}",
        "1:1: defaults.timeout_secs: found 0; allowed: a number from 0.1 to 604800",
    ),
    (
        f'defaults.on_failure = "stop"\n{A}',
        '1:1: defaults.on_failure: found "stop"; allowed: one of "fail_fast", "continue"',
    ),
    (f"defaults.retries = 1\n{A}", "1:1: defaults.retries: unknown key; allowed: one of on_failure, timeout_secs"),
    ("[[step]]\npane = {}", "1:1: step 1: id: missing; give a name without brackets"),
    ('[[step]]\nid = ""\npane = {}', '2:1: step 1: id: found ""; allowed: a name without brackets or spaces around it'),
    (
        '[[step]]\nid = "a[1]"\npane = {}',
        '2:1: step "a[1]": id: found "a[1]"; allowed: a name without brackets or spaces around it',
    ),
    ("[[step]]\nid = 1\npane = {}", "2:1: step 1: id: found 1; allowed: a name without brackets"),
    (A + A, '5:1: step "a": id: step 1 has this id too'),
    (
        step('needs = "a"\npane = {}'),
        '6:1: step "b": needs: found "a"; allowed: an array of at most 256 items, each a step\'s id',
    ),
    (step('needs = ["c"]\npane = {}'), '6:10: step "b": needs[0]: there is no step "c"; allowed: one of a, b'),
    (step('needs = ["aa"]\npane = {}'), '6:10: step "b": needs[0]: there is no step "aa"; did you mean a?'),
    (step('needs = ["b"]\npane = {}'), '6:10: step "b": needs[0]: the step needs itself'),
    (
        step('needs = ["c"]\npane = {}') + '[[step]]\nid = "c"\nneeds = ["b"]\npane = {}',
        '6:1: step "b": needs: b -> c -> b is a cycle',
    ),
    (
        '[[step]]\nid = "a"\nneeds = ["b"]\npane = {}\n[[step]]\nid = "b"\nneeds = ["a"]\npane = {}',
        '3:1: step "a": needs: a -> b -> a is a cycle',
    ),
    (step(""), '4:1: step "b": pane: neither pane nor send is given; allowed: one of them'),
    (
        step('needs = ["a"]\npane = {}\nsend = { target = "a", text = "x" }'),
        '8:1: step "b": send: both pane and send are given; allowed: one of them',
    ),
    (step("pane = 1"), '6:1: step "b": pane: found 1; allowed: a table'),
    (step('pane = { commnd = "x" }'), '6:10: step "b": pane.commnd: unknown key; did you mean command?'),
    (
        step('pane = { agent = "cladue" }'),
        '6:10: step "b": pane.agent: there is no agent "cladue"; did you mean claude?',
    ),
    (
        step('pane = { agent = "codex", command = "x" }'),
        '6:27: step "b": pane.command: both agent and command are given; allowed: one of them',
    ),
    (step('pane = { setup = "x" }'), '6:10: step "b": pane.setup: makes sense only with worktree, which is not given'),
    (step('send = { target = "a", text = "x" }'), '6:1: step "b": send: needs a step before it; give needs'),
    (step('needs = ["a"]\nsend = { text = "x" }'), '7:1: step "b": send.target: missing; give a selector'),
    (step('needs = ["a"]\nsend = { target = "a" }'), '7:1: step "b": send.text: missing; give a text'),
    (
        step('needs = ["a"]\nsend = { target = "", text = "x" }'),
        '7:10: step "b": send.target: found ""; allowed: a selector',
    ),
    (
        step('needs = ["a"]\nsend = { target = "a", text = "" }'),
        '7:24: step "b": send.text: empty; allowed only with submit = true, which presses Enter alone',
    ),
    (
        step('needs = ["a"]\nsend = { target = "a", text = "x", submit = 1 }'),
        '7:36: step "b": send.submit: found 1; allowed: true or false',
    ),
    (
        step('needs = ["a"]\nsubmit = true\nsend = { target = "a", text = "x" }'),
        '7:1: step "b": submit: belongs into send: send = { …, submit = true }',
    ),
    (step("submit = true\npane = {}"), '6:1: step "b": submit: there is no prompt in pane to submit'),
    (step('submit = "y"\npane = {}'), '6:1: step "b": submit: found "y"; allowed: true or false'),
    (
        step("foreach = []\npane = {}"),
        '6:1: step "b": foreach: 0 items; allowed: an array of 1 to 64 items, each a string that is not empty',
    ),
    (step('foreach = ["x", "x"]\npane = {}'), '6:17: step "b": foreach[1]: "x" is there twice'),
    (step("foreach = [1]\npane = {}"), '6:12: step "b": foreach[0]: found 1; allowed: a string that is not empty'),
    (
        step('foreach = ["${v}"]\npane = {}'),
        '6:12: step "b": foreach[0]: nothing is replaced in an item; allowed: no ${',
    ),
    (step("pane = {}\nready = {}"), '7:1: step "b": ready.pattern: missing; give a regular expression'),
    (
        step('pane = {}\nready = { pattern = "" , timeout_secs = 1 }'),
        '7:11: step "b": ready.pattern: empty; allowed: a regular expression',
    ),
    (
        step('pane = {}\nready = { pattern = "(", timeout_secs = 1 }'),
        '7:11: step "b": ready.pattern: not a regular expression: missing ) at position 1',
    ),
    (
        step('pane = {}\nready = { pattern = "x" }'),
        '7:1: step "b": ready: timeout_secs is missing here and in defaults; give one of them',
    ),
    (
        step('pane = {}\nready = { pattern = "x", timeout_secs = 0 }'),
        '7:26: step "b": ready.timeout_secs: found 0; allowed: a number from 0.1 to 604800',
    ),
    (
        step('pane = {}\ncapture = { var = "v", lines = 1 }'),
        '7:1: step "b": capture: needs ready: output is kept at the moment that matches',
    ),
    (
        step(f'pane = {{}}\n{READY}capture = {{ var = "a-b", lines = 1 }}'),
        '8:13: step "b": capture.var: found "a-b"; allowed: letters, digits and _',
    ),
    (
        step(f'pane = {{}}\n{READY}capture = {{ var = "item", lines = 1 }}'),
        '8:13: step "b": capture.var: item has a meaning of its own; allowed: another name',
    ),
    (
        step(f'pane = {{}}\n{READY}capture = {{ var = "v" }}'),
        '8:1: step "b": capture.lines: missing; give an integer from 1 to 500',
    ),
    (
        step(f'pane = {{}}\n{READY}capture = {{ var = "v", lines = 0 }}'),
        '8:24: step "b": capture.lines: found 0; allowed: an integer from 1 to 500',
    ),
    (
        step(f'pane = {{}}\n{READY}capture = {{ var = "v", lines = 501 }}'),
        '8:24: step "b": capture.lines: found 501; allowed: an integer from 1 to 500',
    ),
    (
        step(f'pane = {{}}\n{READY}capture = {{ var = "v", lines = 1 }}')
        + f'[[step]]\nid = "c"\npane = {{}}\n{READY}capture = {{ var = "v", lines = 1 }}',
        '13:13: step "c": capture.var: step "b" captures v already',
    ),
    (step('pane = { cwd = "${item}" }'), '6:10: step "b": pane.cwd: ${item} needs foreach in this step'),
    (
        step('pane = { name = "${x}" }'),
        '6:10: step "b": pane.name: ${x} means nothing here; allowed: ${item} with foreach',
    ),
    (step('pane = { name = "${x" }'), '6:10: step "b": pane.name: ${ without a closing }'),
    (
        step('foreach = ["x"]\npane = { cwd = ".", worktree = "${v}" }'),
        '7:21: step "b": pane.worktree: ${v} means nothing here; allowed: ${item}',
    ),
    (
        step('pane = { env = { A = "${item}" } }'),
        '6:18: step "b": pane.env.A: ${item} needs foreach in this step',
    ),
    (
        step('foreach = ["x"]\npane = { env = { A = "${v}" } }'),
        '7:18: step "b": pane.env.A: ${v} means nothing here; allowed: ${item}',
    ),
    (
        step('needs = ["a"]\nsend = { target = "${v}", text = "x" }'),
        '7:10: step "b": send.target: ${v} means nothing here; allowed: ${item} with foreach',
    ),
    (step('needs = ["a"]\nsend = { target = "a", text = "${v}" }'), '7:24: step "b": send.text: nothing captures ${v}'),
    (
        step('foreach = ["x", "a\\tb"]\npane = {}'),
        '6:17: step "b": foreach[1]: found "a\\tb"; allowed: a string without control characters',
    ),
    (
        step('foreach = ["-x"]\npane = { cwd = ".", worktree = "${item}" }'),
        '7:21: step "b": pane.worktree: b[-x]: "-x" begins with -, which git would read as an option',
    ),
    (
        step('foreach = ["("]\npane = {}\nready = { pattern = "${item}", timeout_secs = 1 }'),
        '8:11: step "b": ready.pattern: b[(]: not a regular expression: missing ) at position 1',
    ),
    (step('foreach = ["x", "y"]\npane = { name = "w" }'), '7:10: step "b": pane.name: b[y]: b[x] has the name "w" too'),
    (step('pane = { name = "A" }'), '6:10: step "b": pane.name: b: a has the name "A" too'),
    (
        step(f'foreach = ["{"x" * 70}"]\npane = {{}}'),
        f'7:1: step "b": pane.name: b[{"x" * 70}]: the name "b-{"x" * 70}" is too long; allowed: at most 64 characters',
    ),
    (
        step("foreach = [" + ", ".join(f'"{n}"' for n in range(64)) + "]\npane = {}"),
        "1:1: step: the steps start 65 panes; allowed: at most 64, each instance counted",
    ),
    (
        step(f'pane = {{ prompt = "{"é" * 32_769}" }}\nsubmit = true'),
        '6:10: step "b": pane.prompt: b: 65538 bytes; allowed: at most 65536',
    ),
    (
        step(f'needs = ["a"]\nsend = {{ target = "a", text = "{"é" * 32_769}" }}'),
        '7:24: step "b": send.text: b: 65538 bytes; allowed: at most 65536',
    ),
    (
        step(f'foreach = ["x", "ééééé"]\npane = {{ prompt = "${{item}}{"x" * 65_529}" }}\nsubmit = true'),
        '7:10: step "b": pane.prompt: b[ééééé]: 65539 bytes; allowed: at most 65536',
    ),
    (LONG_CYCLE, '3:1: step "s": needs: s -> t -> u -> s is a cycle'),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_a_wrong_document_says_where_what_and_what_is_allowed(text: str, message: str) -> None:
    _, report = parse_flow(text, "f.toml", agents=lambda: AGENTS)
    assert [str(problem).removeprefix("f.toml:").removeprefix("f.toml") for problem in report.problems] == [message]
    with pytest.raises(InvalidDocument):
        report.check()


def test_a_document_without_a_root_says_so() -> None:
    text = '[[step]]\nid = "s"\nneeds = ["t"]\nsend = { target = "x", text = "x" }\n[[step]]\nid = "t"\npane = {}\n'
    assert parse_flow(text)[1].problems == []
    _, report = parse_flow(text.replace("pane = {}", 'needs = ["zz"]\npane = {}'), "f.toml")
    assert "f.toml:1:1: step: no step starts a pane without needing another; allowed: at least one such step" in [
        str(problem) for problem in report.problems
    ]


CAPTURES = (
    '[[step]]\nid = "a"\nforeach = ["x", "y"]\npane = {}\nready = { pattern = "p", timeout_secs = 1 }\n'
    'capture = { var = "all", lines = 1 }\n'
    '[[step]]\nid = "b"\nneeds = ["a"]\npane = {}\nready = { pattern = "p", timeout_secs = 1 }\n'
    'capture = { var = "one", lines = 1 }\n'
    '[[step]]\nid = "c"\nneeds = ["b"]\n'
)


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ('send = { target = "b", text = "${one} ${all.x} ${all.y}" }', None),
        ('submit = true\npane = { prompt = "${one}" }', None),
        (
            'pane = { prompt = "${one}" }',
            "${one} would be typed as it stands: captures are replaced only where submit = true",
        ),
        ('send = { target = "b", text = "${all}" }', '${all}: step "a" has a foreach; allowed: ${all.x} and so on'),
        ('send = { target = "b", text = "${all.z}" }', '${all.z}: step "a" has no item "z"; allowed: x, y'),
        ('send = { target = "b", text = "${one.x}" }', '${one.x}: step "b" has no foreach; allowed: ${one}'),
        ('send = { target = "b", text = "${on}" }', "nothing captures ${on}; did you mean one?"),
        ('send = { target = "b", text = "${item}" }', "${item} needs foreach in this step"),
        ('send = { target = "b", text = "${one" }', "${ without a closing }"),
    ],
)
def test_captures_are_used_only_where_they_are_there(body: str, complaint: str | None) -> None:
    _, report = parse_flow(CAPTURES + body)
    assert [problem.message.partition(": ")[2] for problem in report.problems] == ([complaint] if complaint else [])


def test_a_capture_of_a_step_that_need_not_be_done_is_refused() -> None:
    text = CAPTURES + 'send = { target = "b", text = "x" }\n[[step]]\nid = "d"\nneeds = ["a"]\n'
    _, report = parse_flow(text + 'send = { target = "b", text = "${one}" }')
    assert [problem.message for problem in report.problems] == [
        'send.text: ${one} is captured by step "b", which this step does not need; add it to needs'
    ]


def test_a_command_with_an_item_in_it_warns() -> None:
    _, report = parse_flow(step('foreach = ["x"]\npane = { command = "for item in a; do echo ${item}; done" }'))
    assert [(problem.severity, problem.message) for problem in report.problems] == [
        (Severity.WARNING, "pane.command: ${item} is not replaced here")
    ]


def test_all_errors_come_together() -> None:
    text = step('needs = ["zz"]\npane = { agent = "x" }\nready = { pattern = "(" }\ncapture = { var = "-", lines = 0 }')
    _, report = parse_flow(text, agents=lambda: AGENTS)
    assert [problem.line for problem in report.sorted()] == [6, 7, 8, 8, 9, 9]


def test_a_foreach_becomes_one_unit_an_item_and_needs_wait_for_all_of_them() -> None:
    flow, report = parse_flow(
        "[defaults]\ntimeout_secs = 30\n"
        '[[step]]\nid = "build"\nforeach = ["api", "web"]\nready = { pattern = "done ${item}" }\n'
        'capture = { var = "log", lines = 20 }\n'
        'pane = { cwd = "pkg/${item}", worktree = "f/${item}", prompt = "go ${item}", env = { N = "${item}" } }\n'
        '[[step]]\nid = "all"\nneeds = ["build"]\nsend = { target = "build-api", text = "${log.web}", submit = true }\n'
    )
    assert report.problems == []
    api, web, last = flow.units
    assert [unit.id for unit in flow.units] == ["build[api]", "build[web]", "all"]
    assert last.needs == ("build[api]", "build[web]")
    assert flow.submits
    assert api.pane is not None
    assert (api.pane.name, api.pane.cwd, api.pane.worktree, api.pane.prompt, api.pane.env) == (
        *("build-api", "pkg/api", "f/api", "go api"),
        {"N": "api"},
    )
    assert web.ready is not None
    assert (web.ready.pattern, web.ready.timeout_secs, web.variable, web.lines) == ("done web", 30.0, "log.web", 20)


def test_a_dry_run_lists_every_unit_as_data() -> None:
    flow, _ = parse_flow(CAPTURES + 'send = { target = "b", text = "hi ${one}", submit = true }')
    data = dry_run("flow", "even_h", "fail_fast", flow.units)
    assert (data["flow"], data["layout"], data["on_failure"], len(data["units"])) == ("flow", "even_h", "fail_fast", 4)
    assert data["units"][0] == {
        "id": "a[x]",
        "kind": "spawn",
        "needs": [],
        "ready": {"pattern": "p", "timeout_secs": 1.0},
        "capture": {"var": "all.x", "lines": 1},
        "submit": False,
        "detail": {
            **dict.fromkeys(("cwd", "agent", "command", "prompt", "worktree")),
            "name": "a-x",
            "env": {},
        },
    }
    assert data["units"][3]["detail"] == {"target": "b", "text": "hi ${one}"}
    assert (data["units"][3]["kind"], data["units"][3]["submit"]) == ("send", True)


def test_the_schema_agrees_with_the_checker() -> None:
    schema = flow_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    structural = ("found", "missing; give", "unknown key", "0 items;")
    beyond = ("without brackets or", "without control", "letters, digits")  # what the schema does not say
    for text, message in BAD:
        if any(word in message for word in structural) and not any(word in message for word in beyond):
            assert not validator.is_valid(tomllib.loads(text)), text
