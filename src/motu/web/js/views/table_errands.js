// What the server is asked to do at a table, one thing at a time, and whether it is meant still in a game that has gone on
// in the meantime. Plain data; it is asked in late.js.

import { isPerson } from '../games/seats.js';

/** @typedef {import('../api.js').Game} Game */
/** @typedef {import('./table_state.js').TableState} TableState */

/** The server is asked to do something; null while it has yet to do something else. @param {TableState} state */
export function beginErrand(state) {
  if (state.errand !== null) return null;
  state.errands += 1;
  state.errand = state.errands;
  return state.errand;
}

/** It has answered. @param {TableState} state @param {number} errand */
export function endErrand(state, errand) {
  if (state.errand === errand) state.errand = null;
}

/** The game with all that has come, also what waits to be shown; its position is the one that is shown. @param {TableState} state @returns {Game} */
export function newestKnown({ game, unheard }) {
  return unheard.reduce((known, { seq, keep, added, result, offer }) => {
    if (seq <= known.seq) return known;
    return { ...known, seq, result, offer, steps: [...known.steps.slice(0, keep), ...added] };
  }, game);
}

/** Whether nobody but machines and dice has done anything since. @param {Game} before @param {Game} now */
export function isOnlyAnswered({ steps, created }, now) {
  const isSame = steps.every(
    ([text, person], index) => now.steps[index]?.[0] === text && now.steps[index][1] === person,
  );
  return isSame && now.steps.slice(steps.length).every(([, person]) => person < 0 || !isPerson(created.seats[person]));
}

/** Whether giving up means what it meant: whatever was played since. @param {Game} before @param {Game} now */
export function canStillResign(before, now) {
  return !now.result && (!now.offer || now.offer.person === before.offer?.person);
}
