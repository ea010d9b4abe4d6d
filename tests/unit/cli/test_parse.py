import pytest

from paneflow.cli.command import INT, SECONDS, Arg, Command, Flag, Usage
from paneflow.cli.parse import Options, parse


def nothing(_options: Options) -> int:
    return 0


SEND = Command(
    "send",
    "Send.",
    nothing,
    args=(Arg("target", "Where."), Arg("text", "What.")),
    flags=(
        Flag("--submit", "Enter."),
        Flag("--paste", "Paste."),
        Flag("--times", "How often.", value="N", kind=INT),
        Flag("--share", "How much.", value="N", kind=INT, low=1, high=100),
        Flag("--after", "When.", value="S", kind=SECONDS),
        Flag("--env", "Variables.", value="K=V", many=True),
        Flag("--how", "The way.", value="WAY", choices=("slow", "fast")),
    ),
    conflicts=(("--submit", "--paste"),),
)
RUN = Command("run", "Run.", nothing, args=(Arg("target", "Where."), Arg("command", "What.", rest=True)))
WAIT = Command("wait", "Wait.", nothing, flags=(Flag("--match", "Where.", value="SEL", required=True),))
NTH = Command("nth", "One of them.", nothing, args=(Arg("index", "Which.", kind=INT),))
SHOW = Command(
    "show",
    "Show.",
    nothing,
    args=(Arg("what", "What.", optional=True),),
    flags=(Flag("--of", "Whose.", value="X", required=True),),
)


def test_words_and_flags_may_mix() -> None:
    options = parse(SEND, ["--times", "3", "api", "--submit", "make test", "--env=A=1", "--env", "B=2", "--after=0.5"])

    assert (options.text("target"), options.text("text")) == ("api", "make test")
    assert options.has("submit")
    assert not options.has("paste")
    assert options.integer("times") == 3
    assert options.many("env") == ["A=1", "B=2"]
    assert options.seconds("after", 9) == 0.5
    assert (options.maybe("how"), options.integer("nothing"), options.seconds("nothing", 9)) == (None, None, 9)


def test_after_two_dashes_everything_is_a_word() -> None:
    assert parse(SEND, ["api", "--", "--submit"]).text("text") == "--submit"
    assert parse(SEND, ["api", "-"]).text("text") == "-"
    assert parse(RUN, ["api", "--", "make", "-j", "--", "x"]).many("command") == ["make", "-j", "--", "x"]


def test_a_value_may_look_like_a_flag() -> None:
    assert parse(SEND, ["a", "b", "--env", "--x"]).many("env") == ["--x"]
    assert parse(SEND, ["a", ""]).text("text") == ""


def test_the_last_of_several_counts() -> None:
    assert parse(SEND, ["a", "b", "--times", "1", "--times", "2"]).integer("times") == 2


@pytest.mark.parametrize(
    ("command", "words", "message"),
    [
        (SEND, [], "needs <target>: where"),
        (SEND, ["api"], "needs <text>"),
        (SEND, ["api", "make", "test"], "no use for 'test'"),
        (SEND, ["api", "x", "--submti"], "did you mean --submit?"),
        (SEND, ["api", "-x"], "goes after --"),
        (SHOW, ["-x", "--of", "a"], "no flag '-x'$"),
        (SEND, ["a", "b", "--times"], "needs a value: --times N"),
        (SEND, ["a", "b", "--times", "x"], "--times is a whole number from 0 to 9007199254740992, not 'x'"),
        (SEND, ["a", "b", "--times", "-1"], "whole number"),
        (SEND, ["a", "b", "--times", "٣"], "whole number"),
        (SEND, ["a", "b", "--times", "9" * 30], "whole number"),
        (SEND, ["a", "b", "--share", "0"], "--share is a whole number from 1 to 100, not '0'"),
        (SEND, ["a", "b", "--share", "0101"], "from 1 to 100, not '0101'"),
        (NTH, ["-1"], "index is a whole number from 0 to 9007199254740992, not '-1'"),
        (SEND, ["a", "b", "--after", "soon"], "--after is a number of seconds from 0 to 86400, not 'soon'"),
        (SEND, ["a", "b", "--after", "-1"], "number of seconds"),
        *(
            (SEND, ["a", "b", f"--after={word}"], "number of seconds")
            for word in ("1_0", " 5", "5 ", "+5", "-0", "٣", "")
        ),
        (SEND, ["a", "b", "--after", "nan"], "number of seconds"),
        (SEND, ["a", "b", "--after", "inf"], "number of seconds"),
        (SEND, ["a", "b", "--how", "fats"], "slow, fast, not 'fats'; did you mean fast"),
        (SEND, ["a", "b", "--submit=yes"], "takes no value"),
        (SEND, ["a", "b", "--submit", "--paste"], "exclude each other"),
        (SHOW, [], "needs --of X"),
        (RUN, ["api"], "needs <command>…"),
        (WAIT, ["--match", "a", "b"], "no use for 'b'; a pane is named with --match b"),
    ],
)
def test_what_is_wrong_is_said(command: Command, words: list[str], message: str) -> None:
    with pytest.raises(Usage, match=message):
        parse(command, words)
