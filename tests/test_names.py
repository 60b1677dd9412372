"""Names of classes: no two in the package are called the same."""

import ast
from collections import defaultdict
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "motu"


def test_no_two_classes_have_the_same_name() -> None:
    files = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                files[node.name].append(str(path.relative_to(SOURCE)))
    assert {name: places for name, places in files.items() if len(places) > 1} == {}
