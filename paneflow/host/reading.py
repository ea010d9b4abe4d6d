"""What `surface.read` and `surface.search` answer: a surface's text on its way to a script or a model."""

import asyncio
import secrets
from collections.abc import Awaitable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Final, NamedTuple

from paneflow.errors import InvalidParams, NotFound, TimedOut
from paneflow.host.ends import no_command, no_marks
from paneflow.host.fence import fenced as fence
from paneflow.host.host import Host
from paneflow.rpc.fence import broken
from paneflow.runtime.live_surface import LiveSurface
from paneflow.runtime.long_text import counted
from paneflow.runtime.session import Session
from paneflow.vt.paste import HIDDEN
from paneflow.vt.search import TooSlow, find
from paneflow.vt.styled_lines import Styling

Row = dict[str, object]
READ_LINES, MAX_LINES, MAX_STYLED = 200, 4000, 1000
MAX_HIDDEN: Final = 1000
TIME_LIMIT: Final = 1.0  # seconds of a search, off the loop


class Excerpt(NamedTuple):
    """Lines of a text, how many it has, the number of the first of them, and whether the text begins with that one.

    `exit_code` is that of the command whose output the text is.
    """

    lines: list[str]
    total: int
    first: int
    eof: bool
    exit_code: int | None = None


def read_plain(
    host: Host, live: LiveSurface, *, lines: int | None, offset: int, fenced: bool | None
) -> Row | Awaitable[Row]:
    """What `surface.read` answers; at once, but for a long text that nobody has counted yet."""
    count = _bounded(READ_LINES if lines is None else lines, MAX_LINES)
    if not live.engine.count_ahead():
        return _told(host, live, last_lines(live, count, offset), fenced=fenced)
    return _read_counted(host, live, count, offset, fenced=fenced)


async def _read_counted(host: Host, live: LiveSurface, count: int, offset: int, *, fenced: bool | None) -> Row:
    await counted(host.session, live)
    now = host.session.live(live.id)
    return _told(host, now, last_lines(now, count, offset), fenced=fenced)


def read_last(host: Host, live: LiveSurface, *, lines: int | None, offset: int, fenced: bool | None) -> Row:
    """The same of what the last finished command printed, with how it ended. Raises what `last_output` does."""
    output = last_output(live, _bounded(MAX_LINES if lines is None else lines, MAX_LINES), offset)
    return {**_told(host, live, output, fenced=fenced), "exit_code": output.exit_code, "evidence": "marks"}


async def read_styled(host: Host, live: LiveSurface, *, lines: int | None, offset: int, fenced: bool | None) -> Row:
    """The same with styles. They take a while: others have their turn, and what is told is what there was at the beginning."""
    await counted(host.session, live)
    excerpt = last_lines(live, _bounded(READ_LINES if lines is None else lines, MAX_STYLED), offset)
    row = _told(host, live, excerpt, fenced=False)
    text = with_styles(excerpt.lines, await styles(host.session, live, excerpt.lines, offset), str(row["text"]))
    return row | {"text": _fenced(host, live, excerpt, text, fenced=fenced)}


def _bounded(count: int, most: int) -> int:
    return min(max(count, 1), most)


def _told(host: Host, live: LiveSurface, excerpt: Excerpt, *, fenced: bool | None) -> Row:
    """Lines as scripts and models get them."""
    live.sent.moment(live.generation)
    return {
        "text": _fenced(host, live, excerpt, host.told("\n".join(excerpt.lines)), fenced=fenced),
        "lines": len(excerpt.lines),
        "total_lines": excerpt.total,
        "eof": excerpt.eof,
        "hidden": hidden(excerpt.lines, excerpt.first),
        "output_generation": live.generation,
        "surface_id": live.id,
    }


def _fenced(host: Host, live: LiveSurface, excerpt: Excerpt, text: str, *, fenced: bool | None) -> str:
    if not (host.settings.config.ai_injection_fence if fenced is None else fenced):
        return text
    total, eof = excerpt.total, excerpt.eof
    return fence(text, surface_id=live.id, total_lines=total, eof=eof, fence_id=secrets.token_hex(8))


def last_lines(live: LiveSurface, count: int, skip: int) -> Excerpt:
    """The `count` lines that end `skip` lines before the last. Raises `InvalidParams` (offset_out_of_range)."""
    found, total = live.engine.tail(count, skip=skip)
    check_offset(skip, total)
    first = total - skip - len(found)
    return Excerpt(found, total, first, eof=first <= 0)


async def styles(session: Session, live: LiveSurface, lines: Sequence[str], skip: int) -> list[str]:
    """Lines that were just read, with their styles. Raises `NotFound` if the surface is closed meanwhile."""
    engine = live.engine
    styling = Styling(engine, lines, skip=skip)
    while styling.step():
        await asyncio.sleep(0)
        if session.live(live.id).engine is not engine:
            break
    return styling.lines()


def last_output(live: LiveSurface, count: int, skip: int) -> Excerpt:
    """The `count` lines that end `skip` lines before the end of what the last finished command printed.

    Raises `Refused` (no_marks), `NotFound` (no_command, output_gone), `InvalidParams` (offset_out_of_range).
    """
    last = live.ran.last
    if last is None:
        raise no_command(live) if live.shell.trusted else no_marks(live)
    printed = last.printed()
    if printed is None:
        raise NotFound(
            f"the output of the last command in surface {live.id} was erased, or another screen is shown",
            kind="output_gone",
            surface_id=live.id,
            exit_code=last.exit_code,
        )
    total = len(printed.lines)
    check_offset(skip, total)
    first = max(0, total - skip - count)
    lines = printed.lines[first : total - skip]
    return Excerpt(lines, total, first, printed.whole and first == 0, last.exit_code)


def with_styles(lines: Sequence[str], styles: Sequence[str], told: str) -> str:
    """The styled lines, but as they are told, plain, where something is masked or could be taken for a fence.

    A sequence in the midst of a tag or a secret must not keep it from being seen.
    """
    plain = told.split("\n")
    safe = broken(told).split("\n")
    return "\n".join(
        style if line == telling == unbroken else telling
        for line, style, telling, unbroken in zip(lines, styles, plain, safe, strict=True)
    )


def check_offset(offset: int, total: int) -> None:
    """Raise `InvalidParams` (offset_out_of_range) when more lines are to be left out than there are."""
    if offset > total:
        message = f"must be at most {total}, which is how many lines there are, not {offset}"
        raise InvalidParams.of("offset", message, kind="offset_out_of_range", total_lines=total)


def hidden(lines: Sequence[str], first: int) -> list[Row]:
    """The characters that nobody sees; the first of the lines has the number `first`."""
    return list(islice(_hidden(lines, first), MAX_HIDDEN))


def _hidden(lines: Sequence[str], first: int) -> Iterator[Row]:
    for number, line in enumerate(lines, first):
        if not line.isascii():
            for found in HIDDEN.finditer(line):
                yield {"line": number, "col": found.start(), "codepoint": ord(found[0])}


async def search(lines: list[str], pattern: str, *, regex: bool, limit: int) -> tuple[list[Row], bool]:
    """Lines that a text or a pattern is in, each once, and whether there are more.

    Raises `InvalidParams` (invalid_pattern), `TimedOut` (pattern_too_slow).
    """
    look = partial(find, lines, pattern, regex=regex, case=False, limit=limit * 8, time_limit_s=TIME_LIMIT)
    try:
        hits, cut = await asyncio.to_thread(look)
    except TooSlow:
        raise TimedOut(f"the pattern {pattern!r} takes too long on this text", kind="pattern_too_slow") from None
    except ValueError as error:
        raise InvalidParams(f"{pattern!r} is no pattern: {error}", kind="invalid_pattern") from None
    found = list(dict.fromkeys(hit.line for hit in hits))
    return [{"line": line, "text": lines[line]} for line in found[:limit]], cut or len(found) > limit
