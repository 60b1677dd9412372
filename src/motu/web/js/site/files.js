// What was written beside the pages when the site was made: boards, puzzles, catalogues, the engine.

import { engineModule } from '../engine/engine_module.js';
import { Core } from '../engine/core.js';
import { fileOf, wholeBoard } from './boards.js';
import { Refused } from './refusing.js';
import { Rules } from './rules.js';
import { fetchUnpacked } from './unpacking.js';

/** @typedef {import('./chain_lines.js').BoardData} BoardData */
/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {{specs: Record<string, string>, positions: Record<string, PositionView>, dice: string[]}} First  `specs`: those in full of texts that pages ask about, `positions`: by `keyOf`, `dice`: games with them */

const FILES = new URL('../../', import.meta.url);

/** @type {Map<string, Promise<any>>} */
const read = new Map();

/** A file of the site; asked for once. @param {string} name @returns {Promise<any>} */
export function readJson(name) {
  let found = read.get(name);
  if (!found) {
    found = fetch(new URL(`site/${name}.json`, FILES)).then((answer) => {
      if (!answer.ok) throw new Refused('offline', `${name}: ${answer.status}`);
      return answer.json();
    });
    found.catch(() => read.delete(name));
    read.set(name, found);
  }
  return found;
}

/** The same of a packed one. @param {string} name @returns {Promise<any>} */
export function readPacked(name) {
  let found = read.get(name);
  if (!found) {
    const address = new URL(`site/${name}.bin`, FILES);
    found = fetchUnpacked(address).then((bytes) => JSON.parse(new TextDecoder().decode(bytes)));
    found.catch(() => read.delete(name));
    read.set(name, found);
  }
  return found;
}

/** By what a position is known that the site has worked out. @param {string} spec @param {readonly string[]} moves */
export const keyOf = (spec, moves) => [spec, ...moves].join(' ');

/** @returns {Promise<First>} */
export const first = () => readJson('first');

/** @type {Map<string, BoardData>} boards that have come, by their specs in full */
const boards = new Map();
/** @type {Promise<Rules>|null} */
let rules = null;

/** The rules, as soon as the engine has come. */
export function theRules() {
  rules ??= engineModule()
    .then((module) => Core.of(module))
    .then((core) => new Rules(core, (spec) => /** @type {BoardData} */ (boards.get(spec))));
  rules.catch(() => (rules = null));
  return rules;
}

/** A spec in full. @param {string} spec */
export async function wholeSpec(spec) {
  const { specs } = await first();
  return specs[spec] ?? (await theRules()).game(spec).spec;
}

/** A board; refused where the site has none. @param {string} spec @returns {Promise<BoardData>} */
export async function boardData(spec) {
  const whole = await wholeSpec(spec);
  const known = boards.get(whole);
  if (known) return known;
  const file = fileOf(await readJson('boards'), whole);
  if (!file) throw new Refused('site/board', 'this site has no such board', spec);
  const data = (await readBoards(file))[file];
  const made = wholeBoard(data, whole);
  boards.set(whole, made);
  return made;
}

/** A file of boards: those that everybody sees at first lie apart, for they are not waited for. @param {string} file */
const readBoards = (file) => (file.startsWith('first/') ? readJson(`boards/${file}`) : readPacked('boards/more'));

/** The rules, with the board of a game at hand. @param {string} spec */
export async function rulesFor(spec) {
  const [made] = await Promise.all([theRules(), boardData(spec)]);
  return made;
}
