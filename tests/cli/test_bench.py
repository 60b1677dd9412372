"""`motu bench`: that it measures, never how much."""

import pytest

from cli.running import refusal, run_json, run_well
from motu.testing import signature


@pytest.mark.parametrize("spec", ["hex(size=4)", "atomorph(size=4)", "junior"])
def test_every_measure_has_figures(spec: str) -> None:
    data = run_json("bench", spec, "--seconds", "0.01")
    assert set(data["measures"]) == {"native", "python"} | ({"fill"} if spec.startswith("hex") else set())
    for name, figures in data["measures"].items():
        assert figures["games"] > 0
        assert figures["games_per_second"] > 0
        assert figures["cpu_seconds"] >= 0.01
        assert ("plies_per_second" in figures) == (name != "fill")


def test_text_says_what_was_measured() -> None:
    text = run_well("bench", "hex(size=4)", "--seconds", "0.01")
    assert "atoll(board=rhombus,size=4,islands=4,swap=true)" in text
    assert "CPU time" in text
    assert text.count("random games") == 2


@pytest.mark.parametrize("arguments", [["nothing"], ["--seconds", "0"], ["--seconds", "long"], ["--seconds", "nan"]])
def test_bad_input_is_refused_in_one_line(arguments: list[str]) -> None:
    refusal("bench", *arguments)


def test_signature_is_one_number_and_json_says_of_what(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signature, "parts", lambda: signature.searches("hex(size=4,swap=false)"))
    number = run_well("bench", "--signature")
    data = run_json("bench", "--signature")
    assert number == f"{data['signature']}\n"
    assert "hex(size=4,swap=false) uct:3000" in data["parts"]
