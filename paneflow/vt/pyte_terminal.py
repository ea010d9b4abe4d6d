"""What control sequences mean to the fallback engine: they move its grid, set modes, ask for answers, or tell us things."""

import binascii
from collections.abc import Callable
from typing import Final

from pyte import charsets, modes

from paneflow import __version__
from paneflow.vt import osc
from paneflow.vt.effects import MAX_CLIPBOARD, Effects
from paneflow.vt.engine import CursorShape
from paneflow.vt.events import MarkKind
from paneflow.vt.notifications import KittyNotifications
from paneflow.vt.pyte_parser import Csi
from paneflow.vt.pyte_screen import Screen
from paneflow.vt.pyte_style import PLAIN, select, sgr

_ALTERNATE: Final = (47, 1047, 1049)
_KNOWN_MODES: Final = frozenset({
    1, 5, 6, 7, 9, 12, 25, 47, 66, 67, 1000, 1002, 1003, 1004, 1005, 1006, 1007, 1015, 1016, 1035, 1047, 1048, 1049, 2004,
    2026,
})  # fmt: skip
_DEFAULT_MODES: Final = frozenset({7, 25, 1007, 1035})
MAX_KITTY_STACK: Final = 8

_MOVES: Final = {
    "A": "cursor_up", "B": "cursor_down", "C": "cursor_forward", "D": "cursor_back", "E": "cursor_down1",
    "F": "cursor_up1", "G": "cursor_to_column", "`": "cursor_to_column", "d": "cursor_to_line", "a": "cursor_forward",
    "e": "cursor_down", "L": "insert_lines", "M": "delete_lines", "P": "delete_characters", "@": "insert_characters",
    "X": "erase_characters", "S": "scroll_up", "T": "scroll_down", "Z": "back_tab", "b": "repeat",
}  # fmt: skip
_ESCAPES: Final = {
    "7": "save_cursor", "8": "restore_cursor", "D": "index", "E": "next_line", "M": "reverse_index", "H": "set_tab_stop",
    "#8": "alignment_display",
}  # fmt: skip


class Terminal:
    """Takes what the parser finds."""

    def __init__(self, screen: Screen, effects: Effects) -> None:
        self.screen = screen
        self.effects = effects
        self.prompt_started: Callable[[], None] = lambda: None
        self.prompt_ended: Callable[[int | None], None] = lambda _code: None
        self._notifications = KittyNotifications()
        self.foreground, self.background, self.cursor_color = 0xD0D0D0, 0x101010, 0xD0D0D0
        self.palette: tuple[int, ...] = ()
        self.draw = screen.draw
        self._start()

    def _start(self) -> None:
        self.modes = set(_DEFAULT_MODES)
        self.shape, self.blinking = CursorShape.BLOCK, False
        self.modify_other_keys = False
        self._kitty: dict[bool, list[int]] = {False: [0], True: [0]}  # for each screen, a stack

    @property
    def kitty_flags(self) -> int:
        """kitty's keyboard flags."""
        return self._kitty[self.screen.on_alternate][-1]

    # -- single characters and short escapes ---------------------------------------------------------------------
    def control(self, char: str) -> None:
        """A C0 control; C1 controls are none in UTF-8."""
        match char:
            case "\r":
                self.screen.carriage_return()
            case "\n" | "\x0b" | "\x0c":
                self.screen.leave_margin()
                self.screen.linefeed()
            case "\b":
                self.screen.leave_margin()
                self.screen.backspace()
            case "\t":
                self.screen.leave_margin()
                self.screen.tab()
            case "\x07":
                self.effects.rang()
            case "\x0e":
                self.screen.shift_out()
            case "\x0f":
                self.screen.shift_in()

    def escape(self, sequence: str) -> None:
        """What followed ESC."""
        if sequence[0] in "()" and len(sequence) == 2:
            self._designate(sequence)
        elif sequence in "=>":
            (self.modes.add if sequence == "=" else self.modes.discard)(66)
        elif sequence == "c":
            self.reset()
        elif sequence in _ESCAPES:
            self.screen.leave_margin()
            getattr(self.screen, _ESCAPES[sequence])()

    def _designate(self, sequence: str) -> None:
        charset = charsets.VT100_MAP if sequence[1] == "0" else charsets.LAT1_MAP
        if sequence[0] == "(":
            self.screen.g0_charset = charset
        else:
            self.screen.g1_charset = charset

    def reset(self) -> None:
        """RIS."""
        self._start()
        self.screen.reset()
        self.screen.clear_history()

    # -- control sequences ---------------------------------------------------------------------------------------
    def csi(self, sequence: Csi) -> None:
        """A control sequence; unknown ones are ignored."""
        key = sequence.private + sequence.intermediate + sequence.final
        if key == "m":
            self.screen.pen = select(self.screen.pen, sequence.params)
            return
        handler = _HANDLERS.get(key)
        if handler is not None:
            handler(self, sequence)
            return
        self.screen.leave_margin()
        if key in _MOVES:
            getattr(self.screen, _MOVES[key])(sequence.first())

    def _position(self, sequence: Csi) -> None:
        numbers = [param[0] for param in sequence.params]
        self.screen.cursor_position(*[*numbers, 1, 1][:2] if numbers else ())

    def _margins(self, sequence: Csi) -> None:
        numbers = [param[0] or None for param in sequence.params[:2]]
        top, bottom = [*numbers, None, None][:2]
        self.screen.set_margins(top or 1, bottom or self.screen.lines)
        self.screen.cursor_position()

    def _erase_line(self, sequence: Csi) -> None:
        self.screen.leave_margin()
        self.screen.erase_in_line(sequence.first(0))

    def _erase_display(self, sequence: Csi) -> None:
        self.screen.leave_margin()
        self.screen.erase_in_display(sequence.first(0))

    def _set_modes(self, sequence: Csi) -> None:
        for mode, *_ in sequence.params:
            self._set_mode(mode, is_set=sequence.final == "h")

    def _set_mode(self, mode: int, *, is_set: bool) -> None:
        screen = self.screen
        if mode in _KNOWN_MODES:
            (self.modes.add if is_set else self.modes.discard)(mode)
        match mode:
            case 47 | 1047 | 1049:
                self._switch_screen(mode, is_set=is_set)
            case 1048:
                (screen.save_cursor if is_set else screen.restore_cursor)()
            case 5:
                screen.dirty.update(range(screen.lines))
            case 6:
                (screen.mode.add if is_set else screen.mode.discard)(modes.DECOM)
                screen.cursor_position()
            case 7:
                (screen.mode.add if is_set else screen.mode.discard)(modes.DECAWM)

    def _switch_screen(self, mode: int, *, is_set: bool) -> None:
        self.modes.difference_update(_ALTERNATE)
        if is_set:
            self.modes.add(mode)
            if mode == 1049 and not self.screen.on_alternate:
                self.screen.save_cursor()
            self.screen.enter_alternate(clear=mode == 1049)
        elif self.screen.on_alternate:
            self.screen.leave_alternate()
            if mode == 1049:
                self.screen.restore_cursor()

    def _set_ansi_modes(self, sequence: Csi) -> None:
        for mode, *_ in sequence.params:
            if mode in (modes.IRM, modes.LNM):
                (self.screen.mode.add if sequence.final == "h" else self.screen.mode.discard)(mode)

    def _soft_reset(self, _sequence: Csi) -> None:
        screen = self.screen
        screen.mode.difference_update((modes.IRM, modes.DECOM))
        screen.mode.add(modes.DECAWM)
        self.modes.difference_update((1, 6, 66))
        self.modes.update((7, 25))
        screen.margins, screen.pen, screen.charset = None, PLAIN, 0
        screen.g0_charset = screen.g1_charset = charsets.LAT1_MAP

    def _tab_stops(self, sequence: Csi) -> None:
        self.screen.clear_tab_stop(sequence.first(0))

    def _cursor_style(self, sequence: Csi) -> None:
        style = sequence.first(0)
        self.shape = (CursorShape.BLOCK, CursorShape.UNDERLINE, CursorShape.BAR)[max(0, style - 1) // 2 % 3]
        self.blinking = style in (1, 3, 5)

    def _key_modifiers(self, sequence: Csi) -> None:
        numbers = [param[0] for param in sequence.params]
        if numbers[:1] == [4] or not numbers:
            self.modify_other_keys = numbers[1:2] == [2]

    def _push_keys(self, sequence: Csi) -> None:
        stack = self._kitty[self.screen.on_alternate]
        stack.append(sequence.first(0) & 31)
        del stack[:-MAX_KITTY_STACK]

    def _pop_keys(self, sequence: Csi) -> None:
        stack = self._kitty[self.screen.on_alternate]
        del stack[max(0, len(stack) - sequence.first()) :]
        if not stack:
            stack.append(0)

    def _set_keys(self, sequence: Csi) -> None:
        stack = self._kitty[self.screen.on_alternate]
        flags = sequence.first(0) & 31
        how = sequence.params[1][0] if len(sequence.params) > 1 else 1
        stack[-1] = flags if how == 1 else stack[-1] | flags if how == 2 else stack[-1] & ~flags

    # -- answers -------------------------------------------------------------------------------------------------
    def _report_keys(self, _sequence: Csi) -> None:
        self.effects.reply(b"\x1b[?%du" % self.kitty_flags)

    def _attributes(self, _sequence: Csi) -> None:
        self.effects.reply(b"\x1b[?62;22c")

    def _secondary_attributes(self, _sequence: Csi) -> None:
        self.effects.reply(b"\x1b[>1;0;0c")

    def _version(self, _sequence: Csi) -> None:
        self.effects.reply(f"\x1bP>|paneflow {__version__}\x1b\\".encode())

    def _status(self, sequence: Csi) -> None:
        if sequence.first(0) == 5:
            self.effects.reply(b"\x1b[0n")
        elif sequence.first(0) == 6:
            screen = self.screen
            top = screen.margins.top if modes.DECOM in screen.mode and screen.margins else 0
            self.effects.reply(
                b"\x1b[%d;%dR" % (screen.cursor.y - top + 1, min(screen.cursor.x, screen.columns - 1) + 1)
            )

    def _report_mode(self, sequence: Csi) -> None:
        mode = sequence.first(0)
        state = 0 if mode not in _KNOWN_MODES else 1 if mode in self.modes else 2
        self.effects.reply(b"\x1b[?%d;%d$y" % (mode, state))

    # -- strings -------------------------------------------------------------------------------------------------
    def string(self, kind: str, payload: str, *, bel: bool) -> None:
        """An OSC or DCS; other strings are ignored."""
        if kind == "P" and payload.startswith("$q"):
            known = f"\x1bP1$r{sgr(self.screen.pen)}m\x1b\\" if payload == "$qm" else "\x1bP0$r\x1b\\"
            self.effects.reply(known.encode())
        elif kind == "]":
            number, _, rest = payload.partition(";")
            handler = _OSC.get(number)
            if handler is not None:
                handler(self, rest, b"\x07" if bel else b"\x1b\\")

    def _title(self, rest: str, _end: bytes) -> None:
        self.effects.retitled(rest.encode())

    def _folder(self, rest: str, _end: bytes) -> None:
        self.effects.moved(rest.encode())

    def _osc_9(self, rest: str, _end: bytes) -> None:
        if rest.startswith("4;"):
            state, _, percent = rest[2:].partition(";")
            if state.isdecimal():
                self.effects.progressed(int(state[:3]), int(percent[:4]) if percent.isdecimal() else -1)
        elif rest.startswith("9;"):
            self.effects.moved(rest[2:].encode())
        else:
            self.effects.notified(b"", rest.encode())

    def _osc_777(self, rest: str, _end: bytes) -> None:
        kind, _, text = rest.partition(";")
        if kind == "notify":
            title, _, body = text.partition(";")
            self.effects.notified(title.encode(), body.encode())

    def _osc_99(self, rest: str, _end: bytes) -> None:
        if note := self._notifications.add(rest.encode()):
            self.effects.notified(*note)

    def _clipboard(self, rest: str, _end: bytes) -> None:
        selection, _, data = rest.partition(";")
        if len(data) > MAX_CLIPBOARD * 4 // 3 + 4 or data == "?":  # reading it is refused
            return
        try:
            self.effects.copied("p" if selection[:1] in ("p", "s") else "c", binascii.a2b_base64(data.encode()))
        except binascii.Error:
            return

    def _shell_mark(self, rest: str, _end: bytes) -> None:
        mark = osc.shell_mark(rest.encode())
        if mark is None:
            return
        if mark.kind is MarkKind.PROMPT_START:
            if self.screen.cursor.x > 0 and not rest.startswith("P"):
                self.screen.carriage_return()
                self.screen.linefeed()
            self.prompt_started()
        elif mark.kind is MarkKind.COMMAND_END:
            self.prompt_ended(mark.exit_code)
        self.effects.add(mark)

    def _color(self, number: int, rest: str, end: bytes) -> None:
        if rest == "?":
            color = {10: self.foreground, 11: self.background}.get(number, self.cursor_color)
            channels = "/".join(f"{color >> shift & 255:02x}" * 2 for shift in (16, 8, 0))
            self.effects.reply(f"\x1b]{number};rgb:{channels}".encode() + end)


_HANDLERS: Final[dict[str, Callable[[Terminal, Csi], None]]] = {
    "H": Terminal._position, "f": Terminal._position, "r": Terminal._margins, "K": Terminal._erase_line,
    "J": Terminal._erase_display, "h": Terminal._set_ansi_modes, "l": Terminal._set_ansi_modes,
    "?h": Terminal._set_modes, "?l": Terminal._set_modes, "g": Terminal._tab_stops, "!p": Terminal._soft_reset,
    " q": Terminal._cursor_style, ">m": Terminal._key_modifiers, ">u": Terminal._push_keys, "<u": Terminal._pop_keys,
    "=u": Terminal._set_keys, "?u": Terminal._report_keys, "c": Terminal._attributes,
    ">c": Terminal._secondary_attributes, ">q": Terminal._version, "n": Terminal._status,
    "?$p": Terminal._report_mode, "s": lambda terminal, _sequence: terminal.screen.save_cursor(),
    "u": lambda terminal, _sequence: terminal.screen.restore_cursor(),
}  # fmt: skip
_OSC: Final[dict[str, Callable[[Terminal, str, bytes], None]]] = {
    "0": Terminal._title, "2": Terminal._title, "7": Terminal._folder, "9": Terminal._osc_9, "99": Terminal._osc_99,
    "777": Terminal._osc_777, "52": Terminal._clipboard, "133": Terminal._shell_mark,
    "10": lambda terminal, rest, end: terminal._color(10, rest, end),
    "11": lambda terminal, rest, end: terminal._color(11, rest, end),
    "12": lambda terminal, rest, end: terminal._color(12, rest, end),
}  # fmt: skip
