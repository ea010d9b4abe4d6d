"""The table of security rules names tests that exist, and a few rules that only the sources can tell."""

import ast
import os
import re
import subprocess
from pathlib import Path

import pytest

from paneflow.host.details import process_tree

ROOT = Path(__file__).parents[2]
RULES = re.findall(r"^\| (\d+) \| (.+) \| (.*) \|$", (ROOT / "specs" / "security.md").read_text(), re.MULTILINE)
NETWORK = ("urllib.request", "http", "ftplib", "smtplib", "requests", "httpx", "aiohttp", "xmlrpc", "socketserver")


@pytest.mark.parametrize(("number", "rule", "tests"), RULES, ids=[number for number, _, _ in RULES])
def test_each_rule_names_tests_that_exist(number: str, rule: str, tests: str) -> None:
    named = re.findall(r"`([^`]+)::(test_\w+)`", tests)
    assert named, rule
    for path, test in named:
        assert re.search(rf"^(async )?def {test}\(", (ROOT / path).read_text(), re.MULTILINE), f"{path}::{test}"


def test_there_are_twenty_four_rules() -> None:
    assert [int(number) for number, _, _ in RULES] == list(range(1, 25))


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


def test_nothing_of_ours_speaks_to_a_network() -> None:
    speaking = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in (ROOT / "paneflow").rglob("*.py")
        for name in imports(path)
        if any(name == each or name.startswith(f"{each}.") for each in NETWORK)
    }
    assert speaking == set()


def test_only_processes_below_a_pane_are_told() -> None:
    with subprocess.Popen(["sleep", "30"]) as ours, subprocess.Popen(["sleep", "31"]) as other:
        told, _ = process_tree(ours.pid)
        ours.kill()
        other.kill()
    pids = {each["pid"] for each in told}
    assert ours.pid in pids
    assert not pids & {other.pid, os.getpid()}
