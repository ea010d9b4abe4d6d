"""Environments of sessions and of the server: variables that are set, removed on purpose, or hidden. Pure."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from paneflow.compat.tmux.errors import TmuxError
from paneflow.compat.tmux.glob import glob_match

LIMIT = 4096  # variables in one environment


class Variable(NamedTuple):
    """A value; None says that a child must not have the variable."""

    value: str | None
    hidden: bool = False


class Environment:
    """Variables in the order of their names."""

    def __init__(self, values: Mapping[str, str] | None = None) -> None:
        self._variables = {name: Variable(value) for name, value in (values or {}).items()}

    def __iter__(self) -> Iterator[tuple[str, Variable]]:
        return iter(sorted(self._variables.items()))

    def get(self, name: str) -> Variable | None:
        """What is known of a variable."""
        return self._variables.get(name)

    def set(self, name: str, value: str, *, hidden: bool = False) -> None:
        """Give it a value."""
        if len(self._variables) >= LIMIT and name not in self._variables:
            raise TmuxError("too many environment variables")
        self._variables[name] = Variable(value, hidden)

    def put(self, assignment: str) -> None:
        """`NAME=VALUE`; anything else is passed over, as tmux does."""
        name, equals, value = assignment.partition("=")
        if equals:
            self.set(name, value)

    def remove(self, name: str) -> None:
        """Keep it from children."""
        self._variables[name] = Variable(None)

    def forget(self, name: str) -> None:
        """Know nothing of it any more."""
        self._variables.pop(name, None)

    def update(self, names: tuple[str, ...], client: Mapping[str, str]) -> None:
        """Take over those of a client's variables that `update-environment` names; what it lacks is removed."""
        for pattern in names:
            match = next((name for name in sorted(client) if glob_match(pattern, name)), None)
            if match is None:
                self.remove(pattern)
            else:
                self.set(match, client[match])

    def apply(self, onto: dict[str, str]) -> None:
        """Lay it over a child's environment."""
        for name, variable in self._variables.items():
            if variable.value is None or variable.hidden:
                onto.pop(name, None)
            else:
                onto[name] = variable.value


def show(name: str, variable: Variable, *, as_shell: bool) -> str:
    """A line of `show-environment`."""
    if not as_shell:
        return f"-{name}" if variable.value is None else f"{name}={variable.value}"
    if variable.value is None:
        return f"unset {name};"
    escaped = "".join("\\" + char if char in '$`"\\' else char for char in variable.value)
    return f'{name}="{escaped}"; export {name};'
