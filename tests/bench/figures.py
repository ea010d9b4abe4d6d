"""What a measurement comes to: figures with the bounds they must keep, as a table for people and for `specs/benchmarks.md`."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Figure(NamedTuple):
    """One figure. `bound` is in the figure's unit: the most that is allowed, or with `at_least` the least."""

    what: str
    value: float
    unit: str
    bound: float | None = None
    at_least: bool = False

    @property
    def is_met(self) -> bool | None:
        """Whether it keeps its bound; None when it has none."""
        if self.bound is None:
            return None
        return self.value >= self.bound if self.at_least else self.value <= self.bound


def against(what: str, ours: float, theirs: float, *, at_most: float | None = None) -> Figure:
    """How many times as much we take as somebody else does."""
    return Figure(what, ours / theirs, "×", at_most)


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which a share (0 to 1) of all lies."""
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


def cells(figure: Figure) -> tuple[str, str, str, str]:
    """What, figure, budget, and whether it is met."""
    budget = "" if figure.bound is None else f"{'≥' if figure.at_least else '≤'} {figure.bound:g} {figure.unit}".strip()
    met = {None: "", True: "yes", False: "NO"}[figure.is_met]
    return figure.what, f"{_number(figure.value)} {figure.unit}".strip(), budget, met


def table(figures: Iterable[Figure]) -> str:
    """Lines for a terminal."""
    return "\n".join("  {:<66} {:>12}  {:<10} {}".format(*cells(figure)).rstrip() for figure in figures)


def markdown(figures: Iterable[Figure]) -> str:
    """A Markdown table."""
    rows = ["| what | figure | budget | met |", "| --- | ---: | ---: | --- |"]
    rows += ["| " + " | ".join(cells(figure)) + " |" for figure in figures]
    return "\n".join(rows)


def _number(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"
