"""What can be said of a position without searching: connections, lines, evaluators (floor: eval)."""
