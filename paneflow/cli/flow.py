"""`flow run`: the steps of a file, each when what it needs is done."""

import contextlib
import sys

from paneflow.cli import output
from paneflow.cli.command import FILE, JSON, Arg, Command, Flag, Group
from paneflow.cli.exits import OK
from paneflow.cli.parse import Options
from paneflow.client.client import Client
from paneflow.errors import Refused, Unavailable


def _run(options: Options) -> int:
    from paneflow.cli.agent_line import agent_names
    from paneflow.cli.flow_host import FlowHost
    from paneflow.cli.flow_runner import Runner
    from paneflow.cli.flow_view import view_for
    from paneflow.cli.provision import base_of, check_size, look, read_document
    from paneflow.flow.report import exit_status, report
    from paneflow.spec.flow import parse_flow
    from paneflow.spec.units import dry_run

    file, dry = options.text("file"), options.has("dry-run")
    flow, problems = parse_flow(read_document(file), file, agents=agent_names)
    problems.check()
    host = None if dry else FlowHost()
    _check_gate(submits=flow.submits, dry=dry)
    spawns = [(unit, unit.pane) for unit in flow.units if unit.pane is not None]
    needs = look(
        [(("step", unit.step, "pane"), pane) for unit, pane in spawns],
        base=base_of(file),
        port_base=flow.spec.port_base,
        report=problems,
    )
    check_size([each for (unit, _), each in zip(spawns, needs, strict=True) if not unit.needs], problems)
    if host is None:
        spec = flow.spec
        output.json(dry_run(spec.name, spec.layout, spec.defaults.on_failure, flow.units))
        return OK
    by_unit = {unit.id: each for (unit, _), each in zip(spawns, needs, strict=True)}
    run = Runner(flow, by_unit, host, view_for(json=options.has("json"))).run()
    if options.has("json"):
        with contextlib.suppress(BrokenPipeError):  # how the flow ended counts, not who still reads
            output.json(report(flow.spec.name, run))
            sys.stdout.flush()
    return exit_status(run)


def _check_gate(*, submits: bool, dry: bool) -> None:
    """Raise when the flow could not be run to its end; a dry run only warns when no host answers."""
    try:
        with Client() as client:
            scripting = client.capabilities()["scripting"]
    except Unavailable as error:
        if not dry:
            raise
        output.complain(f"whether the gate is open is not known: {error.message}")
        return
    if submits and not scripting:
        raise Refused("the flow submits text, and the gate for that is closed", kind="gate_closed")


RUN = Command(
    "run",
    "Run a flow: start panes, type into them, wait for their output.",
    _run,
    args=(Arg("file", "A flow document (TOML).", kind=FILE),),
    flags=(
        Flag("--dry-run", "Print what would be done, unit by unit, and do nothing."),
        Flag(JSON.name, "Print the report as JSON; changes go to stderr."),
    ),
    examples=("paneflow flow run review.toml", "paneflow flow run review.toml --dry-run --json"),
    notes=(
        "Exit code 0: every step is ready; 4: a ready pattern did not come in time; 1: another step failed; 2: the file is "
        "wrong. Ctrl-C ends the run (130); its panes stay. Keys of a step: id, needs, foreach, pane or send, submit, ready, "
        "capture; specs/documents.md explains them."
    ),
)

COMMANDS = (
    Group(
        "flow", "Run the steps of a file.", RUN, examples=("paneflow flow run review.toml --dry-run", *RUN.examples[:1])
    ),
)
