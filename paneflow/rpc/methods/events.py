"""`events.*`: what happens, as it happens."""

from paneflow.rpc.events import EVERYTHING, TYPES
from paneflow.rpc.method import Method
from paneflow.rpc.methods.common import ID
from paneflow.rpc.shapes import Choice, Field, Int, Many, Record

SUBSCRIBE = Method(
    "events.subscribe",
    "Turn this connection into a stream of event frames, one JSON object a line. The first one acknowledges.",
    Field("surfaces", Many(ID, 0, 1024), "Only events of these surfaces."),
    Field("types", Many(Choice(*TYPES, EVERYTHING), 0, 64), "Only these types."),
    Field("since", Int(0), "Replay what is still retained after this sequence number."),
    result=Record(open=True),
    errors=("surface_not_found",),
)

METHODS = (SUBSCRIBE,)
