"""The program that answers to `tmux` inside Paneflow: passes its words to the host and prints what that answers.

It starts hundreds of times where agents work, so it imports next to nothing: no site packages, no os, no json package,
nothing of Paneflow. The host knows the language; this knows only what has to be known before there is a host.
`resources/shims/tmux` runs it, with any Python.
"""

import sys

assert sys.platform != "win32"  # there the program is another one

import _socket  # noqa: E402 - what follows is Unix
import posix  # noqa: E402

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Json = dict[str, Any]

VERSION = "tmux 3.5a"
# What the host is told of our environment: where we are, and what tmux takes over into new sessions.
WANTED = (
    "TMUX", "TMUX_PANE", "TMUX_TMPDIR", "PANEFLOW_SURFACE_TOKEN", "PATH", "HOME", "SHELL", "TERM", "DISPLAY",
    "KRB5CCNAME", "SSH_ASKPASS", "SSH_AUTH_SOCK", "SSH_AGENT_PID", "SSH_CONNECTION", "WINDOWID", "XAUTHORITY",
)  # fmt: skip
STARTERS = ("new", "start", "at", "list-k", "lsk", "list-com", "lscm")  # beginnings of commands that start a server
READERS = ("load", "source")  # beginnings of commands that may read stdin
TAKE_VALUE = "cfLST"
LONG_STDIN = 65_536  # bytes; more goes through a file, since a request is one line of bounded length
PATIENCE_S = 15.0
TEMPORARY = "/tmp"  # noqa: S108 - what is made there is ours alone


def main(argv: list[str]) -> int:
    """Run one command line; returns the exit code."""
    values, words = split(argv)
    if "V" in values:
        return put(1, (VERSION + "\n").encode())
    sock = connect(socket_path())
    if sock is None and any(word.startswith(STARTERS) for word in words or ["new"]):
        sock = start_host(socket_path())
    if sock is None:
        return put(2, f"error connecting to {server_path(values)} (No such file or directory)\n".encode()) or 1
    spooled = None
    try:
        stdin = drain() if wants_stdin(words) else None
        if stdin is not None and len(stdin) > LONG_STDIN:
            spooled, stdin = spool(stdin), None
        return ask(sock, argv, stdin, spooled)
    finally:
        if spooled:
            posix.unlink(spooled)


def split(argv: list[str]) -> tuple[dict[str, str], list[str]]:
    """The global options and the words after them, as far as that can be told without the host."""
    values: dict[str, str] = {}
    rest = list(argv)
    while rest and rest[0][:1] == "-" and len(rest[0]) > 1:
        word = rest.pop(0)
        if word == "--":
            break
        for at, letter in enumerate(word[1:], 2):
            values[letter] = ""
            if letter in TAKE_VALUE:
                values[letter] = word[at:] or (rest.pop(0) if rest else "")
                break
    return values, rest


def env(name: str) -> str:
    """A variable; "" if it is not set."""
    return posix.environ.get(name.encode(), b"").decode("utf-8", "surrogateescape")


def socket_path() -> str:
    """The host's endpoint, as paneflow/paths.py has it."""
    if env("PANEFLOW_SOCKET_PATH").startswith("/"):
        return env("PANEFLOW_SOCKET_PATH")
    runtime = env("XDG_RUNTIME_DIR")
    if runtime.startswith("/"):
        return runtime + "/paneflow/paneflow.sock"
    if sys.platform == "darwin" or not runtime:
        return f"{env('TMPDIR').rstrip('/') or TEMPORARY}/paneflow-{posix.getuid()}/paneflow.sock"
    return runtime + "/paneflow/paneflow.sock"


def server_path(values: dict[str, str]) -> str:
    """What tmux would call its socket."""
    folder = f"{env('TMUX_TMPDIR') or TEMPORARY}/tmux-{posix.getuid()}/"
    inside = "" if "L" in values else env("TMUX").partition(",")[0]
    return values.get("S") or inside or folder + values.get("L", "default")


def connect(path: str) -> _socket.socket | None:
    """A connection to the host; None if none answers there, or not one of ours."""
    sock = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    try:
        sock.connect(path)
        if sys.platform == "linux":
            peer = sock.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, 12)
            if int.from_bytes(peer[4:8], sys.byteorder) != posix.geteuid():
                raise OSError
    except OSError:
        sock.close()
        return None
    return sock


def ask(sock: _socket.socket, argv: list[str], stdin: bytes | None, spooled: str | None) -> int:
    """Send the request, print the answer; returns the exit code. Waits while the host has too much to do."""
    import time

    deadline = time.monotonic() + PATIENCE_S
    line = request(argv, stdin, spooled)
    while True:
        answer = exchange(sock, line)
        error = answer.get("error")
        if error is None:
            return show(answer["result"])
        data = error.get("data") or {}
        if "retry_after_ms" not in data or time.monotonic() > deadline:
            return put(2, f"{error.get('message')}\n".encode("utf-8", "surrogateescape")) or 1
        time.sleep(data["retry_after_ms"] / 1000)
        sock.close()
        again = connect(socket_path())
        if again is None:
            return put(2, b"server exited unexpectedly\n") or 1
        sock = again


def exchange(sock: _socket.socket, line: bytes) -> "Json":
    """One request and its answer."""
    offer(sock, line)  # one that was refused at once has its answer already
    chunks: list[bytes] = []
    while not chunks or not chunks[-1].endswith(b"\n"):
        try:
            chunk = sock.recv(1 << 20)
        except OSError:
            chunk = b""
        if not chunk:
            return {"error": {"message": "server exited unexpectedly"}}
        chunks.append(chunk)
    return parse(b"".join(chunks).decode())


def offer(sock: _socket.socket, line: bytes) -> bool:
    """Send a line; whether it was taken."""
    try:
        sock.sendall(line)
    except OSError:
        return False
    return True


def request(argv: list[str], stdin: bytes | None, spooled: str | None) -> bytes:
    """The request as a line."""
    known = {name: env(name) for name in WANTED if name.encode() in posix.environ}
    fields = [f'"argv":[{",".join(map(quote, argv))}]', f'"cwd":{quote(folder())}']
    fields.append('"env":{' + ",".join(f"{quote(name)}:{quote(value)}" for name, value in known.items()) + "}")
    if stdin is not None:
        fields.append(f'"stdin":{quote(stdin.decode("latin-1"))}')
    if spooled:
        fields.append(f'"stdin_file":{quote(spooled)}')
    if posix.isatty(0):
        fields.append('"terminal":true')
    return ('{"jsonrpc":"2.0","id":1,"method":"tmux.exec","params":{' + ",".join(fields) + "}}\n").encode()


def folder() -> str:
    """Where we are."""
    try:
        return posix.getcwdb().decode("utf-8", "surrogateescape")
    except OSError:
        return "/"


def show(result: "Json") -> int:
    """Print what a command line printed; returns its exit code."""
    put(1, result["stdout"].encode("latin-1"))
    put(2, result["stderr"].encode("latin-1"))
    if result["attach"] is not None and not result["rc"]:
        return open_window()
    return int(result["rc"])


def put(descriptor: int, data: bytes) -> int:
    """Write all of it; whoever does not want it misses it."""
    try:
        while data:
            data = data[posix.write(descriptor, data) :]
    except OSError:
        pass
    return 0


# -- JSON, without the package that takes as long to load as all of this ----------------------------------------------
def quote(text: str) -> str:
    """A string as JSON."""
    try:
        from _json import encode_basestring_ascii
    except ImportError:  # not CPython
        from json import dumps as encode_basestring_ascii
    return encode_basestring_ascii(text)


class _Plain:
    """What `_json.make_scanner` asks of its context: to choose as `json.loads` does."""

    strict = False
    object_hook = object_pairs_hook = array_hook = None
    parse_float, parse_int, parse_constant = float, int, float


def parse(text: str) -> "Json":
    """A JSON object as a value."""
    try:
        from _json import make_scanner

        value: Json = make_scanner(_Plain)(text, 0)[0]  # type: ignore[arg-type]  # its own class is only a stub
    except ImportError:
        from json import loads

        value = loads(text)
    return value


# -- rarely -----------------------------------------------------------------------------------------------------------
def wants_stdin(words: list[str]) -> bool:
    """Whether a command that is to read a file was given `-` instead."""
    command: list[str] = []
    for word in [*words, ";"]:
        command.append(word.removesuffix(";"))
        if word.endswith(";"):
            if command[0].startswith(READERS) and "-" in command:
                return True
            command = []
    return False


def drain() -> bytes:
    """Stdin to its end."""
    chunks = []
    while chunk := posix.read(0, 1 << 16):
        chunks.append(chunk)
    return b"".join(chunks)


def spool(data: bytes) -> str:
    """Put bytes into a file that only we can read; returns its path."""
    path = f"{env('TMPDIR').rstrip('/') or TEMPORARY}/paneflow-stdin-{posix.getpid()}-{posix.urandom(6).hex()}"
    file = posix.open(path, posix.O_WRONLY | posix.O_CREAT | posix.O_EXCL, 0o600)
    put(file, data)
    posix.close(file)
    return path


def paneflow() -> list[str]:
    """The command that starts Paneflow: beside us in an installation or a checkout, else on the PATH."""
    package = __file__.rpartition("/compat/")[0]
    pythons = [env("PANEFLOW_PYTHON"), package + "/../.venv/bin/python3"]
    if "/site-packages/" in package:
        pythons.append(package.partition("/lib/")[0] + "/bin/python3")
    for python in pythons:
        if python and exists(python):
            return [python, "-m", "paneflow"]
    for part in env("PATH").split(":"):
        if part and exists(part + "/paneflow"):
            return [part + "/paneflow"]
    return ["python3", "-m", "paneflow"]


def exists(path: str) -> bool:
    """Whether there is a file that can be run."""
    return posix.access(path, posix.X_OK)


def start_host(path: str) -> _socket.socket | None:
    """Start a host that outlives us, and wait until it answers; None if it does not."""
    import time

    words = [*paneflow(), "host", "run"]
    null = [(posix.POSIX_SPAWN_OPEN, number, "/dev/null", posix.O_RDWR, 0) for number in (0, 1, 2)]
    inherited = {name: value for name, value in posix.environ.items() if name not in (b"TMUX", b"TMUX_PANE")}
    inherited.setdefault(b"PANEFLOW_SOCKET_PATH", path.encode("utf-8", "surrogateescape"))
    try:
        posix.posix_spawnp(words[0], words, inherited, file_actions=null, setsid=True)
    except OSError:
        return None
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        time.sleep(0.02)
        if sock := connect(path):
            return sock
    return None


def open_window() -> int:
    """Become the window that shows a session."""
    if sys.platform != "darwin" and not (env("DISPLAY") or env("WAYLAND_DISPLAY")):
        return put(2, b"open terminal failed: no display for a window\n") or 1
    words = paneflow()
    if "/" not in words[0]:
        words = ["/usr/bin/env", *words]
    posix.execve(words[0], words, posix.environ)
    return 1


def run() -> None:
    """Be the program."""
    import _signal  # type: ignore[import-not-found]  # CPython's; `signal` imports enum

    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    sys.exit(main(sys.argv[1:]))
