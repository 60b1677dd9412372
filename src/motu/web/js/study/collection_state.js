// What the house's collection of games knows of the positions of a study. Plain data in, plain data out.

/** @typedef {import('./tree.js').Node} Node */
/** @typedef {{move: string, images: string[], games: number, wins: number, draws: number, losses: number, last: string|null}} CollectedMove */
/** @typedef {{move: string, images: string[], games: number, score: number|null, last: string}} Row  score: mean points of who played it */
/**
 * @typedef {object} CollectionState
 * @property {boolean|null} isThere  whether the collection has games of this kind; null: not asked yet
 * @property {boolean} isOpen  whether somebody looks at it
 * @property {Map<Node, CollectedMove[]>} known  what was played, by where the cursor stood
 * @property {Node|null} asked  the position that the server has been asked about last
 */

/** @returns {CollectionState} */
export function newCollection() {
  return { isThere: null, isOpen: false, known: new Map(), asked: null };
}

/** The server has told which games it has. @param {CollectionState} state @param {{spec: string, games: number}[]} games @param {string} spec of the study */
export function takeGames(state, games, spec) {
  state.isThere = games.some((each) => each.spec === spec);
}

/** Whether a position is to be asked about; it is not asked twice. @param {CollectionState} state @param {Node} node */
export function asks(state, node) {
  if (!state.isThere || !state.isOpen || state.known.has(node) || state.asked === node) return false;
  state.asked = node;
  return true;
}

/** The server has told what was played in a position. @param {CollectionState} state @param {Node} node @param {CollectedMove[]} moves */
export function takeMoves(state, node, moves) {
  state.known.set(node, moves);
  if (state.asked === node) state.asked = null;
}

/** The server does not answer about a position: it is asked again when the cursor comes back. @param {CollectionState} state @param {Node} node */
export function missMoves(state, node) {
  if (state.asked === node) state.asked = null;
}

/** What is shown of a position, null while it is not known. @param {CollectionState} state @param {Node} node @returns {Row[]|null} */
export function rowsOf(state, node) {
  const moves = state.known.get(node);
  return moves ? moves.map(rowOf) : null;
}

/** @param {CollectedMove} found @returns {Row} */
function rowOf({ move, images, games, wins, draws, losses, last }) {
  const known = wins + draws + losses;
  return { move, images, games, score: known ? (wins + draws / 2) / known : null, last: (last ?? '').slice(0, 10) };
}
