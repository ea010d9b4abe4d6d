"""Output that joins what is already on the screen."""

import pytest

from tests.support.vt import ENGINES

pytestmark = pytest.mark.skipif("ghostty" not in ENGINES, reason="libghostty-vt is not installed for this system")


@pytest.mark.parametrize(
    ("text", "joins"),
    [
        ("\u0301x", True),
        ("\x1b[1m\u0301", True),
        ("\u200d👧", True),
        ("\ufe0f", True),
        ("🏽", True),
        ("\u1161", True),
        ("e\u0301", False),
        ("漢", False),
        ("─", False),
        ("é", False),
        ("\x1b[1mabc", False),
        ("", False),
    ],
)
def test_what_may_join(text: str, joins: bool) -> None:
    from paneflow.vt.ghostty.joining import joins_text_before

    assert joins_text_before(text.encode()) is joins


def test_the_rest_of_a_character_joins() -> None:
    from paneflow.vt.ghostty.joining import joins_text_before

    assert joins_text_before("\u0301".encode()[1:])
