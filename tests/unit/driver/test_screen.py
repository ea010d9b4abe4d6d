"""What screens say, from their rows with SGR sequences."""

import pytest

from paneflow.driver.agents import KNOWN, definition
from paneflow.driver.screen import Screen, options, read, understand

CLAUDE = definition("claude")
RULE = "─" * 40
GHOST = '❯ \x1b[7mT\x1b[0m\x1b[2mry "how does it work?"\x1b[0m'


def seen(*rows: str) -> Screen:
    return understand(CLAUDE, "\n".join(rows))


def test_an_empty_composer_is_idle() -> None:
    assert seen("● said", "", RULE, "❯ ", RULE, "  ? for shortcuts").kind == "idle"


@pytest.mark.parametrize(
    "ghost",
    [
        GHOST,
        "❯ \x1b[7m \x1b[27m",
        "❯ \x1b[0;2ma hint\x1b[22m",
        "❯ \x1b[38;5;7m\x1b[2mgrey hint\x1b[0m",
        "\x1b[39m❯ \x1b[7mT\x1b[0;2mry\x1b[0m",
    ],
)
def test_hints_and_the_cursor_are_no_draft(ghost: str) -> None:
    screen = seen(RULE, ghost, RULE)

    assert (screen.kind, screen.draft) == ("idle", "")


@pytest.mark.parametrize(
    "draft", ["❯ words\x1b[7m \x1b[0m", "❯ \x1b[38;2;2;7;2mcoloured\x1b[0m", "❯ \x1b[48;5;2mon colour\x1b[0m"]
)
def test_bright_text_is_a_draft(draft: str) -> None:
    screen = seen(RULE, draft, RULE)

    assert screen.kind == "unknown"
    assert screen.draft


def test_a_style_goes_on_to_the_next_row() -> None:
    assert [line.bright.strip() for line in read("\x1b[2mdim\nstill\x1b[0m not")] == ["", "not"]


def test_work_is_told_from_its_sign() -> None:
    assert seen("✻ Brewing… (esc to interrupt · 3s)", RULE, GHOST, RULE).kind == "working"


def test_a_sign_far_up_is_history() -> None:
    rows = ["(esc to interrupt)", *(f"● line {number}" for number in range(30))]

    assert seen(*rows, RULE, GHOST, RULE).kind == "idle"


def test_queue_and_interruption_are_seen() -> None:
    assert seen(RULE, GHOST, RULE, "  Press up to edit queued messages").queued
    assert seen("  ⎿  Interrupted · What should Claude do instead?", RULE, "❯ old", RULE).interrupted


NUMBERED = (
    " Do you trust this folder?",
    "",
    " ❯ 1. Yes, I trust this folder",
    "   2. No, exit",
    "",
    " Enter to confirm",
)
PLAIN = (" Accessing workspace:", "", " ❯ No, exit", "   Yes, I trust this folder", "", " Enter to confirm")
ASKS = (
    " Do you want to create a.txt?",
    " ❯ 1. Yes",
    "   2. Yes, allow all edits during this session (shift+tab)",
    "   3. No, and tell Claude what to do differently (esc)",
)


def test_both_forms_of_the_trust_dialog_are_read() -> None:
    for rows, at, numbered in ((NUMBERED, 0, True), (PLAIN, 0, False)):
        screen = seen(*rows)
        assert (screen.kind, screen.dialog) == ("dialog", "trust")
        assert screen.options is not None
        assert (screen.options.highlighted, screen.options.numbered) == (at, numbered)
    assert seen(*PLAIN).options is not None
    assert seen(*PLAIN).options.find("yes, i trust") == 1  # type: ignore[union-attr]


def test_a_question_is_read_with_what_it_offers() -> None:
    screen = seen("❯ make a file", "● Write(a.txt)", *ASKS)

    assert screen.kind == "permission-prompt"
    assert screen.options is not None
    assert [label[:3] for label in screen.options.labels] == ["Yes", "Yes", "No,"]


def test_the_bypass_dialog_is_one_of_its_own() -> None:
    rows = (
        " WARNING: running in Bypass Permissions mode",
        "",
        " ❯ No, exit",
        "   Yes, I accept",
        "",
        " Enter to confirm",
    )

    assert seen(*rows).dialog == "bypass"


def test_an_unknown_dialog_is_a_dialog() -> None:
    screen = seen(" Something new", "", " ❯ This", "   That", "", " Esc to cancel")

    assert (screen.kind, screen.dialog) == ("dialog", None)


@pytest.mark.parametrize("rows", [NUMBERED, PLAIN, ASKS])
def test_what_stands_above_the_composer_is_no_dialog(rows: tuple[str, ...]) -> None:
    assert seen(*rows, "", RULE, GHOST, RULE).kind == "idle"


def test_a_list_in_an_answer_is_no_dialog() -> None:
    assert seen(" > quoted", "   quoted too", RULE, "❯ ", RULE).kind == "idle"


def test_options_may_run_over_several_rows() -> None:
    found = options(read(" ❯ 1. Yes, and that\n       goes on\n   2. No\n     and on"))

    assert found is not None
    assert found.labels == ("Yes, and that", "No")


def test_the_marked_option_may_be_anywhere() -> None:
    found = options(read("   1. One\n   2. Two\n ❯ 3. Three\n   4. Four"))

    assert found is not None
    assert (found.labels, found.highlighted) == (("One", "Two", "Three", "Four"), 2)


def test_a_lone_mark_offers_nothing() -> None:
    assert options(read(" ❯ alone\n\n   apart")) is None


def test_nothing_is_unknown() -> None:
    screen = seen("", "  ")

    assert (screen.kind, screen.blank) == ("unknown", True)


@pytest.mark.parametrize("name", KNOWN)
def test_every_definition_can_be_used(name: str) -> None:
    agent = definition(name)

    assert agent.name == name
    assert agent.argv
    assert understand(agent, f"{agent.prompt} ").kind == "idle"
    assert agent.resume("id")
