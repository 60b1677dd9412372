"""How far the dice of a game are sealed, opened and used, as a fold over its events (floor: server).

The scheme is `motu.games.sealed_dice`. Both seal, then both open: the game waits for it. Where rolls need links, the
one who does not roll tells his next one after each announcement; when a chain is used up, or both agree because one of
them has lost his, all of it begins anew, with fresh shares of both.

Invariant: nobody's share or chain is taken before the house has sealed its secret, nor after anybody has opened.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from motu.games import State, sealed_dice
from motu.games.sealed_dice import HASH, LINKS, SCHEME, Seal
from motu.server.events import ClockSettings, Committed, Dropped, Flagged, Linked, SealedTerms, ServerError, ShareOpened

LIVE_WAIT_MS = 120_000
"""So long a game with a clock waits for the next browser that is to seal or open."""
WAIT_MS = 14 * 24 * 3_600_000
"""So long any other game does: who sends an invitation need not sit there when it is taken."""
MAX_SEALINGS = 100
"""Most times that the dice of a game are sealed."""
LONGEST_LIVE_MS = 3 * 3_600_000
"""Who has more time on his clock need not sit at the board."""


@dataclass(frozen=True, slots=True)
class Sealing:
    """What both have sealed together, as far as they have; '' for what they have not."""

    commitments: tuple[str, str] = ("", "")
    chains: tuple[str, str] = ("", "")
    openings: tuple[str, str] = ("", "")
    links: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """Those that each has told."""

    @property
    def is_sealed(self) -> bool:
        """Whether both have sealed."""
        return all(self.commitments)

    @property
    def is_open(self) -> bool:
        """Whether both have opened: then dice can be rolled."""
        return all(self.openings)

    @property
    def missing(self) -> tuple[int, ...]:
        """Who has yet to seal, or, when both have sealed, to open."""
        told = self.openings if self.is_sealed else self.commitments
        return tuple(person for person in (0, 1) if not told[person])

    def told(self, person: int) -> str:
        """Return the link that a person has told last, or his chain's seal."""
        return self.links[person][-1] if self.links[person] else self.chains[person]


@dataclass(frozen=True, slots=True)
class Seals:
    """The dice of a game."""

    terms: SealedTerms
    house: str
    """What the house has sealed its secret with."""
    sealings: tuple[Sealing, ...] = (Sealing(),)
    link: str = ""
    """What was told for the roll that is to be made now."""
    dropped: tuple[int, ...] = ()
    """Because of whom the game did not begin."""

    @property
    def now(self) -> Sealing:
        """The last time that they were sealed."""
        return self.sealings[-1]

    @property
    def is_waiting(self) -> bool:
        """Whether somebody has yet to seal or open."""
        return not self.now.is_open

    @property
    def is_first(self) -> bool:
        """Whether they are sealed for the first time: the game has not begun."""
        return self.is_waiting and len(self.sealings) == 1

    @property
    def is_used_up(self) -> bool:
        """Whether somebody has told his last link."""
        return any(len(links) == self.terms.links > 0 for links in self.now.links)

    def check_commitment(self, what: Committed) -> None:
        """Check that a person can seal that now.

        Raises:
            ServerError: "server/dice" with what would be right.
        """
        _check_person(what.person)
        if self.now.is_sealed or self.now.commitments[what.person]:
            raise ServerError("you have sealed your share in the dice already", slug="server/dice")
        told = [what.commitment, *([what.chain] if self.terms.links else [])]
        if not all(HASH.fullmatch(each) for each in told) or (what.chain and not self.terms.links):
            chain = "and so is the seal of the chain" if self.terms.links else "and there is no chain in this game"
            raise ServerError(f"a seal is 64 hexadecimal digits in lower case, {chain}", slug="server/dice")
        known = {self.house, *(each for old in self.sealings for each in (*old.commitments, *old.chains))}
        if known & set(told) or len(set(told)) < len(told):
            raise ServerError("this was sealed before: make up another share, and another chain", slug="server/dice")

    def check_opening(self, what: ShareOpened) -> None:
        """Check that a person can open his share now.

        Raises:
            ServerError: "server/dice" with what would be right.
        """
        _check_person(what.person)
        if not self.now.is_sealed:
            raise ServerError("a share is opened when both are sealed", slug="server/dice")
        if self.now.openings[what.person]:
            raise ServerError("you have opened your share in the dice already", slug="server/dice")
        seal = sealed_dice.commitment(self.terms.game, what.person, what.opening)
        if not HASH.fullmatch(what.opening) or seal != self.now.commitments[what.person]:
            raise ServerError("this is not what you have sealed", slug="server/dice")

    def check_link(self, what: Linked) -> None:
        """Check that a person's link follows in his chain.

        Raises:
            ServerError: "server/dice".
        """
        told = self.now.told(what.person)
        if not HASH.fullmatch(what.link) or sealed_dice.before(self.terms.game, what.person, what.link) != told:
            raise ServerError("this is not the next link of your chain", slug="server/dice")

    def after(self, what: Committed | ShareOpened | Linked) -> Seals:
        """Return the dice after what was checked."""
        now, person = self.now, what.person
        match what:
            case Committed():
                commitments = _with(now.commitments, person, what.commitment)
                now = replace(now, commitments=commitments, chains=_with(now.chains, person, what.chain))
            case ShareOpened():
                now = replace(now, openings=_with(now.openings, person, what.opening))
            case Linked():
                links = (*now.links[person], what.link)
                now = replace(now, links=(links, now.links[1]) if person == 0 else (now.links[0], links))
        link = what.link if isinstance(what, Linked) else ""
        return replace(self, sealings=(*self.sealings[:-1], now), link=link)

    def after_roll(self) -> Seals:
        """Return the dice after a roll: the next one needs another link."""
        return replace(self, link="")

    def anew(self) -> Seals:
        """Return the dice when both are to seal them once more."""
        return replace(self, sealings=(*self.sealings, Sealing()), link="")

    def given_up(self) -> Dropped | Flagged:
        """Return what happens when nobody waits any longer.

        Who lets the time pass before the game costs the other nothing but the game; later he would profit by it.
        """
        missing = self.now.missing
        return Dropped(missing) if self.is_first or len(missing) > 1 else Flagged(missing[0])

    def roll(self, secret: str, state: State) -> int:
        """Return the face for a position that awaits a roll, from 1."""
        first, second = self.now.openings
        key = sealed_dice.key_of(self.terms.game, secret, (first, second))
        line, faces = state.announced() or "", len(state.chance_outcomes())
        return sealed_dice.roll(key, state.ply(), line, faces, self.link)

    @property
    def receipt(self) -> str:
        """The receipt of all that both have sealed; '' before they have."""
        return self._receipt() if self.sealings[0].is_sealed else ""

    def _receipt(self) -> str:
        sealed = [Seal(each.commitments, each.chains) for each in self.sealings if each.is_sealed]
        return sealed_dice.receipt_of(self.terms.game, self.house, sealed)

    def to_json(self, secret: str | None) -> dict[str, Any]:
        """Return what a record says of them."""
        return {
            "scheme": self.terms.scheme,
            "game": self.terms.game,
            "commitment": self.house,
            "secret": secret,
            "receipt": self._receipt(),
            "seals": [self._sealing_json(each) for each in self.sealings if each.is_sealed],
        }

    def _sealing_json(self, sealing: Sealing) -> dict[str, Any]:
        told: dict[str, Any] = {
            "commitments": list(sealing.commitments),
            "openings": list(sealing.openings) if sealing.is_open else None,
        }
        if self.terms.links:
            told |= {"chains": list(sealing.chains), "links": [list(links) for links in sealing.links]}
        return told


def terms_for(game: str, clock: ClockSettings | None) -> SealedTerms:
    """Return how the dice of a game are sealed.

    Chains are for those who sit at the board both. Where nobody's clock runs, a browser that is closed would keep the
    other waiting for hours; and were the roll made without its link then, there would be two to choose from.

    Args:
        game: Its id.
        clock: What is agreed of its time.
    """
    is_live = (
        clock is not None
        and clock.kind != "correspondence"
        and max(clock.initial_ms, clock.increment_ms) <= LONGEST_LIVE_MS
    )
    return SealedTerms(SCHEME, game, LIVE_WAIT_MS if is_live else WAIT_MS, LINKS if is_live else 0)


def timed(part: Committed | ShareOpened | Linked, spent_ms: int | None) -> Committed | ShareOpened | Linked:
    """Return a person's part with the time that it took him, where that counts."""
    return Linked(part.person, part.link, spent_ms or 0) if isinstance(part, Linked) else part


def _check_person(person: int) -> None:
    if person not in (0, 1):
        raise ServerError(f"persons are 0 and 1, not {person}", slug="server/person", text=str(person))


def _with(pair: tuple[str, str], person: int, value: str) -> tuple[str, str]:
    return (value, pair[1]) if person == 0 else (pair[0], value)
