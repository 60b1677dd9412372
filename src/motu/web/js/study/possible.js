// What an address says of a game need not be possible: its main line is asked for before it is shown.

import * as api from '../api.js';

/** @typedef {import('./tree.js').Tree} Tree */
/** @typedef {import('./tree.js').Node} Node */

/**
 * Takes the first move of the main line that the rules forbid out of a tree, with all that follows.
 * @param {Tree} tree
 * @returns {Promise<string>} why that move is none; '' where all can be played
 */
export async function keepPossible(tree) {
  const line = tree.mainLine();
  const error = line.length ? await refusalOf(tree, line) : null;
  if (!error) return '';
  let [possible, impossible] = [0, line.length]; // the first moves, as many as can be played, and as many as cannot
  while (impossible - possible > 1) {
    const middle = (possible + impossible) >> 1;
    if (await refusalOf(tree, line.slice(0, middle))) impossible = middle;
    else possible = middle;
  }
  tree.discard(line[possible]);
  return error.message;
}

/** Why moves cannot be played; null where they can, or nobody knows. @param {Tree} tree @param {Node[]} line @returns {Promise<Error|null>} */
async function refusalOf({ spec, setup, board }, line) {
  try {
    await api.positions({ spec, setup, board, moves: line.map(({ move }) => move) });
    return null;
  } catch (error) {
    return error instanceof api.Refusal && error.slug.startsWith('move') ? error : null;
  }
}
