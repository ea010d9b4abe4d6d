"""CustomPaneBackend: panes for agents and their tools, over lines of JSON. See `specs/pane-backend.md`."""
