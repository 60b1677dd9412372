"""Addresses that are thrown away after some minutes (floor: server): who gives one can't be written to a day later.

An address is the way back into an account whose password is lost, so that one which anybody may read, or nobody, is
worse than none. The list is that of the package disposable-email-domains, which is made anew every few days.
"""

from __future__ import annotations


def is_throwaway(address: str) -> bool:
    """Return whether a mail address is at a domain of such addresses, or below one."""
    # Some thousand names, which nobody needs who gives no address.
    from disposable_email_domains import blocklist  # noqa: PLC0415

    labels = address.rpartition("@")[2].lower().split(".")
    return any(".".join(labels[at:]) in blocklist for at in range(len(labels) - 1))
