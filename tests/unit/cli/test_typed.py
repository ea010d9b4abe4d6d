import pytest

from paneflow.cli import registry
from paneflow.cli.command import Command
from paneflow.cli.typed import as_typed
from paneflow.errors import InvalidParams, NotFound
from paneflow.rpc.table import method


def of(verb: str) -> Command:
    found = registry.load(verb)
    assert isinstance(found, Command)
    return found


@pytest.mark.parametrize(
    ("verb", "name", "params", "message"),
    [
        ("key", "surface.send_keystroke", {"surface_id": 1, "keystroke": "a", "repeat": 99999999},
         "--repeat must be 1 to 256, not 99999999"),
        ("key", "surface.send_keystroke", {"surface_id": 1, "keystrokes": ["a", "b" * 70]},
         "keystroke must have 1 to 64 characters, not 70"),
        ("wait", "surface.wait", {"surfaces": [1], "pattern": "", "timeout_s": 1e9},
         "--pattern must have 1 to 4096 characters, not 0; --timeout must be 0 to 86400, not 1000000000.0"),
        ("search", "surface.search", {"surface_id": 0, "pattern": "x"}, "target must be 1 to 9007199254740992, not 0"),
        ("split", "surface.split", {"direction": "h", "env": {"A": 1}}, "--env must be a string, not a number"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_in_the_verbs_words(
    verb: str, name: str, params: dict[str, object], message: str
) -> None:
    with pytest.raises(InvalidParams) as caught:
        method(name).check(params)
    again = as_typed(caught.value, of(verb))
    assert (again.message, again.kind, again.data) == (message, "invalid_params", caught.value.data)


def test_what_a_handler_finds_wrong_with_a_param_is_told_so_too() -> None:
    error = InvalidParams.of("since", "must be one of a few, not 3", kind="generation_unknown", known=[4])
    assert (error.message, error.data["known"]) == ("since must be one of a few, not 3", [4])
    again = as_typed(error, of("wait"))
    assert (again.message, again.kind) == ("--since must be one of a few, not 3", "generation_unknown")


@pytest.mark.parametrize(
    "error",
    [
        NotFound("there is no surface 9", kind="surface_not_found"),
        InvalidParams("ls: params.nothing is unknown", problems=[{"path": "params.nothing", "message": "is unknown"}]),
        InvalidParams("ls: params must be an object", problems=[{"path": "params", "message": "must be an object"}]),
        InvalidParams("no list", problems="none"),
    ],
)
def test_what_has_no_word_of_the_verb_stays_as_it_is(error: InvalidParams | NotFound) -> None:
    assert as_typed(error, of("ls")) is error
