"""A slow, obvious restatement of the rules of all three games, used only to compare.

It is written from the rules' text alone, in plain Python: sets of cells, searches from scratch, a new state for every
action. Nothing here imports motu, and nothing in motu imports this.
"""
