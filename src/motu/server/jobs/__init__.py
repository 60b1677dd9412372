"""Work that takes an engine: in this process, or in `motu worker` on any machine (floor: server)."""
