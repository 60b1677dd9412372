// A table for the tests of what happens at one: games, and changes of them, as they are heard.

import { hearUpdate } from '../../src/motu/web/js/views/table_hearing.js';
import { newTable } from '../../src/motu/web/js/views/table_state.js';

/** @typedef {import('../../src/motu/web/js/api.js').Game} Game */
/** @typedef {import('../../src/motu/web/js/api.js').Seat} Seat */
/** @typedef {import('../../src/motu/web/js/api.js').Step} Step */
/** @typedef {import('../../src/motu/web/js/api.js').Update} Update */
/** @typedef {import('../../src/motu/web/js/board/types.js').PositionView} PositionView */
/** @typedef {import('../../src/motu/web/js/views/table_state.js').TableState} TableState */

/** @type {Seat} */
export const PERSON = { kind: 'person' };
/** @type {Seat} */
export const MACHINE = { kind: 'level', level: 3 };
const SQUARES = [0, 1, 2, 3].map((cell) => [cell % 2, Math.floor(cell / 2)]);
const BOARD = /** @type {any} */ ({ kind: 'squares', coordinates: SQUARES, drop_rows: 2, drop_columns: 2 });

/** @param {number} player @param {Partial<PositionView>} [more] @returns {PositionView} */
export const position = (player, more = {}) => ({ ply: 0, to_move: 0, player, stones: '....', ...more });

/** @param {Step[]} steps @param {Partial<Game>} [more] @param {[Seat, Seat]} [seats] @returns {Game} */
export const game = (steps, more = {}, seats = [PERSON, PERSON]) => ({
  type: 'snapshot',
  id: 'g',
  is_mine: true,
  created_ms: 0,
  created: { spec: 'hex', seats },
  seq: steps.length,
  steps,
  position: position(steps.length % 2),
  clocks: null,
  result: null,
  secret: null,
  seeds: [],
  ...more,
});

/** @param {number} seq @param {number} keep @param {Step[]} added @param {Partial<Update>} [more] @returns {Update} */
export const update = (seq, keep, added, more = {}) => ({
  type: 'update',
  seq,
  events: [],
  keep,
  added,
  position: position((keep + added.length) % 2),
  clocks: null,
  result: null,
  secret: null,
  ...more,
});

/** @param {Step[]} steps @param {Partial<Game>} [more] @param {[Seat, Seat]} [seats] */
export const sit = (steps, more, seats) => newTable(BOARD, game(steps, more, seats), 0);

/** @param {TableState} state @param {Update} heard @param {boolean} [hasMotion] */
export const hear = (state, heard, hasMotion = true) => hearUpdate(state, heard, 7, hasMotion);

/** @param {TableState} state */
export const texts = (state) => state.game.steps.map(([text]) => text);

/** @type {Step[]} */
export const ROLL = [
  ['r1', 0],
  ['=2', -1],
];

/** @param {number|null} seat @param {Step[]} [steps] @param {Partial<Game>} [more] */
export const elsewhere = (seat, steps = [], more = {}) =>
  sit(steps, { is_remote: true, seat, is_mine: seat !== null, offer: null, next_game: '', ...more });
