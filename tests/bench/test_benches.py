"""The benchmarks work: each gives figures, and a page can be made of them."""

import inspect
import shutil

import pytest

from paneflow.geometry import Size
from tests.bench.__main__ import run
from tests.bench.bench_engine import feeding
from tests.bench.catalogue import CATALOGUE, Bench
from tests.bench.figures import Figure, against, table
from tests.bench.payloads import PAYLOADS
from tests.bench.report import report
from tests.bench.soak import soak

LAX_RATIO = 0.6  # the budget is 0.8; a busy machine must not fail us, a copy or a second pass over the bytes must


@pytest.mark.parametrize("name", CATALOGUE)
def test_each_says_how_its_figures_are_taken(name: str) -> None:
    assert inspect.getdoc(CATALOGUE[name].take(name))


@pytest.mark.bench
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", CATALOGUE)
def test_each_gives_figures(name: str) -> None:
    outcome = run(name, CATALOGUE[name], quick=True)
    if outcome.problem.startswith("left out"):
        pytest.skip(outcome.problem)
    assert outcome.figures, outcome.problem
    assert all(figure.value >= 0 for figure in outcome.figures)


@pytest.mark.bench
@pytest.mark.timeout(120)
def test_half_a_minute_of_use_goes_well() -> None:
    if shutil.which("Xvfb") is None or shutil.which("xdotool") is None:
        pytest.skip("Xvfb or xdotool is not installed")
    assert soak(0.5, 7) == []


def test_a_benchmark_in_a_process_of_its_own_gives_figures() -> None:
    outcome = run("start", CATALOGUE["start"], quick=True)
    assert [figure.unit for figure in outcome.figures] == ["ms", "ms"], outcome.problem


def test_one_that_takes_too_long_is_given_up() -> None:
    assert run("start", Bench("bench_host", 0), quick=True).problem == "given up after 0 s"


def test_one_whose_programs_are_missing_is_left_out() -> None:
    outcome = run("start", Bench("bench_host", 9, ("no-such-program",)), quick=True)
    assert outcome.problem == "left out: no-such-program is not installed"


def test_a_figure_knows_whether_it_keeps_its_bound() -> None:
    assert Figure("a", 2.0, "×", 2.0).is_met is True
    assert Figure("a", 2.1, "×", 2.0).is_met is False
    assert Figure("a", 0.7, "×", 0.8, at_least=True).is_met is False
    assert Figure("a", 0.9, "×", 0.8, at_least=True).is_met is True
    assert Figure("a", 9.9, "ms").is_met is None
    assert against("a", 3.0, 2.0, at_most=1.5).is_met is True


def test_missed_budgets_are_marked_in_table_and_page() -> None:
    figures = [Figure("slow", 30.0, "ms", 25.0), Figure("free", 1.0, "MB")]
    assert table(figures).splitlines()[0].split() == ["slow", "30", "ms", "≤", "25", "ms", "NO"]
    page = report("", [("latency", "How.", figures, "")], ["latency"], load=0.1)
    assert "| slow | 30 ms | ≤ 25 ms | NO |" in page
    assert "## latency\n\nHow.\n" in page


def test_a_part_of_the_page_is_taken_anew_and_the_others_stay() -> None:
    order = ["list", "cat"]
    both = [("cat", "Old.", [Figure("a", 1.0, "s")], ""), ("list", "Kept.", [], "left out")]
    before = report("", both, order, load=0.1)
    after = report(before, [("cat", "New.", [Figure("a", 2.0, "s")], "")], order, load=0.2)
    assert after.index("## list") < after.index("## cat")
    assert "Kept." in after
    assert "New." in after
    assert "Old." not in after
    assert report(after, [], order, load=0.3) == after


@pytest.mark.parametrize("make", PAYLOADS, ids=lambda make: make.__name__)
def test_feeding_costs_little_more_than_the_library(make: object) -> None:
    assert callable(make)
    size = Size(80, 24)
    ratios = []
    for _ in range(3):
        ratios.append(feeding("ghostty", size, make(*size), 1_000_000)[1])
        if ratios[-1] > LAX_RATIO:
            return
    pytest.fail(f"{ratios}")
