"""Modules that travel together: each is there, once, after what it imports, and exports what it did."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from motu.server.module_packs import as_function, pack_of, packs_of
from motu.server.page_parts import MAIN, wanted_of
from motu.server.pages import UNKNOWN, load_site

FIRST = b"""\
import { go } from './shell.js';

const VIEWS = {
  play: () => import('./play.js'),
  study: () => import('./study.js'),
};
go(VIEWS);
export {};
"""
SITE = {
    MAIN: FIRST,
    "js/shell.js": b"export const go = (views) => views;\nexport const wait = () => import('./panel.js');\n",
    "js/play.js": b"import './board.js';\nimport * as shell from './shell.js';\nexport const render = shell.wait;\n",
    "js/study.js": b"import { Board } from './board.js';\nexport const later = () => import('./graph.js');\nBoard;\n",
    "js/board.js": b"export class Board {}\n",
    "js/panel.js": b"import { go } from './shell.js';\nimport { Board } from './board.js';\nexport { go, Board };\n",
    "js/graph.js": b"import { Board } from './board.js';\nimport { go } from './shell.js';\nBoard;\ngo();\n",
}


def packed(pack: bytes) -> list[str]:
    return [f"js/{name}.js" for name in re.findall(r"'([^']*)', ?async \$ ?=>", pack.decode())]


def test_a_pack_has_what_is_not_there_already_each_after_what_it_imports() -> None:
    site = {**SITE, "js/panel.js": SITE["js/panel.js"].replace(b"export { go, Board }", b"Board;\ngo()")}
    packs = packs_of(site)
    assert {name: packed(pack) for name, pack in packs.items()} == {
        pack_of(MAIN): ["js/shell.js", MAIN],
        "packs/js/play.js": ["js/board.js", "js/play.js"],
        "packs/js/study.js": ["js/board.js", "js/study.js"],
        "packs/js/panel.js": ["js/board.js", "js/panel.js"],  # asked for where no board may be yet
        "packs/js/graph.js": ["js/graph.js"],  # asked for by the study alone, which has one
    }


@pytest.mark.parametrize("source", ["export default 3;\n", "import a from './a.js';\n", "export let a = 1;\n"])
def test_what_is_written_in_another_way_is_refused(source: str) -> None:
    with pytest.raises(ValueError, match="cannot be packed"):
        as_function("js/x.js", source)


def test_a_name_of_the_packs_own_is_refused() -> None:
    with pytest.raises(ValueError, match="a pack's own name"):
        as_function("js/x.js", "const $l = 3;\n")


def test_modules_that_import_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match="import each other"):
        packs_of({MAIN: b"import './a.js';\n", "js/a.js": b"import './b.js';\n", "js/b.js": b"import './a.js';\n"})


def test_all_modules_of_the_page_travel() -> None:
    contents = load_site().contents
    packs = {name: contents[name] for name in contents if name.startswith("packs/")}
    sent = {module for pack in packs.values() for module in packed(pack)}
    apart = {"js/worker.js", "js/offline.js", "js/early.js", "js/board/types.js"}
    # A worker loads them by itself.
    names = ("core", "engine_module", "engine_worker", "host", "line", "protocol", "sent")
    apart |= {f"js/engine/{name}.js" for name in names}
    assert sent == {name for name in contents if name.startswith("js/")} - apart
    wanted = {each for name in sent for each in wanted_of(contents, name)}
    assert packs.keys() == {pack_of(entry) for entry in (MAIN, *wanted)}
    first = set(packed(packs[pack_of(MAIN)]))
    assert first == set(load_site().parts[UNKNOWN].modules)


PROGRAM = """
import { pathToFileURL } from 'node:url';
globalThis.ran = [];
await import(pathToFileURL(process.argv[2]).href);
const study = await globalThis.motuModules.get('main').then((main) => main.study());
const again = await globalThis.motuModules.get('main').then((main) => main.study());
const graph = await study.later();
console.log(JSON.stringify({
  ran: globalThis.ran, sum: study.sum, same: study === again, graph: graph.twice, where: graph.where,
  exported: Object.keys(study).sort(),
}));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_packs_do_what_the_modules_do(tmp_path: Path) -> None:
    site = {
        MAIN: b"import { log } from './log.js';\nexport const study = () => load('./study.js');\n"
        b"const VIEWS = { './study.js': () => import('./study.js') };\n"
        b"async function load(name) {\n  return VIEWS[name]();\n}\nconst [define, at] = [0, 0];\n"
        b"log('main', define, at);\n",
        "js/log.js": b"export function log(name) {\n  globalThis.ran.push(name);\n}\nlog('log');\n",
        "js/study.js": b"import {\n  one as first,\n  two,\n} from './numbers.js';\n"
        b"import * as numbers from './numbers.js';\n"
        b"import './log.js';\nexport { two as second } from './numbers.js';\n"
        b"numbers.told('study');\nexport const sum = first + two + numbers.one;\n"
        b"export async function later() {\n  return import('./deep/graph.js');\n}\nawait Promise.resolve();\n",
        "js/numbers.js": b"import { log } from './log.js';\nlog('numbers');\n"
        b"const one = 1;\nexport const two = 2;\nexport {\n  one,\n  log as told,\n};\n",
        "js/deep/graph.js": b"import { sum } from '../study.js';\nexport const twice = 2 * sum;\n"
        b"export const where = new URL('../log.js', import.meta.url).pathname.split('/').slice(-2).join('/');\n",
    }
    for name, pack in packs_of(site).items():
        place = tmp_path / name.replace(".js", ".mjs")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(
            pack.replace(b"import($a(name, 'packs/'))", b"import($a(name, 'packs/').replace('.js', '.mjs'))")
        )
    program = tmp_path / "run.mjs"
    program.write_text(PROGRAM)
    done = subprocess.run(["node", program, tmp_path / "packs/js/main.mjs"], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == {
        "ran": ["log", "main", "numbers", "study"],
        "sum": 4,
        "same": True,
        "graph": 8,
        "where": "js/log.js",
        "exported": ["later", "second", "sum"],
    }
