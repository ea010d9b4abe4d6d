"""Whatever a document says, reading it ends in a value and sentences, never in an exception."""

import tomllib
from typing import Any

import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.spec.chord import parse_chord
from paneflow.spec.config import Config, parse_config
from paneflow.spec.config_text import set_key
from paneflow.spec.dump import dump_workspace, workspace_of
from paneflow.spec.flow import parse_flow
from paneflow.spec.locate import locate
from paneflow.spec.pane import PaneSpec
from paneflow.spec.problem import errors
from paneflow.spec.tree import Split, count_panes
from paneflow.spec.workspace import parse_workspace

WORDS = """
    name layout port_base panes cwd agent command prompt focus env worktree copy_env setup tree split ratios children
    step id needs foreach pane send target text submit ready pattern timeout_secs capture var lines defaults on_failure
    terminal shortcuts bell theme font_size agents commands window x
"""
KEYS = st.sampled_from(WORDS.split()) | st.text(max_size=5)
SCALARS = (
    st.booleans()
    | st.integers(-(2**31), 2**31)
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["${item}", "${", "a", "b", "even_h", "pane", "vertical", "ctrl+t"])
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5), max_leaves=20
)
DOCUMENTS = st.dictionaries(KEYS, VALUES, max_size=6)


def written(document: dict[str, Any]) -> str:
    return tomli_w.dumps(document)


@settings(deadline=None, max_examples=100)
@given(DOCUMENTS)
def test_any_data_is_read_to_the_end(document: dict[str, Any]) -> None:
    text = written(document)
    config, problems = parse_config(text)
    assert not errors(problems) or config == Config()
    for parse in (parse_workspace, parse_flow):
        _, report = parse(text)
        for problem in [*report.sorted(), *problems]:
            assert str(problem).isprintable()
            assert problem.line is None or 1 <= problem.line <= text.count("\n") + 1


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=200))
def test_any_text_is_read_to_the_end(text: str) -> None:
    parse_config(text)
    parse_workspace(text)
    parse_flow(text)
    locate(text)


@settings(deadline=None, max_examples=100)
@given(DOCUMENTS)
def test_every_key_of_any_document_has_a_position(document: dict[str, Any]) -> None:
    text = written(document)
    found = locate(text)
    for path in paths(tomllib.loads(text)):
        assert path in found, (path, text)


def paths(value: object, at: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    items: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    return [path for key, inner in items for path in [(*at, key), *paths(inner, (*at, key))]]


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=20))
def test_a_chord_is_either_refused_with_a_sentence_or_read_back_the_same(text: str) -> None:
    try:
        chord = parse_chord(text)
    except ValueError as error:
        assert len(str(error)) > 10  # noqa: PT017 - either way is right, and each has something to check
    else:
        assert parse_chord(str(chord)) == chord


TREES: st.SearchStrategy[Split | None] = st.recursive(
    st.none(),
    lambda inner: st.builds(
        lambda axis, children: Split(axis, tuple(children), (1 / len(children),) * len(children)),
        st.sampled_from(["horizontal", "vertical"]),
        st.lists(inner, min_size=2, max_size=4),
    ),
    max_leaves=12,
)
TEXTS = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=30).filter(
    lambda text: text.strip()
)


@settings(deadline=None, max_examples=100)
@given(tree=TREES, title=TEXTS, texts=st.lists(TEXTS, min_size=3, max_size=3), focused=st.integers(0, 11))
def test_any_workspace_is_written_so_that_it_reads_back_the_same(
    tree: Split | None, title: str, texts: list[str], focused: int
) -> None:
    cwd, command, value = texts
    count = count_panes(tree)
    pane = PaneSpec(cwd=cwd, command=command, env={"A": value.replace("$", "")})
    spec = workspace_of(title, tree, [pane] * count, focused % count)
    again, report = parse_workspace(dump_workspace(spec))
    assert errors(report.problems) == []
    assert again.panes == spec.panes
    assert (again.name, again.layout, count_panes(again.tree)) == (spec.name, spec.layout, count_panes(spec.tree))


@settings(deadline=None, max_examples=50)
@given(
    document=DOCUMENTS,
    path=st.sampled_from([("font_size",), ("terminal", "bell"), ("shortcuts", "ctrl+t"), ("terminal", "env", "A.b")]),
    value=st.booleans() | st.integers(0, 9) | st.text(max_size=9) | st.none(),
)
def test_setting_one_key_changes_nothing_else(document: dict[str, Any], path: tuple[str, ...], value: object) -> None:
    text = "# kept\n" + written(document)
    try:
        changed = set_key(text, path, value)
    except ValueError:
        return
    assert "# kept" in changed
    before, after = tomllib.loads(text), tomllib.loads(changed)
    assert take(after, path) == value
    take(before, path)
    assert strip_empty(before) == strip_empty(after) or "nan" in text


def take(data: dict[str, Any], path: tuple[str, ...]) -> object:
    for part in path[:-1]:
        data = data.get(part, {})
    return data.pop(path[-1], None)


def strip_empty(data: object) -> object:
    """Without empty tables: setting a key may make one, removing a key may leave one."""
    if not isinstance(data, dict):
        return data
    kept = {key: strip_empty(value) for key, value in data.items()}
    return {key: value for key, value in kept.items() if value != {}}
