"""`wait`: until output matches, until nothing comes any more, or until what runs has ended."""

from paneflow.cli import output
from paneflow.cli.command import DAY_S, INT, PANE, SECONDS, Command, Flag, Usage
from paneflow.cli.exits import OK
from paneflow.cli.gone import as_gone
from paneflow.cli.parse import Options
from paneflow.client.client import Client
from paneflow.errors import TimedOut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from paneflow.client.results import Waited

_TIMEOUT_S = 300
_QUIET_MS = 1000
_ENDS = ("--exit", "--command")
_OTHERS = ("--pattern", "--idle", "--for", "--since")


def _wait(options: Options) -> int:
    if options.has("exit") or options.has("command"):
        return _wait_for_end(options)
    pattern, idle = options.maybe("pattern"), options.has("idle")
    _check(pattern, idle=idle, several=_several(options))
    quiet_ms = options.integer("for") or _QUIET_MS
    timeout_s = options.seconds("timeout", _TIMEOUT_S)
    with Client() as client:
        targets = _targets(client, options)
        try:
            with as_gone():
                found = client.wait(
                    targets,
                    pattern,
                    idle_ms=quiet_ms if idle else None,
                    timeout_s=timeout_s,
                    every=options.has("all"),
                    since=options.integer("since"),
                )
        except TimedOut as error:
            if error.kind != "timed_out":
                raise
            raise TimedOut(_too_late(pattern, timeout_s, quiet_ms if idle else None)) from None
    output.json(_report(found, targets[0]) if idle else found)
    return OK


def _check(pattern: str | None, *, idle: bool, several: bool) -> None:
    if pattern is None and not idle:
        raise Usage("wait needs --pattern, --idle, --exit or --command")
    if pattern == "":
        raise Usage("--pattern is empty: it would match at once")
    if idle and several:
        raise Usage("--idle is of one pane; it does not go with --any or --all")


def _wait_for_end(options: Options) -> int:
    with Client() as client:
        targets = client.resolve_ended(options.text("match"), several=_several(options))
        ended = client.wait_end(
            targets,
            of="command" if options.has("command") else "program",
            timeout_s=options.seconds("timeout", _TIMEOUT_S),
            every=options.has("all"),
        )
    output.json({"ended": ended} if _several(options) else ended[0])
    return OK


def _several(options: Options) -> bool:
    return options.has("any") or options.has("all")


def _targets(client: Client, options: Options) -> list[int]:
    selector = options.text("match")
    return client.resolve_all(selector) if _several(options) else [client.resolve_one(selector)]


def _report(found: "Waited", target: int) -> dict[str, object]:
    report: dict[str, object] = {"surface_id": target, "idle": found["idle"], "matched": found["matched"]}
    return report | ({"matches": found["matches"]} if found["matched"] else {})


def _too_late(pattern: str | None, timeout_s: float, quiet_ms: int | None) -> str:
    wanted = [] if pattern is None else [f"no new output matched {pattern!r}"]
    wanted += [] if quiet_ms is None else [f"it was never quiet for {quiet_ms} ms"]
    return f"{' and '.join(wanted)} within {timeout_s:g} s"


WAIT = Command(
    "wait",
    "Wait until new output of a pane matches a pattern or it is quiet, or until what runs in it has ended.",
    _wait,
    flags=(
        Flag(
            "--match",
            "The pane, or with --any or --all the panes.",
            value="SEL",
            kind=PANE,
            required=True,
            param="surfaces",
        ),
        Flag("--pattern", "A regular expression over the output; it may span lines.", value="RE"),
        Flag("--idle", "Wait for quiet."),
        Flag(
            "--for",
            "How long quiet has to last, 1000 by default.",
            value="MS",
            kind=INT,
            low=1,
            high=DAY_S * 1000,
            param="idle_ms",
        ),
        Flag("--exit", "Wait for the end of its program, and print the exit code."),
        Flag("--command", "Wait for the end of the command that its shell runs, and print the exit code."),
        Flag(
            "--timeout", "Give up after this, 300 by default; exit code 4.", value="S", kind=SECONDS, param="timeout_s"
        ),
        Flag("--any", "Until any of several panes matches."),
        Flag("--all", "Until all of several panes have matched."),
        Flag("--since", "Also look at output after this generation, as send prints it.", value="GENERATION", kind=INT),
    ),
    conflicts=(("--any", "--all"), *((end, other) for end in _ENDS for other in _OTHERS), _ENDS),
    examples=(
        "paneflow wait --match api --pattern 'listening on :[0-9]+' --timeout 30",
        "paneflow wait --match api --idle --for 2000",
        "paneflow wait --match api --command | jq .exit_code",
    ),
    notes=(
        "What has ended already counts at once, also of a pane that closed with its program: by its id, or by the "
        "name it had while no pane has that. A command's end is known where the shell marks it, as with our integration."
    ),
)

COMMANDS = (WAIT,)
