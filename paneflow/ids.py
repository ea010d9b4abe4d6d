"""Identifiers. Each is a positive integer that the host hands out once and never again, restarts included."""

from typing import NewType

SurfaceId = NewType("SurfaceId", int)
PaneId = NewType("PaneId", int)
WorkspaceId = NewType("WorkspaceId", int)
GroupId = NewType("GroupId", int)
