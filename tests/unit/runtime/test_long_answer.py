"""A long answer is written in parts, and is what it would be in one go."""

import asyncio
import json

import pytest

from paneflow.compat.pane_backend import envelope
from paneflow.rpc import jsonrpc
from paneflow.runtime.long_answer import PART, Encode, encoded

LONG = 'aé\n\U0001f600\ud800"' * PART


@pytest.mark.parametrize("encode", [jsonrpc.write, envelope.write])
@pytest.mark.parametrize("text", ["short", LONG, LONG.replace("\ud800", "")], ids=["short", "halves", "long"])
def test_it_is_whole(text: str, encode: Encode) -> None:
    value = {"id": 1, "result": {"text": text, "rows": ["x", {}], "none": None, "empty": {}}}
    assert json.loads(asyncio.run(encoded(value, encode))) == value


def test_others_have_their_turn() -> None:
    sizes: list[int] = []
    turns = 0

    def encode(value: object) -> bytes:
        data = jsonrpc.write(value)
        sizes.append(len(data))
        return data

    async def play() -> None:
        nonlocal turns
        writing = asyncio.ensure_future(encoded({"text": "x" * (10 * PART)}, encode))
        while not writing.done():
            turns += 1
            await asyncio.sleep(0)

    asyncio.run(play())
    assert max(sizes) == PART + 2
    assert turns >= 10
