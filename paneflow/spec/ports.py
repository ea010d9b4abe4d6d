"""`${port_offset}`: which port each pane gets."""

from collections.abc import Callable, Iterable
from typing import Final

from paneflow.errors import Failed
from paneflow.spec.tokens import PORT, tokens

STRIDE: Final = 10  # ports a pane may use, from the one it gets
LAST_PORT: Final = 65_535


def wants_port(env_values: Iterable[str]) -> bool:
    """Whether any value of a pane's environment has `${port_offset}` in it."""
    return any(PORT in tokens(value) for value in env_values)


def allocate_ports(wanted: Iterable[bool], base: int, is_free: Callable[[int], bool]) -> list[int | None]:
    """A port for each pane that wants one, None for the others.

    Candidates rise by ten from `base`; one counts only if all ten ports from it are free. Raises `Failed`
    (`no_free_port`) when the candidates reach beyond the last port.
    """
    candidate = base
    ports: list[int | None] = []
    for wants in wanted:
        if not wants:
            ports.append(None)
            continue
        candidate = _next_free(candidate, base, is_free)
        ports.append(candidate)
        candidate += STRIDE
    return ports


def _next_free(candidate: int, base: int, is_free: Callable[[int], bool]) -> int:
    while candidate + STRIDE - 1 <= LAST_PORT:
        if all(is_free(port) for port in range(candidate, candidate + STRIDE)):
            return candidate
        candidate += STRIDE
    raise Failed(
        f"no {STRIDE} free ports in a row are left from port_base {base} up to {LAST_PORT}; give a lower port_base",
        kind="no_free_port",
        port_base=base,
    )
