// What stands on the board of a study: the position at the cursor with what the engine has found, the end of a line that
// is pointed at, or a position that is being set up.

import '../board/element.js';
import { specText } from '../games/titles.js';
import { cellText, lineText } from '../games/words.js';
import { settings } from '../settings.js';
import { setGround } from '../shell.js';
import { onBoard } from './board_marks.js';
import { preferences } from './preferences.js';
import { currentFindings, currentPosition, numberedCells } from './study_state.js';

/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {import('../board/element.js').MotuBoard} MotuBoard */
/** @typedef {import('./study_state.js').StudyState} StudyState */

const NO_MARKS = { heat: null, labels: null, arrows: [], lineLabels: null, lineHeat: null };

/** @param {BoardView} board @param {() => PositionView} shown what stands on it */
export function makeBoard(board, shown) {
  const element = /** @type {MotuBoard} */ (document.createElement('motu-board'));
  element.label = specText(board.spec);
  element.describeCell = (cell) => cellText(board, shown(), cell);
  element.describeLine = lineText;
  element.board = board;
  setGround(board.kind);
  return element;
}

function looks() {
  const { coordinates, weak, patterns, style } = settings();
  return { coordinates, weak, patterns, style, confirm: false };
}

/** @param {MotuBoard} element @param {PositionView} position */
export function showSetup(element, position) {
  element.configure({ ...looks(), ...NO_MARKS, active: true });
  element.show(position, true);
}

/** Shows the position at the cursor; a line that is pointed at stays. @param {MotuBoard} element @param {StudyState} state */
export function showPosition(element, state) {
  const position = currentPosition(state);
  if (!position || state.previewed) return;
  const found = currentFindings(state)?.found;
  const shown = found ? onBoard(state.board, position, found, preferences()) : NO_MARKS;
  element.configure({ ...looks(), active: position.player >= 0, ...shown });
  if (element.position !== position) element.show(position, true); // else what a hand has begun would be dropped
}

/** Shows the position after a line, its moves numbered. @param {MotuBoard} element @param {BoardView} board @param {PositionView} position @param {string[]} moves */
export function showLine(element, board, position, moves) {
  element.configure({ ...NO_MARKS, active: false, labels: numberedCells(board.names, moves) });
  element.show(position, false);
}
