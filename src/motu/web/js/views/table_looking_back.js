// Looking back at a game: which positions are needed for that, and which one is looked at.

/** @typedef {import('../api.js').Step} Step */
/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {import('./table_state.js').TableState} TableState */

/** The nearest number of steps there is. @param {TableState} state @param {number} step */
function clamped({ game }, step) {
  return Math.max(0, Math.min(game.steps.length, step));
}

/** Whether all positions are needed before one can look there. @param {TableState} state @param {number} step */
export function needsPositions(state, step) {
  const wanted = clamped(state, step);
  return wanted !== state.game.steps.length && !state.positions?.[wanted];
}

/**
 * All positions have come; not taken where the game has moved on since they were asked for.
 * @param {TableState} state
 * @param {number} seq of the game when they were asked for
 * @param {PositionView[]} positions
 */
export function takePositions(state, seq, positions) {
  if (seq === state.game.seq) state.positions = positions;
}

/** Looks at the position after so many steps. @param {TableState} state @param {number} step @returns {Step|null} the last of them */
export function lookAt(state, step) {
  state.viewed = clamped(state, step);
  return state.game.steps[state.viewed - 1] ?? null;
}
