// What the core is told of a position where no server has read it: boards of somebody's own and positions set up by hand,
// as records have them (docs/protocol.md).

import { EngineError } from './core.js';

/** @typedef {{stones: {[colour: string]: string[]}, to_move: string, flags?: number}} Setup */
/** @typedef {{cells: string[], junctions: string[], first?: string}} OwnBoard */

/** @param {OwnBoard} board @returns {string} its words, as cpp/wasm/games.hpp has them */
export function wordsOf({ cells, junctions, first = 'black' }) {
  const lists = [cells.length, ...cells, junctions.length, ...junctions];
  return [Number(first === 'white'), ...lists].join(' ').toLowerCase();
}

/** Who is to move, flags, and a number a cell. @param {Setup} setup @param {string[]} colours @param {string[]} cells */
export function numbersOf({ stones, to_move, flags = 0 }, colours, cells) {
  const numbers = cells.map(() => 2);
  for (const [colour, name] of colours.entries()) {
    for (const cell of stones[name] ?? []) numbers[placeOf(cell.trim().toLowerCase(), cells, 'cell')] = colour;
  }
  return [placeOf(to_move, colours, 'colour'), flags, ...numbers].join(' ');
}

/** @param {string} name @param {string[]} names @param {string} what */
function placeOf(name, names, what) {
  const place = names.indexOf(name);
  if (place < 0) throw new EngineError('engine/request', `no ${what} is called '${name}' here`);
  return place;
}
