// What follows a puzzle's first move, worked out on this device: whether a move still wins, what the opponent answers,
// what wins. Each is proved by a search, or not known.

import { Machine } from '../engine/machine.js';

/** @typedef {{spec: string, moves: string[]}} Line  a position, by all moves that lead to it */
/** @typedef {{player: number, result: object|null}} Turn  the person to act; how the game ended */
/** @typedef {(line: Line) => Turn|Promise<Turn>} Rules  whose turn it is after a line */

/** What one question to the engine may take. */
const LIMITS = { maxTime: 5, maxVisits: 200_000, maxMoves: 1 };
/** So many answers are kept: people go back and forth. */
const MOST_FOUND = 500;

/** @type {Machine|null} */
let machine = null;
/** What was found, by line. @type {Map<string, Promise<any>>} */
const found = new Map();

/** Whether somebody has won after a line, or wins by force. @param {Line} line @param {number} person @param {Rules} rules */
export async function isWon(line, person, rules) {
  const { proof } = (await search(line)).rootInfo;
  if (proof !== 'win' && proof !== 'loss') throw limitsMet();
  return (proof === 'win') === ((await rules(line)).player === person);
}

/** What the opponent plays until it is somebody's turn again, or the game is over. @param {Line} line @param {number} person @param {Rules} rules */
export async function repliesTo({ spec, moves }, person, rules) {
  /** @type {string[]} */
  const replies = [];
  for (;;) {
    const line = { spec, moves: [...moves, ...replies] };
    const { player, result } = await rules(line);
    if (result || player === person) return replies;
    const { rootInfo, moveInfos } = await search(line);
    if (!rootInfo.proof) throw limitsMet();
    replies.push(moveInfos[0].move);
  }
}

/** A move that wins for whoever is to move. @param {Line} line @returns {Promise<string>} */
export async function winningMove(line) {
  const { rootInfo, moveInfos } = await search(line);
  if (rootInfo.proof !== 'win') throw limitsMet();
  return moveInfos[0].move;
}

/** Gives back what the engine has taken; whoever still waits for it is not answered. */
export function rest() {
  machine?.close();
  machine = null;
  found.clear();
}

const limitsMet = () =>
  Object.assign(new Error('the engine met its limits before it knew; go back some moves'), { slug: 'puzzle/limits' });

/** What the engine says of a position. @param {Line} line @returns {Promise<any>} */
function search({ spec, moves }) {
  const key = JSON.stringify([spec, moves]);
  let known = found.get(key);
  if (!known) {
    machine ??= new Machine();
    const asked = machine;
    known = new Promise((resolve, reject) => void asked.ask({ spec, moves, ...LIMITS }, resolve, reject));
    known.catch(() => found.delete(key));
    found.set(key, known);
    if (found.size > MOST_FOUND) found.delete(/** @type {string} */ (found.keys().next().value));
  }
  return known;
}
