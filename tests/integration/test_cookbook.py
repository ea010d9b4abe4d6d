"""The recipes of specs/cookbook.md are run as they stand there."""

import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.support.cli import ROOT
from tests.support.host import HostProcess, running_host

PARTS = (ROOT / "specs" / "cookbook.md").read_text().split("\n## ")[1:]
RECIPES = {part.split("\n")[0]: part.partition("```")[2].partition("```")[0].partition("\n")[::2] for part in PARTS}
# What a recipe prints has to hold these lines.
PRINTS = {
    "Start a server and go on when it listens": ["the server answers"],
    "Run the tests in a pane and use their exit code": [
        "green",
        "red: 5",
        "words after -- are quoted",
        "ended with 6: slowly",
    ],
    "Give a command a time limit, and stop it": ["begun", "130"],
    "Talk to a program that reads lines": ['        "42"', '        "bye"'],
    "Drive an editor": ["3", "[0]", "two"],
    "Send first, look later": ["step-two"],
    "Put several lines in without running them": ["refused, and nothing was typed"],
    "The same command in many panes": ["[2,true]"],
    "Wait for several panes": ["both are ready"],
    "Follow events, and go on after a break": ["8"],
    "Read for a model, and for a person": ["1"],
    "From Python": ["3 hi marks", "['bye']", "timed_out"],
}


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host() as host:
        folder = host.folder / "bin"
        folder.mkdir()
        script = folder / "paneflow"
        script.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m paneflow "$@"\n')
        script.chmod(0o755)
        host.env |= {"PATH": f"{folder}:{host.env['PATH']}", "PYTHONPATH": str(ROOT)}
        yield host


def test_every_recipe_is_known_and_its_output_too() -> None:
    assert set(RECIPES) == set(PRINTS)


@pytest.mark.skipif(shutil.which("jq") is None or shutil.which("curl") is None, reason="the recipes use jq and curl")
@pytest.mark.timeout(100)
@pytest.mark.parametrize("title", RECIPES)
def test_a_recipe_does_what_it_says(host: HostProcess, title: str) -> None:
    language, code = RECIPES[title]
    program = [sys.executable, "-c"] if language == "python" else ["bash", "-c"]
    env = {key: value for key, value in host.env.items() if key != "PYTHONWARNINGS"}
    done = subprocess.run([*program, code], env=env, cwd=host.home, capture_output=True, text=True, timeout=90)
    lines = done.stdout.split("\n")
    missing = [line for line in PRINTS[title] if line not in lines]
    assert missing == [], f"{done.stdout}\n{done.stderr}"
    if language == "python":
        assert done.returncode == 0
