"""Runs one benchmark and prints its figures as JSON in the last line: python -m tests.bench.one NAME [--quick]"""

import inspect
import json
import signal
import sys

from tests.bench.catalogue import CATALOGUE


def main(name: str, *, quick: bool) -> None:
    """Measure and print."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what was started is ended
    take = CATALOGUE[name].take(name)
    figures = list(take(quick))
    print(json.dumps({"how": inspect.getdoc(take), "figures": figures}))


if __name__ == "__main__":
    main(sys.argv[1], quick="--quick" in sys.argv)
