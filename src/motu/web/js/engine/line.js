// What the core is told of a position where no server has read it: boards of somebody's own and positions set up by hand,
// as records have them (docs/protocol.md).

import { EngineError } from './core.js';

/** @typedef {{stones: {[colour: string]: string[]}, to_move: string, flags?: number}} Setup */
/** @typedef {{cells: string[], junctions: string[], first?: string}} OwnBoard */

const WRONG = 'engine/request';

/** Where weights of line nets lie, their names, and the one for all rules that have none of their own. */
export const LINES = { folder: 'engine/lines/', names: 'engine/lines.json', general: 'general.lines' };

/**
 * What a search needs to know of a game, as a server tells it (motu.server.device_game), from what the core says of it.
 * @param {string} spec
 * @param {import('./core.js').Game} game
 * @param {object} known
 * @param {string|null} known.board in words
 * @param {Setup|null|undefined} known.setup
 * @param {string[]} known.files of weights that there are
 * @returns {import('./protocol.js').DeviceGame}
 */
export function deviceGameOf(spec, game, { board, setup, files }) {
  const { colours, cells, evaluator, c_puct, advise_visits, weights: own } = game;
  const weights = own === null ? null : LINES.folder + (files.includes(own) ? own : LINES.general);
  const numbers = setup ? numbersOf(setup, colours, cells) : null;
  return {
    game: spec,
    board,
    setup: numbers,
    colours,
    evaluator,
    c_puct,
    advise_visits,
    weights,
    nets: [],
    is_best: true,
  };
}

const CELLS = 'a list of cells such as ["a1"]';
const MOST_FLAGS = 255;
/** So many characters of what was read are shown. */
const MOST_SHOWN = 60;

/** @param {OwnBoard} board @returns {string} its words, as cpp/wasm/games.hpp has them @throws {EngineError} that says what is wrong with it */
export function wordsOf(board) {
  checkObject(board, 'board', '{"cells": ["a1", …], "junctions": ["a1", …]}');
  const { cells, junctions, first = 'black' } = board;
  checkTexts(cells, 'board.cells', CELLS);
  checkTexts(junctions, 'board.junctions', CELLS);
  if (first !== 'black' && first !== 'white') throw misread('board.first', 'black or white', first);
  const lists = [cells.length, ...cells, junctions.length, ...junctions];
  return [Number(first === 'white'), ...lists].join(' ').toLowerCase();
}

/** Who is to move, flags, and a number a cell. @param {Setup} setup @param {string[]} colours @param {string[]} cells @throws {EngineError} that says what is wrong with it */
export function numbersOf(setup, colours, cells) {
  checkObject(setup, 'setup', '{"stones": {…}, "to_move": "…"}');
  const { stones, to_move, flags = 0 } = setup;
  checkObject(stones, 'setup.stones', `{"${colours[0]}": ["a1"]}`);
  const either = colours.join(' or ');
  const unknown = Object.keys(stones).find((colour) => !colours.includes(colour));
  if (unknown !== undefined) throw misread('setup.stones', either, unknown);
  const numbers = placed(stones, colours, cells);
  if (!colours.includes(to_move)) throw misread('setup.to_move', either, to_move);
  const isByte = Number.isInteger(flags) && flags >= 0 && flags <= MOST_FLAGS;
  if (!isByte) throw misread('setup.flags', `a whole number from 0 to ${MOST_FLAGS}`, flags);
  return [colours.indexOf(to_move), flags, ...numbers].join(' ');
}

/** What stands on each cell: the number of a colour, or 2 for nothing. @param {Setup['stones']} stones @param {string[]} colours @param {string[]} cells */
function placed(stones, colours, cells) {
  const numbers = cells.map(() => 2);
  for (const [colour, name] of colours.entries()) {
    const path = `setup.stones.${name}`;
    const side = stones[name] ?? [];
    checkTexts(side, path, CELLS);
    for (const text of side) {
      const cell = text.trim().toLowerCase();
      const place = cells.indexOf(cell);
      if (place < 0) throw new EngineError(WRONG, `${path}: no cell is called '${shortened(text)}' here`);
      if (numbers[place] !== 2) throw new EngineError(WRONG, `setup.stones: ${cell} has two stones`);
      numbers[place] = colour;
    }
  }
  return numbers;
}

/** @param {unknown} value @param {string} path where it stands @param {string} like what would be right */
function checkObject(value, path, like) {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject) throw misread(path, `an object such as ${like}`, value);
}

/** @param {unknown} value @param {string} path where it stands @param {string} expected what would be right */
export function checkTexts(value, path, expected) {
  const isList = Array.isArray(value) && value.every((each) => typeof each === 'string');
  if (!isList) throw misread(path, expected, value);
}

/** Says what was read, and what would be right. @param {string} path @param {string} expected @param {unknown} value */
function misread(path, expected, value) {
  const read = value === undefined ? 'nothing' : shortened(JSON.stringify(value));
  return new EngineError(WRONG, `${path}: expected ${expected}, read ${read}`);
}

/** @param {string} text */
const shortened = (text) => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);
