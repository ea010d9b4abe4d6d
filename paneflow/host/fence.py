"""Marks text of a terminal as untrusted, so that a model does not take it for instructions. Pure but for the id given."""

TAG = "untrusted_terminal_output"


def fenced(text: str, *, surface_id: int, total_lines: int, eof: bool, fence_id: str) -> str:
    """The text between two tags with one random id, which the text cannot know and so cannot close."""
    told_eof = "true" if eof else "false"
    opening = f'<{TAG} source="surface:{surface_id}" total_lines="{total_lines}" eof="{told_eof}" id="{fence_id}">'
    body = text.replace(f"</{TAG}", f"<\u200b/{TAG}").replace(f"<{TAG}", f"<\u200b{TAG}")
    return f'{opening}\n{body}\n</{TAG} id="{fence_id}">'
