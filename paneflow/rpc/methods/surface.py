"""`surface.*`: terminals, what they show, and what is typed into them."""

from paneflow.rpc.method import KEYSTROKE, WRITE, Method
from paneflow.rpc.methods.common import (
    COMMAND,
    CWD,
    ENV,
    ENV_LEFT_OUT,
    FOCUS,
    ID,
    MAYBE_SURFACE_ID,
    ONE_TARGET,
    SURFACE_ID,
    SURFACE_NAME,
    SURFACE_ROW,
    TARGET,
    TARGET_ERRORS,
)
from paneflow.rpc.shapes import Bool, Choice, Field, Int, Many, Maybe, Number, Record, Str

MAX_TEXT = 65536  # bytes of one send_text
MAX_KEYS = 256  # of one send_keystroke
KEY = Str(1, 64)
GENERATION = Field("output_generation", Int(0), "Rises with every output of the pane.", required=True)

HIDDEN = Record(
    Field(
        "line",
        Int(0),
        "Counted from the oldest retained one, as in `surface.search`; with `last` from the output's first.",
        required=True,
    ),
    Field("col", Int(0), "Characters before it in its line.", required=True),
    Field("codepoint", Int(0), required=True),
)

LIST = Method(
    "surface.list",
    "All surfaces, in the order of their workspaces.",
    Field("workspace", Int(0), "Only those of the workspace with this index."),
    result=Record(Field("surfaces", Many(SURFACE_ROW), required=True)),
    errors=("workspace_not_found",),
)

READ = Method(
    "surface.read",
    "Scrollback followed by the live screen, soft-wrapped rows joined.",
    *TARGET,
    Field("lines", Int(), "How many logical lines; brought into 1 to 4000. The default is 200, with `last` 4000."),
    Field("offset", Int(0), "Lines to leave out at the end.", default=0),
    Field("last", Bool(), "Only the output of the command that ended last, by shell marks.", default=False),
    Field(
        "ansi",
        Bool(),
        "With colours and attributes as SGR sequences, and no others; without them it is the same text, at most 1000 lines.",
        default=False,
    ),
    Field("fenced", Bool(), "Wrap the text as untrusted. The default is `ai_injection_fence`."),
    result=Record(
        Field("text", Str(), required=True),
        Field("lines", Int(0), required=True),
        Field("total_lines", Int(0), required=True),
        Field(
            "eof",
            Bool(),
            "The oldest retained line was reached, with `last` the first one of the output.",
            required=True,
        ),
        Field(
            "hidden",
            Many(HIDDEN),
            "Characters nobody sees, at most 1000: they may make a line look like another.",
            required=True,
        ),
        Field("exit_code", Maybe(Int()), "With `last`: that command's."),
        Field("evidence", Choice("marks"), "With `last`: how it is known where the output begins and ends."),
        GENERATION,
        open=True,
    ),
    one_of=ONE_TARGET,
    errors=(*TARGET_ERRORS, "offset_out_of_range", "no_marks", "no_command", "output_gone"),
)

SEARCH = Method(
    "surface.search",
    "Logical lines that hold a text, without regard to case; with `regex`, that match a pattern.",
    *TARGET,
    Field("pattern", Str(1, 512), required=True),
    Field("max_matches", Int(), "Brought into 1 to 1000.", default=50),
    Field("regex", Bool(), default=False),
    result=Record(
        Field(
            "matches",
            Many(
                Record(
                    Field("line", Int(), "Counted from the oldest retained one, from 0.", required=True),
                    Field("text", Str(), required=True),
                )
            ),
            required=True,
        ),
        Field("truncated", Bool(), required=True),
    ),
    one_of=ONE_TARGET,
    errors=(*TARGET_ERRORS, "invalid_pattern", "pattern_too_slow"),
)

RENAME = Method(
    "surface.rename",
    "Give a surface a name to select it by; an empty one clears it.",
    SURFACE_ID,
    Field("name", Str(0, 256)),
    Field("new_name", Str(0, 256), "The older word for `name`."),
    result=Record(Field("renamed", Bool(), required=True), Field("name", Str(), required=True)),
    one_of=("name", "new_name"),
    errors=("surface_not_found",),
)

FOCUS_ = Method(
    "surface.focus",
    "Give a surface the person's focus, and show its workspace.",
    *TARGET,
    result=Record(
        Field("focused", Bool(), required=True),
        Field("surface_id", ID, required=True),
        Field("workspace", Int(0), required=True),
    ),
    one_of=ONE_TARGET,
    errors=TARGET_ERRORS,
)

SEND_TEXT = Method(
    "surface.send_text",
    "Put text into a pane. Without `submit` nothing is ever submitted: text with line ends is refused unless it can be pasted.",
    SURFACE_ID,
    Field("text", Str(0, MAX_TEXT), required=True),
    Field("submit", Bool(), "Press Enter after it.", default=False),
    Field("paste", Bool(), "Bracketed paste, if the program has it on. The default depends on the program."),
    Field("force", Bool(), "Also into a prompt that does not echo.", default=False),
    result=Record(
        Field("sent", Bool(), required=True),
        Field("length", Int(0), "Bytes of text.", required=True),
        Field("submitted", Bool(), required=True),
        Field("paste", Bool(), required=True),
        Field("submit_mode", Maybe(Choice("deferred_paste_cr", "inline_cr")), required=True),
        Field("output_generation", Int(0), "From just before the write.", required=True),
        Field("agent_target", Bool(), required=True),
        Field("agent_tool", Maybe(Str()), required=True),
        Field("terminal_bracketed_paste", Bool(), required=True),
        open=True,
    ),
    capability=WRITE,
    errors=(
        "surface_not_found",
        "surface_exited",
        "gate_closed",
        "too_large",
        "would_submit",
        "no_echo",
        "empty_text",
    ),
)

SEND_KEYSTROKE = Method(
    "surface.send_keystroke",
    "Press keys that do not submit, such as ctrl-c or shift-tab. None is pressed unless all of them can be.",
    SURFACE_ID,
    Field("keystroke", KEY, "Modifiers and a key, joined by dashes."),
    Field("keystrokes", Many(KEY, 1, MAX_KEYS), "Several, pressed one after another with nothing between them."),
    Field("repeat", Int(1, MAX_KEYS), "How often all of it is pressed.", default=1),
    Field("force", Bool(), "Also in a prompt that does not echo.", default=False),
    result=Record(
        Field("sent", Bool(), required=True),
        Field("count", Int(1), "How many keys were pressed.", required=True),
        open=True,
    ),
    capability=KEYSTROKE,
    one_of=("keystroke", "keystrokes"),
    errors=(
        "surface_not_found",
        "surface_exited",
        "gate_closed",
        "too_large",
        "would_submit",
        "unknown_key",
        "no_echo",
    ),
)

SPLIT = Method(
    "surface.split",
    "Split a pane and start a shell in the new half. Without a target: the focused pane of the active workspace.",
    Field("direction", Choice("h", "v", "horizontal", "vertical"), "h: below; v: beside.", required=True),
    MAYBE_SURFACE_ID,
    CWD,
    COMMAND,
    Field("argv", Many(Str(0, 131_072), low=1, high=1024), "Run this instead of a shell; the pane ends with it."),
    Field("prompt", Str(0, 65536), "Filled in when the program is ready; never submitted."),
    ENV,
    SURFACE_NAME,
    Field("managed_worktree", Record(open=True), "The worktree it lives in, to be looked after at close."),
    FOCUS,
    result=Record(
        Field("split", Bool(), required=True),
        Field("direction", Choice("horizontal", "vertical"), required=True),
        Field("panes", Int(1), "Panes in the workspace now.", required=True),
        Field("surface_id", ID, "The new one.", required=True),
        Field("name", Str(), required=True),
        ENV_LEFT_OUT,
        open=True,
    ),
    errors=(
        "surface_not_found",
        "workspace_not_found",
        "too_many_panes",
        "not_a_directory",
        "invalid_env",
        "spawn_failed",
    ),
)

NEW = Method(
    "surface.new",
    "Stack a new surface, a tab, in a surface's pane.",
    SURFACE_ID,
    CWD,
    COMMAND,
    ENV,
    SURFACE_NAME,
    FOCUS,
    result=Record(
        Field("surface_id", ID, required=True),
        Field("pane_id", ID, required=True),
        Field("name", Str(), required=True),
        ENV_LEFT_OUT,
    ),
    errors=("surface_not_found", "too_many_surfaces", "not_a_directory", "invalid_env", "spawn_failed"),
)

CLOSE = Method(
    "surface.close",
    "Close a surface and end its processes (hang-up, then kill after a grace). Undo brings it back without them.",
    *TARGET,
    result=Record(Field("closed", Bool(), required=True), Field("surface_id", ID, required=True)),
    one_of=ONE_TARGET,
    errors=TARGET_ERRORS,
)

RESIZE = Method(
    "surface.resize",
    "Set a surface's size in cells. A window that shows it sets it again.",
    SURFACE_ID,
    Field("cols", Int(1, 1000), required=True),
    Field("rows", Int(1, 500), required=True),
    result=Record(Field("cols", Int(1), required=True), Field("rows", Int(1), required=True)),
    errors=("surface_not_found",),
)

INFO = Method(
    "surface.info",
    "Everything known of one surface: process, size, modes, exit status, memory, process tree, ports.",
    *TARGET,
    result=Record(
        Field("surface_id", ID, required=True),
        Field("name", Str(), required=True),
        Field("pid", Maybe(Int()), required=True),
        Field("cols", Int(1), required=True),
        Field("rows", Int(1), required=True),
        Field("exit_code", Maybe(Int()), required=True),
        Field("signal", Maybe(Int()), required=True),
        Field("memory_bytes", Int(0), "What the host holds for it.", required=True),
        Field("modes", Record(open=True), required=True),
        Field("processes", Many(Record(open=True)), required=True),
        Field("ports", Many(Int()), required=True),
        GENERATION,
        open=True,
    ),
    one_of=ONE_TARGET,
    errors=TARGET_ERRORS,
)

STATUS = Method(
    "surface.status",
    "The agent of one surface, with the fields of `fleet.list`; of several the one that needs its person most. None: idle.",
    *TARGET,
    result=Record(
        Field("surface_id", ID, required=True),
        Field("state", Str(), required=True),
        Field("hooked", Bool(), required=True),
        Field("tool", Maybe(Str()), required=True),
        GENERATION,
        open=True,
    ),
    one_of=ONE_TARGET,
    errors=TARGET_ERRORS,
)

CLEAR = Method(
    "surface.clear",
    "Drop the scrollback, and the screen but for the line of the cursor.",
    *TARGET,
    Field("scrollback_only", Bool(), default=False),
    result=Record(Field("cleared", Bool(), required=True)),
    one_of=ONE_TARGET,
    errors=TARGET_ERRORS,
)

WAIT = Method(
    "surface.wait",
    "Wait for a pattern in new output, or for quiet. Armed before it answers anything; the sender's own echo never matches.",
    Field("surfaces", Many(ID, 1, 256), "The surfaces to watch.", required=True),
    Field("pattern", Str(1, 4096), "A regular expression over new text; may span lines."),
    Field("idle_ms", Int(1, 86_400_000), "Quiet for this long."),
    Field("timeout_s", Number(0, 86_400), default=300),
    Field("all", Bool(), "Every surface must match, not just one.", default=False),
    Field("since", Int(0), "Also look at output after this generation."),
    Field("send", Record(open=True), "A send_text (without surface_id) to do once armed; one surface only."),
    result=Record(
        Field("matched", Bool(), required=True),
        Field("idle", Bool(), required=True),
        Field("panes", Many(ID), required=True),
        Field("matches", Many(Record(open=True)), required=True),
        open=True,
    ),
    errors=("surface_not_found", "surface_exited", "invalid_pattern", "timed_out", "pattern_too_slow"),
    slow=True,
)

ENDED = Method(
    "surface.ended",
    "Surfaces that are closed and whose programs ended themselves, the last 256, in the order of their ends.",
    result=Record(
        Field(
            "ended",
            Many(
                Record(
                    Field("surface_id", ID, required=True),
                    Field("name", Str(), "What it was called when it was closed.", required=True),
                    Field("exit_code", Maybe(Int()), "128 and the signal when one ended it.", required=True),
                    Field("signal", Maybe(Int()), required=True),
                )
            ),
            required=True,
        ),
    ),
)

WAIT_END = Method(
    "surface.wait_end",
    "Wait for the end of surfaces' programs, or of the commands that their shells run now. What has ended counts at once.",
    Field("surfaces", Many(ID, 1, 256), "The surfaces to watch.", required=True),
    Field("of", Choice("program", "command"), "A command's end is told by shell marks.", default="program"),
    Field("timeout_s", Number(0, 86_400), default=300),
    Field("all", Bool(), "In every surface, not just in one.", default=False),
    result=Record(
        Field(
            "ended",
            Many(
                Record(
                    Field("surface_id", ID, required=True),
                    Field("exit_code", Maybe(Int()), "128 and the signal when one ended it.", required=True),
                    Field("signal", Maybe(Int()), required=True),
                    Field("evidence", Choice("marks", "exited"), "How the end was known.", required=True),
                )
            ),
            "In the order of their ends.",
            required=True,
        ),
    ),
    errors=("surface_not_found", "surface_exited", "timed_out", "no_marks", "no_command"),
    slow=True,
)

RUN = Method(
    "surface.run",
    "Type a command into a shell, wait for its end by shell marks, and return how it ended and what it printed.",
    SURFACE_ID,
    Field("command", Str(1, MAX_TEXT), required=True),
    Field("timeout_s", Number(0, 86_400), default=300),
    Field(
        "idle_ms",
        Int(1, 86_400_000),
        "Without shell marks: quiet for this long counts as the end, while no program that it started is in front.",
        default=1000,
    ),
    Field(
        "force", Bool(), "Also where something seems to be typed already, which becomes a part of it.", default=False
    ),
    result=Record(
        Field("exit_code", Maybe(Int()), required=True),
        Field("output", Str(), "What it printed, at most the last million characters.", required=True),
        Field(
            "truncated",
            Bool(),
            "The output has lost its beginning, or lines that were cleared or taken away unread.",
            required=True,
        ),
        Field("duration_ms", Int(0), required=True),
        Field("evidence", Choice("marks", "idle", "exited"), "How the end was known.", required=True),
        open=True,
    ),
    capability=WRITE,
    errors=(
        "surface_not_found",
        "surface_exited",
        "gate_closed",
        "no_echo",
        "timed_out",
        "not_at_prompt",
        "incomplete_command",
    ),
    slow=True,
)

METHODS = (
    LIST, READ, SEARCH, STATUS, RENAME, FOCUS_, SEND_TEXT, SEND_KEYSTROKE, SPLIT, NEW, CLOSE, RESIZE, INFO, CLEAR, WAIT,
    ENDED, WAIT_END, RUN,
)  # fmt: skip
