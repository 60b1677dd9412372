// What a board in a page knows: the game's moves and positions, which of them is shown, and who plays against whom. The
// rules say what is legal and whose turn it is; here it is only kept.

/** @typedef {import('../../js/board/types.js').PositionView} PositionView */
/** @typedef {import('../../js/site/position_view.js').Facts} Facts */
/**
 * @typedef {object} BoardState
 * @property {string[]} moves
 * @property {Facts[]} facts  of the positions, one more than there are moves
 * @property {number} at  how many moves are on the board
 * @property {number|null} level  that plays against the reader; null: nobody plays
 * @property {number} person  the reader's: 0 begins, 1 answers
 */

const CHANCE = -1;

/** @param {BoardState} state */
export const lastOf = (state) => state.facts[state.facts.length - 1];

/** @param {BoardState} state */
export const isAtEnd = (state) => state.at === state.moves.length;

/** Shows another position; answers whether it is another. @param {BoardState} state @param {number} target */
export function goTo(state, target) {
  const at = Math.max(0, Math.min(state.moves.length, target));
  const isOther = at !== state.at;
  state.at = at;
  return isOther;
}

/** Who is to do something where the game stands; nobody where none is played, or it is over. @param {BoardState} state @returns {'reader'|'level'|'die'|null} */
export function whoActs(state) {
  const { player, result } = lastOf(state);
  if (state.level === null || result) return null;
  if (player === CHANCE) return 'die';
  return player === state.person ? 'reader' : 'level';
}

/** A move that was played, and the position after it: a roll belongs to its announcement. @param {BoardState} state @param {string} move @param {Facts} facts */
export function add(state, move, facts) {
  const wasAtEnd = isAtEnd(state);
  if (lastOf(state).player === CHANCE) {
    state.moves.pop();
    state.facts.pop();
  }
  state.moves.push(move);
  state.facts.push(facts);
  if (wasAtEnd || state.at > state.moves.length) state.at = state.moves.length;
}

/** The move that a roll makes of an announcement. @param {string} announced such as r4 @param {number} face */
export const withRoll = (announced, face) => `${announced}=${face}`;

/** How many moves are left when the reader's last one is taken back; null where there is none, or a die has been rolled since. @param {BoardState} state */
export function leftAfterTakingBack({ moves, facts, person }) {
  for (let ply = moves.length - 1; ply >= 0 && !moves[ply].includes('='); ply -= 1) {
    if (facts[ply].player === person) return ply;
  }
  return null;
}

/** Takes back so far. @param {BoardState} state @param {number} left */
export function keepMoves(state, left) {
  state.moves.length = left;
  state.facts.length = left + 1;
  state.at = left;
}
