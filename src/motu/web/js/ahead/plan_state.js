// "If he plays x, I answer y": a tree of such lines, and the line that is being entered. Plain data; it knows no page.

import { isLiveClock, waitsForOther } from './premove_state.js';

/** @typedef {import('../api.js').Branch} Branch */
/** @typedef {import('../api.js').Game} Game */
/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {{text: string, person: number}} Entered */
/**
 * @typedef {object} PlanState
 * @property {boolean} isOpen  whether lines are entered on the board
 * @property {Branch[]} branches  what is decided
 * @property {Entered[]} line  what has been entered since the game's position
 * @property {PositionView|null} position  after that; null where nothing has been entered
 */

/** @returns {PlanState} */
export const newPlan = () => ({ isOpen: false, branches: [], line: [], position: null });

/** Whether answers can be decided beforehand. @param {Game} game */
export function mayPlan(game) {
  return waitsForOther(game) && !isLiveClock(game.created.clock) && !game.created.dice;
}

/** A move is entered. @param {PlanState} plan @param {Game} game @param {string} text */
export function enter(plan, game, text) {
  const { player } = plan.position ?? game.position;
  plan.line = [...plan.line, { text, person: player }];
}

/** Whether the line ends with an answer, or with the end of the game after one. @param {PlanState} plan @param {number} seat */
export function isWhole({ line, position }, seat) {
  return line.some(({ person }) => person === seat) && position !== null && position.player !== seat;
}

/** The tree with a line in it; an answer to the same move takes the other one's place. @param {Branch[]} branches @param {Entered[]} line @param {number} seat @returns {Branch[]} */
export function withLine(branches, line, seat) {
  const [first, ...rest] = line;
  if (!first || first.person === seat) return branches;
  const other = rest.findIndex(({ person }) => person !== seat);
  const answers = (other < 0 ? rest : rest.slice(0, other)).map(({ text }) => text);
  const following = other < 0 ? [] : rest.slice(other);
  const known = branches.find(({ move }) => move === first.text);
  const isSame = known && (known.answers ?? []).join(' ') === answers.join(' ');
  const below = withLine(isSame ? (known.branches ?? []) : [], following, seat);
  const made = { move: first.text, answers, branches: below };
  return known ? branches.map((each) => (each === known ? made : each)) : [...branches, made];
}

/** All lines from the position to an end: pairs of a move and what is answered. @param {Branch[]} branches @returns {{move: string, answers: string[]}[][]} */
export function linesOf(branches) {
  return branches.flatMap(({ move, answers = [], branches: below = [] }) => {
    const following = linesOf(below);
    return (following.length ? following : [[]]).map((line) => [{ move, answers }, ...line]);
  });
}

/** The tree without the end of a line that no other line shares. @param {Branch[]} branches @param {{move: string}[]} line @returns {Branch[]} */
export function withoutLine(branches, [first, ...rest]) {
  return branches.flatMap((each) => {
    if (each.move !== first?.move) return [each];
    const below = withoutLine(each.branches ?? [], rest);
    const isShared = rest.length > 0 && below.length > 0;
    return isShared ? [{ ...each, branches: below }] : [];
  });
}
