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
    found = options([" ❯ 1. Yes, and that", "       goes on", "   2. No", "     and on"], CLAUDE.pointer)

    assert found is not None
    assert found.labels == ("Yes, and that", "No")


def test_the_marked_option_may_be_anywhere() -> None:
    found = options(["   1. One", "   2. Two", " ❯ 3. Three", "   4. Four"], CLAUDE.pointer)

    assert found is not None
    assert (found.labels, found.highlighted) == (("One", "Two", "Three", "Four"), 2)


def test_a_lone_mark_offers_nothing() -> None:
    assert options([" ❯ alone", "", "   apart"], CLAUDE.pointer) is None


def test_nothing_is_unknown() -> None:
    screen = seen("", "  ")

    assert (screen.kind, screen.blank) == ("unknown", True)


# -- other agents -----------------------------------------------------------------------------------------------------
GREY = "\x1b[38;2;175;175;175m"
GEMINI_TRUST = """
 ╭────────────────────────────────────────────────╮
 │ Do you trust the files in this folder?         │
 │                                                │
 │ ● 1. Trust folder (proj)                       │
 │   2. Trust parent folder (tmp)                 │
 │   3. Don't trust                               │
 ╰────────────────────────────────────────────────╯"""
GEMINI_EMPTY = f" > said before\n▀▀▀\n\n▄▄▄▄\n > \x1b[7m \x1b[0m{GREY} Type your message or @path/to/file\x1b[39m\n▀▀▀▀"
OPENCODE = """
┃
┃  said before
┃
   answered

   ┃
   ┃  {draft}
   ┃
   ┃  Build · A Model
   ╹▀▀▀▀▀▀▀▀▀▀▀▀▀
      tab agents  ctrl+p commands"""
EMPTY = {"gemini": GEMINI_EMPTY, "opencode": OPENCODE.format(draft='Ask anything… "Fix a TODO"')}


def test_a_dialog_in_a_frame_is_read() -> None:
    screen = understand(definition("gemini"), GEMINI_TRUST)

    assert (screen.kind, screen.dialog) == ("dialog", "trust")
    assert screen.options is not None
    assert screen.options.labels == ("Trust folder (proj)", "Trust parent folder (tmp)", "Don't trust")


def test_hints_that_are_not_dimmed_are_known_by_their_words() -> None:
    typed = GEMINI_EMPTY.replace("Type your message", "words")

    assert understand(definition("gemini"), typed).draft == "words or @path/to/file"


def test_a_composer_may_be_a_block_of_rows() -> None:
    screen = understand(definition("opencode"), OPENCODE.format(draft="first\n   ┃  second"))

    assert (screen.kind, screen.draft.split()) == ("unknown", ["first", "second"])
    assert understand(definition("opencode"), "┃  said before\n   answered").kind == "unknown"


@pytest.mark.parametrize("name", KNOWN)
def test_every_definition_can_be_used(name: str) -> None:
    agent = definition(name)

    assert agent.name == name
    assert agent.argv
    assert understand(agent, EMPTY.get(name, f"{agent.prompt} ")).kind == "idle"
    assert agent.resume("id")
