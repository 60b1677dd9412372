"""The tree of errors: every leaf has a documented slug, travels between processes, and is found by its slug."""

import pickle

import pytest

from motu import errors

LEAVES = [
    leaf
    for leaf in vars(errors).values()
    if isinstance(leaf, type) and issubclass(leaf, errors.MotuError) and leaf is not errors.MotuError
]


@pytest.mark.parametrize("leaf", LEAVES)
def test_every_leaf_is_in_the_picture_of_the_tree(leaf: type[errors.MotuError]) -> None:
    assert errors.__doc__ is not None
    line = next(line for line in errors.__doc__.splitlines() if f" {leaf.__name__} (" in line)
    assert leaf.default_slug in line or leaf.default_slug.partition("/")[0] + "/…" in line
    assert any(base.__name__ in line for base in leaf.__bases__ if base is not errors.MotuError)


@pytest.mark.parametrize("leaf", LEAVES)
def test_a_slug_leads_to_its_class(leaf: type[errors.MotuError]) -> None:
    error = errors.from_native(leaf.default_slug, "why", "what", "where", ["a1"])
    assert type(error) is leaf
    assert (error.message, error.text, error.position, error.legal) == ("why", "what", "where", ("a1",))


def test_an_unknown_slug_is_still_an_error_of_motu() -> None:
    assert type(errors.from_native("new/thing", "why", "", "", [])) is errors.MotuError


def test_what_others_said_fits_into_a_message() -> None:
    assert errors.one_line("no\n  such\x00 graph\t") == "no such graph"
    assert errors.one_line(ValueError("x" * 1000)) == "x" * 300 + "…"
    libpq = "connection failed: Connection refused\n\tIs the server running on that host?\n"
    assert errors.one_line(libpq) == "connection failed: Connection refused. Is the server running on that host?"
    assert errors.one_line("What it says:\nNothing.\nMore") == "What it says: Nothing. More"


def test_errors_survive_pickling_whole() -> None:
    error = errors.IllegalMoveError("occupied", text="a1", position="a1", legal=["b1"])
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is errors.IllegalMoveError
    assert vars(copy) == vars(error)
    assert copy.message == error.message
