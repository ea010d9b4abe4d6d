"""Before something is closed: ask only when something other than an idle shell runs, and say what."""

from collections.abc import Callable
from functools import partial
from typing import Any

from paneflow.gui.asking import ask_about
from paneflow.gui.question import Question
from paneflow.gui.workbench import Handler, Workbench

Programs = list[dict[str, Any]]


class CloseGuard:
    """Made for one window."""

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench
        self._settled = False  # a person has said what closing the window means
        bench.window.may_close = self.may_close

    def handlers(self) -> dict[str, Handler]:
        """What each action does."""
        return {"close_window": self._bench.window.close_soon, "stop_host": self._stop_host}

    # -- panes ----------------------------------------------------------------------------------------------------
    def close(self, surfaces: list[int], then: Handler) -> None:
        """Do what closes surfaces, after asking if it must be asked."""
        policy = self._bench.look.config.window.confirm_close
        if policy == "never":
            then()
            return
        self._programs(partial(self._ask_close, surfaces, then, always=policy == "always"))

    def _programs(self, then: Callable[[Programs], None]) -> None:
        self._bench.link.request("window.running", None, lambda answer: then(answer["programs"]))

    def _ask_close(self, surfaces: list[int], then: Handler, programs: Programs, *, always: bool) -> None:
        running = [each for each in programs if each["surface_id"] in surfaces]
        if not running and not always:
            then()
            return
        what = "this pane" if len(surfaces) == 1 else f"{len(surfaces)} terminals"
        question = Question(
            self._bench.window,
            f"Close {what}?",
            reasons=[f"Still running: {_named(running)}"] if running else [],
            choices=("Close",),
            remember="Do not ask again",
        )
        answer = ask_about(self._bench, question, surfaces)
        if answer.choice is None:
            return
        if answer.remember:
            self._bench.look.set(("window", "confirm_close"), "never")
        then()

    # -- the window -----------------------------------------------------------------------------------------------
    def may_close(self) -> bool:
        """Whether the window may close now; else it asks, and closes itself after the answer."""
        policy = self._bench.look.config.window.on_close
        if self._settled or policy == "keep_running" or not self._bench.link.is_attached:
            return True
        if policy == "stop":
            self._stop_host()
        else:
            self._programs(self._ask_window)
        return False

    def _ask_window(self, programs: Programs) -> None:
        if not programs:
            self._leave()
            return
        question = Question(
            self._bench.window,
            "Programs are still running",
            reasons=[_named(programs), "They can go on without a window; the next one shows them again."],
            choices=("Keep running", "Stop them"),
            remember="Remember this",
        )
        answer = ask_about(self._bench, question)
        if answer.choice is None:
            return
        if answer.remember:
            self._bench.look.set(("window", "on_close"), ("keep_running", "stop")[answer.choice])
        if answer.choice == 0:
            self._leave()
        else:
            self._stop()

    def _stop_host(self) -> None:
        """Stop everything and leave, after asking."""
        self._programs(self._ask_stop)

    def _ask_stop(self, programs: Programs) -> None:
        if programs and self._bench.look.config.window.on_close != "stop":
            question = Question(
                self._bench.window, "Stop all programs?", reasons=[_named(programs)], choices=("Stop them",)
            )
            if ask_about(self._bench, question).choice is None:
                return
        self._stop()

    def _stop(self) -> None:
        def leave(*_: object) -> None:  # also when the host has gone before it could answer
            self._leave()

        self._bench.link.request("system.shutdown", {"force": True}, leave, leave)

    def _leave(self) -> None:
        self._settled = True
        self._bench.window.close()


def _named(programs: Programs) -> str:
    names = [str(each["cmd"]).strip()[:60] or "a program" for each in programs]
    rest = f" and {len(names) - 6} more" if len(names) > 6 else ""
    return ", ".join(names[:6]) + rest
