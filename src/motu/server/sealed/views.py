"""What browsers are told of dice that are sealed (floor: server)."""

from __future__ import annotations

import msgspec

from motu.server.sealed.sealed_game import SealedGame


class SealsView(msgspec.Struct, frozen=True):
    """How far the dice of a game are sealed; of pairs, person 0's comes first."""

    house: str
    """What the house has sealed its secret with."""
    links: int
    """How many a chain has; 0 where rolls need none."""
    sealing: int
    """How many times they are sealed, this one included."""
    commitments: tuple[str, str]
    """What both have sealed; '' for nothing yet."""
    is_opened: tuple[bool, bool]
    told: tuple[str, str]
    """The link that each has told last, or his chain's seal."""
    owes: int | None
    """Whose link the roll waits for."""
    receipt: str
    """Of all that was sealed; '' until both have."""
    dropped: tuple[int, ...]
    """Because of whom the game did not begin."""


def seals_view(log: SealedGame) -> SealsView | None:
    """Return how far the dice of a game are sealed, or None where nobody seals any."""
    seals = log.seals
    if seals is None:
        return None
    now = seals.now
    return SealsView(
        seals.house,
        seals.terms.links,
        len(seals.sealings),
        now.commitments,
        (bool(now.openings[0]), bool(now.openings[1])),
        (now.told(0), now.told(1)),
        log.teller if log.awaits_link else None,
        seals.receipt,
        seals.dropped,
    )
