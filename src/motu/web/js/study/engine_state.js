// What the engine is asked beside a study, and what becomes of its answers: they say what they answer, so that one about a
// position that is gone, or is not looked at any more, does no harm. Plain data; loaded with the engine.

import { currentPosition, currentThreat } from './study_state.js';

/** @typedef {import('./engine.js').Findings} Findings */
/** @typedef {import('./engine.js').Position} Position */
/** @typedef {import('./study_state.js').Known} Known */
/** @typedef {import('./study_state.js').StudyState} StudyState */
/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('./tree.js').Tree} Tree */

/** The key of what the other side threatens, which no moves lead to. */
const THREAT = 'threat';

/** What the engine is to think about: the position at the cursor, nothing where the game is over there. @param {StudyState} state @returns {{key: string, position: Position|null}} */
export function askEngine(state) {
  const threat = currentThreat(state);
  if (threat) return { key: THREAT, position: threat.position };
  const { spec, setup, board, current } = state.tree;
  const moves = current.path();
  const key = moves.join(' ');
  state.asked.set(key, current);
  return { key, position: currentPosition(state)?.result ? null : { spec, moves, setup, board } };
}

/**
 * The engine has found something; not kept where the position has been deleted.
 * @param {StudyState} state
 * @param {string} key as it was asked
 * @param {Known} known
 */
export function takeFindings(state, key, known) {
  const { tree, asked, findings } = state;
  const threat = currentThreat(state);
  if (key === THREAT) {
    if (threat) threat.known = known;
    return;
  }
  const node = asked.get(key);
  if (!node) return;
  if (!isIn(tree, node)) asked.delete(key);
  else if (!isShallower(known.found, findings.get(node)?.found)) findings.set(node, known);
}

/** Whether somebody who comes back has found more here before: a search begins from nothing each time. @param {Findings} found @param {Findings|undefined} before */
function isShallower(found, before) {
  return !found.rootInfo.proof && before !== undefined && found.rootInfo.visits < before.rootInfo.visits;
}

/** Whether a node has not been taken out of a tree. @param {Tree} tree @param {Node} node */
function isIn(tree, node) {
  const line = [tree.root, ...node.line()];
  return line.every((each, ply) => ply === 0 || line[ply - 1].children.includes(each));
}

/** Whether what was asked is what is looked at. @param {StudyState} state @param {string} key */
export function isLookedAt(state, key) {
  const { tree, asked } = state;
  return currentThreat(state) ? key === THREAT : asked.get(key) === tree.current;
}

/**
 * The position at the cursor with the other side to move; null where something of this turn is under way, so that it
 * could not be the other side's. Whether the rules allow it, the server knows.
 * @param {StudyState} state
 * @returns {Position|null}
 */
export function otherSideToMove(state) {
  const { tree, board } = state;
  const position = currentPosition(state);
  if (!position || position.result || position.announced || (position.waiting ?? null) !== null) return null;
  const of = (/** @type {number} */ colour) =>
    board.names.filter((_name, cell) => position.stones[cell] === String(colour));
  const colours = board.colour_names;
  const setup = {
    stones: { [colours[0]]: of(0), [colours[1]]: of(1) },
    to_move: colours[1 - position.to_move],
  };
  return { spec: tree.spec, moves: [], setup, board: tree.board };
}
