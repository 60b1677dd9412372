"""The command line: one file a command, heavy imports only inside the commands (floor: cli)."""
