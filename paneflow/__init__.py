"""Paneflow: a terminal multiplexer with a window, a headless host and an automation socket."""

__version__ = "0.1.0"
