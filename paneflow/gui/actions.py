"""Everything a person can do, as one table: palette, menus, key bindings, the settings window and the docs read it.

`mod` in a chord is Cmd on macOS and Ctrl elsewhere. Plain Ctrl+letter and Alt+letter are never taken on Linux and
Windows: they belong to the programs in the panes.
"""

from typing import Final, NamedTuple


class Action(NamedTuple):
    """One thing to do. `keys` are its default chords on Linux and Windows, `mac` those on macOS where they differ."""

    name: str
    title: str
    keys: tuple[str, ...] = ()
    mac: tuple[str, ...] | None = None
    needs_selection: bool = False  # without one the key goes to the program, if that knows it

    @property
    def group(self) -> str:
        """The heading it stands under."""
        return self.title.partition(":")[0]

    def defaults(self, *, mac: bool) -> tuple[str, ...]:
        """The chords it has when nothing is configured."""
        return self.mac if mac and self.mac is not None else self.keys


_NUMBERED: Final = tuple(
    Action(f"select_workspace_{n}", f"Workspace: go to workspace {n}", (f"mod+{n}",)) for n in range(1, 10)
)

ACTIONS: Final[tuple[Action, ...]] = (
    Action("split_horizontally", "Pane: split below", ("mod+shift+d",), ("super+shift+d",)),
    Action("split_vertically", "Pane: split beside", ("mod+shift+e",), ("super+d",)),
    Action("close_pane", "Pane: close", ("mod+shift+w",)),
    Action("undo_close_pane", "Pane: bring back the last closed", ("mod+shift+t",), ("super+shift+t",)),
    Action("focus_left", "Pane: focus left", ("alt+left",), ("super+alt+left",)),
    Action("focus_right", "Pane: focus right", ("alt+right",), ("super+alt+right",)),
    Action("focus_up", "Pane: focus up", ("alt+up",), ("super+alt+up",)),
    Action("focus_down", "Pane: focus down", ("alt+down",), ("super+alt+down",)),
    Action("resize_left", "Pane: move divider left", ("alt+shift+left",), ("ctrl+super+left",)),
    Action("resize_right", "Pane: move divider right", ("alt+shift+right",), ("ctrl+super+right",)),
    Action("resize_up", "Pane: move divider up", ("alt+shift+up",), ("ctrl+super+up",)),
    Action("resize_down", "Pane: move divider down", ("alt+shift+down",), ("ctrl+super+down",)),
    Action("toggle_zoom", "Pane: zoom", ("mod+shift+z",), ("super+shift+enter",)),
    Action("swap_pane", "Pane: swap with a neighbour", ("mod+shift+s",)),
    Action("split_equalize", "Pane: make all equal", ("mod+shift+=",)),
    Action("layout_even_horizontal", "Layout: side by side", ("mod+alt+1",)),
    Action("layout_even_vertical", "Layout: stacked", ("mod+alt+2",)),
    Action("layout_main_vertical", "Layout: one large, others beside", ("mod+alt+3",)),
    Action("layout_tiled", "Layout: tiled", ("mod+alt+4",)),
    Action("new_tab", "Tab: new", ("mod+alt+t",), ("super+t",)),
    Action("close_tab", "Tab: close", ("mod+alt+w",), ("super+w",)),
    Action("next_tab", "Tab: next", ("mod+alt+pagedown",), ("super+shift+]",)),
    Action("previous_tab", "Tab: previous", ("mod+alt+pageup",), ("super+shift+[",)),
    Action("rename_surface", "Tab: rename", ("f2",)),
    Action("move_tab_to_workspace", "Tab: move to another workspace"),
    Action("new_workspace", "Workspace: new", ("mod+shift+n",), ("super+n",)),
    Action("close_workspace", "Workspace: close", ("mod+shift+q",), ("super+alt+w",)),
    Action("rename_workspace", "Workspace: rename", ("shift+f2",)),
    Action("next_workspace", "Workspace: next", ("ctrl+tab",)),
    Action("previous_workspace", "Workspace: previous", ("ctrl+shift+tab",)),
    Action("copy_workspace_path", "Workspace: copy its folder's path", ("ctrl+shift+alt+c",)),
    Action("reveal_workspace", "Workspace: show its folder in the file manager"),
    *_NUMBERED,
    Action("toggle_sidebar", "View: sidebar", ("mod+shift+b",)),
    Action("command_palette", "View: command palette", ("mod+shift+p",)),
    Action("open_settings", "View: settings", ("mod+,",)),
    Action("toggle_fullscreen", "View: full screen", ("f11",), ("ctrl+super+f",)),
    Action("increase_font_size", "View: larger text", ("mod+=", "mod++")),
    Action("decrease_font_size", "View: smaller text", ("mod+-",)),
    Action("reset_font_size", "View: text size as configured", ("mod+0",)),
    Action("show_shortcuts", "View: all shortcuts", ("mod+shift+f1",)),
    Action("jump_next_waiting", "Agents: go to the one that has waited longest", ("mod+shift+j",)),
    Action("open_attention_queue", "Agents: who waits", ("mod+shift+k",)),
    Action("toggle_broadcast_member", "Broadcast: put this pane in or out", ("mod+shift+m",)),
    Action("stop_broadcast", "Broadcast: stop"),
    Action("terminal_copy", "Edit: copy", ("ctrl+shift+c", "ctrl+insert"), ("super+c",), needs_selection=True),
    Action("terminal_paste", "Edit: paste", ("ctrl+shift+v", "shift+insert"), ("super+v",)),
    Action("paste_selection", "Edit: paste the primary selection"),
    Action("select_all", "Edit: select all", ("ctrl+shift+a",), ("super+a",)),
    Action("copy_last_output", "Edit: copy the last command's output", ("ctrl+shift+y",), ("super+shift+a",)),
    Action("copy_html", "Edit: copy with colours", needs_selection=True),
    Action("toggle_copy_mode", "Edit: copy by keyboard", ("ctrl+shift+x",)),
    Action("open_hints", "Edit: pick a link, path or hash", ("ctrl+shift+space",), ("super+shift+space",)),
    Action("toggle_search", "Search: in this pane", ("ctrl+shift+f",), ("super+f",)),
    Action("search_all", "Search: in every pane", ("ctrl+alt+shift+f",), ("super+shift+f",)),
    Action("search_next", "Search: next hit", ("f3",), ("super+g",)),
    Action("search_previous", "Search: previous hit", ("shift+f3",), ("super+shift+g",)),
    Action("scroll_page_up", "Scroll: page up", ("shift+pageup",), ("super+pageup",)),
    Action("scroll_page_down", "Scroll: page down", ("shift+pagedown",), ("super+pagedown",)),
    Action("scroll_line_up", "Scroll: line up", ("ctrl+shift+up",), ("super+shift+up",)),
    Action("scroll_line_down", "Scroll: line down", ("ctrl+shift+down",), ("super+shift+down",)),
    Action("scroll_to_top", "Scroll: to the top", ("shift+home",), ("super+home",)),
    Action("scroll_to_bottom", "Scroll: to the bottom", ("shift+end",), ("super+end",)),
    Action("previous_prompt", "Scroll: to the previous prompt", ("ctrl+shift+pageup",), ("super+up",)),
    Action("next_prompt", "Scroll: to the next prompt", ("ctrl+shift+pagedown",), ("super+down",)),
    Action("clear_scroll_history", "Terminal: clear the scrollback", ("ctrl+shift+delete",), ("super+k",)),
    Action("reset_terminal", "Terminal: reset", ("ctrl+shift+r",), ("super+shift+r",)),
    Action("new_window", "Window: new", ("mod+alt+n",)),
    Action("close_window", "Window: close", (), ("super+q",)),
    Action("stop_host", "Window: stop all programs and quit"),
)  # fmt: skip

BY_NAME: Final = {action.name: action for action in ACTIONS}
