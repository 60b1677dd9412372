"""The committed pictures are what docs/make_images.py draws."""

import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree as ET

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_images", DOCS / "make_images.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_committed_images_are_up_to_date(script: ModuleType) -> None:
    assert script.find_differences(script.draw_all()) == [], "run python docs/make_images.py"


def test_missing_outdated_and_stray_files_are_found(script: ModuleType) -> None:
    pictures = dict(script.draw_all())
    some, other, *_ = pictures
    pictures[some] += " "
    del pictures[other]
    pictures["new.svg"] = ""
    assert script.find_differences(pictures) == sorted([some, other, "new.svg"])


def test_three_boards_picture_is_small_and_names_the_games() -> None:
    path = DOCS / "images" / "three-boards.svg"
    assert path.stat().st_size < 80_000
    texts = [part.text for part in ET.parse(path).getroot().findall("{http://www.w3.org/2000/svg}text")]
    assert texts == ["Atoll", "Atomorph", "Atmalof"]


def test_script_checks_and_writes(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main: Callable[[], int] = script.main
    monkeypatch.setattr(script, "IMAGES", tmp_path / "images")
    monkeypatch.setattr("sys.argv", ["make_images.py", "--check"])
    assert main() == 1
    assert "three-boards.svg" in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["make_images.py"])
    assert main() == 0
    (tmp_path / "images" / "stray.svg").write_text("<svg/>", "utf-8")
    assert main() == 0
    assert not (tmp_path / "images" / "stray.svg").exists()
    monkeypatch.setattr("sys.argv", ["make_images.py", "--check"])
    assert main() == 0
