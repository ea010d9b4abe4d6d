"""`agent VERB`: drive coding agents by name. Each verb is the function of that name in `paneflow.driver`."""

import sys

from paneflow.cli import output
from paneflow.cli.command import FOLDER, INT, Arg, Command, Flag, Group, Usage
from paneflow.cli.exits import FAILED, OK
from paneflow.cli.parse import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from paneflow.driver import Outcome, Session

_WAIT_MS = 300_000  # a shell waits for ever only if it says so
_BOOT_MS = 60_000
_NAMESPACE = "agents"

_NAME = Arg("name", "The session's name.")
_NAMES = (Flag("--namespace", "Whose sessions; agents without it.", value="NAME"),)
_AGENT = (Flag("--agent", "Which agent: claude (the default), codex, gemini or opencode.", value="NAME"),)
_COMMON = (*_NAMES, *_AGENT)
_PATIENCE = (
    Flag(
        "--timeout-ms",
        "Wait at most so long, 300000 by default; without end if only --idle-ms is given.",
        value="N",
        kind=INT,
    ),
    Flag(
        "--idle-ms", "Give up after so long without a sign of life of a turn that is not at work.", value="N", kind=INT
    ),
)
_FORCE = Flag("--force", "Take the pen from another writer.")
_START = (
    Flag("--boot-timeout-ms", "How long the agent may take to be ready, 60000 by default.", value="N", kind=INT, low=1),
    Flag("--trust-workspace", "Have the agent trust the folder, for good."),
    Flag("--no-hooks", "Do not have the agent report; its screen has to do."),
)
_CWD = Flag("--cwd", "The folder it works in.", value="DIR", kind=FOLDER, required=True)
_FLAGS = Arg("flags", "After --: the agent's own flags.", optional=True, rest=True)


# -- from words to calls ----------------------------------------------------------------------------------------------
def _namespace(options: Options) -> str:
    return options.maybe("namespace") or _NAMESPACE


def _agent(options: Options) -> str | None:
    return options.maybe("agent")


def _adopted(options: Options, name: str | None = None) -> "Session":
    from paneflow.driver import adopt

    return adopt(name or options.text("name"), namespace=_namespace(options), agent=_agent(options))


def _starting(options: Options) -> "dict[str, Any]":
    return {
        "namespace": _namespace(options),
        "agent": _agent(options) or "claude",
        "flags": options.many("flags"),
        "boot_timeout_s": (options.integer("boot-timeout-ms") or _BOOT_MS) / 1000,
        "trust_workspace": options.has("trust-workspace"),
        "hooks": not options.has("no-hooks"),
    }


def _patience(options: Options) -> "dict[str, float | None]":
    idle, most = options.integer("idle-ms"), options.integer("timeout-ms")
    if most is None and idle is None:
        most = _WAIT_MS
    return {"max_s": _seconds(most), "idle_s": _seconds(idle)}


def _seconds(ms: int | None) -> float | None:
    return None if ms is None else ms / 1000


def _text(given: str) -> str:
    text = sys.stdin.read() if given == "-" else given
    if not text.strip():
        raise Usage("there is no text to send")
    return text


def _code(outcome: "Outcome") -> int:
    return OK if outcome.completed else FAILED


# -- the life of a session --------------------------------------------------------------------------------------------
def _spawn(options: Options) -> int:
    from paneflow.driver import spawn

    session_id = options.maybe("session-id")
    with spawn(options.text("name"), options.text("cwd"), agent_session_id=session_id, **_starting(options)) as session:
        output.json_line({"agentSessionId": session.agent_session_id})
    return OK


def _resume(options: Options) -> int:
    from paneflow.driver import resume

    with resume(options.text("name"), options.text("id"), options.text("cwd"), **_starting(options)) as session:
        output.json_line({"agentSessionId": session.agent_session_id})
    return OK


def _adopt(options: Options) -> int:
    with _adopted(options) as session:
        output.json_line({"agentSessionId": session.agent_session_id, "state": session.state()})
    return OK


def _recover(options: Options) -> int:
    from paneflow.driver import recover

    found = recover(options.text("name"), options.text("id"), options.text("cwd"), **_starting(options))
    with found.session as session:
        output.json_line({"agentSessionId": session.agent_session_id, "status": found.status})
    return OK


def _kill(options: Options) -> int:
    from paneflow.driver import kill

    kill(options.text("name"), namespace=_namespace(options))
    return OK


def _exists(options: Options) -> int:
    from paneflow.driver import exists

    return _truth(exists(options.text("name"), namespace=_namespace(options)))


def _list(options: Options) -> int:
    from paneflow.driver.fleet import rows

    found = rows(options.maybe("namespace") or options.maybe("namespace-name") or _NAMESPACE)
    if options.has("json"):
        output.json(found)
    elif options.has("long"):
        output.table(_COLUMNS, [_listed(row) for row in found])
    else:
        for row in found:
            output.line(row["name"])
    return OK


_COLUMNS = (("NAME", 16), ("STATE", 18), ("SOURCE", 12), ("AGE", -8), ("PANE", -5))


def _listed(row: "dict[str, Any]") -> tuple[object, ...]:
    return row["name"], row["state"], row["reason"], f"{row['age_ms'] // 1000}s", row["surface_id"]


# -- turns ------------------------------------------------------------------------------------------------------------
def _send(options: Options) -> int:
    text = _text(options.text("text"))
    with _adopted(options) as session:
        output.json_line({"cursor": session.send(text, force=options.has("force"))})
    return OK


def _ask(options: Options) -> int:
    *names, given = options.many("words")
    if not names:
        raise Usage("ask needs a session's name and a text")
    if len(names) > 1 and not options.has("all"):
        raise Usage("several sessions are asked with --all; a text with spaces is put in quotes")
    text = _text(given)
    if options.has("all"):
        return _ask_all(options, names, text)
    with _adopted(options, names[0]) as session:
        reply = session.ask(text, force=options.has("force"), **_patience(options))
        output.json_line(reply.plain())
    return _code(reply.outcome)


def _ask_all(options: Options, names: list[str], text: str) -> int:
    from paneflow.driver import ask_all

    sessions = [_adopted(options, name) for name in names]
    asked = ask_all(sessions, text, **_patience(options))
    for session in sessions:
        session.close()
    told = []
    for each in asked:
        if each.error is not None:
            output.complain(each.error.message)
        answer = each.reply.plain() if each.reply else {"outcome": {"kind": "error"}, "messages": [], "cursor": ""}
        told.append({"name": each.name, **answer})
    output.json_line({"results": told})
    return OK if all(each.reply is not None and each.reply.outcome.completed for each in asked) else FAILED


def _wait(options: Options) -> int:
    with _adopted(options) as session:
        outcome = session.wait(**_patience(options))
        output.json_line(outcome.plain())
    return _code(outcome)


def _messages(options: Options) -> int:
    with _adopted(options) as session:
        output.json_line([message.plain() for message in session.messages_since(options.text("cursor"))])
    return OK


def _turn_complete(options: Options) -> int:
    with _adopted(options) as session:
        return _truth(session.turn_complete(options.text("cursor")))


def _truth(value: bool) -> int:  # noqa: FBT001 - private
    output.line("true" if value else "false")
    return OK if value else FAILED


def _interrupt(options: Options) -> int:
    with _adopted(options) as session:
        session.interrupt()
    return OK


def _respond(options: Options) -> int:
    from paneflow.driver.session import CHOICES

    choice = next((each for each in CHOICES if each == options.text("choice")), None)
    if choice is None:
        raise Usage(f"a choice is one of {', '.join(CHOICES)}")
    with _adopted(options) as session:
        session.respond(choice)
    return OK


# -- looking ----------------------------------------------------------------------------------------------------------
def _state(options: Options) -> int:
    with _adopted(options) as session:
        output.line(session.state())
    return OK


def _progress(options: Options) -> int:
    with _adopted(options) as session:
        output.json_line(session.progress().plain())
    return OK


def _capture(options: Options) -> int:
    with _adopted(options) as session:
        shown = session.capture(ansi=options.has("ansi"), lines=options.integer("lines"))
    output.text(shown + "\n", raw=options.has("ansi"))
    return OK


_CURSOR = Arg("cursor", "What send or ask printed.")

AGENT = Group(
    "agent",
    "Drive coding agents by name: start them, ask, know when they are done.",
    Command("spawn", "Start a session and return when it is ready.", _spawn, args=(_NAME, _FLAGS),
            flags=(_CWD, *_COMMON, *_START, Flag("--session-id", "The conversation's id, a v4 UUID.", value="UUID")),
            examples=("paneflow agent spawn api --cwd ~/src/api --trust-workspace -- --model opus",)),
    Command("resume", "Go on with a conversation in a fresh pane.", _resume,
            args=(_NAME, Arg("id", "The conversation, as spawn printed it."), _FLAGS), flags=(_CWD, *_COMMON, *_START),
            examples=('paneflow agent resume api "$id" --cwd ~/src/api',)),
    Command("adopt", "Say what a session that runs is doing; nothing is started.", _adopt, args=(_NAME,), flags=_COMMON,
            examples=("paneflow agent adopt api",)),
    Command("recover", "Adopt a session, or resume it when it is gone.", _recover,
            args=(_NAME, Arg("id", "The conversation, as spawn printed it."), _FLAGS), flags=(_CWD, *_COMMON, *_START),
            examples=('paneflow agent recover api "$id" --cwd ~/src/api',)),
    Command("send", "Give it a text as one turn; prints the turn's cursor.", _send,
            args=(_NAME, Arg("text", "What to send; - reads it from stdin.")), flags=(*_COMMON, _FORCE),
            examples=("cursor=$(paneflow agent send api 'Run the tests.' | jq -r .cursor)",)),
    Command("ask", "Send, wait, and print what came of it; exit code 0 only if it was completed.", _ask,
            args=(Arg("words", "The session's name, or with --all several, and the text; - reads it from stdin.", rest=True),),
            flags=(*_COMMON, *_PATIENCE, _FORCE, Flag("--all", "Ask several sessions at once.")),
            examples=("paneflow agent ask api 'Run the tests.'", "paneflow agent ask api ui docs 'Sum up this week.' --all")),
    Command("wait", "Wait until its turn is over or it asks something; exit code 0 only if it was completed.", _wait,
            args=(_NAME,), flags=(*_COMMON, *_PATIENCE), examples=("paneflow agent wait api --timeout-ms 600000",)),
    Command("messages", "Print what a turn produced.", _messages, args=(_NAME, _CURSOR), flags=_COMMON,
            examples=('paneflow agent messages api "$cursor" | jq -r \'.[].parts[].text // empty\'',)),
    Command("turn-complete", "Tell whether a turn has a reply; exit code 1 if not.", _turn_complete,
            args=(_NAME, _CURSOR), flags=_COMMON, examples=('paneflow agent turn-complete api "$cursor" && echo replied',)),
    Command("interrupt", "Stop its turn.", _interrupt, args=(_NAME,), flags=_COMMON,
            examples=("paneflow agent interrupt api",)),
    Command("respond", "Answer its permission prompt.", _respond,
            args=(_NAME, Arg("choice", "What to answer.", choices=("approve", "approve-for-session", "deny"))), flags=_COMMON,
            examples=("paneflow agent respond api deny",)),
    Command("state", "Print what it is doing, in one word.", _state, args=(_NAME,), flags=_COMMON,
            examples=("paneflow agent state api",)),
    Command("progress", "Print how far its turn is.", _progress, args=(_NAME,), flags=_COMMON,
            examples=("paneflow agent progress api",)),
    Command("capture", "Print what it shows.", _capture, args=(_NAME,),
            flags=(*_COMMON, Flag("--ansi", "With colours."), Flag("--lines", "The last rows only.", value="N", kind=INT)),
            examples=("paneflow agent capture api --lines 20",)),
    Command("kill", "End it; one that is not there is no error.", _kill, args=(_NAME,), flags=_NAMES,
            examples=("paneflow agent kill api",)),
    Command("exists", "Tell whether there is such a session; exit code 1 if not.", _exists, args=(_NAME,), flags=_NAMES,
            examples=("paneflow agent exists api || paneflow agent spawn api --cwd ~/src/api",)),
    Command("list", "Print the sessions' names.", _list,
            args=(Arg("namespace-name", "Whose sessions.", optional=True),),
            flags=(*_NAMES, Flag("--long", "With state, its source, age and pane."), Flag("--json", "Print JSON.")),
            examples=("paneflow agent list --long",)),
    examples=("paneflow agent spawn api --cwd ~/src/api", "paneflow agent ask api 'Run the tests, and say what fails.'"),
)  # fmt: skip

COMMANDS = (AGENT,)
