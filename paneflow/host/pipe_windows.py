"""The endpoint on Windows: a named pipe that only its user can open, from this machine, served by one host at a time."""

import asyncio
import ctypes
import logging
import sys
from typing import Any, Final

from paneflow.errors import Failed, Refused
from paneflow.host.endpoint import Acceptor

log = logging.getLogger(__name__)

DUPLEX_OVERLAPPED: Final = 0x3 | 0x40000000
FIRST_INSTANCE: Final = 0x80000  # fails when the name is taken: nobody can sit on it before us
BYTES_WAIT_LOCAL: Final = 0x0 | 0x0 | 0x8  # bytes, blocking, PIPE_REJECT_REMOTE_CLIENTS
UNLIMITED: Final = 255
BUFFER: Final = 1 << 16
ERROR_ACCESS_DENIED: Final = 5
TOKEN_QUERY, TOKEN_USER = 0x8, 1

if sys.platform == "win32":
    from asyncio import windows_utils

    class _SecurityAttributes(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ulong), ("descriptor", ctypes.c_void_p), ("inherit", ctypes.c_int))

    class PipeListener:
        """Serves a pipe; the same two methods as `Listener`. Belongs to the loop's thread, a proactor loop."""

        def __init__(self, path: str, connections: Acceptor) -> None:
            self.path = path
            self._connections = connections
            self._security = _for_this_user_only()
            self._serving: asyncio.Task[None] | None = None

        async def open(self) -> None:
            """Make the pipe. Raises `Refused` (already_running) when another host has it."""
            first = self._instance(first=True)
            self._serving = asyncio.ensure_future(self._serve(first))

        async def close(self) -> None:
            """Serve no more."""
            if self._serving:
                self._serving.cancel()

        async def _serve(self, pipe: windows_utils.PipeHandle) -> None:
            loop: Any = asyncio.get_running_loop()  # what serves a pipe is not public
            while True:
                await loop._proactor.accept_pipe(pipe)
                loop._make_duplex_pipe_transport(pipe, self._connections.accept(), extra={"addr": self.path})
                pipe = self._instance(first=False)

        def _instance(self, *, first: bool) -> windows_utils.PipeHandle:
            kernel = ctypes.WinDLL("kernel32", use_last_error=True)
            kernel.CreateNamedPipeW.restype = ctypes.c_void_p
            flags = DUPLEX_OVERLAPPED | (FIRST_INSTANCE if first else 0)
            handle = kernel.CreateNamedPipeW(
                ctypes.c_wchar_p(self.path), flags, BYTES_WAIT_LOCAL, UNLIMITED, BUFFER, BUFFER, 0,
                ctypes.byref(self._security),
            )  # fmt: skip
            if handle == ctypes.c_void_p(-1).value:
                code = ctypes.get_last_error()
                if code == ERROR_ACCESS_DENIED:
                    raise Refused("a host is already running here", kind="already_running", path=self.path)
                raise Failed(f"the pipe {self.path} cannot be made: error {code}")
            return windows_utils.PipeHandle(handle)

    def client_pid(pipe: windows_utils.PipeHandle) -> int | None:
        """The process at the other end of a pipe."""
        pid = ctypes.c_ulong()
        kernel = ctypes.WinDLL("kernel32")
        told = kernel.GetNamedPipeClientProcessId(ctypes.c_void_p(pipe.handle), ctypes.byref(pid))
        return pid.value if told else None

    def _for_this_user_only() -> _SecurityAttributes:
        """A protected DACL with one entry: all rights for this user."""
        advapi = ctypes.WinDLL("advapi32", use_last_error=True)
        descriptor = ctypes.c_void_p()
        text = f"D:P(A;;GA;;;{_user_sid()})"
        made = advapi.ConvertStringSecurityDescriptorToSecurityDescriptorW(
            ctypes.c_wchar_p(text), 1, ctypes.byref(descriptor), None
        )
        if not made:
            raise Failed(f"the pipe cannot be protected: error {ctypes.get_last_error()}", kind="unsafe_pipe")
        return _SecurityAttributes(ctypes.sizeof(_SecurityAttributes), descriptor.value, 0)

    def _user_sid() -> str:
        advapi = ctypes.WinDLL("advapi32", use_last_error=True)
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.GetCurrentProcess.restype = ctypes.c_void_p
        token, size, text = ctypes.c_void_p(), ctypes.c_ulong(), ctypes.c_wchar_p()
        process = ctypes.c_void_p(kernel.GetCurrentProcess())
        if not advapi.OpenProcessToken(process, TOKEN_QUERY, ctypes.byref(token)):
            raise Failed("the process does not tell its user", kind="unsafe_pipe")
        advapi.GetTokenInformation(token, TOKEN_USER, None, 0, ctypes.byref(size))
        buffer = ctypes.create_string_buffer(size.value)
        told = advapi.GetTokenInformation(token, TOKEN_USER, buffer, size, ctypes.byref(size))
        kernel.CloseHandle(token)
        sid = ctypes.c_void_p.from_buffer(buffer)
        if not told or not advapi.ConvertSidToStringSidW(sid, ctypes.byref(text)) or text.value is None:
            raise Failed("the process does not tell its user", kind="unsafe_pipe")
        return text.value
