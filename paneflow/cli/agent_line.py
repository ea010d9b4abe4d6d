"""The command line that starts an agent, as the known launchers and the configuration say."""

import shlex
import shutil
from collections.abc import Mapping
from functools import cache

from paneflow import paths
from paneflow.agents.launchers import LAUNCHERS, launcher
from paneflow.spec.config import AgentProfile, Config, parse_config


@cache
def config() -> Config:
    """The user's configuration; the defaults when it is not there or wrong, of which the host tells."""
    try:
        with open(paths.config_file(), encoding="utf-8") as file:
            return parse_config(file.read())[0]
    except (OSError, UnicodeDecodeError):
        return Config()


def agent_names() -> list[str]:
    """Every name that an agent may be given by."""
    known = [name for each in LAUNCHERS for name in (each.name, *each.aliases)]
    return list(dict.fromkeys([*known, *config().agents]))


def agent_line(name: str) -> str:
    """What is typed into a shell to start an agent."""
    settings, known = profile(name), launcher(name)
    begin = settings.command or shlex.join(known.argv if known else (name,))
    args = list(settings.args)
    if known and known.name == "claude" and known.flag and config().claude_code_bypass_permissions:
        args.insert(0, known.flag)
    return " ".join([begin, *map(shlex.quote, args)])


def agent_env(name: str) -> Mapping[str, str]:
    """The variables that the configuration gives an agent."""
    return profile(name).env


def missing_program(name: str) -> str | None:
    """The program that an agent needs and that is not on the PATH; None when it is there."""
    words = shlex.split(agent_line(name))
    return words[0] if words and shutil.which(words[0]) is None else None


def profile(name: str) -> AgentProfile:
    """The configuration's table for an agent, by any of its names."""
    known = launcher(name)
    wanted = known.name if known else name.strip().lower().replace("_", "-")
    for given, settings in config().agents.items():
        same = launcher(given)
        if (same.name if same else given.lower().replace("_", "-")) == wanted:
            return settings
    return AgentProfile()
