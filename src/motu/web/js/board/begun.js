// What waits to be confirmed when another position is shown.

import { isSame } from './intent.js';

/** @typedef {import('./intent.js').Intent} Intent */
/** @typedef {import('./intent.js').Intents} Intents */
/** @typedef {import('./types.js').PositionView} PositionView */
/** @typedef {{intent: Intent, position: PositionView}} Begun  the position is the one in which it can be played */

/**
 * What becomes of it; while a die is in the air it waits.
 * @param {Begun|null} begun
 * @param {PositionView} position
 * @param {Intents} intents  what can be done there
 * @returns {Begun|null}
 */
export function goOn(begun, position, intents) {
  if (!begun || position.player === -1 || isSame(begun.position, position)) return begun;
  return goesOn(begun.intent, begun.position, position, intents) ? { ...begun, position } : null;
}

/**
 * Whether what was begun in one position goes on in another: later in the game the same person moves, in the same colour,
 * and can do it. So it outlives the opponent's move, but no swap, and nothing that is taken back.
 * @param {Intent} intent
 * @param {PositionView} before
 * @param {PositionView} after
 * @param {Intents} intents
 */
function goesOn(intent, before, after, intents) {
  const isSamePerson = before.player === after.player && before.to_move === after.to_move;
  return isSamePerson && before.ply < after.ply && isAmong(intents, intent);
}

/** Whether something can be done. @param {Intents} intents @param {Intent} intent */
function isAmong(intents, { move, kind, cell, to }) {
  if (kind === 'announce') return intents.lines.has(move);
  const found = to === null ? intents.at(cell) : intents.step(cell, to);
  return found?.move === move;
}
