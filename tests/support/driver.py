"""A host with a fake `claude` on its PATH, and the driver pointed at it.

with driving(monkeypatch, tmp_path) as scene:
    agent = scene.spawn("job")
    assert agent.ask("say hello").text == "hello"
"""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from paneflow import driver
from tests.support.host import HostProcess, host_folder

PROGRAM = Path(__file__).with_name("fake_claude.py")
ROOT = Path(__file__).parents[2]


class Scene:
    """A running host, a project's folder, and what tests do in it."""

    def __init__(self, host: HostProcess, project: Path) -> None:
        self.host, self.project = host, project
        self.sessions: list[driver.Session] = []

    def spawn(self, name: str, *flags: str, env: Mapping[str, str] = {}, **options: Any) -> driver.Session:
        """A session of the fake agent."""
        session = driver.spawn(name, str(self.project), flags=flags, env=env, boot_timeout_s=30, **options)
        self.sessions.append(session)
        return session

    def keep(self, session: driver.Session) -> driver.Session:
        """Have a handle closed at the end."""
        self.sessions.append(session)
        return session

    def forget(self, *namespaces: str) -> None:
        """Kill every session there is."""
        for namespace in namespaces:
            for name in driver.names(namespace):
                driver.kill(name, namespace=namespace)

    def verb(self, *words: str, stdin: str | None = None, timeout: float = 60) -> "Done":
        """`paneflow agent …` as a process of its own."""
        command = [sys.executable, "-m", "paneflow", "agent", *words]
        done = subprocess.run(
            command, env=self.env, cwd=ROOT, input=stdin, capture_output=True, text=True, timeout=timeout
        )
        return Done(done.returncode, done.stdout, done.stderr)

    def start_verb(self, *words: str) -> "subprocess.Popen[str]":
        """The same, without waiting for its end."""
        command = [sys.executable, "-m", "paneflow", "agent", *words]
        return subprocess.Popen(
            command, env=self.env, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    @property
    def env(self) -> dict[str, str]:
        return {**self.host.env, "PYTHONPATH": str(ROOT)}

    def pid(self, session: driver.Session) -> int:
        """The agent's process."""
        pid = session.link.facts().pid
        assert pid is not None
        return pid


class Done:
    """How a verb ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        assert self.code in (0, 1), self.err
        return json.loads(self.out)


@contextlib.contextmanager
def driving_long(env: Mapping[str, str] = {}) -> Iterator[Scene]:
    """A scene for all tests of a module."""
    with pytest.MonkeyPatch.context() as patch, driving(patch, env) as scene:
        yield scene


@contextlib.contextmanager
def driving(monkeypatch: pytest.MonkeyPatch, env: Mapping[str, str] = {}) -> Iterator[Scene]:
    """A scene; the write gate is closed unless `env` opens it."""
    with host_folder() as folder:
        programs = folder / "bin"
        programs.mkdir()
        program = programs / "claude"
        program.write_text(f"#!{sys.executable} -S\n" + PROGRAM.read_text(encoding="utf-8"), encoding="utf-8")
        program.chmod(0o755)
        project = folder / "project"
        project.mkdir()
        host = HostProcess(folder, {"PATH": f"{programs}:{os.environ['PATH']}", **env})
        for name in ("HOME", "XDG_RUNTIME_DIR", "PANEFLOW_STATE", "PANEFLOW_CONFIG"):
            monkeypatch.setenv(name, host.env[name])
        for name in ("PANEFLOW_SOCKET_PATH", "PANEFLOW_SURFACE_TOKEN", "CLAUDE_CONFIG_DIR", "CLAUDECODE"):
            monkeypatch.delenv(name, raising=False)
        scene = Scene(host, project)
        try:
            host.start()
            yield scene
        finally:
            for session in scene.sessions:
                session.close()
            host.close()
