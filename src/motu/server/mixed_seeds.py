"""What the players of a game have mixed into its dice (floor: server)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from motu.games.dice import MAX_SEED, MAX_SEEDS
from motu.server.events import Seeded, ServerError


@dataclass(frozen=True, slots=True)
class MixedSeeds:
    """The seeds of one game, and whether more can come."""

    texts: tuple[str, ...] = ()
    """The seeds, in their order."""
    persons: frozenset[int] = frozenset()
    """Which of two people at different screens have sent theirs."""
    has_rolled: bool = False
    """Whether a die has ever been rolled, also for what was taken back since."""

    def check(self, seed: str, person: int | None) -> None:
        """Check that a seed can be mixed in now; None for the person at one screen.

        Raises:
            ServerError: "server/dice" with what would be right.
        """
        if not (0 < len(seed) <= MAX_SEED and seed.isascii() and seed.isalnum()):
            raise ServerError(
                f"a seed has from 1 to {MAX_SEED} letters and digits, those of ASCII", slug="server/dice", text=seed
            )
        if person in self.persons:
            raise ServerError("you have sent your seed already; the other one is your opponent's", slug="server/dice")
        if self.has_rolled or len(self.texts) >= MAX_SEEDS:
            raise ServerError(
                f"at most {MAX_SEEDS} seeds are mixed into the dice, before the first roll",
                slug="server/dice",
                text=seed,
            )

    def after(self, what: Seeded) -> MixedSeeds:
        """Return them with another one."""
        persons = self.persons if what.person is None else self.persons | {what.person}
        return replace(self, texts=(*self.texts, what.seed), persons=persons)

    def after_roll(self) -> MixedSeeds:
        """Return them after a roll, before which they had to be mixed in."""
        return replace(self, has_rolled=True)
