"""Work beside the main thread (floor: engine)."""

from __future__ import annotations

THREAD_NAME = "motu-work"
"""A process that leaves while threads of this name run has to leave at once, without tidying up."""
