// Whose time runs at this screen, and when it becomes short.

import { faceOf, isShort } from '../games/clock_face.js';
import { isHere } from '../games/seats.js';

/** @typedef {import('./table_state.js').TableState} TableState */

/** Whose clock runs at this screen, and what it shows; null: nobody's. @param {TableState} state @param {number} now @returns {{person: number, periods: number|null, isShort: boolean}|null} */
export function runningHere({ game, heardAt }, now) {
  const { clocks, created } = game;
  const person = clocks?.running ?? -1;
  if (!clocks || !game.is_mine || !isHere(created.seats, person, game)) return null;
  const face = faceOf(game, person, now - heardAt);
  return face && { person, periods: face.periods, isShort: isShort(created.clock, face) };
}

/** Whether time has become short since a moment before: it is said once, not while it stays so; in every period anew. @param {ReturnType<typeof runningHere>} before @param {ReturnType<typeof runningHere>} after */
export function becomesShort(before, after) {
  if (!before || !after || before.person !== after.person || !after.isShort || after.periods === 0) return false;
  return !before.isShort || before.periods !== after.periods;
}
