// A puzzle as somebody works at it: what has been played, which position asks for a move, what helped. Plain data and
// functions that change it. Answers of the server say what they answer, so that one that comes too late changes nothing.

/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {import('../api.js').Puzzle} Puzzle */
/** @typedef {import('../api.js').Verdict} Verdict */
/**
 * @typedef {object} PuzzleState
 * @property {Puzzle|null} puzzle
 * @property {number} round  grows with every puzzle that is opened, be it the same one again
 * @property {BoardView|null} board
 * @property {PositionView|null} start  the puzzle's position
 * @property {PositionView|null} asked  the position in which a move is to be found
 * @property {PositionView|null} shown  the position on the board
 * @property {'asked'|'busy'|'refuted'|'over'} phase  'asked': a move is awaited; 'refuted': a wrong one and its answer
 *   stand on the board
 * @property {string[]} line  what has been played from the puzzle's position on
 * @property {string[]} hint  a few moves, one of them right; none as long as nobody has asked
 * @property {boolean} isShown  whether the solution was asked for
 */
/** @typedef {{round: number, length: number}} Moment  a puzzle, and how much of a line has been played */
/** @typedef {Moment & {move: string, line: string[], isGiven: boolean}} Attempt  a move tried at a moment; the line with it; whether it is the solution's and nobody's own */
/** @typedef {'again'|'hint'|'solution'|'next'} Offer */
/** @typedef {{labels: Map<number, string>|null, lineLabels: Map<string, string>|null, arrows: import('../board/types.js').Arrow[]}} Marks */

/** Nothing is marked. @type {Marks} */
const NO_MARKS = { labels: null, lineLabels: null, arrows: [] };

/** @returns {PuzzleState} */
export function newPuzzle() {
  return {
    puzzle: null,
    round: 0,
    board: null,
    start: null,
    asked: null,
    shown: null,
    phase: 'busy',
    line: [],
    hint: [],
    isShown: false,
  };
}

/** A puzzle is opened, or none any more. @param {PuzzleState} state @param {Puzzle|null} puzzle @returns {Moment} */
export function openPuzzle(state, puzzle) {
  state.round += 1;
  state.puzzle = puzzle;
  state.phase = 'busy';
  state.line = [];
  state.hint = [];
  state.isShown = false;
  return momentOf(state);
}

/** Its board and position have come. @param {PuzzleState} state @param {BoardView} board @param {PositionView} position */
export function begin(state, board, position) {
  state.board = board;
  state.start = position;
  awaitMove(state, position);
}

/** @param {PuzzleState} state @param {PositionView} position */
function awaitMove(state, position) {
  state.asked = state.shown = position;
  state.phase = 'asked';
}

// --- what is still so

/** @param {PuzzleState} state @returns {Moment} */
export function momentOf({ round, line }) {
  return { round, length: line.length };
}

/** Whether the puzzle is still the one of a moment. @param {PuzzleState} state @param {Moment} moment */
export function isSamePuzzle(state, moment) {
  return state.round === moment.round;
}

/** Whether nothing has been played since a moment either. @param {PuzzleState} state @param {Moment} moment */
export function isSameMoment(state, moment) {
  return isSamePuzzle(state, moment) && state.line.length === moment.length;
}

// --- a move

/** A move is tried; null where none is asked for. @param {PuzzleState} state @param {string} move @param {boolean} [isGiven] @returns {Attempt|null} */
export function beginAttempt(state, move, isGiven = false) {
  if (state.phase !== 'asked') return null;
  state.phase = 'busy';
  return { ...momentOf(state), move, line: [...state.line, move], isGiven };
}

/**
 * It is judged, and stands on the board.
 * @param {PuzzleState} state
 * @param {Attempt} attempt
 * @param {PositionView} after
 * @param {Verdict} verdict
 * @returns {boolean} whether somebody has found the puzzle's move with it
 */
export function takeVerdict(state, attempt, after, verdict) {
  state.line = attempt.line;
  state.shown = after;
  return verdict.is_right && attempt.length === 0 && !state.isShown;
}

/** The opponent has answered. @param {PuzzleState} state @param {readonly string[]} replies @param {PositionView} position */
export function takeReplies(state, replies, position) {
  state.line = [...state.line, ...replies];
  state.shown = position;
}

/** All of the answer is told: play goes on, is over, or back to where a right move is to be found. @param {PuzzleState} state @param {Attempt} attempt @param {Verdict} verdict */
export function endAttempt(state, attempt, verdict) {
  if (!verdict.is_right) {
    state.line = state.line.slice(0, attempt.length);
    state.phase = 'refuted';
  } else if (verdict.is_over) state.phase = 'over';
  else if (state.shown) awaitMove(state, state.shown);
}

/** It could not be judged: it has not been played. @param {PuzzleState} state @param {Attempt} attempt */
export function dropAttempt(state, attempt) {
  state.line = state.line.slice(0, attempt.length);
  if (state.asked) awaitMove(state, state.asked);
}

// --- help

/** Takes a wrong move and its answer from the board. @param {PuzzleState} state @returns {boolean} whether there was one */
export function tryAgain(state) {
  if (state.phase !== 'refuted' || !state.asked) return false;
  awaitMove(state, state.asked);
  return true;
}

/** Somebody asks for a hint. @param {PuzzleState} state @returns {Moment|null} null where there is none to give */
export function askHint(state) {
  if (state.hint.length || state.line.length || state.phase !== 'asked') return null;
  return momentOf(state);
}

/** It has come. @param {PuzzleState} state @param {Moment} asked @param {string[]} moves @returns {boolean} whether it still helps */
export function takeHint(state, asked, moves) {
  if (!isSameMoment(state, asked)) return false;
  state.hint = moves;
  return true;
}

/** Somebody asks for the solution. @param {PuzzleState} state @returns {Moment|null} null where there is none to show */
export function askSolution(state) {
  if (!state.puzzle || state.phase === 'busy' || state.phase === 'over') return null;
  state.isShown = true;
  return momentOf(state);
}

// --- what is seen

/** Whether a right move has been found. @param {PuzzleState} state */
export function isSolved({ line }) {
  return line.length > 0;
}

/** The buttons, in this order. @param {PuzzleState} state @returns {Offer[]} */
export function offersOf(state) {
  /** @type {[Offer, boolean][]} */
  const offers = [
    ['again', state.phase === 'refuted'],
    ['hint', state.phase === 'asked' && !isSolved(state) && !state.hint.length],
    ['solution', state.phase !== 'over'],
    ['next', true],
  ];
  return offers.filter(([, isOffered]) => isOffered).map(([offer]) => offer);
}

/** The moves of the hint on the board, while it helps. @param {PuzzleState} state @returns {Marks} */
export function marksOf({ board, hint, line, phase }) {
  if (!board || !hint.length || line.length > 0 || phase !== 'asked') return NO_MARKS;
  const cellOf = (/** @type {string} */ name) => board.names.indexOf(name);
  const labels = new Map();
  const lineLabels = new Map();
  const arrows = [];
  for (const move of hint) {
    const [from, to] = move.split('-').map(cellOf);
    if (move.includes('-')) arrows.push({ from, to, weight: 0.5 });
    else if (board.kind === 'squares') lineLabels.set(move, '?');
    else labels.set(from >= 0 ? from : cellOf(move.slice(1)), '?');
  }
  return { labels, lineLabels, arrows };
}
