"""The completion script for zsh: `_arguments` per verb."""

from paneflow.cli import registry
from paneflow.cli.command import FILE, FOLDER, PANE, Arg, Flag, Group
from paneflow.cli.grammar import Leaf, values


def script() -> str:
    """The text of the script; it works sourced as well as from `fpath`."""
    verbs = "".join(f"        {_quoted(f'{verb}:{_plain(doc)}')}\n" for verb, (_, doc) in registry.VERBS.items())
    cases = "".join(_case(verb) for verb in registry.VERBS)
    return _SCRIPT.format(verbs=verbs, cases=cases)


def _case(verb: str) -> str:
    entry = registry.load(verb)
    if not isinstance(entry, Group):
        return f"    {verb})\n{_arguments(Leaf((verb,), entry))}        ;;\n"
    names = " ".join(_quoted(f"{command.name}:{_plain(command.doc)}") for command in entry.commands)
    inner = "".join(
        f"        {command.name})\n{_arguments(Leaf((verb, command.name), command))}            ;;\n"
        for command in entry.commands
    )
    return _GROUP.format(verb=verb, names=names, inner=inner)


def _arguments(leaf: Leaf) -> str:
    specs = [
        _quoted(f"{'*' if flag.many else ''}{flag.name}[{_plain(flag.doc)}]{_value(flag)}")
        for flag in leaf.command.flags
    ]
    specs.append("'--help[Print help.]'")
    for place, arg in enumerate(leaf.command.args, 1):
        lead = "*" if arg.rest else f"{place}"
        specs.append(_quoted(f"{lead}:{arg.name}:{_action(arg)}"))
    return "            _arguments -S " + " ".join(specs) + "\n"


def _value(flag: Flag) -> str:
    return f":{_plain(flag.value)}:{_action(flag)}" if flag.value else ""


def _action(word: Arg | Flag) -> str:
    fixed = values(word)
    if fixed:
        return f"({' '.join(value.replace('*', chr(92) + '*') for value in fixed)})"
    return {PANE: "_paneflow_panes", FILE: "_files", FOLDER: "_files -/"}.get(word.kind, " ")


def _plain(doc: str) -> str:
    """A text without what `_arguments` and `_describe` read as syntax."""
    return doc.replace("[", "(").replace("]", ")").replace(":", "\\:")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


_GROUP = """    {verb})
        if ((CURRENT == 2)); then
            commands=({names})
            _describe command commands
            return
        fi
        shift words
        ((CURRENT -= 1))
        case $words[1] in
{inner}        esac
        ;;
"""

_SCRIPT = """#compdef paneflow
# zsh completion of paneflow; made by: paneflow completion zsh

_paneflow_panes() {{
    local -a panes
    panes=("${{(@f)$(paneflow completion panes 2>/dev/null)}}")
    compadd -a panes
}}

_paneflow() {{
    local -a commands
    if ((CURRENT == 2)); then
        commands=(
{verbs}        )
        _describe verb commands
        return
    fi
    shift words
    ((CURRENT -= 1))
    case $words[1] in
{cases}    esac
}}

if [[ $funcstack[1] == _paneflow ]]; then
    _paneflow "$@"
else
    compdef _paneflow paneflow
fi
"""
