"""All benchmarks: `name` is the function `bench_<name>(quick) -> Iterator[Figure]` of a module here.

Its docstring says how its figures are taken; it is printed in `specs/benchmarks.md`.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Final, NamedTuple, cast

from tests.bench.figures import Figure

Take = Callable[[bool], Iterator[Figure]]


class Bench(NamedTuple):
    """Where a benchmark is, and after how many seconds it is given up."""

    module: str
    limit_s: int
    needs: tuple[str, ...] = ()  # programs without which it cannot run

    def take(self, name: str) -> Take:
        """Its function, which loads what it needs."""
        return cast("Take", getattr(import_module(f"tests.bench.{self.module}"), f"bench_{name}"))


_X: Final = ("Xvfb", "xdotool")

CATALOGUE: Final = {
    "verbs": Bench("bench_processes", 90),
    "hooks": Bench("bench_processes", 90),
    "up": Bench("bench_up", 120),
    "start": Bench("bench_host", 90),
    "engine": Bench("bench_engine", 120),
    "history": Bench("bench_engine", 120),
    "feed": Bench("bench_feed", 400, ("tmux",)),
    "list": Bench("bench_host", 90),
    "flood": Bench("bench_host", 120),
    "pictures": Bench("bench_pictures", 120),
    "echo": Bench("bench_host", 180),
    "events": Bench("bench_host", 90),
    "idle": Bench("bench_host", 120),
    "fleet": Bench("bench_fleet", 180),
    "memory": Bench("bench_host", 120),
    "drawing": Bench("bench_drawing", 90),
    "opening": Bench("bench_opening", 120, _X),
    "cat": Bench("bench_cat", 600, (*_X, "xterm")),
    "latency": Bench("bench_latency", 240, _X),
    "shown": Bench("bench_opening", 150, _X),
}
