"""The agents that are known: what starts each, and by which program names its process is recognised."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple


class Launcher(NamedTuple):
    """One agent.

    `name` is its family, the `tool` of every row. `argv` starts it. `programs` are the exact file names of its
    executables. `flag` switches its permission questions off, where that is one flag.
    """

    name: str
    argv: tuple[str, ...]
    programs: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    flag: str | None = None


LAUNCHERS = (
    Launcher("claude", ("claude",), ("claude",), ("claude-code",), "--dangerously-skip-permissions"),
    Launcher("codex", ("codex",), ("codex",)),
    Launcher("opencode", ("opencode",), ("opencode",)),
    Launcher("gemini", ("gemini",), ("gemini",), ("gemini-cli",)),
    Launcher("cursor", ("cursor-agent",), ("cursor-agent",), ("cursor-agent",)),
    Launcher("copilot", ("copilot",), ("copilot",)),
    Launcher("pi", ("pi",), ("pi",)),
    Launcher("hermes", ("hermes",), ("hermes", "hermes-agent"), ("hermes-agent",)),
    Launcher("grok", ("grok",), ("grok",)),
    Launcher("amp", ("amp",), ("amp",)),
    Launcher("kiro", ("kiro-cli", "chat"), ("kiro-cli", "kiro-cli-chat"), ("kiro-cli",)),
    Launcher("antigravity", ("agy",), ("agy",), ("agy",)),
    Launcher("codebuddy", ("codebuddy",), ("codebuddy",)),
    Launcher("factory", ("droid",), ("droid",), ("droid",)),
    Launcher("qoder", ("qodercli",), ("qodercli",), ("qodercli",)),
    Launcher("openclaw", ("openclaw", "tui"), ("openclaw",)),
)

_INTERPRETERS = ("node", "bun", "deno", "python", "ruby", "sh", "bash", "env")
_SUFFIXES = (".exe", ".cmd", ".js", ".mjs", ".cjs", ".py")
_BY_PROGRAM = {program: each.name for each in LAUNCHERS for program in each.programs}


def launcher(name: str) -> Launcher | None:
    """The agent of that name or alias; upper case and `_` for `-` are accepted. None if it is not known."""
    wanted = name.strip().lower().replace("_", "-")
    for each in LAUNCHERS:
        if wanted == each.name or wanted in each.aliases:
            return each
    return None


def tool_of(name: str, argv: Sequence[str], more: Mapping[str, str] = MappingProxyType({})) -> str | None:
    """The agent that a process is, by its name and command line; None for any other program.

    An agent written in a scripting language shows up as its interpreter, so the script's file name counts too. Names
    must match exactly: `claude-watch` is not Claude. `more` are programs → agents beside the known ones.
    """

    def agent(program: str) -> str | None:
        return _BY_PROGRAM.get(program) or more.get(program)

    found = agent(name)
    if found or not argv:
        return found
    program = base_name(argv[0])
    found = agent(program)
    if found or not program.rstrip("0123456789.").startswith(_INTERPRETERS):
        return found
    script = next((word for word in argv[1:] if not word.startswith("-")), "")
    return agent(base_name(script))


def further_programs(commands: Mapping[str, str | None]) -> dict[str, str]:
    """Programs → agents that a configuration adds, from agents' names → the commands that start them."""
    found = {}
    for name, command in commands.items():
        known = launcher(name)
        program = base_name(_first_word(command) if command else name)
        if program and program not in _BY_PROGRAM and not program.startswith(_INTERPRETERS):
            found[program] = known.name if known else name
    return found


def _first_word(command: str) -> str:
    import shlex  # only for what a configuration adds

    try:
        return next(iter(shlex.split(command)), "")
    except ValueError:
        return ""


def base_name(path: str) -> str:
    """The last component of a path of any system, without the ending that programs and scripts carry."""
    name = path.replace("\\", "/").rpartition("/")[2]
    for suffix in _SUFFIXES:
        if name.lower().endswith(suffix):
            return name[: -len(suffix)]
    return name
