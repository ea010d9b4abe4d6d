"""One client as its requests see it."""

from dataclasses import dataclass

from paneflow.ids import SurfaceId


@dataclass(slots=True)
class Client:
    """Who it is and what was agreed with it. `surface`: the pane it runs in; None for one outside all of them."""

    pid: int | None
    surface: SurfaceId | None
    version: str = "2"
