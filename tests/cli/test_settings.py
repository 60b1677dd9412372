"""The settings file: what it sets, what it refuses, and the page of all variables."""

from __future__ import annotations

import ast
import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.running import refusal, run, run_json, run_well
from motu.cli.settings import EXAMPLE, VARIABLES, settings_file

SOURCES = Path(__file__).parents[2] / "src" / "motu"


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A settings file that is heeded."""
    file = tmp_path / "config.toml"
    before = dict(os.environ)
    monkeypatch.setenv("MOTU_CONFIG", str(file))
    yield file
    monkeypatch.undo()
    for name in set(os.environ) - set(before):
        del os.environ[name]


def test_options_come_from_the_file_and_the_command_line_goes_before(settings: Path) -> None:
    settings.write_text("[perft]\ndivide = true\n[bench]\nseconds = 0.01\n[analyze]\nvisits = 5\ntop = 1\n")
    assert "a1: 1" in run_well("perft", "hex(size=2)", "1")
    assert run_json("bench", "hex(size=3)")["seconds"] == 0.01
    assert run_json("bench", "hex(size=3)", "--seconds", "0.02")["seconds"] == 0.02
    assert len(run_json("analyze", "hex(size=3)")["moveInfos"]) == 1


def test_commands_of_groups_have_tables_of_their_own(settings: Path) -> None:
    settings.write_text("[nets.list]\njson = true\n")
    assert run_well("nets", "list").startswith("{")


def test_motu_alone_serves_as_the_file_says(settings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.write_text('[serve]\nport = 1234\nbrowser = false\nname = ["motu.example.org"]\n')
    served: list[tuple[object, ...]] = []
    monkeypatch.setattr(
        "motu.server.run.serve", lambda settings, host, ports, _: served.append((settings.hosts, ports))
    )
    assert run().exit_code == 0
    assert served == [(("motu.example.org",), (1234,))]


def test_variables_come_from_the_file_and_the_environment_goes_before(
    settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MOTU_NET_RUNTIME", raising=False)
    settings.write_text('[motu]\nnet-runtime = "nothing"\n')
    assert "MOTU_NET_RUNTIME is one of" in run_well("doctor")
    monkeypatch.setenv("MOTU_NET_RUNTIME", "onnxruntime")
    assert "run by onnxruntime, as MOTU_NET_RUNTIME says" in run_well("doctor")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[serve", "cannot be read"),
        ("[surve]\n", "there is no command 'surve'; right are account, analyze"),
        ("[serve]\nprt = 1\n", "[serve] has no 'prt'; right are browser, bus, "),
        ("[nets.lst]\n", "[nets] has no 'lst'; right are check, list"),
        ("serve = 1\n", "serve is a table, [serve], not 1"),
        ("[motu]\nnet = 'x'\n", "[motu] has no 'net'; right are net-runtime, nets, smtp"),
        ("[motu]\nnets = 1\n", "motu.nets is a text, not 1"),
    ],
)
def test_what_is_no_setting_is_refused_with_the_file_and_what_is_right(settings: Path, text: str, said: str) -> None:
    settings.write_text(text)
    told = refusal("games")
    assert f"the settings file '{settings}'" in told
    assert said in told


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[bench]\nseconds = 'soon'\n", "--seconds': right is a number"),
        ("[serve]\nport = 'abc'\n", "--port': right is a whole number"),
        ("[serve]\nport = 1.5\n", "--port': right is a whole number"),
        ("[serve]\nport = 99999\n", "--port': right is a number less than or equal to 65535"),
        ("[serve]\nbrowser = 3\n", "--browser': right is true or false"),
        ("[serve]\nlog = 'xml'\n", "--log': 'xml' is not one of 'text', 'json'"),
    ],
)
def test_a_value_that_an_option_does_not_take_is_refused(settings: Path, text: str, said: str) -> None:
    command = ("bench", "hex(size=3)") if "bench" in text else ("serve",)
    settings.write_text(text)
    told = refusal(*command)
    assert f"the settings file '{settings}': Invalid value for '{said}" in told
    assert "Input" not in told


def test_what_may_be_said_several_times_may_be_said_once(settings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.write_text('[serve]\nname = "motu.example.org"\nbrowser = false\n')
    served: list[tuple[str, ...]] = []
    monkeypatch.setattr("motu.server.run.serve", lambda settings, *_: served.append(settings.hosts))
    assert run().exit_code == 0
    assert served == [("motu.example.org",)]


@pytest.mark.parametrize("command", [("serve",), ("worker", "--database", "postgresql://nobody@127.0.0.1:1/none")])
@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("MOTU_NET_RUNTIME", "abacus", "MOTU_NET_RUNTIME is one of onnxruntime, "),
        ("MOTU_NET_RUNTIME", "openvino", "MOTU_NET_RUNTIME is 'openvino': nets need openvino, which is not installed"),
        ("MOTU_NETS", "/nowhere", "MOTU_NETS names a folder of nets that is not there: '/nowhere'"),
        ("MOTU_NETS", __file__, "MOTU_NETS names a folder of nets that is not there: "),
        ("MOTU_NETS", "broken", "does not say which nets are used where"),
    ],
)
def test_no_server_plays_otherwise_than_it_was_told_to(
    command: tuple[str, ...], name: str, value: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it can't heed it says at once; it would play without nets and nobody would know why."""
    if value == "broken":
        value = str(tmp_path)
        (tmp_path / "nets.toml").write_text("nothing of the kind", "utf-8")
    if value == "openvino":
        real = importlib.util.find_spec
        monkeypatch.setattr("importlib.util.find_spec", lambda each: None if each == "openvino" else real(each))
    monkeypatch.setenv(name, value)
    monkeypatch.setattr("motu.server.run.serve", lambda *_: pytest.fail("it serves"))
    assert said in refusal(*command)
    assert [each for each in run_json("doctor")["findings"] if each["topic"] == "nets" and each["state"] == "bad"]


def test_a_folder_of_nets_may_lie_at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where no shell has read the variable, as of a service."""
    (tmp_path / "mine").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setenv("MOTU_NETS", "~/mine")
    assert f"your own, in {tmp_path / 'mine'}: none" in run_well("doctor")


def test_broken_settings_are_no_hindrance_to_those_who_look_for_the_fault(settings: Path) -> None:
    settings.write_text("[surve]\n")
    assert "there is no command 'surve'" in run_well("doctor")
    assert "there is no command 'surve'" in refusal("config")


def test_a_file_is_begun_with_examples_that_can_be_used(settings: Path) -> None:
    assert run("config", "--write").stderr == f"written: {settings}\n"
    assert settings.read_text("utf-8") == EXAMPLE
    assert "there is a settings file already" in refusal("config", "--write")
    settings.write_text("".join(line.removeprefix("# ") for line in EXAMPLE.splitlines(keepends=True)[3:]))
    told = run_json("config")
    assert told["settings"]["serve"] == {"port": 9000, "browser": False}
    assert told["settings"]["play"] == {"second": "level:5"}


def test_the_page_of_settings_tells_file_and_variables(settings: Path) -> None:
    settings.write_text("[nets.check]\npositions = 3\n")
    told = run_well("config")
    assert str(settings) in told
    assert "nets check positions" in told
    for each in VARIABLES:
        assert each.name in told


def test_a_password_is_not_shown(settings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOTU_SMTP", "smtp://ann:secret@mail")
    assert settings.name in run_well("config")
    assert "secret" not in run_well("config")


def test_a_file_that_is_named_and_not_there_is_missed(settings: Path) -> None:
    assert f"names a settings file that is not there: '{settings}'; motu config --write begins it" in refusal("games")
    assert "names a settings file that is not there" in run_well("doctor")
    assert "there is none; motu config --write begins one" in run_well("config")
    assert run_json("config")["is_there"] is False


def test_nothing_is_missed_where_none_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MOTU_CONFIG")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr("motu.cli.settings.settings_folder", lambda: tmp_path)
    assert run_well("games")
    assert "no settings file" in run_well("doctor")


def test_a_folder_is_no_settings_file(settings: Path) -> None:
    settings.mkdir()
    assert f"the settings file '{settings}' cannot be read" in refusal("games")
    assert "cannot be read" in run_well("doctor")
    assert "there is a settings file already" in refusal("config", "--write")


def test_no_file_is_read_where_none_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOTU_CONFIG", "")
    assert settings_file() is None
    assert "no settings file is read" in run_well("config")
    assert "no place" in refusal("config", "--write")


def variables_in(path: Path) -> Iterator[str]:
    """The variables of the environment that a source asks for by name."""
    tree = ast.parse(path.read_text("utf-8"))
    constants = {
        target.id: node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("environ.get", "getenv")) and node.args:
            name = node.args[0]
            yield str(name.value if isinstance(name, ast.Constant) else constants.get(ast.unparse(name), ""))
        elif isinstance(node, ast.keyword) and node.arg == "envvar" and isinstance(node.value, ast.Constant):
            yield str(node.value.value)


def test_every_variable_that_is_asked_for_is_on_the_page() -> None:
    asked = {name for path in SOURCES.rglob("*.py") for name in variables_in(path)} - {"", "USER"}
    assert asked <= {each.name for each in VARIABLES}
    assert {each.name for each in VARIABLES if each.name.startswith("MOTU_")} <= asked
