import pytest

from paneflow.spec.locate import locate
from paneflow.spec.positions import Path

TEXT = '''# a comment with [brackets]
name = "x" # another
quoted."odd key".inner = 'y'

[[panes]]
cwd = "a]b"
env = { A = "1", B = """two
lines""" }

[[panes]]
list = [
  "one", # first
  ["two"],
]
[panes.env]
C = 'it"s'
[panes.env.deep]
D = 1979-05-27T07:32:00Z
'''


@pytest.mark.parametrize(
    ("path", "place"),
    [
        (("name",), (2, 1)),
        (("quoted", "odd key", "inner"), (3, 1)),
        (("panes",), (5, 1)),
        (("panes", 0), (5, 1)),
        (("panes", 0, "cwd"), (6, 1)),
        (("panes", 0, "env", "A"), (7, 9)),
        (("panes", 0, "env", "B"), (7, 18)),
        (("panes", 1), (10, 1)),
        (("panes", 1, "list", 0), (12, 3)),
        (("panes", 1, "list", 1, 0), (13, 4)),
        (("panes", 1, "env"), (15, 1)),
        (("panes", 1, "env", "C"), (16, 1)),
        (("panes", 1, "env", "deep", "D"), (18, 1)),
    ],
)
def test_each_key_is_found_where_it_stands(path: Path, place: tuple[int, int]) -> None:
    assert locate(TEXT)[path] == place


def test_text_that_is_not_toml_gives_what_came_before() -> None:
    assert locate("a = 1\n= 2\nb = 3") == {("a",): (1, 1)}


def test_an_escaped_quoted_key_is_found_by_its_value() -> None:
    assert locate(r'"a\"b\u0041" = 1') == {('a"bA',): (1, 1)}
