"""A pane that was there when it was named and is gone now is a failure, not a wrong target."""

from paneflow.errors import Failed, PaneflowError


class as_gone:  # noqa: N801 - reads as a word: with as_gone()
    """A context in which the host's "no such surface" means that the pane was closed meanwhile."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, _type: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, PaneflowError) and error.kind in ("surface_not_found", "surface_exited"):
            raise Failed(f"the pane was closed: {error.message}", kind="surface_exited", **error.data) from None
