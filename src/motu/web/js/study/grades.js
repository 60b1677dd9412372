// How good a move is beside the best one: a letter by rank, a grade and a sign by what it gives away. Plain data in, plain
// data out. Colours of grades are the style sheet's; the letters and signs say the same without them.

/** @typedef {import('./engine.js').MoveInfo} MoveInfo */
/** @typedef {NonNullable<import('../board/types.js').Heat['grade']>} Grade */

/** Grades and their signs by the chance to win that is given away at least. @type {[number, Grade, string][]} */
const GRADES = [
  [0.2, 'blunder', '??'],
  [0.1, 'mistake', '?'],
  [0.05, 'doubtful', '?!'],
  [0.01, 'good', ''],
];
/** Of a move that was looked at less often nothing is said. */
const LEAST_VISITS = 10;
/** Half of the last figure that is told: what computers make of tenths may lie a little below a bound. */
const ROUNDING = 1e-6;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** What a move is worth to whoever plays it, in [-1, 1]. @param {MoveInfo} info */
export function worthOf({ proof, value, equity }) {
  if (proof === 'win') return 1;
  if (proof === 'loss') return -1;
  if (proof === 'draw') return 0;
  return equity ?? value;
}

/**
 * Letters for the best moves, by which the list and the board name each other's.
 * @param {readonly MoveInfo[]} infos the best first
 * @param {number} count how many have one
 * @returns {Map<string, string>} move -> letter
 */
export function letters(infos, count) {
  const ranked = infos.filter((info) => !info.shows && !info.pruned).slice(0, Math.min(count, ALPHABET.length));
  return new Map(ranked.map((info, rank) => [info.move, ALPHABET[rank]]));
}

/** What a move gives away of the chance to win, from 0 to 1. @param {MoveInfo} info @param {MoveInfo} best */
export function lossOf(info, best) {
  return Math.max(0, (worthOf(best) - worthOf(info)) / 2);
}

/**
 * @param {MoveInfo} info
 * @param {MoveInfo} best
 * @returns {Grade|null} null where too little is known
 */
export function gradeOf(info, best) {
  if (info.visits < LEAST_VISITS && !info.proof) return null;
  return found(lossOf(info, best))?.[1] ?? 'best';
}

/** A sign for what gives away so much of the chance to win; none for what is good enough. @param {number} loss */
export function signOf(loss) {
  return found(loss)?.[2] ?? '';
}

/** @param {number} loss */
function found(loss) {
  return GRADES.find(([least]) => loss >= least - ROUNDING);
}
