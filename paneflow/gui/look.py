"""The configuration as the window uses it: read from the file, written to it, and what follows from it for widgets."""

import os
import tempfile
import tomllib
from collections.abc import Mapping
from pathlib import Path

from paneflow import paths
from paneflow.gui import appearance
from paneflow.gui.actions import BY_NAME
from paneflow.gui.fonts import FontSpec
from paneflow.gui.key_translation import PLATFORM, Platform
from paneflow.gui.keymap import Keymap, keymap
from paneflow.gui.options import GridOptions
from paneflow.gui.qt import QGuiApplication, QObject, Qt, Signal
from paneflow.gui.theme import Theme
from paneflow.spec.config import Config, parse_config
from paneflow.spec.config_text import default_text, set_key
from paneflow.spec.problem import Problem, Severity, errors

MAX_BYTES = 1 << 20


class Look(QObject):
    """What is in force. `changed` comes after the file was read again or the system went dark or light."""

    changed = Signal()

    def __init__(self, file: str | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.file = Path(file or paths.config_file())
        self.config = Config()
        self._keymap: Keymap | None = None  # made when it is asked for: every key asks
        self.problems: tuple[Problem, ...] = ()
        self.themes = appearance.available_themes()
        self._read()
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._system_changed)

    # -- what follows from it -------------------------------------------------------------------------------------
    @property
    def theme(self) -> Theme:
        """The theme in force."""
        return appearance.chosen_theme(self.config, self.themes, system_dark=_system_is_dark())

    @property
    def keymap(self) -> Keymap:
        """The bindings in force."""
        if self._keymap is None:
            mac, windows = PLATFORM is Platform.MAC, PLATFORM is Platform.WINDOWS
            self._keymap = keymap(self.config.shortcuts, mac=mac, windows=windows)
        return self._keymap

    @property
    def reduced_motion(self) -> bool:
        """Whether animations are left out."""
        chosen = self.config.window.reduced_motion
        return chosen == "on" or (chosen == "system" and QGuiApplication.styleHints().cursorFlashTime() <= 0)

    def font(self, steps: int = 0) -> FontSpec:
        """The font of panes, `steps` points larger."""
        return appearance.font_of(self.config, steps=steps)

    def options(self) -> GridOptions:
        """How panes behave."""
        return appearance.options_of(self.config, reduced_motion=self.reduced_motion)

    # -- the file -------------------------------------------------------------------------------------------------
    def reload(self) -> None:
        """Read the file again; a wrong one changes nothing but `problems`."""
        self.themes = appearance.available_themes()
        self._read()
        self.changed.emit()

    def set(self, path: tuple[str, ...], value: object) -> None:
        """Write one key (None removes it), keeping comments, order and unknown keys. Raises ValueError and OSError."""
        self.set_all({path: value})

    def set_all(self, values: Mapping[tuple[str, ...], object]) -> None:
        """Write several keys at once, each as `set` does."""
        changed = self._text()
        for path, value in values.items():
            changed = set_key(changed, path, value)
        _, problems = parse_config(changed, self.file.name, actions=BY_NAME)
        names = {".".join(path) for path in values}
        wrong = [each for each in errors(problems) if each.key in names]
        if wrong:
            raise ValueError(wrong[0].message)
        _write_atomically(self.file, changed)
        self.reload()

    def written(self, table: str) -> dict[str, object]:
        """A table with its keys as the file spells them. Raises ValueError and OSError."""
        found = tomllib.loads(self._text()).get(table)
        return found if isinstance(found, dict) else {}

    def make_file(self) -> None:
        """Write the file with all keys and their documentation, commented out, if there is none."""
        if not self.file.exists():
            _write_atomically(self.file, default_text())

    def _read(self) -> None:
        try:
            config, problems = parse_config(self._text(), str(self.file), actions=BY_NAME)
        except (OSError, ValueError) as error:
            self.problems = (Problem(message=f"cannot be read: {error}", file=str(self.file)),)
            return
        # A banner has room for one of them.
        self.problems = tuple(sorted(problems, key=lambda each: each.severity is Severity.WARNING))
        if not errors(problems):
            self.config, self._keymap = config, None

    def _text(self) -> str:
        try:
            with self.file.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
        except FileNotFoundError:
            return ""
        if len(data) > MAX_BYTES:  # what was read of it must never be written back
            raise ValueError(f"larger than {MAX_BYTES} bytes")
        return data.decode("utf-8-sig")  # some editors begin a file with a byte order mark

    def _system_changed(self) -> None:
        if self.config.theme_mode == "system":
            self.changed.emit()


def _system_is_dark() -> bool:
    return QGuiApplication.styleHints().colorScheme() is not Qt.ColorScheme.Light


def _write_atomically(file: Path, text: str) -> None:
    """Replace a file as a whole. A link is followed, so that people can keep their configuration elsewhere."""
    target = file.resolve()
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=".config-", dir=target.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as out:  # line ends stay as they are
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        Path(name).replace(target)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
