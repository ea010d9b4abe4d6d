"""What a verb takes, as data. The parser, `--help`, the completions and the man page all read it from here."""

from paneflow.errors import PaneflowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from paneflow.cli.parse import Options

    Run = Callable[[Options], int]

# What a word is; completions offer fitting values.
TEXT, INT, SECONDS, PANE, FILE, FOLDER, METHOD = "text", "int", "seconds", "pane", "file", "folder", "method"
MOST = 2**53  # what every JSON reader keeps exactly
DAY_S = 86_400


class Usage(PaneflowError):
    """The command line itself is wrong."""

    default_kind = "usage"


class Arg:
    """A word by its place. `rest` takes all words from there on (those after `--` too), at least one unless `optional`.

    A number is from `low` to `high`. `param` is the protocol's word for it, "" if it has none.
    """

    def __init__(
        self,
        name: str,
        doc: str,
        *,
        kind: str = TEXT,
        choices: tuple[str, ...] = (),
        optional: bool = False,
        rest: bool = False,
        low: int = 0,
        high: int = MOST,
        param: str | None = None,
    ) -> None:
        self.name, self.doc, self.kind, self.choices = name, doc, kind, choices
        self.optional, self.rest = optional, rest
        self.low, self.high = low, high
        self.param = name if param is None else param

    @property
    def shown(self) -> str:
        """As usage lines show it."""
        inner = "|".join(self.choices) if self.choices and len(self.choices) < 6 else f"<{self.name}>"
        inner += "…" if self.rest else ""
        return f"[{inner}]" if self.optional else inner


class Flag:
    """An option by its name. Without `value`, the word for what follows it, it is a switch.

    A number is from `low` to `high`. `param` is the protocol's word for it, "" if it has none.
    """

    def __init__(
        self,
        name: str,
        doc: str,
        *,
        value: str = "",
        kind: str = TEXT,
        choices: tuple[str, ...] = (),
        required: bool = False,
        many: bool = False,
        low: int = 0,
        high: int | None = None,
        param: str | None = None,
    ) -> None:
        self.name, self.doc, self.value, self.kind, self.choices = name, doc, value, kind, choices
        self.required, self.many = required, many
        self.low, self.high = low, high if high is not None else DAY_S if kind == SECONDS else MOST
        self.param = name.lstrip("-").replace("-", "_") if param is None else param

    @property
    def shown(self) -> str:
        """As help texts show it."""
        return f"{self.name} {self.value}" if self.value else self.name


class Command:
    """A verb. `run` is None for the few that `__main__` begins itself; `conflicts` are flags that exclude each other."""

    def __init__(
        self,
        name: str,
        doc: str,
        run: "Run | None",
        *,
        args: tuple[Arg, ...] = (),
        flags: tuple[Flag, ...] = (),
        conflicts: tuple[tuple[str, str], ...] = (),
        examples: tuple[str, ...] = (),
        notes: str = "",
    ) -> None:
        self.name, self.doc, self.run, self.args, self.flags = name, doc, run, args, flags
        self.conflicts, self.examples, self.notes = conflicts, examples, notes


class Group:
    """A verb with verbs of its own, such as `host start`."""

    def __init__(self, name: str, doc: str, *commands: Command, examples: tuple[str, ...] = ()) -> None:
        self.name, self.doc, self.commands, self.examples = name, doc, commands, examples


JSON = Flag("--json", "Print JSON.")
CWD = Flag("--cwd", "The folder to start in.", value="DIR", kind=FOLDER)
START = Flag("--command", "Typed into the new shell once its prompt is there.", value="TEXT")
ENV = Flag("--env", "A variable for the new shell; may be given several times.", value="K=V", many=True)
TARGET = Arg("target", "A pane: an id, a name, cmdline:TEXT, cwd:DIR or self.", kind=PANE, param="surface_id")
