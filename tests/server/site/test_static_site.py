"""The files of a site without a server: all that is asked for is there, and nothing that says where it lies."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from motu.games import PRESETS, load_game
from motu.server.site import SiteReport, write_site
from motu.server.site.packed import packed, unpacked
from motu.server.site.site_boards import board_key, rule_keys
from motu.server.site.static_site import MARKER, SiteError
from motu.server.views import board_view

ABSOLUTE = re.compile(rb"""(?:href|src)=["']/(?!/)""")
LZMA = Path(__file__).parents[3] / "src/motu/web/js/site/lzma.js"
UNPACK = """
import { readFileSync, readdirSync } from 'node:fs';
const [, lzma, folder] = process.argv;
const { unpacked } = await import(lzma);
const names = readdirSync(folder).sort();
for (const name of names) {
  const bytes = unpacked(new Uint8Array(readFileSync(`${folder}/${name}`)));
  console.log(Buffer.from(bytes).toString('hex'));
}
"""
MOST_PACKED = 600_000
WEIGH = """
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
const files = readFileSync(0, 'utf8').split('\\n').map((name) => readFileSync(name));
const packed = files.map((file) => Math.min(file.length, brotliCompressSync(file).length));
console.log(packed.reduce((sum, size) => sum + size));
"""
WORDS = [b"island", b" ", b"stone", b"shore", b"\n", b"\x00\xff", b"weak stones of both colours"]
OF_A_SERVER = ("lobby", "account", "people", "tournaments", "moderation", "ladder", "programs", "mail")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, SiteReport]:
    folder = tmp_path_factory.mktemp("out") / "site"
    return folder, write_site(folder)


def static_folder(folder: Path) -> Path:
    [static] = (folder / "files").iterdir()
    return static


def test_the_document_works_in_any_folder(site: tuple[Path, SiteReport]) -> None:
    folder, _ = site
    document = (folder / "index.html").read_bytes()
    assert not ABSOLUTE.search(document)
    assert b"{" not in re.sub(rb"<script.*?</script>|data-\w+=\"[^\"]*\"", b"", document, flags=re.DOTALL)
    named = re.findall(rb'(?:href|src)="([^"#]+)"', document)
    assert [name for name in named if not (folder / name.decode()).is_file()] == []


def test_the_worker_keeps_files_that_are_there(site: tuple[Path, SiteReport]) -> None:
    folder, report = site
    text = (folder / "worker.js").read_text("utf-8")
    needed, later = (json.loads(each) for each in re.findall(r"JSON\.parse\('(\[.*?\])'\)", text))
    assert [name for name in [*needed, *later] if name != "./" and not (folder / name).is_file()] == []
    assert set(later) == report.later
    assert all(name.endswith(".lines") for name in later)


def test_what_only_a_server_has_is_left_out(site: tuple[Path, SiteReport]) -> None:
    folder, report = site
    main = (static_folder(folder) / "packs/js/main.js").read_text("utf-8")
    assert "/api/" not in (folder / "worker.js").read_text("utf-8")
    for view in OF_A_SERVER:
        assert f"views/{view}'" not in main
        assert not any(name.endswith(f"packs/js/views/{view}.js") for name in report.files)


def test_modules_of_the_pages_ask_the_house_in_the_page(site: tuple[Path, SiteReport]) -> None:
    folder, _ = site
    main = (static_folder(folder) / "packs/js/main.js").read_text("utf-8")
    assert "'site/house'" in main
    assert "new WebSocket" not in main


def test_every_script_can_be_read(site: tuple[Path, SiteReport]) -> None:
    """A name that stands twice in what is put together here would leave every page empty."""
    if shutil.which("node") is None:
        pytest.skip("there is no Node")
    folder, report = site
    scripts = [name for name in report.files if name.endswith(".js")]
    assert len(scripts) > 10
    for name in scripts:
        read = (folder / name).read_bytes()
        told = subprocess.run(["node", "--input-type=module", "--check"], input=read, capture_output=True, check=False)
        assert told.returncode == 0, (name, told.stderr.decode())


def test_the_engine_is_the_one_of_the_pages(site: tuple[Path, SiteReport]) -> None:
    folder, _ = site
    engine = Path(__file__).parents[3] / "src/motu/web/engine/motu.wasm"
    assert unpacked((static_folder(folder) / "engine/motu.bin").read_bytes()) == engine.read_bytes()


def test_what_travels_is_small(site: tuple[Path, SiteReport]) -> None:
    folder, report = site
    assert not any(name.endswith((".map", ".py", ".po")) for name in report.files)
    if shutil.which("node") is None:
        pytest.skip("there is no Node")
    kept = "\n".join(str(folder / name) for name in report.files if name not in report.later)
    told = subprocess.run(
        ["node", "--input-type=module", "-e", WEIGH], input=kept, capture_output=True, text=True, check=True
    )
    assert int(told.stdout) < MOST_PACKED, "bytes, as a host sends them that packs with brotli"


def test_pages_unpack_what_was_packed(tmp_path: Path) -> None:
    if shutil.which("node") is None:
        pytest.skip("there is no Node")
    chance = random.Random(4)
    contents = [b"", b"a", b"abc" * 5000, chance.randbytes(3000), b"".join(chance.choices(WORDS, k=20_000))]
    for number, content in enumerate(contents):
        (tmp_path / str(number)).write_bytes(packed(content))
    told = subprocess.run(
        ["node", "--input-type=module", "-e", UNPACK, str(LZMA), str(tmp_path)], capture_output=True, check=True
    )
    assert [bytes.fromhex(line) for line in told.stdout.decode().split("\n")[: len(contents)]] == contents


def test_a_packed_file_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    if shutil.which("node") is None:
        pytest.skip("there is no Node")
    (tmp_path / "0").write_bytes(packed(b"".join(random.Random(2).choices(WORDS, k=2000)))[:-40])
    told = subprocess.run(
        ["node", "--input-type=module", "-e", UNPACK, str(LZMA), str(tmp_path)], capture_output=True, check=False
    )
    assert b"a packed file is cut off" in told.stderr


def test_every_named_game_has_its_board(site: tuple[Path, SiteReport]) -> None:
    folder, _ = site
    static = static_folder(folder)
    places = json.loads((static / "site/boards.json").read_bytes())["boards"]
    more = json.loads(unpacked((static / "site/boards/more.bin").read_bytes()))
    for preset in PRESETS:
        game = load_game(preset)
        place = places[board_key(game.spec)]
        is_apart = place.startswith("first/")
        boards = json.loads((static / f"site/boards/{place}.json").read_bytes()) if is_apart else more
        assert boards[place]["view"]["names"] == list(game.board.names)


def test_variants_share_a_board() -> None:
    assert rule_keys()["atoll"] == ("swap",)
    one, other = "atomorph(size=6)", "atomorph(size=6,contested=never,corners=false,return_stone=true,swap=false)"
    assert board_key(load_game(one).spec) == board_key(load_game(other).spec)
    assert board_view(load_game(one)).ground == board_view(load_game(other)).ground
    assert board_key(load_game("atoll").spec) != board_key(load_game("hex").spec)


def test_languages_are_those_that_are_asked_for(tmp_path: Path) -> None:
    write_site(tmp_path / "site", ["de"])
    locales = static_folder(tmp_path / "site") / "locale"
    assert [each.name for each in locales.iterdir()] == ["de"]
    with pytest.raises(SiteError) as refused:
        write_site(tmp_path / "other", ["tlh"])
    assert (refused.value.slug, refused.value.text) == ("site/language", "tlh")


def test_an_older_site_is_replaced_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    write_site(folder, ["eo"])
    (folder / "files" / "old").mkdir()
    (folder / "CNAME").write_text("motu.example.org")
    write_site(folder, ["eo"])
    assert not (folder / "files" / "old").exists()
    assert (folder / "CNAME").exists()
    other = tmp_path / "other"
    other.mkdir()
    (other / "letter.txt").write_text("mine")
    with pytest.raises(SiteError) as refused:
        write_site(other)
    assert refused.value.slug == "site/folder"
    assert [each.name for each in other.iterdir()] == ["letter.txt"]
    (other / "letter.txt").unlink()
    write_site(other)
    assert (other / MARKER).is_file()


def test_the_same_motu_writes_the_same_site(site: tuple[Path, SiteReport], tmp_path: Path) -> None:
    folder, report = site
    assert write_site(tmp_path / "again") == report
    for name in report.files:
        assert (tmp_path / "again" / name).read_bytes() == (folder / name).read_bytes(), name
