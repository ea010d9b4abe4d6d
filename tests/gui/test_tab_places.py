"""Every tab of a strip can be seen, however many there are."""

import pytest

from paneflow.gui.tab_places import EDGE, NARROWEST, WIDEST, TabPlaces


def test_a_few_tabs_share_the_room_and_a_single_one_has_it_all() -> None:
    assert TabPlaces(900, 1).width == 900
    assert TabPlaces(900, 2).width == WIDEST
    assert TabPlaces(900, 4).width == 225
    assert not TabPlaces(900, 4).more_left
    assert not TabPlaces(900, 4).more_right
    assert [TabPlaces(900, 4).at(x) for x in (0, 224, 225, 899, 900, -1)] == [0, 0, 1, 3, -1, -1]
    assert TabPlaces(900, 2).at(700) == -1


@pytest.mark.parametrize("room", [200, 300, 301, 1000])
def test_the_tab_in_front_is_shown_clear_of_the_arrows(room: int) -> None:
    places = TabPlaces(room, 64)
    for index in [*range(64), 30, 0, 63]:
        places = places.showing(index)
        left = places.left(index)
        assert left >= (EDGE if places.more_left else 0)
        assert left + NARROWEST <= room - (EDGE if places.more_right else 0)
        assert places.at(left + 1) == index


def test_scrolling_ends_at_the_first_and_the_last_tab() -> None:
    places = TabPlaces(300, 13).scrolled(10_000)
    assert places.left(12) + places.width == 300
    assert (places.more_left, places.more_right) == (True, False)
    assert places.scrolled(-10_000) == TabPlaces(300, 13)


def test_tabs_that_fit_again_are_not_scrolled() -> None:
    assert TabPlaces(300, 13).scrolled(10_000).with_tabs(300, 3) == TabPlaces(300, 3)
    assert TabPlaces(300, 13).scrolled(10_000).with_tabs(4000, 13) == TabPlaces(4000, 13)
