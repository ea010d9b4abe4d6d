"""Colours and styles as tmux spells them: only whether they are well formed, and in what words. Pure."""

from typing import Final

NAMED: Final = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
NUMBERS: Final = {
    **{str(index): name for index, name in enumerate(NAMED)},
    **{str(90 + index): f"bright{name}" for index, name in enumerate(NAMED)},
}
WORDS: Final = frozenset({"default", "terminal", *NAMED, *(f"bright{name}" for name in NAMED)})
ATTRIBUTES: Final = frozenset({
    "acs", "bright", "bold", "dim", "underscore", "blink", "reverse", "hidden", "italics", "strikethrough",
    "double-underscore", "curly-underscore", "dotted-underscore", "dashed-underscore", "overline", "default", "none",
})  # fmt: skip
FLAGS: Final = frozenset(
    {"default", "ignore", "noignore", "push-default", "pop-default", "nolist", "norange", "noalign"}
)
ALIGNMENTS: Final = frozenset({"left", "centre", "right", "absolute-centre"})
LISTS: Final = frozenset({"on", "focus", "left-marker", "right-marker"})


def colour(text: str) -> str | None:
    """A colour in the words tmux shows it with; None if it is none."""
    low = text.lower()
    if text.startswith("#"):
        digits = low[1:]
        return low if len(digits) == 6 and set(digits) <= set("0123456789abcdef") else None
    for prefix in ("colour", "color"):
        if low.startswith(prefix):
            number = low.removeprefix(prefix)
            return f"colour{int(number)}" if number.isascii() and number.isdigit() and int(number) < 256 else None
    if low in WORDS:
        return low
    return NUMBERS.get(text)


def is_style(text: str) -> bool:
    """Whether a style is well formed: `fg=red,bold`, `none`, `align=left` and the like."""
    return all(_is_part(part.lower()) for part in text.replace(",", " ").split())


def _is_part(part: str) -> bool:
    if part in FLAGS:
        return True
    key, equals, value = part.partition("=")
    if not equals:
        return _are_attributes(part.removeprefix("no") if part != "none" else part)
    if key in ("fg", "bg", "fill"):
        return colour(value) is not None
    if key == "align":
        return value in ALIGNMENTS
    if key == "list":
        return value in LISTS
    return key == "range"


def _are_attributes(text: str) -> bool:
    return all(name in ATTRIBUTES for name in text.split("|"))
