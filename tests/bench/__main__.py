"""Measures Paneflow against its budgets: python -m tests.bench [--quick] [--write] [name…]

Each benchmark runs in a process of its own, one after another, and is given up after its time. `--quick` takes small sizes and
under three minutes in all: its figures show that the benchmarks work, not how fast Paneflow is. `--write` puts the figures into
`specs/benchmarks.md`. Exit code: 1 when a benchmark failed, else 0, whether budgets are met or not.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tests.bench.catalogue import CATALOGUE, Bench
from tests.bench.figures import Figure, table
from tests.bench.report import REPORT, report

ROOT = Path(__file__).parents[2]
_GRACE_S = 15.0  # to end what was started


class Outcome(NamedTuple):
    """What a benchmark found, or why there is nothing."""

    name: str
    how: str
    figures: list[Figure]
    problem: str = ""


def main() -> int:
    """Run what was asked for; the exit code."""
    options = _options()
    load = os.getloadavg()[0]
    outcomes = []
    for name in options.names or CATALOGUE:
        print(name, flush=True)
        outcome = run(name, CATALOGUE[name], quick=options.quick)
        print(f"  {outcome.problem}" if outcome.problem else table(outcome.figures), flush=True)
        outcomes.append(outcome)
    if options.write:
        before = REPORT.read_text() if REPORT.exists() else ""
        parts = [(each.name, each.how, each.figures, each.problem) for each in outcomes]
        REPORT.write_text(report(before, parts, list(CATALOGUE), load=load))
    missed = [figure for outcome in outcomes for figure in outcome.figures if figure.is_met is False]
    print(f"{len(missed)} budgets missed" + "".join(f"\n  {figure.what}" for figure in missed))
    return int(any(outcome.problem and not outcome.problem.startswith("left out") for outcome in outcomes))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", choices=[[], *CATALOGUE], help=", ".join(CATALOGUE))
    parser.add_argument("--quick", action="store_true", help="small sizes: whether it works at all")
    parser.add_argument("--write", action="store_true", help="record the figures in specs/benchmarks.md")
    return parser.parse_args()


def run(name: str, bench: Bench, *, quick: bool) -> Outcome:
    """Run one benchmark in a process of its own."""
    if missing := [program for program in bench.needs if shutil.which(program) is None]:
        return Outcome(name, "", [], f"left out: {', '.join(missing)} is not installed")
    argv = [sys.executable, "-m", "tests.bench.one", name, *(["--quick"] if quick else [])]
    child = subprocess.Popen(
        argv, cwd=ROOT, start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        out, said = child.communicate(timeout=bench.limit_s)
    except subprocess.TimeoutExpired:
        _end(child)
        return Outcome(name, "", [], f"given up after {bench.limit_s} s")
    except BaseException:
        _end(child)
        raise
    if child.returncode:
        return Outcome(name, "", [], f"failed: {said.decode(errors='replace').strip().rpartition(chr(10))[2]}")
    found = json.loads(out.splitlines()[-1])
    return Outcome(name, found["how"], [Figure(*each) for each in found["figures"]])


def _end(child: "subprocess.Popen[bytes]") -> None:
    """Let it take its hosts and windows down, then make sure."""
    child.send_signal(signal.SIGTERM)
    try:
        child.communicate(timeout=_GRACE_S)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.communicate()


if __name__ == "__main__":
    sys.exit(main())
