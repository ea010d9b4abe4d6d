"""Questions about who needs whom. A graph is a mapping from a name to the names it needs."""

from collections.abc import Iterable, Mapping

Graph = Mapping[str, Iterable[str]]


def find_cycle(needs: Graph) -> list[str] | None:
    """A cycle as the walk around it (`["a", "b", "a"]`), or None. Names that are no keys of the graph are ignored."""
    done: set[str] = set()
    for start in needs:
        walk: list[tuple[str, list[str]]] = [(start, list(needs[start]))]
        while walk:
            name, left = walk[-1]
            if name in done or not left:
                done.add(name)
                walk.pop()
                continue
            following = left.pop(0)
            names = [each for each, _ in walk]
            if following in names:
                return [*names[names.index(following) :], following]
            if following in needs:
                walk.append((following, list(needs[following])))
    return None


def ancestors(name: str, needs: Graph) -> set[str]:
    """All that `name` needs, directly and through others."""
    found: set[str] = set()
    open_ = list(needs.get(name, ()))
    while open_:
        each = open_.pop()
        if each not in found:
            found.add(each)
            open_ += needs.get(each, ())
    return found
