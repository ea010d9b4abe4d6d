"""Input methods: text being composed, and what Qt asks about the place it is composed at."""

from typing import Final, NamedTuple

from paneflow.gui.qt import QInputMethodEvent, QRect, Qt

HINTS: Final = Qt.InputMethodHint.ImhNoPredictiveText | Qt.InputMethodHint.ImhNoAutoUppercase


class Preedit(NamedTuple):
    """Composed but not committed text; `cursor` is a place in it, None when it has none."""

    text: str
    cursor: int | None


def preedit_of(event: QInputMethodEvent) -> Preedit | None:
    """What an input method shows now; None when it shows nothing."""
    if not event.preeditString():
        return None
    kind = QInputMethodEvent.AttributeType.Cursor
    places = [attribute.start for attribute in event.attributes() if attribute.type == kind and attribute.length]
    hidden = any(attribute.type == kind and not attribute.length for attribute in event.attributes())
    at = None if hidden else len(event.preeditString())
    return Preedit(event.preeditString(), places[0] if places else at)


def answer(query: Qt.InputMethodQuery, cursor: QRect) -> object:
    """The answer to an input method's question.

    Terminals have no text around the cursor that an input method could edit, so the surrounding text is empty: answers
    that claim more make some input methods delete what they cannot see.
    """
    asked = Qt.InputMethodQuery
    answers: dict[Qt.InputMethodQuery, object] = {
        asked.ImEnabled: True,
        asked.ImCursorRectangle: cursor,
        asked.ImAnchorRectangle: cursor,
        asked.ImSurroundingText: "",
        asked.ImCurrentSelection: "",
        asked.ImCursorPosition: 0,
        asked.ImAnchorPosition: 0,
        asked.ImAbsolutePosition: 0,
        asked.ImTextBeforeCursor: "",
        asked.ImTextAfterCursor: "",
        asked.ImHints: HINTS,
    }
    return answers.get(query)
