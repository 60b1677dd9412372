"""Passkeys: keys in people's devices by which they log in without a password (WebAuthn)."""
