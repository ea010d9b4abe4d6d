"""kitty's notifications."""

from paneflow.vt.notifications import MAX_OPEN, MAX_TEXT, KittyNotifications


def test_one_piece_is_a_title() -> None:
    assert KittyNotifications().add(b";Done") == (b"Done", b"")


def test_pieces_are_put_together_by_their_id() -> None:
    notes = KittyNotifications()
    assert notes.add(b"i=a:d=0;Hel") is None
    assert notes.add(b"i=b:d=0;Other") is None
    assert notes.add(b"i=a:d=0:p=title;lo") is None
    assert notes.add(b"i=a:d=1:p=body;World") == (b"Hello", b"World")
    assert notes.add(b"i=b;!") == (b"Other!", b"")


def test_text_may_be_base64() -> None:
    assert KittyNotifications().add(b"e=1;aGVsbG8=") == (b"hello", b"")
    assert KittyNotifications().add(b"e=1;a") is None


def test_other_parts_are_ignored() -> None:
    notes = KittyNotifications()
    assert notes.add(b"i=x:p=?;") is None
    assert notes.add(b"i=x:p=close;") is None
    assert notes.add(b"i=x:p=icon;data") is None


def test_what_is_open_is_bounded() -> None:
    notes = KittyNotifications()
    for number in range(MAX_OPEN * 3):
        notes.add(b"i=%d:d=0;x" % number)
    assert notes.add(b"i=0;y") == (b"y", b""), "the oldest was forgotten"
    assert notes.add(b"i=%d;y" % (MAX_OPEN * 3 - 1)) == (b"xy", b"")
    note = notes.add(b";" + b"x" * 100_000)
    assert note is not None
    assert len(note[0]) == MAX_TEXT
