"""Gather the texts of the pages for translators: `bash scripts/translations` runs it.

`messages.pot` lists all texts that stand in the browser's modules and in the data that Python hands to them (babel.cfg
says where); every `.po` beside it gets what is new and loses what is gone. `--check` writes nothing and fails when the
list is not up to date.
"""

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[1]
LOCALE = ROOT / "src/motu/web/locale"
TEMPLATE = LOCALE / "messages.pot"
WIDTH = 120
KEYWORDS = {**DEFAULT_KEYWORDS, "Parameter": (4,), "Preset": (3,)}
"""Functions whose arguments are texts; of the two dataclasses it is the line for people."""
HEADER = (
    "# The texts of motu's pages. bash scripts/translations writes this file; translations stand in the .po files.\n#"
)
AUTHORS = "the motu authors"
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
"""A file says nothing of when it was made, so that it changes when a text does."""


def extract() -> Catalog:
    """Return all texts, with the files they stand in."""
    with (ROOT / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]
    catalog = Catalog(
        project="motu",
        version="1",
        header_comment=HEADER,
        msgid_bugs_address=AUTHORS,
        last_translator=AUTHORS,
        creation_date=EPOCH,
        charset="utf-8",
        fuzzy=False,
    )
    found = extract_from_dir(ROOT, methods, options, KEYWORDS, ())
    for name, _, text, _, context in sorted(found, key=lambda each: (each[0], each[1])):
        catalog.add(text, None, [(name, 0)], context=context)
    return catalog


def write(catalog: Catalog, path: Path) -> None:
    """Write a catalogue; the order of texts is that of the files they stand in."""
    with path.open("wb") as file:
        write_po(file, catalog, width=WIDTH, include_lineno=False, ignore_obsolete=True)


def read(path: Path) -> Catalog:
    """Return a catalogue."""
    with path.open("rb") as file:
        return read_po(file, locale=None if path == TEMPLATE else path.stem)


def texts(catalog: Catalog) -> dict[tuple[str | None, str], tuple[str, ...]]:
    """Return a catalogue's texts in English: context and text -> singular and plural."""
    found = {}
    for message in catalog:
        if message.id:
            forms = (message.id,) if isinstance(message.id, str) else tuple(message.id)
            found[message.context, forms[0]] = forms
    return found


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only say whether the list is up to date")
    template = extract()
    if parser.parse_args().check:
        is_current = TEMPLATE.exists() and texts(read(TEMPLATE)) == texts(template)
        print("up to date" if is_current else "messages.pot is not up to date: run bash scripts/translations")
        return 0 if is_current else 1
    write(template, TEMPLATE)
    for path in sorted(LOCALE.glob("*.po")):
        catalog = read(path)
        catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
        write(catalog, path)
        missing = [message.id for message in catalog if message.id and not all(message.string or ("",))]
        print(f"{path.name}: {len(missing)} texts to translate")
    return 0


if __name__ == "__main__":
    sys.exit(main())
