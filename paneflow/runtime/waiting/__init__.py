"""Waiting for output: what is new, what is only an echo, and whether it matches."""
