"""The completion script for fish: one `complete` line for each verb, flag and set of values."""

from paneflow.cli import registry
from paneflow.cli.command import FILE, FOLDER, PANE, Arg, Flag
from paneflow.cli.grammar import Leaf, groups, leaves, values


def script() -> str:
    """The text of the script."""
    lines = [_HEAD]
    lines += [_line("__paneflow_at 0", f"-a {verb}", doc) for verb, (_, doc) in registry.VERBS.items()]
    lines += [
        _line("__paneflow_at 0", "-l help", "Print help."),
        _line("__paneflow_at 0", "-l version", "Print the version."),
    ]
    for verb, group in groups().items():
        lines += [_line(f"__paneflow_at 1 {verb}", f"-a {command.name}", command.doc) for command in group.commands]
    for leaf in leaves():
        lines += _of_leaf(leaf)
    return "\n".join(lines) + "\n"


def _of_leaf(leaf: Leaf) -> list[str]:
    inside = f"__paneflow_in {leaf.name}"
    lines = [_line(inside, f"-l {flag.name[2:]}{_value(flag)}", flag.doc) for flag in leaf.command.flags]
    if leaf.command.args:
        first = leaf.command.args[0]
        offered = _offer(first)
        if offered:
            lines.append(_line(f"__paneflow_at {len(leaf.path)} {leaf.name}", offered, first.doc))
    return lines


def _value(flag: Flag) -> str:
    return f" -r {_offer(flag)}".rstrip() if flag.value else ""


def _offer(word: Arg | Flag) -> str:
    fixed = values(word)
    if fixed:
        return f"-a {_quoted(' '.join(value.replace('*', chr(92) + '*') for value in fixed))}"
    folders = "-a '(__fish_complete_directories (commandline -ct))'"
    return {PANE: "-a '(__paneflow_panes)'", FILE: "-F", FOLDER: folders}.get(word.kind, "")


def _line(condition: str, what: str, doc: str) -> str:
    return f"complete -c paneflow -n {_quoted(condition)} {what} -d {_quoted(doc)}"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


_HEAD = """# fish completion of paneflow; made by: paneflow completion fish
complete -c paneflow -f

function __paneflow_words
    # the words before the cursor that are not flags, without the command itself
    for word in (commandline -opc)[2..-1]
        string match -q -- '-*' $word; or echo $word
    end
end

function __paneflow_in -d 'whether the line begins with these verbs'
    set -l words (__paneflow_words)
    test (count $words) -ge (count $argv); or return 1
    test "$words[1..$(count $argv)]" = "$argv"
end

function __paneflow_at -d 'whether this many words are there, and the line begins with these verbs'
    set -l words (__paneflow_words)
    test (count $words) -eq $argv[1]; or return 1
    test (count $argv) -eq 1; or __paneflow_in $argv[2..-1]
end

function __paneflow_panes
    paneflow completion panes 2>/dev/null
end
"""
