"""Marks text of a terminal as untrusted, so that a model does not take it for instructions. Pure but for the id given."""

from paneflow.rpc.fence import fence


def fenced(text: str, *, surface_id: int, total_lines: int, eof: bool, fence_id: str) -> str:
    """The text between two tags with one random id, which the text cannot know and so cannot close."""
    return fence(text, fence_id, source=f"surface:{surface_id}", total_lines=total_lines, eof=eof)
