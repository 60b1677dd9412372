"""The scheme motu-dice-2: its figures were worked out with openssl, and its faces are all equally likely."""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pytest

from games.sealing import GAME, Sealer, number
from motu.games import sealed_dice
from motu.games.sealed_dice import LINKS, Seal

SECRET, SHARES = "01" * 32, ("02" * 32, "03" * 32)
HOUSE = "ffc55bf5f1f6584499901beedd51e7b93ac144afd37154e71ce52fd11ed54060"
FIRST = "0b83c4043f5bb1b72f4ed7be993842da3faae1edd58e7a59f117c03eb49d2c4d"
SECOND = "733b73a3aca872712b94d3164d56ba80f3125aaf3d55b1e542c306284d08355b"
KEY = "a8647141ba326d6121daf9da7c7378abd6cd8d6a2f7b479c1a7058d62dc7d298"
WITHOUT, WITH = [5, 6, 3, 2, 6, 5, 4, 6], [3, 5, 5, 5, 6, 6, 2, 5]
FACES = 6
CRITICAL = 20.5
"""Chi-squared at five degrees of freedom is larger in one case of a thousand."""


def test_what_three_seal_is_bound_to_scheme_role_and_game() -> None:
    assert sealed_dice.house_commitment("g", SECRET) == HOUSE
    assert [sealed_dice.commitment("g", person, SHARES[person]) for person in (0, 1)] == [FIRST, SECOND]
    told = {sealed_dice.commitment(game, person, SHARES[0]) for game in ("g", "h") for person in (0, 1)}
    assert len(told | {sealed_dice.house_commitment("g", SHARES[0])}) == 5


def test_the_key_follows_from_all_three() -> None:
    key = sealed_dice.key_of("g", SECRET, SHARES)
    assert key.hex() == KEY
    others = [
        sealed_dice.key_of("h", SECRET, SHARES),
        sealed_dice.key_of("g", SHARES[0], SHARES),
        sealed_dice.key_of("g", SECRET, SHARES[::-1]),
        sealed_dice.key_of("g", SECRET, (SHARES[0], SECRET)),
    ]
    assert len({key, *others}) == 5


def test_a_roll_follows_from_the_key_turn_line_and_link() -> None:
    key = sealed_dice.key_of("g", SECRET, SHARES)
    assert [sealed_dice.roll(key, turn, "r4", FACES) for turn in range(8)] == WITHOUT
    assert [sealed_dice.roll(key, turn, "r4", FACES, SHARES[0]) for turn in range(8)] == WITH


def test_a_chain_is_told_backward() -> None:
    chain = Sealer(GAME, 1).chain
    assert len(chain) == len(set(chain)) == LINKS + 1
    assert all(sealed_dice.before(GAME, 1, link) == told for told, link in pairwise(chain))
    assert sealed_dice.before(GAME, 0, chain[1]) != chain[0]
    assert sealed_dice.before("other", 1, chain[1]) != chain[0]


def test_a_receipt_is_six_words_that_anybody_can_read_out() -> None:
    syllables = [*sealed_dice.FIRST_SYLLABLES, *sealed_dice.LAST_SYLLABLES]
    assert all(re.fullmatch("[a-z][aeiou]", each) for each in syllables)
    assert len(set(sealed_dice.FIRST_SYLLABLES)) == len(set(sealed_dice.LAST_SYLLABLES)) == 16
    assert sealed_dice.words_of("00ff10a1234b" + "0" * 52) == "bani suna dani holi fami lado"
    assert len({sealed_dice.words_of(f"{byte:02x}" * 32).split()[0] for byte in range(256)}) == 256


def test_a_receipt_is_of_all_that_was_sealed() -> None:
    pair = (number("a"), number("b"))
    seals = [
        [],
        [Seal(pair)],
        [Seal(pair[::-1])],
        [Seal(pair, pair)],
        [Seal(pair), Seal(pair)],
    ]
    receipts = {sealed_dice.receipt_of(game, "c", each) for game in ("g", "h") for each in seals}
    assert len(receipts) == 2 * len(seals)
    receipt = sealed_dice.receipt_of("g", "c", seals[1])
    words = sealed_dice.words_of(receipt)
    assert sealed_dice.is_receipt(receipt, receipt)
    assert sealed_dice.is_receipt(f" {words.upper()} ", receipt)
    assert not sealed_dice.is_receipt(" ".join(words.split()[::-1]), receipt)
    assert not sealed_dice.is_receipt("", receipt)


def chi_squared(counts: list[int]) -> float:
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 / mean for count in counts)


def counted(rolls: int, *, has_links: bool) -> list[int]:
    source, counts = random.Random(rolls), [0] * FACES
    for turn in range(rolls):
        if turn % 100 == 0:
            key = source.randbytes(32)
        link = f"{turn:064x}" if has_links else ""
        counts[sealed_dice.roll(key, turn % 100, f"r{turn % 7 + 1}", FACES, link) - 1] += 1
    return counts


@pytest.mark.parametrize("has_links", [False, True])
@pytest.mark.parametrize("rolls", [10_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_all_faces_are_equally_likely(rolls: int, has_links: bool) -> None:
    assert chi_squared(counted(rolls, has_links=has_links)) < CRITICAL
