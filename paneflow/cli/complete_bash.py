"""The completion script for bash (3.2 and newer, without the bash-completion package)."""

from paneflow.cli import registry
from paneflow.cli.command import FILE, FOLDER, PANE, Arg, Flag
from paneflow.cli.grammar import Leaf, groups, leaves, values

_PANES = "$(paneflow completion panes 2>/dev/null)"


def script() -> str:
    """The text of the script."""
    verbs = " ".join([*registry.VERBS, "--help", "--version"])
    grouped = "".join(
        f"    {verb}) sub=1; words='{' '.join(c.name for c in group.commands)}' ;;\n"
        for verb, group in groups().items()
    )
    flag_values = "".join(_flag_cases(leaf) for leaf in leaves())
    words = "".join(_word_case(leaf) for leaf in leaves())
    return _SCRIPT.format(verbs=verbs, groups=grouped, flag_values=flag_values, words=words)


def _flag_cases(leaf: Leaf) -> str:
    taking = [flag for flag in leaf.command.flags if flag.value]
    return "".join(f"    '{leaf.name} {flag.name}') {_action(flag)}; return ;;\n" for flag in taking)


def _word_case(leaf: Leaf) -> str:
    flags = " ".join([*(flag.name for flag in leaf.command.flags), "--help"])
    first = leaf.command.args[0] if leaf.command.args else None
    return f"    '{leaf.name}') flags='{flags}'\n        [[ $place == 0 ]] && {{ {_action(first)}; }} ;;\n"


def _action(word: Arg | Flag | None) -> str:
    if word is None:
        return ":"
    fixed = values(word)
    if fixed:
        return f"_paneflow_lines '{' '.join(fixed)}'"
    actions = {PANE: f'_paneflow_panes "{_PANES}"', FILE: "_paneflow_paths -f", FOLDER: "_paneflow_paths -d"}
    return actions.get(word.kind, ":")


_SCRIPT = """# bash completion of paneflow; made by: paneflow completion bash
# shellcheck shell=bash

_paneflow_lines() {{ # words of a fixed set; a * must not become file names
    local word
    set -f
    for word in $1; do [[ $word == "$current"* ]] && COMPREPLY+=("$word"); done
    set +f
}}

_paneflow_panes() {{ # one name a line; a name may hold spaces
    local name
    while IFS= read -r name; do
        [[ -n $name && $name == "$current"* ]] && COMPREPLY+=("$(printf %q "$name")")
    done <<<"$1"
}}

_paneflow_paths() {{
    local path
    while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$1" -- "$current")
    compopt -o filenames 2>/dev/null
}}

_paneflow() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}}
    local verb=${{COMP_WORDS[1]}} words= flags= sub= place=0 index=2 skip=
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        _paneflow_lines '{verbs}'
        return
    fi
    case $verb in
{groups}    esac
    if [[ $sub ]]; then
        if ((COMP_CWORD == 2)); then
            _paneflow_lines "$words"
            return
        fi
        verb="$verb ${{COMP_WORDS[2]}}"
        index=3
    fi
    case "$verb $before" in
{flag_values}    esac
    for ((; index < COMP_CWORD; index++)); do
        [[ ${{COMP_WORDS[index]}} == -* ]] || ((place += 1))
    done
    case $verb in
{words}    esac
    if [[ $current == -* ]]; then
        COMPREPLY=()
        _paneflow_lines "$flags"
    fi
}}

complete -F _paneflow paneflow
"""
