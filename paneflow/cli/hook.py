"""`paneflow-ai-hook EVENT [TOOL [JSON]]`: pass on what an agent says to its hook. Silent, quick, and always exit 0.

An agent waits for its hooks, so this program does next to nothing: it wraps the agent's JSON, unread, into one JSON-RPC
notification, puts it into the host's socket and goes. A host that is down, hung or busy costs the agent at most half a
second and never an error. It imports nothing of Paneflow and is run without `site`, which halves the start of Python.

The JSON goes as a string, so that broken JSON costs its details but not the event, and cannot add to the call. The same
holds for an agent that is slow to give it, or never ends it: the event alone says most.

The shims in `resources/shims` and `paneflow hooks setup` name it as the hook. JSON comes on stdin unless it is the third
word. Without PANEFLOW_SOCKET_PATH (an agent outside Paneflow) there is nothing to do.
"""

import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

DEADLINE_S = 0.35  # of the 0.5 s that are promised; the rest is Python's own start and end
GIVEN_S = 0.22  # of these to take in what the agent gives
SENT_S = 0.1  # at least, to pass it on
RETRY_S = 0.05  # the host's backlog is full: it is worth waiting for
PAYLOAD_LIMIT = 16 * 1024 * 1024
# The host takes lines of 256 KiB, and a string can be twice as long as what it quotes.
QUOTED_LIMIT = 120 * 1024
PLAIN_LIMIT = 96 * 1024  # larger payloads are cut down to what is of interest

# An event's name in lower-case letters, whatever the agent's spelling → the method. What is missing is not passed on.
METHODS = {
    "sessionstart": "session_start", "sessioncreated": "session_start",
    "userpromptsubmit": "prompt_submit", "userpromptsubmitted": "prompt_submit", "beforesubmitprompt": "prompt_submit",
    "beforeagent": "prompt_submit", "chatmessage": "prompt_submit",
    "pretooluse": "tool_use", "posttooluse": "tool_use", "posttoolusefailure": "tool_use", "beforetool": "tool_use",
    "aftertool": "tool_use", "precompact": "tool_use", "postcompact": "tool_use", "precompress": "tool_use",
    "subagentstart": "tool_use", "subagentstop": "tool_use", "beforeshellexecution": "tool_use",
    "aftershellexecution": "tool_use", "beforemcpexecution": "tool_use", "aftermcpexecution": "tool_use",
    "afterfileedit": "tool_use", "afteragentresponse": "tool_use", "toolexecutebefore": "tool_use",
    "toolexecuteafter": "tool_use", "permissionreplied": "tool_use", "questionreplied": "tool_use",
    "notification": "notification", "permissionrequest": "notification", "permissionasked": "notification",
    "permissionupdated": "notification", "questionasked": "notification", "elicitation": "notification",
    "stop": "stop", "stopfailure": "stop", "afteragent": "stop", "agentstop": "stop", "agentturncomplete": "stop",
    "interrupt": "stop", "erroroccurred": "stop", "sessionidle": "stop", "sessionerror": "stop",
    "exit": "exit",
    "sessionend": "session_end", "sessiondeleted": "session_end",
}  # fmt: skip

# What reports are made of, should a payload be too large to pass on whole.
KEPT = (
    "hook_event_name", "session_id", "transcript_path", "cwd", "tool_name", "source", "reason", "message",
    "notification_type", "agent_id", "last_assistant_message", "conversation_id", "prompt_response", "status", "text",
    "sessionID", "parentID", "tool", "title", "sessionId", "transcriptPath", "toolName", "thread-id",
    "last-assistant-message", "error", "error_details",
)  # fmt: skip

_BLANKS = bytes(max(code, 32) for code in range(256))


def main(argv: list[str]) -> None:
    """Do it, whatever happens; never returns otherwise than normally."""
    path = os.environ.get("PANEFLOW_SOCKET_PATH")
    if not path:
        return
    deadline = time.monotonic() + DEADLINE_S
    at_ms = time.monotonic_ns() // 1_000_000
    parts = [argv[2].encode("utf-8", "surrogateescape")] if len(argv) > 2 else []
    try:
        _after(GIVEN_S, _late)
        if not parts:
            _read(parts)
        payload = _fitting(b"".join(parts))
    except TimeoutError:
        payload = _quoted(b"".join(parts))
    _after(max(SENT_S, deadline - time.monotonic()), lambda *_: os._exit(0))
    event = argv[0] if argv else _event_in(b"".join(parts))
    method = METHODS.get("".join(filter(str.isalpha, event)).lower())
    tool = argv[1] if len(argv) > 1 else os.environ.get("PANEFLOW_AI_TOOL", "claude")
    if method and _is_word(event) and _is_word(tool):
        line = _line(method, event, tool, at_ms, payload)
        while not _sent(path, line, deadline) and time.monotonic() + RETRY_S < deadline:
            time.sleep(RETRY_S)


def _after(seconds: float, action: "Callable[..., object]") -> None:
    """Do something once that time is over, wherever the program is then; instead of what was to be done before."""
    import _signal  # type: ignore[import-not-found]  # what `signal` wraps: that one imports enum, which takes longer than all of this

    if sys.platform != "win32":
        _signal.signal(_signal.SIGALRM, action)
        _signal.setitimer(_signal.ITIMER_REAL, max(0.001, seconds))


def _late(*_: object) -> None:
    raise TimeoutError


def _read(parts: list[bytes]) -> None:
    """Take what the agent gives on standard input; of one that never closes it, `parts` has what came in time."""
    size = 0
    while size <= PAYLOAD_LIMIT and (part := os.read(0, 65536)):
        parts.append(part)
        size += len(part)


def _event_in(payload: bytes) -> str:
    """The value of `hook_event_name`, without reading all of the JSON."""
    _, _, rest = payload.partition(b'"hook_event_name"')
    return rest.partition(b'"')[2].partition(b'"')[0].decode("ascii", "replace")


def _is_word(text: str) -> bool:
    return 0 < len(text) <= 64 and text.isascii() and all(c.isalnum() or c in "._-" for c in text)


def _fitting(payload: bytes) -> bytes:
    """The payload as a JSON string; a large one is cut down to what reports are made of."""
    if len(payload) <= PLAIN_LIMIT:
        return _quoted(payload)
    import json

    try:
        whole = json.loads(payload)
        short = {key: whole[key][:8192] if isinstance(whole[key], str) else None for key in KEPT if key in whole}
    except (ValueError, TypeError, RecursionError):
        return b'""'
    return _quoted(json.dumps(short).encode())


def _quoted(payload: bytes) -> bytes:
    """Text as a JSON string, empty if it is too long. Control characters are no part of JSON but as blanks between words."""
    if len(payload) > QUOTED_LIMIT:
        return b'""'
    text = payload.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "ignore").encode()
    return b'"' + text.translate(_BLANKS).replace(b"\\", b"\\\\").replace(b'"', b'\\"') + b'"'


def _line(method: str, event: str, tool: str, at_ms: int, payload: bytes) -> bytes:
    # On Windows a shim runs in Git's shell, which counts processes in a way of its own.
    fields = [f'"tool":"{tool}"', f'"event":"{event}"', f'"at_ms":{at_ms}', f'"parent_pid":{os.getppid()}']
    for key, name in (
        ("surface_id", "SURFACE_ID"),
        ("workspace_id", "WORKSPACE_ID"),
        ("pid", "AI_PID"),
        ("exit_code", "AI_EXIT_CODE"),
    ):
        value = "" if name == "AI_PID" and sys.platform == "win32" else os.environ.get(f"PANEFLOW_{name}", "")
        if value.isascii() and value.isdigit() and len(value) < 16:
            fields.append(f'"{key}":{int(value)}')
    token = os.environ.get("PANEFLOW_SURFACE_TOKEN", "")
    if _is_word(token):
        fields.append(f'"token":"{token}"')
    head = f'{{"jsonrpc":"2.0","method":"ai.{method}","params":{{{",".join(fields)},"hook_payload":'
    return head.encode() + payload + b"}}\n"


def _sent(path: str, line: bytes, deadline: float) -> bool:
    """Put the line into the host's socket. False: try again; True: done, or nobody is there to take it."""
    if path.startswith("\\\\.\\pipe\\"):
        with open(path, "r+b", buffering=0) as pipe:
            pipe.write(line)
        return True
    if sys.platform == "win32":
        return True  # there it is always a pipe
    import _socket  # what `socket` wraps: a third of the time to import

    connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    connection.settimeout(max(0.01, deadline - time.monotonic()))
    try:
        connection.connect(path)
        connection.sendall(line)
    except (BlockingIOError, TimeoutError):
        return False
    finally:
        connection.close()
    return True


def run() -> None:
    """The program: `main` with every failure swallowed, and logged to PANEFLOW_HOOK_LOG if that is set."""
    try:
        main(sys.argv[1:])
    except Exception as error:  # noqa: BLE001 - an agent must never see its hook fail
        log = os.environ.get("PANEFLOW_HOOK_LOG")
        if log:
            _note(log, error)
    os._exit(0)  # skips Python's tidying up; nothing is buffered


def _note(path: str, error: Exception) -> None:
    try:
        with open(path, "a", encoding="utf-8") as log:
            log.write(f"{time.time():.3f} {sys.argv[1:2]} {type(error).__name__}: {error}\n")
    except OSError:
        return  # nowhere to complain to


if __name__ == "__main__":
    run()
