"""`ls`, `read`, `search`: what there is and what it shows."""

import sys

from paneflow.cli import output
from paneflow.cli.command import INT, JSON, TARGET, Arg, Command, Flag
from paneflow.cli.exits import OK
from paneflow.cli.parse import Options
from paneflow.client.client import Client

TYPE_CHECKING = False
if TYPE_CHECKING:
    from paneflow.client.results import SurfaceRow

_COLUMNS = (("ID", -4), ("NAME", 20), ("CMD", 24), ("CWD", 0))


def _ls(options: Options) -> int:
    hint = ""
    with Client() as client:
        index = options.integer("workspace")
        if index is None and not options.has("all"):
            active = client.call("workspace.current")
            index = None if active is None else active["index"]
            hint = _elsewhere(client, index) if options.has("human") and sys.stdout.isatty() else ""
        found = client.call("surface.list", workspace=index)
    if options.has("human"):
        _table(found["surfaces"])
        output.text(hint)
    else:
        output.json(found)
    return OK


def _elsewhere(client: Client, index: int | None) -> str:
    """What a person is told of panes that are not listed."""
    count = sum(row["workspace"] != index for row in client.surfaces()) if index is not None else 0
    return f"+{count} {'pane' if count == 1 else 'panes'} in other workspaces: --all\n" if count else ""


def _table(rows: "list[SurfaceRow]") -> None:
    if not rows:
        output.line("(no surfaces)")
        return
    output.table(_COLUMNS, [(row["surface_id"], row["name"], row["cmd"], row["cwd"]) for row in rows])


def _read(options: Options) -> int:
    fenced = False if options.has("raw") else None
    with Client() as client:
        found = client.read(
            options.text("target"),
            lines=options.integer("lines"),
            offset=options.integer("offset"),
            last=options.has("last") or None,
            ansi=options.has("ansi") or None,
            fenced=fenced,
        )
    if options.has("json"):
        output.json(found)
    elif options.has("ansi"):
        output.styled(found["text"])
    else:
        output.text(found["text"], raw=options.has("raw"))
    return OK


def _search(options: Options) -> int:
    with Client() as client:
        found = client.search(
            options.text("target"),
            options.text("pattern"),
            max_matches=options.integer("max"),
            regex=options.has("regex") or None,
        )
    if not options.has("human"):
        output.json(found)
        return OK
    for match in found["matches"]:
        output.line(f"{match['line']}: {output.one_line(match['text'])}")
    return OK


LS = Command(
    "ls",
    "List the panes of the active workspace as JSON.",
    _ls,
    flags=(
        Flag("--human", "Print a table."),
        Flag("--all", "List the panes of every workspace."),
        Flag("--workspace", "List those of the workspace with this index.", value="N", kind=INT),
    ),
    conflicts=(("--all", "--workspace"),),
    examples=("paneflow ls --human", "paneflow ls --all | jq -r '.surfaces[].name'"),
)

READ = Command(
    "read",
    "Print what a pane shows and has shown, wrapped as untrusted text.",
    _read,
    args=(TARGET,),
    flags=(
        Flag("--lines", "How many lines, 200 by default (with --last 4000), 4000 at most.", value="N", kind=INT),
        Flag("--offset", "Leave out this many lines at the end.", value="N", kind=INT),
        Flag("--last", "Only the output of the command that ended last; its exit code is in --json."),
        Flag("--ansi", "With colours and attributes, and no other sequence; at most 1000 lines."),
        JSON,
        Flag("--raw", "Print the bare text, without the wrapping."),
    ),
    conflicts=(("--last", "--ansi"),),
    examples=(
        "paneflow read api --lines 50",
        "paneflow read cmdline:vite --raw | grep -c error",
        "paneflow read api --last --raw | head",
        "paneflow read api --ansi --raw > screen.ansi",
    ),
    notes="Into a pipe the text goes as it is, without a line end after its last line.",
)

SEARCH = Command(
    "search",
    "Find the lines of a pane that hold a text, without regard to case.",
    _search,
    args=(TARGET, Arg("pattern", "The text.")),
    flags=(
        Flag(
            "--max", "At most this many lines, 50 by default, 1000 at most.", value="N", kind=INT, param="max_matches"
        ),
        Flag("--regex", "The text is a regular expression."),
        Flag("--human", "Print `line: text`."),
    ),
    examples=("paneflow search api error --human",),
)

COMMANDS = (LS, READ, SEARCH)
