"""Which moves of a game may be taken back (floor: server)."""

from __future__ import annotations

from dataclasses import dataclass

from motu.games.play import Play
from motu.server.events import ServerError

PUT_BACK = "@"
"""So begins the move by which a stone is put back; another move of the same turn follows it."""


@dataclass(frozen=True, slots=True)
class TakeBacks:
    """A game as far as it says what may be taken back."""

    play: Play
    is_between_people: bool
    """Whether no machine plays."""
    is_revealed: bool
    """Whether the secret of its dice is known."""

    def check(self, keep: int) -> None:
        """Check that the game can go back to its first `keep` moves and rolls.

        Raises:
            ServerError: "server/take-back" with what would be right.
        """
        if self.is_revealed:
            raise ServerError("the dice of this game are revealed; it can't go on", slug="server/take-back")
        if not 0 <= keep < len(self.play.steps):
            raise ServerError(
                f"a take-back keeps from 0 to {len(self.play.steps) - 1} moves and rolls, not {keep}"
                if self.play.steps
                else "there is no move to take back",
                slug="server/take-back",
                text=str(keep),
            )
        if self.play.steps[keep].person < 0:
            raise ServerError(
                "a roll can't be taken back without its announcement", slug="server/take-back", text=str(keep)
            )

    def check_rolls_stay(self, keep: int) -> None:
        """Check that no roll between two people is taken back: nobody looks at a face and chooses another line.

        Logs of older versions have such events, so that this is asked of new ones only.

        Raises:
            ServerError: "server/take-back".
        """
        if self.is_between_people and any(step.person < 0 for step in self.play.steps[keep:]):
            raise ServerError(
                "between two people a roll stays, and the announcement before it",
                slug="server/take-back",
                text=str(keep),
            )

    def check_time_stays(self) -> None:
        """Check that no game goes on that was lost on time: nobody has any to go on with.

        Logs of older versions have such events, so that this is asked of new ones only.

        Raises:
            ServerError: "server/take-back".
        """
        if self.play.result is not None and self.play.result.reason == "time":
            raise ServerError("the game was lost on time, and time is not taken back", slug="server/take-back")

    def kept_for(self, person: int) -> int:
        """Return how many moves and rolls stay when a person's last turn is taken back; their number if he has none.

        A stone that is put back and the move after it are one turn.
        """
        steps = self.play.steps
        last = next((at for at in reversed(range(len(steps))) if steps[at].person == person), len(steps))
        while 0 < last < len(steps) and steps[last - 1].person == person and steps[last - 1].text.startswith(PUT_BACK):
            last -= 1
        return last
