"""What survives: a client that restarts, an agent that is killed, a host that is killed."""

import os
import signal
import time
from collections.abc import Iterator

import pytest

from paneflow import driver
from paneflow.driver import errors
from tests.support.driver import Scene, driving, driving_long

pytestmark = pytest.mark.timeout(120)


@pytest.fixture(scope="module")
def shared() -> Iterator[Scene]:
    with driving_long() as scene:
        yield scene


@pytest.fixture
def scene(shared: Scene) -> Iterator[Scene]:
    yield shared
    shared.forget("agents", "one", "two")


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    """A host that may be ended."""
    with driving(monkeypatch) as scene:
        yield scene


def wait_gone(name: str) -> None:
    end = time.monotonic() + 10
    while driver.exists(name):
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_client_that_restarts_finds_its_session(scene: Scene) -> None:
    first = scene.spawn("job")
    cursor = first.send("[think 0.5] say hello")
    first.close()

    again = scene.keep(driver.adopt("job"))

    assert again.agent_session_id == first.agent_session_id
    assert again.wait(max_s=20).completed
    assert again.messages_since(cursor)[-1].text == "hello"
    assert again.ask("say more", max_s=20).text == "more"


def test_recover_attaches_to_a_session_that_runs(scene: Scene) -> None:
    session = scene.spawn("job")
    assert session.agent_session_id is not None

    found = driver.recover("job", session.agent_session_id, str(scene.project))

    scene.keep(found.session)
    assert found.status == "attached"


def test_a_conversation_goes_on_after_its_agent_was_killed(scene: Scene) -> None:
    session = scene.spawn("job")
    session.ask("say first", max_s=20)
    lost = session.send("[think 30] say lost")
    assert session.agent_session_id is not None
    os.kill(scene.pid(session), signal.SIGKILL)
    wait_gone("job")

    with pytest.raises(errors.SessionGone):
        driver.adopt("job")
    found = driver.recover("job", session.agent_session_id, str(scene.project))

    scene.keep(found.session)
    assert found.status == "resumed"
    assert found.session.agent_session_id == session.agent_session_id
    assert not found.session.turn_complete(lost)
    assert found.session.ask("say lost", max_s=20).text == "lost"
    assert found.session.transcript().count >= 5


def test_a_conversation_goes_on_after_its_host_was_killed(own: Scene) -> None:
    session = own.spawn("job")
    done = session.ask("say first", max_s=20)
    lost = session.send("[think 30] say lost")
    assert session.agent_session_id is not None
    time.sleep(1.2)  # the model is saved within a second
    own.host.kill()
    assert not driver.exists("job")
    own.host.start()

    found = driver.recover("job", session.agent_session_id, str(own.project))

    own.keep(found.session)
    assert found.status == "resumed"
    assert found.session.turn_complete(done.cursor)
    assert not found.session.turn_complete(lost)
    assert found.session.ask("say again", max_s=20).text == "again"
    assert driver.names() == ["job"]
    titles = [each["title"] for each in own.host.call("workspace.list")["workspaces"]]
    assert titles.count("job") == 1


def test_a_session_that_is_not_there_is_no_error_to_end(scene: Scene) -> None:
    driver.kill("nobody")
    driver.kill("bad name")

    assert not driver.exists("nobody")
    assert driver.names("other") == []
    assert driver.names("bad name") == []


def test_without_a_host_there_are_no_sessions(own: Scene) -> None:
    own.host.stop()

    assert driver.names() == []
    assert not driver.exists("job")
    driver.kill("job")
    with pytest.raises(errors.SessionGone):
        driver.adopt("job")


def test_ending_a_session_ends_all_it_runs(scene: Scene) -> None:
    session = scene.spawn("job")
    pid = scene.pid(session)

    session.kill()

    wait_gone("job")
    scene.host.wait_for(lambda: pid not in scene.host.children())


def test_namespaces_do_not_see_each_other(scene: Scene) -> None:
    one, two = scene.spawn("job", namespace="one"), scene.spawn("job", namespace="two")

    assert one.ask("say one", max_s=20).text == "one"
    assert two.ask("say two", max_s=20).text == "two"
    assert (driver.names("one"), driver.names("two"), driver.names()) == (["job"], ["job"], [])
    driver.kill("job", namespace="one")
    assert (driver.names("one"), driver.names("two")) == ([], ["job"])


def test_people_see_the_sessions_in_a_group(scene: Scene) -> None:
    session = scene.spawn("job")

    row = next(each for each in scene.host.call("surface.list")["surfaces"] if each["name"] == "job")
    assert (row["surface_id"], row["agent"]) == (session.surface_id, "claude")
    with scene.host.connect() as rpc:
        workspaces = rpc.call("workspace.list")["workspaces"]
    assert [each["title"] for each in workspaces] == ["job"]
