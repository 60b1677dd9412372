// Puzzles, asked of the server: not every page needs them.

import { ask } from '../api.js';

/** @typedef {import('../api.js').Counted} Counted */
/** @typedef {import('../api.js').Equity} Equity */
/** @typedef {import('../api.js').Puzzle} Puzzle */
/** @typedef {import('../api.js').PuzzleItem} PuzzleItem */
/** @typedef {import('../api.js').PuzzleProgress} PuzzleProgress */
/** @typedef {import('../api.js').Verdict} Verdict */

/** @returns {Promise<PuzzleItem[]>} */
export const puzzles = () => ask('/api/puzzles');
/** The puzzle of the day, in UTC, for everybody. @returns {Promise<{day: string, puzzle: PuzzleItem}>} */
export const puzzleOfTheDay = () => ask('/api/puzzles/today');
/** The puzzles from one's own games. @returns {Promise<PuzzleItem[]>} */
export const ownPuzzles = () => ask('/api/puzzles/own');
/** What somebody has solved so far. @returns {Promise<PuzzleProgress>} */
export const puzzleProgress = () => ask('/api/puzzles/progress');
/** @param {string} id @returns {Promise<Puzzle>} */
export const puzzle = (id) => ask(`/api/puzzles/${id}`);
/**
 * Judges the last of the moves from a puzzle's position on.
 * @param {string} id
 * @param {string[]} moves
 * @param {boolean} [replies] whether the opponent is to answer, too
 * @returns {Promise<Verdict>}
 */
export const tryPuzzle = (id, moves, replies = true) => ask(`/api/puzzles/${id}/tries`, { moves, replies });
/** A right move after such moves. @param {string} id @param {string[]} moves @returns {Promise<{move: string, equities: Equity[], counted: Counted|null}>} */
export const puzzleSolution = (id, moves) => ask(`/api/puzzles/${id}/solution`, { moves });
/** A few moves, one of them right. @param {string} id @returns {Promise<{moves: string[], counted: Counted|null}>} */
export const puzzleHint = (id) => ask(`/api/puzzles/${id}/hint`, {});
