"""A program that behaves as Claude Code does towards whoever drives it: flags, dialogs, composer, hooks, transcript.

Tests install it under the name `claude`. What a turn does is written into the prompt:

    say WORDS            the reply (without it: "OK <prompt>")
    [think SECONDS]      work without saying anything
    [tool NAME SECONDS]  use a tool
    [ask FILE]           ask for permission to create a file, and create it
    [crash]              end at once, in the middle of the turn
    [compact]            compact the conversation in the middle of the turn
    [long N]             reply with N characters
    [open]               say something before a tool, as models do

How it behaves otherwise is in the environment:

    FAKE_TRUST=numbered|plain   the dialog's form ("plain": no numbers, "No, exit" first); absent: the folder is trusted
    FAKE_DIALOG=login|theme|strange
    FAKE_BYPASS=accepted        the dialog about skipping permissions was answered on another day
    FAKE_CRASH_BOOT=1           end before the prompt is there
    FAKE_LOSE_ENTER=N           take no notice of the first N presses of Enter
    FAKE_LOSE_BUSY=N            the same while a turn goes on
    FAKE_LOSE_AFTER=N           the same for good after N prompts
    FAKE_ESCAPE=runs-queue      go on with what is queued after an interruption, rather than forget it
    FAKE_DENY=reply|silent|stop after a denied tool: go on and reply without a stop hook; end without anything; reply and stop
    FAKE_NO_HOOKS=1             run no hooks
    FAKE_FORK_HOOKS=1           run the hook program's code in a fork rather than start three programs for each
    FAKE_FLUSH=SECONDS          between the stop hook and the reply on disk (0.1)
    FAKE_THINK=SECONDS          before a reply (0.05)
    FAKE_LOG=FILE               a line for each submitted prompt
"""

import json
import os
import re
import select
import subprocess
import sys
import termios
import time
import tty
import uuid
from collections.abc import Callable, Generator, Iterator
from datetime import UTC, datetime
from types import CodeType
from typing import cast

ENV = os.environ
VERSION = "2.1.999"
ESC = "\x1b"
Step = tuple[object, ...]


def option(argv: list[str], *names: str) -> str | None:
    """The value of a flag."""
    for name in names:
        if name in argv[:-1]:
            return argv[argv.index(name) + 1]
    return None


class Conversation:
    """The transcript on disk."""

    def __init__(self, argv: list[str]) -> None:
        resumed = option(argv, "--resume", "-r")
        self.id = resumed or option(argv, "--session-id") or str(uuid.uuid4())
        base = ENV.get("CLAUDE_CONFIG_DIR") or os.path.expanduser("~/.claude")
        folder = os.path.join(base, "projects", re.sub(r"[^A-Za-z0-9]", "-", os.getcwd()))
        os.makedirs(folder, exist_ok=True)
        self.path = os.path.join(folder, self.id + ".jsonl")
        self.source = "resume" if resumed else "startup"
        self.last: str | None = None
        if resumed and not os.path.exists(self.path):
            sys.exit(f"No conversation found with session ID: {self.id}")
        if not resumed and os.path.exists(self.path):
            sys.exit(f"Error: Session ID {self.id} is already in use.")
        if resumed:
            self._read()

    def _read(self) -> None:
        with open(self.path, encoding="utf-8") as file:
            for line in file:
                self.last = json.loads(line).get("uuid", self.last)

    def add(self, kind: str, content: object, *, parent: object = ..., **more: object) -> None:
        """A record, in two writes now and then, as buffers are flushed."""
        own = str(uuid.uuid4())
        record = {
            "parentUuid": self.last if parent is ... else parent,
            "isSidechain": False,
            "cwd": os.getcwd(),
            "sessionId": self.id,
            "version": VERSION,
            "type": kind,
            "message": {"role": kind, "content": content},
            "uuid": own,
            "timestamp": datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            **more,
        }
        self.last = own
        if ENV.get("CLAUDECODE"):  # one inside another keeps no transcript
            return
        line = json.dumps(record) + "\n"
        with open(self.path, "a", encoding="utf-8") as file:
            for part in (line[: len(line) // 2], line[len(line) // 2 :]):
                file.write(part)
                file.flush()


class Hooks:
    """The hooks that `--settings` names."""

    def __init__(self, argv: list[str], conversation: Conversation) -> None:
        given = option(argv, "--settings")
        settings = {}
        if given is not None and not ENV.get("FAKE_NO_HOOKS"):
            if not given.lstrip().startswith("{"):
                with open(given, encoding="utf-8") as file:
                    given = file.read()
            settings = json.loads(given)
        self._hooks = settings.get("hooks", {})
        self._code: CodeType | None = None
        self._base = {"session_id": conversation.id, "transcript_path": conversation.path, "cwd": os.getcwd()}

    def run(self, event: str, **more: object) -> None:
        """Tell an event, and wait until it is told."""
        payload = json.dumps({**self._base, "hook_event_name": event, **more}).encode()
        for group in self._hooks.get(event, []):
            for hook in group.get("hooks", []):
                if ENV.get("FAKE_FORK_HOOKS"):
                    self._fork(event, payload)
                    continue
                subprocess.run(
                    ["/bin/sh", "-c", hook["command"]], input=payload, stdout=subprocess.DEVNULL, check=False
                )

    def _fork(self, event: str, payload: bytes) -> None:
        if self._code is None:
            path = os.path.join(ENV["PANEFLOW_BIN_DIR"], "../../paneflow/cli/hook.py")
            with open(path, encoding="utf-8") as file:
                self._code = compile(file.read(), path, "exec")
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(writer)
            os.dup2(reader, 0)
            sys.argv = ["paneflow-ai-hook", event, "claude"]
            scope: dict[str, object] = {"__name__": "hook"}
            exec(self._code, scope)
            cast("Callable[[], None]", scope["run"])()  # which ends the process
        os.close(reader)
        os.write(writer, payload)
        os.close(writer)
        os.waitpid(pid, 0)


class Menu:
    """A list of options of which one is highlighted."""

    def __init__(self, head: list[str], labels: list[str], *, numbered: bool) -> None:
        self.head, self.labels, self.numbered = head, labels, numbered
        self.at = 0

    def rows(self) -> list[str]:
        numbers = [f"{number}. " if self.numbered else "" for number in range(1, len(self.labels) + 1)]
        marks = [" ❯ " if number == self.at else "   " for number in range(len(self.labels))]
        body = [mark + number + label for mark, number, label in zip(marks, numbers, self.labels, strict=True)]
        return [*self.head, "", *body, "", " Enter to confirm · Esc to cancel"]

    def take(self, key: str) -> str | None:
        """A key; the label that was chosen, "" for Escape, None while it is open."""
        if key in ("up", "down"):
            self.at = min(max(self.at + (1 if key == "down" else -1), 0), len(self.labels) - 1)
        elif key == "enter":
            return self.labels[self.at]
        elif key == "escape":
            return ""
        elif self.numbered and key in "123456789"[: len(self.labels)]:
            return self.labels[int(key) - 1]
        return None


def dialogs(argv: list[str]) -> Iterator[tuple[str, Menu]]:
    """What is asked at the start, in order."""
    kind = ENV.get("FAKE_DIALOG")
    if kind == "theme":
        yield kind, Menu([" Choose the text style that looks best"], ["Dark mode", "Light mode"], numbered=True)
    if kind == "login":
        yield kind, Menu([" Select login method:"], ["Claude account", "Console account"], numbered=True)
    if kind == "strange":
        yield kind, Menu([" A question that nobody knows"], ["Delete everything", "Keep it"], numbered=False)
    trust, where = ENV.get("FAKE_TRUST"), os.path.realpath(os.getcwd())
    if trust and not trusted().get(where):
        labels = ["Yes, I trust this folder", "No, exit"]
        head = [" Accessing workspace:", "", " " + where, "", " Is this a project you created or one you trust?"]
        yield "trust", Menu(head, labels if trust == "numbered" else labels[::-1], numbered=trust == "numbered")
    if "--dangerously-skip-permissions" in argv and ENV.get("FAKE_BYPASS") != "accepted":
        head = [" WARNING: Claude Code running in Bypass Permissions mode", ""]
        yield "bypass", Menu(head, ["No, exit", "Yes, I accept"], numbered=False)


def trusted() -> dict[str, bool]:
    """The folders that were trusted before."""
    try:
        with open(os.path.expanduser("~/.claude.json"), encoding="utf-8") as file:
            found: dict[str, bool] = json.load(file)["trusted"]
    except OSError:
        return {}
    return found


def trust(folder: str) -> None:
    """Remember that a folder is trusted."""
    known = {**trusted(), folder: True}
    with open(os.path.expanduser("~/.claude.json"), "w", encoding="utf-8") as file:
        json.dump({"trusted": known}, file)


class Agent:
    """The program."""

    def __init__(self, argv: list[str]) -> None:
        self.conversation = Conversation(argv)
        self.hooks = Hooks(argv, self.conversation)
        self.asking = list(dialogs(argv))
        self.menu: Menu | None = self.asking[0][1] if self.asking else None
        self.lines: list[str] = []
        self.draft = self.notice = self.prompt = ""
        bypasses = "--dangerously-skip-permissions" in argv
        self.footer = "  ⏵⏵ bypass permissions on" if bypasses else "  ? for shortcuts"
        self.queue: list[str] = []
        self.turn: Generator[float | Menu, str | None, None] | None = None
        self.due = 0.0
        self.to_lose = int(ENV.get("FAKE_LOSE_ENTER", "0"))
        self.to_lose_busy = int(ENV.get("FAKE_LOSE_BUSY", "0"))
        self.left = int(ENV.get("FAKE_LOSE_AFTER", "1000000"))  # prompts that are taken
        self.dirty = True

    # -- the screen -----------------------------------------------------------------------------------------------
    def draw(self) -> None:
        rows, cols = os.get_terminal_size(1).lines, os.get_terminal_size(1).columns
        if self.menu is not None:
            body = [*self.lines[-8:], *self.menu.rows()]
        else:
            body = [*self.lines[-(rows - 12) :], *([f"  ⎿  {self.notice}"] if self.notice else [])]
            if self.turn is not None:
                body += ["", "✻ Brewing… (esc to interrupt)"]
            body += ["", "─" * (cols - 1), *self._composer(), "─" * (cols - 1)]
            body += ["  Press up to edit queued messages"] if self.queue else [self.footer]
        shown = "\r\n".join(row[: cols + 40] for row in body[-rows:])
        os.write(1, f"{ESC}[2J{ESC}[H{shown}".encode())
        self.dirty = False

    def _composer(self) -> list[str]:
        if not self.draft:
            return [f'❯ {ESC}[7mT{ESC}[0;2mry "how does it work?"{ESC}[0m']
        first, *more = self.draft.split("\n")
        return [f"❯ {first}{ESC}[7m {ESC}[0m", *(f"  {row}" for row in more[:5])]

    # -- the keyboard ---------------------------------------------------------------------------------------------
    def take(self, keys: list[tuple[str, str]]) -> None:
        for key, text in keys:
            self.dirty = True
            if self.menu is not None:
                self._choose(key if key != "text" else text[:1])
            elif key in ("text", "paste"):
                self.draft += text
            elif key == "enter":
                self._enter()
            elif key == "escape":
                self._escape()

    def _choose(self, key: str) -> None:
        assert self.menu is not None
        chosen = self.menu.take(key)
        if chosen is None:
            return
        if self.turn is not None:
            self.menu = None
            self._advance(chosen)
            return
        name = self.asking.pop(0)[0]
        if chosen == "" or chosen.startswith("No"):
            sys.exit(1)
        if name == "trust":
            trust(os.path.realpath(os.getcwd()))
        self.menu = self.asking[0][1] if self.asking else None
        if self.menu is None:
            self.begin()

    def _enter(self) -> None:
        if self.to_lose or not self.left:
            self.to_lose = max(self.to_lose - 1, 0)
            return
        if self.turn is not None and self.to_lose_busy:
            self.to_lose_busy -= 1
            return
        text, self.draft = self.draft.strip(), ""
        if not text:
            return
        if text == "/exit":
            self.hooks.run("SessionEnd", reason="prompt_input_exit")
            sys.exit(0)
        if self.turn is not None:
            self.queue.append(text)
        else:
            self._submit(text)

    def _escape(self) -> None:
        if self.turn is None:
            self.draft = ""
            return
        self.turn, self.draft = None, self.prompt
        if ENV.get("FAKE_ESCAPE") == "runs-queue" and self.queue:
            self.draft = ""
            self.conversation.add("user", [{"type": "text", "text": "[Request interrupted by user]"}])
            self._submit(self.queue.pop(0))
            return
        self.queue.clear()
        self.notice = "Interrupted · What should Claude do instead?"
        self.conversation.add("user", [{"type": "text", "text": "[Request interrupted by user]"}])

    # -- turns ----------------------------------------------------------------------------------------------------
    def begin(self) -> None:
        """The session begins."""
        if ENV.get("FAKE_CRASH_BOOT"):
            sys.exit(3)
        self.draw()
        self.hooks.run("SessionStart", source=self.conversation.source)

    def _submit(self, text: str) -> None:
        self.notice, self.prompt = "", text
        self.left -= 1
        self.lines += [f"❯ {row}" for row in text.split("\n")[:1]]
        if log := ENV.get("FAKE_LOG"):
            with open(log, "a", encoding="utf-8") as file:
                file.write(json.dumps(text) + "\n")
        self.conversation.add("user", text)
        self.hooks.run("UserPromptSubmit", prompt=text)
        self.turn = self._steps(text)
        self._advance(None)

    def advance(self) -> None:
        """Go on with the turn, if it is time."""
        if self.turn is not None and self.menu is None and time.monotonic() >= self.due:
            self._advance(None)

    def _advance(self, answer: str | None) -> None:
        self.dirty = True
        assert self.turn is not None
        try:
            step = self.turn.send(answer)
        except StopIteration:
            self.turn = None
            if self.queue:
                self._submit(self.queue.pop(0))
            return
        if isinstance(step, Menu):
            self.menu = step
        else:
            self.due = time.monotonic() + step

    def _steps(self, text: str) -> Generator[float | Menu, str | None, None]:
        yield float(ENV.get("FAKE_THINK", "0.05"))
        for match in re.finditer(r"\[(\w+)([^\]]*)\]", text):
            verb, words = match.group(1), match.group(2).split()
            if verb == "think":
                yield float(words[0])
            elif verb == "tool":
                yield from self._tool(words[0], {"command": "wait " + words[1]}, float(words[1]))
            elif verb == "open":
                self.conversation.add("assistant", [{"type": "text", "text": "Let me look."}])
                yield 0.3
            elif verb == "compact":
                self._compact()
            elif verb == "crash":
                os._exit(9)
            elif verb == "ask" and (yield from self._ask(words[0])):
                return
            elif verb == "long":
                yield from self._reply("x" * int(words[0]))
                return
        said = re.search(r"say (.*)", text)
        yield from self._reply(said.group(1) if said else f"OK {text}")

    def _reply(self, text: str, *, stop: bool = True) -> Generator[float | Menu, str | None, None]:
        self.lines.append(f"● {text[:90]}")
        if stop:
            self.hooks.run("Stop", stop_hook_active=False)
        self.draw()
        yield float(ENV.get("FAKE_FLUSH", "0.1"))
        self.conversation.add("assistant", [{"type": "text", "text": text}])

    def _tool(self, name: str, given: dict[str, str], seconds: float) -> Generator[float | Menu, str | None, None]:
        call = self._call(name, given)
        yield seconds
        self.hooks.run("PostToolUse", tool_name=name, tool_response={})
        self.conversation.add("user", [{"type": "tool_result", "tool_use_id": call, "content": "done"}])

    def _call(self, name: str, given: dict[str, str]) -> str:
        call = "toolu_" + uuid.uuid4().hex[:12]
        self.conversation.add("assistant", [{"type": "tool_use", "id": call, "name": name, "input": given}])
        self.hooks.run("PreToolUse", tool_name=name, tool_input=given)
        return call

    def _ask(self, file: str) -> Generator[float | Menu, str | None, bool]:
        """Whether the turn is over with the answer."""
        call = self._call("Write", {"file_path": file})
        labels = ["Yes", "Yes, allow all edits during this session (shift+tab)", "No, and tell Claude what to do"]
        menu = Menu([f" Create file {file}", f" Do you want to create {file}?"], labels, numbered=True)
        self.hooks.run("Notification", message="Claude needs your permission", notification_type="permission_prompt")
        answer = yield menu
        if answer and answer.startswith("Yes"):
            with open(file, "w", encoding="utf-8") as made:
                made.write("made\n")
            self.hooks.run("PostToolUse", tool_name="Write", tool_response={})
            self.conversation.add("user", [{"type": "tool_result", "tool_use_id": call, "content": "wrote"}])
            return False
        result = {"type": "tool_result", "tool_use_id": call, "content": "denied", "is_error": True}
        self.conversation.add("user", [result])
        how = ENV.get("FAKE_DENY", "reply")
        if how != "silent":
            yield from self._reply("Understood, it was not created.", stop=how == "stop")
        return True

    def _compact(self) -> None:
        self.hooks.run("PreCompact", trigger="auto")
        before = self.conversation.last
        self.conversation.add("system", "Conversation compacted", parent=None, logicalParentUuid=before)
        self.conversation.add("user", "This session is being continued: a summary.", isCompactSummary=True)
        self.hooks.run("SessionStart", source="compact")


# -- bytes of the terminal --------------------------------------------------------------------------------------------
NAMES = {"\r": "enter", "\x1b[A": "up", "\x1b[B": "down", "\x1bOA": "up", "\x1bOB": "down"}
TOKEN = re.compile(r"\x1b\[200~.*?\x1b\[201~|\x1b[\[O][0-9;?]*[A-Za-z~]|\x1b|\r|[^\x1b\r]+", re.S)


def keys(text: str) -> list[tuple[str, str]]:
    """What was pressed or pasted."""
    found = []
    for match in TOKEN.finditer(text):
        token = match.group()
        if token.startswith("\x1b[200~"):
            found.append(("paste", token[6:-6].replace("\r", "\n")))
        elif token in NAMES:
            found.append((NAMES[token], ""))
        elif token == ESC:
            found.append(("escape", ""))
        elif not token.startswith(ESC):
            found.append(("text", token))
    return found


def main(argv: list[str]) -> None:
    if "--version" in argv:
        print(f"{VERSION} (Claude Code)")
        return
    agent = Agent(argv)
    tty.setraw(0)
    os.write(1, f"{ESC}[?2004h".encode())
    agent.draw()
    if agent.menu is None:
        agent.begin()
    rest = b""
    while True:
        if select.select([0], [], [], 0.01)[0]:
            data = os.read(0, 1 << 16)
            if not data:
                return
            rest += data
            if rest.count(b"\x1b[200~") > rest.count(b"\x1b[201~"):
                continue
            agent.take(keys(rest.decode("utf-8", "replace")))
            rest = b""
        agent.advance()
        if agent.dirty:
            agent.draw()


if __name__ == "__main__":
    old = termios.tcgetattr(0) if os.isatty(0) else None
    try:
        main(sys.argv[1:])
    finally:
        if old is not None:
            termios.tcsetattr(0, termios.TCSADRAIN, old)
