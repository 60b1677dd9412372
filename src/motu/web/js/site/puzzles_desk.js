// Puzzles in this page: those that come with motu, judged by their solutions and by what the engine proves.

import { keyOf, readPacked, rulesFor } from './files.js';
import { Machine } from '../engine/machine.js';
import { Refused } from './refusing.js';
import { standingAfter, toldRating, toldStreak } from './puzzle_ratings.js';
import { allKept, alone, keep, kept } from './store.js';

/** @typedef {import('../api.js').PuzzleItem} PuzzleItem */
/** @typedef {{id: string, game: string, spec: string, moves: string[], goal: 'win'|'best', difficulty: number, turns: number|null, solution: string[], hint: string[], equities: import('../api.js').Equity[]}} WholePuzzle  as the site has it (motu.server.site) */
/** @typedef {import('../api.js').Verdict} Verdict */

/** What one question to the engine may take. */
const LIMITS = { maxTime: 5, maxVisits: 200_000 };
const DAY_MS = 86_400_000;
/** The number that Python gives to the first day of 1970. */
const FIRST_DAY = 719_163;

/** @type {Machine|null} */
let machine = null;

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

/** Judges the last of some moves from a puzzle's position on. @param {string} id @param {string[]} moves @returns {Promise<Verdict>} */
export async function judge(id, moves) {
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
  const line = [...before, move];
  const isOver = rules.facts({ spec: puzzle.spec, moves: line }).result !== null;
  const isRight = isFirst ? puzzle.solution.includes(move) : isOver || (await isWon(puzzle, line, player));
  const replies = isOver ? [] : await repliesTo(puzzle, line, player);
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
  const { rootInfo, moveInfos } = await search(puzzle.spec, [...puzzle.moves, ...moves]);
  if (rootInfo.proof !== 'win') throw limitsMet(id);
  return { move: moveInfos[0].move, equities: [], counted: null };
}

/** A few moves, one of which is right. @param {string} id */
export async function hint(id) {
  const puzzle = await find(id);
  return { moves: puzzle.hint, counted: await count(puzzle, false) };
}

/** Whether somebody has won after a line. @param {WholePuzzle} puzzle @param {string[]} line @param {number} person */
async function isWon({ id, spec }, line, person) {
  const { proof } = (await search(spec, line)).rootInfo;
  if (proof !== 'win' && proof !== 'loss') throw limitsMet(id);
  const { player } = (await rulesFor(spec)).facts({ spec, moves: line });
  return (proof === 'win') === (player === person);
}

/** What the opponent plays until it is somebody's turn again. @param {WholePuzzle} puzzle @param {string[]} line @param {number} person */
async function repliesTo({ id, spec }, line, person) {
  const rules = await rulesFor(spec);
  /** @type {string[]} */
  const replies = [];
  for (;;) {
    const moves = [...line, ...replies];
    const { player, result } = rules.facts({ spec, moves });
    if (result || player === person) return replies;
    const { moveInfos } = await search(spec, moves);
    if (!moveInfos.length) throw limitsMet(id);
    replies.push(moveInfos[0].move);
  }
}

/** @param {string} id */
const limitsMet = (id) =>
  new Refused('puzzle/limits', `puzzle ${id}: the engine met its limits before it knew; go back some moves`, id);

/** What was found, by line; people go back and forth. @type {Map<string, Promise<any>>} */
const found = new Map();

/** What the engine says of a position. @param {string} spec @param {string[]} moves @returns {Promise<any>} */
function search(spec, moves) {
  const key = keyOf(spec, moves);
  let known = found.get(key);
  if (!known) {
    machine ??= new Machine();
    const asked = machine;
    known = new Promise((resolve, reject) => void asked.ask({ spec, moves, ...LIMITS, maxMoves: 1 }, resolve, reject));
    known.catch(() => found.delete(key));
    found.set(key, known);
  }
  return known;
}
