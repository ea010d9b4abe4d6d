"""What one pane shows: its grid, its colours and its pixels. Rows are composed only when somebody looks."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from paneflow.geometry import Point
from paneflow.gui.color import ColorScheme, readable_on
from paneflow.gui.compositor import Overrides, PaneImage, cell_image
from paneflow.gui.grid import WIDE, Changes, Grid
from paneflow.gui.marks import Marks, overrides, viewport_marks
from paneflow.gui.options import GridOptions
from paneflow.gui.palette import PaintStyles, Palette
from paneflow.gui.picture_layers import Layers, sorted_into_layers
from paneflow.gui.qt import QImage
from paneflow.gui.renderer import GridRenderer
from paneflow.gui.see_through import SeeThrough
from paneflow.gui.selection import Selection
from paneflow.vt import frame


class PanePicture:
    """A grid and its image, kept in step row by row."""

    def __init__(self, renderer: GridRenderer, scheme: ColorScheme, options: GridOptions) -> None:
        self.grid = Grid(renderer.clusters)
        self.renderer, self._scheme, self._options = renderer, scheme, options
        self._hide_blinking = False
        self._marks: Marks = np.zeros((0, 0), np.uint8)
        self._pane: PaneImage | SeeThrough | None = None
        self._text: SeeThrough | None = None  # the text alone, when pictures lie under it
        self.layers = Layers((), (), ())
        self._dirty = np.zeros(0, bool)  # rows that differ from the image
        self._cursor_shown: tuple[object, ...] = ()
        self._cursor_image = QImage()
        self._restart()
        self._recolor()

    def apply(self, data: bytes | memoryview) -> Changes:
        """Take over a frame. Raises ValueError if it is none."""
        changes = self.grid.apply(data)
        if changes.resized:
            self._restart()
        if changes.colors:
            self._recolor()
        if changes.pictures:
            self._lay(sorted_into_layers(self.grid.pictures))
        self._dirty[changes.rows] = True
        return changes

    def set_renderer(self, renderer: GridRenderer) -> None:
        """Another font, size or pixel ratio."""
        if renderer is not self.renderer:
            self.renderer = renderer
            self._cursor_shown = ()  # it holds on to the renderer
            self._restart()

    def set_colors(self, scheme: ColorScheme, options: GridOptions) -> None:
        """Another theme, or other options about colours."""
        self._scheme, self._options = scheme, options
        self._recolor()

    def set_marks(
        self,
        selection: Selection | None,
        matches: Sequence[Selection],
        current: Selection | None,
        caret: Point | None = None,
    ) -> npt.NDArray[np.intp]:
        """Show a selection, matches and a caret of copying by keyboard; return the rows that look different now."""
        marks = viewport_marks(self.grid, selection, matches, current, caret)
        changed = (marks != self._marks).any(axis=1)
        self._marks = marks
        self._dirty |= changed
        return np.flatnonzero(changed)

    def set_blinking_hidden(self, hidden: bool) -> npt.NDArray[np.intp]:  # noqa: FBT001 - a setter of one switch
        """Hide or show blinking text; return the rows that look different now."""
        if hidden == self._hide_blinking:
            return np.zeros(0, np.intp)
        self._hide_blinking = hidden
        rows = self.blinking_rows()
        self._dirty[rows] = True
        return rows

    def blinking_rows(self) -> npt.NDArray[np.intp]:
        """Rows with blinking text."""
        blinking = (self.grid.styles["attrs"] & frame.BLINK) != 0
        if not blinking.any():
            return np.zeros(0, np.intp)
        return np.flatnonzero(blinking[self.grid.style].any(axis=1))

    def image(self) -> QImage:
        """The pixels, brought up to date."""
        pane, text = self._pane, self._text
        if pane is None:
            make = SeeThrough if self.layers.lowest else PaneImage
            pane = self._pane = make(self.renderer, self.grid.size)
        if text is None and self.layers.under:
            text = self._text = SeeThrough(self.renderer, self.grid.size)
        rows = np.flatnonzero(self._dirty)
        if len(rows):
            drawn = self.grid, self._current_styles(), rows, self._overrides()
            if isinstance(pane, SeeThrough):
                pane.compose(*drawn, self.palette.background)
            else:
                pane.compose(*drawn)
            if text is not None:
                text.compose(*drawn, None)
            self._dirty[:] = False
        return pane.image

    def text_image(self) -> QImage:
        """The text alone, to be painted over pictures that lie under it. As new as the last `image`."""
        assert self._text is not None
        return self._text.image

    def release(self) -> None:
        """Give the pixels' memory back while nobody looks; the next `image` draws everything anew."""
        self._restart()

    def cursor_cell(self) -> QImage:
        """The cursor's cell as it looks under a block cursor; two cells wide where the character is."""
        cursor = self.grid.cursor
        assert cursor is not None
        row, col = cursor.row, cursor.col
        wide = self.grid.width[row, col] == WIDE and col + 1 < self.grid.cols
        cells = slice(col, col + 2 if wide else col + 1)
        attrs = int(self._current_styles().attrs[self.grid.style[row, col]])
        face = attrs & (frame.BOLD | frame.ITALIC)
        shown = (int(self.grid.text[row, col]), face, self.renderer, self.cursor_text, self.palette.cursor)
        if shown != self._cursor_shown:
            text, width = self.grid.text[row, cells][None, :], self.grid.width[row, cells][None, :]
            slots = self.renderer.atlas.slots(text, np.full(text.shape, face, np.uint8), width)
            self._cursor_image = cell_image(self.renderer, slots[0], self.cursor_text, self.palette.cursor)
            self._cursor_shown = shown
        return self._cursor_image

    @property
    def cursor_text(self) -> int:
        """0xRRGGBB of text under a block cursor: the scheme's, unless a program chose a cursor it would not show on."""
        return readable_on(self.palette.cursor, self._scheme.cursor_text, ratio=3.0)

    def _restart(self) -> None:
        """A new image when one is wanted next: everything has to be drawn."""
        self._pane = self._text = None
        self._dirty = np.ones(self.grid.rows, bool)
        if self._marks.shape != self.grid.text.shape:
            self._marks = np.zeros(self.grid.text.shape, np.uint8)

    def _lay(self, layers: Layers) -> None:
        """Pictures came or went; other pixels are needed when they lie under something now that they did not before."""
        before, self.layers = self.layers, layers
        if bool(before.lowest) != bool(layers.lowest) or bool(before.under) != bool(layers.under):
            self._restart()

    def _recolor(self) -> None:
        self.palette = Palette(
            self._scheme,
            self.grid.colors,
            reverse_screen=self.grid.modes.reverse_screen,
            bold_is_bright=self._options.bold_is_bright,
            minimum_contrast=self._options.minimum_contrast,
        )
        self._styles = self.palette.paint_styles(self.grid.styles)
        self._styles_epoch = self.grid.styles_epoch
        self._dirty[:] = True

    def _current_styles(self) -> PaintStyles:
        """The paint styles of the grid's table, with those added that frames brought since."""
        styles, known = self.grid.styles, len(self._styles.fg)
        if self._styles_epoch != self.grid.styles_epoch or known > len(styles):
            self._styles = self.palette.paint_styles(styles)
            self._styles_epoch = self.grid.styles_epoch
        elif known < len(styles):
            added = self.palette.paint_styles(styles[known:])
            self._styles = self._styles.followed_by(added)
        return self._styles

    def _overrides(self) -> Overrides:
        return overrides(self._marks, self._scheme, hide_blinking=self._hide_blinking)
