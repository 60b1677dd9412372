"""Mail by SMTP, where the house has a server for it: addresses, forgotten passwords, digests (floor: server)."""
