"""config.toml: every key, defined once.

The classes below are the definition: type, range, default, documentation and when a change takes effect. The checker,
`specs/config.schema.json`, the documented default text and the settings window are all made from them.
"""

from collections.abc import Collection, Mapping
from typing import Any, Literal, cast

from paneflow.spec.agent_profile import AGENTS, AgentProfile
from paneflow.spec.chord import Chord, parse_chord
from paneflow.spec.positions import Path
from paneflow.spec.problem import Problem, Report, Severity, errors, nearest
from paneflow.spec.record import Applies, Document, Record, required, setting, table
from paneflow.spec.shape import Choice, Color, Environment, Flag, FlagOr, Integer, ListOf, Number, Schema, TableOf, Text
from paneflow.spec.toml import load_toml

UNBOUND = "none"  # the action that takes a chord's default away


class Shortcuts(TableOf):
    """Chords and the actions they start; keys are written back in one form ("ctrl+shift+t")."""

    def __init__(self) -> None:
        super().__init__(Text("the name of an action"), key='chords such as "ctrl+shift+t"')
        self.allowed = 'a table of chords and actions, such as "ctrl+shift+t" = "undo_close_pane"'

    def read(self, value: object, path: Path, report: Report) -> dict[str, object]:
        """Actions by chord; two ways to write one chord are a mistake."""
        bindings: dict[str, object] = {}
        for written, action in super().read(value, path, report).items():
            chord = _shortcut(written, (*path, written), report)
            if str(chord) in bindings:
                report.add((*path, written), f"the chord {chord} is bound already")
            bindings[str(chord)] = action
        return bindings


def _shortcut(written: str, path: Path, report: Report) -> Chord:
    try:
        chord = parse_chord(written)
    except ValueError as error:
        report.add(path, f"not a chord: {error}", allowed='modifiers and a key, such as "ctrl+shift+t"')
        return Chord(written)
    if chord.types_text:
        report.add(path, "would take a key away from typing; allowed: with ctrl, alt, super or mod")
    return chord


class Terminal(Document):
    """[terminal]: what runs in panes and how it is shown."""

    scrollback_lines: int = setting(10_000, Integer(100, 100_000), "Lines kept above the screen of each terminal.")
    env: Mapping[str, str] = setting(
        {}, Environment(), "Environment variables for new terminals.", applies=Applies.NEW_SURFACES
    )
    ligatures: bool = setting(False, Flag(), "Draw the font's ligatures.")
    cursor_shape: Literal["block", "beam", "underline"] = setting(
        "block",
        Choice("block", "beam", "underline"),
        "The cursor while the program asks for no shape.",
    )
    cursor_blink: Literal["on", "off", "terminal_controlled"] = setting(
        "terminal_controlled",
        Choice("on", "off", "terminal_controlled"),
        "Whether the cursor blinks, or the program decides.",
    )
    cursor_color: str | None = setting(
        None,
        Color(),
        "The cursor's colour; not set: the theme's.",
        example="#ffcc00",
    )
    scroll_multiplier: float = setting(1.0, Number(0.1, 10), "How far one notch of the wheel scrolls.")
    copy_on_select: bool = setting(False, Flag(), "Copy what is selected to the clipboard at once.")
    middle_click_paste: bool = setting(True, Flag(), "Paste with the middle button (the primary selection on Linux).")
    word_separators: str = setting(
        " \t│`|:\"'()[]{}<>,;",
        Text("a string of characters", empty=True, lines=True, most=256),
        "Characters at which a double click stops.",
    )
    paste_protection: bool = setting(
        True, Flag(), "Ask before a paste that would run commands or holds hidden characters."
    )
    osc52: Literal["write", "ask", "off"] = setting(
        "write",
        Choice("write", "ask", "off"),
        "Whether programs may put text on the clipboard. Reading it is never allowed.",
    )
    bell: Literal["none", "visual", "sound", "both"] = setting(
        "visual", Choice("none", "visual", "sound", "both"), "What the bell does."
    )
    hide_pointer_while_typing: bool = setting(True, Flag(), "Hide the mouse pointer while keys are typed.")


class Window(Document):
    """[window]: the window around the panes."""

    opacity: float = setting(1.0, Number(0.2, 1), "How opaque the background is.")
    padding: int = setting(4, Integer(0, 64), "Space between a pane's edge and its text, in pixels.")
    sidebar: bool = setting(True, Flag(), "Show the sidebar.")
    sidebar_width: int = setting(240, Integer(120, 800), "The sidebar's width in pixels.")
    tab_bar: Literal["auto", "always", "never"] = setting(
        "auto", Choice("auto", "always", "never"), "Show a pane's tabs: auto means when there are several."
    )
    dim_inactive: float = setting(0.0, Number(0, 0.8), "How much panes without the keyboard are dimmed.")
    reduced_motion: Literal["system", "on", "off"] = setting(
        "system", Choice("system", "on", "off"), "Leave out animations."
    )
    confirm_close: Literal["running", "always", "never"] = setting(
        "running",
        Choice("running", "always", "never"),
        "Ask before a pane is closed: running means when something other than its shell runs.",
    )
    on_close: Literal["ask", "keep_running", "stop"] = setting(
        "ask",
        Choice("ask", "keep_running", "stop"),
        "What happens to running programs when the last window closes; ask asks only when something runs.",
    )


class Notifications(Document):
    """[notifications]: shown by the desktop, only for panes that are not visible."""

    enabled: bool = setting(True, Flag(), "Show notifications of the desktop at all.")
    agent_waiting: bool = setting(True, Flag(), "An agent waits for an answer.")
    agent_finished: bool = setting(False, Flag(), "An agent has finished its turn.")
    programs: bool = setting(True, Flag(), "A program asks for a notification (OSC 9, 777, 99).")
    bell: bool = setting(False, Flag(), "The bell rang.")
    long_command_secs: int = setting(30, Integer(0, 86_400), "A command that took this long has ended; 0 is never.")


class Reads(Document):
    """[reads]: what scripts and models get to see of a terminal's text."""

    mask_secrets: bool = setting(False, Flag(), "Replace what looks like a token, key or password.")


class Host(Document):
    """[host]: the process that owns the terminals."""

    linger_secs: int | None = setting(
        None,
        Integer(0, 31_536_000),
        "Seconds the host stays after the last window closed while only idle shells run; not set: it stays.",
        example=3600,
    )
    save_scrollback: bool = setting(True, Flag(), "Keep the terminals' text over a restart of the host.")


class PaneBackend(Document):
    """[pane_backend]: the CustomPaneBackend endpoint for agent teams."""

    enabled: bool = setting(True, Flag(), "Serve the endpoint.", applies=Applies.RESTART)
    discovery_file: bool = setting(True, Flag(), "Write the file by which agents find it.", applies=Applies.RESTART)
    advertise_psmux: bool = setting(
        False, Flag(), "Set the PSMUX variables in new terminals.", applies=Applies.NEW_SURFACES
    )


class Tmux(Document):
    """[tmux]: the program named tmux in panes."""

    shim: bool = setting(
        True, Flag(), "Answer tmux commands in panes with Paneflow's own panes.", applies=Applies.NEW_SURFACES
    )


class Command(Document):
    """[[commands]]: a command of one's own in the palette."""

    name: str = required("", Text("a name", most=64), "Shown in the palette.")
    command: str = required("", Text("a command", lines=True), "Typed into a new terminal.")
    description: str = setting("", Text("a sentence", empty=True), "Shown below the name.")
    keywords: tuple[str, ...] = setting((), ListOf(Text("a word")), "Further words that find it.")
    cwd: str | None = setting(None, Text("a folder"), "Where it runs; not set: the focused pane's folder.")


class Config(Document):
    """config.toml as checked, typed values."""

    default_shell: str | None = setting(
        None,
        Text("a program"),
        "The shell of new terminals; not set: the system's.",
        applies=Applies.NEW_SURFACES,
        example="/bin/bash",
    )
    theme: str = setting("Paneflow Dark", Text("the name of a theme", most=128), "Colours.")
    theme_light: str = setting(
        "Paneflow Light",
        Text("the name of a theme", most=128),
        "Colours while the system is light and theme_mode is system.",
    )
    theme_mode: Literal["fixed", "system"] = setting(
        "fixed", Choice("fixed", "system"), "fixed always uses theme; system follows the desktop's light or dark."
    )
    minimum_contrast: float = setting(
        1.0, Number(1, 21), "Text is made to stand out at least this much; 1 changes nothing."
    )
    font_family: str | None = setting(
        None, Text("a font's name", most=256), "Not set: the system's monospace font.", example="JetBrains Mono"
    )
    font_fallbacks: tuple[str, ...] = setting(
        (), ListOf(Text("a font's name", most=256), most=32), "Fonts tried in order for characters the first one lacks."
    )
    font_size: float = setting(13.0, Number(6, 72), "In points.")
    line_height: float = setting(1.2, Number(1, 2.5), "A row's height as a multiple of the font's.")
    option_as_meta: bool | Literal["left", "right", "both", "none"] | None = setting(
        None,
        FlagOr("left", "right", "both", "none"),
        "macOS: which Option key is Alt, as programs know it; the other one, or neither when not set, composes "
        "characters. true is both, false none.",
        example="left",
    )
    editor: tuple[str, ...] = setting(
        (),
        ListOf(Text("a word"), most=32),
        'Shows files that are clicked, such as ["code", "--goto", "{path}:{line}:{col}"]; empty: $VISUAL or $EDITOR.',
    )
    shell_integration: bool = setting(
        True,
        Flag(),
        "Let bash, zsh, fish and PowerShell report folder, prompts and exit codes; no file of yours is changed.",
        applies=Applies.NEW_SURFACES,
    )
    ai_unrestricted: bool = setting(
        False, Flag(), "Let scripts and agents type into and submit to any pane, without PANEFLOW_IPC_SCRIPTING=1."
    )
    ai_injection_fence: bool = setting(
        True, Flag(), "Wrap text read from terminals in a fence that marks it untrusted."
    )
    submit_paste_delay_ms: int = setting(
        70, Integer(10, 5000), "Milliseconds between a paste and the Enter that submits it."
    )
    agent_hooks: bool = setting(
        True,
        Flag(),
        "Start known agents in panes so that they report their state.",
        applies=Applies.NEW_SURFACES,
    )
    agent_stall_detection: bool = setting(
        True, Flag(), "Call an agent stalled when it thinks and says nothing for long."
    )
    agent_stall_threshold_secs: int = setting(60, Integer(30, 86_400), "How long that is, in seconds.")
    claude_code_bypass_permissions: bool = setting(
        False,
        Flag(),
        "Start Claude Code with its permission questions switched off.",
        applies=Applies.NEW_SURFACES,
    )
    terminal: Terminal = table(Terminal, "What runs in panes and how it is shown.")
    window: Window = table(Window, "The window around the panes.")
    notifications: Notifications = table(Notifications, "Notifications, only for panes that are not visible.")
    reads: Reads = table(Reads, "What scripts and models get to see of a terminal's text.")
    host: Host = table(Host, "The process that owns the terminals.")
    pane_backend: PaneBackend = table(PaneBackend, "The CustomPaneBackend endpoint for agent teams.")
    tmux: Tmux = table(Tmux, "The program named tmux in panes.")
    shortcuts: Mapping[str, str] = setting(
        {}, Shortcuts(), f'Chords and actions; "{UNBOUND}" takes a chord\'s action away.'
    )
    agents: Mapping[str, AgentProfile] = setting({}, AGENTS, "Agents: changes to known ones, or further ones.")
    commands: tuple[Command, ...] = setting((), ListOf(Record(Command)), "Commands of your own in the palette.")


def parse_config(
    text: str, filename: str = "config.toml", *, actions: Collection[str] = ()
) -> tuple[Config, list[Problem]]:
    """Read config.toml; the problems are all there are, in the order of the text.

    Unknown keys are warnings. With any error the answer is the defaults: at a reload the caller keeps what it had.
    `actions` are the names that a shortcut may start; without them names are not checked.
    """
    report = Report(text, filename, unknown=Severity.WARNING)
    data = load_toml(text, report)
    config = Record(Config).read(data, (), report)
    if actions:
        _check_actions(config.shortcuts, data, actions, report)
    problems = report.sorted()
    return (Config() if errors(problems) else config), problems


def _check_actions(
    shortcuts: Mapping[str, str], data: Mapping[str, Any], actions: Collection[str], report: Report
) -> None:
    for written, action in cast("dict[str, object]", data.get("shortcuts", {})).items() if shortcuts else ():
        path = ("shortcuts", written)
        if isinstance(action, str) and action not in {UNBOUND, *actions} and not report.is_wrong(*path):
            hint = nearest(action, actions)
            report.add(path, f'there is no action "{action}"; {hint or "allowed: an action, or none"}', found=action)


def config_data(config: Config) -> dict[str, Any]:
    """The configuration as plain data; keys that are not set are None."""
    return config.plain()


def config_schema() -> Schema:
    """The JSON Schema that editors use for config.toml."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Paneflow configuration",
        "$comment": "Generated from paneflow/spec/config.py; do not edit.",
        **Record(Config).schema(),
    }
