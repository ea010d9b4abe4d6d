"""The command line that starts an agent, as the known launchers and the configuration say."""

from collections.abc import Mapping
from functools import cache

from paneflow import paths
from paneflow.agents.launchers import LAUNCHERS, launcher
from paneflow.spec.agent_profile import AgentProfile, parse_agents


@cache
def settings() -> tuple[Mapping[str, AgentProfile], bool]:
    """What the user's configuration says of agents; nothing when it is not there. See `parse_agents`."""
    try:
        with open(paths.config_file(), encoding="utf-8-sig") as file:
            return parse_agents(file.read())
    except (OSError, UnicodeDecodeError):
        return {}, False


def agent_names() -> list[str]:
    """Every name that an agent may be given by."""
    known = [name for each in LAUNCHERS for name in (each.name, *each.aliases)]
    return list(dict.fromkeys([*known, *settings()[0]]))


def agent_line(name: str) -> str:
    """What is typed into a shell to start an agent."""
    import shlex

    own, known = profile(name), launcher(name)
    begin = own.command or shlex.join(known.argv if known else (name,))
    args = list(own.args)
    if known and known.name == "claude" and known.flag and settings()[1]:
        args.insert(0, known.flag)
    return " ".join([begin, *map(shlex.quote, args)])


def agent_env(name: str) -> Mapping[str, str]:
    """The variables that the configuration gives an agent."""
    return profile(name).env


def missing_program(name: str) -> str | None:
    """The program that an agent needs and that is not on the PATH; None when it is there."""
    import shlex
    import shutil  # 10 ms, and few panes start an agent

    words = shlex.split(agent_line(name))
    return words[0] if words and shutil.which(words[0]) is None else None


def profile(name: str) -> AgentProfile:
    """The configuration's table for an agent, by any of its names."""
    known = launcher(name)
    wanted = known.name if known else name.strip().lower().replace("_", "-")
    for given, own in settings()[0].items():
        same = launcher(given)
        if (same.name if same else given.lower().replace("_", "-")) == wanted:
            return own
    return AgentProfile()
