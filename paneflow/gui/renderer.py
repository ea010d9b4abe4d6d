"""Everything that panes of one font, size and pixel ratio share: metrics, glyphs, tiles, decorations."""

from weakref import WeakValueDictionary

from paneflow.gui import decorations
from paneflow.gui.atlas import GlyphAtlas
from paneflow.gui.clusters import ClusterTable
from paneflow.gui.fonts import FontSpec, faces, measure
from paneflow.gui.ligatures import Ligatures
from paneflow.gui.qt import QLoggingCategory
from paneflow.gui.rasterizer import Rasterizer
from paneflow.gui.tiles import TileCache


class GridRenderer:
    """Draws cells; panes own only their image."""

    def __init__(self, font: FontSpec, dpr: float, clusters: ClusterTable) -> None:
        self.font, self.dpr, self.clusters = font, dpr, clusters
        self.metrics = measure(font, dpr)
        self.faces = faces(font)
        self.atlas = GlyphAtlas(self.metrics, Rasterizer(font, self.metrics, dpr), clusters)
        self.tiles = TileCache(self.atlas)
        self.ligatures = Ligatures(self.atlas, self.faces) if font.ligatures else None
        self.underlines = decorations.underlines(self.metrics)
        self.strike = decorations.strike(self.metrics)
        self.overline = decorations.overline(self.metrics)

    @property
    def cell_width(self) -> float:
        """In logical pixels; whole in device pixels."""
        return self.metrics.width / self.dpr

    @property
    def cell_height(self) -> float:
        """In logical pixels; whole in device pixels."""
        return self.metrics.height / self.dpr


class RendererCache:
    """Renderers by font and pixel ratio; a window has one. A renderer lives as long as a pane uses it, the last one longer."""

    def __init__(self) -> None:
        # Qt warns of every script no font has, once a font: a program's output must not fill the person's log.
        QLoggingCategory.setFilterRules("qt.text.font.db=false")
        self.clusters = ClusterTable()
        self._renderers: WeakValueDictionary[tuple[FontSpec, float], GridRenderer] = WeakValueDictionary()
        self._last: GridRenderer | None = None  # so that a window's only pane may be replaced by another

    def renderer(self, font: FontSpec, dpr: float) -> GridRenderer:
        """The renderer for a font at a pixel ratio."""
        found = self._renderers.get((font, dpr)) or GridRenderer(font, dpr, self.clusters)
        self._renderers[font, dpr] = self._last = found
        return found
