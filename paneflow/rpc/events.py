"""Names of event frames.

A subscriber that names no types gets `DEFAULT`; the others are sent to those who name them, or `*`.
"""

LIFECYCLE = (
    "ai.session_start", "ai.prompt_submit", "ai.tool_use", "ai.notification", "ai.stop", "ai.exit", "ai.session_end",
)  # fmt: skip
DEFAULT = (*LIFECYCLE, "surface_changed")
OPT_IN = (
    "surface_created", "surface_exited", "surface_closed", "surface_renamed", "command_started", "command_finished", "bell",
    "notification", "progress", "title_changed", "cwd_changed", "workspace_changed", "agent_state",
)  # fmt: skip
TYPES = (*DEFAULT, *OPT_IN)
EVERYTHING = "*"
