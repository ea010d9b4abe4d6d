"""Many sessions at once: none false, none mixed up, none lost."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from paneflow import driver
from tests.support.driver import Scene, driving

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
