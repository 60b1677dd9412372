// Who judges answers to a puzzle. First moves are judged, and counted, by whoever keeps the puzzles; what follows them by
// this device, and by the server where the device can't or somebody likes that better.

import * as api from '../api.js';
import { isLost } from '../engine/machine.js';
import { hasServer } from '../house.js';
import { wantsDevice } from '../study/place.js';
import { isWon, repliesTo, winningMove } from './device_judge.js';
import { puzzleSolution, tryPuzzle } from './puzzles_api.js';

export { rest } from './device_judge.js';

/** @typedef {import('../api.js').Puzzle} Puzzle */
/** @typedef {import('../api.js').Verdict} Verdict */
/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {import('./device_judge.js').Line} Line */

/** Whether the device's engine has failed. */
let hasFailed = false;

const asksDevice = () => wantsDevice() && !hasFailed;

/** What the device could not say is the server's, where there is one. @param {any} error */
async function giveUp(error) {
  if (!isLost(error.slug) && error.slug !== 'puzzle/limits') throw error;
  if (!hasServer()) throw new Error(await api.refusalIn(error.slug ?? '', error.message));
  hasFailed ||= isLost(error.slug);
}

/**
 * Judges the last of the moves from a puzzle's position on, and has the opponent answer.
 * @param {Puzzle} puzzle
 * @param {string[]} moves
 * @param {number} person who solves it
 * @returns {Promise<Verdict>}
 */
export async function judge(puzzle, moves, person) {
  if (!asksDevice()) return tryPuzzle(puzzle.id, moves);
  const first = moves.length === 1 ? await tryPuzzle(puzzle.id, moves, false) : null;
  if (first?.is_over) return first;
  const line = { spec: puzzle.spec, moves: [...puzzle.moves, ...moves] };
  try {
    return first ? { ...first, replies: await repliesTo(line, person, turnAfter) } : await judgeLater(line, person);
  } catch (error) {
    await giveUp(error);
    return { ...(await tryPuzzle(puzzle.id, moves)), counted: first?.counted ?? null };
  }
}

/** @param {Line} line @param {number} person @returns {Promise<Verdict>} */
async function judgeLater(line, person) {
  const isOver = (await turnAfter(line)).result !== null;
  const isRight = isOver || (await isWon(line, person, turnAfter));
  const replies = isOver ? [] : await repliesTo(line, person, turnAfter);
  return { is_right: isRight, is_over: isOver, replies, equities: [], counted: null };
}

/** A right move after such moves. @param {Puzzle} puzzle @param {string[]} moves @returns {ReturnType<typeof puzzleSolution>} */
export async function solution(puzzle, moves) {
  if (!moves.length || !asksDevice()) return puzzleSolution(puzzle.id, moves);
  try {
    const move = await winningMove({ spec: puzzle.spec, moves: [...puzzle.moves, ...moves] });
    return { move, equities: [], counted: null };
  } catch (error) {
    await giveUp(error);
    return puzzleSolution(puzzle.id, moves);
  }
}

/** @param {Line} line @returns {Promise<import('./device_judge.js').Turn>} */
async function turnAfter(line) {
  const { player, result } = await positionAt(line);
  return { player, result: result ?? null };
}

/** The positions that were asked for last: whoever shows one and whoever judges it ask for the same. @type {Map<string, Promise<PositionView>>} */
const positions = new Map();
const MOST_POSITIONS = 8;

/** The position after a puzzle's moves and others. @param {Puzzle} puzzle @param {string[]} line @returns {Promise<PositionView>} */
export const positionAfter = ({ spec, moves }, line) => positionAt({ spec, moves: [...moves, ...line] });

/** @param {Line} line @returns {Promise<PositionView>} */
function positionAt(line) {
  const key = JSON.stringify(line);
  const known = positions.get(key) ?? api.positions(line).then(([position]) => position);
  positions.delete(key);
  positions.set(key, known);
  known.catch(() => positions.delete(key));
  if (positions.size > MOST_POSITIONS) positions.delete(/** @type {string} */ (positions.keys().next().value));
  return known;
}
