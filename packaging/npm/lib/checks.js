// What others hand over, looked at before it is used: each check says what was read, and what would be right. Whether there
// are such cells, the rules say.

import { EngineError } from '../js/engine/core.js';

const WRONG = 'engine/request';
const CELLS = 'a list of cells such as ["a1"]';
const MOST_FLAGS = 255;
/** So many characters of what was read are shown. */
const MOST_SHOWN = 60;

/** A board of one's own. @param {any} board @throws {EngineError} */
export function checkBoard(board) {
  checkObject(board, 'board', '{"cells": ["a1", …], "junctions": ["a1", …]}');
  const { cells, junctions, first = 'black' } = board;
  checkTexts(cells, 'board.cells', CELLS);
  checkTexts(junctions, 'board.junctions', CELLS);
  if (first !== 'black' && first !== 'white') throw misread('board.first', 'black or white', first);
}

/**
 * A position set up by hand.
 * @param {any} setup
 * @param {string[]|null} colours of the game; null where they are not known yet
 * @throws {EngineError}
 */
export function checkSetup(setup, colours) {
  checkObject(setup, 'setup', '{"stones": {…}, "to_move": "…"}');
  const { stones, to_move, flags = 0 } = setup;
  checkObject(stones, 'setup.stones', '{"COLOUR": ["a1"]}');
  checkStones(stones, colours);
  checkColour(to_move, 'setup.to_move', colours);
  const isByte = Number.isInteger(flags) && flags >= 0 && flags <= MOST_FLAGS;
  if (!isByte) throw misread('setup.flags', `a whole number from 0 to ${MOST_FLAGS}`, flags);
}

/** @param {Record<string, any>} stones @param {string[]|null} colours */
function checkStones(stones, colours) {
  const taken = new Set();
  for (const [colour, side] of Object.entries(stones)) {
    checkColour(colour, 'setup.stones', colours);
    checkTexts(side, `setup.stones.${colour}`, CELLS);
    for (const cell of side.map((/** @type {string} */ text) => text.trim().toLowerCase())) {
      if (taken.has(cell)) throw new EngineError(WRONG, `setup.stones: ${shortened(cell)} has two stones`);
      taken.add(cell);
    }
  }
}

/** @param {unknown} value @param {string} path @param {string[]|null} colours */
function checkColour(value, path, colours) {
  const isRight = typeof value === 'string' && (colours?.includes(value) ?? true);
  if (!isRight) throw misread(path, colours?.join(' or ') ?? 'a colour', value);
}

/** @param {unknown} value @param {string} path where it stands @param {string} like what would be right */
function checkObject(value, path, like) {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject) throw misread(path, `an object such as ${like}`, value);
}

/** @param {unknown} value @param {string} path where it stands @param {string} expected what would be right @throws {EngineError} */
export function checkTexts(value, path, expected) {
  const isList = Array.isArray(value) && value.every((each) => typeof each === 'string');
  if (!isList) throw misread(path, expected, value);
}

/** @param {string} path @param {string} expected @param {unknown} value */
function misread(path, expected, value) {
  const read = value === undefined ? 'nothing' : shortened(JSON.stringify(value));
  return new EngineError(WRONG, `${path}: expected ${expected}, read ${read}`);
}

/** @param {string} text */
const shortened = (text) => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);
