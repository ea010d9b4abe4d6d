"""Configuration, themes and lists in a real window on a real host."""

from pathlib import Path

import pytest

from paneflow.gui.actions import ACTIONS
from paneflow.gui.qt import QComboBox, QLineEdit, QPoint, QRect, QSpinBox, Qt, QWidget
from paneflow.gui.settings_list import Setting, all_settings
from paneflow.gui.settings_window import SettingsWindow
from paneflow.spec.chord import parse_chord
from tests.support.gui_window import CTRL, SHIFT, Gui, config_text, send_key
from tests.support.host import HostProcess
from tests.support.qt_window import picture, pixel

COMMENTED = '# mine\ntheme = "Ember"  # warm\nunknown_key = 1\n\n[terminal]\n# long\nscrollback_lines = 500\n'


def settings(gui: Gui) -> SettingsWindow:
    gui.run("open_settings")
    window = gui.parts.settings.window
    assert window is not None
    return window


def setting(key: str) -> Setting:
    return next(each for each in all_settings() if each.key == key)


def background(gui: Gui) -> int:
    image = picture(gui.terminal.grid_view)
    return pixel(image, image.width() - 30, image.height() - 30)


def test_every_action_has_a_handler_and_the_palette_lists_it(gui: Gui) -> None:
    assert {action.name for action in ACTIONS} == set(gui.bench.handlers)
    gui.run("command_palette")
    listed = gui.parts.lists.picker.titles()
    assert {action.title for action in ACTIONS if action.name != "command_palette"} <= set(listed)


def test_the_palette_runs_what_was_found(gui: Gui) -> None:
    assert gui.press("p", CTRL | SHIFT)
    picker = gui.parts.lists.picker
    picker.field.setText("split below")
    assert picker.titles()[0] == "Pane: split below"
    send_key(picker.field, Qt.Key.Key_Return)
    gui.wait(lambda: gui.panes() == 2)
    assert not picker.isVisible()


def test_escape_leaves_the_palette_and_the_focus_where_it_was(gui: Gui) -> None:
    gui.run("split_vertically")
    gui.wait(lambda: gui.panes() == 2 and gui.terminal.grid_view.hasFocus())
    front = gui.surface
    gui.run("command_palette")
    send_key(gui.parts.lists.picker.field, Qt.Key.Key_Escape)
    assert gui.terminal.grid_view.hasFocus()
    gui.type("echo still-$((1+1))\n")
    gui.wait_text("still-2")
    assert gui.surface == front


def test_a_setting_is_written_and_comments_stay(gui: Gui, host: HostProcess) -> None:
    Path(host.env["PANEFLOW_CONFIG"]).write_text(COMMENTED)
    gui.look.reload()
    window = settings(gui)
    editor = window.editors["terminal.scrollback_lines"].field
    assert isinstance(editor, QSpinBox)
    assert editor.value() == 500
    editor.setValue(750)
    gui.wait(lambda: "scrollback_lines = 750" in config_text(host))
    text = config_text(host)
    assert "# mine" in text
    assert "# warm" in text
    assert "# long" in text
    assert "unknown_key = 1" in text
    window.change(setting("terminal.scrollback_lines"), None)
    assert "scrollback_lines" not in config_text(host)
    gui.wait(lambda: host.call("config.get", key="terminal.scrollback_lines")["config"] == 10_000)


def test_a_wrong_value_is_told_and_not_written(gui: Gui, host: HostProcess) -> None:
    window = settings(gui)
    editor = window.editors["terminal.cursor_color"].field
    assert isinstance(editor, QLineEdit)
    editor.setText("not a colour")
    window.change(setting("terminal.cursor_color"), "not a colour")
    assert window.problem.isVisible()
    assert "cursor_color" not in config_text(host)


def test_another_theme_repaints_the_panes_at_once(gui: Gui) -> None:
    dark = background(gui)
    window = settings(gui)
    combo = window.editors["theme"].field
    assert isinstance(combo, QComboBox)
    window.change(setting("theme"), "Linen")
    gui.wait(lambda: background(gui) == gui.look.themes["linen"].scheme.background)
    assert background(gui) != dark
    assert gui.bench.sidebar._delegate.chrome == gui.look.themes["linen"].chrome


def test_every_theme_paints_a_window_and_qt_warns_of_nothing(gui: Gui) -> None:
    for theme in gui.look.themes.values():
        gui.look.set(("theme",), theme.name)
        assert gui.look.theme == theme
        gui.wait(lambda: background(gui) == gui.look.theme.scheme.background)
        shown = gui.window.grab().toImage()
        beside_the_rows = gui.bench.sidebar.mapTo(gui.window, gui.bench.sidebar.rect().bottomRight())
        assert shown.pixel(beside_the_rows.x() - 2, beside_the_rows.y() - 2) & 0xFFFFFF == theme.chrome.raised


def test_settings_are_found_by_their_words(gui: Gui) -> None:
    window = settings(gui)
    window.search.setText("bracketed paste commands hidden")
    window.search.setText("paste protection")
    shown = [each.key for each, row in window._rows if not row.isHidden()]
    assert shown == ["terminal.paste_protection"]


def test_every_key_of_the_configuration_can_be_set_or_opened(gui: Gui) -> None:
    window = settings(gui)
    missing = [each.key for each in all_settings() if each.plain and each.key not in window.editors]
    assert missing == []


def test_a_shortcut_is_set_by_pressing_it_and_taken_from_who_had_it(gui: Gui, host: HostProcess) -> None:
    page = settings(gui).shortcuts
    page.bind("toggle_zoom", parse_chord("ctrl+shift+e"))
    gui.wait(lambda: '"ctrl+shift+e" = "toggle_zoom"' in config_text(host))
    assert "split beside" in page.message.text()
    gui.run("split_horizontally")
    gui.wait(lambda: gui.panes() == 2)
    gui.press("e", CTRL | SHIFT)
    gui.wait(lambda: gui.panes() == 1)
    page.reset("toggle_zoom")
    assert gui.look.keymap.action(parse_chord("ctrl+shift+e")) == "split_vertically"
    page.unbind("split_vertically")
    assert gui.look.keymap.action(parse_chord("ctrl+shift+e")) is None
    page.bind("toggle_zoom", parse_chord("x"))
    assert "typing" in page.message.text() or "types" in page.message.text()


def test_keys_that_are_pressed_replace_the_old_ones_however_those_are_spelt(gui: Gui, host: HostProcess) -> None:
    Path(host.env["PANEFLOW_CONFIG"]).write_text(
        '[shortcuts]\n"mod+shift+d" = "none"  # mine\n"Shift-Ctrl-E" = "new_tab"\n'
    )
    gui.look.reload()
    page = settings(gui).shortcuts
    page.reset("split_horizontally")
    assert gui.look.keymap.action(parse_chord("ctrl+shift+d")) == "split_horizontally"
    page.bind("new_tab", parse_chord("f6"))
    page.bind("new_tab", parse_chord("ctrl+f7"))
    assert [str(chord) for chord in gui.look.keymap.chords("new_tab")] == ["ctrl+f7"]
    assert gui.look.keymap.action(parse_chord("ctrl+shift+e")) == "split_vertically"
    page.unbind("new_tab")
    assert gui.look.keymap.chords("new_tab") == []
    page.reset("new_tab")
    assert "new_tab" not in config_text(host)
    assert gui.look.keymap.action(parse_chord("ctrl+alt+t")) == "new_tab"


def test_a_key_field_that_is_left_listens_no_longer(gui: Gui) -> None:
    window = settings(gui)
    window.sections.setCurrentRow(window.sections.count() - 1)
    field = window.shortcuts.fields["toggle_zoom"]
    gui.wait(window.search.hasFocus)
    field.setFocus()
    field.click()
    assert "Press" in field.text()
    window.search.setFocus()
    assert field.text() == "Ctrl+Shift+Z"


def test_a_search_finds_shortcuts_and_says_when_nothing_fits(gui: Gui) -> None:
    window = settings(gui)
    window.search.setText("split beside")
    assert window.shortcuts.isVisible()
    assert window.shortcuts.fields["split_vertically"].isVisible()
    assert not window.shortcuts.fields["split_horizontally"].isVisible()
    window.search.setText("nothing of this kind")
    assert window.nothing.isVisible()
    assert not window.shortcuts.isVisible()
    window.search.clear()
    assert window.editors["default_shell"].isVisible()
    window.sections.setCurrentRow(window.sections.count() - 1)
    window.search.setText("zoom")
    assert window.shortcuts.fields["toggle_zoom"].isVisible()


def test_one_sees_where_the_keyboard_is_in_the_settings(gui: Gui) -> None:
    window = settings(gui)
    window.sections.setCurrentRow(1)
    gui.wait(window.search.hasFocus)
    passed: list[QWidget] = []
    focus = window.focusWidget()
    while focus not in passed:
        passed.append(focus)
        place = QRect(focus.mapTo(window, QPoint(0, 0)), focus.size()).adjusted(-6, -6, 6, 6)
        with_it = window.grab(place).toImage()
        window.focusNextChild()
        assert window.grab(place).toImage() != with_it, f"{focus.accessibleName()!r} looks the same with the keyboard"
        focus = window.focusWidget()
    assert len(passed) > 10


def test_a_file_with_a_byte_order_mark_is_read_and_one_that_is_too_large_kept(gui: Gui, host: HostProcess) -> None:
    file = Path(host.env["PANEFLOW_CONFIG"])
    file.write_bytes(b'\xef\xbb\xbftheme = "Ember"\r\n')
    gui.look.reload()
    assert (gui.look.theme.name, gui.look.problems) == ("Ember", ())
    gui.look.set(("font_size",), 12.0)
    assert file.read_bytes() == b'theme = "Ember"\r\nfont_size = 12.0\n'
    large = f'theme = "Linen"\n#{"x" * (1 << 20)}\n'
    file.write_text(large)
    with pytest.raises(ValueError, match="larger"):
        gui.look.set(("font_size",), 12.0)
    assert file.read_text() == large


def test_a_wrong_configuration_shows_a_banner_with_its_line(gui: Gui, host: HostProcess) -> None:
    Path(host.env["PANEFLOW_CONFIG"]).write_text('colour = "only a warning"\nfont_size = "big"\n')
    host.call("config.reload")
    gui.wait(lambda: any(":2" in text and "font_size" in text for text in gui.bench.banners.texts()))
    Path(host.env["PANEFLOW_CONFIG"]).write_text("font_size = 15\n")
    host.call("config.reload")
    gui.wait(lambda: not gui.bench.banners.texts())
    assert gui.look.font().size_pt == 15


def test_a_theme_of_another_terminal_is_taken_in(gui: Gui, tmp_path: Path) -> None:
    from paneflow.gui.theme_install import install_theme

    colors = "\n".join(f"color{index} #{index:02x}{index:02x}40" for index in range(16))
    file = tmp_path / "mine.conf"
    file.write_text(f"foreground #dddddd\nbackground #101020\n{colors}\n")
    theme = install_theme(str(file), gui.look.file.parent / "themes")
    window = settings(gui)
    gui.look.set(("theme",), theme.name)
    gui.wait(lambda: background(gui) == 0x101020)
    light = window.editors["theme_light"].field
    assert isinstance(light, QComboBox)
    assert light.findData(theme.name) >= 0
    file.write_text("nonsense")
    with pytest.raises(ValueError, match="lacks"):
        install_theme(str(file), gui.look.file.parent / "themes")


def test_the_sidebar_and_the_whole_screen_toggle(gui: Gui) -> None:
    gui.run("toggle_sidebar")
    gui.wait(lambda: not gui.bench.sidebar.isVisible())
    gui.run("toggle_sidebar")
    gui.wait(gui.bench.sidebar.isVisible)
    gui.run("toggle_fullscreen")
    gui.wait(gui.window.isFullScreen)
    gui.run("toggle_fullscreen")
    gui.wait(lambda: not gui.window.isFullScreen())


def test_a_cursor_colour_of_ones_own_is_shown(gui: Gui) -> None:
    gui.look.set(("terminal", "cursor_color"), "#0f0")
    cursor = gui.terminal.grid_view.cursor_rect().center()
    gui.wait(lambda: pixel(picture(gui.terminal.grid_view), cursor.x(), cursor.y()) == 0x00FF00)
