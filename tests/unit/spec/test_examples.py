from pathlib import Path

import pytest

from paneflow.agents.launchers import LAUNCHERS
from paneflow.spec.flow import parse_flow
from paneflow.spec.workspace import parse_workspace

EXAMPLES = sorted((Path(__file__).parents[3] / "specs" / "examples").glob("*.toml"))
AGENTS = [each.name for each in LAUNCHERS]


def test_there_are_examples() -> None:
    assert [file.stem for file in EXAMPLES] == ["agent-review", "monorepo", "web-project"]


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_each_example_is_right_to_the_last_key(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    parse = parse_flow if "[[step]]" in text else parse_workspace
    _, report = parse(text, file.name, agents=lambda: AGENTS)
    assert [str(problem) for problem in report.problems] == []
