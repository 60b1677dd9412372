// Puzzles in this page: those that come with motu, judged by their solutions and by what the engine proves.

import { isWon, repliesTo, winningMove } from '../puzzles/device_judge.js';
import { readPacked, rulesFor } from './files.js';
import { Refused } from './refusing.js';
import { standingAfter, toldRating, toldStreak } from './puzzle_ratings.js';
import { allKept, alone, keep, kept } from './store.js';

/** @typedef {import('../api.js').PuzzleItem} PuzzleItem */
/** @typedef {{id: string, game: string, spec: string, moves: string[], goal: 'win'|'best', difficulty: number, turns: number|null, solution: string[], hint: string[], equities: import('../api.js').Equity[]}} WholePuzzle  as the site has it (motu.server.site) */
/** @typedef {import('../api.js').Verdict} Verdict */

const DAY_MS = 86_400_000;
/** The number that Python gives to the first day of 1970. */
const FIRST_DAY = 719_163;

/** @returns {Promise<{puzzles: PuzzleItem[], days: number[]}>} `days`: which puzzle comes on which day */
const book = () => readPacked('puzzles/list');

/** @param {string} id @returns {Promise<WholePuzzle>} */
async function find(id) {
  const item = (await book()).puzzles.find((each) => each.id === id);
  if (!item) throw new Refused('puzzle/unknown', `there is no puzzle '${id}'`, id);
  return (await readPacked(`puzzles/${item.game}`))[id];
}

export const list = async () => (await book()).puzzles;

/** The puzzle of the day in UTC: the same for everybody. */
export async function today() {
  const { puzzles, days } = await book();
  const day = new Date().toISOString().slice(0, 10);
  const number = Date.parse(day) / DAY_MS + FIRST_DAY;
  return { day, puzzle: puzzles[days[number % days.length]] };
}

/** The first answers that were given here, the oldest first. @returns {Promise<import('./puzzle_ratings.js').Try[]>} */
const tries = async () => (await allKept('solved')).sort((one, other) => one.at_ms - other.at_ms);

async function standing() {
  const [given, { puzzles }] = await Promise.all([tries(), book()]);
  return standingAfter(given, (id) => puzzles.find((each) => each.id === id));
}

/** What was solved and missed here, and how well. @returns {Promise<import('../api.js').PuzzleProgress>} */
export async function progress() {
  const [given, { puzzles }, { ratings, streak }] = await Promise.all([tries(), book(), standing()]);
  const ids = (/** @type {boolean} */ isRight) => given.filter((each) => each.isRight === isRight).map(({ id }) => id);
  const games = [...new Set(puzzles.map(({ game }) => game))];
  return {
    ratings: Object.fromEntries(games.map((game) => [game, toldRating(ratings[game])])),
    solved: ids(true),
    missed: ids(false),
    streak: toldStreak(streak, Date.now()),
  };
}

/** @param {string} id */
export async function show(id) {
  const { game, spec, moves, goal, difficulty, turns } = await find(id);
  return { id, game, spec, moves, goal, difficulty, turns };
}

/** The first answer counts, and no other. @param {WholePuzzle} puzzle @param {boolean} isRight @returns {Promise<import('../api.js').Counted|null>} */
async function count({ id, game }, isRight) {
  return alone('puzzles', async () => {
    if (await kept('solved', id)) return null;
    const before = await standing();
    await keep('solved', { id, at_ms: Date.now(), isRight });
    const after = await standing();
    return {
      before: toldRating(before.ratings[game]),
      after: toldRating(after.ratings[game]),
      streak: toldStreak(after.streak, Date.now()),
    };
  });
}

/**
 * Judges the last of some moves from a puzzle's position on.
 * @param {string} id
 * @param {string[]} moves
 * @param {boolean} wantsReplies
 * @returns {Promise<Verdict>}
 */
export async function judge(id, moves, wantsReplies) {
  const puzzle = await find(id);
  const rules = await rulesFor(puzzle.spec);
  const move = moves[moves.length - 1];
  const before = [...puzzle.moves, ...moves.slice(0, -1)];
  rules.check({ spec: puzzle.spec, moves: before }, move);
  const isFirst = moves.length === 1;
  if (puzzle.goal === 'best') {
    const isRight = puzzle.solution.includes(move);
    const counted = isFirst ? await count(puzzle, isRight) : null;
    const equities = isRight ? puzzle.equities : puzzle.equities.filter((each) => each.move === move);
    return { is_right: isRight, is_over: true, replies: [], equities, counted };
  }
  const { player } = rules.facts({ spec: puzzle.spec, moves: puzzle.moves });
  const line = { spec: puzzle.spec, moves: [...before, move] };
  const isOver = rules.facts(line).result !== null;
  const isRight = isFirst ? puzzle.solution.includes(move) : isOver || (await isWon(line, player, turnAfter));
  const replies = isOver || !wantsReplies ? [] : await repliesTo(line, player, turnAfter);
  const counted = isFirst ? await count(puzzle, isRight) : null;
  return { is_right: isRight, is_over: isOver, replies, equities: [], counted };
}

/** A right move after some moves. @param {string} id @param {string[]} moves */
export async function solution(id, moves) {
  const puzzle = await find(id);
  if (!moves.length) {
    const counted = await count(puzzle, false);
    return { move: puzzle.solution[0], equities: puzzle.equities, counted };
  }
  const move = await winningMove({ spec: puzzle.spec, moves: [...puzzle.moves, ...moves] });
  return { move, equities: [], counted: null };
}

/** A few moves, one of which is right. @param {string} id */
export async function hint(id) {
  const puzzle = await find(id);
  return { moves: puzzle.hint, counted: await count(puzzle, false) };
}

/** Whose turn it is after a line. @param {import('../puzzles/device_judge.js').Line} line */
const turnAfter = async ({ spec, moves }) => (await rulesFor(spec)).facts({ spec, moves });
