"""The one way to change the model."""

from paneflow.model.actions import Action
from paneflow.model.outcome import Outcome
from paneflow.model.records import Model


def apply(model: Model, action: Action) -> Outcome:
    """Say what an action makes of a model. Raises `NotFound`, `InvalidParams` or `Refused`; then nothing changed."""
    raise NotImplementedError
