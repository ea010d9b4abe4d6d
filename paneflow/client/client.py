"""The public Python interface: a blocking client of one host. Standard library only.

>>> from paneflow.client import Client
>>> with Client() as client:
...     created = client.new(name="notes", pane_name="notes")
...     [row["name"] for row in client.surfaces()]
['notes']

Every method of the protocol can be called by its name; the methods below are the common ones with types and with selectors.

>>> with Client() as client:
...     client.call("system.ping")
{'pong': True}

Errors are `PaneflowError`s whose `kind` and `data` are the host's:

>>> with Client() as client:
...     client.read("no-such-pane")
Traceback (most recent call last):
...
paneflow.errors.NotFound: no pane matches 'no-such-pane'; there are 1(notes)
"""

import os

from paneflow.client import selector
from paneflow.client.caller import Caller

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Literal

    from paneflow.client import results
    from paneflow.client.events import Events

    Target = int | str
    Axis = Literal["h", "v", "horizontal", "vertical"]

_GRACE_S = 5.0  # on top of the time that a method itself waits


class Client(Caller):
    """A connection to a host, opened at the first call. Not for several threads at once; each takes its own.

    `path` is the endpoint (the default is the user's), `timeout_s` the longest wait for an answer. A `target` is an id or a
    selector: `42`, `"api"`, `"cmdline:vite"`, `"cwd:~/src"`, `"self"` (see `paneflow.client.selector`).
    """

    # -- panes ---------------------------------------------------------------------------------------------------------

    def surfaces(self, workspace: int | None = None) -> "list[results.SurfaceRow]":
        """All surfaces, or those of the workspace with an index."""
        rows: list[results.SurfaceRow] = self.call("surface.list", workspace=workspace)["surfaces"]
        return rows

    def resolve(self, target: "Target") -> int:
        """The id of the one surface that a selector names. Raises `NotFound` or `AmbiguousTarget`.

        >>> with Client() as client:
        ...     client.resolve("notes") == client.resolve("%1") == client.resolve(1)
        True
        """
        if isinstance(target, int):
            return target
        spelled = selector.own(own_id()) if target == "self" else selector.surface_id(target)
        if spelled is not None and 0 < spelled <= selector.MAX_ID:
            return spelled
        return selector.one(target, self.surfaces(), own_id=own_id(), real_path=real_path)["surface_id"]

    def resolve_one(self, target: "Target") -> int:
        """As `resolve`, but ids are looked up too, so that one that does not exist is found out here."""
        row = selector.one(str(target), self.surfaces(), own_id=own_id(), real_path=real_path)
        return row["surface_id"]

    def resolve_all(self, target: "Target") -> list[int]:
        """The ids of all surfaces that a selector names; at least one, or `NotFound`."""
        rows = self.surfaces()
        found = selector.matching(str(target), rows, own_id=own_id(), real_path=real_path)
        if not found:
            raise selector.no_match(str(target), rows)
        return [row["surface_id"] for row in found]

    def resolve_ended(self, target: "Target", *, several: bool = False) -> list[int]:
        """As `resolve`, or with `several` as `resolve_all`, also of panes that closed with their program.

        Those are known by their id and the name they had. One that is there comes before one that is gone, and a whole name
        before what begins with it.
        """
        if not several and (isinstance(target, int) or target == "self" or selector.surface_id(target) is not None):
            return [self.resolve(target)]
        wanted, rows = str(target), self.surfaces()
        found: Sequence[results.Named] = selector.matching(wanted, rows, own_id=own_id(), real_path=real_path)
        if not selector.is_whole(wanted, found):
            closed = selector.among_closed(wanted, rows, self.call("surface.ended")["ended"])
            found = closed if not found or selector.is_whole(wanted, closed) else found
        if not found:
            raise selector.no_match(wanted, rows)
        if len(found) > 1 and not several:
            raise selector.several(wanted, found)
        return [row["surface_id"] for row in found]

    def read(
        self,
        target: "Target",
        *,
        lines: int | None = None,
        offset: int | None = None,
        last: bool | None = None,
        ansi: bool | None = None,
        fenced: bool | None = None,
    ) -> "results.Reading":
        """The last `lines` logical lines of a pane, leaving out `offset` of them at its end; with `last` of the last output.

        >>> with Client() as client:
        ...     client.read("notes", lines=50, fenced=False)["eof"]
        True
        """
        answer: results.Reading = self.call(
            "surface.read",
            surface_id=self.resolve(target),
            lines=lines,
            offset=offset,
            last=last,
            ansi=ansi,
            fenced=fenced,
        )
        return answer

    def search(
        self, target: "Target", pattern: str, *, max_matches: int | None = None, regex: bool | None = None
    ) -> "results.Findings":
        """Logical lines that hold a text, without regard to case."""
        answer: results.Findings = self.call(
            "surface.search",
            surface_id=self.resolve(target),
            pattern=pattern,
            max_matches=max_matches,
            regex=regex,
        )
        return answer

    def split(
        self,
        direction: "Axis",
        target: "Target | None" = None,
        *,
        cwd: str | None = None,
        command: str | None = None,
        name: str | None = None,
        env: "Mapping[str, str] | None" = None,
    ) -> "results.SplitOff":
        """Split a pane, `h` with the new half below, `v` beside, and start a shell in it."""
        answer: results.SplitOff = self.call(
            "surface.split",
            direction=direction,
            surface_id=None if target is None else self.resolve(target),
            cwd=cwd,
            command=command,
            name=name,
            env=None if env is None else dict(env),
        )
        return answer

    def focus(self, target: "Target") -> "results.Focused":
        """Give a surface the person's focus, and show its workspace."""
        answer: results.Focused = self.call("surface.focus", surface_id=self.resolve(target))
        return answer

    def rename(self, target: "Target", name: str) -> str:
        """Name a surface; returns the name it got, which has a number when the wanted one is taken."""
        answer: str = self.call("surface.rename", surface_id=self.resolve(target), name=name)["name"]
        return answer

    def close_surface(self, target: "Target") -> int:
        """Close a surface and end its processes; returns its id."""
        closed: int = self.call("surface.close", surface_id=self.resolve(target))["surface_id"]
        return closed

    # -- writing -------------------------------------------------------------------------------------------------------

    def send(
        self,
        target: "Target",
        text: str,
        *,
        submit: bool = False,
        paste: bool | None = None,
        force: bool | None = None,
    ) -> "results.Receipt":
        """Put text into a pane; with `submit`, press Enter after it. Raises `Refused` while the gate is closed."""
        answer: results.Receipt = self.call(
            "surface.send_text",
            surface_id=self.resolve(target),
            text=text,
            submit=submit,
            paste=paste,
            force=force,
        )
        return answer

    def key(self, target: "Target", *keystrokes: str, repeat: int = 1, force: bool = False) -> None:
        """Press keys that do not submit, such as `ctrl-c` or `shift-tab`: all of them, or none and an error.

        With `force` also where nothing is echoed.
        """
        self.call(
            "surface.send_keystroke",
            surface_id=self.resolve(target),
            keystrokes=list(keystrokes),
            repeat=repeat,
            force=force,
        )

    def run(self, target: "Target", command: str, *, timeout_s: float = 300, force: bool = False) -> "results.Ran":
        """Type a command into a shell and wait for its end. Raises `TimedOut`, whose data has the output so far.

        With `force` also behind something that is typed already.
        """
        params = {"surface_id": self.resolve(target), "command": command, "timeout_s": timeout_s, "force": force}
        answer: results.Ran = self.request("surface.run", params, timeout_s=timeout_s + _GRACE_S)
        return answer

    # -- waiting -------------------------------------------------------------------------------------------------------

    def wait(
        self,
        targets: "Target | Iterable[Target]",
        pattern: str | None = None,
        *,
        idle_ms: int | None = None,
        timeout_s: float = 300,
        every: bool = False,
        since: int | None = None,
        send: "Mapping[str, object] | None" = None,
    ) -> "results.Waited":
        """Wait for a pattern in new output, or for quiet; of any of the targets, or of `every` one. Raises `TimedOut`.

        `since` is a generation that `send` returned; `send` is a `surface.send_text` (without `surface_id`) to do once the
        wait is armed, so that nothing of its effect can be missed.
        """
        each = [targets] if isinstance(targets, (int, str)) else list(targets)
        wanted = {
            "surfaces": [self.resolve(target) for target in each],
            "pattern": pattern,
            "idle_ms": idle_ms,
            "timeout_s": timeout_s,
            "all": every,
            "since": since,
            "send": None if send is None else dict(send),
        }
        params = {name: value for name, value in wanted.items() if value is not None}
        answer: results.Waited = self.request("surface.wait", params, timeout_s=timeout_s + _GRACE_S)
        return answer

    def wait_end(
        self,
        targets: "Target | Iterable[Target]",
        *,
        of: "Literal['program', 'command']" = "program",
        timeout_s: float = 300,
        every: bool = False,
    ) -> "list[results.Ended]":
        """Wait for the end of panes' programs, or of the commands that their shells run now. Raises `TimedOut`.

        A pane that closed with its program is found too, by its id and the name it had.
        """
        each = [targets] if isinstance(targets, (int, str)) else list(targets)
        surfaces = [surface for target in each for surface in self.resolve_ended(target)]
        params = {"surfaces": surfaces, "of": of, "timeout_s": timeout_s, "all": every}
        ended: list[results.Ended] = self.request("surface.wait_end", params, timeout_s=timeout_s + _GRACE_S)["ended"]
        return ended

    def watch(
        self,
        targets: "Iterable[Target]" = (),
        *,
        types: "Iterable[str]" = (),
        since: int | None = None,
    ) -> "Events":
        """A stream of events, over a connection of its own; of some targets, of some types, replayed from `since`.

        >>> with Client() as client, client.watch(types=["workspace_changed"]) as events:
        ...     next(events)["type"]
        'subscribed'
        """
        from paneflow.client.events import subscribe

        surfaces = [self.resolve(target) for target in targets]
        return subscribe(self.path, surfaces, list(types), since)

    # -- workspaces and the host ---------------------------------------------------------------------------------------

    def workspaces(self) -> "list[results.WorkspaceRow]":
        """All workspaces, in order."""
        rows: list[results.WorkspaceRow] = self.call("workspace.list")["workspaces"]
        return rows

    def new(
        self,
        *,
        name: str | None = None,
        cwd: str | None = None,
        command: str | None = None,
        pane_name: str | None = None,
        env: "Mapping[str, str] | None" = None,
    ) -> "results.Created":
        """Create a workspace with one shell. The person's focus stays where it is."""
        answer: results.Created = self.call(
            "workspace.create",
            name=name,
            cwd=cwd,
            command=command,
            pane_name=pane_name,
            env=None if env is None else dict(env),
        )
        return answer

    def select(self, index: int) -> int:
        """Make the workspace with an index the active one."""
        selected: int = self.call("workspace.select", index=index)["selected"]
        return selected

    def capabilities(self) -> "results.Capabilities":
        """The host's methods, engine, limits, and which gates are open now."""
        answer: results.Capabilities = self.call("system.capabilities")
        return answer

    def shut_down(self, *, force: bool = False) -> None:
        """End the host. Raises `Busy`, naming the processes, while anything but idle shells runs, unless forced."""
        self.call("system.shutdown", force=force)


def own_id() -> int | None:
    """The surface that this process runs in, if it runs in one."""
    return selector.surface_id(os.environ.get("PANEFLOW_SURFACE_ID", ""))


def real_path(path: str) -> str:
    """A folder as the kernel knows it: `~` expanded, absolute, symlinks followed."""
    return os.path.realpath(os.path.expanduser(path))
