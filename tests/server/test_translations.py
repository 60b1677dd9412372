"""The texts of the pages: all are gathered, all are translated, and every translation fits its text."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import msgspec
import pytest
from babel.messages.catalog import Catalog, Message

from motu.games import PARAMETERS, PRESETS
from motu.server.locale import SERVER, read_language
from motu.server.pages import load_site

ROOT = Path(__file__).parents[2]
LOCALE = ROOT / "src/motu/web/locale"
LANGUAGES = sorted(path.stem for path in LOCALE.glob("*.po"))

COGNATES = {
    (
        "Atoll by Mark Steere (2008) · Atomorph by Luis Bolaños Mures (2025) · "
        "Atmalof by Richard S. Forsyth (1984, 1988, 2004)"
    ),
}
"""Longer texts that two languages say in the same words."""
LONGER = 3
"""How many words make a longer text."""

each_language = pytest.mark.parametrize("language", LANGUAGES)


def load_script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("extract_texts", ROOT / "scripts/extract_texts.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SCRIPT = load_script()


@pytest.fixture(scope="module")
def template() -> Catalog:
    catalog: Catalog = SCRIPT.extract()
    return catalog


def messages(language: str) -> list[Message]:
    return [message for message in SCRIPT.read(LOCALE / f"{language}.po") if message.id]


def forms(text: str | tuple[str, ...] | list[str] | None) -> list[str]:
    return [text] if isinstance(text, str) else list(text or ())


def placeholders(text: str) -> list[str]:
    return sorted(re.findall(r"\{\w+\}", text))


def test_the_list_of_texts_is_up_to_date(template: Catalog) -> None:
    assert SCRIPT.texts(SCRIPT.read(SCRIPT.TEMPLATE)) == SCRIPT.texts(template), "run bash scripts/translations"


def test_texts_that_python_hands_to_the_pages_are_in_the_list(template: Catalog) -> None:
    found = {text for _, text in SCRIPT.texts(template)}
    assert {preset.summary for preset in PRESETS.values()} <= found
    assert {each.meaning for known in PARAMETERS.values() for each in known} <= found


def test_texts_in_templates_and_with_contexts_are_in_the_list(template: Catalog) -> None:
    found = SCRIPT.texts(template)
    assert ("hint", "Place a stone.") in found
    assert (None, "{step} of {steps}") in found
    assert found[None, "{count} island"] == ("{count} island", "{count} islands")


def test_there_is_esperanto() -> None:
    assert "eo" in LANGUAGES
    language, _ = read_language("eo", (LOCALE / "eo.po").read_bytes())
    assert (language.code, language.name) == ("eo", "Esperanto")


@each_language
def test_every_text_is_translated(language: str, template: Catalog) -> None:
    found = {(message.context, forms(message.id)[0]): message for message in messages(language)}
    assert found.keys() == SCRIPT.texts(template).keys(), "run bash scripts/translations"
    untranslated = [text for (_, text), message in found.items() if not all(forms(message.string) or [""])]
    assert untranslated == []
    assert [text for (_, text), message in found.items() if message.fuzzy] == []


@each_language
def test_plurals_have_as_many_forms_as_the_language(language: str, template: Catalog) -> None:
    catalog = SCRIPT.read(LOCALE / f"{language}.po")
    texts = SCRIPT.texts(template)
    for message in messages(language):
        is_plural = len(texts[message.context, forms(message.id)[0]]) == 2
        assert len(forms(message.string)) == (catalog.num_plurals if is_plural else 1), message.id


@each_language
def test_placeholders_are_those_of_the_text(language: str) -> None:
    for message in messages(language):
        singular, *plural = forms(message.id)
        wanted = placeholders(plural[0] if plural else singular)
        first, *others = forms(message.string)
        assert placeholders(first) in ([placeholders(singular), wanted]), message.id
        assert all(placeholders(other) == wanted for other in others), message.id


def words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]{2,}", re.sub(r"\{\w+\}", "", text))


def test_no_longer_text_is_the_same_in_two_languages() -> None:
    said: dict[tuple[str | None, str, int, str], list[str]] = {}
    for language in LANGUAGES:
        for message in messages(language):
            english = forms(message.id)
            for at, translated in enumerate(forms(message.string)):
                said.setdefault((message.context, english[0], at, translated), []).append(language)
    for (context, text, at, translated), languages in said.items():
        if len(words(translated)) < LONGER or text in COGNATES:
            continue
        assert languages == languages[:1], f"{' and '.join(languages)} say the same: {translated!r}"
        assert translated != text, f"{languages[0]} says it in English: {translated!r} ({context}, {at})"


@each_language
def test_sentences_end_as_in_english(language: str) -> None:
    for message in messages(language):
        for english, translated in zip(forms(message.id), forms(message.string), strict=True):
            ends = [text[-1] if text[-1] in ".?!…:" else "" for text in (english, translated)]
            assert ends[0] == ends[1], message.id
            assert translated == translated.strip()


def test_esperanto_is_written_with_its_own_letters() -> None:
    text = " ".join(form for message in messages("eo") for form in forms(message.string))
    assert not re.search(r"\b\w*[cghjsu]x\w*\b", text, flags=re.IGNORECASE)
    assert set("ĉĝĥĵŝŭ") - {"ĥ"} <= set(text.lower())


def test_browsers_are_told_which_plural_form_is_for_which_kind_of_number() -> None:
    rule = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
    header = ("Language-Team: Polski", "Content-Type: text/plain; charset=utf-8", f"Plural-Forms: {rule}")
    po = 'msgid ""\nmsgstr ""\n' + "".join(f'"{line}\\n"\n' for line in header)
    language, texts = read_language("pl", po.encode())
    assert language.name == "Polski"
    assert msgspec.json.decode(texts.as_json())["plurals"] == {"one": 0, "few": 1, "many": 2}
    _, esperanto = read_language("eo", (LOCALE / "eo.po").read_bytes())
    assert msgspec.json.decode(esperanto.as_json())["plurals"] == {"one": 0, "other": 1}


def test_contexts_and_plurals_reach_the_browser() -> None:
    _, esperanto = read_language("eo", (LOCALE / "eo.po").read_bytes())
    texts = msgspec.json.decode(esperanto.as_json())["messages"]
    assert texts["hint\4Place a stone."] == "Metu ŝtonon."
    assert texts["{count} island"] == ["{count} insulo", "{count} insuloj"]


def test_a_view_has_the_texts_of_its_scripts_and_what_the_server_tells() -> None:
    contents = load_site().contents
    texts = {
        view: msgspec.json.decode(contents[f"locale/eo/{view}.json"])["messages"]
        for view in ("home", "study", "learn", "page")
    }
    assert all("The server is not responding." in said and "Settings" in said for said in texts.values())
    assert "drawing\4Draw" in texts["study"]
    assert "drawing\4Draw" not in texts["home"]
    assert all(len(said) < len(msgspec.json.decode(esperanto_texts())["messages"]) / 1.5 for said in texts.values())


def test_what_only_the_servers_mails_say_is_not_sent_to_browsers() -> None:
    places = {forms(message.id)[0]: [place for place, _ in message.locations] for message in messages("eo")}
    own = {text for text, found in places.items() if found and all(each.startswith(SERVER) for each in found)}
    assert "Reset your motu password" in own
    assert not own & msgspec.json.decode(esperanto_texts())["messages"].keys()


def test_no_text_is_lost_between_the_views() -> None:
    contents = load_site().contents
    names = [name for name in contents if name.startswith("locale/eo/")]
    told = set().union(*(msgspec.json.decode(contents[name])["messages"] for name in names))
    texts = read_language("eo", (LOCALE / "eo.po").read_bytes())[1]
    alone = {name.removeprefix("src/motu/web/") for name in map(str, (LOCALE.parent / "js/site").glob("*.js"))}
    told |= msgspec.json.decode(texts.as_json({name[name.index("js/site/") :] for name in alone}))["messages"].keys()
    assert told == msgspec.json.decode(esperanto_texts())["messages"].keys()


def esperanto_texts() -> bytes:
    return read_language("eo", (LOCALE / "eo.po").read_bytes())[1].as_json()
