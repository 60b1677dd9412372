"""What of a game's log concerns dice that are sealed (floor: server): the log itself is built on it."""

from __future__ import annotations

from dataclasses import replace

from motu.games.play import Play
from motu.server.events import (
    Answered,
    Committed,
    Created,
    Dropped,
    Flagged,
    Happening,
    Linked,
    Offered,
    SealHappening,
    ServerError,
    ShareOpened,
    Unsealed,
)
from motu.server.game_clock import NOBODY, GameClock
from motu.server.offers import Offers
from motu.server.sealed.seals import MAX_SEALINGS, Seals


def seals_of(created: Created) -> Seals | None:
    """Return the dice of a game that begins; None where nobody seals them."""
    return None if created.sealed is None else Seals(created.sealed, created.dice)


class SealedGame:
    """A game whose dice may be sealed."""

    play: Play
    offers: Offers
    seals: Seals | None
    clock: GameClock | None

    @property
    def is_sealing(self) -> bool:
        """Whether the game waits for somebody to seal the dice, or to open them."""
        return self.seals is not None and self.seals.is_waiting and not self.play.is_over

    @property
    def awaits_link(self) -> bool:
        """Whether a die is to be rolled as soon as somebody has told the link that the roll needs."""
        seals = self.seals
        is_needed = seals is not None and seals.terms.links > 0 and not seals.link
        return is_needed and not self.play.is_over and self.play.state.is_chance_node()

    @property
    def acting(self) -> int:
        """The person whose time runs, to move or to tell a link; `NOBODY` while dice are sealed, and at the end."""
        if self.play.is_over or self.is_sealing:
            return NOBODY
        return self.teller if self.awaits_link else max(NOBODY, self.play.state.current_player())

    @property
    def teller(self) -> int:
        """The person who does not roll, in a position that awaits a roll."""
        return 1 - self.play.person

    def check_seal(self, what: Committed | ShareOpened | Linked) -> None:
        """Check that a person can do his part for the dice now.

        Raises:
            ServerError: "server/dice" with what would be right, "server/over".
        """
        seals = self._seals()
        match what:
            case Committed():
                seals.check_commitment(what)
            case ShareOpened():
                seals.check_opening(what)
            case Linked():
                if not self.awaits_link or what.person != self.teller:
                    raise ServerError("no link of your chain is needed now", slug="server/dice")
                seals.check_link(what)

    def check_seal_offer(self) -> None:
        """Check that somebody can ask for the dice to be sealed anew.

        Raises:
            ServerError: "server/offer", "server/sealing".
        """
        self.refuse_sealing()
        if self.seals is None or not self.seals.terms.links:
            raise ServerError("the rolls of this game need no links: nobody can have lost them", slug="server/offer")
        if len(self.seals.sealings) >= MAX_SEALINGS:
            raise ServerError(f"the dice of a game are sealed at most {MAX_SEALINGS} times", slug="server/offer")

    def refuse_sealing(self) -> None:
        """Check that the game does not wait for the dice to be sealed.

        Raises:
            ServerError: "server/sealing".
        """
        if self.is_sealing:
            raise ServerError(
                "the dice are being sealed: the game goes on when both browsers have done their part",
                slug="server/sealing",
            )

    def refuse_rolling(self) -> None:
        """Check that nothing is announced that has no roll yet: that stays, and so does what was sealed for it.

        Raises:
            ServerError: "server/take-back", "server/sealing".
        """
        self.refuse_sealing()
        if self.awaits_link:
            raise ServerError("the announcement stays: its roll is on the way", slug="server/take-back")

    def sealed_anew(self, what: Happening, asked: Offered | None, spent_ms: int) -> Unsealed | None:
        """Return what follows where the dice are to be sealed once more: both want it, or a chain is used up.

        Args:
            what: What has happened just now.
            asked: What waited for an answer before it.
            spent_ms: What the turn has taken.
        """
        is_agreed = isinstance(what, Answered) and what.is_accepted and asked is not None and asked.kind == "seal"
        is_used_up = self.seals is not None and self.seals.is_used_up and not self.play.is_over
        return self._unsealed(spent_ms if is_agreed else 0) if is_agreed or is_used_up else None

    def given_up(self, waited_ms: int) -> Dropped | Flagged | None:
        """Return what happens when somebody has been waited for so long; None: it goes on."""
        if self.seals is None or waited_ms < self.seals.terms.wait_ms:
            return None
        return self.seals.given_up()

    def _unsealed(self, spent_ms: int) -> Unsealed:
        return Unsealed(len(self.play.steps) - self.awaits_link, spent_ms)

    def seal(self, what: SealHappening) -> None:
        """Let something happen to the dice.

        Raises:
            ServerError: When it can't.
        """
        seals = self._seals()
        match what:
            case Committed() | ShareOpened() | Linked():
                self.check_seal(what)
                if isinstance(what, Linked) and self.clock is not None:
                    self.clock.charge(what.person, what.spent_ms)
                self.seals = seals.after(what)
            case Unsealed():
                self._unseal(seals, what)
            case Dropped():
                self.seals = replace(seals, dropped=what.persons)

    def _unseal(self, seals: Seals, what: Unsealed) -> None:
        self.refuse_sealing()
        if what.keep != self._unsealed(0).keep:
            raise ServerError("only an announcement without its roll goes when dice are sealed", slug="server/dice")
        if self.clock is not None:
            self.clock.take_back(what.keep, self.acting, what.spent_ms)
        if what.keep < len(self.play.steps):
            self.play.take_back(what.keep)
        self.offers, self.seals = self.offers.withdrawn(), seals.anew()

    def _seals(self) -> Seals:
        if self.play.is_over:
            raise ServerError(f"the game is over: {self.play.result}", slug="server/over")
        if self.seals is None:
            raise ServerError("no dice of this game are to be sealed", slug="server/dice")
        return self.seals
