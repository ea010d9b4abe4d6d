"""Ctrl-C and its kin while something must not stop half way."""

import contextlib
import signal
from collections.abc import Callable, Iterator


@contextlib.contextmanager
def deferred(tell: Callable[[], object]) -> Iterator[None]:
    """Within the block Ctrl-C, a hang-up and a request to end call `tell`, and end nothing."""
    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {
        number: signal.signal(number, lambda *_: tell())
        for number in numbers
        if signal.getsignal(number) is not signal.SIG_IGN  # nohup
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
