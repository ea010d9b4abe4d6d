"""`send`, `key`: writing to panes."""

from paneflow.cli import output
from paneflow.cli.command import FILE, INT, SECONDS, TARGET, Arg, Command, Flag, Usage
from paneflow.cli.exits import FAILED, OK
from paneflow.cli.gone import as_gone
from paneflow.cli.parse import Options
from paneflow.cli.report_file import instruction, report_path, sentinel
from paneflow.client.client import Client
from paneflow.errors import PaneflowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_WAIT_S = 300


def _send(options: Options) -> int:
    text = options.text("text")
    submit = options.has("submit")
    if not text and not submit:
        raise Usage("the text is empty; only with --submit does that mean something (Enter)")
    report = report_path(options.text("report-file")) if options.has("report-file") else None
    if report is not None:
        text += instruction(report)
    with Client() as client:
        if options.has("broadcast"):
            return _broadcast(client, options, text)
        if options.has("wait"):
            return _send_and_wait(client, options, text)
        return _send_one(client, client.resolve(options.text("target")), _params(options, text), report)


def _params(options: Options, text: str) -> "dict[str, Any]":
    params: dict[str, Any] = {"text": text, "submit": options.has("submit")}
    params |= {"paste": options.has("paste")} if options.has("paste") or options.has("type") else {}
    return params | ({"force": True} if options.has("force") else {})


def _send_one(client: Client, target: int, params: "dict[str, Any]", report: str | None) -> int:
    before = client.call("surface.status", surface_id=target) if params["submit"] else None
    receipt = client.call("surface.send_text", surface_id=target, **params)
    if report is not None:
        receipt |= {"report_file": report, "report_sentinel": sentinel(report)}
    if before is None or not receipt["agent_target"]:
        output.json(receipt)
        return OK
    from paneflow.cli.turn import TURN_S, confirm

    reason, again = confirm(client, target, before, params["text"])
    output.json(receipt | {"started": reason is not None, "start_reason": reason, "enter_repeated": again})
    if reason is None:
        output.complain(f"the text was submitted, but no turn of the agent began within {TURN_S:g} s")
        return FAILED
    return OK


def _send_and_wait(client: Client, options: Options, text: str) -> int:
    pattern, timeout_s = options.text("wait"), options.seconds("timeout", _WAIT_S)
    target = client.resolve_one(options.text("target"))
    with as_gone():
        output.json(client.wait(target, pattern, timeout_s=timeout_s, send=_params(options, text)))
    return OK


def _broadcast(client: Client, options: Options, text: str) -> int:
    sent: list[int] = []
    failed: list[dict[str, object]] = []
    params = _params(options, text)
    for target in client.resolve_all(options.text("target")):
        try:
            client.call("surface.send_text", surface_id=target, **params)
            sent.append(target)
        except PaneflowError as error:
            if error.kind in ("gate_closed", "unavailable", "no_answer"):
                raise  # it would be the same for each of them
            failed.append({"surface_id": target, "error": error.message})
    output.json({"sent": sent, "failed": failed, "submitted": options.has("submit")})
    return FAILED if failed else OK


def _key(options: Options) -> int:
    with Client() as client:
        target = client.resolve(options.text("target"))
        params: dict[str, Any] = {"force": True} if options.has("force") else {}
        if (repeat := options.integer("repeat")) is not None:
            params["repeat"] = repeat
        keys = options.many("keystroke")
        try:
            pressed = client.call("surface.send_keystroke", surface_id=target, keystrokes=keys, **params)
        except PaneflowError as error:
            if error.kind != "would_submit":
                raise
            key = error.data.get("keystroke", "it")
            raise Usage(f"{key} would submit, which key never does; paneflow send TARGET '' --submit does") from None
    output.json(pressed)
    return OK


SEND = Command(
    "send",
    "Put text into a pane. Nothing is submitted unless --submit is given.",
    _send,
    args=(TARGET, Arg("text", "The text; one that begins with a dash goes after --.")),
    flags=(
        Flag("--submit", "Press Enter after it. For an agent, check that its turn began."),
        Flag("--paste", "As a bracketed paste, if the program takes one."),
        Flag("--type", "As if typed, also into a program that takes pastes; several lines only with --submit."),
        Flag("--broadcast", "To every pane that matches."),
        Flag("--wait", "Then wait for a pattern in what comes back.", value="PATTERN", param="pattern"),
        Flag("--timeout", "How long --wait waits, 300 by default.", value="S", kind=SECONDS, param="timeout_s"),
        Flag("--report-file", "Ask the agent to write its answer to this file.", value="PATH", kind=FILE),
        Flag("--force", "Also to a program that reads without echo."),
    ),
    conflicts=(
        ("--broadcast", "--report-file"),
        ("--broadcast", "--wait"),
        ("--report-file", "--wait"),
        ("--paste", "--type"),
    ),
    examples=(
        "paneflow send api 'make test' --submit",
        "paneflow send api 'make test' --submit --wait 'passed|failed'",
        "paneflow send cwd:~/src --broadcast 'git pull' --submit",
        "paneflow send editor ':w' --type --submit",
    ),
    notes="Writing needs an open gate: a host started with PANEFLOW_IPC_SCRIPTING=1, or ai_unrestricted in the configuration.",
)

KEY = Command(
    "key",
    "Press keys that do not submit, one after another. None is pressed unless all of them can be.",
    _key,
    args=(
        TARGET,
        Arg(
            "keystroke",
            "Modifiers and a key joined by dashes: ctrl-c, shift-tab, alt-left, f5.",
            rest=True,
            param="keystrokes",
        ),
    ),
    flags=(
        Flag("--repeat", "Press all of it so often, up to 256 times.", value="N", kind=INT, low=1, high=256),
        Flag("--force", "Also in a program that reads without echo, such as to leave its question."),
    ),
    examples=("paneflow key api ctrl-c", "paneflow key notes escape g g", "paneflow key files down --repeat 5"),
    notes="Needs a host started with PANEFLOW_IPC_SCRIPTING=1.",
)

COMMANDS = (SEND, KEY)
