"""What one of two people asks of the other, and what was said to it (floor: server).

At most one thing is asked at a time. The next move withdraws it, and what was declined is not asked again before one's
own next move: nobody is pestered.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from motu.server.events import Answered, Offered, OfferKind, ServerError


@dataclass(frozen=True, slots=True)
class Offers:
    """What stands between the two of a game."""

    pending: Offered | None = None
    """What waits for an answer."""
    declined: frozenset[tuple[int, OfferKind]] = frozenset()
    """What each has asked in vain since his last move."""
    next_game: str = ""
    """The rematch that both have agreed on."""

    def meets(self, person: int, kind: OfferKind) -> bool:
        """Return whether a person who asks for something agrees to what waits: the other one asks for the same.

        Of two who want a move of theirs back each wants something else.
        """
        asked = self.pending
        return asked is not None and asked.kind == kind != "take_back" and person in (0, 1) and asked.person != person

    def in_vain(self) -> tuple[tuple[OfferKind, ...], tuple[OfferKind, ...]]:
        """Return what each of the two can't ask now since it was declined or withdrawn, in alphabetical order."""
        first, second = (tuple(sorted(kind for who, kind in self.declined if who == person)) for person in (0, 1))
        return first, second

    def check_offer(self, person: int, kind: OfferKind) -> None:
        """Check that a person can ask for something now.

        Raises:
            ServerError: "server/offer" with what would be right, "server/person".
        """
        if person not in (0, 1):
            raise ServerError(f"persons are 0 and 1, not {person}", slug="server/person", text=str(person))
        if self.next_game:
            raise ServerError(f"the rematch is game '{self.next_game}'", slug="server/offer", text=kind)
        if self.pending is not None and self.pending.person == person:
            raise ServerError("what you have asked for waits for an answer; withdraw it first", slug="server/offer")
        if self.pending is not None:
            raise ServerError("your opponent asks for something: accept or decline that first", slug="server/offer")
        if (person, kind) in self.declined:
            again = "it is not asked again" if kind == "rematch" else "ask again after your next move"
            raise ServerError(f"this was declined or withdrawn; {again}", slug="server/offer", text=kind)

    def check_answer(self, person: int, *, is_accepted: bool) -> Offered:
        """Return what a person can answer, or withdraw, now.

        Raises:
            ServerError: "server/offer".
        """
        if self.pending is None:
            raise ServerError("nothing is asked that could be answered; a move withdraws it", slug="server/offer")
        if person == self.pending.person < 0:  # it begins by itself
            return self.pending
        if person not in (0, 1):
            raise ServerError(f"persons are 0 and 1, not {person}", slug="server/person", text=str(person))
        if is_accepted and self.pending.person == person:
            raise ServerError("nobody accepts what he has asked for himself", slug="server/offer")
        return self.pending

    def after_offer(self, offer: Offered) -> Offers:
        """Return what stands after something was asked."""
        return replace(self, pending=offer)

    def after_answer(self, answer: Answered) -> Offers:
        """Return what stands after an answer."""
        offer = self.pending
        asked = self.declined
        if offer is not None and not answer.is_accepted:
            asked |= {(offer.person, offer.kind)}
        return replace(self, pending=None, declined=asked, next_game=answer.game)

    def after_move(self, person: int) -> Offers:
        """Return what stands after a person's move."""
        return replace(self, pending=None, declined=frozenset(each for each in self.declined if each[0] != person))

    def withdrawn(self) -> Offers:
        """Return what stands when nothing waits any more."""
        return replace(self, pending=None)
