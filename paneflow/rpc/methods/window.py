"""`window.*`: the private side door of our own window (`rpc/attach.py`)."""

from paneflow.rpc.attach import PROTOCOL
from paneflow.rpc.method import WINDOW, Method
from paneflow.rpc.shapes import Field, Int, Record

ATTACH = Method(
    "window.attach",
    "Turn this connection into an attach stream: binary frames out, input in.",
    Field("protocol", Int(PROTOCOL, PROTOCOL), "The stream's version.", required=True),
    result=Record(Field("protocol", Int(1), required=True), open=True),
    capability=WINDOW,
)

METHODS = (ATTACH,)
