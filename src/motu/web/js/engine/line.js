// What the core is told of a position where no server has read it: boards of somebody's own and positions set up by hand,
// as records have them (docs/protocol.md).

import { EngineError } from './core.js';

/** @typedef {{stones: {[colour: string]: string[]}, to_move: string, flags?: number}} Setup */
/** @typedef {{cells: string[], junctions: string[], first?: string}} OwnBoard */

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
