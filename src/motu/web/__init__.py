"""The browser app: static files, no build (floor: web; imports nothing)."""
