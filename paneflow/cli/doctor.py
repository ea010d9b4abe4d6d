"""`doctor`: is everything there? Each check says what it found, and what to do where something is wrong."""

from paneflow.cli import output
from paneflow.cli.checks import BAD, CHECKS, GOOD, Finding
from paneflow.cli.command import JSON, Command
from paneflow.cli.exits import FAILED, OK
from paneflow.cli.parse import Options


def _doctor(options: Options) -> int:
    findings = [found for check in CHECKS for found in check()]
    if options.has("json"):
        output.json({"checks": [finding.as_data() for finding in findings]})
    else:
        for finding in findings:
            _print(finding)
    return FAILED if any(finding.level == BAD for finding in findings) else OK


def _print(finding: Finding) -> None:
    output.line(f"{finding.level:<5} {finding.subject}: {finding.text}")
    if finding.level != GOOD and finding.hint:
        output.line(f"      {finding.hint}")


DOCTOR = Command(
    "doctor",
    "Check that everything Paneflow needs is there; exit code 1 if something vital is not.",
    _doctor,
    flags=(JSON,),
    examples=("paneflow doctor",),
)

COMMANDS = (DOCTOR,)
