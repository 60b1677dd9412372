"""What the page on environments shows, happens."""

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"


def test_its_examples_run() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert failed == 0
    assert tried > 10
