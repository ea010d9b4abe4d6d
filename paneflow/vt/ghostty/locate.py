"""Where hits of a search are in the grid: characters of logical lines → cells of rows."""

from paneflow.vt.engine import Match
from paneflow.vt.ghostty.text import Text
from paneflow.vt.search import Hit


def locate(text: Text, lines: list[str], hits: list[Hit]) -> list[Match]:
    """Hits as matches; `lines` is all the text they were found in.

    While the alternate screen is on, row 0 is its first one, and the rows of the scrollback are negative.
    """
    on_screen = text.screen_lines(0) if text.on_alternate() else lines
    first = len(lines) - len(on_screen)
    matches: list[Match] = []
    if older := [hit for hit in hits if hit.line < first]:
        with text.primary() as history:
            matches += [
                match._replace(row=match.row - history, end_row=match.end_row - history)
                for match in _located(text, lines, older)
            ]
    newer = [hit._replace(line=hit.line - first) for hit in hits if hit.line >= first]
    return matches + [match._replace(line=match.line + first) for match in _located(text, on_screen, newer)]


def _located(text: Text, lines: list[str], hits: list[Hit]) -> list[Match]:
    """Hits on the active screen and its scrollback."""
    numbers = sorted({hit.line for hit in hits})
    rows = dict(zip(numbers, text.rows_of_lines(numbers), strict=True))
    cells: dict[int, list[tuple[int, int]]] = {}
    matches: list[Match] = []
    for hit in hits:
        if hit.line not in cells:
            cells[hit.line] = _cells(text, rows[hit.line], lines[hit.line])
        places = cells[hit.line]
        row, col = places[min(hit.start, len(places) - 1)]
        end_row, end_col = places[min(hit.end - 1, len(places) - 1)]
        end_col += text.cell_width(end_row, end_col)
        matches.append(Match(row, col, end_row, end_col, hit.line, lines[hit.line]))
    return matches


def _cells(text: Text, row: int, line: str) -> list[tuple[int, int]]:
    """The cell of each of a line's characters."""
    width = text.width()
    if line.isascii():
        return [(row + at // width, at % width) for at in range(len(line))]
    places: list[tuple[int, int]] = []
    while len(places) < len(line):
        cells = text.cells(row)
        if not cells:
            break
        for col, cell in enumerate(cells):
            places += [(row, col)] * len(cell)
        row += 1
    return places or [(row, 0)]
