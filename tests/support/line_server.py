"""A real socket server of a few lines, for what a proper host never does: garbage, silence, the older error shape."""

import contextlib
import json
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

Reply = Callable[[dict[str, Any]], bytes | None]  # request → bytes to send; None closes the connection


def result(request: dict[str, Any], value: object) -> bytes:
    """A good answer."""
    return json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": value}).encode() + b"\n"


def failure(request: dict[str, Any], code: int, message: str, **data: object) -> bytes:
    """An error answer."""
    error = {"code": code, "message": message, "data": data}
    return json.dumps({"jsonrpc": "2.0", "id": request["id"], "error": error}).encode() + b"\n"


@contextlib.contextmanager
def line_server(folder: Path, reply: Reply) -> Iterator[str]:
    """Serve `reply` on a socket in a folder until the block ends; its path."""
    path = str(folder / "s")
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen()
    thread = threading.Thread(target=_accept, args=(listener, reply), daemon=True)
    thread.start()
    try:
        yield path
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        thread.join(10)
        listener.close()


def _accept(listener: socket.socket, reply: Reply) -> None:
    threads = []
    with contextlib.suppress(OSError):
        while True:
            connection, _ = listener.accept()
            thread = threading.Thread(target=_serve, args=(connection, reply), daemon=True)
            thread.start()
            threads.append(thread)
    for thread in threads:
        thread.join(10)


def _serve(connection: socket.socket, reply: Reply) -> None:
    with connection, connection.makefile("rb") as lines, contextlib.suppress(OSError):
        for line in lines:
            answer = reply(json.loads(line))
            if answer is None:
                return
            connection.sendall(answer)
