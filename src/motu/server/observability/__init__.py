"""What an operator sees of a running server (floor: server): a log that programs read, and metrics."""
