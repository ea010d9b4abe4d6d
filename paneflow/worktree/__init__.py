"""Git worktrees for panes: what git says, making them, running their setup, and removing them without loss.

The decisions are `paneflow.spec.worktree`'s; this package asks git and touches files. It blocks, so the host calls it
from a thread. Both ends use it: the command line makes worktrees, the host removes them when their workspace closes.
"""
