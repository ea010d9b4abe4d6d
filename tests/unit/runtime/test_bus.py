"""Facts reach everybody, in order."""

from paneflow.ids import SurfaceId
from paneflow.runtime.bus import Bus, Fact
from paneflow.runtime.facts import Notice, Output

ONE, TWO = Notice("warning", "one"), Notice("warning", "two")


def test_everybody_hears_everything_in_order() -> None:
    bus, heard = Bus(), list[tuple[str, Fact]]()
    bus.subscribe(lambda fact: heard.append(("a", fact)))
    bus.subscribe(lambda fact: heard.append(("b", fact)))
    bus.publish(ONE, TWO)
    assert heard == [("a", ONE), ("b", ONE), ("a", TWO), ("b", TWO)]


def test_a_fact_that_is_published_while_telling_comes_after() -> None:
    bus, heard = Bus(), list[Fact]()

    def answer(fact: Fact) -> None:
        if fact == ONE:
            bus.publish(TWO)

    bus.subscribe(answer)
    bus.subscribe(heard.append)
    bus.publish(ONE)
    assert heard == [ONE, TWO]


def test_one_that_raises_keeps_nobody_from_hearing() -> None:
    bus, heard = Bus(), list[Fact]()

    def fail(_: Fact) -> None:
        raise RuntimeError

    bus.subscribe(fail)
    bus.subscribe(heard.append)
    bus.publish(ONE)
    bus.publish(Output(SurfaceId(1), 2))
    assert heard == [ONE, Output(SurfaceId(1), 2)]


def test_one_that_left_hears_nothing_more() -> None:
    bus, heard = Bus(), list[Fact]()
    leave = bus.subscribe(heard.append)
    leave()
    leave()
    bus.publish(ONE)
    assert heard == []


def test_one_may_hear_of_one_surface_only() -> None:
    bus, heard, other = Bus(), list[Fact](), list[Fact]()
    leave = bus.subscribe_to(SurfaceId(1), heard.append)
    bus.subscribe_to(SurfaceId(2), other.append)
    first, second = Output(SurfaceId(1), 1), Output(SurfaceId(2), 1)
    bus.publish(first, second, Notice("warning", "of none"))
    assert (heard, other) == ([first], [second])
    leave()
    leave()
    bus.publish(first)
    assert heard == [first]
