"""Coding agents in surfaces: who they are, what they report, and what state each is in. Pure.

launchers    the agents that are known, and how each is started and recognised
report       what an agent says of itself, in one form for all
claude, …    one file a family: its hook payloads as reports
session      what is known of one agent process
state        reports, terminal signs and process sightings → sessions
answers      the keys that answer an agent's permission question
rows         sessions as the answers of `fleet.list` and `surface.status`
settings     an agent's settings file with our entries in it, or without them
"""
