"""A pane's picture keeps in step with its grid, and costs nothing while nobody looks."""

from weakref import ref

from paneflow.geometry import Point
from paneflow.gui.color import DARK
from paneflow.gui.options import GridOptions
from paneflow.gui.pane_picture import PanePicture
from paneflow.gui.renderer import RendererCache
from paneflow.gui.selection import Selection
from tests.support.frames import Span, Style, indexed, pack_frame, rgb
from tests.support.golden import pixels
from tests.support.qt_window import FONT, renderers


def picture_of(*frames: bytes, options: GridOptions | None = None) -> PanePicture:
    made = PanePicture(renderers().renderer(FONT, 1.0), DARK, options or GridOptions())
    for data in frames:
        made.apply(data)
    return made


def test_a_released_picture_is_drawn_anew_with_its_marks() -> None:
    made = picture_of(pack_frame(["one", "two"], cols=4))
    made.set_marks(Selection(Point(0, 1), Point(1, 1)), (), None)
    before = pixels(made.image()).copy()
    made.release()

    assert (pixels(made.image()) == before).all()


def test_marks_report_only_the_rows_that_changed() -> None:
    made = picture_of(pack_frame(["one", "two", "six"], cols=4))

    assert made.set_marks(Selection(Point(1, 0), Point(1, 2)), (), None).tolist() == [1]
    assert made.set_marks(Selection(Point(1, 0), Point(1, 2)), (), None).tolist() == []
    assert made.set_marks(None, (), None).tolist() == [1]


def test_another_pixel_ratio_draws_at_that_size() -> None:
    made = picture_of(pack_frame(["one"], cols=4))
    before = made.image().size()
    made.set_renderer(renderers().renderer(FONT, 2.0))

    assert (made.image().width(), made.image().height()) == (2 * before.width(), 2 * before.height())


def test_a_font_that_no_pane_uses_any_more_is_given_back() -> None:
    cache = RendererCache()
    made = PanePicture(cache.renderer(FONT, 1.0), DARK, GridOptions())
    made.apply(pack_frame(["one"], cols=4))
    made.image(), made.cursor_cell()
    other = PanePicture(cache.renderer(FONT, 1.0), DARK, GridOptions())
    assert other.renderer is made.renderer
    before = ref(made.renderer)
    made.set_renderer(cache.renderer(FONT, 2.0))
    assert before() is other.renderer is cache.renderer(FONT, 1.0)
    made.set_renderer(cache.renderer(FONT, 2.0))
    other.set_renderer(made.renderer)
    assert before() is None


def test_styles_that_frames_bring_later_are_resolved_like_the_first() -> None:
    colors = [rgb(0x112233 + 257 * n) for n in range(6)]
    whole = picture_of(pack_frame([[Span("█", Style(fg=color))] for color in colors], cols=1))
    parts = picture_of(pack_frame([""] * 6, cols=1))
    for row, color in enumerate(colors):
        parts.image()
        parts.apply(pack_frame({row: [Span("█", Style(fg=color))]}, cols=1, height=6, full=False))

    assert (pixels(parts.image()) == pixels(whole.image())).all()


def test_options_about_colours_apply_to_what_is_shown() -> None:
    made = picture_of(pack_frame([[Span("█", Style(fg=indexed(1), attrs=1))]], cols=1))
    made.image()
    made.set_colors(DARK, GridOptions(bold_is_bright=True))

    blue, green, red = pixels(made.image())[5, 4].tolist()
    assert red << 16 | green << 8 | blue == DARK.palette[9]
