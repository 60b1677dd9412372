"""The server behind the browser app: games as event logs, HTTP and WebSocket, AI processes (floor: server)."""
