"""Two persons who seal the dice of a game with a house, and games that are rolled that way."""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass, replace
from typing import Any

from motu.games import load_game, sealed_dice
from motu.games.record import Record
from motu.games.sealed_dice import SCHEME, Seal

GAME = "abcDEF_-0123"


def number(text: str) -> str:
    """Return 32 bytes in hexadecimal digits that follow from a text."""
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class Sealer:
    """What a person's browser makes up for one sealing."""

    game: str
    person: int
    name: str = "0"

    @property
    def opening(self) -> str:
        return number(f"share {self.person} {self.name}")

    @property
    def commitment(self) -> str:
        return sealed_dice.commitment(self.game, self.person, self.opening)

    @property
    def chain(self) -> list[str]:
        """The chain's seal, then its links in the order in which they are told."""
        return sealed_dice.chain_of(self.game, self.person, number(f"chain {self.person} {self.name}"))


def sealed_record(
    spec: str = "junior", *, has_chains: bool = True, seals: int = 1, secret: str = number("house"), until: int = 10_000
) -> Record:
    """Return a game whose rolls follow from what was sealed, several times where that is asked for."""
    state, chance, told = load_game(spec).new_initial_state(), random.Random(4), list[dict[str, Any]]()
    pairs = [(Sealer(GAME, 0, str(each)), Sealer(GAME, 1, str(each))) for each in range(seals)]
    for at, pair in enumerate(pairs):
        chains = [each.chain for each in pair]
        key = sealed_dice.key_of(GAME, secret, (pair[0].opening, pair[1].opening))
        links: list[list[str]] = [[], []]
        rolls = 0
        while not state.is_terminal() and state.ply() < until and (rolls < 6 or at == seals - 1):
            if not state.is_chance_node():
                state.apply_action(chance.choice(state.legal_actions()))
                continue
            teller, link = 1 - (state.to_move() ^ state.is_swapped()), ""
            if has_chains:
                link = chains[teller][len(links[teller]) + 1]
                links[teller].append(link)
            line, faces = state.announced() or "", len(state.chance_outcomes())
            state.apply_action(sealed_dice.roll(key, state.ply(), line, faces, link) - 1)
            rolls += 1
        each: dict[str, Any] = {
            "commitments": [sealer.commitment for sealer in pair],
            "openings": [sealer.opening for sealer in pair],
        }
        if has_chains:
            each |= {"chains": [chain[0] for chain in chains], "links": links}
        told.append(each)
    house = sealed_dice.house_commitment(GAME, secret)
    dice = {
        "scheme": SCHEME,
        "game": GAME,
        "commitment": house,
        "secret": secret,
        "seals": told,
        "receipt": sealed_dice.receipt_of(
            GAME, house, [Seal(tuple(each["commitments"]), tuple(each.get("chains", ("", "")))) for each in told]
        ),
    }
    return replace(state.record(), extra={"dice": dice})
