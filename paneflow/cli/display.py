"""Whether a window could open here at all: Qt ends a process that finds no display, with a core dump.

`python -m paneflow.cli.display` prints what is wrong and exits with 1, or is silent; `packaging/run.sh` asks that way.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_TIME = 3.0  # seconds for an X server on another machine
_X11_PORT = 6000


def trouble(env: "Mapping[str, str]", platform: str = sys.platform) -> str:
    """What keeps a window from opening, as a sentence; "" when nothing is known to."""
    if platform in ("win32", "darwin") or env.get("QT_QPA_PLATFORM"):
        return ""
    named = [name for name in ("WAYLAND_DISPLAY", "DISPLAY") if env.get(name)]
    if not named:
        return "there is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set)"
    ways = {"WAYLAND_DISPLAY": _wayland, "DISPLAY": _x11}
    if any(_answers(address) for name in named for address in ways[name](env)):
        return ""
    return f"no display answers at {' or '.join(f'{name}={env[name]}' for name in named)}"


def _wayland(env: "Mapping[str, str]") -> "Iterator[str | tuple[str, int]]":
    yield os.path.join(env.get("XDG_RUNTIME_DIR", ""), env["WAYLAND_DISPLAY"])


def _x11(env: "Mapping[str, str]") -> "Iterator[str | tuple[str, int]]":
    """Where a display such as `:0`, `unix:0.1`, `machine:10` or a socket's path may be."""
    machine, _, rest = env["DISPLAY"].rpartition(":")
    number = rest.partition(".")[0]
    if not number.isdecimal():
        yield env["DISPLAY"]
    elif machine in ("", "unix"):
        yield f"\0/tmp/.X11-unix/X{number}"
        yield f"/tmp/.X11-unix/X{number}"  # noqa: S108 - where X servers listen
    else:
        yield env["DISPLAY"]
        yield (machine.rpartition("/")[2].strip("[]"), _X11_PORT + int(number))


def _answers(address: str | tuple[str, int]) -> bool:
    import socket

    if sys.platform == "win32":  # which has no such sockets, and is not asked
        return False
    try:
        if isinstance(address, tuple):
            socket.create_connection(address, _TIME).close()
        else:
            with socket.socket(socket.AF_UNIX) as client:
                client.settimeout(_TIME)
                client.connect(address)
    except (OSError, ValueError, OverflowError):
        return False
    return True


if __name__ == "__main__":
    reason = trouble(os.environ)
    sys.stderr.write(f"{reason}\n" if reason else "")
    sys.exit(bool(reason))
