"""Options, environments, buffers, channels, styles and numbers."""

import asyncio

import pytest

from paneflow.compat.tmux.buffers import Buffers
from paneflow.compat.tmux.channels import Channels
from paneflow.compat.tmux.environment import Environment, show
from paneflow.compat.tmux.errors import TmuxError
from paneflow.compat.tmux.glob import glob_match, regex_match
from paneflow.compat.tmux.numbers import NumberError, number, percentage
from paneflow.compat.tmux.option_table import TABLE
from paneflow.compat.tmux.options import (
    Store,
    match_name,
    server_store,
    session_defaults,
    set_array,
    set_item,
    set_plain,
    set_user,
    unset_item,
    window_defaults,
)
from paneflow.compat.tmux.styles import colour, is_style


def test_a_store_falls_back_to_its_parent_and_back_to_the_default() -> None:
    glob = session_defaults()
    own = Store(glob)
    assert own.text("history-limit") == "2000"
    set_plain(own, "history-limit", "7")
    assert (own.number("history-limit"), glob.number("history-limit")) == (7, 2000)
    own.unset("history-limit")
    assert own.number("history-limit") == 2000
    set_plain(glob, "history-limit", "9")
    glob.unset("history-limit")
    assert glob.number("history-limit") == 2000


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("history-limit", "-5", "value is too small: -5"),
        ("history-limit", "x", "value is invalid: x"),
        ("history-limit", None, "empty value"),
        ("mouse", "maybe", "bad value: maybe"),
        ("status", "9", "unknown value: 9"),
        ("status-bg", "nope", "bad colour: nope"),
        ("prefix", "nokey", "bad key: nokey"),
        ("status-style", "nope", "invalid style: nope"),
        ("default-size", "x", "value is invalid: x"),
        ("default-shell", "sh", "not a suitable shell: sh"),
    ],
)
def test_a_bad_value_is_refused_in_tmuxs_words(name: str, value: str | None, text: str) -> None:
    store = session_defaults()
    before = store.text(name)
    with pytest.raises(TmuxError) as caught:
        set_plain(store, name, value)
    assert caught.value.message == text
    assert store.text(name) == before


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("mouse", ("mouse", None)),
        ("@x", ("@x", None)),
        ("escape", ("escape-time", None)),
        ("user-keys[3]", ("user-keys", 3)),
        ("cursor-color", ("cursor-colour", None)),
    ],
)
def test_options_go_by_name_beginning_and_index(text: str, name: tuple[str, int | None]) -> None:
    assert match_name(text) == name


@pytest.mark.parametrize(
    ("text", "message"), [("nosuch", "invalid"), ("display", "ambiguous"), ("", "invalid"), ("x[y]", "invalid")]
)
def test_a_name_that_is_none_is_told(text: str, message: str) -> None:
    with pytest.raises(TmuxError, match=f"^{message} option: "):
        match_name(text)


def test_arrays_are_cut_added_to_and_thinned() -> None:
    store = session_defaults()
    set_array(store, "update-environment", "A B,C")
    assert store.items("update-environment") == ("A", "B", "C")
    set_array(store, "update-environment", " D", append=True)
    unset_item(store, "update-environment", 1)
    set_item(store, "update-environment", 9, "Z")
    assert store.items("update-environment") == ("A", "C", "D", "Z")
    set_array(store, "update-environment", "E", append=True)
    assert store.values["update-environment"] == {0: "A", 1: "E", 2: "C", 3: "D", 9: "Z"}


def test_user_options_may_be_empty_and_grow() -> None:
    store = Store()
    set_user(store, "@x", "")
    assert store.get("@x") == ""
    set_user(store, "@x", "a", append=True)
    set_user(store, "@x", "b", append=True)
    assert store.get("@x") == "ab"


def test_every_default_is_one_that_could_be_set() -> None:
    for store in (server_store(), session_defaults(), window_defaults()):
        for name, value in list(store.values.items()):
            if isinstance(value, str) and value and TABLE[name].kind not in ("key", "colour"):
                set_plain(store, name, value)
                assert store.text(name) == value, name


def test_environments_show_what_is_set_removed_and_hidden() -> None:
    environment = Environment({"A": "1", "B": "2"})
    environment.remove("B")
    environment.put("C=x=y")
    environment.put("noequals")
    environment.set("D", "secret", hidden=True)
    assert [name for name, _ in environment] == ["A", "B", "C", "D"]
    child = {"B": "old", "D": "old"}
    environment.apply(child)
    assert child == {"A": "1", "C": "x=y"}
    environment.update(("X*", "NO"), {"XY": "3"})
    assert environment.get("XY") == ("3", False)
    assert environment.get("NO") == (None, False)


def test_environments_are_printed_for_people_and_for_shells() -> None:
    environment = Environment({"A": 'a$b"c`d\\'})
    variable = environment.get("A")
    assert variable is not None
    assert show("A", variable, as_shell=False) == 'A=a$b"c`d\\'
    assert show("A", variable, as_shell=True) == 'A="a\\$b\\"c\\`d\\\\"; export A;'


def test_the_oldest_automatic_buffer_goes_and_named_ones_stay() -> None:
    buffers = Buffers()
    buffers.set("mine", b"x", 1.0)
    for data in (b"1", b"2", b"3"):
        buffers.add(data, 1.0, limit=2)
    assert [buffer.name for buffer in buffers.latest_first()] == ["buffer2", "buffer1", "mine"]
    top = buffers.top()
    assert top is not None
    assert top.data == b"3"
    buffers.rename("mine", "yours")
    assert buffers.get("mine") is None
    with pytest.raises(TmuxError, match="no buffer nosuch"):
        buffers.rename("nosuch", "x")


def test_a_signal_is_remembered_once() -> None:
    async def go() -> None:
        channels = Channels()
        channels.signal("a")
        await channels.wait("a")
        waiting = asyncio.ensure_future(channels.wait("a"))
        await asyncio.sleep(0)
        assert not waiting.done()
        channels.signal("a")
        await waiting

    asyncio.run(go())


def test_a_lock_goes_to_who_asked_first_and_past_who_gave_up() -> None:
    async def go() -> None:
        channels = Channels()
        await channels.lock("l")
        second, third = asyncio.ensure_future(channels.lock("l")), asyncio.ensure_future(channels.lock("l"))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.sleep(0)
        channels.unlock("l")
        await third
        channels.unlock("l")
        with pytest.raises(TmuxError, match="channel l not locked"):
            channels.unlock("l")

    asyncio.run(go())


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("red", "red"),
        ("RED", "red"),
        ("colour3", "colour3"),
        ("color255", "colour255"),
        ("#FF00aa", "#ff00aa"),
        ("1", "red"),
        ("91", "brightred"),
        ("colour256", None),
        ("#12", None),
        ("nope", None),
    ],
)
def test_colours(text: str, shown: str | None) -> None:
    assert colour(text) == shown


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("", True),
        ("fg=red,bold", True),
        ("bg=default fg=colour3", True),
        ("none", True),
        ("nobold", True),
        ("align=centre", True),
        ("list=on", True),
        ("nope", False),
        ("fg=nope", False),
        ("align=x", False),
    ],
)
def test_styles(text: str, good: bool) -> None:
    assert is_style(text) is good


@pytest.mark.parametrize(
    ("text", "problem"),
    [("x", "invalid"), ("", "invalid"), ("-1", "too small"), ("11", "too large"), ("1" * 400, "too large")],
)
def test_numbers_out_of_range(text: str, problem: str) -> None:
    with pytest.raises(NumberError, match=problem):
        number(text, 0, 10)


def test_shares_are_of_the_whole() -> None:
    assert percentage("30%", 0, 120, 120) == 36
    assert percentage("30", 0, 120, 120) == 30
    with pytest.raises(NumberError):
        percentage("130%", 0, 120, 120)


@pytest.mark.parametrize(
    ("pattern", "text", "matches"),
    [
        ("a*", "abc", True),
        ("*", "", True),
        ("a?c", "abc", True),
        ("[!a]b", "cb", True),
        ("[^a]b", "ab", False),
        ("[a-c]", "b", True),
        (r"\*", "*", True),
        ("[", "[", True),
        ("[]x]", "]", True),
        ("a.c", "abc", False),
    ],
)
def test_patterns(pattern: str, text: str, matches: bool) -> None:
    assert glob_match(pattern, text) is matches


def test_a_pattern_that_never_ends_is_given_up() -> None:
    assert not regex_match("(a|a)*b$", "a" * 60)
    assert not regex_match("(", "x")
