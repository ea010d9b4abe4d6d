"""What can be picked in a screenful of text, and by which keys."""

from paneflow.gui.grid_text import GridText
from paneflow.gui.hints import find_hints, labels_for


class Rows:
    """A screen of rows, none of which wraps unless told."""

    def __init__(self, *rows: str, wrapped: tuple[int, ...] = ()) -> None:
        self.cols = 60
        self._rows = [list(row.ljust(60)) for row in rows]
        self._wrapped = wrapped

    def cells(self, row: int) -> list[str] | None:
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def wraps(self, row: int) -> bool:
        return row in self._wrapped


def found(rows: Rows) -> dict[str, str]:
    text: GridText = rows  # type: ignore[assignment] # the same two questions
    return {hint.text: hint.kind for hint in find_hints(text, 0, len(rows._rows))}


def test_addresses_paths_and_hashes_are_found() -> None:
    assert found(Rows(
        "see https://example.org/a_(b). and ~/src/x.py:12:3",
        "commit 3f2a9c1d77 in /usr/share/doc at src/gui/view.py",
        "listening on 127.0.0.1:8080, 1234567 is a number",
    )) == {
        "https://example.org/a_(b)": "url", "~/src/x.py:12:3": "path", "3f2a9c1d77": "hash", "/usr/share/doc": "path",
        "src/gui/view.py": "path", "127.0.0.1:8080": "address",
    }  # fmt: skip


def test_an_address_over_a_soft_wrap_is_one() -> None:
    long = "https://example.org/" + "x" * 50
    rows = Rows(long[:60], long[60:], wrapped=(0,))
    assert found(rows) == {long: "url"}


def test_labels_never_begin_another_label() -> None:
    for count in (1, 26, 27, 300):
        labels = labels_for(count)
        assert len(set(labels)) == count
        assert len({len(label) for label in labels}) == 1


def test_the_same_text_has_the_same_label() -> None:
    text: GridText = Rows("/etc/passwd and", "/etc/passwd /etc/group")  # type: ignore[assignment]
    hints = find_hints(text, 0, 2)
    assert hints[0].label == hints[1].label != hints[2].label
    assert hints[2].label == "a"  # nearest the prompt
