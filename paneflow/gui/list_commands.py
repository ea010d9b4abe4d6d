"""Actions that open a list: palette, shortcuts, attention queue, search over all panes, moving a tab."""

from functools import partial
from typing import Any

from paneflow.gui.actions import ACTIONS
from paneflow.gui.chord_text import chord_text
from paneflow.gui.extras import Extra
from paneflow.gui.key_translation import PLATFORM, Platform
from paneflow.gui.labels import age, agent_color, now_ms, title_of
from paneflow.gui.picker import Choice, Picker
from paneflow.gui.qt import Qt, QTimer
from paneflow.gui.workbench import Handler, Workbench

_LIVE_MS = 150  # between typing and searching all panes
_MOST = 200


class ListCommands:
    """Made for one window; one list at a time."""

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench
        self.picker = Picker(lambda: bench.look.theme.chrome, bench.focus_terminal, bench.window)
        self.picker.list.setAutoScroll(True)
        bench.window.resized.connect(self._resized)
        self._query = ""
        self._found: list[Choice] = []
        self._due = QTimer(bench)
        self._due.setSingleShot(True)
        self._due.setInterval(_LIVE_MS)
        self._due.timeout.connect(self._search_now)

    def handlers(self) -> dict[str, Handler]:
        """What each action does."""
        return {
            "command_palette": self.palette,
            "show_shortcuts": self.shortcuts,
            "open_attention_queue": self.attention,
            "jump_next_waiting": self._next_waiting,
            "search_all": self.search_all,
            "move_tab_to_workspace": self._move_tab,
        }

    def _resized(self) -> None:
        if self.picker.isVisible():
            self.picker.place()

    def _keys(self, action: str) -> str:
        mac = PLATFORM is Platform.MAC
        return "  ".join(chord_text(chord, mac=mac) for chord in self._bench.look.keymap.chords(action)[:1])

    # -- palette --------------------------------------------------------------------------------------------------
    def palette(self) -> None:
        """Every action, a person's own commands, and every workspace and tab to go to."""
        actions = [
            Choice(each.title, partial(self._bench.perform, each.name), self._keys(each.name), words=each.name)
            for each in ACTIONS
            if each.name in self._bench.handlers and each.name != "command_palette"
        ]
        self.picker.open("Type what you want to do", [*actions, *self._own_commands(), *self._places()])

    def _own_commands(self) -> list[Choice]:
        return [
            Choice(f"Run: {each.name}", partial(self._run_own, each.command, each.cwd), detail=each.description,
                   words=" ".join(each.keywords))
            for each in self._bench.look.config.commands
        ]  # fmt: skip

    def _run_own(self, command: str, cwd: str | None) -> None:
        surface = self._bench.surface
        if surface is not None:
            params = {"direction": "v", "surface_id": surface.id, "command": command, "cwd": cwd, "focus": True}
            self._bench.link.request("surface.split", params)

    def _places(self) -> list[Choice]:
        model = self._bench.model
        return [
            Choice(
                f"Go to: {title_of(each, model.note(each.id)) or each.cwd} in {space.title}",
                partial(self._bench.go_to, each.id),
            )
            for space in model.ordered()
            for each in model.surfaces_of(space)
        ]

    def shortcuts(self) -> None:
        """Every action with all its keys."""
        mac, keymap = PLATFORM is Platform.MAC, self._bench.look.keymap
        choices = [
            Choice(
                each.title,
                partial(self._bench.perform, each.name),
                "   ".join(chord_text(chord, mac=mac) for chord in keymap.chords(each.name)) or "not bound",
                words=each.name,
            )
            for each in ACTIONS
        ]
        self.picker.open("Shortcuts: change them in the settings", choices)

    # -- attention ------------------------------------------------------------------------------------------------
    def attention(self) -> None:
        """Who waits for the person: the longest first, with what they ask; with an open gate some can be answered here."""
        title = "Agents that wait for you (Enter: go there)"
        self.picker.open(title, self._waiting(answers=False), none="Nobody waits for you")
        self._bench.request("system.capabilities", partial(self._offer_answers, title))

    def _offer_answers(self, title: str, told: dict[str, Any]) -> None:
        open_still = self.picker.isVisible() and self.picker.field.placeholderText() == title
        if told["gates"]["keystroke"] and open_still:
            self.picker.show_choices(self._waiting(answers=True))

    def _answers(self, surface: int, question: int | None) -> tuple[Extra, ...]:
        """Once yes, or no, by the agent's own key; the host sees to it that exactly this question is still open."""
        if question is None:
            return ()
        answer = partial(self._bench.request, "fleet.answer", None, surface_id=surface, question=question)
        held = "⌘" if PLATFORM is Platform.MAC else "Ctrl+"
        return (
            Extra("Allow once", Qt.Key.Key_Return, f"{held}Enter", partial(answer, choice="allow")),
            Extra("Deny", Qt.Key.Key_Delete, f"{held}Del", partial(answer, choice="deny")),
        )

    def _waiting(self, *, answers: bool) -> list[Choice]:
        chrome, now = self._bench.look.theme.chrome, now_ms()
        choices = []
        for each in self._bench.model.waiting():
            if (agent := each.agent) is not None:
                title = f"{agent.tool} in {title_of(each) or each.cwd}"
                asks = agent.message or agent.active_tool or agent.state.replace("_", " ")
                keys = age(now - agent.since_ms)
                run = partial(self._bench.go_to, each.id)
                extras = self._answers(each.id, agent.question if answers else None)
                choices.append(Choice(title, run, keys, detail=asks, dot=agent_color(agent, chrome), extras=extras))
        return choices

    def _next_waiting(self) -> None:
        """Go to the one that has waited longest; when there already, to the one after it."""
        waiting = [each.id for each in self._bench.model.waiting()]
        front = self._bench.surface
        if front is not None and front.id in waiting:
            at = waiting.index(front.id)
            waiting = waiting[at + 1 :] + waiting[:at]
        if waiting:
            self._bench.go_to(waiting[0])

    # -- search over all panes ------------------------------------------------------------------------------------
    def search_all(self) -> None:
        """Lines of every pane that hold a text."""
        self.picker.open("Search in every pane", [], live=self._type_search, none="Type what to look for")

    def _type_search(self, text: str) -> None:
        self._query = text.strip()
        self._due.start()

    def _search_now(self) -> None:
        query, self._found = self._query, []
        self.picker.show_choices([])
        if not query:
            return
        for surface in list(self._bench.model.surfaces):
            params = {"surface_id": surface, "pattern": query[:512], "limit": 50, "text": True}
            self._bench.link.request("window.search", params, partial(self._take_hits, query, surface), lambda *_: None)

    def _take_hits(self, query: str, surface: int, answer: dict[str, list[dict[str, int]]]) -> None:
        record = self._bench.model.surfaces.get(surface)
        if query != self._query or record is None or not self.picker.isVisible():
            return
        place = title_of(record) or record.cwd
        for hit in answer["matches"]:
            if len(self._found) < _MOST:
                run = partial(self._go_to_hit, surface, hit["row"], query)
                self._found.append(Choice(str(hit["text"]).strip()[:200] or " ", run, place[:40]))
        self.picker.empty.setText("Nothing found")
        self.picker.show_choices(self._found)

    def _go_to_hit(self, surface: int, row: int, query: str) -> None:
        self._bench.go_to(surface)
        self._bench.link.op("scroll", surface, row=max(0, row - 5))
        self._bench.search_wanted.emit(surface, query, row)

    # -- moving ---------------------------------------------------------------------------------------------------
    def _move_tab(self) -> None:
        surface = self._bench.surface
        if surface is None:
            return
        move = partial(self._bench.request, "layout.move", None, surface_id=surface.id)
        spaces = [each for each in self._bench.model.ordered() if each.id != surface.workspace]
        choices = [Choice(each.title, partial(move, workspace_id=each.id)) for each in spaces]
        self.picker.open("Move this tab to", choices, none="There is no other workspace")
