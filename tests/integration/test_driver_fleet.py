"""Many sessions at once: none false, none mixed up, none lost."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from paneflow import driver
from paneflow.client import Client
from paneflow.driver import connections
from paneflow.errors import Busy
from paneflow.host.connection import MAX_CONNECTIONS
from tests.support.driver import Scene, driving
from tests.support.host import HostProcess

EIGHT = [f"agent{number}" for number in range(8)]
ROUND_TRIPS = 1000


@pytest.fixture
def scene(monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    with driving(monkeypatch) as scene:
        yield scene


def spawn_eight(scene: Scene, **env: str) -> list[driver.Session]:
    with ThreadPoolExecutor(8) as pool:
        return list(pool.map(lambda name: scene.spawn(name, env=env), EIGHT))


@pytest.mark.timeout(180)
def test_eight_are_started_and_asked_at_once(scene: Scene) -> None:
    sessions = spawn_eight(scene)
    assert driver.names() == EIGHT
    assert len({session.surface_id for session in sessions}) == 8

    def own(session: driver.Session) -> str:
        return session.ask(f"[think 0.3] say I am {session.name}", max_s=60).text

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(own, sessions)) == [f"I am {name}" for name in EIGHT]


@pytest.mark.timeout(180)
def test_one_question_goes_to_several_and_each_answers_when_it_is_done(scene: Scene) -> None:
    for name in ("a", "b", "c"):
        scene.spawn(name)

    done = scene.verb("ask", "a", "b", "c", "say hello", "--all")

    assert done.code == 0, done.err
    results = done.json["results"]
    assert [each["name"] for each in results] == ["a", "b", "c"]
    assert all(each["outcome"] == {"kind": "completed"} for each in results)
    assert all(each["messages"][-1]["parts"][0]["text"] == "hello" for each in results)
    assert len({each["cursor"] for each in results}) == 3


@pytest.mark.timeout(120)
def test_a_fleet_may_be_larger_than_the_connections_of_its_driver(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "AT_ONCE", 2)  # of eight
    sessions = spawn_eight(scene, FAKE_FORK_HOOKS="1")

    asked = driver.ask_all(sessions, "[think 0.3] say hello", max_s=60)

    assert [each.reply.text if each.reply else each.error for each in asked] == ["hello"] * 8


@pytest.mark.timeout(120)
def test_a_host_without_room_is_waited_for(scene: Scene) -> None:
    session = scene.spawn("job")
    session.ask("say before", max_s=20)
    session.close()
    with contextlib.ExitStack() as stack, ThreadPoolExecutor(1) as pool:
        taken = [stack.enter_context(socket.socket(socket.AF_UNIX)) for _ in range(MAX_CONNECTIONS)]
        for each in taken:
            each.connect(scene.host.socket_path)
        scene.host.wait_for(lambda: is_full(scene.host))

        later = pool.submit(lambda: scene.keep(driver.adopt("job")).ask("say after", max_s=20))
        with pytest.raises(TimeoutError):
            later.result(timeout=0.7)
        for each in taken:
            each.close()

        assert later.result(timeout=20).text == "after"


def is_full(host: HostProcess) -> bool:
    """Whether the host has no room for one more."""
    try:
        with Client(host.socket_path) as client:
            client.request("system.ping", {}, patience_s=0)
    except Busy as error:
        return error.kind == "too_many_connections"
    return False


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_a_thousand_round_trips_lose_double_and_hurry_nothing(scene: Scene) -> None:
    sessions = spawn_eight(scene, FAKE_THINK="0.01", FAKE_FLUSH="0.05", FAKE_FORK_HOOKS="1")
    wrong: list[object] = []
    lock = threading.Lock()

    def talk(session: driver.Session) -> None:
        for number in range(ROUND_TRIPS // len(EIGHT)):
            wanted = f"{session.name} says {number}"
            reply = session.ask(f"say {wanted}", max_s=60)
            said = [message.text for message in reply.messages]
            if not reply.outcome.completed or said != [wanted]:
                with lock:
                    wrong.append((wanted, reply))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(talk, sessions))

    assert wrong == []
    for session in sessions:
        prompts = [each.prompt for each in session.transcript().records if each.prompt is not None]
        assert prompts == [f"say {session.name} says {number}" for number in range(ROUND_TRIPS // len(EIGHT))]
