"""One person has one address here, however many his network gives him."""

from __future__ import annotations

import pytest

from motu.server.rates.addresses import block_of, is_elsewhere
from motu.server.rates.rates import BY_ADDRESS, counts_of


@pytest.mark.parametrize(
    ("address", "block"),
    [
        ("at 192.0.2.7", "at 192.0.2.7"),
        ("192.0.2.7", "192.0.2.7"),
        ("at 2001:db8:1:2:3:4:5:6", "at 2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("at ::ffff:192.0.2.7", "at 192.0.2.7"),
        ("at fe80::1%eth0", "at fe80::/64"),
        ("at an unknown address", "at an unknown address"),
        ("", ""),
    ],
)
def test_an_address_counts_as_its_block(address: str, block: str) -> None:
    assert block_of(address) == block
    assert block_of(block_of(address)) == block


@pytest.mark.parametrize("address", ["at 127.0.0.1", "::1", "::ffff:127.0.0.1", "at an unknown address", "testclient"])
def test_this_machine_is_not_counted_but_where_it_guesses(address: str) -> None:
    assert not is_elsewhere(address)
    assert [each.who for each in counts_of("challenge", address)] == []
    assert len(counts_of("log-in", address)) == len(BY_ADDRESS["log-in"])
    assert counts_of("game", address, "ann") == ()


def test_others_are_counted_by_block_and_by_who_they_are() -> None:
    assert is_elsewhere("at 192.0.2.7")
    block = "at 2001:db8::/64"
    assert [each.who for each in counts_of("meeting", "at 2001:db8::9", "ann")] == [block, block, "ann"]
    assert [each.who for each in counts_of("meeting", "at 2001:db8::9")] == [block, block]
    assert [each.who for each in counts_of("push", "at 2001:db8::9", "ann")] == [block, "ann"]
