"""What a program may say besides drawing."""

import pytest

from paneflow.vt.effects import MAX_EVENTS, Effects, local_path
from paneflow.vt.events import Bell, ClipboardWrite, CwdChanged, TitleChanged

LOCAL = {"", "localhost", "box"}


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///tmp/a%20b", "/tmp/a b"),
        ("file://localhost/srv", "/srv"),
        ("file://BOX/%E6%BC%A2", "/漢"),
        ("kitty-shell-cwd://box/a%20b", "/a%20b"),
        ("/plain/path", "/plain/path"),
        ("file://other/srv", ""),
        ("file:///a%0Ab", ""),
        ("file:///a%1b[31m", ""),
        ("file:///\u202eevil", ""),
        ("file:///%ff", "/\ufffd"),
        ("file://box", ""),
        ("http://box/x", ""),
        ("relative", ""),
        ("", ""),
        ("file:///" + "x" * 5000, ""),
    ],
)
def test_only_local_paths_are_folders(uri: str, path: str) -> None:
    assert local_path(uri, LOCAL) == path


def test_what_repeats_in_a_feed_counts_once() -> None:
    effects = Effects()
    for title in (b"a", b"b"):
        effects.rang()
        effects.retitled(title)
    effects.moved(b"file:///x")
    effects.end_feed()
    assert effects.take_events() == [Bell(), TitleChanged("b"), CwdChanged("/x")]
    effects.retitled(b"b")
    effects.end_feed()
    assert effects.take_events() == []


def test_a_muted_terminal_says_nothing() -> None:
    effects = Effects()
    effects.mute(muted=True)
    effects.copied("c", b"x")
    effects.reply(b"x")
    effects.notified(b"", b"x")
    effects.end_feed()
    effects.mute(muted=False)
    assert (effects.take_events(), effects.take_replies()) == ([], b"")
    effects.copied("c", b"x")
    assert effects.take_events() == [ClipboardWrite("c", "x")]


def test_events_are_bounded() -> None:
    effects = Effects()
    for _ in range(MAX_EVENTS * 2):
        effects.copied("c", b"x")
    assert len(effects.take_events()) == MAX_EVENTS
