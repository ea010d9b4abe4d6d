import pytest

from paneflow.client import selector
from paneflow.client.results import ClosedRow, SurfaceRow
from paneflow.errors import AmbiguousTarget, NotFound


def row(surface_id: int, name: str, cmd: str = "bash", cwd: str = "/home/me") -> SurfaceRow:
    return {
        "surface_id": surface_id, "name": name, "title": "", "cwd": cwd, "cmd": cmd, "workspace": 0, "workspace_id": 1,
        "pane_id": surface_id, "focused": False, "agent": None, "exit_code": None,
    }  # fmt: skip


def gone(surface_id: int, name: str) -> ClosedRow:
    return {"surface_id": surface_id, "name": name, "exit_code": 0, "signal": None}


ROWS = [
    row(1, "api", "node vite --port 3000", "/src/api"),
    row(2, "api-2", "bash", "/src/api/lib"),
    row(3, "Logs", "tail -f x.log", "/src/apix"),
    row(42, "7", "vim", ""),
    row(43, "worker", "VITE build", "/link"),
]
LINKS = {"/link": "/src/api/deep"}


@pytest.mark.parametrize(
    ("given", "ids"),
    [
        ("1", [1]),
        ("%1", [1]),
        ("42", [42]),
        ("7", []),  # all digits are an id, never a name
        ("%7", []),
        ("٣", []),  # digits of other scripts are none
        ("api", [1]),  # the exact name comes before what begins with it
        ("API", [1]),
        ("api-", [2]),
        ("lo", [3]),
        ("ogs", []),
        ("", []),
        ("work", [43]),
        ("cmdline:vite", [1, 43]),
        ("cmdline:TAIL", [3]),
        ("cmdline:", []),
        ("cwd:/src/api", [1, 2, 43]),  # /link leads below it, /src/apix is beside it
        ("cwd:/src/api/", [1, 2, 43]),
        ("cwd:/src/api/lib", [2]),
        ("cwd:/link", [43]),
        ("cwd:/", [1, 2, 3, 43]),
        ("self", [3]),
    ],
)
def test_a_selector_names_these_rows(given: str, ids: list[int]) -> None:
    found = selector.matching(given, ROWS, own_id=3, real_path=lambda path: LINKS.get(path, path))

    assert [each["surface_id"] for each in found] == ids


def test_one_is_found_or_all_that_match_are_listed() -> None:
    assert selector.one("api", ROWS)["surface_id"] == 1
    with pytest.raises(AmbiguousTarget, match=r"1\(api\), 43\(worker\)") as caught:
        selector.one("cmdline:vite", ROWS)
    assert caught.value.data["candidates"] == ["1(api)", "43(worker)"]


def test_nothing_is_found_and_what_there_is_is_listed() -> None:
    with pytest.raises(NotFound, match=r"'nope'; there are 1\(api\)") as caught:
        selector.one("nope", ROWS)
    assert caught.value.kind == "surface_not_found"
    with pytest.raises(NotFound, match="there are none"):
        selector.one("nope", [])


CLOSED = [gone(4, "job"), gone(5, "API"), gone(6, "Job"), gone(8, "job-2"), gone(9, "api-old")]


@pytest.mark.parametrize(
    ("given", "ids", "whole"),
    [
        ("4", [4], True),
        ("%6", [6], True),
        ("7", [], False),
        ("job", [6], True),  # the last one of that name
        ("JOB-2", [8], True),
        ("jo", [6, 8], False),
        ("api", [9], False),  # a pane has that name now
        ("nope", [], False),
        ("", [], False),
        ("cwd:/src", [], False),
        ("cmdline:job", [], False),
    ],
)
def test_a_selector_names_these_that_are_gone(given: str, ids: list[int], whole: bool) -> None:
    found = selector.among_closed(given, ROWS, CLOSED)

    assert [each["surface_id"] for each in found] == ids
    assert selector.is_whole(given, found) is whole


def test_self_means_nothing_outside_of_a_pane() -> None:
    with pytest.raises(NotFound) as caught:
        selector.one("self", ROWS)
    assert caught.value.kind == "surface_not_found"


def test_a_long_list_of_candidates_is_cut() -> None:
    with pytest.raises(NotFound, match="…") as caught:
        selector.one("nope", [row(number, f"p{number}") for number in range(1, 300)])
    assert len(caught.value.message) < 400
