"""Which names can be had, and which are one name because they look alike."""

from __future__ import annotations

import pytest

from motu.server.accounts.account import HOUSE_IDS
from motu.server.accounts.names import clean_name, skeleton
from motu.server.events import ServerError


@pytest.mark.parametrize("name", ["Ann", "Ĵaŭdo", "Ян", "Ελένη", "山田太郎", "김철수", "ann-2_b.c", "x1", "ANN", "שרה"])
def test_people_have_names_of_their_own_script(name: str) -> None:
    assert clean_name(name) == name


def test_a_name_is_kept_in_one_form() -> None:
    assert clean_name(" Ａｎｎ ") == "Ann"
    assert clean_name("Jo\u0302") == "Jô"


@pytest.mark.parametrize(
    "name",
    [
        *("", "x", "a" * 21, "a b", "a\u200bb", "a\u202eb", "ann!", "<b>", "a/b", "a@b", "123", "--", "-ann", "ann-"),
        *("a--b", "a._b", "а" + "nn", "αnn", "Ян2ann", "ann٣", "a\0b", "😀😀", "a\nb", "ᚠᚢ", "𝟙𝟚"),
    ],
)
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(ServerError) as caught:
        clean_name(name)
    assert caught.value.slug == "account/name"


@pytest.mark.parametrize(
    "name", [*HOUSE_IDS, "motu", "MOTU", "m0tu", "rnotu", "Admin", "adm1n", "level-11", "LeveI-3", "deleted", "root"]
)
def test_some_names_are_kept(name: str) -> None:
    with pytest.raises(ServerError) as caught:
        clean_name(name)
    assert caught.value.slug == "account/name-taken"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"),
        ("paul", "раul".replace("u", "υ").replace("l", "ӏ")),
        ("OSCAR", "0scar"),
        ("Ian", "lan"),
        ("al1", "ali"),
        ("jose", "José"),
        ("a.b", "a-b"),
        ("a_b", "a-b"),
        ("modern", "modem"),
        ("caxap", "сахар"),
        ("Straße", "strasse"),
    ],
)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("ann", "anna"), ("ab", "a-b"), ("level-3", "level-4"), ("Ян", "Ия")])
def test_other_names_are_others(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_the_machines_own_names_are_all_different() -> None:
    assert len({skeleton(each) for each in HOUSE_IDS}) == len(HOUSE_IDS)
